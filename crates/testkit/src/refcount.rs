//! Walks random ways through a function and counts the references to each allocation.
//!
//! Only owners and pointers are followed; conditions are drawn, and so is whether an operation raises. A walk fails when
//! something is used or released after its last reference was given up, when an owner that was never set is used, or when a
//! reference is left at the end.

use crate::random::Random;
use coluber_ir::typed::Op;
use coluber_ir::{Block, Inst, OpSet, Slot, Terminator, Typed, Value};
use coluber_types::Ty;
use coluber_types::fields::{fields, is_scalar};
use coluber_types::kind::Kind;
use std::collections::HashMap;

/// What is in a scalar part of a value.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Cell {
    /// Nothing that is counted.
    Plain,
    /// An owner that was never set.
    Garbage,
    /// A reference to an allocation.
    Owner(usize),
    /// An address in an allocation.
    Address(usize),
}

/// What went wrong in a walk.
#[derive(Debug)]
pub struct Failure {
    /// What.
    pub message: String,
    /// The blocks of the walk.
    pub path: Vec<Block>,
}

struct Allocation {
    count: i64,
    /// Held by the caller, who keeps one reference.
    borrowed: bool,
    /// References that memory keeps.
    kept: i64,
}

struct Walk<'f, 'r> {
    func: &'f Typed,
    random: &'r mut Random,
    values: HashMap<Value, Vec<Cell>>,
    slots: HashMap<Slot, Vec<Cell>>,
    heap: Vec<Allocation>,
}

/// Where control goes after an instruction.
enum Next {
    Continue,
    Handler(Block),
    Leave,
}

type Step<T> = Result<T, String>;

/// Walks through the function once, for at most `limit` blocks; a longer walk is given up without a verdict.
pub fn walk(func: &Typed, random: &mut Random, limit: usize) -> Result<(), Failure> {
    let mut walk = Walk { func, random, values: HashMap::new(), slots: HashMap::new(), heap: Vec::new() };
    let mut path = Vec::new();
    walk.enter();
    let mut block = func.entry();
    while path.len() < limit {
        path.push(block);
        match walk.block(block) {
            Ok(Some(next)) => block = next,
            Ok(None) => break,
            Err(message) => return Err(Failure { message, path }),
        }
    }
    Ok(())
}

impl Walk<'_, '_> {
    fn enter(&mut self) {
        for &param in self.func.params() {
            let cells = self.fresh(self.func.ty(param), true);
            self.values.insert(param, cells);
        }
        for (slot, data) in self.func.slots.iter() {
            self.slots.insert(slot, garbage(data.ty));
        }
    }

    /// A value whose owners are new allocations or, sometimes, null. Its pointers point to the owner before them.
    fn fresh(&mut self, ty: Ty, borrowed: bool) -> Vec<Cell> {
        let mut owner = Cell::Plain;
        let mut out = garbage(ty);
        for (cell, leaf) in out.iter_mut().zip(leaves(ty)) {
            match (leaf.kind(), owner) {
                (Kind::Owner, _) => {
                    owner = if self.random.one_in(8) {
                        Cell::Plain
                    } else {
                        self.heap.push(Allocation { count: 1, borrowed, kept: 0 });
                        Cell::Owner(self.heap.len() - 1)
                    };
                    *cell = owner;
                }
                (Kind::Ptr, Cell::Owner(id)) => *cell = Cell::Address(id),
                _ => *cell = Cell::Plain,
            }
        }
        out
    }

    fn block(&mut self, block: Block) -> Step<Option<Block>> {
        let data = &self.func.blocks[block];
        for &inst in &data.insts {
            match self.inst(inst, data.handler)? {
                Next::Continue => {}
                Next::Handler(handler) => return Ok(Some(handler)),
                Next::Leave => {
                    self.finish(&[])?;
                    return Ok(None);
                }
            }
        }
        match &data.term {
            Terminator::Return(value) => {
                let cells = self.read(*value)?;
                self.finish(&cells)?;
                Ok(None)
            }
            Terminator::Unreachable => Err("control comes to `unreachable`".into()),
            term => {
                let targets = term.targets();
                let target = targets[self.random.below(targets.len())];
                // An address may dangle here: what counts is a use of the parameter.
                let args: Vec<Vec<Cell>> = target.args.iter().map(|a| self.values[a].clone()).collect();
                for (&param, cells) in self.func.blocks[target.block].params.iter().zip(args) {
                    self.values.insert(param, cells);
                }
                Ok(Some(target.block))
            }
        }
    }

    fn inst(&mut self, inst: Inst, handler: Option<Block>) -> Step<Next> {
        let data = &self.func.insts[inst];
        if let Op::Retain {} | Op::Release {} = data.op {
            self.count(data.args[0], if data.op == (Op::Retain {}) { 1 } else { -1 })?;
            return Ok(Next::Continue);
        }
        let args = data.args.iter().map(|&a| self.read(a)).collect::<Step<Vec<_>>>()?;
        let always = matches!(data.op, Op::Raise { .. } | Op::Reraise {});
        if data.op.can_raise() && (always || self.random.one_in(5)) {
            for &value in &data.cleanup {
                self.count(value, -1).map_err(|e| format!("cleanup of {inst}: {e}"))?;
            }
            return Ok(handler.map_or(Next::Leave, Next::Handler));
        }
        match &data.op {
            Op::Runtime { func } if **func == *"hand_over" => self.count(data.args[0], -1)?,
            Op::Store {} => self.keep(&args[1]),
            _ => {}
        }
        if let (Op::SlotStore { slot }, Some(cells)) = (&data.op, args.first()) {
            self.slots.insert(*slot, cells.clone());
        }
        for &result in &data.results {
            let cells = self.result(&data.op, self.func.ty(result), &args, &data.args);
            self.values.insert(result, cells);
        }
        Ok(Next::Continue)
    }

    fn result(&mut self, op: &Op, ty: Ty, args: &[Vec<Cell>], values: &[Value]) -> Vec<Cell> {
        match op {
            Op::Call { .. } | Op::Splice { .. } | Op::Fork { .. } | Op::Runtime { .. } | Op::CaughtException {} => {
                self.fresh(ty, false)
            }
            Op::SlotLoad { slot } => self.slots[slot].clone(),
            Op::Undef {} => garbage(ty),
            Op::Pack {} => args.concat(),
            Op::Part { index } => part(&args[0], self.func.ty(values[0]), *index as usize),
            Op::TupleItem {} => {
                let tuple = self.func.ty(values[0]);
                let item = self.random.below(fields(tuple).len());
                part(&args[0], tuple, item)
            }
            Op::Select {} => args[1 + self.random.below(2)].clone(),
            Op::OwnerData {}
            | Op::PtrAdd {}
            | Op::Cast {}
            | Op::Bitcast {}
            | Op::ElemPtr {}
            | Op::CacheHint { .. }
            | Op::Arith { .. } => {
                vec![address(args)]
            }
            _ => vec![Cell::Plain; leaves(ty).len()],
        }
    }

    /// The value, all of whose allocations must be alive.
    fn read(&self, value: Value) -> Step<Vec<Cell>> {
        let cells = self.values.get(&value).ok_or_else(|| format!("{value} is not set"))?;
        for cell in cells {
            if let Cell::Owner(id) | Cell::Address(id) = cell
                && self.heap[*id].count <= 0
            {
                return Err(format!("{value} is used after its memory was freed"));
            }
        }
        Ok(cells.clone())
    }

    fn count(&mut self, value: Value, by: i64) -> Step<()> {
        for (cell, leaf) in self.values[&value].iter().zip(leaves(self.func.ty(value))) {
            match *cell {
                Cell::Garbage if leaf == Ty::owner() => return Err(format!("{value} has an owner that was never set")),
                Cell::Owner(id) => {
                    let allocation = &mut self.heap[id];
                    if allocation.count <= 0 {
                        return Err(format!("{value} is counted after its memory was freed"));
                    }
                    allocation.count += by;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Memory keeps the references of what is written to it.
    fn keep(&mut self, cells: &[Cell]) {
        for cell in cells {
            if let Cell::Owner(id) = *cell {
                self.heap[id].kept += 1;
            }
        }
    }

    /// Each allocation has the references that the caller, the result and memory hold.
    fn finish(&self, result: &[Cell]) -> Step<()> {
        for (id, allocation) in self.heap.iter().enumerate() {
            let returned = result.iter().filter(|c| **c == Cell::Owner(id)).count() as i64;
            let want = returned + i64::from(allocation.borrowed) + allocation.kept;
            if allocation.count != want {
                return Err(format!("allocation {id} is left with {} references, not {want}", allocation.count));
            }
        }
        Ok(())
    }
}

/// The address that an operation on addresses gives.
fn address(args: &[Vec<Cell>]) -> Cell {
    let id = args.iter().flatten().find_map(|cell| match cell {
        Cell::Owner(id) | Cell::Address(id) => Some(*id),
        _ => None,
    });
    id.map_or(Cell::Plain, Cell::Address)
}

fn part(cells: &[Cell], ty: Ty, index: usize) -> Vec<Cell> {
    let all = fields(ty);
    let skip: usize = all[..index].iter().map(|&t| leaves(t).len()).sum();
    cells[skip..skip + leaves(all[index]).len()].to_vec()
}

/// The scalars that a value of the type consists of.
fn leaves(ty: Ty) -> Vec<Ty> {
    if is_scalar(ty) { vec![ty] } else { fields(ty).into_iter().flat_map(leaves).collect() }
}

fn garbage(ty: Ty) -> Vec<Cell> {
    vec![Cell::Garbage; leaves(ty).len()]
}
