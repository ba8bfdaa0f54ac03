//! Named arguments that compilers pass by a dict: those of calls with many of them, or with `**`.

use super::{Args, Emitter};
use coluber_base::Name;
use coluber_ir::py::{Op, STAR_NAMES};
use coluber_ir::{Const, Inst, Value};

/// Named arguments, in their order.
#[derive(Default)]
pub(super) struct Named {
    pub(super) names: Vec<Name>,
    pub(super) values: Args,
    /// What makes the dicts, which nothing needs any more.
    made: Vec<Inst>,
    /// What adds to them.
    steps: Vec<Inst>,
}

impl Emitter<'_> {
    /// The names and values of a dict that was made for a call, just before it. What is merged into it and is no display with constant
    /// names has the name [`STAR_NAMES`].
    pub(super) fn named_arguments(&mut self, kwargs: Value) -> Option<Named> {
        let mut named = self.display(kwargs)?;
        for merge in self.changes(kwargs) {
            let data = &self.func.insts[merge];
            let is_pair = matches!(data.op, Op::MapAdd {});
            if data.args[0] != kwargs || !(is_pair || matches!(data.op, Op::DictUpdate {})) {
                return None;
            }
            if is_pair {
                self.add_pair(&mut named, merge)?;
                continue;
            }
            self.merge(&mut named, data.args[1]);
            named.steps.push(merge);
        }
        self.removable.extend(named.made.iter().copied());
        self.dropped.extend(named.steps.iter().copied());
        Some(named)
    }

    fn merge(&self, named: &mut Named, merged: Value) {
        if let Some(display) = self.constant_names(merged) {
            named.names.extend(display.names);
            named.values.extend(display.values);
            named.made.extend(display.made);
            named.steps.extend(display.steps);
        } else {
            named.names.push(STAR_NAMES.into());
            named.values.push(merged);
        }
    }

    /// A dict display whose keys are constant texts.
    fn constant_names(&self, dict: Value) -> Option<Named> {
        let mut named = self.display(dict)?;
        for change in self.changes(dict) {
            let data = &self.func.insts[change];
            // It may have been merged into another dict.
            if data.args[0] == dict {
                matches!(data.op, Op::MapAdd {}).then(|| self.add_pair(&mut named, change))??;
            }
        }
        Some(named)
    }

    /// What a dict is made with.
    fn display(&self, dict: Value) -> Option<Named> {
        let (inst, op) = self.made_by(dict)?;
        if !matches!(op, Op::BuildMap {}) {
            return None;
        }
        let mut named = Named { made: vec![inst], ..Named::default() };
        for pair in self.func.insts[inst].args.chunks(2) {
            named.names.push(self.constant_text(pair[0])?);
            named.values.push(pair[1]);
        }
        Some(named)
    }

    /// A step of a display.
    fn add_pair(&self, named: &mut Named, step: Inst) -> Option<()> {
        let [_, name, value] = self.func.insts[step].args[..] else { return None };
        if !self.map_steps.contains(step) {
            return None;
        }
        named.names.push(self.constant_text(name)?);
        named.values.push(value);
        named.steps.push(step);
        Some(())
    }

    fn constant_text(&self, value: Value) -> Option<Name> {
        match self.made_by(value) {
            Some((_, Op::Const { value: Const::Str(name) })) => Some(name.clone()),
            _ => None,
        }
    }

    /// The operations without result, such as the update of a dict, that use the value.
    fn changes(&self, value: Value) -> Vec<Inst> {
        let all = self.func.insts.iter();
        all.filter(|(_, data)| data.results.is_empty() && data.args.contains(&value)).map(|(inst, _)| inst).collect()
    }
}
