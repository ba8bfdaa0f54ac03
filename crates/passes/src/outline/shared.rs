//! Lists, dicts and sets that the iterations of a loop share: where one makes them longer or shorter, the others can't read them.

use super::Loop;
use coluber_ir::typed::Op;
use coluber_ir::{Block, InstData, Typed, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// Functions of the runtime that change the number of items of their first operand.
const RESIZING: &[&str] = &[
    "dict_clear",
    "dict_insert",
    "dict_place_own",
    "dict_place_pair",
    "dict_place_text",
    "dict_place_word",
    "dict_remove",
    "dict_remove_at",
    "dict_remove_own",
    "dict_retype",
    "dict_update",
    "list_append",
    "list_clear",
    "list_close",
    "list_delete_slice",
    "list_extend",
    "list_insert",
    "list_retype",
    "list_set_slice",
    "list_sized",
    "set_swap",
];

/// Where the values of a loop come from.
#[derive(Default)]
struct Origins {
    /// The operands of instructions that only take values apart or together, and the arguments for parameters of blocks.
    from: FxHashMap<Value, Vec<Value>>,
    /// What the loop itself makes.
    made: FxHashSet<Value>,
}

impl Origins {
    fn new(func: &Typed, blocks: &[Block], head: Block) -> Self {
        let mut origins = Origins::default();
        for &block in blocks {
            for &inst in &func.blocks[block].insts {
                origins.inst(&func.insts[inst]);
            }
            for target in func.blocks[block].term.targets().iter().filter(|target| target.block != head) {
                for (&param, &arg) in func.blocks[target.block].params.iter().zip(&target.args) {
                    origins.from.entry(param).or_default().push(arg);
                }
            }
        }
        origins
    }

    fn inst(&mut self, inst: &InstData<Op>) {
        for &result in &inst.results {
            match inst.op {
                Op::Part { .. } | Op::Pack {} | Op::Cast {} | Op::Bitcast {} | Op::Select {} => {
                    self.from.insert(result, inst.args.iter().copied().collect());
                }
                _ => {
                    self.made.insert(result);
                }
            }
        }
    }

    /// Whether the value may be one from before the loop. One that was read from memory counts as the iteration's own.
    fn is_shared(&self, value: Value) -> bool {
        let (mut seen, mut open) = (FxHashSet::default(), vec![value]);
        while let Some(value) = open.pop() {
            if self.made.contains(&value) || !seen.insert(value) {
                continue;
            }
            match self.from.get(&value) {
                Some(parts) => open.extend(parts),
                None => return true,
            }
        }
        false
    }
}

impl Loop {
    /// Whether an iteration changes the number of items of a list, dict or set that was there before the loop.
    pub(super) fn resizes_shared(&self, func: &Typed) -> bool {
        let own = |block: &Block| *block == self.region.head || self.region.contains(*block);
        let blocks: Vec<Block> = func.layout.iter().copied().filter(own).collect();
        let insts = || blocks.iter().flat_map(|&block| func.blocks[block].insts.iter()).map(|&inst| &func.insts[inst]);
        if !insts().any(resizes) {
            return false;
        }
        let origins = Origins::new(func, &blocks, self.region.head);
        insts().filter(|inst| resizes(inst)).any(|inst| inst.args.first().is_some_and(|&arg| origins.is_shared(arg)))
    }
}

fn resizes(inst: &InstData<Op>) -> bool {
    match &inst.op {
        Op::ListOpen {} | Op::ListShorten {} => true,
        Op::Runtime { func } => RESIZING.contains(&&**func),
        _ => false,
    }
}
