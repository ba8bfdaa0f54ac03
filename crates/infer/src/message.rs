//! Messages of exceptions that have numbers in them, which are made into text only when the exception is raised.

use crate::emit::Emitter;
use coluber_ir::Value;
use coluber_ir::typed::Op;
use coluber_types::{Kind, TextForm, Ty};

/// A message that is being put together. Kernels on a GPU have the plain text alone.
pub(crate) struct Message {
    plain: &'static str,
    types: Vec<Ty>,
    parts: Vec<Value>,
    /// What stands behind the last number.
    text: String,
}

impl Message {
    /// An empty message; the plain text stands for it where no numbers can be told.
    pub(crate) fn new(plain: &'static str) -> Self {
        Message { plain, types: Vec::new(), parts: Vec::new(), text: String::new() }
    }

    /// With a text behind it.
    pub(crate) fn text(mut self, text: &str) -> Self {
        self.text.push_str(text);
        self
    }

    /// With an integer behind it.
    pub(crate) fn number(mut self, e: &mut Emitter<'_>, number: Value) -> Self {
        self.settle(e);
        let ty = Ty::new(Kind::Formatted { form: TextForm::Str, value: Ty::int64(), spec: Ty::none() });
        let none = e.unit(Ty::none());
        self.parts.push(e.pack(&[number, none], ty));
        self.types.push(ty);
        self
    }

    /// With a shape behind it, as NumPy writes shapes: `(5,4)`, `(3,)`, `()`.
    pub(crate) fn shape(mut self, e: &mut Emitter<'_>, shape: &[Value]) -> Self {
        self.text.push('(');
        for (axis, &extent) in shape.iter().enumerate() {
            if axis > 0 {
                self.text.push(',');
            }
            self = self.number(e, extent);
        }
        self.text(if shape.len() == 1 { ",)" } else { ")" })
    }

    fn settle(&mut self, e: &mut Emitter<'_>) {
        if !self.text.is_empty() {
            let ty = Ty::literal_str(std::mem::take(&mut self.text));
            self.parts.push(e.unit(ty));
            self.types.push(ty);
        }
    }

    /// Raises an exception of the class with this message, unless `ok`.
    pub(crate) fn guard(mut self, e: &mut Emitter<'_>, class: &str, ok: Value) {
        self.settle(e);
        let message = e.pack(&self.parts, Ty::new(Kind::Text(self.types.into())));
        e.builder().effect(Op::Guard { class: class.into(), message: self.plain.into() }, &[ok, message]);
    }
}
