//! Iterators over dicts, their views and sets: the dict, from which position on (in a set, from which place on) the next entry is looked for,
//! the number of entries at the start, and of those that are left. The next one is looked for when it is needed, since entries may come and go
//! meanwhile; what is asked for several times is one call in the end. Ordered dicts are as CPython's: the next entry is known before the program
//! goes on, and in the place of the entries that are left is the position of the last one, which grows when entries are put in.

use super::{is_dict, types_of};
use crate::emit::Emitter;
use crate::lists::item_val;
use crate::value::{Resolved, Val};
use coluber_ir::Value;
use coluber_ops::CmpOp;
use coluber_types::{DictForm, DictPart, Kind, Ty};

/// `iter(x)`
pub fn get_iter(val: Val) -> Option<Resolved> {
    let (dict, part, is_view) = match val.ty.kind() {
        Kind::Dict { .. } | Kind::Set { .. } => (val.ty, DictPart::Keys, false),
        Kind::DictView { dict, part } => (*dict, *part, true),
        _ => return None,
    };
    let iter = Ty::new(Kind::DictIter { dict, part });
    Some(Resolved::one(Val::new(iter), move |e, a| {
        let dict = if is_view { e.part(a[0], 0) } else { a[0] };
        let (zero, length) = (e.i64(0), e.dict_len(dict));
        match is_ordered(e.ty(dict)) {
            true => {
                let (first, last) = (next(e, dict, zero), last(e, dict));
                e.pack(&[dict, first, length, last], iter)
            }
            false => e.pack(&[dict, zero, length, length], iter),
        }
    }))
}

fn is_ordered(dict: Ty) -> bool {
    dict.dict_form() == Some(DictForm::Ordered)
}

fn last(e: &mut Emitter<'_>, dict: Value) -> Value {
    let owner = e.part(dict, 0);
    e.runtime("dict_last", &[owner], &[Ty::int64()])[0]
}

fn next(e: &mut Emitter<'_>, dict: Value, from: Value) -> Value {
    let function = if is_dict(e.ty(dict)) { "dict_next" } else { "set_next" };
    let owner = e.part(dict, 0);
    e.runtime(function, &[owner, from], &[Ty::int64()])[0]
}

/// Whether there is an entry. A dict that changed its size, or has other keys, raises RuntimeError.
pub fn iter_valid(dict: Ty) -> Resolved {
    if is_ordered(dict) {
        return ordered_valid();
    }
    let what = if is_dict(dict) { "dictionary" } else { "Set" };
    let message = format!("{what} changed size during iteration");
    Resolved::one(Val::weak(Ty::boolean()), move |e, a| {
        let parts = e.parts(a[0]);
        let length = e.dict_len(parts[0]);
        let same = e.compare(CmpOp::Eq, length, parts[2]);
        e.guard("RuntimeError", &message, same);
        let at = next(e, parts[0], parts[1]);
        if is_dict(dict) {
            let (is_end, is_expected) = (e.compare_int(CmpOp::Lt, at, 0), e.compare_int(CmpOp::Gt, parts[3], 0));
            let good = e.or(is_end, is_expected);
            e.guard("RuntimeError", "dictionary keys changed during iteration", good);
        }
        e.compare_int(CmpOp::Ge, at, 0)
    })
}

/// As [`iter_valid`], for ordered dicts, which may be changed when the last entry has been given.
fn ordered_valid() -> Resolved {
    Resolved::one(Val::weak(Ty::boolean()), |e, a| {
        let parts = e.parts(a[0]);
        let (length, last) = (e.dict_len(parts[0]), last(e, parts[0]));
        let (same_length, same_last) = (e.compare(CmpOp::Eq, length, parts[2]), e.compare(CmpOp::Eq, last, parts[3]));
        let (same, is_end) = (e.and(same_length, same_last), e.compare_int(CmpOp::Lt, parts[1], 0));
        let good = e.or(same, is_end);
        e.guard("RuntimeError", "OrderedDict mutated during iteration", good);
        e.compare_int(CmpOp::Ge, parts[1], 0)
    })
}

/// The entry, or a part of it.
pub fn iter_value(dict: Ty, part: DictPart) -> Option<Resolved> {
    let (key, value) = types_of(dict)?;
    let ty = match part {
        DictPart::Keys => key,
        DictPart::Values => value,
        DictPart::Items => Ty::tuple(vec![key, value]),
    };
    let val = if part == DictPart::Items { Val::weak(ty) } else { item_val(ty) };
    Some(Resolved::one(val, move |e, a| {
        let parts = e.parts(a[0]);
        let owner = e.part(parts[0], 0);
        let at = if is_ordered(dict) { parts[1] } else { next(e, parts[0], parts[1]) };
        let mut read = |function: &str, ty: Ty| {
            let place = e.runtime(function, &[owner, at], &[Ty::ptr()])[0];
            e.read_item(place, ty.bare())
        };
        let read_key = if is_dict(dict) { "dict_key" } else { "set_item" };
        match part {
            DictPart::Keys => read(read_key, key),
            DictPart::Values => read("dict_value", value),
            DictPart::Items => {
                let pair = [read(read_key, key), read("dict_value", value)];
                e.pack(&pair, ty)
            }
        }
    }))
}

/// The iterator behind the entry.
pub fn iter_advance(iter: Val) -> Resolved {
    Resolved::one(iter, move |e, a| {
        let parts = e.parts(a[0]);
        let one = e.i64(1);
        if is_ordered(e.ty(parts[0])) {
            let behind = e.add(parts[1], one);
            let at = next(e, parts[0], behind);
            return e.pack(&[parts[0], at, parts[2], parts[3]], iter.ty);
        }
        let at = next(e, parts[0], parts[1]);
        let (from, left) = (e.add(at, one), e.sub(parts[3], one));
        e.pack(&[parts[0], from, parts[2], left], iter.ty)
    })
}
