//! Vector types: `cuda.float32x4(a, b, c, d)` of numbers and shorter vectors, read by `.x .y .z .w`.

use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::records;
use crate::value::{Resolved, Val};
use coluber_ir::Value;
use coluber_types::{Kind, RecordField, Ty};

/// The names of the items.
const NAMES: [&str; 4] = ["x", "y", "z", "w"];

/// An argument of a constructor.
#[derive(Clone, Copy)]
enum Part {
    Number,
    /// A vector of so many items.
    Vector(usize),
    /// A record with the fields of a vector.
    Record(&'static [RecordField]),
}

impl Part {
    fn of(ty: Ty) -> Option<Part> {
        match ty.kind() {
            Kind::Vector { count, .. } => Some(Part::Vector(usize::from(*count))),
            Kind::Record { fields, .. } if is_vector_like(fields) => Some(Part::Record(fields)),
            _ => ty.unliteral().is_number().then_some(Part::Number),
        }
    }

    fn count(self) -> usize {
        match self {
            Part::Number => 1,
            Part::Vector(count) => count,
            Part::Record(fields) => fields.len(),
        }
    }

    fn items(self, e: &mut Emitter<'_>, value: Value) -> Vec<Value> {
        match self {
            Part::Number => vec![value],
            Part::Vector(_) => e.parts(value),
            Part::Record(fields) => fields.iter().map(|field| records::read_field(e, value, field, field.ty)).collect(),
        }
    }
}

fn is_vector_like(fields: &[RecordField]) -> bool {
    let named = fields.iter().zip(NAMES).all(|(field, name)| *field.name == *name);
    named && fields.len() <= NAMES.len() && fields.iter().all(|f| f.shape.is_empty() && f.ty.is_number())
}

/// Calls a vector class.
pub fn make(cx: &mut Cx<'_>, ty: Ty, args: &CallArgs) -> Rule {
    let Kind::Vector { item, count } = *ty.kind() else {
        return Ok(None);
    };
    let vals = args.vals();
    if !args.names.is_empty() || args.star.is_some() {
        return Ok(None);
    }
    let Some(parts) = vals.iter().map(|v| Part::of(v.ty)).collect::<Option<Vec<Part>>>() else {
        return Ok(None);
    };
    let given: usize = parts.iter().map(|part| part.count()).sum();
    if given != usize::from(count) {
        return Err(cx.error(format!("{ty} takes {count} numbers; {given} were given")));
    }
    Ok(Some(Resolved::one(Val::new(ty), move |e, a| {
        let mut items = Vec::with_capacity(given);
        for (part, value) in parts.iter().zip(a) {
            items.extend(part.items(e, *value));
        }
        let items: Vec<Value> = items.into_iter().map(|v| e.coerce(v, item)).collect();
        e.pack(&items, ty)
    })))
}

/// `array[index] = vector` for an array of records with the fields of a vector.
pub fn store(cx: &mut Cx<'_>, array: Val, at: Val, vector: Val) -> Rule {
    let (Kind::Vector { count, .. }, Some((dtype, ..))) = (vector.ty.kind(), array.ty.as_array()) else {
        return Ok(None);
    };
    let Some(Part::Record(fields)) = Part::of(dtype).filter(|part| part.count() == usize::from(*count)) else {
        return Ok(None);
    };
    let Some(element) = crate::arrays::index::getitem(cx, array, at)?.filter(|found| found.val().ty == dtype) else {
        return Ok(None);
    };
    Ok(Some(Resolved::effect(move |e, a| {
        let record = e.resolved(&element, &a[..2]);
        let start = e.part(record, 1);
        for (k, field) in fields.iter().enumerate() {
            let item = e.part(a[2], k);
            let item = e.coerce(item, field.ty);
            let place = e.moved(start, field.offset);
            e.store(place, item);
        }
    })))
}

/// `vector.x`
pub fn attribute(ty: Ty, name: &str) -> Option<Resolved> {
    let Kind::Vector { item, count } = *ty.kind() else {
        return None;
    };
    let at = NAMES[..usize::from(count)].iter().position(|n| *n == name)?;
    Some(Resolved::one(Val::new(item), move |e, a| e.part(a[0], at)))
}
