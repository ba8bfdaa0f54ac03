//! Finds loads whose result needs no reference of its own: all uses only look at the value, and come before anything that could make
//! memory lose its reference. So `rows[i][j]`, `words[i] == words[j]` and a loop that counts words in a dict count no references.

use super::Owners;
use coluber_abi::Effect;
use coluber_abi::runtime::runtime_function;
use coluber_ir::typed::Op;
use coluber_ir::{Block, Cfg, Inst, InstData, Typed, Value};
use cranelift_entity::{EntitySet, SecondaryMap};
use smallvec::SmallVec;

/// The most blocks that a value may be used in or live through.
const MOST_BLOCKS: usize = 12;

/// The loads.
pub(super) fn loads(func: &Typed, cfg: &Cfg, types: &mut Owners) -> EntitySet<Inst> {
    let mut found = EntitySet::new();
    let owning = |inst: Inst, types: &mut Owners| {
        matches!(func.insts[inst].op, Op::Load {}) && types.count(func.ty(func.insts[inst].results[0])) > 0
    };
    let any = func.layout.iter().any(|&b| func.blocks[b].insts.iter().any(|&inst| owning(inst, types)));
    if !any {
        return found;
    }
    let uses = Uses::new(func);
    for &block in &func.layout {
        for (k, &inst) in func.blocks[block].insts.iter().enumerate() {
            if owning(inst, types) && is_borrowed(func, cfg, types, &uses, (block, k)) {
                found.insert(inst);
            }
        }
    }
    found
}

/// The blocks whose operations use a value; None where a terminator does.
struct Uses(SecondaryMap<Value, Option<SmallVec<[Block; 2]>>>);

impl Uses {
    fn new(func: &Typed) -> Self {
        let mut uses = SecondaryMap::with_default(Some(SmallVec::new()));
        for &block in &func.layout {
            for &inst in &func.blocks[block].insts {
                for &arg in &func.insts[inst].args {
                    if let Some(blocks) = &mut uses[arg]
                        && blocks.last() != Some(&block)
                    {
                        blocks.push(block);
                    }
                }
            }
            func.blocks[block].term.visit_uses(|value| uses[value] = None);
        }
        Uses(uses)
    }
}

fn is_borrowed(func: &Typed, cfg: &Cfg, types: &mut Owners, uses: &Uses, load: (Block, usize)) -> bool {
    let Some(last) = last_uses(func, types, uses, load) else { return false };
    let Some((through, out)) = lives_in(cfg, &last, load.0) else { return false };
    std::iter::once(load.0).chain(through).all(|block| {
        let first = if block == load.0 { load.1 + 1 } else { 0 };
        let insts = &func.blocks[block].insts[first..];
        let used = last.iter().find(|(there, _)| *there == block).map_or(0, |&(_, at)| at.saturating_sub(first));
        let until = if out.contains(&block) { insts.len() } else { used };
        insts[..until].iter().all(|&inst| keeps_references(func, &func.insts[inst], types))
    })
}

/// Where each block has its last use of what a load gives, or of what is derived from that. None where something else is done with it than
/// to look at it.
fn last_uses(
    func: &Typed,
    types: &mut Owners,
    uses: &Uses,
    (block, at): (Block, usize),
) -> Option<SmallVec<[(Block, usize); 4]>> {
    let mut last: SmallVec<[(Block, usize); 4]> = SmallVec::new();
    let mut derived: SmallVec<[Value; 8]> =
        SmallVec::from_slice(&[func.insts[func.blocks[block].insts[at]].results[0]]);
    let mut next = 0;
    while let Some(&value) = derived.get(next) {
        next += 1;
        for &block in uses.0[value].as_ref()? {
            for (k, &inst) in func.blocks[block].insts.iter().enumerate() {
                let data = &func.insts[inst];
                if !data.args.contains(&value) {
                    continue;
                }
                if !only_looks(&data.op) && !makes(&data.op) && !stores_elsewhere(data, value) {
                    return None;
                }
                match last.iter().position(|(there, _)| *there == block) {
                    Some(known) => last[known].1 = last[known].1.max(k),
                    None if last.len() == MOST_BLOCKS => return None,
                    None => last.push((block, k)),
                }
                // What is made has references of its own.
                let results = if makes(&data.op) { &[] } else { data.results.as_slice() };
                let more = results.iter().filter(|&&result| types.has_address(func.ty(result)));
                more.for_each(|&result| {
                    if !derived.contains(&result) {
                        derived.push(result);
                    }
                });
            }
        }
    }
    Some(last)
}

/// The other blocks at whose beginning a value of a block is alive, and those at whose end it is.
type Live = (SmallVec<[Block; MOST_BLOCKS]>, SmallVec<[Block; MOST_BLOCKS]>);

/// Where a value of a block is alive that has these uses. None where these are many blocks.
fn lives_in(cfg: &Cfg, last: &[(Block, usize)], home: Block) -> Option<Live> {
    let mut through: SmallVec<[Block; MOST_BLOCKS]> =
        last.iter().map(|&(block, _)| block).filter(|&block| block != home).collect();
    let mut out = SmallVec::new();
    let mut next = 0;
    while let Some(&block) = through.get(next) {
        next += 1;
        for before in cfg.preds(block) {
            out.push(before);
            if before != home && !through.contains(&before) {
                if through.len() == MOST_BLOCKS {
                    return None;
                }
                through.push(before);
            }
        }
    }
    Some((through, out))
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
            | Op::Spill {}
            | Op::ListLen {}
            | Op::ListPlace {}
            | Op::ListTouch {}
            | Op::ListOpen {}
            | Op::ListShorten {}
            | Op::Take {}
            | Op::FieldPlace { .. }
            | Op::Cast {}
            | Op::Compare { .. }
            | Op::Guard { .. }
    ) || only_reads(op)
}

/// Whether it stores through an address that is this value, and not the value.
fn stores_elsewhere(data: &InstData<Op>, derived: Value) -> bool {
    matches!((&data.op, data.args.as_slice()), (Op::Store {}, [_, value]) if *value != derived)
}

/// Whether it calls a function of the runtime that reads what it is given, and never raises, or one that looks for an entry.
fn only_reads(op: &Op) -> bool {
    let Op::Runtime { func } = op else { return false };
    let row = runtime_function(func).map(|id| id.row());
    row.is_some_and(|row| match row.effect {
        Effect::Pure | Effect::Reads => !row.is_fallible(),
        effect => effect == Effect::Finds,
    })
}

/// Whether it calls a function of the runtime whose result has references of its own to what it is made of.
fn makes(op: &Op) -> bool {
    matches!(op, Op::Runtime { func } if runtime_function(func).is_some_and(|id| id.row().effect == Effect::Makes))
}

/// Whether it is a function of the runtime that makes or notes something, and gives nothing up.
fn only_makes(func: &str) -> bool {
    matches!(func, "hold" | "dict_changed") || runtime_function(func).is_some_and(|id| id.row().effect == Effect::Fresh)
}

/// Whether no reference in memory can go while the operation runs.
fn keeps_references(func: &Typed, data: &InstData<Op>, types: &mut Owners) -> bool {
    let mut own_nothing = |values: &[Value]| values.iter().all(|&value| types.count(func.ty(value)) == 0);
    match &data.op {
        op @ Op::Runtime { func } => only_reads(op) || makes(op) || only_makes(func),
        Op::Call { .. } | Op::Host { .. } | Op::Fork { .. } => false,
        // The host may run a function for a signal, which can change typed lists.
        Op::Poll { .. } => false,
        Op::Splice { .. } => false,
        Op::SlotStore { .. } | Op::Release {} | Op::External { .. } => false,
        Op::Store {} => own_nothing(&data.args),
        // What was taken may be given up at once.
        Op::Take {} => own_nothing(&data.results),
        _ => true,
    }
}
