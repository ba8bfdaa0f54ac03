//! Searches in a dict that were made before are not made again: `if k in d: d[k] += 1` is one search, and so is
//! `d[k] = d.get(k, 0) + 1`.
//!
//! What a search found holds until something may change a dict. It is known in the blocks that are only reached from there; where a test says
//! that the key is there, `d[k] = v` needs no search either, but notes that the dict has changed. A value that begins with zero when its key
//! is put in is the default of `get(k, 0)`: there the key is put in at once.

use crate::replaced::Replaced;
use crate::uses;
use coluber_abi::{Effect, runtime_function};
use coluber_ir::typed::Op;
use coluber_ir::{Block, Cfg, Const, Inst, OpSet, Terminator, Typed, Value};
use coluber_ops::CmpOp;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The functions that search for keys, and those that put keys of the same kind in.
const SEARCHES: [(&str, &str); 3] = [
    ("dict_find_word", "dict_place_word"),
    ("dict_find_pair", "dict_place_pair"),
    ("dict_find_text", "dict_place_text"),
];

/// Runs the pass.
pub fn run(func: &mut Typed) {
    let has_any = func.insts.values().any(|inst| kind(&inst.op).is_some_and(|(_, places)| !places));
    if !has_any {
        return;
    }
    let cfg = Cfg::new(func);
    let mut pass = Lookups {
        makers: makers(func, &cfg),
        uses: uses::counts(func, cfg.order()),
        replaced: Replaced::default(),
        ends: FxHashMap::default(),
    };
    for &block in cfg.order() {
        pass.look_through(func, &cfg, block);
    }
    if !pass.replaced.is_empty() {
        pass.replaced.apply(func);
    }
}

/// Which of the [`SEARCHES`] an operation is, and whether it puts the key in.
fn kind(op: &Op) -> Option<(usize, bool)> {
    let Op::Runtime { func } = op else { return None };
    SEARCHES.iter().enumerate().find_map(|(k, (find, place))| match &**func {
        name if name == *find => Some((k, false)),
        name if name == *place => Some((k, true)),
        _ => None,
    })
}

/// The instruction that makes each value.
fn makers(func: &Typed, cfg: &Cfg) -> FxHashMap<Value, Inst> {
    let insts = cfg.order().iter().flat_map(|&block| &func.blocks[block].insts);
    insts.flat_map(|&inst| func.insts[inst].results.iter().map(move |&value| (value, inst))).collect()
}

/// A value, or a part of one.
type Path = (Value, SmallVec<[u32; 2]>);

/// A search whose result is known.
#[derive(Clone)]
struct Known {
    kind: usize,
    /// The dict, and the key.
    operands: SmallVec<[Path; 3]>,
    /// The address of the key's value, or null.
    place: Value,
    /// Where the search was, and at which place in the block.
    found: Option<(Inst, usize)>,
    /// Whether the key is there.
    is_there: bool,
    /// Whether the dict has been noted to be changed.
    is_noted: bool,
}

struct Lookups {
    makers: FxHashMap<Value, Inst>,
    /// How often values were used before.
    uses: FxHashMap<Value, u32>,
    replaced: Replaced,
    /// What is known at the end of blocks.
    ends: FxHashMap<Block, Vec<Known>>,
}

impl Lookups {
    fn look_through(&mut self, func: &mut Typed, cfg: &Cfg, block: Block) {
        let mut known = self.at_start(func, cfg, block);
        let mut out = Vec::new();
        for inst in std::mem::take(&mut func.blocks[block].insts) {
            match kind(&func.insts[inst].op) {
                Some((kind, false)) => self.find(func, kind, inst, &mut known, &mut out),
                Some((kind, true)) => self.place(func, kind, inst, &mut known, &mut out),
                None => {
                    self.forget(func, inst, &mut known);
                    out.push(inst);
                }
            }
        }
        func.blocks[block].insts = out;
        self.ends.insert(block, known);
    }

    /// What is known where a block begins: what its only predecessor knows, and what the branch to it says.
    fn at_start(&self, func: &Typed, cfg: &Cfg, block: Block) -> Vec<Known> {
        let &[pred] = cfg.jumps_to(block) else { return Vec::new() };
        let is_alone = cfg.raisers(block).is_empty() && block != func.entry();
        let Some(known) = self.ends.get(&pred).filter(|_| is_alone) else { return Vec::new() };
        let mut known = known.clone();
        known.iter_mut().for_each(|known| known.found = None);
        if let Terminator::Branch { cond, then, otherwise } = &func.blocks[pred].term
            && then.block != otherwise.block
        {
            self.learn(func, *cond, then.block == block, &mut known);
        }
        known
    }

    /// Learns from a condition that holds or does not.
    fn learn(&self, func: &Typed, cond: Value, holds: bool, known: &mut [Known]) {
        let Some(place) = self.tested(func, cond, if holds { CmpOp::Ne } else { CmpOp::Eq }) else { return };
        known.iter_mut().filter(|known| known.place == place).for_each(|known| known.is_there = true);
    }

    /// The address that a condition compares with null in this way.
    fn tested(&self, func: &Typed, cond: Value, op: CmpOp) -> Option<Value> {
        let compare = &func.insts[*self.makers.get(&cond)?];
        let &[number, null] = &compare.args[..] else { return None };
        let is_test = compare.op == Op::Compare { op } && self.constant(func, null) == Some(&Const::Int(0));
        let cast = &func.insts[*self.makers.get(&number).filter(|_| is_test)?];
        (cast.op == Op::Cast {}).then(|| self.replaced.resolve(cast.args[0]))
    }

    fn constant<'f>(&self, func: &'f Typed, value: Value) -> Option<&'f Const> {
        match &func.insts[*self.makers.get(&value)?].op {
            Op::Const { value } => Some(value),
            _ => None,
        }
    }

    /// Of what a value is a part.
    fn path(&self, func: &Typed, value: Value) -> Path {
        let (mut value, mut parts) = (self.replaced.resolve(value), SmallVec::new());
        while let Some(&inst) = self.makers.get(&value)
            && let Op::Part { index } = func.insts[inst].op
        {
            parts.push(index);
            value = self.replaced.resolve(func.insts[inst].args[0]);
        }
        (value, parts)
    }

    fn operands(&self, func: &Typed, inst: Inst) -> SmallVec<[Path; 3]> {
        func.insts[inst].args.iter().map(|&value| self.path(func, value)).collect()
    }

    /// A search: the result of the same one, if that is known.
    fn find(&mut self, func: &Typed, kind: usize, inst: Inst, known: &mut Vec<Known>, out: &mut Vec<Inst>) {
        let (operands, place) = (self.operands(func, inst), func.result(inst));
        if let Some(same) = known.iter_mut().find(|known| known.kind == kind && known.operands == operands) {
            // Its result is used more than once from here on.
            same.found = None;
            return self.replaced.replace(place, same.place);
        }
        known.push(Known { kind, operands, place, found: Some((inst, out.len())), is_there: false, is_noted: false });
        out.push(inst);
    }

    /// A key is put in: where it is there already, that is noted.
    fn place(&mut self, func: &mut Typed, kind: usize, inst: Inst, known: &mut Vec<Known>, out: &mut Vec<Inst>) {
        let (operands, place) = (self.operands(func, inst), func.result(inst));
        let same = known.iter().find(|known| known.kind == kind && known.operands == operands).cloned();
        let mut place_now = place;
        match same {
            Some(same) if same.is_there => {
                self.replaced.replace(place, same.place);
                place_now = same.place;
                if !same.is_noted {
                    let (dict, span) = (func.insts[inst].args[0], func.insts[inst].span);
                    out.push(func.make_inst(Op::Runtime { func: "dict_changed".into() }, &[dict], &[], span));
                }
                // No entry has moved.
                known.iter_mut().filter(|known| known.place == place_now).for_each(|known| known.is_noted = true);
                return;
            }
            Some(Known { found: Some((find, at)), .. }) if self.counts_from_zero(func, find, at, out) => {
                place_now = func.result(find);
                self.replaced.replace(place, place_now);
                func.insts[find].op = func.insts[inst].op.clone();
            }
            _ => out.push(inst),
        }
        known.clear();
        known.push(Known { kind, operands, place: place_now, found: None, is_there: true, is_noted: true });
    }

    /// Forgets what an operation may change.
    fn forget(&self, func: &Typed, inst: Inst, known: &mut Vec<Known>) {
        match &func.insts[inst].op {
            Op::Guard { .. } => self.learn(func, func.insts[inst].args[0], true, known),
            op if leaves_dicts(op) => {}
            _ => known.clear(),
        }
    }
}

/// Whether dicts stay as they are.
fn leaves_dicts(op: &Op) -> bool {
    match op {
        Op::Runtime { func } => {
            let effect = runtime_function(func).map(|id| id.row().effect);
            matches!(effect, Some(Effect::Pure | Effect::Reads | Effect::Fresh)) || **func == *"dict_len"
        }
        Op::Load {}
        | Op::CodePoint {}
        | Op::Store {}
        | Op::Spill {}
        | Op::Assign { .. }
        | Op::SlotLoad { .. }
        | Op::SlotStore { .. } => true,
        Op::ListLen {} | Op::ListPlace {} | Op::ListOpen {} | Op::ListTouch {} | Op::Retain {} => true,
        op => op.is_pure() && !op.can_raise(),
    }
}

impl Lookups {
    /// Whether the key of a search may be put in at once, as all that is done behind it is to take zero where the key is not there:
    ///
    /// ```text
    /// p = find;  t = cast p != 0;  q = select t, p, spill any;  v = load q;  w = select t, v, 0
    /// ```
    ///
    /// Then `v` is what `w` was, and the test is not made.
    fn counts_from_zero(&mut self, func: &Typed, find: Inst, at: usize, out: &mut Vec<Inst>) -> bool {
        let Some(get) = Get::behind(func, self, find, &out[at + 1..]) else { return false };
        self.replaced.replace(func.result(get.address), func.result(find));
        self.replaced.replace(func.result(get.value), func.result(get.load));
        out.retain(|inst| ![get.cast, get.test, get.spill, get.address, get.value].contains(inst));
        true
    }

    /// Whether an instruction does the same behind a change of a dict: it reads nothing that may be an entry, which may move.
    fn may_come_later(&self, func: &Typed, inst: Inst) -> bool {
        let data = &func.insts[inst];
        match &data.op {
            Op::Load {} => self.makers.get(&data.args[0]).is_some_and(|&maker| {
                matches!(func.insts[maker].op, Op::ListPlace {} | Op::FieldPlace { .. } | Op::ElemPtr {})
            }),
            Op::Spill {} => true,
            op => op.is_pure() && !op.can_raise(),
        }
    }
}

/// The instructions of `d.get(k, 0)` behind the search.
struct Get {
    cast: Inst,
    test: Inst,
    spill: Inst,
    address: Inst,
    load: Inst,
    value: Inst,
}

impl Get {
    fn behind(func: &Typed, pass: &Lookups, find: Inst, insts: &[Inst]) -> Option<Get> {
        let place = func.result(find);
        let uses = &pass.uses;
        let the_only = |value: Value, count: u32, is_it: &dyn Fn(Inst) -> bool| {
            let found = insts.iter().copied().find(|&inst| is_it(inst) && func.insts[inst].args.contains(&value));
            found.filter(|_| uses.get(&value) == Some(&count))
        };
        let is = |inst: Inst, op: &Op| func.insts[inst].op == *op;
        let cast = the_only(place, 2, &|inst| is(inst, &Op::Cast {}))?;
        let test = the_only(func.result(cast), 1, &|inst| is(inst, &Op::Compare { op: CmpOp::Ne }))?;
        let found = func.result(test);
        let address = the_only(found, 2, &|inst| is(inst, &Op::Select {}) && func.insts[inst].args[1] == place)?;
        let load = the_only(func.result(address), 1, &|inst| is(inst, &Op::Load {}))?;
        let loaded = func.result(load);
        let value =
            the_only(loaded, 1, &|inst| is(inst, &Op::Select {}) && func.insts[inst].args[..2] == [found, loaded])?;
        let spill = *pass.makers.get(&func.insts[address].args[2])?;
        let all_harmless = insts.iter().all(|&inst| inst == load || pass.may_come_later(func, inst));
        let ends_alone = is(spill, &Op::Spill {}) && uses.get(&func.result(spill)) == Some(&1);
        let is_zero = pass.constant(func, func.insts[value].args[2]).is_some_and(is_zero);
        let is_test = pass.tested(func, found, CmpOp::Ne) == Some(place) && func.insts[address].args[0] == found;
        (all_harmless && ends_alone && is_zero && is_test).then_some(Get { cast, test, spill, address, load, value })
    }
}

/// Whether a constant is zero in memory.
fn is_zero(value: &Const) -> bool {
    match value {
        Const::Int(0) | Const::Bool(false) => true,
        Const::Float(number) => number.to_bits() == 0,
        _ => false,
    }
}
