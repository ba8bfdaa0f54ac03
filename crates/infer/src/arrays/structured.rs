//! dtypes with fields that a program writes: `[("x", float), ("v", "f4", 3)]`.

use super::dtype::{dtype_of, from_name};
use crate::context::Cx;
use crate::value::Val;
use coluber_types::{Kind, Literal, RecordField, Ty};

/// The dtype that a tuple of fields describes; None where it does not.
pub fn record(cx: &mut Cx<'_>, described: Ty) -> Option<Ty> {
    let fields = listed_fields(cx, described, false)?;
    let size = fields.last().map_or(Some(0), |last| Some(last.offset + size_of(last)?))?;
    Some(Ty::new(Kind::Record { fields: fields.into(), size, aligned: false }))
}

/// The dtype of such fields, which lie as those of a structure in C do.
pub fn aligned(cx: &mut Cx<'_>, described: Ty) -> Option<Ty> {
    let fields = listed_fields(cx, described, true)?;
    let (fields, size) = laid_out(fields)?;
    Some(Ty::new(Kind::Record { fields: fields.into(), size, aligned: true }))
}

/// Fields with the offsets and the size that they have in C.
fn laid_out(mut fields: Vec<RecordField>) -> Option<(Vec<RecordField>, u32)> {
    let (mut size, mut most) = (0u32, 1);
    for field in &mut fields {
        let alignment = alignment(field.ty)?;
        most = most.max(alignment);
        field.offset = size.next_multiple_of(alignment);
        size = field.offset + size_of(field)?;
    }
    Some((fields, size.next_multiple_of(most)))
}

/// What addresses of elements are multiples of.
fn alignment(ty: Ty) -> Option<u32> {
    Some(match ty.kind() {
        Kind::Complex(_) => ty.itemsize()? / 2,
        Kind::Chars { unicode, .. } => {
            if *unicode {
                4
            } else {
                1
            }
        }
        Kind::Record { aligned: false, .. } => 1,
        Kind::Record { fields, .. } => {
            fields.iter().map(|field| alignment(field.ty)).try_fold(1, |most, one| Some(one?.max(most)))?
        }
        _ => ty.itemsize()?,
    })
}

fn size_of(field: &RecordField) -> Option<u32> {
    Some(field.ty.itemsize()? * field.shape.iter().product::<u32>())
}

/// The dtype that the keys and values of a dict describe, `{"names": (...), "formats": (...), "offsets": (...), "itemsize": n}`, of which the
/// latter two need not be there.
pub fn of_dict(cx: &mut Cx<'_>, parts: &[Val]) -> Option<Ty> {
    let known = ["names", "formats", "offsets", "itemsize", "aligned"];
    let keys: Vec<&str> = parts.iter().step_by(2).map(|key| key.literal_str()).collect::<Option<_>>()?;
    if keys.iter().any(|key| !known.contains(key)) {
        return None;
    }
    let value = |wanted: &str| keys.iter().position(|key| *key == wanted).map(|k| parts[2 * k + 1].ty);
    let (names, formats) = (value("names")?.tuple_items()?, value("formats")?.tuple_items()?);
    if names.len() != formats.len() {
        return None;
    }
    let pairs: Vec<Ty> = names.iter().zip(formats).map(|(&name, &format)| Ty::tuple(vec![name, format])).collect();
    let is_aligned = value("aligned").is_some_and(|flag| Val::new(flag).literal_bool() == Some(true));
    let mut fields = listed_fields(cx, Ty::tuple(pairs), is_aligned)?;
    let mut size = fields.last().map_or(Some(0), |last| Some(last.offset + size_of(last)?))?;
    if is_aligned {
        (fields, size) = laid_out(fields)?;
    }
    if let Some(offsets) = value("offsets") {
        let offsets = extents(offsets).filter(|offsets| offsets.len() == fields.len())?;
        fields.iter_mut().zip(&offsets).for_each(|(field, &offset)| field.offset = offset);
        size = fields
            .iter()
            .map(|field| Some(field.offset + size_of(field)?))
            .try_fold(0, |end, one| Some(one?.max(end)))?;
    }
    if let Some(given) = value("itemsize") {
        let given = Val::new(given).literal_int().and_then(|given| u32::try_from(given).ok())?;
        size = Some(given).filter(|given| *given >= size)?;
    }
    Some(Ty::new(Kind::Record { fields: fields.into(), size, aligned: is_aligned }))
}

/// The fields that a tuple describes, one after the other; records in them lie as in C where that is asked for.
fn listed_fields(cx: &mut Cx<'_>, described: Ty, in_c: bool) -> Option<Vec<RecordField>> {
    let mut fields = Vec::new();
    let mut size = 0;
    for item in described.tuple_items()? {
        let (name, dtype, shape) = match item.tuple_items()? {
            [name, dtype] => (*name, *dtype, Box::default()),
            [name, dtype, shape] => (*name, *dtype, extents(*shape)?),
            _ => return None,
        };
        let name = Val::new(name).literal_str().filter(|name| !name.is_empty())?.into();
        let (shape, ty) = match shaped_as(cx, dtype, in_c) {
            Some(inner) if shape.is_empty() => inner,
            _ => (shape, field_type(cx, dtype, in_c)?),
        };
        let count: u32 = shape.iter().product();
        fields.push(RecordField { name, title: None, ty, shape, offset: size });
        size += ty.itemsize()? * count;
    }
    let is_new = |k: usize| fields[..k].iter().all(|other| other.name != fields[k].name);
    let distinct = !fields.is_empty() && (0..fields.len()).all(is_new);
    distinct.then_some(fields)
}

/// The dtype whose fields' dtypes a text lists, `"i4, (2,3)f8, 3u1"`: they are called `f0`, `f1` and so on.
pub fn listed(text: &str) -> Option<Ty> {
    let mut fields = Vec::new();
    let mut size = 0;
    for (k, item) in items(text)?.iter().enumerate() {
        let (shape, name) = shape_in_front(item)?;
        let ty = from_name(name)?;
        let count: u32 = shape.iter().product();
        fields.push(RecordField { name: format!("f{k}").into(), title: None, ty, shape, offset: size });
        size += ty.itemsize()? * count;
    }
    Some(Ty::new(Kind::Record { fields: fields.into(), size, aligned: false }))
}

/// The shape and the dtype that a text such as `"(2,3)f8"` or a tuple of a dtype and a shape, `("i4", (2,))`, names.
pub fn shaped(cx: &mut Cx<'_>, dtype: Ty) -> Option<(Box<[u32]>, Ty)> {
    shaped_as(cx, dtype, false)
}

fn shaped_as(cx: &mut Cx<'_>, dtype: Ty, in_c: bool) -> Option<(Box<[u32]>, Ty)> {
    match dtype.tuple_items() {
        Some(&[inner, shape]) if Val::new(shape).literal_str().is_none() => {
            Some((extents(shape)?, field_type(cx, inner, in_c)?))
        }
        _ => inner_array(dtype),
    }
}

/// The shape and the dtype that a text with a shape names.
fn inner_array(dtype: Ty) -> Option<(Box<[u32]>, Ty)> {
    let (shape, name) = shape_in_front(Val::new(dtype).literal_str()?.trim())?;
    if shape.is_empty() { None } else { Some((shape, from_name(name)?)) }
}

/// What stands between commas that are not in parentheses; None where there is no comma.
fn items(text: &str) -> Option<Vec<&str>> {
    let mut depth = 0;
    let is_comma = |c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ',' && depth == 0
    };
    let mut items: Vec<&str> = text.split(is_comma).map(str::trim).collect();
    if items.len() < 2 {
        return None;
    }
    if items.last().is_some_and(|item| item.is_empty()) {
        items.pop();
    }
    Some(items)
}

/// The extents in front of a dtype, and the dtype's name.
fn shape_in_front(item: &str) -> Option<(Box<[u32]>, &str)> {
    if let Some((extents, name)) = item.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
        let numbers = extents.split(',').map(str::trim).filter(|n| !n.is_empty());
        return Some((numbers.map(|n| n.parse().ok()).collect::<Option<_>>()?, name.trim()));
    }
    let name = item.trim_start_matches(|c: char| c.is_ascii_digit());
    match &item[..item.len() - name.len()] {
        "" => Some((Box::default(), name)),
        "1" => None,
        count => Some((Box::new([count.parse().ok()?]), name)),
    }
}

/// Whether items may be fields of a dtype: each has a constant name and what names a dtype.
pub fn are_fields(items: &[Val]) -> bool {
    !items.is_empty()
        && items.iter().all(|item| match item.ty.tuple_items() {
            Some([name, dtype, ..]) => Val::new(*name).literal_str().is_some() && may_be_dtype(*dtype),
            _ => false,
        })
}

fn may_be_dtype(ty: Ty) -> bool {
    matches!(
        ty.kind(),
        Kind::DType(_) | Kind::NumberClass(_) | Kind::Function(_) | Kind::Literal(Literal::Str(_)) | Kind::Tuple(_)
    )
}

fn field_type(cx: &mut Cx<'_>, dtype: Ty, in_c: bool) -> Option<Ty> {
    if dtype.tuple_items().is_some() {
        return if in_c { aligned(cx, dtype) } else { record(cx, dtype) };
    }
    let key = match dtype.kind() {
        Kind::Function(object) => cx.host.key(object.id),
        _ => None,
    };
    dtype_of(Val::new(dtype), key.as_deref())
}

/// The extents of a field that is an array.
fn extents(shape: Ty) -> Option<Box<[u32]>> {
    let one = |ty: Ty| Val::new(ty).literal_int().and_then(|n| u32::try_from(n).ok());
    match shape.tuple_items() {
        Some(items) => items.iter().map(|&item| one(item)).collect(),
        None => Some(Box::new([one(shape)?])),
    }
}
