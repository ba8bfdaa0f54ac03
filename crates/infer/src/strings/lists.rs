//! Methods of strings that give lists, and `join` of one.

use super::family::{Family, text};
use super::methods::missing;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::value::{Resolved, Val};
use coluber_types::{Kind, Ty};

/// The names of the methods.
pub const NAMES: &[&str] = &["split", "rsplit", "splitlines"];

/// Calls one of them. The first argument is the string.
pub fn call(cx: &mut Cx<'_>, family: Family, name: &str, args: &CallArgs) -> Rule {
    if cx.options.cuda {
        return Err(cx.unsupported("a list is not possible in a CUDA kernel"));
    }
    let func = match (family, name) {
        (Family::Str, "split") => "str_split",
        (Family::Str, "rsplit") => "str_rsplit",
        (Family::Str, _) => "str_splitlines",
        (Family::Bytes, "split") => "bytes_split",
        (Family::Bytes, "rsplit") => "bytes_rsplit",
        (Family::Bytes, _) => "bytes_splitlines",
    };
    Ok(if name == "splitlines" { lines(family, func, args) } else { split(family, func, args) })
}

fn list_of(family: Family) -> Ty {
    Ty::list(family.ty())
}

/// `text.split(sep, maxsplit)`
fn split(family: Family, func: &'static str, args: &CallArgs) -> Option<Resolved> {
    let bound = args.bind(&["", "sep", "maxsplit"])?;
    let vals = args.vals();
    let sep = bound[1].filter(|k| vals[*k].ty != Ty::none());
    let (most, int) = (bound[2], |k: usize| vals[k].ty.unliteral().is_int());
    if sep.is_some_and(|k| !family.has(vals[k].ty)) || most.is_some_and(|k| !int(k)) {
        return None;
    }
    Some(Resolved::one(Val::new(list_of(family)), move |e, a| {
        let whole = text(e, a[0]);
        let sep = match sep {
            Some(k) => text(e, a[k]),
            None => missing(e),
        };
        let most = match most {
            Some(k) => e.coerce(a[k], Ty::int64()),
            None => e.i64(-1),
        };
        let room = e.i64(0);
        let list = e.list_new(list_of(family), family.ty(), room);
        let owner = e.part(list, 0);
        e.runtime(func, &[owner, whole, sep, most], &[]);
        list
    }))
}

/// `text.splitlines(keepends)`
fn lines(family: Family, func: &'static str, args: &CallArgs) -> Option<Resolved> {
    let bound = args.bind(&["", "keepends"])?;
    let vals = args.vals();
    let keep = bound[1];
    if keep.is_some_and(|k| !vals[k].ty.unliteral().is_number()) {
        return None;
    }
    Some(Resolved::one(Val::new(list_of(family)), move |e, a| {
        let whole = text(e, a[0]);
        let keep = match keep {
            Some(k) => e.coerce(a[k], Ty::boolean()),
            None => e.bool(false),
        };
        let room = e.i64(0);
        let list = e.list_new(list_of(family), family.ty(), room);
        let owner = e.part(list, 0);
        e.runtime(func, &[owner, whole, keep], &[]);
        list
    }))
}

/// The type of the items of a list.
pub fn item_of(items: Val) -> Option<Ty> {
    match items.ty.bare().kind() {
        Kind::List { item, .. } => Some(*item),
        _ => None,
    }
}

/// `separator.join(list)` of a list of strings, of members that are strings, or of one that is empty.
pub fn join(family: Family, items: Val, of_members: bool) -> Option<Resolved> {
    let item = item_of(items)?;
    (item == family.ty() || item == Ty::undefined() || of_members && family == Family::Str).then_some(())?;
    Some(Resolved::one(Val::weak(family.ty()), move |e, a| {
        let (separator, list) = (text(e, a[0]), e.part(a[1], 0));
        let whole = e.runtime("str_join", &[separator, list], &[Ty::string()])[0];
        family.made(e, whole)
    }))
}
