//! What a test says about the value that is tested: where `x is not None` or `x` itself is true, an optional `x` has the type of what it
//! holds, and a bool is True.
//!
//! The function is rewritten when an optional value turns out to be tested: behind the test a value of its own stands for it.

use crate::unroll::rename;
use crate::value::{Resolved, Val};
use coluber_ir::function::Terminator;
use coluber_ir::py::Op;
use coluber_ir::{Block, Cfg, Const, Dominators, Inst, Untyped, Value};
use coluber_ops::UnOp;
use coluber_types::{Kind, Ty};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

/// The value of an optional one that is not None.
pub fn not_none(val: Val) -> Resolved {
    match val.ty.kind() {
        Kind::Optional(inner) => Resolved::one(Val { ty: *inner, ..val }, |e, a| e.part(a[0], 1)),
        _ => Resolved::one(val, |_, a| a[0]),
    }
}

/// The function with a value of its own for each optional one where a test has shown that it is not None. None where there is nothing to
/// change.
pub fn narrowed(body: &Untyped, is_optional: impl Fn(Value) -> bool) -> Option<Untyped> {
    if !body.values.keys().any(&is_optional) {
        return None;
    }
    let made_by = definitions(body);
    let tests = body.layout.iter().filter_map(|block| test(body, &made_by, *block));
    let tests: Vec<Test> = tests.filter(|test| is_optional(test.value)).collect();
    if tests.is_empty() {
        return None;
    }
    let mut func = body.clone();
    let cfg = Cfg::new(body);
    let dominators = Dominators::new(body, &cfg);
    let mut changed = false;
    for test in tests {
        changed |= match cfg.preds(test.target).count() {
            1 if !test.joins => narrow_region(&mut func, &cfg, &dominators, &test),
            _ => narrow_edge(&mut func, &test),
        };
    }
    if !changed {
        return None;
    }
    func.layout = Cfg::new(&func).order().to_vec();
    Some(func)
}

/// The function in which `x and y` gives False where `x` is False, and `x or y` True, when the other value is none of these: what follows is typed
/// for each of the two. None where there is nothing to change.
pub fn with_known_bools(body: &Untyped, ty: impl Fn(Value) -> Ty) -> Option<Untyped> {
    let made_by = definitions(body);
    let cfg = Cfg::new(body);
    let mut changed = None;
    for &block in &body.layout {
        let Terminator::Branch { cond, then, otherwise } = &body.blocks[block].term else { continue };
        let (tested, when) = condition(body, &made_by, *cond);
        for (edge, taken) in [(then, true), (otherwise, false)] {
            for (at, &passed) in edge.args.iter().enumerate().filter(|(_, passed)| ty(**passed) == Ty::boolean()) {
                let (value, is_true) = condition(body, &made_by, passed);
                if value == tested && others(body, &cfg, edge.block, at).any(|other| is_other(ty(other))) {
                    let func = changed.get_or_insert_with(|| body.clone());
                    pass_constant(func, block, taken, (at, (taken == when) == is_true));
                }
            }
        }
    }
    changed
}

/// What a value is the truth of, or the opposite, and which of the two.
fn condition(body: &Untyped, made_by: &Definitions, value: Value) -> (Value, bool) {
    let (mut value, mut when) = (value, true);
    while let Some(data) = made_by[value].expand().map(|inst| &body.insts[inst]) {
        match data.op {
            Op::Unary { op: UnOp::Not } => when = !when,
            Op::Truth {} => {}
            _ => break,
        }
        value = data.args[0];
    }
    (value, when)
}

/// Whether a type is known, and not that of bools.
fn is_other(ty: Ty) -> bool {
    ty != Ty::undefined() && ty.unliteral() != Ty::boolean()
}

/// What the jumps to a block pass in some place.
fn others(body: &Untyped, cfg: &Cfg, target: Block, at: usize) -> impl Iterator<Item = Value> {
    let passed = |pred: Block| body.blocks[pred].term.targets().into_iter().filter(|edge| edge.block == target);
    let found: Vec<Value> = cfg.preds(target).flat_map(passed).filter_map(|edge| edge.args.get(at).copied()).collect();
    found.into_iter()
}

/// Lets one of the two jumps of a branch pass a constant in some place.
fn pass_constant(func: &mut Untyped, block: Block, taken: bool, (at, value): (usize, bool)) {
    let inst = func.make_inst(Op::Const { value: Const::Bool(value) }, &[], &[Ty::undefined()], Default::default());
    let constant = func.result(inst);
    func.blocks[block].insts.push(inst);
    func.blocks[block].term.targets_mut()[usize::from(!taken)].args[at] = constant;
}

/// A branch that goes to `target` when `value` is not None.
struct Test {
    value: Value,
    block: Block,
    target: Block,
    when: bool,
    /// Whether both ways lead there, as for `x or y`.
    joins: bool,
}

type Definitions = SecondaryMap<Value, PackedOption<Inst>>;

fn definitions(body: &Untyped) -> Definitions {
    let mut made_by = Definitions::new();
    for (inst, data) in &body.insts {
        data.results.iter().for_each(|value| made_by[*value] = inst.into());
    }
    made_by
}

fn test(body: &Untyped, made_by: &Definitions, block: Block) -> Option<Test> {
    let Terminator::Branch { cond, then, otherwise } = &body.blocks[block].term else { return None };
    let (value, when) = tested(body, made_by, *cond)?;
    let target = if when { then } else { otherwise }.block;
    Some(Test { value, block, target, when, joins: then.block == otherwise.block })
}

/// The value that a condition is about, and for which truth of the condition it is not None.
fn tested(body: &Untyped, made_by: &Definitions, cond: Value) -> Option<(Value, bool)> {
    let Some(inst) = made_by[cond].expand() else { return Some((cond, true)) };
    let data = &body.insts[inst];
    let is_none = |value: Value| {
        made_by[value].expand().is_some_and(|inst| matches!(body.insts[inst].op, Op::Const { value: Const::None }))
    };
    match data.op {
        Op::Is { invert } => {
            let [a, b] = data.args[..] else { return None };
            let value = if is_none(b) { a } else { b };
            (is_none(a) != is_none(b)).then_some((value, invert))
        }
        Op::Unary { op: UnOp::Not } => tested(body, made_by, data.args[0]).map(|(value, when)| (value, !when)),
        Op::Truth {} => tested(body, made_by, data.args[0]),
        _ => Some((cond, true)),
    }
}

/// Lets the blocks that are reached by the test alone use a value of their own.
fn narrow_region(func: &mut Untyped, cfg: &Cfg, dominators: &Dominators, test: &Test) -> bool {
    let target = test.target;
    let known =
        |inst: &Inst| matches!(func.insts[*inst].op, Op::NotNone {}) && func.insts[*inst].args.contains(&test.value);
    if func.blocks[target].insts.iter().any(known) {
        return false;
    }
    let region = cfg.order().iter().filter(|block| **block == target || dominators.completes_before(target, **block));
    let users: Vec<Block> = region.copied().filter(|block| uses(func, *block, test.value)).collect();
    if users.is_empty() {
        return false;
    }
    let (inst, narrow) = make(func, test.value);
    users.iter().for_each(|block| rename(func, *block, test.value, narrow));
    func.blocks[target].insts.insert(0, inst);
    true
}

/// Lets the jump of the test pass a value of its own, from a block that is put in between.
fn narrow_edge(func: &mut Untyped, test: &Test) -> bool {
    let Terminator::Branch { then, otherwise, .. } = &mut func.blocks[test.block].term else { return false };
    let edge = if test.when { then } else { otherwise };
    if edge.block != test.target || !edge.args.contains(&test.value) {
        return false;
    }
    let mut passed = edge.clone();
    edge.args.clear();
    let between = func.add_block();
    let (inst, narrow) = make(func, test.value);
    passed.args.iter_mut().filter(|arg| **arg == test.value).for_each(|arg| *arg = narrow);
    func.blocks[between].insts.push(inst);
    func.blocks[between].term = Terminator::Jump(passed);
    if let Terminator::Branch { then, otherwise, .. } = &mut func.blocks[test.block].term {
        if test.when { then } else { otherwise }.block = between;
    }
    true
}

fn make(func: &mut Untyped, value: Value) -> (Inst, Value) {
    let inst = func.make_inst(Op::NotNone {}, &[value], &[Ty::undefined()], Default::default());
    let narrow = func.result(inst);
    func.values[narrow].name = func.values[value].name.clone();
    (inst, narrow)
}

fn uses(func: &Untyped, block: Block, value: Value) -> bool {
    let data = &func.blocks[block];
    let mut found = data.insts.iter().any(|inst| func.insts[*inst].args.contains(&value));
    data.term.visit_uses(|used| found |= used == value);
    found
}
