//! What may be None inside of an index, or of a tuple or list that a function of NumPy takes: bounds of slices become integers that mean
//! the same, other items must be there, which is checked.

use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::engine::slices::slice_of_optionals;
use crate::value::{Resolved, Val};
use coluber_base::Result;
use coluber_ir::Value;
use coluber_types::{Kind, ListForm, Ty};

/// The value without what may be None inside of it; none where there is nothing of that kind.
pub fn plain(cx: &mut Cx<'_>, val: Val) -> Rule {
    if has_optional_items(val.ty) {
        return cx.overload("coluber.present_items", &[val]);
    }
    let ty = plain_type(val.ty);
    Ok(ty.map(|ty| Resolved::one(Val { ty, ..val }, move |e, a| converted(e, a[0], ty))))
}

/// Calls a function with such arguments, the first of which is the operand `before`; none where there are none.
pub fn call(
    cx: &mut Cx<'_>,
    args: &CallArgs,
    before: usize,
    call: impl FnOnce(&mut Cx<'_>, &CallArgs) -> Rule,
) -> Rule {
    if args.star.is_some() {
        return Ok(None);
    }
    let made = args.vals().iter().map(|val| plain(cx, *val)).collect::<Result<Vec<_>>>()?;
    if made.iter().all(Option::is_none) {
        return Ok(None);
    }
    let mut changed = args.clone();
    let places = changed.positional.iter_mut().chain(changed.names.iter_mut().map(|named| &mut named.1));
    places.zip(&made).for_each(|(place, made)| *place = made.as_ref().map_or(*place, Resolved::val));
    let found = call(cx, &changed)?;
    Ok(found.map(|found| {
        crate::instances::with_operands(found, move |e, a| {
            let mut operands = a.to_vec();
            for (operand, made) in operands[before..].iter_mut().zip(&made) {
                *operand = made.as_ref().map_or(*operand, |made| e.resolved(made, &[*operand]));
            }
            operands
        })
    }))
}

/// Whether it is a list of numbers or arrays that may be None.
fn has_optional_items(ty: Ty) -> bool {
    let Kind::List { item, form: ListForm::List, .. } = ty.kind() else { return false };
    matches!(item.kind(), Kind::Optional(inner) if inner.is_array() || inner.unliteral().is_number())
}

fn plain_type(ty: Ty) -> Option<Ty> {
    match ty.kind() {
        Kind::Slice { start, stop, step } => {
            let bounds = [*start, *stop, *step];
            bounds.iter().any(|bound| is_optional(*bound)).then(|| slice_of(bounds)).flatten()
        }
        Kind::Tuple(items) => {
            let changed: Vec<Option<Ty>> = items.iter().map(|item| plain_item(*item)).collect();
            let is_changed = changed.iter().any(Option::is_some);
            is_changed.then(|| {
                Ty::tuple(changed.iter().zip(items.iter()).map(|(c, item)| c.unwrap_or(*item)).collect::<Vec<_>>())
            })
        }
        _ => None,
    }
}

fn plain_item(ty: Ty) -> Option<Ty> {
    match ty.kind() {
        Kind::Optional(inner) => Some(plain_type(*inner).unwrap_or(*inner)),
        _ => plain_type(ty),
    }
}

fn is_optional(ty: Ty) -> bool {
    matches!(ty.kind(), Kind::Optional(_))
}

/// The type of a slice whose bounds are there.
fn slice_of(bounds: [Ty; 3]) -> Option<Ty> {
    Some(slice_of_optionals(&bounds.map(Val::new))?.val().ty)
}

fn converted(e: &mut Emitter<'_>, v: Value, to: Ty) -> Value {
    let from = e.ty(v);
    match (from.kind(), to.kind()) {
        _ if from == to => v,
        (Kind::Optional(inner), _) => {
            let there = e.coerce(v, *inner);
            converted(e, there, to)
        }
        (Kind::Slice { start, stop, step }, Kind::Slice { .. }) => {
            let bounds = e.parts(v);
            match slice_of_optionals(&[*start, *stop, *step].map(Val::new)) {
                Some(slice) => e.resolved(&slice, &bounds),
                None => v,
            }
        }
        (Kind::Tuple(_), Kind::Tuple(items)) => {
            let parts: Vec<Value> =
                e.parts(v).into_iter().zip(items.iter()).map(|(part, ty)| converted(e, part, *ty)).collect();
            e.pack(&parts, to)
        }
        _ => e.coerce(v, to),
    }
}
