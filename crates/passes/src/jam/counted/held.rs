//! Elements of arrays that the inner loop changes and that are the same ones in all of its turns, as in `out[i, j] += a[i, k] * b[k, j]`.
//!
//! Such an element is held in a value of its own for each lane while the joint loop runs, and written behind it.

use super::super::around::definitions;
use super::super::overlap::{Element, element};
use super::alike::Alike;
use super::loops::Loops;
use crate::interrupts::counting::Facts;
use coluber_ir::typed::Op;
use coluber_ir::{Block, Inst, Terminator, Typed, Value};
use coluber_types::Ty;
use rustc_hash::FxHashSet;

/// An element that is held.
pub(super) struct Held {
    pub element: Element,
    /// The type of its values.
    pub ty: Ty,
    /// The instructions before and in the inner loop that read or write it.
    pub accesses: Vec<Inst>,
    /// Whether it is written before the inner loop: what it was is not read.
    pub is_begun: bool,
}

impl Held {
    /// The elements that are written before or in the inner loop; None where one can't be held. `counter` is that of the loop around.
    pub fn find(facts: &Facts<'_>, loops: &Loops, alike: &Alike, counter: Value) -> Option<Vec<Held>> {
        let mut found: Vec<Held> = Vec::new();
        for (block, inst) in accesses(facts, loops, |op| matches!(op, Op::Store {})) {
            let new = Held::new(facts, loops, alike, inst)?;
            let known = match found.iter().position(|held| held.element.array == new.element.array) {
                Some(at) if found[at].element == new.element => &mut found[at],
                Some(_) => return None,
                None if !new.element.indices.contains(&counter) => return None,
                None => {
                    found.push(new);
                    found.last_mut().expect("one has been added")
                }
            };
            known.accesses.push(inst);
            known.is_begun |= block == loops.before;
        }
        for (_, inst) in accesses(facts, loops, |op| matches!(op, Op::Load {})) {
            let Some(read) = element(facts, &|value| alike.is_fixed(value), facts.func.insts[inst].args[0]) else {
                continue;
            };
            match found.iter_mut().find(|held| held.element.array == read.array) {
                Some(held) if held.element == read => held.accesses.push(inst),
                Some(_) => return None,
                None => {}
            }
        }
        found.iter().all(|held| held.is_begun || held.is_met_in_each_turn(facts, loops)).then_some(found)
    }

    /// The element that an instruction writes, if it is the same in all turns.
    fn new(facts: &Facts<'_>, loops: &Loops, alike: &Alike, store: Inst) -> Option<Held> {
        let [address, value] = facts.func.insts[store].args[..] else { return None };
        let element = element(facts, &|value| alike.is_fixed(value), address)?;
        let made: FxHashSet<Value> = loops.region.iter().flat_map(|&block| definitions(facts.func, block)).collect();
        let stays = element.indices.iter().all(|index| !made.contains(index));
        stays.then(|| Held { element, ty: facts.func.ty(value), accesses: Vec::new(), is_begun: false })
    }

    /// An instruction that reads what the element was before the iteration, or stands for one; none where a write comes first.
    pub fn first_read(&self, func: &Typed, loops: &Loops) -> Option<Inst> {
        let mut before = func.blocks[loops.before].insts.iter().filter(|inst| self.accesses.contains(inst));
        match before.next() {
            Some(&first) => matches!(func.insts[first].op, Op::Load {}).then_some(first),
            None => self.accesses.first().copied(),
        }
    }

    /// Whether each turn of the inner loop comes to an instruction that reads or writes it: then the element is there if there is a turn.
    fn is_met_in_each_turn(&self, facts: &Facts<'_>, loops: &Loops) -> bool {
        let Terminator::Branch { then, .. } = &facts.func.blocks[loops.inner].term else { return false };
        let insts = &facts.func.blocks[then.block].insts;
        then.block != loops.inner && self.accesses.iter().any(|inst| insts.contains(inst))
    }
}

/// The instructions of a kind before and in the inner loop, with their blocks.
fn accesses<'f>(
    facts: &'f Facts<'_>,
    loops: &'f Loops,
    is_of_kind: impl Fn(&Op) -> bool + 'f,
) -> impl Iterator<Item = (Block, Inst)> + 'f {
    let blocks = [loops.before].into_iter().chain(loops.region.iter().copied());
    let all = blocks.flat_map(|block| facts.func.blocks[block].insts.iter().map(move |&inst| (block, inst)));
    all.filter(move |&(_, inst)| is_of_kind(&facts.func.insts[inst].op))
}
