//! Where the references in a value come from.

use super::Owners;
use coluber_ir::function::Values;
use coluber_ir::liveness::Tracked;
use coluber_ir::typed::Op;
use coluber_ir::{Block, Cfg, Dominators, Inst, Typed, Value};
use cranelift_entity::{EntitySet, SecondaryMap};
use smallvec::{SmallVec, smallvec};

/// Where one owner in a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leaf {
    /// It is null.
    Null,
    /// It is this owner of a root.
    Root(u32, u32),
    /// It is borrowed, or comes from one of several.
    Other,
}

/// What is known of a value.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Info {
    /// One for each owner in it.
    pub leaves: SmallVec<[Leaf; 1]>,
    /// The roots that must live as long as it is used, in order.
    pub roots: SmallVec<[u32; 2]>,
}

/// A value that holds references.
#[derive(Clone, Copy, Debug)]
pub(super) struct Root {
    pub value: Value,
    block: Block,
    is_param: bool,
}

/// The roots of a function and what each value has to do with them.
pub(super) struct Provenance {
    pub roots: Vec<Root>,
    info: SecondaryMap<Value, Info>,
    /// The root that the value is.
    root_of: SecondaryMap<Value, Option<u32>>,
    owned_params: SecondaryMap<Value, bool>,
    /// Loads whose result lives no longer than memory keeps it.
    borrowed: EntitySet<Inst>,
}

/// After so many rounds that make only the first offending block's parameters owned, all offenders become owned at once.
const CAREFUL_ROUNDS: usize = 8;

impl Provenance {
    pub(super) fn new(func: &Typed, cfg: &Cfg, dominators: &Dominators, types: &mut Owners) -> Self {
        let mut found = Provenance {
            roots: Vec::new(),
            info: SecondaryMap::with_capacity(func.values.len()),
            root_of: SecondaryMap::with_capacity(func.values.len()),
            owned_params: SecondaryMap::new(),
            borrowed: super::borrow::loads(func, cfg, types),
        };
        for round in 0.. {
            found.trace(func, cfg, types);
            let offenders = found.offenders(func, cfg, dominators, round < CAREFUL_ROUNDS);
            let (owned, pinned): (Vec<_>, Vec<_>) = offenders.into_iter().partition(|&p| types.count(func.ty(p)) > 0);
            if owned.is_empty() {
                found.pin(func, cfg, dominators, &pinned);
                break;
            }
            for param in owned {
                found.owned_params[param] = true;
            }
        }
        found
    }

    /// What the value holds and needs.
    pub(super) fn info(&self, value: Value) -> &Info {
        &self.info[value]
    }

    /// Whether the result of a load needs no reference of its own.
    pub(super) fn is_borrowed(&self, load: Inst) -> bool {
        self.borrowed.contains(load)
    }

    /// Whether the edges to a block hand a reference over to this parameter.
    pub(super) fn is_owned_param(&self, value: Value) -> bool {
        self.owned_params[value]
    }

    /// The root that the value is.
    pub(super) fn root_of(&self, value: Value) -> Option<usize> {
        self.root_of[value].map(|r| r as usize)
    }

    /// Finds roots and follows them, until nothing new comes around the loops.
    fn trace(&mut self, func: &Typed, cfg: &Cfg, types: &mut Owners) {
        self.roots.clear();
        self.info.clear();
        self.root_of.clear();
        let mut first = true;
        let mut changed = true;
        while changed {
            changed = false;
            for &block in cfg.order() {
                let is_entry = block == func.entry();
                for (k, &param) in func.blocks[block].params.iter().enumerate() {
                    if first && (is_entry || self.owned_params[param]) {
                        self.define_param(func, block, param, is_entry, types);
                    } else if !is_entry && !self.owned_params[param] {
                        changed |= self.join(func, cfg, block, k, types);
                    }
                }
                for &inst in &func.blocks[block].insts {
                    self.inst(func, block, inst, types);
                }
            }
            first = false;
        }
    }

    fn define_param(&mut self, func: &Typed, block: Block, param: Value, is_entry: bool, types: &mut Owners) {
        let count = types.count(func.ty(param)) as usize;
        if is_entry {
            self.info[param] = Info { leaves: smallvec![Leaf::Other; count], roots: SmallVec::new() };
        } else {
            self.add_root(Root { value: param, block, is_param: true }, count);
        }
    }

    /// Notes a value with so many owners as a root, if it has any and is not known yet.
    fn add_root(&mut self, root: Root, count: usize) {
        if count == 0 || self.root_of[root.value].is_some() {
            return;
        }
        let id = self.roots.len() as u32;
        self.roots.push(root);
        self.root_of[root.value] = Some(id);
        self.info[root.value] =
            Info { leaves: (0..count).map(|k| Leaf::Root(id, k as u32)).collect(), roots: smallvec![id] };
    }

    /// A derived parameter needs the roots of all its arguments.
    fn join(&mut self, func: &Typed, cfg: &Cfg, block: Block, index: usize, types: &mut Owners) -> bool {
        let param = func.blocks[block].params[index];
        if !types.has_address(func.ty(param)) {
            return false;
        }
        let mut roots = SmallVec::new();
        for arg in arguments(func, cfg, block, index) {
            merge(&mut roots, &self.info[arg].roots);
        }
        let leaves = smallvec![Leaf::Other; types.count(func.ty(param)) as usize];
        let info = Info { leaves, roots };
        let changed = self.info[param] != info;
        self.info[param] = info;
        changed
    }

    fn inst(&mut self, func: &Typed, block: Block, inst: Inst, types: &mut Owners) {
        let data = &func.insts[inst];
        for &result in &data.results {
            let ty = func.ty(result);
            let count = types.count(ty) as usize;
            match data.op {
                // A bare address that the runtime or another function gives is one in what the operands own, as `array.ctypes` is.
                Op::Runtime { .. } | Op::Call { .. } | Op::Splice { .. } if count == 0 && types.has_address(ty) => {
                    self.info[result].roots = self.all_roots(&data.args);
                }
                Op::Call { .. }
                | Op::Splice { .. }
                | Op::Fork { .. }
                | Op::Runtime { .. }
                | Op::Host { .. }
                | Op::CaughtException {}
                | Op::Take {}
                | Op::SlotLoad { .. } => {
                    self.add_root(Root { value: result, block, is_param: false }, count);
                }
                Op::Load {} if count > 0 && !self.borrowed.contains(inst) => {
                    self.add_root(Root { value: result, block, is_param: false }, count);
                }
                Op::TypeWord {} => {}
                Op::Const { .. } => self.info[result].leaves = smallvec![Leaf::Null; count],
                Op::Cast {} | Op::Bitcast {} | Op::Arith { .. } => self.info[result].roots = self.all_roots(&data.args),
                _ if count > 0 || types.has_address(ty) => {
                    let leaves = self.leaves(func, &data.op, &data.args, count, types);
                    self.info[result] = Info { leaves, roots: self.all_roots(&data.args) };
                }
                _ => {}
            }
        }
    }

    fn all_roots(&self, args: &Values) -> SmallVec<[u32; 2]> {
        let mut roots = SmallVec::new();
        for &arg in args {
            merge(&mut roots, &self.info[arg].roots);
        }
        roots
    }

    fn leaves(&self, func: &Typed, op: &Op, args: &Values, count: usize, types: &mut Owners) -> SmallVec<[Leaf; 1]> {
        match (op, &args[..]) {
            (Op::Pack {}, fields) => fields.iter().flat_map(|&f| self.info[f].leaves.iter().copied()).collect(),
            (Op::Part { index }, &[aggregate]) => {
                let (skip, take) = types.field(func.ty(aggregate), *index);
                self.info[aggregate].leaves.iter().skip(skip).take(take).copied().collect()
            }
            (Op::Select {}, &[_, a, b]) => {
                let pairs = self.info[a].leaves.iter().zip(&self.info[b].leaves);
                pairs.map(|(&x, &y)| if x == y { x } else { Leaf::Other }).collect()
            }
            _ => smallvec![Leaf::Other; count],
        }
    }

    /// Derived parameters with a root that is not defined before their block.
    fn offenders(&self, func: &Typed, cfg: &Cfg, dominators: &Dominators, careful: bool) -> Vec<Value> {
        let mut out = Vec::new();
        for &block in cfg.order() {
            for &param in &func.blocks[block].params {
                let offends = |&r: &u32| !self.is_before(r, block, dominators);
                if !self.owned_params[param] && self.info[param].roots.iter().any(offends) {
                    out.push(param);
                }
            }
            if careful && !out.is_empty() {
                break;
            }
        }
        out
    }

    /// Whether the root is defined before the block on every way. A parameter of the block itself is not: the derived value
    /// would be one of an earlier round of the loop.
    fn is_before(&self, root: u32, block: Block, dominators: &Dominators) -> bool {
        let root = self.roots[root as usize];
        if root.is_param {
            root.block != block && dominators.dominates(root.block, block)
        } else {
            dominators.completes_before(root.block, block)
        }
    }

    /// Forgets the roots that bare pointers rely on beyond their reach: they are never released.
    fn pin(&mut self, func: &Typed, cfg: &Cfg, dominators: &Dominators, params: &[Value]) {
        if params.is_empty() {
            return;
        }
        let mut pinned = SmallVec::<[u32; 2]>::new();
        for &block in cfg.order() {
            for &param in func.blocks[block].params.iter().filter(|p| !self.owned_params[**p]) {
                let roots = &self.info[param].roots;
                pinned.extend(roots.iter().copied().filter(|&r| !self.is_before(r, block, dominators)));
            }
        }
        for info in self.info.values_mut() {
            info.roots.retain(|r| !pinned.contains(r));
            for leaf in &mut info.leaves {
                if matches!(leaf, Leaf::Root(r, _) if pinned.contains(r)) {
                    *leaf = Leaf::Other;
                }
            }
        }
        for r in pinned {
            self.root_of[self.roots[r as usize].value] = None;
        }
    }
}

/// The arguments that the reachable jumps to a block give to one of its parameters.
fn arguments(func: &Typed, cfg: &Cfg, block: Block, index: usize) -> SmallVec<[Value; 4]> {
    let mut out = SmallVec::new();
    for &pred in cfg.jumps_to(block) {
        let targets = func.blocks[pred].term.targets();
        out.extend(targets.iter().filter(|t| t.block == block).map(|t| t.args[index]));
    }
    out
}

fn merge(into: &mut SmallVec<[u32; 2]>, from: &[u32]) {
    for &root in from {
        if let Err(at) = into.binary_search(&root) {
            into.insert(at, root);
        }
    }
}

impl Tracked for Provenance {
    fn count(&self) -> usize {
        self.roots.len()
    }

    fn defined(&self, value: Value) -> Option<usize> {
        self.root_of(value)
    }

    fn used(&self, value: Value, mut f: impl FnMut(usize)) {
        for &root in &self.info[value].roots {
            f(root as usize);
        }
    }
}
