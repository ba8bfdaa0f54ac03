//! Loops over the items of a tuple, each of its own type: `for x in literal_unroll(t)`.
//!
//! The loop is written out in the untyped IR as soon as the tuple's type is known: a copy of its blocks for each item, in which
//! the item is the tuple's item at a constant index, and one more for the end. The copies are typed one by one.

use coluber_ir::py::Op;
use coluber_ir::{Block, Cfg, Const, Dominators, Inst, Loops, Slot, Untyped, Value};
use coluber_types::{Kind, Ty};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntitySet, SecondaryMap};

/// Instructions that a function may have after its loops are written out.
pub const LIMIT: usize = 200_000;

/// Writes out the loop whose iterator `get_iter` makes, for a sequence of `count` items. None when the iterator is not that of a `for`
/// loop.
pub fn unroll(func: &Untyped, get_iter: Inst, count: usize) -> Option<Untyped> {
    let mut func = func.clone();
    let sequence = func.insts[get_iter].args[0];
    let iterator = func.insts[get_iter].results[0];
    if !func.layout.iter().any(|b| func.blocks[*b].term.targets().iter().any(|t| t.args.contains(&iterator))) {
        stand_at_first(&mut func, get_iter, count);
        return Some(func);
    }
    let (head, iterator) = loop_of(&func, iterator)?;
    let blocks = blocks_of(&func, head)?;
    let outside = uses_outside(&func, &blocks, head);
    if let Uses::AnyWhere(values) = &outside {
        values.iter().for_each(|v| keep_in_memory(&mut func, &blocks, *v));
    }
    let copies: Vec<Copy> = (0..count).map(|_| copy(&mut func, &blocks)).collect();
    let heads: Vec<Block> = std::iter::once(head).chain(copies.iter().map(|c| c.block(head))).collect();
    for k in 0..=count {
        let of_copy = |b: Block| if k == 0 { b } else { copies[k - 1].block(b) };
        let iterator = if k == 0 { iterator } else { copies[k - 1].value(iterator) };
        for block in &blocks {
            let block = of_copy(*block);
            pass_on(&mut func, block, heads[k], heads[(k + 1).min(count)]);
            stand_at(&mut func, block, iterator, sequence, k, count);
        }
    }
    if let (Uses::AfterTheEnd(uses), Some(last)) = (outside, copies.last()) {
        uses.iter().for_each(|(block, value)| rename(&mut func, *block, *value, last.value(*value)));
    }
    make_nothing(&mut func, get_iter);
    func.layout = Cfg::new(&func).order().to_vec();
    Some(func)
}

/// Whether values whose types differ are the items of a tuple, over which a loop is written out.
pub fn is_mixed(items: &[Ty]) -> bool {
    !items.contains(&Ty::undefined()) && coluber_types::unify::unify_all(items.iter().copied()).is_none()
}

/// So many instructions are added for a loop over functions, which need not be written out.
const MOST_FOR_FUNCTIONS: usize = 600;

/// Whether items of a tuple are several functions and a loop over them can be written out, so that what each gives has its own type.
pub fn is_of_functions(func: &Untyped, get_iter: Inst, items: &[Ty]) -> bool {
    let common = || coluber_types::unify::unify_all(items.iter().copied());
    let is_function = |ty: &Ty| matches!(ty.kind(), Kind::Closure { .. } | Kind::Function(_) | Kind::Dispatcher(_));
    items.iter().all(is_function)
        && common().is_some_and(|ty| matches!(ty.kind(), Kind::OneOf(_)))
        && unroll(func, get_iter, items.len())
            .is_some_and(|written| written.insts.len() <= func.insts.len() + MOST_FOR_FUNCTIONS)
}

/// What the name of the function of a generator expression ends with.
const GENERATOR: &str = "<genexpr>";

/// Whether an iterator is what a generator expression is given: one over a tuple is the tuple itself, over which that function has a loop.
pub fn is_of_generator(func: &Untyped, get_iter: Inst, ty: impl Fn(Value) -> Ty) -> bool {
    let iterator = func.insts[get_iter].results[0];
    let users = func.insts.values().filter(|inst| inst.args.contains(&iterator));
    let takes = |callee: Value| matches!(ty(callee).kind(), Kind::Closure { name, .. } if name.ends_with(GENERATOR));
    let mut calls = users.map(|inst| matches!(inst.op, Op::Call { .. }) && takes(inst.args[0]));
    calls.next() == Some(true) && calls.next().is_none()
}

/// The function of a generator expression that makes an iterator of the tuple that it is given. None where it is given no such tuple.
pub fn over_tuple(func: &Untyped, args: &[Ty]) -> Option<Untyped> {
    let items = args.first()?.tuple_items()?;
    if !func.name.ends_with(GENERATOR) || !is_mixed(items) {
        return None;
    }
    let (mut func, given) = (func.clone(), *func.params().first()?);
    if func.insts.values().any(|inst| matches!(inst.op, Op::GetIter {}) && inst.args.contains(&given)) {
        return None;
    }
    let get_iter = func.make_inst(Op::GetIter {}, &[given], &[Ty::undefined()], Default::default());
    let iterator = func.result(get_iter);
    for block in func.layout.clone() {
        rename(&mut func, block, given, iterator);
    }
    let entry = func.entry();
    func.blocks[entry].insts.insert(0, get_iter);
    Some(func)
}

/// The head of the loop that an iterator enters, and the parameter that carries it.
fn loop_of(func: &Untyped, iterator: Value) -> Option<(Block, Value)> {
    let targets = func.layout.iter().flat_map(|b| func.blocks[*b].term.targets());
    let mut found = targets.filter_map(|t| Some((t, t.args.iter().position(|a| *a == iterator)?)));
    let (target, at) = found.next()?;
    found.next().is_none().then(|| (target.block, func.blocks[target.block].params[at]))
}

/// What makes the iterator of the loop whose item a value is, or a part of it.
pub fn loop_with_item(func: &Untyped, value: Value) -> Option<Inst> {
    let mut value = value;
    loop {
        let made = func.insts.values().find(|data| data.results.contains(&value))?;
        match made.op {
            Op::Unpack { .. } | Op::CheckBound { .. } => value = made.args[0],
            Op::IterValue {} => break value = made.args[0],
            _ => return None,
        }
    }
    let carries =
        |inst: &Inst| loop_of(func, func.insts[*inst].results[0]).is_some_and(|(_, carried)| carried == value);
    let makes = func.layout.iter().flat_map(|block| &func.blocks[*block].insts);
    makes.copied().find(|inst| matches!(func.insts[*inst].op, Op::GetIter {}) && carries(inst))
}

/// Where the body leaves the loop on all paths, the iterator is that of the first item.
fn stand_at_first(func: &mut Untyped, get_iter: Inst, count: usize) {
    let (iterator, sequence) = (func.insts[get_iter].results[0], func.insts[get_iter].args[0]);
    for block in func.layout.clone() {
        stand_at(func, block, iterator, sequence, 0, count);
    }
    make_nothing(func, get_iter);
}

/// An iterator that is written out is not needed.
fn make_nothing(func: &mut Untyped, inst: Inst) {
    func.insts[inst].op = Op::Const { value: Const::None };
    func.insts[inst].args.clear();
}

/// The blocks of the loop.
fn blocks_of(func: &Untyped, head: Block) -> Option<Vec<Block>> {
    let cfg = Cfg::new(func);
    let dominators = Dominators::new(func, &cfg);
    let loops = Loops::new(&cfg, &dominators);
    let (id, _) = loops.iter().find(|(_, data)| data.head == head)?;
    let mut blocks: Vec<Block> = cfg.order().iter().copied().filter(|b| loops.contains(id, *b)).collect();
    // Blocks that only the body leads to know its items as the body does: `return x`, and loops before a `break`.
    loop {
        let leads = |b: Block| func.successors(b).contains(&head) || b == head;
        let from = |b: Block| -> Vec<Block> {
            cfg.order()
                .iter()
                .copied()
                .filter(|p| func.successors(*p).contains(&b) || func.blocks[*p].handler == Some(b))
                .collect()
        };
        let is_own = |b: &Block| {
            let before = from(*b);
            let is_of_body = |p: &Block| blocks.contains(p) && *p != head;
            let leads_here = |p: &Block| is_of_body(p) || dominators.dominates(*b, *p);
            !blocks.contains(b) && before.iter().any(is_of_body) && before.iter().all(leads_here)
        };
        let more: Vec<Block> = cfg.order().iter().copied().filter(|b| is_own(b) && !leads(*b)).collect();
        if more.is_empty() {
            return Some(blocks);
        }
        blocks.extend(more);
    }
}

/// Values of the loop that are used after it.
enum Uses {
    /// All paths out of the loop come from its head when there are no more items: blocks and the values they use.
    AfterTheEnd(Vec<(Block, Value)>),
    /// The values, where paths come from elsewhere too.
    AnyWhere(Vec<Value>),
}

fn uses_outside(func: &Untyped, blocks: &[Block], head: Block) -> Uses {
    let mut inside: EntitySet<Block> = EntitySet::new();
    inside.extend(blocks.iter().copied());
    let mut defined: EntitySet<Value> = EntitySet::new();
    for block in blocks {
        defined.extend(func.blocks[*block].params.iter().copied());
        defined.extend(func.blocks[*block].insts.iter().flat_map(|i| func.insts[*i].results.iter().copied()));
    }
    let mut uses = Vec::new();
    for block in func.layout.iter().filter(|b| !inside.contains(**b)) {
        let data = &func.blocks[*block];
        let mut used: Vec<Value> = data.insts.iter().flat_map(|i| func.insts[*i].args.iter().copied()).collect();
        data.term.visit_uses(|v| used.push(v));
        used.retain(|v| defined.contains(*v));
        used.sort_unstable();
        used.dedup();
        uses.extend(used.into_iter().map(|v| (*block, v)));
    }
    let leaves = |b: &Block| func.successors(*b).iter().any(|s| !inside.contains(*s));
    if blocks.iter().all(|b| *b == head || !leaves(b)) && func.blocks[head].handler.is_none() {
        return Uses::AfterTheEnd(uses);
    }
    let mut values: Vec<Value> = uses.into_iter().map(|u| u.1).collect();
    values.sort_unstable();
    values.dedup();
    Uses::AnyWhere(values)
}

/// Lets blocks outside of the loop read a value of the loop from memory, into which each copy of the loop writes its own.
fn keep_in_memory(func: &mut Untyped, blocks: &[Block], value: Value) {
    let name = func.values[value].name.clone().unwrap_or_else(|| "a temporary value".into());
    let slot = func.add_slot(Ty::undefined(), name);
    for block in func.layout.clone() {
        if blocks.contains(&block) {
            store_after_definition(func, block, value, slot);
        } else if uses(func, block, value) {
            let load = func.make_inst(Op::SlotLoad { slot }, &[], &[Ty::undefined()], Default::default());
            let loaded = func.result(load);
            func.values[loaded].name = func.values[value].name.clone();
            rename(func, block, value, loaded);
            func.blocks[block].insts.insert(0, load);
        }
    }
}

fn store_after_definition(func: &mut Untyped, block: Block, value: Value, slot: Slot) {
    let data = &func.blocks[block];
    let at = match data.params.contains(&value) {
        true => Some(0),
        false => data.insts.iter().position(|i| func.insts[*i].results.contains(&value)).map(|k| k + 1),
    };
    if let Some(at) = at {
        let store = func.make_inst(Op::SlotStore { slot }, &[value], &[], Default::default());
        func.blocks[block].insts.insert(at, store);
    }
}

fn uses(func: &Untyped, block: Block, value: Value) -> bool {
    let data = &func.blocks[block];
    let mut found = data.insts.iter().any(|i| func.insts[*i].args.contains(&value));
    data.term.visit_uses(|v| found |= v == value);
    found
}

/// Puts one value in the place of another, in a block.
pub fn rename(func: &mut Untyped, block: Block, from: Value, to: Value) {
    let change = |v: Value| if v == from { to } else { v };
    for inst in func.blocks[block].insts.clone() {
        func.insts[inst].args.iter_mut().for_each(|v| *v = change(*v));
    }
    func.blocks[block].term.map_uses(change);
}

/// Blocks and values of the loop and those that stand for them in a copy.
pub struct Copy {
    blocks: SecondaryMap<Block, PackedOption<Block>>,
    values: SecondaryMap<Value, PackedOption<Value>>,
    /// Instructions, each with its copy.
    pub insts: Vec<(Inst, Inst)>,
}

impl Copy {
    /// The block of the copy that stands for one of the original.
    pub fn block(&self, block: Block) -> Block {
        self.blocks[block].expand().unwrap_or(block)
    }

    fn value(&self, value: Value) -> Value {
        self.values[value].expand().unwrap_or(value)
    }
}

/// Adds a copy of some blocks, whose jumps among each other stay in the copy.
pub fn copy(func: &mut Untyped, blocks: &[Block]) -> Copy {
    let mut copy = Copy { blocks: SecondaryMap::new(), values: SecondaryMap::new(), insts: Vec::new() };
    for block in blocks {
        copy.blocks[*block] = func.add_block().into();
    }
    for block in blocks {
        copy_definitions(func, *block, &mut copy);
    }
    for block in blocks {
        let target = copy.block(*block);
        for inst in func.blocks[target].insts.clone() {
            func.insts[inst].args.iter_mut().for_each(|v| *v = copy.value(*v));
        }
        let data = &mut func.blocks[target];
        data.term.map_uses(|v| copy.value(v));
        data.term.targets_mut().into_iter().for_each(|t| t.block = copy.block(t.block));
        data.handler = data.handler.map(|h| copy.block(h));
    }
    copy
}

/// Copies parameters and instructions; their operands are those of the original.
fn copy_definitions(func: &mut Untyped, block: Block, copy: &mut Copy) {
    let mut data = func.blocks[block].clone();
    for param in &mut data.params {
        let new = func.values.push(func.values[*param].clone());
        copy.values[*param] = new.into();
        *param = new;
    }
    for inst in &mut data.insts {
        let mut new = func.insts[*inst].clone();
        for result in &mut new.results {
            let value = func.values.push(func.values[*result].clone());
            copy.values[*result] = value.into();
            *result = value;
        }
        let new = func.insts.push(new);
        copy.insts.push((*inst, new));
        *inst = new;
    }
    let target = copy.block(block);
    func.blocks[target] = data;
}

/// Lets the jumps back to a copy's head go to that of the next copy.
fn pass_on(func: &mut Untyped, block: Block, head: Block, next: Block) {
    for target in func.blocks[block].term.targets_mut() {
        if target.block == head {
            target.block = next;
        }
    }
}

/// Replaces the operations on the iterator in a block of copy `k` of `count`.
fn stand_at(func: &mut Untyped, block: Block, iterator: Value, sequence: Value, k: usize, count: usize) {
    for (at, inst) in func.blocks[block].insts.clone().into_iter().enumerate().rev() {
        let data = &mut func.insts[inst];
        if data.args.first() != Some(&iterator) {
            continue;
        }
        match data.op {
            Op::IterValid {} => data.op = Op::Const { value: Const::Bool(k < count) },
            Op::IterAdvance {} => data.op = Op::Const { value: Const::None },
            Op::IterValue {} => {
                let span = data.span;
                let index = func.make_inst(Op::Const { value: Const::Int(k as i64) }, &[], &[Ty::undefined()], span);
                let index_value = func.result(index);
                let data = &mut func.insts[inst];
                data.op = Op::GetItem {};
                data.args = [sequence, index_value].into_iter().collect();
                func.blocks[block].insts.insert(at, index);
                continue;
            }
            _ => continue,
        }
        func.insts[inst].args.clear();
    }
}
