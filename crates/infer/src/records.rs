//! Records: elements of arrays of structured dtype. A record is a reference, an owner and an address; reading or writing a field
//! reads or writes the memory of the array that it is an element of.

use crate::arrays::elementwise;
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::value::{Resolved, Val};
use coluber_base::{Diagnostic, Name, Result};
use coluber_ir::Value;
use coluber_types::{Kind, Layout, RecordField, Ty};

/// Records with more values than this are copied by a call.
const INLINE_VALUES: u32 = 64;

impl Emitter<'_> {
    /// The element at an address in an array: its value, or a reference for a record.
    pub fn element(&mut self, array: Value, ptr: Value, dtype: Ty) -> Value {
        if !is_record(dtype) {
            return self.read(ptr, dtype);
        }
        let owner = self.part(array, 0);
        self.pack(&[owner, ptr], dtype)
    }

    /// As [`element`](Self::element), where the array outlives each use.
    pub fn load_element(&mut self, ptr: Value, dtype: Ty) -> Value {
        if !is_record(dtype) {
            return self.read(ptr, dtype);
        }
        let owner = self.int(0, Ty::owner());
        self.pack(&[owner, ptr], dtype)
    }

    /// A value in memory whose elements are of a type.
    pub fn read(&mut self, ptr: Value, dtype: Ty) -> Value {
        match crate::strings::chars::room(dtype) {
            Some(room) => room.read(self, ptr),
            None => self.load(ptr, dtype),
        }
    }

    /// Writes an element of this type: a value, or what a reference refers to.
    pub fn store_element(&mut self, ptr: Value, v: Value, dtype: Ty) {
        if let Some(room) = crate::strings::chars::room(dtype) {
            return room.write(self, ptr, v);
        }
        let ty = self.ty(v);
        if !is_record(ty) {
            return self.store(ptr, v);
        }
        let from = self.part(v, 1);
        if values_of(ty) <= INLINE_VALUES {
            return copy_fields(self, from, ptr, ty);
        }
        copy_ranges(self, from, ptr, ty);
    }

    /// An address moved by bytes.
    pub fn moved(&mut self, ptr: Value, bytes: u32) -> Value {
        if bytes == 0 {
            return ptr;
        }
        let bytes = self.i64(i64::from(bytes));
        self.ptr_add(ptr, bytes)
    }
}

/// Whether values of the type are references to records.
pub fn is_record(ty: Ty) -> bool {
    matches!(ty.kind(), Kind::Record { .. })
}

/// Whether there are bytes in a value that belong to none of its fields, such as those of fields that a view leaves out: a copy does not
/// touch them.
pub fn has_gaps(ty: Ty) -> bool {
    let Kind::Record { fields, size, .. } = ty.kind() else { return false };
    let used = fields.iter().fold(0u32, |n, f| n.saturating_add(room_of(f)));
    used != *size || fields.iter().any(|f| has_gaps(f.ty))
}

/// How many bytes a field takes.
fn room_of(field: &RecordField) -> u32 {
    count(field).saturating_mul(field.ty.itemsize().unwrap_or(0))
}

/// Copies a record as bytes, but for those that belong to no field.
fn copy_ranges(e: &mut Emitter<'_>, from: Value, to: Value, ty: Ty) {
    let Kind::Record { fields, size, .. } = ty.kind() else { return };
    if !has_gaps(ty) {
        let size = e.i64(i64::from(*size));
        e.runtime("copy_bytes", &[to, from, size], &[]);
        return;
    }
    for field in fields {
        let inner = if has_gaps(field.ty) { count(field) } else { 0 };
        for k in 0..inner {
            let offset = field.offset + k * field.ty.itemsize().unwrap_or(0);
            let (from, to) = (e.moved(from, offset), e.moved(to, offset));
            copy_ranges(e, from, to, field.ty);
        }
        if inner == 0 {
            let (from, to) = (e.moved(from, field.offset), e.moved(to, field.offset));
            let size = e.i64(i64::from(room_of(field)));
            e.runtime("copy_bytes", &[to, from, size], &[]);
        }
    }
}

/// How many numbers a value has in memory.
fn values_of(ty: Ty) -> u32 {
    match ty.kind() {
        Kind::Record { fields, .. } => {
            fields.iter().fold(0u32, |n, f| n.saturating_add(count(f).saturating_mul(values_of(f.ty))))
        }
        _ => 1,
    }
}

/// How many elements a field has.
fn count(field: &RecordField) -> u32 {
    field.shape.iter().fold(1, |n: u32, extent| n.saturating_mul(*extent))
}

fn copy_fields(e: &mut Emitter<'_>, from: Value, to: Value, ty: Ty) {
    let Kind::Record { fields, .. } = ty.kind() else {
        return copy_element(e, from, to, ty);
    };
    for field in fields {
        for k in 0..count(field) {
            let offset = field.offset + k * field.ty.itemsize().unwrap_or(0);
            let (from, to) = (e.moved(from, offset), e.moved(to, offset));
            copy_fields(e, from, to, field.ty);
        }
    }
}

fn copy_element(e: &mut Emitter<'_>, from: Value, to: Value, ty: Ty) {
    if crate::strings::chars::room(ty).is_some() {
        let size = e.i64(i64::from(ty.itemsize().unwrap_or(0)));
        e.runtime("copy_bytes", &[to, from, size], &[]);
        return;
    }
    let v = e.load(from, ty);
    e.store(to, v);
}

/// The type of `record.field`: that of the value, or of a view for a field that is an array.
fn field_type(record: Ty, field: &RecordField) -> Ty {
    if field.shape.is_empty() {
        return field.ty.loaded();
    }
    let aligned = matches!(record.kind(), Kind::Record { aligned: true, .. });
    let ndim = field.shape.len() as u8;
    Ty::new(Kind::Array { dtype: field.ty, ndim, layout: Layout::C, mutable: true, aligned })
}

/// The value of a field, whose type is `ty`.
pub fn read_field(e: &mut Emitter<'_>, record: Value, field: &RecordField, ty: Ty) -> Value {
    let (owner, ptr) = (e.part(record, 0), e.part(record, 1));
    let ptr = e.moved(ptr, field.offset);
    if is_record(ty) {
        return e.pack(&[owner, ptr], ty);
    }
    if !ty.is_array() {
        return e.read(ptr, field.ty);
    }
    let shape: Vec<Value> = field.shape.iter().map(|n| e.i64(i64::from(*n))).collect();
    let strides = e.contiguous_strides(&shape, field.ty.itemsize().unwrap_or(1), Layout::C);
    e.make_array(owner, ptr, &shape, &strides, ty)
}

/// The field of this name.
pub fn named(cx: &Cx<'_>, record: Ty, name: &str) -> Result<&'static RecordField> {
    record.record_field(name).ok_or_else(|| not_found(cx, record, name))
}

fn not_found(cx: &Cx<'_>, record: Ty, name: &str) -> Box<Diagnostic> {
    let Kind::Record { fields, .. } = record.kind() else {
        return cx.error(format!("{record} has no fields"));
    };
    let names: Vec<String> = fields.iter().map(|f| format!("'{}'", f.name)).collect();
    let comma = if names.len() == 1 { "," } else { "" };
    let error = cx.error(format!("the record has no field '{name}', but ({}{comma})", names.join(", ")));
    match crate::suggest::closest(name, fields.iter().map(|f| &*f.name)) {
        Some(best) => error.hint(format!("did you mean '{best}'?")),
        None => error,
    }
}

/// The field that an index names: a constant string, or a constant position.
fn indexed(cx: &Cx<'_>, record: Ty, at: Val) -> Result<Option<&'static RecordField>> {
    let Kind::Record { fields, .. } = record.kind() else {
        return Ok(None);
    };
    if let Some(name) = at.literal_str() {
        return named(cx, record, name).map(Some);
    }
    let Some(k) = at.literal_int() else {
        return Err(cx
            .error(format!("a field of {record} is named by a constant, not by a value of type {}", at.ty))
            .hint("write the name of the field where it is used"));
    };
    let place = if k < 0 { k + fields.len() as i64 } else { k };
    let field = usize::try_from(place).ok().and_then(|k| fields.get(k));
    field.map(Some).ok_or_else(|| cx.error(format!("Requested index {k} is out of range")))
}

/// The record of some fields, `record[["x", "y"]]`, which stay where they are; None unless the index is a tuple of names.
fn some_fields(cx: &Cx<'_>, record: Ty, at: Val) -> Result<Option<Ty>> {
    let (Kind::Record { size, aligned, .. }, Some(items)) = (record.kind(), at.ty.tuple_items()) else {
        return Ok(None);
    };
    let mut fields: Vec<RecordField> = Vec::new();
    for item in items {
        let Some(name) = Val::new(*item).literal_str() else { return Ok(None) };
        if fields.iter().any(|other| &*other.name == name) {
            return Err(cx.error(format!("duplicate field of name '{name}'")));
        }
        fields.push(named(cx, record, name)?.clone());
    }
    let some = Kind::Record { fields: fields.into(), size: *size, aligned: *aligned };
    Ok((!items.is_empty()).then(|| Ty::new(some)))
}

/// Some fields of each record of an array, `array[["x", "y"]]`: a view.
pub fn columns(cx: &Cx<'_>, array: Ty, at: Val) -> Rule {
    let Kind::Array { dtype, ndim, layout, mutable, aligned } = *array.kind() else {
        return Ok(None);
    };
    let Some(dtype) = some_fields(cx, dtype, at)? else { return Ok(None) };
    let ty = Ty::new(Kind::Array { dtype, ndim, layout, mutable, aligned });
    Ok(Some(Resolved::one(Val::new(ty), move |e, a| {
        let parts = e.parts(a[0]);
        e.pack(&parts, ty)
    })))
}

/// `array[["x", "y"]] = value`
pub fn set_columns(cx: &mut Cx<'_>, array: Ty, at: Val, value: Val) -> Rule {
    let Some(view) = columns(cx, array, at)? else { return Ok(None) };
    let assign = crate::subscript::setitem(cx, view.val(), Val::new(Ty::ellipsis()), value)?;
    Ok(Some(Resolved::effect(move |e, a| {
        let view = e.resolved(&view, &a[..1]);
        let all = e.unit(Ty::ellipsis());
        (assign.emit)(e, &[view, all, a[2]]);
    })))
}

/// `record[name]`
pub fn getitem(cx: &Cx<'_>, record: Ty, at: Val) -> Rule {
    if let Some(ty) = some_fields(cx, record, at)? {
        return Ok(Some(Resolved::one(Val::new(ty), move |e, a| {
            let parts = e.parts(a[0]);
            e.pack(&parts, ty)
        })));
    }
    Ok(indexed(cx, record, at)?.map(|field| read(record, field)))
}

/// `record.name`
pub fn getattr(cx: &Cx<'_>, record: Ty, name: &Name) -> Rule {
    let is_field = record.record_field(name).is_some();
    Ok(Some(match &**name {
        "dtype" if !is_field => Resolved::constant(Ty::new(Kind::DType(record))),
        "copy" | "tolist" | "item" if !is_field => crate::methods::bound(Val::new(record), name),
        _ => read(record, named(cx, record, name)?),
    }))
}

/// The names of the fields of a dtype, as constants; None where it has none.
pub fn names(dtype: Ty) -> Resolved {
    let Kind::Record { fields, .. } = dtype.kind() else {
        return Resolved::constant(Ty::none());
    };
    let names: Vec<Ty> = fields.iter().map(|field| Ty::literal_str(&*field.name)).collect();
    Resolved::one(Val::weak(Ty::tuple(names.clone())), move |e, _| {
        let names: Vec<Value> = names.iter().map(|name| e.unit(*name)).collect();
        let ty = Ty::tuple(names.iter().map(|name| e.ty(*name)).collect::<Vec<_>>());
        e.pack(&names, ty)
    })
}

fn read(record: Ty, field: &'static RecordField) -> Resolved {
    let ty = field_type(record, field);
    Resolved::one(Val::new(ty), move |e, a| read_field(e, a[0], field, ty))
}

/// `record[name] = value`
pub fn setitem(cx: &mut Cx<'_>, record: Ty, at: Val, value: Val) -> Rule {
    match indexed(cx, record, at)? {
        Some(field) => write(cx, record, field, value, 2),
        None => Ok(None),
    }
}

/// `record.name = value`
pub fn setattr(cx: &mut Cx<'_>, record: Ty, name: &str, value: Val) -> Rule {
    let field = named(cx, record, name)?;
    write(cx, record, field, value, 1)
}

/// Assignment to a field; the value is operand `at`, the record the first.
fn write(cx: &mut Cx<'_>, record: Ty, field: &'static RecordField, value: Val, at: usize) -> Rule {
    let ty = field_type(record, field);
    if ty.is_array() {
        let Some(assign) = elementwise::assign(ty, value) else {
            return Err(unfit(cx, field, ty, value));
        };
        return Ok(Some(Resolved::effect(move |e, a| {
            let view = read_field(e, a[0], field, ty);
            (assign.emit)(e, &[view, a[at]]);
        })));
    }
    if coluber_types::conversion(value.ty, field.ty).is_none() || value.ty.is_array() {
        return Err(unfit(cx, field, ty, value));
    }
    Ok(Some(Resolved::effect(move |e, a| {
        let v = e.coerce(a[at], ty);
        let ptr = e.part(a[0], 1);
        let ptr = e.moved(ptr, field.offset);
        e.store_element(ptr, v, field.ty);
    })))
}

fn unfit(cx: &Cx<'_>, field: &RecordField, ty: Ty, value: Val) -> Box<Diagnostic> {
    cx.error(format!("cannot assign a value of type {} to the field '{}' of type {ty}", value.ty, field.name))
}

/// The field of all records of an array, as `array[name]` and `array.name` give it; None when the elements are no records.
pub fn column(cx: &Cx<'_>, array: Ty, name: &str) -> Rule {
    let Some((dtype, ..)) = array.as_array() else {
        return Ok(None);
    };
    if !is_record(dtype) {
        return Ok(None);
    }
    let field = named(cx, dtype, name)?;
    let ty = column_type(array, dtype, field);
    Ok(Some(Resolved::one(Val::new(ty), move |e, a| read_column(e, a[0], field, ty))))
}

fn column_type(array: Ty, record: Ty, field: &RecordField) -> Ty {
    let Kind::Array { ndim, mutable, aligned, .. } = *array.kind() else {
        return array;
    };
    let ndim = ndim + field.shape.len() as u8;
    let aligned = aligned && matches!(record.kind(), Kind::Record { aligned: true, .. });
    Ty::new(Kind::Array { dtype: field.ty, ndim, layout: Layout::A, mutable, aligned })
}

fn read_column(e: &mut Emitter<'_>, array: Value, field: &RecordField, ty: Ty) -> Value {
    let parts = e.parts(array);
    let (mut shape, mut strides) = (e.parts(parts[2]), e.parts(parts[3]));
    let inner: Vec<Value> = field.shape.iter().map(|n| e.i64(i64::from(*n))).collect();
    strides.extend(e.contiguous_strides(&inner, field.ty.itemsize().unwrap_or(1), Layout::C));
    shape.extend(inner);
    let data = e.moved(parts[1], field.offset);
    e.make_array(parts[0], data, &shape, &strides, ty)
}

/// `array[name] = value`
pub fn set_column(cx: &mut Cx<'_>, array: Ty, at: Val, value: Val) -> Rule {
    let (Some(name), Some((dtype, ..))) = (at.literal_str(), array.as_array()) else {
        return Ok(None);
    };
    if !is_record(dtype) {
        return Ok(None);
    }
    let field = named(cx, dtype, name)?;
    let ty = column_type(array, dtype, field);
    if let Some(assign) = elementwise::assign(ty, value) {
        return Ok(Some(Resolved::effect(move |e, a| {
            let view = read_column(e, a[0], field, ty);
            (assign.emit)(e, &[view, a[2]]);
        })));
    }
    // What only the assignment to elements takes, such as lists.
    cx.check_settled(&[value])?;
    let assign = crate::subscript::setitem(cx, Val::new(ty), Val::new(Ty::ellipsis()), value)
        .map_err(|_| unfit(cx, field, ty, value))?;
    Ok(Some(Resolved::effect(move |e, a| {
        let view = read_column(e, a[0], field, ty);
        let all = e.unit(Ty::ellipsis());
        (assign.emit)(e, &[view, all, a[2]]);
    })))
}
