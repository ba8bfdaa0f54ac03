//! Splits block parameters that are aggregates (tuples, iterators, optionals, complex numbers) into their fields, so that what a
//! loop carries is scalars and arrays. Arrays and strings stay whole: their owner and their pointer belong together.
//!
//! The fields are put together again at the start of the block and taken apart before each jump; `simplify` removes what is not
//! needed of that.

use coluber_ir::function::Values;
use coluber_ir::typed::Op;
use coluber_ir::{Block, Cfg, Dominators, Inst, Typed, Value};
use coluber_types::fields::{fields, is_scalar};
use coluber_types::{Kind, Ty};
use cranelift_entity::SecondaryMap;

/// Runs the pass.
pub fn run(func: &mut Typed) {
    let mut split: Vec<Block> = func.layout[1..].iter().copied().filter(|&b| has_aggregate(func, b)).collect();
    keep_for_handlers(func, &mut split);
    if split.is_empty() {
        return;
    }
    let old: Vec<Values> = split.iter().map(|&b| func.blocks[b].params.clone()).collect();
    for k in 0..func.layout.len() {
        split_arguments(func, func.layout[k], &split, &old);
    }
    for &block in &split {
        split_block(func, block);
    }
}

fn has_aggregate(func: &Typed, block: Block) -> bool {
    func.blocks[block].params.iter().any(|&p| is_split(func.ty(p)))
}

/// Leaves out blocks with handlers whose parameters are used where their instructions may not have run: what stands for a
/// parameter is the result of an instruction.
fn keep_for_handlers(func: &Typed, split: &mut Vec<Block>) {
    if !split.iter().any(|&b| func.blocks[b].handler.is_some()) {
        return;
    }
    let mut block_of: SecondaryMap<Value, Option<Block>> = SecondaryMap::new();
    for &block in split.iter().filter(|&&b| func.blocks[b].handler.is_some()) {
        for &param in &func.blocks[block].params {
            block_of[param] = Some(block);
        }
    }
    let cfg = Cfg::new(func);
    let dominators = Dominators::new(func, &cfg);
    for &block in cfg.order() {
        let mut keep = |value: Value| {
            if let Some(def) = block_of[value]
                && def != block
                && !dominators.completes_before(def, block)
            {
                split.retain(|&b| b != def);
            }
        };
        let data = &func.blocks[block];
        data.insts.iter().flat_map(|&i| &func.insts[i].args).copied().for_each(&mut keep);
        data.term.visit_uses(keep);
    }
}

fn is_split(ty: Ty) -> bool {
    !is_scalar(ty)
        && !matches!(
            ty.kind(),
            Kind::Array { .. } | Kind::Record { .. } | Kind::Str | Kind::Bytes | Kind::CaughtException
        )
        && !fields(ty).is_empty()
}

/// Takes arguments apart at the end of a block.
fn split_arguments(func: &mut Typed, block: Block, split: &[Block], old: &[Values]) {
    let mut targets: Vec<_> = func.blocks[block].term.targets().into_iter().cloned().collect();
    let mut added = Vec::new();
    for target in &mut targets {
        if let Some(at) = split.iter().position(|&b| b == target.block) {
            let mut args = Values::new();
            for (&param, &arg) in old[at].iter().zip(&target.args) {
                take_apart(func, arg, func.ty(param), &mut args, &mut added);
            }
            target.args = args;
        }
    }
    for &inst in &added {
        func.insts[inst].span = func.blocks[block].term_span;
    }
    func.blocks[block].insts.append(&mut added);
    for (place, target) in func.blocks[block].term.targets_mut().into_iter().zip(targets) {
        *place = target;
    }
}

fn take_apart(func: &mut Typed, value: Value, ty: Ty, out: &mut Values, added: &mut Vec<Inst>) {
    if !is_split(ty) {
        out.push(value);
        return;
    }
    for (index, field) in (0..).zip(fields(ty)) {
        let inst = func.make_inst(Op::Part { index }, &[value], &[field], Default::default());
        added.push(inst);
        take_apart(func, func.result(inst), field, out, added);
    }
}

/// Replaces parameters by those for their fields and puts the fields together.
fn split_block(func: &mut Typed, block: Block) {
    let mut params = Values::new();
    let mut insts = Vec::new();
    for param in std::mem::take(&mut func.blocks[block].params) {
        let ty = func.ty(param);
        if is_split(ty) {
            let parts = put_together(func, param, ty, &mut params, &mut insts);
            // The value of the parameter becomes the result of the outermost `pack`.
            let inst = func.make_inst(Op::Pack {}, &parts, &[], Default::default());
            func.insts[inst].results.push(param);
            insts.push(inst);
        } else {
            params.push(param);
        }
    }
    let span = func.blocks[block].insts.first().map_or(func.blocks[block].term_span, |&first| func.insts[first].span);
    for &inst in &insts {
        func.insts[inst].span = span;
    }
    insts.append(&mut func.blocks[block].insts);
    func.blocks[block].insts = insts;
    func.blocks[block].params = params;
}

fn put_together(func: &mut Typed, param: Value, ty: Ty, params: &mut Values, insts: &mut Vec<Inst>) -> Values {
    let mut parts = Values::new();
    for field in fields(ty) {
        if is_split(field) {
            let inner = put_together(func, param, field, params, insts);
            let inst = func.make_inst(Op::Pack {}, &inner, &[field], Default::default());
            insts.push(inst);
            parts.push(func.result(inst));
        } else {
            let name = func.values[param].name.clone();
            let part = func.add_value(field, name);
            params.push(part);
            parts.push(part);
        }
    }
    parts
}
