//! Lists, dicts, sets and instances that compiled code keeps beyond a call, or finds under a name of the program. The host holds them, by
//! names; a function reads those that its globals name once, where it begins.

use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::hints;
use crate::host::HostValue;
use crate::value::{Resolved, Val};
use coluber_base::{Diagnostic, Name, Span};
use coluber_ir::Value;
use coluber_ir::typed::Op;
use coluber_types::{Kind, Ty};
use std::sync::atomic::{AtomicU64, Ordering};

pub use coluber_types::begun::{SHARED_CALL, SHARED_DIGITS};

/// A container of the program under a global name that is empty, or a list of None, into which a function may put something.
#[derive(Clone)]
pub struct Begun {
    /// Its number.
    pub number: u32,
    /// For a list of None, its number as one that is read.
    pub shared: Option<u32>,
    /// Its site in the function.
    pub site: u32,
    /// The type of such an empty container.
    pub empty: Ty,
    pub name: Name,
    /// Where the function reads it first.
    pub span: Span,
}

impl Begun {
    /// The error of one of which nothing says what it holds.
    pub fn unknown(&self) -> Box<Diagnostic> {
        let class = match self.empty.kind() {
            Kind::Dict { .. } => "dict",
            Kind::Set { .. } => "set",
            _ => "list",
        };
        let name = &self.name;
        let text = format!("Untyped global name '{name}': Cannot determine Numba type of <class '{class}'>");
        let note = "it is empty, and the function puts nothing into it that would say what it holds";
        Diagnostic::typing(text, self.span).note(note).hint(hints::untyped(name, class))
    }
}

/// Appends what reads one of the program, unless the function has done so.
pub fn read(e: &mut Emitter<'_>, number: u32, ty: Ty) -> Value {
    match e.shared.get(&number) {
        Some(&value) => value,
        None => {
            let name = format!("{SHARED_CALL}{number:0SHARED_DIGITS$}");
            e.builder().value(Op::Host { func: name.into() }, &[], ty)
        }
    }
}

/// Why code for another machine can't read one.
pub fn refused(name: &str, what: &str, value: &HostValue, span: Span) -> Box<Diagnostic> {
    let text = format!("Untyped {what} name '{name}': Cannot determine Numba type of {}", value.ty);
    Diagnostic::typing(text, span).hint(format!("kernels have no containers: make '{name}' a tuple or an array"))
}

/// `kept(container)`: the container that was given here first, in all calls of the function that this is compiled in.
pub fn kept(cx: &mut Cx<'_>, made: Val) -> Rule {
    if cx.options.cuda || !matches!(made.ty.kind(), Kind::List { .. } | Kind::Dict { .. } | Kind::Set { .. }) {
        return Ok(None);
    }
    Ok(Some(Resolved::one(made, move |e, a| {
        let ty = made.ty.bare();
        let first = e.coerce(a[0], ty);
        e.builder().value(Op::Host { func: next_name() }, &[first], ty)
    })))
}

/// A name that no other place has, in no other process either: code of the cache on disk keeps its names.
fn next_name() -> Name {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let started = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |time| time.as_nanos());
    format!("object:kept:{}:{started}:{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed)).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn each_place_has_a_name_of_its_own() {
        let names: HashSet<Name> = (0..100).map(|_| next_name()).collect();
        assert_eq!(names.len(), 100);
        assert!(names.iter().all(|name| name.starts_with("object:kept:")));
    }

    #[test]
    fn kernels_are_refused_with_the_name() {
        let value = HostValue::of_type(Ty::list(Ty::int64()));
        let error = refused("table", "global", &value, Span::default());
        assert_eq!(error.message, "Untyped global name 'table': Cannot determine Numba type of list(int64)");
    }
}
