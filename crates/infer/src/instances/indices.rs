//! Objects with `__index__` where integers are wanted, and with `__float__` or `__complex__` where other numbers are.

use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::value::{Resolved, Val};
use crate::{operators, strings};
use coluber_base::Result;
use coluber_ir::Value;
use coluber_ops::BinOp;
use coluber_types::{Kind, Ty};

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

/// The special methods that give the integer that an object stands for.
const INDEX: &[&str] = &["__index__"];

/// Those that give a float, or an integer that becomes one.
const FLOAT: &[&str] = &["__float__", "__index__"];

/// Those that give a complex number, or what becomes one.
const COMPLEX: &[&str] = &["__complex__", "__float__", "__index__"];

/// What values are that are taken for integers; None where no object with `__index__` is among them.
pub fn as_numbers(cx: &mut Cx<'_>, vals: &[Val]) -> Result<Option<Numbers>> {
    as_given_by(cx, vals, INDEX)
}

/// What values are that are taken for what the first of some special methods gives that they have; None where none has one.
fn as_given_by(cx: &mut Cx<'_>, vals: &[Val], methods: &[&str]) -> Result<Option<Numbers>> {
    let mut numbers = Vec::new();
    for &val in vals {
        let mut number = None;
        for method in methods {
            if number.is_none() {
                number = super::special(cx, method, &[val])?;
            }
        }
        numbers.push((val, number));
    }
    let has_any = numbers.iter().any(|(_, number)| number.is_some());
    Ok(has_any.then_some(Numbers { vals: numbers }))
}

/// The arguments of a builtin function that takes objects with such methods.
pub fn as_arguments(cx: &mut Cx<'_>, key: &str, args: &CallArgs) -> Result<Option<Numbers>> {
    let methods = match key {
        _ if !args.names.is_empty() || args.star.is_some() => return Ok(None),
        _ if TAKE_INDICES.contains(&key) => INDEX,
        "builtins.complex" => COMPLEX,
        "builtins.float" => FLOAT,
        "math.trunc" => return Ok(None),
        "math.ceil" if super::special(cx, "__ceil__", &args.positional)?.is_some() => return Ok(None),
        "math.floor" if super::special(cx, "__floor__", &args.positional)?.is_some() => return Ok(None),
        _ if key.starts_with("math.") => FLOAT,
        _ => return Ok(None),
    };
    as_given_by(cx, &args.positional, methods)
}

/// A number of a class of NumPy's, made of an object with such methods: `np.float64(object)`.
pub fn made_of_object(cx: &mut Cx<'_>, ty: Ty, args: &CallArgs) -> Rule {
    let methods: &[&str] = match ty.kind() {
        Kind::Int(_) => &["__int__", "__index__"],
        Kind::Float(_) => FLOAT,
        Kind::Complex(_) => COMPLEX,
        _ => return Ok(None),
    };
    let Some(numbers) = as_given_by(cx, &args.positional, methods)? else { return Ok(None) };
    let given = CallArgs { positional: numbers.vals(), ..CallArgs::default() };
    let made = crate::builtins::convert::to_number(ty, &given)?;
    Ok(made.map(|made| {
        Resolved::one(made.val(), move |e, a| {
            let operands = numbers.emit(e, a);
            e.resolved(&made, &operands)
        })
    }))
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
