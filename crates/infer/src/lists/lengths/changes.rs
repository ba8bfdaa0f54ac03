//! How many items come into a list, or go, on the ways from where it is made to a place.

use super::linear::Linear;
use super::{Lengths, Made, Place};
use crate::lists::is_index;
use coluber_ir::py::Op;
use coluber_ir::{Cfg, Dominators, Inst, Loops, Value};
use coluber_types::{Kind, ListForm};

/// An operation that changes the length of a list, and how much longer it makes it, where that is known.
type Change = (Inst, Option<Linear>);

impl Lengths<'_> {
    /// How many items come in between where a list is made and a place.
    pub(super) fn changes(&mut self, list: Value, made: &Made, to: Place) -> Option<Linear> {
        if self.vals[list].ty.list_form() == Some(ListForm::Tuple) {
            return Some(Linear::from(0));
        }
        if self.is_handed_on(list) {
            return None;
        }
        let users = self.insts().filter(|&inst| self.body.insts[inst].args.contains(&list));
        let users: Vec<Inst> = users.filter(|user| made.filler != Some(*user)).collect();
        let mut changes = Vec::new();
        for user in users {
            changes.extend(self.change(list, user)?);
        }
        if changes.is_empty() {
            return Some(Linear::from(0));
        }
        let cfg = Cfg::new(self.body);
        let dominators = Dominators::new(self.body, &cfg);
        let ways = Ways { loops: Loops::new(&cfg, &dominators), dominators, from: made.at };
        changes.into_iter().try_fold(Linear::from(0), |sum, (inst, more)| {
            let place = self.place_of(inst)?;
            match () {
                () if ways.is_never_before(place, to) => Some(sum),
                () if ways.is_once_before(place, to) => Some(sum + more?),
                () => None,
            }
        })
    }

    /// Whether a value goes on as that of a variable with several definitions.
    fn is_handed_on(&self, list: Value) -> bool {
        let mut targets = self.body.layout.iter().flat_map(|&block| self.body.blocks[block].term.targets());
        targets.any(|target| target.args.contains(&list))
    }

    /// How a user of a list changes its length, if it does. None of one that may change it later.
    fn change(&mut self, list: Value, user: Inst) -> Option<Option<Change>> {
        let data = &self.body.insts[user];
        let is_first = data.args[0] == list;
        Some(match &data.op {
            Op::GetItem {} | Op::GetIter {} | Op::Truth {} | Op::Contains { .. } | Op::Compare { .. } => None,
            Op::Binary { .. } | Op::SizedIter {} | Op::SizedItem {} | Op::Unpack { .. } => None,
            Op::Format { .. } | Op::Assign { .. } | Op::Is { .. } => None,
            Op::ListPut {} | Op::ListAppend {} if is_first => Some((user, Some(Linear::from(1)))),
            Op::ListPut {} => None,
            Op::Inplace { .. } if !is_first => None,
            // From there on the list is known as the result.
            Op::Inplace { .. } => Some((user, None)),
            Op::SetItem {} if is_first && self.is_number(data.args[1]) => None,
            Op::DelItem {} if self.is_number(data.args[1]) => Some((user, Some(Linear::from(-1)))),
            Op::GetAttr { name } => return self.method(data.results[0], name),
            Op::Call { .. } if !is_first && self.is_read_by(data.args[0]) => None,
            _ => return None,
        })
    }

    fn is_number(&self, index: Value) -> bool {
        is_index(self.vals[index].ty)
    }

    /// Whether a function only reads its arguments: one of Python's own, or of NumPy.
    fn is_read_by(&mut self, function: Value) -> bool {
        match self.vals[function].ty.kind() {
            Kind::BoundMethod { receiver, .. } => receiver.is_array(),
            Kind::Function(_) => self
                .key(function)
                .is_some_and(|key| key.starts_with("builtins.") || crate::array_likes::takes_array_likes(&key)),
            _ => false,
        }
    }

    /// How a call of a method changes the length.
    fn method(&mut self, method: Value, name: &str) -> Option<Option<Change>> {
        let more = match name {
            "append" | "insert" => 1,
            "pop" | "remove" => -1,
            "copy" | "count" | "index" | "reverse" | "sort" => return Some(None),
            "extend" => 0,
            _ => return None,
        };
        let user = self.only_call(method)?;
        let data = &self.body.insts[user];
        let more = match name {
            "extend" => self.items(*data.args.get(1)?, self.place_of(user)?)?,
            _ => Linear::from(more),
        };
        Some(Some((user, Some(more))))
    }

    /// The only thing that is done with a method, where that is a call.
    pub(super) fn only_call(&self, method: Value) -> Option<Inst> {
        let mut users = self.insts().filter(|&inst| self.body.insts[inst].args.contains(&method));
        let user = users.next().filter(|_| users.next().is_none())?;
        let data = &self.body.insts[user];
        (matches!(data.op, Op::Call { .. }) && data.args[0] == method).then_some(user)
    }
}

/// The ways that lead from where a list is made to other places.
struct Ways {
    loops: Loops,
    dominators: Dominators,
    from: Place,
}

impl Ways {
    /// Whether each way to one place passes another one first.
    fn passes(&self, first: Place, then: Place) -> bool {
        match first.block == then.block {
            true => first.index < then.index,
            false => self.dominators.dominates(first.block, then.block),
        }
    }

    /// Whether a place may be passed more than once for one list.
    fn repeats(&self, place: Place) -> bool {
        let mut around = self.loops.iter().filter(|(id, _)| self.loops.contains(*id, place.block));
        around.any(|(id, _)| !self.loops.contains(id, self.from.block))
    }

    /// Whether each way to a place passes this one once.
    fn is_once_before(&self, place: Place, to: Place) -> bool {
        self.passes(place, to) && !self.repeats(place)
    }

    /// Whether no way to the start of a place passes this one.
    fn is_never_before(&self, place: Place, to: Place) -> bool {
        (place == to || self.passes(to, place)) && !self.repeats(to)
    }
}
