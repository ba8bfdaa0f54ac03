//! Block parameters whose arguments are all one value.

use crate::replaced::Replaced;
use coluber_ir::typed::Op;
use coluber_ir::{Block, Cfg, Typed, Value};

/// Replaces a parameter by a value when each jump gives this value or the parameter itself. The value is then available: its
/// definition comes before the block on every way.
pub(super) fn run(func: &mut Typed, cfg: &Cfg, replaced: &mut Replaced) {
    let mut changed = true;
    while changed {
        changed = false;
        for &block in &cfg.order()[1..] {
            for index in (0..func.blocks[block].params.len()).rev() {
                let param = func.blocks[block].params[index];
                if let Some(value) = only_argument(func, cfg, replaced, block, index, param) {
                    replaced.replace(param, value);
                    remove(func, cfg, block, index);
                    changed = true;
                }
            }
        }
    }
}

fn only_argument(
    func: &Typed,
    cfg: &Cfg,
    replaced: &Replaced,
    block: Block,
    index: usize,
    param: Value,
) -> Option<Value> {
    if is_reduction(func, block, param) {
        return None;
    }
    let mut only = None;
    for &pred in cfg.jumps_to(block) {
        for target in func.blocks[pred].term.targets().into_iter().filter(|t| t.block == block) {
            let value = replaced.resolve(target.args[index]);
            if value != param && *only.get_or_insert(value) != value {
                return None;
            }
        }
    }
    only
}

/// Whether threads are to have the parameter for themselves: an array that a loop changes in place is the same value all along.
fn is_reduction(func: &Typed, block: Block, param: Value) -> bool {
    let insts = func.blocks[block].insts.iter().map(|&inst| &func.insts[inst]);
    insts.filter(|inst| matches!(inst.op, Op::Reduce { .. })).any(|inst| inst.args.contains(&param))
}

/// Removes a parameter and the arguments for it.
pub(super) fn remove(func: &mut Typed, cfg: &Cfg, block: Block, index: usize) {
    func.blocks[block].params.remove(index);
    let mut preds: Vec<Block> = cfg.jumps_to(block).to_vec();
    preds.dedup();
    for pred in preds {
        for target in func.blocks[pred].term.targets_mut() {
            if target.block == block {
                target.args.remove(index);
            }
        }
    }
}
