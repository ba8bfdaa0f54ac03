//! Calls of NumPy's ufuncs with their options: `out`, `where`, `dtype`, `casting`.

use crate::arrays::casting::Casting;
use crate::arrays::dtype::{Operand, dtype_of};
use crate::arrays::elementwise::{self, Expr};
use crate::arrays::maploop::Storing;
use crate::arrays::ufunc;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::value::{Kernel, Resolved, Val};
use coluber_base::{Name, Result};
use coluber_ir::Value;
use coluber_types::{Kind, Layout, Ty};
use smallvec::SmallVec;
use std::rc::Rc;

/// A call without its options: which operand each argument is.
struct Call<'a> {
    name: &'a str,
    /// Number of the ufunc's operands; they come first.
    count: usize,
    vals: Vec<Val>,
    /// Where the array for the results is.
    out: Option<usize>,
    /// Where the condition is, unless that is constantly true.
    condition: Option<usize>,
    /// The type that results are computed in.
    dtype: Option<Ty>,
    casting: Casting,
    /// The order of a new array, where it is given.
    order: Option<Layout>,
}

/// A ufunc on scalars or arrays; `out` may be given as the last positional argument or by name.
pub fn call(cx: &mut Cx<'_>, name: &str, args: &CallArgs) -> Rule {
    let Some(count) = ufunc::operand_count(name) else {
        return Ok(None);
    };
    if args.star.is_some() {
        return Ok(None);
    }
    if let Some(found) = with_one_output(cx, name, args)? {
        return Ok(Some(found));
    }
    let Some(call) = options(cx, name, count, args)? else {
        return Ok(None);
    };
    let all: Vec<usize> = (0..call.vals.len()).collect();
    if all.len() == count && call.dtype.is_none() && call.casting == Casting::SameKind && call.order.is_none() {
        return plain(cx, name, &call.vals);
    }
    let Some(kernel) = kernel(cx, &call)? else {
        return Ok(None);
    };
    match call.out {
        Some(out) => into_out(cx, call, kernel, out),
        None => new_result(cx, call, kernel),
    }
}

/// With a tuple of one array as `out`.
fn with_one_output(cx: &mut Cx<'_>, name: &str, args: &CallArgs) -> Rule {
    let is_one = |(option, val): &(Name, Val)| &**option == "out" && val.ty.tuple_items().is_some_and(|t| t.len() == 1);
    let Some(at) = args.names.iter().position(is_one) else {
        return Ok(None);
    };
    let mut plain = args.clone();
    let given = plain.names[at].1;
    plain.names[at].1 = Val::new(given.ty.tuple_items().map_or(given.ty, |items| items[0]));
    let place = args.positional.len() + at;
    let Some(found) = call(cx, name, &plain)? else {
        return Ok(None);
    };
    let inner = found.emit.clone();
    let emit = move |e: &mut Emitter<'_>, a: &[Value]| {
        let mut operands = a.to_vec();
        operands[place] = e.part(a[place], 0);
        inner(e, &operands)
    };
    Ok(Some(Resolved { emit: Rc::new(emit), elementwise: None, assignment: None, ..found }))
}

/// Without options.
pub fn plain(cx: &mut Cx<'_>, name: &str, vals: &[Val]) -> Rule {
    match elementwise::apply(cx, name, vals)? {
        Some(found) => Ok(Some(found)),
        None => ufunc::on_scalars(cx, name, vals),
    }
}

fn options<'a>(cx: &mut Cx<'_>, name: &'a str, count: usize, args: &CallArgs) -> Result<Option<Call<'a>>> {
    let vals = args.vals();
    let positional = args.positional.len();
    if positional < count || positional > count + 1 {
        return Ok(None);
    }
    let casting = Casting::SameKind;
    let mut call = Call { name, count, vals, out: None, condition: None, dtype: None, casting, order: None };
    if positional == count + 1 {
        call.out = Some(count);
    }
    for (k, (option, val)) in args.names.iter().enumerate() {
        let at = positional + k;
        match &**option {
            "out" if call.out.is_none() => call.out = Some(at),
            "where" => call.condition = Some(at).filter(|_| val.literal_bool() != Some(true)),
            "dtype" if val.ty == Ty::none() => {}
            "dtype" => call.dtype = Some(given_dtype(cx, *val)?),
            "casting" => call.casting = given_casting(cx, *val)?,
            "order" => call.order = given_order(cx, *val)?,
            "subok" if val.literal_bool().is_some() => {}
            _ => {
                return Err(
                    cx.unsupported(format!("the argument '{option}=' of ufunc 'numpy.{name}' is not supported yet"))
                );
            }
        }
    }
    call.out = call.out.filter(|at| call.vals[*at].ty != Ty::none());
    Ok(Some(call))
}

fn given_dtype(cx: &mut Cx<'_>, val: Val) -> Result<Ty> {
    let key = match val.ty.kind() {
        Kind::Function(object) => cx.host.key(object.id),
        _ => None,
    };
    dtype_of(val, key.as_deref()).ok_or_else(|| cx.error(format!("{} is not a dtype that compiled code knows", val.ty)))
}

fn given_casting(cx: &Cx<'_>, val: Val) -> Result<Casting> {
    val.literal_str().and_then(Casting::from_name).ok_or_else(|| {
        cx.error("casting must be one of 'no', 'equiv', 'safe', 'same_kind', or 'unsafe', as a constant")
    })
}

/// The order that results are to have; None where it comes from the operands.
fn given_order(cx: &Cx<'_>, val: Val) -> Result<Option<Layout>> {
    match val.literal_str() {
        Some("C") => Ok(Some(Layout::C)),
        Some("F") => Ok(Some(Layout::F)),
        Some("A" | "K") => Ok(None),
        _ => Err(cx.error("order must be one of 'C', 'F', 'A', or 'K', as a constant")),
    }
}

/// The operation on elements, by the type that results are wanted in where that is given.
fn kernel(cx: &mut Cx<'_>, call: &Call<'_>) -> Result<Option<Kernel>> {
    let Some(given) = call.vals[..call.count].iter().map(|v| Operand::of(*v)).collect::<Option<Vec<_>>>() else {
        return Ok(None);
    };
    let own = ufunc::kernel(cx, call.name, &given)?;
    let kernel = match call.dtype {
        Some(dtype) if own.as_ref().is_none_or(|k| k.result != dtype) => {
            let operands: Vec<Operand> =
                given.iter().map(|operand| Operand { dtype, weak: false, ..*operand }).collect();
            ufunc::kernel(cx, call.name, &operands)?.filter(|k| k.result == dtype)
        }
        _ => own,
    };
    let Some(kernel) = kernel else {
        return Ok(None);
    };
    for (k, (from, to)) in given.iter().zip(&kernel.operands).enumerate() {
        // Python's numbers take the loop's type unless they are of another kind.
        let is_allowed = match from.weak {
            true => call.dtype.is_none() || call.casting.allows_weak(from.dtype, *to),
            false => call.casting.allows(from.dtype, *to),
        };
        // Where truth is asked for, NumPy has a loop for each type.
        if *to != Ty::boolean() && !is_allowed {
            return Err(refused(cx, call, &format!("input {k}"), from.dtype, *to));
        }
    }
    Ok(Some(kernel))
}

fn refused(cx: &Cx<'_>, call: &Call<'_>, what: &str, from: Ty, to: Ty) -> Box<coluber_base::Diagnostic> {
    let (name, rule) = (call.name, call.casting.name());
    let what = if call.count == 1 { what.trim_end_matches(" 0") } else { what };
    cx.error(format!(
        "Cannot cast ufunc '{name}' {what} from dtype('{from}') to dtype('{to}') with casting rule '{rule}'"
    ))
}

/// A new array, or a number. Elements for which the condition does not hold may have any value: they are computed like the others.
fn new_result(cx: &mut Cx<'_>, call: Call<'_>, kernel: Kernel) -> Rule {
    let (count, condition) = (call.count, call.condition);
    let operands: Vec<usize> = (0..count).chain(condition).collect();
    let vals: Vec<Val> = operands.iter().map(|k| call.vals[*k]).collect();
    if !vals.iter().any(|v| v.ty.is_array()) {
        return Ok(Some(Resolved::one(Val::new(kernel.result), move |e, a| {
            let args: Vec<Value> = a[..count].iter().zip(&kernel.operands).map(|(v, t)| e.coerce(*v, *t)).collect();
            (kernel.emit)(e, &args)[0]
        })));
    }
    let kernel = if condition.is_some() { with_condition(cx, kernel, &call)? } else { kernel };
    let found = elementwise::mapped_in(kernel, &vals, call.order);
    let inner = found.emit.clone();
    let pick = move |e: &mut Emitter<'_>, a: &[Value]| {
        let args: Vec<Value> = operands.iter().map(|k| a[*k]).collect();
        inner(e, &args)
    };
    Ok(Some(Resolved { emit: Rc::new(pick), elementwise: None, ..found }))
}

/// The operation with the condition as one more operand, which counts for the shape only.
fn with_condition(cx: &Cx<'_>, kernel: Kernel, call: &Call<'_>) -> Result<Kernel> {
    check_condition(cx, call)?;
    let (inner, count) = (kernel.emit, call.count);
    let mut operands = kernel.operands;
    operands.push(Ty::boolean());
    let name = format!("{}.where", kernel.name);
    Ok(Kernel { name, operands, result: kernel.result, emit: Rc::new(move |e, a| inner(e, &a[..count])) })
}

fn check_condition(cx: &Cx<'_>, call: &Call<'_>) -> Result<()> {
    let Some(condition) = call.condition.map(|k| call.vals[k].ty) else {
        return Ok(());
    };
    let dtype = condition.as_array().map_or(condition.unliteral(), |(dtype, _, _)| dtype);
    if dtype == Ty::boolean() {
        return Ok(());
    }
    Err(cx.error(format!(
        "Cannot cast array data from dtype('{dtype}') to dtype('bool') according to the rule 'safe': where= takes bools"
    )))
}

/// Results go into an array; where the condition does not hold, it stays as it is.
fn into_out(cx: &mut Cx<'_>, call: Call<'_>, kernel: Kernel, out: usize) -> Rule {
    let target = call.vals[out];
    let Some((dtype, _, _)) = target.ty.as_array() else {
        return Ok(None);
    };
    if !call.casting.allows(kernel.result, dtype) {
        return Err(refused(cx, &call, "output", kernel.result, dtype));
    }
    check_condition(cx, &call)?;
    cx.check_writable(target.ty)?;
    let (count, condition) = (call.count, call.condition);
    let applied = Expr::Apply(Rc::new(kernel), (0..count).map(Expr::Input).collect());
    let converted = Expr::Apply(Rc::new(elementwise::convert_kernel(dtype)), vec![applied]);
    let expr = match condition {
        None => converted,
        Some(_) => {
            let parts = vec![Expr::Input(count), converted, Expr::Input(count + 1)];
            Expr::Apply(Rc::new(choice(dtype)), parts)
        }
    };
    let operands: Vec<usize> = (0..count).chain(condition).chain(condition.map(|_| out)).collect();
    Ok(Some(Resolved::one(target, move |e, a| {
        let args: Vec<Value> = operands.iter().map(|k| a[*k]).collect();
        elementwise::store_expr(e, &expr, &args, a[out], Storing::Output);
        a[out]
    })))
}

/// `b if condition else c`
fn choice(dtype: Ty) -> Kernel {
    Kernel {
        name: format!("choice.{dtype}"),
        operands: vec![Ty::boolean(), dtype, dtype],
        result: dtype,
        emit: Rc::new(|e, a| SmallVec::from_buf([e.select(a[0], a[1], a[2])])),
    }
}
