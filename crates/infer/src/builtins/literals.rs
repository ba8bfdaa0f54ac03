//! `literally` and `literal_unroll`.

use super::Builtin;
use super::basic::positional;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::value::{Resolved, Val};
use coluber_types::Kind;

/// The key of `literal_unroll`, which the engine looks for: a loop over its result is written out.
pub const UNROLL: &str = "coluber.misc.special.literal_unroll";

/// The rows.
pub const ROWS: &[(&str, Builtin)] = &[("coluber.misc.special.literally", literally), (UNROLL, literal_unroll)];

/// `literally(x)`: the value must be a constant, or a display of constants. Where it is an argument, the function is compiled again for
/// its value.
fn literally(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[x]) = positional(args, 1..=1) else {
        return Ok(None);
    };
    if x.literal().is_some() || matches!(x.ty.kind(), Kind::None) {
        return Ok(Some(Resolved::constant(x.ty)));
    }
    // What a display was made of is known wherever it is asked for.
    if cx.sites.displays.iter().any(|known| known.0 == x.ty) {
        return Ok(Some(Resolved::one(x, |_, a| a[0])));
    }
    Err(cx
        .error(format!("literally() is given a value of type {} that is not known while compiling", x.ty))
        .hint("literally() takes constants, and arguments of the function: integers, bools and strings")
        .wanting_constants(vec![0]))
}

/// `literal_unroll(t)`: the tuple itself, or a list, range or text, over which loops are not written out: all items have one type.
fn literal_unroll(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[x]) = positional(args, 1..=1) else {
        return Ok(None);
    };
    if x.ty.tuple_items().is_none()
        && !matches!(x.ty.unliteral().kind(), Kind::List { .. } | Kind::Range { .. } | Kind::Str)
    {
        return Err(cx.error(format!("Invalid use of literal_unroll with a value of type {}: it takes a tuple", x.ty)));
    }
    Ok(Some(Resolved::one(Val { ..x }, |_, a| a[0])))
}
