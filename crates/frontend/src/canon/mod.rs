//! Brings a function into the form that does not depend on how a compiler arranged its code.
//!
//! Values that are removed keep an alias to what stands for them, so that uses are rewritten only once, at the end.

mod blocks;
mod branches;
mod compact;
mod fields;
mod handlers;
mod order;
mod params;
mod thread;
mod used;

use coluber_ir::{Block, Inst, OpSet, Terminator, Untyped, Value, reverse_postorder};
use cranelift_entity::packed_option::ReservedValue;
use cranelift_entity::{EntitySet, SecondaryMap};
use smallvec::SmallVec;

/// Each round makes the next one's work; circles of blocks without instructions could go on for ever.
const MAX_ROUNDS: usize = 16;

/// The function in canonical form. Instructions in `removable` may go when their results are not used.
pub(crate) fn run(func: Untyped, removable: &EntitySet<Inst>) -> Untyped {
    let mut canon = Canon::new(func);
    branches::positive(&mut canon);
    params::remove_trivial(&mut canon);
    // From CPython 3.14 on, the copies of what follows a choice begin within a statement.
    blocks::merge(&mut canon);
    fields::into_branches(&mut canon);
    for _ in 0..MAX_ROUNDS {
        let changed = blocks::merge(&mut canon)
            | blocks::forward(&mut canon)
            | thread::known_truths(&mut canon)
            | handlers::remove_idle(&mut canon);
        if !changed {
            break;
        }
        params::remove_trivial(&mut canon);
    }
    let used = used::find(&canon, removable);
    order::drop_unused(&mut canon, &used);
    order::containers_first(&mut canon);
    order::constants_late(&mut canon);
    compact::compact(canon, &used)
}

/// An edge: the block that it comes from, and which of its targets it is.
type Edge = (Block, usize);

struct Canon {
    func: Untyped,
    /// What stands for a value that was removed.
    alias: SecondaryMap<Value, Alias>,
    /// Instructions that a branch made needless unless something else uses them.
    idle: EntitySet<Inst>,
    /// Whether an instruction of the block can raise.
    raises: SecondaryMap<Block, bool>,
    /// The blocks that can be reached.
    reached: Vec<Block>,
    /// Whether `reached` must be found again.
    changed_edges: bool,
}

/// A value, or itself.
#[derive(Clone, Copy)]
struct Alias(Value);

impl Default for Alias {
    fn default() -> Self {
        Alias(Value::reserved_value())
    }
}

impl Canon {
    fn new(func: Untyped) -> Self {
        let mut canon = Canon {
            alias: SecondaryMap::new(),
            idle: EntitySet::new(),
            raises: SecondaryMap::new(),
            reached: func.layout.clone(),
            changed_edges: false,
            func,
        };
        for &block in &canon.func.layout.clone() {
            canon.find_raises(block);
        }
        canon.find_reached();
        canon
    }

    fn find_raises(&mut self, block: Block) {
        let data = &mut self.func.blocks[block];
        let insts = &self.func.insts;
        // The test of a branch can raise: an array has no truth.
        let tests = data.handler.is_some() && matches!(data.term, Terminator::Branch { .. });
        self.raises[block] = tests || data.insts.iter().any(|&inst| insts[inst].op.can_raise());
        if !self.raises[block] {
            data.handler = None;
        }
    }

    /// What stands for a value.
    fn resolve(&self, mut value: Value) -> Value {
        while !self.alias[value].0.is_reserved_value() {
            value = self.alias[value].0;
        }
        value
    }

    /// Makes `new` stand for `old`, and take its name if it has none.
    fn replace(&mut self, old: Value, new: Value) {
        if self.func.values[new].name.is_none() {
            self.func.values[new].name = self.func.values[old].name.take();
        }
        self.alias[old] = Alias(new);
    }

    /// The jumps to each block.
    fn incoming(&self) -> SecondaryMap<Block, SmallVec<[Edge; 2]>> {
        let mut incoming: SecondaryMap<Block, SmallVec<[Edge; 2]>> = SecondaryMap::new();
        for &block in &self.reached {
            for (k, target) in self.func.blocks[block].term.targets().iter().enumerate() {
                incoming[target.block].push((block, k));
            }
        }
        incoming
    }

    /// How often each value is used, aliases resolved.
    fn uses(&self) -> SecondaryMap<Value, u32> {
        let mut uses = SecondaryMap::with_capacity(self.func.values.len());
        for &block in &self.reached {
            let data = &self.func.blocks[block];
            for &inst in &data.insts {
                self.func.insts[inst].args.iter().for_each(|&arg| uses[self.resolve(arg)] += 1);
            }
            data.term.visit_uses(|value| uses[self.resolve(value)] += 1);
        }
        uses
    }

    /// The argument of a jump.
    fn argument(&self, (block, k): Edge, index: usize) -> Value {
        self.resolve(self.func.blocks[block].term.targets()[k].args[index])
    }

    /// Finds the reached blocks again, in reverse postorder: a block stands before those that it dominates, the way that a
    /// condition takes when it is true before the other, and handlers last.
    fn find_reached(&mut self) {
        self.reached = reverse_postorder(&self.func);
    }
}
