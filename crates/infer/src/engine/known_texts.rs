//! Lists of texts that NumPy makes an array of, whose texts are known though the type does not say them: the length of the longest is part of
//! the array's type.
//!
//! Such is a list that a global names, with what is in it when the code is compiled, and `list(text)` of a constant. The call gets a tuple of
//! constants in its place, behind a test that the list has these texts when the program runs. Other lists of texts are taken for lists of
//! characters, as of `list(text)`: an array of these is made, and longer texts raise TypeError.

use super::Engine;
use crate::instances::with_operands;
use crate::lists;
use crate::value::{Resolved, Val};
use coluber_base::{Name, Result, Span};
use coluber_ir::py::Op;
use coluber_ir::{Inst, InstData, Untyped, Value};
use coluber_types::{Kind, Ty};

/// A list of more texts is no table that a program writes down.
const MOST: usize = 64;

/// What stands before the name of a global list where the host is asked for the texts in it.
const TEXTS: &str = "texts:";

impl Engine<'_> {
    /// The call of a function or method of NumPy's with tuples of constants, or arrays of characters, in the place of such lists; None where there
    /// are none.
    pub(super) fn call_with_known_texts(
        &mut self,
        body: &Untyped,
        inst: Inst,
        v: &[Val],
        names: &[Name],
    ) -> Result<Option<Resolved>> {
        if !self.makes_arrays(v[0].ty) {
            return Ok(None);
        }
        let span = body.insts[inst].span;
        let mut vals = v.to_vec();
        let mut made = Vec::new();
        for (at, value) in body.insts[inst].args.iter().enumerate().skip(1) {
            let found = match self.known_texts(body, *value, v[at].ty) {
                Some(known) => self.constants(v[at], known, span)?,
                None if self.may_be_characters(body, *value, v[at].ty) => {
                    self.cx(span).overload("coluber.characters", &[v[at]])?
                }
                None => None,
            };
            let Some(found) = found else { continue };
            vals[at] = found.val();
            made.push((at, found));
        }
        if made.is_empty() {
            return Ok(None);
        }
        let found = self.call(&vals, names, span)?;
        Ok(Some(with_operands(found, move |e, a| {
            let mut operands = a.to_vec();
            for (at, made) in &made {
                operands[*at] = e.resolved(made, &a[*at..=*at]);
            }
            operands
        })))
    }

    /// Whether a list is taken for one of characters. Where the function is given texts, callers may know them, which is asked for by an error,
    /// unless the list is made of a text or has lists in it.
    fn may_be_characters(&self, body: &Untyped, value: Value, ty: Ty) -> bool {
        let is_text = |value: &Value| self.typing.vals[*value].ty == Ty::string();
        let is_made_of_text = |made: &InstData<Op>| {
            let is_class = |callee: &Value| matches!(self.typing.vals[*callee].ty.kind(), Kind::Function(_));
            matches!(&made.args[..], [callee, text] if is_class(callee) && is_text(text))
                && matches!(made.op, Op::Call { .. })
        };
        let is_nested = lists::item_of(ty).and_then(lists::item_of).is_some();
        is_of_texts(ty)
            && (is_nested
                || !body.params().iter().any(is_text)
                || body.insts.values().any(|made| made.results.contains(&value) && is_made_of_text(made)))
    }

    /// A tuple of the texts in a list, which is tested.
    fn constants(&mut self, list: Val, known: Ty, span: Span) -> Result<Option<Resolved>> {
        let test = self.cx(span).overload("coluber.check_texts", &[list, Val::weak(known)])?;
        Ok(test.map(|test| {
            Resolved::one(Val::weak(known), move |e, a| {
                let texts: Vec<Value> =
                    known.tuple_items().unwrap_or_default().iter().map(|text| e.unit(*text)).collect();
                let texts = e.pack(&texts, known);
                e.resolved(&test, &[a[0], texts]);
                texts
            })
        }))
    }

    /// Whether a callee is a function of NumPy's or a method of its generators.
    fn makes_arrays(&mut self, callee: Ty) -> bool {
        match callee.kind() {
            Kind::Function(object) => self.host.key(object.id).is_some_and(|key| key.starts_with("numpy.")),
            Kind::BoundMethod { receiver, .. } => matches!(receiver.kind(), Kind::Generator),
            _ => false,
        }
    }

    /// The type of a tuple of the texts in a list, where they are known.
    fn known_texts(&mut self, body: &Untyped, value: Value, ty: Ty) -> Option<Ty> {
        if lists::item_of(ty)?.bare() != Ty::string() {
            return None;
        }
        let made = body.insts.values().find(|data| data.results.contains(&value))?;
        let found = match &made.op {
            Op::Global { name } => self.host.global(self.func, &format!("{TEXTS}{name}"))?.ty,
            Op::Call { names } if names.is_empty() && made.args.len() == 2 && is_only_read(body, value) => {
                let Kind::Function(callee) = self.typing.vals[made.args[0]].ty.kind() else { return None };
                let is_list = self.host.key(callee.id).as_deref() == Some("builtins.list");
                let text = self.typing.vals[made.args[1]].literal_str().filter(|_| is_list)?;
                Ty::tuple(text.chars().map(|c| Ty::literal_str(c.to_string())).collect::<Vec<_>>())
            }
            _ => return None,
        };
        found.tuple_items().filter(|items| (1..=MOST).contains(&items.len()))?;
        Some(found)
    }
}

/// Whether a list is only looked at, or an argument.
fn is_only_read(body: &Untyped, value: Value) -> bool {
    body.insts.values().filter(|data| data.args.contains(&value)).all(|data| {
        matches!(data.op, Op::Call { .. } | Op::GetItem {} | Op::GetIter {} | Op::Contains { .. } | Op::Assign { .. })
    })
}

/// Whether it is the type of lists of texts, or of such lists.
fn is_of_texts(ty: Ty) -> bool {
    lists::item_of(ty).is_some_and(|item| [Ty::string(), Ty::bytes()].contains(&item.bare()) || is_of_texts(item))
}
