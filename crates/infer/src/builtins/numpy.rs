//! NumPy's functions that are typed here: ufuncs and the creation of arrays. The others are Python in the library.

use super::Builtin;
use crate::arrays::{create, elementwise, methods, ufunc};
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::value::{Resolved, Val};
use coluber_types::Ty;

/// The rows.
pub const ROWS: &[(&str, Builtin)] = &[
    ("numpy.empty", create::empty),
    ("numpy.zeros", create::zeros),
    ("numpy.ones", create::ones),
    ("numpy.full", create::full),
    ("numpy.empty_like", create::empty_like),
    ("numpy.zeros_like", create::zeros_like),
    ("numpy.ones_like", create::ones_like),
    ("numpy.full_like", create::full_like),
    ("numpy.dtype", create::dtype),
    ("numpy.ndindex", create::ndindex),
    ("numpy.ndenumerate", create::ndenumerate),
    ("numpy.nditer", create::nditer),
    ("numpy.reshape", methods::reshape),
    ("numpy.ravel", methods::ravel_function),
    ("numpy.transpose", methods::transpose),
    ("numpy.copy", methods::copy_function),
    ("numpy.divmod", divmod),
    ("numpy.shape", shape),
    ("numpy.size", size),
    ("numpy.ndim", ndim),
];

/// A ufunc on scalars or arrays; `out` may be given as the last positional argument or by name.
pub fn ufunc_call(cx: &mut Cx<'_>, name: &str, args: &CallArgs) -> Rule {
    let Some(count) = ufunc::operand_count(name) else {
        return Ok(None);
    };
    if args.star.is_some() {
        return Ok(None);
    }
    if let Some((other, _)) = args.names.iter().find(|(n, _)| **n != *"out") {
        return Err(cx.unsupported(format!("the argument '{other}=' of ufunc 'numpy.{name}' is not supported yet")));
    }
    let vals = args.vals();
    if vals.len() == count {
        return plain(cx, name, &vals);
    }
    if vals.len() == count + 1 && vals[count].ty == Ty::none() {
        return Ok(plain(cx, name, &vals[..count])?.map(|r| without_last(r, count)));
    }
    if vals.len() == count + 1 && vals[count].ty.is_array() {
        return into_out(cx, name, &vals, count);
    }
    Ok(None)
}

fn without_last(resolved: Resolved, count: usize) -> Resolved {
    let inner = resolved.emit.clone();
    Resolved { emit: std::rc::Rc::new(move |e, a| inner(e, &a[..count])), elementwise: None, ..resolved }
}

fn plain(cx: &mut Cx<'_>, name: &str, vals: &[Val]) -> Rule {
    match elementwise::apply(cx, name, vals)? {
        Some(found) => Ok(Some(found)),
        None => ufunc::on_scalars(cx, name, vals),
    }
}

fn into_out(cx: &mut Cx<'_>, name: &str, vals: &[Val], count: usize) -> Rule {
    let out = vals[count];
    let Some((dtype, _, _)) = out.ty.as_array() else {
        return Ok(None);
    };
    let Some(operands) =
        vals[..count].iter().map(|v| crate::arrays::dtype::Operand::of(*v)).collect::<Option<Vec<_>>>()
    else {
        return Ok(None);
    };
    let Some(kernel) = ufunc::kernel(cx, name, &operands)? else {
        return Ok(None);
    };
    elementwise::check_same_kind(cx, name, kernel.result, dtype)?;
    let inner = elementwise::Expr::Apply(std::rc::Rc::new(kernel), (0..count).map(elementwise::Expr::Input).collect());
    let expr = elementwise::Expr::Apply(std::rc::Rc::new(elementwise::convert_kernel(dtype)), vec![inner]);
    Ok(Some(Resolved::one(out, move |e, a| {
        elementwise::store_expr(e, &expr, &a[..count], a[count]);
        a[count]
    })))
}

fn divmod(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(vals) = super::basic::positional(args, 2..=2) else {
        return Ok(None);
    };
    let (Some(q), Some(r)) = (plain(cx, "floor_divide", vals)?, plain(cx, "remainder", vals)?) else {
        return Ok(None);
    };
    let ty = Ty::tuple(vec![q.val().ty, r.val().ty]);
    Ok(Some(Resolved::one(Val::new(ty), move |e, a| {
        let (q, r) = (e.resolved(&q, a), e.resolved(&r, a));
        e.pack(&[q, r], ty)
    })))
}

fn shape(_: &mut Cx<'_>, args: &CallArgs) -> Rule {
    Ok(super::basic::positional(args, 1..=1).and_then(|v| crate::arrays::attributes::attribute(v[0].ty, "shape")))
}

fn size(_: &mut Cx<'_>, args: &CallArgs) -> Rule {
    Ok(super::basic::positional(args, 1..=1).and_then(|v| crate::arrays::attributes::attribute(v[0].ty, "size")))
}

fn ndim(_: &mut Cx<'_>, args: &CallArgs) -> Rule {
    Ok(super::basic::positional(args, 1..=1).and_then(|v| crate::arrays::attributes::attribute(v[0].ty, "ndim")))
}
