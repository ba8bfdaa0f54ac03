//! Calls and f-strings.

use super::{Args, Emitter};
use coluber_base::{Name, Result};
use coluber_bytecode::Conversion;
use coluber_ir::py::{Op, STAR_NAMES};
use coluber_ir::{Const, Inst, Value};

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
        operands.extend(args);
        let result = self.value(Op::Call { names: names.to_vec() }, &operands);
        self.push(result);
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
                Some((names, values)) => {
                    operands.extend(values);
                    names
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

    /// The names and values of a dict that was made for a call, just before it. What is merged into it and is no display with constant
    /// names has the name [`STAR_NAMES`].
    fn named_arguments(&mut self, kwargs: Value) -> Option<(Vec<Name>, Args)> {
        let (mut names, mut values) = self.constant_names(kwargs)?;
        let (made, _) = self.made_by(kwargs)?;
        let merges: Vec<Inst> = self.changes(kwargs);
        for &merge in &merges {
            let data = &self.func.insts[merge];
            if !matches!(data.op, Op::DictUpdate {}) || data.args[0] != kwargs {
                return None;
            }
            let merged = data.args[1];
            let is_as_made = self.changes(merged).iter().all(|&change| self.func.insts[change].args[0] != merged);
            let display = if is_as_made { self.constant_names(merged) } else { None };
            let Some((more, items)) = display else {
                names.push(STAR_NAMES.into());
                values.push(merged);
                continue;
            };
            names.extend(more);
            values.extend(items);
            self.removable.extend(self.made_by(merged).map(|made| made.0));
        }
        self.removable.insert(made);
        for merge in merges {
            self.dropped.insert(merge);
        }
        Some((names, values))
    }

    /// The names and values of a dict display whose keys are constant texts.
    fn constant_names(&self, dict: Value) -> Option<(Vec<Name>, Args)> {
        let (inst, op) = self.made_by(dict)?;
        if !matches!(op, Op::BuildMap {}) {
            return None;
        }
        let (mut names, mut values) = (Vec::new(), Args::new());
        for pair in self.func.insts[inst].args.chunks(2) {
            match self.made_by(pair[0]) {
                Some((_, Op::Const { value: Const::Str(name) })) => names.push(name.clone()),
                _ => return None,
            }
            values.push(pair[1]);
        }
        Some((names, values))
    }

    /// The operations without result, such as the update of a dict, that use the value.
    fn changes(&self, value: Value) -> Vec<Inst> {
        let all = self.func.insts.iter();
        all.filter(|(_, data)| data.results.is_empty() && data.args.contains(&value)).map(|(inst, _)| inst).collect()
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
