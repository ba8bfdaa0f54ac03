//! Finds loads whose result needs no reference of its own: all uses follow in the same block, only look at the value, and come before
//! anything that could make memory lose its reference. So `rows[i][j]` and `words[i] == words[j]` count no references.

use super::Owners;
use coluber_abi::Effect;
use coluber_abi::runtime::runtime_function;
use coluber_ir::typed::Op;
use coluber_ir::{Block, Inst, InstData, Typed, Value};
use cranelift_entity::{EntitySet, SecondaryMap};

/// The loads.
pub(super) fn loads(func: &Typed, types: &mut Owners) -> EntitySet<Inst> {
    let mut found = EntitySet::new();
    let owning = |inst: Inst, types: &mut Owners| {
        matches!(func.insts[inst].op, Op::Load {}) && types.count(func.ty(func.insts[inst].results[0])) > 0
    };
    let any = func.layout.iter().any(|&b| func.blocks[b].insts.iter().any(|&inst| owning(inst, types)));
    if !any {
        return found;
    }
    let home = homes(func);
    for &block in &func.layout {
        for (k, &inst) in func.blocks[block].insts.iter().enumerate() {
            if owning(inst, types) && is_borrowed(func, types, &home, block, k) {
                found.insert(inst);
            }
        }
    }
    found
}

/// The block in which all uses of a value are; None where there are several, or where a terminator uses it.
type Homes = SecondaryMap<Value, Home>;

#[derive(Clone, Copy, Default, PartialEq)]
enum Home {
    #[default]
    Unused,
    Only(Block),
    Elsewhere,
}

fn homes(func: &Typed) -> Homes {
    let mut homes = Homes::new();
    for &block in &func.layout {
        for &inst in &func.blocks[block].insts {
            for &arg in &func.insts[inst].args {
                homes[arg] = match homes[arg] {
                    Home::Unused => Home::Only(block),
                    Home::Only(known) if known == block => Home::Only(block),
                    _ => Home::Elsewhere,
                };
            }
        }
        func.blocks[block].term.visit_uses(|value| homes[value] = Home::Elsewhere);
    }
    homes
}

fn is_borrowed(func: &Typed, types: &mut Owners, homes: &Homes, block: Block, at: usize) -> bool {
    let insts = &func.blocks[block].insts;
    let mut derived = vec![func.insts[insts[at]].results[0]];
    let mut is_safe = true;
    for &inst in &insts[at + 1..] {
        let data = &func.insts[inst];
        if data.args.iter().any(|arg| derived.contains(arg)) {
            let is_kept = !only_looks(&data.op) && !stores_elsewhere(data, &derived);
            if !is_safe || is_kept {
                return false;
            }
            derived.extend(data.results.iter().filter(|&&r| types.has_address(func.ty(r))));
        }
        is_safe &= keeps_references(func, data, types);
    }
    derived.iter().all(|&value| matches!(homes[value], Home::Unused | Home::Only(_)) && stays(homes, value, block))
}

fn stays(homes: &Homes, value: Value, block: Block) -> bool {
    homes[value] == Home::Unused || homes[value] == Home::Only(block)
}

/// Operations that read their operands and keep nothing of them but in their result.
fn only_looks(op: &Op) -> bool {
    matches!(
        op,
        Op::Part { .. }
            | Op::Pack {}
            | Op::PtrAdd {}
            | Op::OwnerData {}
            | Op::ElemPtr {}
            | Op::CacheHint { .. }
            | Op::Load {}
            | Op::CodePoint {}
            | Op::ListLen {}
            | Op::ListPlace {}
            | Op::ListTouch {}
            | Op::ListOpen {}
            | Op::ListShorten {}
            | Op::Take {}
            | Op::FieldPlace { .. }
            | Op::Cast {}
            | Op::Compare { .. }
    ) || only_reads(op)
}

/// Whether it stores through an address that was derived, and another value.
fn stores_elsewhere(data: &InstData<Op>, derived: &[Value]) -> bool {
    matches!((&data.op, data.args.as_slice()), (Op::Store {}, [_, value]) if !derived.contains(value))
}

/// Whether it calls a function of the runtime that reads what it is given, and never raises.
fn only_reads(op: &Op) -> bool {
    let Op::Runtime { func } = op else { return false };
    let row = runtime_function(func).map(|id| id.row());
    row.is_some_and(|row| !row.is_fallible() && matches!(row.effect, Effect::Pure | Effect::Reads))
}

/// Whether it is a function of the runtime that makes something and gives nothing up.
fn only_makes(func: &str) -> bool {
    func == "hold" || runtime_function(func).is_some_and(|id| id.row().effect == Effect::Fresh)
}

/// Whether no reference in memory can go while the operation runs.
fn keeps_references(func: &Typed, data: &InstData<Op>, types: &mut Owners) -> bool {
    let mut own_nothing = |values: &[Value]| values.iter().all(|&value| types.count(func.ty(value)) == 0);
    match &data.op {
        op @ Op::Runtime { func } => only_reads(op) || only_makes(func),
        Op::Call { .. } | Op::Host { .. } | Op::Fork { .. } => false,
        Op::Splice { .. } => false,
        Op::SlotStore { .. } | Op::Release {} | Op::External { .. } => false,
        Op::Store {} => own_nothing(&data.args),
        // What was taken may be given up at once.
        Op::Take {} => own_nothing(&data.results),
        _ => true,
    }
}
