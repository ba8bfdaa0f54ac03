//! NumPy's functions that are typed here: ufuncs and the creation of arrays. The others are Python in the library.

use super::Builtin;
use super::ufuncs::plain;
use crate::arrays::{create, methods};
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::value::{Resolved, Val};
use coluber_types::Ty;

/// The rows.
pub const ROWS: &[(&str, Builtin)] = &[
    ("numpy.empty", create::empty),
    ("numpy.ndarray", create::ndarray),
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
    ("numpy.reshape", reshape),
    ("numpy.ravel", methods::ravel_function),
    ("numpy.transpose", methods::transpose_function),
    ("numpy.copy", methods::copy_function),
    ("numpy.divmod", divmod),
    ("numpy.shape", shape),
    ("numpy.size", size),
    ("numpy.ndim", ndim),
];

/// `np.reshape(a, shape)`; an order behind that has an implementation in Python.
fn reshape(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    if args.positional.len() > 2 { Ok(None) } else { methods::reshape(cx, args) }
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
