//! The functions that a reduction needs: what a partial result begins with, and how two are joined.

use super::kept::Kept;
use super::web::Class;
use super::winner::Winner;
use crate::calls::{self, CallArgs};
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::engine::Typing;
use crate::operators;
use crate::value::{Resolved, Val};
use coluber_base::Result;
use coluber_ir::{Typed, Value};
use coluber_ops::BinOp;
use coluber_types::{Kind, Ty};
use std::sync::atomic::{AtomicU64, Ordering};

/// A reduction of values of one type.
pub(crate) struct Reduction {
    /// The parameter of the loop's head, and those by which is decided what becomes of it.
    params: Vec<Value>,
    /// Their types.
    types: Vec<Ty>,
    /// From the value before the loop.
    start: Resolved,
    /// From two partial results: of the first all these values, then of the second.
    combine: Resolved,
}

/// The reduction of a class for a variable; None where there is none for its type.
pub(super) fn make(cx: &mut Cx<'_>, typing: &Typing, class: &Class, param: Value) -> Result<Option<Reduction>> {
    let val = of_param(typing, param);
    let found = match *class {
        Class::Sum { in_place } => (neutral(cx, val, 0)?, Some(operators::binary(cx, BinOp::Add, val, val, in_place)?)),
        Class::Product { in_place } => {
            (neutral(cx, val, 1)?, Some(operators::binary(cx, BinOp::Mul, val, val, in_place)?))
        }
        Class::Bits { op, in_place } => {
            let number = if op == BinOp::And { -1 } else { 0 };
            (neutral(cx, val, number)?, Some(operators::binary(cx, op, val, val, in_place)?))
        }
        Class::Best { callee } => (own(cx, val)?, best(cx, typing.vals[callee], val)?),
        Class::Call { callee, count } => (own(cx, val)?, call(cx, typing.vals[callee], val, count)?),
        Class::And => (own(cx, val)?, choose(cx, val, true)?),
        Class::Or => (own(cx, val)?, choose(cx, val, false)?),
        Class::InOrder => return Ok(None),
    };
    let (Some(start), Some(combine)) = found else {
        return Ok(None);
    };
    Ok(Some(Reduction { params: vec![param], types: vec![val.ty], start, combine }))
}

fn of_param(typing: &Typing, param: Value) -> Val {
    let val = typing.vals[param];
    Val { ty: val.ty.unliteral(), ..val }
}

/// Whether a variable has one value alone: what is unbound before the loop, and gets one constant only.
fn is_constant(ty: Ty) -> bool {
    matches!(ty.kind(), Kind::Literal(_))
}

/// The reductions of a best value and of what belongs to it: all of them are those of the second piece where that has found a value that wins
/// against the best one of the first.
pub(super) fn of_winner(cx: &mut Cx<'_>, typing: &Typing, winner: &Winner) -> Result<Vec<Reduction>> {
    let best = of_param(typing, winner.best);
    let keys = [winner.best].into_iter().chain(winner.flag);
    let mut found = Vec::new();
    for param in [winner.best].into_iter().chain(winner.others.iter().copied()) {
        let params: Vec<Value> = [param].into_iter().chain(keys.clone()).collect();
        let types: Vec<Ty> = params.iter().map(|&param| typing.vals[param].ty).collect();
        let is_known = is_constant(types[0]);
        let wins = operators::compare(cx, winner.op, best, best)?;
        let count = params.len();
        let combine = Resolved::one(typing.vals[param], move |e, a| {
            if is_known {
                return a[0];
            }
            let (first, second) = a.split_at(count);
            let wins = e.resolved(&wins, &[second[1], first[1]]);
            let mut wins = e.coerce(wins, Ty::boolean());
            if let Some(&found) = second.get(2) {
                wins = e.select(found, wins, found);
            }
            e.select(wins, second[0], first[0])
        });
        let start = Resolved::one(typing.vals[param], |_, a| a[0]);
        found.push(Reduction { params, types, start, combine });
    }
    Ok(found)
}

/// The reduction of a variable that keeps its last value: that of the second piece where it has one.
pub(super) fn of_kept(typing: &Typing, kept: &Kept) -> Reduction {
    let params = vec![kept.param, kept.flag];
    let types: Vec<Ty> = params.iter().map(|&param| typing.vals[param].ty).collect();
    let val = typing.vals[kept.param];
    let is_known = is_constant(types[0]);
    let start = Resolved::one(val, |_, a| a[0]);
    let combine = Resolved::one(val, move |e, a| if is_known { a[0] } else { e.select(a[3], a[2], a[0]) });
    Reduction { params, types, start, combine }
}

/// A number that changes nothing.
fn neutral(cx: &mut Cx<'_>, val: Val, number: i64) -> Rule {
    let ty = val.ty;
    match ty.kind() {
        Kind::Int(_) | Kind::Float(_) | Kind::Complex(_) | Kind::Bool => {
            Ok(Some(Resolved::one(val, move |e, _| e.number(number, ty))))
        }
        Kind::Array { .. } => library(cx, "numpy.full_like", &[val, Val::weak(Ty::literal_int(number))]),
        _ => Ok(None),
    }
}

/// The value itself, which is neutral for operations that give one of their operands, and for functions by agreement; of an array a
/// copy, since operations may write to it.
fn own(cx: &mut Cx<'_>, val: Val) -> Rule {
    if val.ty.is_array() { library(cx, "numpy.copy", &[val]) } else { Ok(Some(Resolved::one(val, |_, a| a[0]))) }
}

/// The functions that give the greater or the lesser one of two numbers, and what does so for arrays: Python's keep a number beside a NaN.
const BEST: &[(&str, &str)] = &[
    ("builtins.max", "numpy.fmax"),
    ("builtins.min", "numpy.fmin"),
    ("numpy.fmax", "numpy.fmax"),
    ("numpy.fmin", "numpy.fmin"),
    ("numpy.maximum", "numpy.maximum"),
    ("numpy.minimum", "numpy.minimum"),
];

/// The greater or lesser elements of two arrays, in the first one.
fn best(cx: &mut Cx<'_>, callee: Val, val: Val) -> Rule {
    let Kind::Function(object) = callee.ty.kind() else { return Ok(None) };
    let Some(key) = cx.host.key(object.id) else { return Ok(None) };
    let Some((_, key)) = BEST.iter().find(|row| *row.0 == *key) else { return Ok(None) };
    let args = [val, val, val];
    let call = CallArgs { positional: args.to_vec(), ..CallArgs::default() };
    let found = match crate::builtins::call(cx, key, &call)? {
        Some(found) => Some(found),
        None => cx.overload(key, &args)?,
    };
    Ok(found.map(|found| {
        Resolved::one(val, move |e, a| {
            e.resolved(&found, &[a[0], a[1], a[0]]);
            a[0]
        })
    }))
}

fn library(cx: &mut Cx<'_>, key: &str, args: &[Val]) -> Rule {
    let call = CallArgs { positional: args.to_vec(), ..CallArgs::default() };
    let found = crate::builtins::call(cx, key, &call)?;
    let found = match found {
        Some(found) => Some(found),
        None => cx.overload(key, args)?,
    };
    let literals: Vec<Ty> = args[1..].iter().map(|val| val.ty).collect();
    Ok(found.map(|found| {
        Resolved::one(found.val(), move |e, a| {
            let units: Vec<Value> = literals.iter().map(|&ty| e.unit(ty)).collect();
            let all: Vec<Value> = a[..1].iter().copied().chain(units).collect();
            e.resolved(&found, &all)
        })
    }))
}

/// The function called with two partial results; it is called with one of them in the place of further arguments.
fn call(cx: &mut Cx<'_>, callee: Val, val: Val, count: usize) -> Rule {
    if count < 2 || !coluber_types::fields::fields(callee.ty).is_empty() {
        return Ok(None);
    }
    let args = CallArgs { positional: vec![val; count], ..CallArgs::default() };
    let Some(found) = calls::call(cx, callee, &args)? else {
        return Ok(None);
    };
    Ok(Some(Resolved::one(found.val(), move |e, a| {
        let mut operands = vec![e.unit(callee.ty), a[0]];
        operands.resize(count + 1, a[1]);
        e.resolved(&found, &operands)
    })))
}

/// `a and b`, or `a or b`.
fn choose(cx: &mut Cx<'_>, val: Val, and: bool) -> Rule {
    if val.ty.is_array() {
        return Ok(None);
    }
    let truth = operators::truth_of(cx, val)?;
    Ok(Some(Resolved::one(val, move |e, a| {
        let truth = e.resolved(&truth, &a[..1]);
        let truth = e.coerce(truth, Ty::boolean());
        if and { e.select(truth, a[1], a[0]) } else { e.select(truth, a[0], a[1]) }
    })))
}

impl Reduction {
    /// The parameter of the loop's head.
    pub(crate) fn param(&self) -> Value {
        self.params[0]
    }

    /// The parameter and those by which is decided what becomes of it.
    pub(crate) fn params(&self) -> &[Value] {
        &self.params
    }

    /// Marks a parameter of a loop's head as the reduction: `params` in the function that is written.
    pub(crate) fn mark(&self, e: &mut Emitter<'_>, params: &[Value]) {
        let start = self.function(e, &self.start, &self.types[..1]);
        let combine = self.function(e, &self.combine, &[&self.types[..], &self.types[..]].concat());
        e.reduce(start, combine, params);
    }

    /// A function of operands of these types, which gives the first type.
    fn function(&self, e: &mut Emitter<'_>, resolved: &Resolved, operands: &[Ty]) -> u32 {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let mut func = Typed::new("reduction");
        func.ret = self.types[0];
        let entry = func.add_block();
        let params: Vec<Value> = operands.iter().map(|&ty| func.add_param(entry, ty, None)).collect();
        let mut inner = Emitter::new(&mut func, entry, &mut *e.synthesis);
        let result = inner.resolved(resolved, &params);
        let result = inner.coerce(result, self.types[0]);
        inner.builder().ret(result);
        let name = format!("reduction {}", NEXT.fetch_add(1, Ordering::Relaxed));
        e.synthesis.add(&name, &mut || func.clone())
    }
}
