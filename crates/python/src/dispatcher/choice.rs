//! Which of several signatures a call is for.

use coluber_session::Compiled;
use coluber_types::convert::is_unaligned;
use coluber_types::text::argument_list;
use coluber_types::{Conversion, Kind, ListForm, Ty, conversion};
use pyo3::PyErr;
use pyo3::exceptions::PyTypeError;

/// The outcome of a choice.
#[derive(Debug, PartialEq, Eq)]
pub enum Choice {
    /// This one is better than all others.
    One(usize),
    /// These are equally good.
    Several(Vec<usize>),
    /// No signature takes the arguments.
    None,
}

/// How many arguments need each kind of conversion, worst first: fewer is better. The last number is that of aligned arrays for which a
/// signature does not ask.
type Cost = [usize; 4];

/// The best of the signatures for these argument types.
pub fn choose<'a>(types: &[Ty], signatures: impl Iterator<Item = &'a [Ty]>) -> Choice {
    let mut best: Option<Cost> = None;
    let mut at = Vec::new();
    for (index, signature) in signatures.enumerate() {
        let Some(cost) = cost(types, signature) else { continue };
        if best.is_none_or(|b| cost < b) {
            best = Some(cost);
            at.clear();
        }
        if best == Some(cost) {
            at.push(index);
        }
    }
    match *at {
        [] => Choice::None,
        [one] => Choice::One(one),
        _ => Choice::Several(at),
    }
}

fn cost(types: &[Ty], signature: &[Ty]) -> Option<Cost> {
    if types.len() != signature.len() {
        return None;
    }
    let mut cost = Cost::default();
    for (&from, &to) in types.iter().zip(signature) {
        match argument_conversion(from, to)? {
            Conversion::Exact => {}
            Conversion::Promote => cost[2] += 1,
            Conversion::Safe => cost[1] += 1,
            Conversion::Unsafe => cost[0] += 1,
        }
        cost[3] += usize::from(is_unaligned(to) && !is_unaligned(from));
    }
    Some(cost)
}

/// As [`conversion`]; an integer from Python may be an address. A list is converted item by item, which compiled code, which shares
/// lists, can't do.
fn argument_conversion(from: Ty, to: Ty) -> Option<Conversion> {
    match (from.kind(), to.kind()) {
        (Kind::Int(_), Kind::Pointer(_)) => Some(Conversion::Unsafe),
        (Kind::List { item: a, form: ListForm::List, .. }, Kind::List { item: b, form: ListForm::List, .. }) => {
            argument_conversion(*a, *b)
        }
        _ => conversion(from, to),
    }
}

/// The position of the specialisation for types of which some are empty lists, whose items may be anything.
pub fn for_empty_lists<'a>(types: &[Ty], mut known: impl Iterator<Item = &'a [Ty]>) -> Option<usize> {
    let fits = |(from, &to): (&Ty, &Ty)| {
        let from = from.as_passed_once();
        from == to
            || match to.kind() {
                Kind::List { form, site: None, .. } => from == Ty::fresh_list().as_list(*form),
                Kind::Dict { form, site: None, .. } => from == Ty::fresh_dict().as_dict(*form),
                Kind::Set { frozen, site: None, .. } => from == Ty::fresh_set().as_frozen(*frozen),
                _ => false,
            }
    };
    types.iter().any(|ty| ty.is_fresh()).then_some(())?;
    known.position(|args| args.len() == types.len() && types.iter().zip(args).all(fits))
}

/// The error of a call that no signature takes.
pub fn no_match(types: &[Ty]) -> PyErr {
    let types: Vec<String> = types.iter().map(Ty::to_string).collect();
    PyTypeError::new_err(format!("No matching definition for argument type(s) {}", types.join(", ")))
}

/// The error of a call that several signatures take equally well.
pub fn ambiguous(function: &str, types: &[Ty], candidates: &[Compiled]) -> PyErr {
    let lines = candidates.iter().map(|spec| format!("{} -> {}", argument_list(&spec.args), spec.ret));
    let lines: Vec<String> = lines.collect();
    PyTypeError::new_err(format!(
        "Ambiguous overloading for {function} {}:\n{}",
        argument_list(types),
        lines.join("\n")
    ))
}
