//! Objects with `__index__` where integers are wanted.

use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::value::{Resolved, Val};
use crate::{operators, strings};
use coluber_base::Result;
use coluber_ir::Value;
use coluber_ops::BinOp;
use coluber_types::Kind;

/// The builtin functions that take objects with `__index__` for integers.
const TAKE_INDICES: &[&str] = &[
    "builtins.bin",
    "builtins.chr",
    "builtins.hex",
    "builtins.oct",
    "builtins.range",
    "itertools.islice",
    "itertools.repeat",
    "math.comb",
    "math.factorial",
    "math.gcd",
    "math.isqrt",
    "math.lcm",
    "math.perm",
];

/// Values some of which are objects that stand for integers.
pub struct Numbers {
    vals: Vec<(Val, Option<Resolved>)>,
}

impl Numbers {
    /// The values, with integers for the objects.
    pub fn vals(&self) -> Vec<Val> {
        self.vals.iter().map(|(val, number)| number.as_ref().map_or(*val, Resolved::val)).collect()
    }

    /// Calls `__index__` of the objects.
    pub fn emit(&self, e: &mut Emitter<'_>, a: &[Value]) -> Vec<Value> {
        let each = self.vals.iter().zip(a);
        each.map(|((_, number), value)| number.as_ref().map_or(*value, |number| e.resolved(number, &[*value])))
            .collect()
    }
}

/// What values are that are taken for integers; None where no object with `__index__` is among them.
pub fn as_numbers(cx: &mut Cx<'_>, vals: &[Val]) -> Result<Option<Numbers>> {
    let mut numbers = Vec::new();
    for &val in vals {
        let number = super::special(cx, "__index__", &[val])?;
        numbers.push((val, number));
    }
    let has_any = numbers.iter().any(|(_, number)| number.is_some());
    Ok(has_any.then_some(Numbers { vals: numbers }))
}

/// The arguments of a builtin function that takes objects with `__index__`.
pub fn as_arguments(cx: &mut Cx<'_>, key: &str, args: &CallArgs) -> Result<Option<Numbers>> {
    if !TAKE_INDICES.contains(&key) || !args.names.is_empty() || args.star.is_some() {
        return Ok(None);
    }
    as_numbers(cx, &args.positional)
}

/// `sequence * object`, where the object has `__index__`.
pub fn repeated(cx: &mut Cx<'_>, a: Val, b: Val, inplace: bool) -> Rule {
    let is_sequence = |val: Val| matches!(val.ty.kind(), Kind::List { .. }) || strings::Family::of(val.ty).is_some();
    if !(is_sequence(a) || is_sequence(b)) {
        return Ok(None);
    }
    let Some(numbers) = as_numbers(cx, &[a, b])? else { return Ok(None) };
    let vals = numbers.vals();
    let found = operators::binary(cx, BinOp::Mul, vals[0], vals[1], inplace)?;
    Ok(Some(Resolved::one(found.val(), move |e, operands| {
        let operands = numbers.emit(e, operands);
        e.resolved(&found, &operands)
    })))
}
