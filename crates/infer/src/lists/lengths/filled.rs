//! Lists that a comprehension makes, and generator expressions: one item for each of another sequence, where there is no `if`.

use super::linear::Linear;
use super::{Lengths, insts};
use crate::host::FuncId;
use coluber_ir::py::Op;
use coluber_ir::{Block, Cfg, Dominators, Inst, Loops, Untyped, Value};

impl Lengths<'_> {
    /// The only operation that puts items into a list that begins empty, where that is done in a loop: by a comprehension, or `append`.
    pub(super) fn filler(&self, list: Value, home: Block) -> Option<Inst> {
        let fills = |inst: &Inst| {
            let data = &self.body.insts[*inst];
            let is_method = matches!(&data.op, Op::GetAttr { name } if **name == *"append");
            (is_method || matches!(data.op, Op::ListPut {} | Op::ListAppend {})) && data.args[0] == list
        };
        let mut fillers = self.insts().filter(fills);
        let only = fillers.next().filter(|_| fillers.next().is_none())?;
        self.put_over(only).or_else(|| each_item(self.body, self.put_by(only)?, home)).map(|_| only)
    }

    /// The operation that puts the item in: the call of `append`.
    fn put_by(&self, filler: Inst) -> Option<Inst> {
        let data = &self.body.insts[filler];
        if matches!(data.op, Op::GetAttr { .. }) { self.only_call(data.results[0]) } else { Some(filler) }
    }

    /// The number of items that this operation puts into a list that was empty.
    pub(super) fn filled(&mut self, filler: Inst, home: Block) -> Option<Linear> {
        if let Some(sequence) = self.put_over(filler) {
            return self.items(sequence, self.place_of(filler)?);
        }
        let iterator = each_item(self.body, self.put_by(filler)?, home)?;
        self.iterated(iterator)
    }

    /// The sequence that has an item for each of those that a comprehension puts into a list of known length.
    fn put_over(&self, filler: Inst) -> Option<Value> {
        let data = &self.body.insts[filler];
        matches!(data.op, Op::ListPut {}).then(|| data.args[2])
    }

    /// The number of items of what an iterator is made of.
    fn iterated(&mut self, iterator: Value) -> Option<Linear> {
        let (get_iter, data) = self.definition(iterator)?;
        if !matches!(data.op, Op::GetIter {}) {
            return None;
        }
        self.items(data.args[0], self.place_of(get_iter)?)
    }

    /// The number of items of a generator, where it is a generator expression.
    pub(super) fn yielded(&mut self, generator: Value, func: FuncId) -> Option<Linear> {
        let (call, data) = self.definition(generator)?;
        let &[function, given] = &data.args[..] else { return None };
        let (_, made) = self.definition(function)?;
        if !matches!(data.op, Op::Call { .. }) || !matches!(made.op, Op::MakeFunction { .. }) {
            return None;
        }
        let body = self.host.untyped(func).ok()?;
        let mut yields = insts(&body).filter(|&inst| matches!(body.insts[inst].op, Op::Yield {}));
        let (only, others) = (yields.next()?, yields.next());
        let iterator = each_item(&body, only, body.entry()).filter(|_| others.is_none())?;
        let made = body.insts.values().find(|data| data.results.contains(&iterator));
        let iterator = made.filter(|data| matches!(data.op, Op::GetIter {})).map_or(iterator, |data| data.args[0]);
        if body.params().first() != Some(&iterator) || !body.name.ends_with("<genexpr>") {
            return None;
        }
        // CPython before 3.14 makes the iterator in front of the call.
        self.iterated(given).or_else(|| self.items(given, self.place_of(call)?))
    }
}

/// The iterator for each of whose items an operation is done once, after a block.
fn each_item(body: &Untyped, inst: Inst, from: Block) -> Option<Value> {
    let own = *body.layout.iter().find(|block| body.blocks[**block].insts.contains(&inst))?;
    let cfg = Cfg::new(body);
    let dominators = Dominators::new(body, &cfg);
    let loops = Loops::new(&cfg, &dominators);
    let mut around = loops.iter().filter(|(id, _)| loops.contains(*id, own) && !loops.contains(*id, from));
    let ((id, data), others) = (around.next()?, around.next());
    let head = data.head;
    // Each iteration does it, and none ends the loop.
    let mut ends = cfg.preds(head).filter(|&pred| dominators.dominates(head, pred));
    let mut others_inside = cfg.order().iter().filter(|&&block| block != head && loops.contains(id, block));
    let stays =
        |block: &Block| body.blocks[*block].term.targets().iter().all(|target| loops.contains(id, target.block));
    if others.is_some() || !ends.all(|end| dominators.dominates(own, end)) || !others_inside.all(stays) {
        return None;
    }
    let tests = body.blocks[head].insts.iter().map(|&inst| &body.insts[inst]);
    let valid = tests.into_iter().find(|data| matches!(data.op, Op::IterValid {}))?;
    let at = body.blocks[head].params.iter().position(|param| *param == valid.args[0])?;
    let mut entries = cfg.preds(head).filter(|&pred| !dominators.dominates(head, pred));
    let (entry, others) = (entries.next()?, entries.next());
    let targets = body.blocks[entry].term.targets();
    let iterator = targets.into_iter().find(|target| target.block == head)?.args[at];
    others.is_none().then_some(iterator)
}
