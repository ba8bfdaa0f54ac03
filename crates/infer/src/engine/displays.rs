//! Displays of names whose values have several types, where others than the function may change them: there they are dicts, not the tuples that
//! displays are which are only read.

use super::Engine;
use super::own_items::{ADDING, attribute};
use crate::keywords;
use crate::value::Val;
use coluber_base::Result;
use coluber_ir::py::Op;
use coluber_ir::{InstData, Untyped, Value};
use coluber_types::{Kind, Ty};

impl Engine<'_> {
    /// Refuses to keep such displays in containers that others have, too.
    pub(super) fn check_kept(&mut self, body: &Untyped, data: &InstData<Op>, v: &[Val]) -> Result<()> {
        let is_kept = match (&data.op, v) {
            // A display alone becomes what the field holds.
            (Op::SetAttr { .. }, [_, value]) => keywords::are_items(value.ty),
            (Op::SetItem {}, [container, _, value]) => {
                keywords::holds(value.ty) && is_shared(body, data.args[0], container.ty)
            }
            (Op::Call { .. }, [callee, args @ ..]) => match callee.ty.kind() {
                Kind::BoundMethod { receiver, name } if is_adding(name) => {
                    let container = attribute(body, data.args[0]).map(|(_, container)| container);
                    args.iter().any(|val| keywords::holds(val.ty))
                        && container.is_some_and(|container| is_shared(body, container, *receiver))
                }
                _ => false,
            },
            _ => false,
        };
        let given = if is_kept { v.iter().map(|val| val.ty).collect() } else { Vec::new() };
        keywords::check_passed(&mut self.cx(data.span), given)
    }
}

fn is_adding(name: &str) -> bool {
    ADDING.contains(&name) || matches!(name, "setdefault" | "extend" | "update" | "extendleft")
}

/// Whether others than the function have a container: it is given, or the value of an attribute.
fn is_shared(body: &Untyped, container: Value, ty: Ty) -> bool {
    let is_made = match ty.kind() {
        Kind::List { site, .. } | Kind::Dict { site, .. } => site.is_some(),
        _ => true,
    };
    !is_made || attribute(body, container).is_some()
}
