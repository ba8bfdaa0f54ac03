//! Calls and f-strings.

use super::{Args, Emitter};
use coluber_base::{Name, Result};
use coluber_bytecode::Conversion;
use coluber_ir::py::Op;

impl Emitter<'_> {
    pub(super) fn call(&mut self, argc: u32, names: &[Name]) -> Result<()> {
        let args = self.pop_many(argc)?;
        let callee = self.pop()?;
        if names.is_empty() && self.is_with_exit(callee, &args) {
            self.with_exit(callee);
            return Ok(());
        }
        let mut operands = Args::with_capacity(args.len() + 1);
        operands.push(callee);
        operands.extend_from_slice(&args);
        let call = self.inst(Op::Call { names: names.to_vec() }, &operands, 1);
        if names.is_empty() {
            self.note_exit(call, callee, &args);
        }
        self.push(self.func.result(call));
        Ok(())
    }

    pub(super) fn call_star(&mut self, has_kwargs: bool) -> Result<()> {
        let kwargs = if has_kwargs { Some(self.pop()?) } else { None };
        let args = self.pop()?;
        let callee = self.pop()?;
        let mut operands = Args::from_slice(&[callee]);
        let named = kwargs.map(|kwargs| self.named_arguments(kwargs));
        let plain = if has_kwargs { None } else { self.items_of(args) };
        let op = if let Some(items) = plain {
            operands.extend_from_slice(items);
            Op::Call { names: Vec::new() }
        } else {
            operands.push(args);
            let names = match named.flatten() {
                Some(named) => {
                    operands.extend(named.values);
                    named.names
                }
                None => {
                    operands.extend(kwargs);
                    Vec::new()
                }
            };
            Op::CallStar { names }
        };
        let result = self.value(op, &operands);
        self.push(result);
        Ok(())
    }

    /// `!s`, `!r`, `!a`.
    pub(super) fn convert(&mut self, conversion: Conversion) -> Result<()> {
        let word = match conversion {
            Conversion::Str => "s",
            Conversion::Repr => "r",
            Conversion::Ascii => "a",
        };
        self.apply(Op::Format { conversion: word.into() }, 1)
    }

    /// A field of an f-string; takes over a conversion before it.
    pub(super) fn format(&mut self, has_spec: bool) -> Result<()> {
        let mut args = self.pop_many(1 + u32::from(has_spec))?;
        let converted = match self.made_by(args[0]) {
            Some((inst, Op::Format { conversion }))
                if !conversion.is_empty() && self.func.insts[inst].args.len() == 1 =>
            {
                Some((inst, conversion.clone()))
            }
            _ => None,
        };
        let mut conversion = Name::from("");
        if let Some((inst, word)) = converted {
            args[0] = self.func.insts[inst].args[0];
            self.removable.insert(inst);
            conversion = word;
        }
        let text = self.value(Op::Format { conversion }, &args);
        self.push(text);
        Ok(())
    }
}
