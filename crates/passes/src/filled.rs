//! `[x] * n` makes one list: that of one item is not made.

use crate::uses;
use coluber_ir::typed::Op;
use coluber_ir::{Block, Inst, Typed, Value};
use coluber_types::Ty;
use rustc_hash::FxHashMap;

/// Runs the pass.
pub fn run(func: &mut Typed) {
    if !func.insts.values().any(|inst| calls(&inst.op, "list_repeat")) {
        return;
    }
    let uses = uses::counts(func, &func.layout);
    for block in func.layout.clone() {
        while let Some(found) = Repeated::find(func, block, &uses) {
            found.make(func, block);
        }
    }
}

/// Whether it calls the function of the runtime with this name.
pub(crate) fn calls(op: &Op, name: &str) -> bool {
    matches!(op, Op::Runtime { func } if **func == *name)
}

/// The instructions that make a list of one item and repeat it: `list_new`, `list_open`, `store`, `part<0>`, `list_repeat`.
struct Repeated {
    insts: [Inst; 5],
}

impl Repeated {
    /// The first in a block whose list of one item nothing else uses.
    fn find(func: &Typed, block: Block, uses: &FxHashMap<Value, u32>) -> Option<Repeated> {
        let insts = &func.blocks[block].insts;
        let repeats = insts.iter().copied().filter(|&inst| calls(&func.insts[inst].op, "list_repeat"));
        repeats.into_iter().find_map(|repeat| Repeated::before(func, insts, repeat, uses))
    }

    fn before(func: &Typed, insts: &[Inst], repeat: Inst, uses: &FxHashMap<Value, u32>) -> Option<Repeated> {
        let maker = |value: Value| insts.iter().copied().find(|&inst| func.insts[inst].results.contains(&value));
        let user = |value: Value, op: &Op| {
            let is_user = |inst: Inst| func.insts[inst].op == *op && func.insts[inst].args[0] == value;
            insts.iter().copied().find(|&inst| is_user(inst))
        };
        let part = maker(func.insts[repeat].args[0]).filter(|&part| func.insts[part].op == Op::Part { index: 0 })?;
        let new = maker(func.insts[part].args[0]).filter(|&new| calls(&func.insts[new].op, "list_new"))?;
        let open = user(func.result(new), &Op::ListOpen {})?;
        let store = user(func.result(open), &Op::Store {})?;
        let is_used = |inst: Inst, times: u32| uses.get(&func.result(inst)) == Some(&times);
        let is_alone = is_used(new, 2) && is_used(part, 1) && is_used(open, 1);
        is_alone.then_some(Repeated { insts: [new, open, store, part, repeat] })
    }

    /// Lets one call make the list.
    fn make(&self, func: &mut Typed, block: Block) {
        let [new, _, store, _, repeat] = self.insts;
        let (word, item, count) = (func.insts[new].args[0], func.insts[store].args[1], func.insts[repeat].args[1]);
        let spill = func.make_inst(Op::Spill {}, &[item], &[Ty::ptr()], func.insts[repeat].span);
        let place = func.result(spill);
        let data = &mut func.insts[repeat];
        data.op = Op::Runtime { func: "list_filled".into() };
        data.args = [word, place, count].into_iter().collect();
        let mut insts = std::mem::take(&mut func.blocks[block].insts);
        insts.retain(|inst| !self.insts[..4].contains(inst));
        if let Some(at) = insts.iter().position(|&inst| inst == repeat) {
            insts.insert(at, spill);
        }
        func.blocks[block].insts = insts;
    }
}
