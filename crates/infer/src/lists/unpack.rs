//! `a, b = list` and `a, *b = list`.

use super::{item_of, item_val, list_value, slices};
use crate::emit::Emitter;
use crate::message::Message;
use crate::value::{Resolved, Val, Values};
use coluber_ir::Value;
use coluber_ops::CmpOp;
use coluber_types::{ListForm, Ty};

/// The items of a list of this length; `told` says whether the text for too many names both numbers.
pub fn unpack(list: Ty, count: usize, told: bool) -> Option<Resolved> {
    let item = item_of(list)?;
    Some(Resolved::many(vec![item_val(item); count], move |e, a| {
        let length = e.list_len(a[0]);
        check_count(e, length, count, told);
        (0..count).map(|k| nth(e, a[0], k, item)).collect()
    }))
}

fn nth(e: &mut Emitter<'_>, list: Value, k: usize, item: Ty) -> Value {
    let k = e.i64(k as i64);
    list_value(e, list, k, item.bare())
}

/// Raises ValueError unless there are as many items as variables. `told` says whether the text for too many names both numbers, which is so
/// in CPython 3.14 where it knows the length beforehand.
pub fn check_count(e: &mut Emitter<'_>, length: Value, count: usize, told: bool) {
    let enough = e.compare_int(CmpOp::Ge, length, count as i64);
    guard_count(e, &format!("not enough values to unpack (expected {count}, got "), length, enough);
    let exact = e.compare_int(CmpOp::Eq, length, count as i64);
    match told {
        true => guard_count(e, &format!("too many values to unpack (expected {count}, got "), length, exact),
        false => e.guard("ValueError", &format!("too many values to unpack (expected {count})"), exact),
    }
}

/// The first items, a list of those between, the last ones.
pub fn unpack_star(list: Ty, before: usize, after: usize) -> Option<Resolved> {
    let item = item_of(list)?;
    let text = format!("not enough values to unpack (expected at least {}, got ", before + after);
    let mut vals = vec![item_val(item); before + after];
    let list = if list.list_form() == Some(ListForm::Tuple) { list.as_list(ListForm::List) } else { list };
    vals.insert(before, Val::new(list));
    Some(Resolved::many(vals, move |e, a| {
        let length = e.list_len(a[0]);
        let enough = e.compare_int(CmpOp::Ge, length, (before + after) as i64);
        guard_count(e, &text, length, enough);
        let mut out: Values = (0..before).map(|k| nth(e, a[0], k, item)).collect();
        let (start, one, behind) = (e.i64(before as i64), e.i64(1), e.i64(after as i64));
        let stop = e.sub(length, behind);
        out.push(slices::sliced(e, a[0], start, stop, one, list));
        for k in 0..after {
            let k = e.i64(k as i64);
            let k = e.add(stop, k);
            out.push(list_value(e, a[0], k, item.bare()));
        }
        out
    }))
}

/// Raises ValueError with a text that ends with the length, unless `ok`.
fn guard_count(e: &mut Emitter<'_>, text: &str, length: Value, ok: Value) {
    Message::new("wrong number of values to unpack").text(text).number(e, length).text(")").guard(e, "ValueError", ok);
}
