//! Specialisations that stay when a compilation begins again, with other types for fields of classes: functions of the package that
//! have seen nothing of the program. Most of what a large program compiles is such code.

use crate::cache::Event;
use crate::record::{Progress, SpecRecord};
use crate::state::State;
use crate::units::callees;
use coluber_infer::FuncId;
use coluber_types::{Kind, Ty};
use rustc_hash::FxHashSet;

/// Those of a compilation, from a number on, whose types can't be others the next time, and neither can those of what they use.
pub(crate) fn standing(state: &State, compilation: u64, first: u32) -> FxHashSet<u32> {
    let numbers = first..state.specs.len() as u32;
    let mut found: FxHashSet<u32> = numbers.filter(|&spec| is_candidate(state, compilation, spec)).collect();
    loop {
        let falls = |spec: &u32| used(state, *spec).any(|other| other >= first && !found.contains(&other));
        let fallen: Vec<u32> = found.iter().copied().filter(falls).collect();
        if fallen.is_empty() {
            return found;
        }
        fallen.iter().for_each(|spec| {
            found.remove(spec);
        });
    }
}

/// Whether it is typed, of the package, and has arguments and a result that have nothing of the program in them.
fn is_candidate(state: &State, compilation: u64, spec: u32) -> bool {
    let Some(Some(record)) = state.specs.get(spec as usize) else { return false };
    let is_typed = record.settled && matches!(record.progress, Progress::Typed(_));
    let is_own = |func: FuncId| state.is_own(func);
    record.owner == compilation
        && is_typed
        && record.func.is_some_and(is_own)
        && record.args.iter().chain([&record.ret]).all(|&ty| is_plain(state, ty))
}

/// What a specialisation has used while it was typed, and what its code calls.
fn used(state: &State, spec: u32) -> impl Iterator<Item = u32> {
    let events = state.events.get(&spec).map_or(&[] as &[Event], |events| events);
    let told = events.iter().filter_map(|event| match event {
        Event::Used(spec) => Some(*spec),
        Event::Asked { .. } => None,
    });
    let typed = match state.specs.get(spec as usize) {
        Some(Some(SpecRecord { progress: Progress::Typed(typed), .. })) => Some(typed),
        _ => None,
    };
    told.chain(typed.into_iter().flat_map(|typed| callees(typed)))
}

/// Whether there are no objects, functions or generators of the program in a type, and no container whose items are still being found.
fn is_plain(state: &State, ty: Ty) -> bool {
    let all = |types: &[Ty]| types.iter().all(|&ty| is_plain(state, ty));
    match ty.kind() {
        Kind::None | Kind::Ellipsis | Kind::Bool | Kind::Int(_) | Kind::Float(_) | Kind::Complex(_) => true,
        Kind::Date(_) | Kind::Span(_) | Kind::Str | Kind::Bytes | Kind::Chars { .. } | Kind::Literal(_) => true,
        Kind::Omitted(_) | Kind::DType(_) | Kind::NumberClass(_) | Kind::Function(_) | Kind::Module(_) => true,
        Kind::Slice { .. } | Kind::Range { .. } | Kind::RangeIter { .. } | Kind::Record { .. } => true,
        Kind::StrIter | Kind::BytesIter | Kind::NdIndex(_) | Kind::Generator | Kind::Ptr | Kind::Owner => true,
        Kind::Array { dtype: inner, .. } | Kind::Optional(inner) | Kind::Pointer(inner) => is_plain(state, *inner),
        Kind::ArrayIter(inner) | Kind::TupleIter(inner) | Kind::ListIter(inner) => is_plain(state, *inner),
        Kind::Enumerate(inner) | Kind::Reversed(inner) | Kind::FlatIter(inner) => is_plain(state, *inner),
        Kind::List { item, site: None, .. } | Kind::Set { item, site: None, .. } => is_plain(state, *item),
        Kind::Dict { key, value, site: None, .. } => all(&[*key, *value]),
        Kind::DictView { dict, .. } | Kind::DictIter { dict, .. } => is_plain(state, *dict),
        Kind::Tuple(items) | Kind::NamedTuple { items, .. } | Kind::Zip(items) | Kind::OneOf(items) => all(items),
        Kind::Closure { func, captured, .. } => state.is_own(FuncId(*func)) && all(captured),
        Kind::BoundMethod { receiver, .. } => is_plain(state, *receiver),
        _ => false,
    }
}
