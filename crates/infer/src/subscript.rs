//! `value[index]`, reading and assignment.

use crate::arrays::index;
use crate::context::{Cx, Rule};
use crate::spread::Items;
use crate::value::{Resolved, Val};
use crate::{dicts, instances, lists, nones, records, strings, text_members};
use coluber_base::Result;
use coluber_types::{Kind, ListForm, ObjId, Ty, classes};

/// `value[index]`
pub fn getitem(cx: &mut Cx<'_>, value: Val, at: Val) -> Result<Resolved> {
    if let Some(whole) = whole_index(cx, value, at)? {
        let found = getitem(cx, value, whole.val())?;
        return Ok(instances::with_operands(found, move |e, a| vec![a[0], e.resolved(&whole, &a[1..])]));
    }
    if value.ty.is_array()
        && let Some(found) = lists::operate_with_arrays(cx, &[value, at], |cx, v| getitem(cx, v[0], v[1]))?
    {
        return Ok(found);
    }
    if let Some(number) = number_of(cx, value, at)? {
        let found = getitem(cx, value, number.val())?;
        return Ok(instances::with_operands(found, move |e, a| vec![a[0], e.resolved(&number, &a[1..])]));
    }
    if let Some(plain) = without_none(cx, value, at)? {
        let found = getitem(cx, value, plain.val())?;
        return Ok(instances::with_operands(found, move |e, a| vec![a[0], e.resolved(&plain, &a[1..])]));
    }
    if (text_members::is_of_texts(value.ty) || text_members::is_member(cx, value))
        && let Some(found) = text_members::as_texts(cx, &[value, at], |cx, v| getitem(cx, v[0], v[1]).map(Some))?
    {
        return Ok(found);
    }
    if let Some(found) = known_getitem(cx, value, at)? {
        return Ok(found);
    }
    if let Some(found) = cx.operator("getitem", &[value, at])? {
        return Ok(found);
    }
    if let Kind::Optional(inner) = value.ty.kind() {
        let found = getitem(cx, Val { ty: *inner, ..value }, at)?;
        return Ok(crate::numbers::coerce_arguments(found, vec![*inner, at.ty]));
    }
    if let Kind::Optional(inner) = at.ty.kind() {
        let found = getitem(cx, value, Val { ty: *inner, ..at })?;
        return Ok(crate::numbers::coerce_arguments(found, vec![value.ty, *inner]));
    }
    nones::refused(cx, value, "is not subscriptable")
        .ok_or_else(|| cx.no_implementation("getitem", &Cx::operator_display("getitem"), &[value, at]))
}

/// The indices along all axes that a tuple is whose length the running program knows: `a[tuple(place)]`. One of integers, or of arrays of
/// them, has one for each axis, since how many axes the result has is part of its type; one of slices has as many as axes, or fewer.
fn whole_index(cx: &mut Cx<'_>, value: Val, at: Val) -> Rule {
    let Some((_, ndim, _)) = value.ty.as_array().filter(|_| at.ty.list_form() == Some(ListForm::Tuple)) else {
        return Ok(None);
    };
    cx.check_settled(&[at])?;
    let is_index = |item: Ty| item.as_array().map_or(item, |(dtype, ..)| dtype).unliteral().is_int();
    match lists::item_of(at.ty) {
        Some(item) if matches!(item.kind(), Kind::Slice { .. }) => slices_of_axes(cx, at, ndim),
        Some(item) if is_index(item) => indices_of_axes(cx, at, ndim).map(Some),
        _ => Ok(None),
    }
}

/// A slice for each axis, of a tuple of slices for the first of them.
fn slices_of_axes(cx: &mut Cx<'_>, at: Val, ndim: u8) -> Rule {
    let count = Val::weak(Ty::literal_int(i64::from(ndim)));
    let Some(all) = cx.overload("coluber.slices_of_axes", &[at, count])? else { return Ok(None) };
    let whole = indices_of_axes(cx, all.val(), ndim)?;
    Ok(Some(Resolved::one(whole.val(), move |e, a| {
        let count = e.unit(count.ty);
        let all = e.resolved(&all, &[a[0], count]);
        e.resolved(&whole, &[all])
    })))
}

/// The items of a tuple or list, of which there must be one for each axis, as a tuple.
fn indices_of_axes(cx: &mut Cx<'_>, at: Val, ndim: u8) -> Result<Resolved> {
    let items = Items::of(cx, at, usize::from(ndim))?;
    Ok(Resolved::one(Val::new(items.ty), move |e, a| {
        let fits = items.fits(e, a[0]);
        let message = format!(
            "a tuple of unknown length as an index of an array with {ndim} axes needs {ndim} items in compiled code"
        );
        e.guard("IndexError", &message, fits);
        items.made(e, a[0])
    }))
}

/// The number that an object with `__index__` is as an index of a sequence.
fn number_of(cx: &mut Cx<'_>, value: Val, at: Val) -> Rule {
    if is_sequence(value.ty) { instances::special(cx, "__index__", &[at]) } else { Ok(None) }
}

/// The index of a sequence without what may be None inside of it: bounds of slices and items of tuples.
fn without_none(cx: &mut Cx<'_>, value: Val, at: Val) -> Rule {
    if is_sequence(value.ty) { crate::plain_index::plain(cx, at) } else { Ok(None) }
}

fn is_sequence(ty: Ty) -> bool {
    ty.is_array()
        || ty.tuple_items().is_some()
        || matches!(ty.kind(), Kind::List { .. } | Kind::Range { .. })
        || strings::Family::of(ty).is_some()
}

fn known_getitem(cx: &mut Cx<'_>, value: Val, at: Val) -> Rule {
    match value.ty.kind() {
        Kind::Array { .. } => match at.literal_str() {
            Some(name) => records::column(cx, value.ty, name),
            None => match records::columns(cx, value.ty, at)? {
                Some(found) => Ok(Some(found)),
                None => index::getitem(cx, value, at),
            },
        },
        Kind::Record { .. } => records::getitem(cx, value.ty, at),
        Kind::Tuple(_) | Kind::NamedTuple { .. } => crate::tuples::getitem(cx, value, at),
        Kind::Range { int, .. } if at.ty.unliteral().is_int() => Ok(Some(range_item(Ty::int(*int)))),
        Kind::Range { .. } if matches!(at.ty.kind(), Kind::Slice { .. }) => cx.overload("range.getitem", &[value, at]),
        _ if strings::Family::of(value.ty).is_some() => Ok(strings::index::getitem(value, at)),
        Kind::Function(class) => match at.literal_str() {
            Some(name) => Ok(member(cx, class.id, name)),
            None if cx.host.attribute(class.id, "_member_map_").is_some() => {
                cx.overload("coluber.enum_by_name", &[value, at])
            }
            // `Stack[int]` of a generic class is the class.
            None if classes::find(class.id).is_some() && cx.host.attribute(class.id, "__parameters__").is_some() => {
                Ok(Some(Resolved::one(value, |_, a| a[0])))
            }
            None if cx.host.key(class.id).is_some_and(|key| OF_ANY_ITEMS.contains(&&*key)) => {
                Ok(Some(Resolved::one(value, |_, a| a[0])))
            }
            None => Ok(None),
        },
        Kind::FlatIter(array) => crate::arrays::methods::flat_item(*array, at),
        Kind::BoundMethod { receiver, name } if **name == *"flags" => {
            let flag = at.literal_str().map(str::to_ascii_lowercase);
            Ok(flag.and_then(|name| crate::arrays::attributes::flag(*receiver, &name)))
        }
        Kind::NumberClass(ty) => Ok(crate::arrays::dtype::type_of_arrays(*ty, at.ty)),
        Kind::Pointer(to) => Ok(crate::cuda::pointer::getitem(*to, at)),
        Kind::Instance(_) => instances::getitem(cx, value, at),
        Kind::List { .. } => lists::getitem(cx, value, at),
        Kind::Dict { .. } => dicts::getitem(cx, value, at),
        _ => Ok(None),
    }
}

/// Classes of containers, which `list[int]` is, too.
const OF_ANY_ITEMS: &[&str] = &[
    "builtins.dict",
    "builtins.frozenset",
    "builtins.list",
    "builtins.set",
    "builtins.tuple",
    "collections.Counter",
    "collections.OrderedDict",
    "collections.defaultdict",
    "collections.deque",
];

/// `Class["name"]` of an enumeration.
fn member(cx: &mut Cx<'_>, class: ObjId, name: &str) -> Option<Resolved> {
    let value = cx.host.attribute(class, name)?;
    match value.ty.kind() {
        Kind::Enum { class: of, .. } if of.id == class => Some(crate::attributes::host_constant(value)),
        _ => None,
    }
}

fn range_item(int: Ty) -> Resolved {
    Resolved::one(Val::weak(int), |e, a| {
        let n = crate::iteration::range_length(e, a[0]);
        let message = "range object index out of range";
        let k = e.sized(a[1], "IndexError", message);
        let k = e.checked_index(k, n, message);
        crate::iteration::range_item(e, a[0], k)
    })
}

/// `value[index] = item`
pub fn setitem(cx: &mut Cx<'_>, value: Val, at: Val, item: Val) -> Result<Resolved> {
    if let Some(whole) = whole_index(cx, value, at)? {
        let found = setitem(cx, value, whole.val(), item)?;
        return Ok(instances::with_operands(found, move |e, a| vec![a[0], e.resolved(&whole, &a[1..2]), a[2]]));
    }
    if value.ty.is_array()
        && let Some(found) = lists::operate_with_arrays(cx, &[value, at, item], |cx, v| setitem(cx, v[0], v[1], v[2]))?
    {
        return Ok(found);
    }
    if value.ty.is_array()
        && let Some(found) = crate::int_members::setitem(cx, item, |cx, item| setitem(cx, value, at, item))?
    {
        return Ok(found);
    }
    if let Some(number) = number_of(cx, value, at)? {
        let found = setitem(cx, value, number.val(), item)?;
        return Ok(instances::with_operands(found, move |e, a| vec![a[0], e.resolved(&number, &a[1..2]), a[2]]));
    }
    if let Some(plain) = without_none(cx, value, at)? {
        let found = setitem(cx, value, plain.val(), item)?;
        return Ok(instances::with_operands(found, move |e, a| vec![a[0], e.resolved(&plain, &a[1..2]), a[2]]));
    }
    let known = match value.ty.kind() {
        Kind::Array { .. } if at.literal_str().is_some() => records::set_column(cx, value.ty, at, item)?,
        Kind::Array { .. } => set_elements(cx, value, at, item)?,
        Kind::Record { .. } => records::setitem(cx, value.ty, at, item)?,
        Kind::FlatIter(array) => {
            cx.check_writable(*array)?;
            crate::arrays::methods::set_flat_item(*array, at, item)
        }
        Kind::Pointer(to) => crate::cuda::pointer::setitem(*to, at, item),
        Kind::Instance(_) => instances::setitem(cx, value, at, item)?,
        Kind::List { .. } => lists::setitem(cx, value, at, item)?,
        Kind::Dict { .. } => dicts::setitem(cx, value, at, item)?,
        _ => None,
    };
    if let Some(found) = known {
        return Ok(found);
    }
    let of_records = value.ty.as_array().is_some_and(|(dtype, ..)| matches!(dtype.kind(), Kind::Record { .. }));
    if value.ty.is_array()
        && !of_records
        && let Some(items) = item.ty.tuple_items().filter(|items| !items.is_empty())
        && items.iter().all(|t| t.unliteral().is_number())
    {
        return set_from_tuple(cx, value, at, item);
    }
    if let Some(found) = cx.operator("setitem", &[value, at, item])? {
        return Ok(found);
    }
    if let Kind::Optional(inner) = value.ty.kind() {
        let found = setitem(cx, Val { ty: *inner, ..value }, at, item)?;
        return Ok(crate::numbers::coerce_arguments(found, vec![*inner, at.ty, item.ty]));
    }
    if let Kind::Optional(inner) = at.ty.kind() {
        let found = setitem(cx, value, Val { ty: *inner, ..at }, item)?;
        return Ok(crate::numbers::coerce_arguments(found, vec![value.ty, *inner, item.ty]));
    }
    if let Kind::Optional(inner) = item.ty.kind() {
        let found = setitem(cx, value, at, Val { ty: *inner, ..item })?;
        return Ok(crate::numbers::coerce_arguments(found, vec![value.ty, at.ty, *inner]));
    }
    nones::refused(cx, value, "does not support item assignment")
        .map(nones::as_effect)
        .ok_or_else(|| cx.no_implementation("setitem", &Cx::operator_display("setitem"), &[value, at, item]))
}

fn set_elements(cx: &mut Cx<'_>, array: Val, at: Val, item: Val) -> Rule {
    if let Some(found) = crate::cuda::vector::store(cx, array, at, item)? {
        return Ok(Some(found));
    }
    if let Some(text) = item.literal_str()
        && let Some((dtype, ..)) = array.ty.as_array()
        && let Some(time) = crate::times::make::constant(cx, text, dtype)?
    {
        return Ok(index::setitem(cx, array, at, time.val())?.map(|assigned| {
            Resolved::effect(move |e, a| {
                let time = e.resolved(&time, &[]);
                (assigned.emit)(e, &[a[0], a[1], time]);
            })
        }));
    }
    match records::set_columns(cx, array.ty, at, item)? {
        Some(found) => Ok(Some(found)),
        None => index::setitem(cx, array, at, item),
    }
}

/// `array[index] = (a, b, ...)`, by way of an array.
fn set_from_tuple(cx: &mut Cx<'_>, value: Val, at: Val, item: Val) -> Result<Resolved> {
    let Some(made) = cx.overload("numpy.array", &[item])? else {
        return Err(cx.no_implementation("setitem", &Cx::operator_display("setitem"), &[value, at, item]));
    };
    let assigned = setitem(cx, value, at, made.val())?;
    Ok(Resolved::effect(move |e, a| {
        let array = e.resolved(&made, &a[2..3]);
        (assigned.emit)(e, &[a[0], a[1], array]);
    }))
}

/// `del value[index]`
pub fn delitem(cx: &mut Cx<'_>, value: Val, at: Val) -> Result<Resolved> {
    if let Some(found) = instances::delitem(cx, value, at)? {
        return Ok(found);
    }
    if let Some(plain) = without_none(cx, value, at)? {
        let found = delitem(cx, value, plain.val())?;
        return Ok(instances::with_operands(found, move |e, a| vec![a[0], e.resolved(&plain, &a[1..])]));
    }
    let is_plain = !matches!(at.ty.kind(), Kind::Optional(_));
    if is_plain && let Some(found) = lists::delitem(cx, value, at)? {
        return Ok(found);
    }
    if let Some(found) = dicts::delitem(cx, value, at)? {
        return Ok(found);
    }
    if let Some(found) = cx.operator("delitem", &[value, at])? {
        return Ok(Resolved::effect(move |e, a| {
            (found.emit)(e, a);
        }));
    }
    if let Kind::Optional(inner) = value.ty.kind() {
        let found = delitem(cx, Val { ty: *inner, ..value }, at)?;
        return Ok(crate::numbers::coerce_arguments(found, vec![*inner, at.ty]));
    }
    if let Kind::Optional(inner) = at.ty.kind() {
        let found = delitem(cx, value, Val { ty: *inner, ..at })?;
        return Ok(crate::numbers::coerce_arguments(found, vec![value.ty, *inner]));
    }
    nones::refused(cx, value, "does not support item deletion")
        .map(nones::as_effect)
        .ok_or_else(|| cx.no_implementation("delitem", &Cx::operator_display("delitem"), &[value, at]))
}
