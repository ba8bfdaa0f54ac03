//! What a test says about the value that is tested: where `x is not None` or `x` itself is true, an optional `x` has the type of what it
//! holds, and a bool is True; where `isinstance(x, C)` is true, or a class pattern fits, an object of one of several classes is one of `C`, and
//! elsewhere it is none of them.
//!
//! The function is rewritten when such a value turns out to be tested: behind the test a value of its own stands for it.

use crate::unroll::rename;
use crate::value::{Resolved, Val};
use coluber_ir::function::Terminator;
use coluber_ir::py::Op;
use coluber_ir::{Block, Cfg, Const, Dominators, Inst, Untyped, Value};
use coluber_ops::UnOp;
use coluber_types::unify::instances;
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

/// Whether a test of an object's class may say more of a value of this type.
pub fn is_of_classes(ty: Ty) -> bool {
    let object = if let Kind::Optional(inner) = ty.kind() { *inner } else { ty };
    instances(object).is_some()
}

/// The function with a value of its own for each value of which a test says more, where it does. None where there is nothing to change.
/// `is_isinstance` says whether a value is the function of this name.
pub fn narrowed(
    body: &Untyped,
    ty: impl Fn(Value) -> Ty,
    mut is_isinstance: impl FnMut(Value) -> bool,
) -> Option<Untyped> {
    let is_open = |ty: Ty| matches!(ty.kind(), Kind::Optional(_)) || is_of_classes(ty);
    if !body.values.keys().any(|value| is_open(ty(value))) {
        return None;
    }
    let made_by = definitions(body);
    let tests = body.layout.iter().flat_map(|block| tests(body, &made_by, *block, &mut is_isinstance));
    let says_more = |test: &Test| match test.shown {
        Shown::NotNone => matches!(ty(test.value).kind(), Kind::Optional(_)),
        Shown::Class { .. } => is_of_classes(ty(test.value)),
    };
    let tests: Vec<Test> = tests.filter(says_more).collect();
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

/// A branch that goes to `target` when something is so of `value`.
struct Test {
    value: Value,
    shown: Shown,
    block: Block,
    target: Block,
    when: bool,
    /// Whether both ways lead there, as for `x or y`.
    joins: bool,
}

/// What is so.
#[derive(Clone, Copy)]
enum Shown {
    /// It is not None.
    NotNone,
    /// It is an object of a class, or of one of a tuple of classes, or it is not.
    Class { classes: Value, is: bool },
}

type Definitions = SecondaryMap<Value, PackedOption<Inst>>;

fn definitions(body: &Untyped) -> Definitions {
    let mut made_by = Definitions::new();
    for (inst, data) in &body.insts {
        data.results.iter().for_each(|value| made_by[*value] = inst.into());
    }
    made_by
}

/// What the branch at the end of a block says.
fn tests(
    body: &Untyped,
    made_by: &Definitions,
    block: Block,
    is_isinstance: &mut impl FnMut(Value) -> bool,
) -> Vec<Test> {
    let Terminator::Branch { cond, then, otherwise } = &body.blocks[block].term else { return Vec::new() };
    let test = |value: Value, shown: Shown, when: bool| {
        let target = if when { then } else { otherwise }.block;
        Test { value, shown, block, target, when, joins: then.block == otherwise.block }
    };
    let mut found = Vec::new();
    if let Some((value, when)) = tested(body, made_by, *cond) {
        found.push(test(value, Shown::NotNone, when));
        if let Some((object, classes)) = asked(body, made_by, value, is_isinstance) {
            found.push(test(object, Shown::Class { classes, is: true }, when));
            found.push(test(object, Shown::Class { classes, is: false }, !when));
        }
    }
    found
}

/// The object and the classes that a value asks for: one that is true, or not None, where the object is of one of the classes.
fn asked(
    body: &Untyped,
    made_by: &Definitions,
    value: Value,
    is_isinstance: &mut impl FnMut(Value) -> bool,
) -> Option<(Value, Value)> {
    let data = &body.insts[made_by[value].expand()?];
    match (&data.op, &data.args[..]) {
        (Op::Call { names }, &[callee, object, classes]) if names.is_empty() && is_isinstance(callee) => {
            Some((object, classes))
        }
        // A pattern with parts fits where they are there, too.
        (Op::MatchClass { .. }, &[object, class]) => Some((object, class)),
        _ => None,
    }
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
    let (op, args) = test.narrowing();
    let known = |inst: &Inst| func.insts[*inst].op == op && func.insts[*inst].args[..] == args[..];
    if func.blocks[target].insts.iter().any(known) {
        return false;
    }
    let region = cfg.order().iter().filter(|block| **block == target || dominators.completes_before(target, **block));
    let users: Vec<Block> = region.copied().filter(|block| uses(func, *block, test.value)).collect();
    if users.is_empty() {
        return false;
    }
    let (inst, narrow) = make(func, test);
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
    let (inst, narrow) = make(func, test);
    passed.args.iter_mut().filter(|arg| **arg == test.value).for_each(|arg| *arg = narrow);
    func.blocks[between].insts.push(inst);
    func.blocks[between].term = Terminator::Jump(passed);
    if let Terminator::Branch { then, otherwise, .. } = &mut func.blocks[test.block].term {
        if test.when { then } else { otherwise }.block = between;
    }
    true
}

impl Test {
    /// The operation that gives the value of which the test has said more, and what it takes.
    fn narrowing(&self) -> (Op, Vec<Value>) {
        match self.shown {
            Shown::NotNone => (Op::NotNone {}, vec![self.value]),
            Shown::Class { classes, is } => (Op::OfClass { is }, vec![self.value, classes]),
        }
    }
}

fn make(func: &mut Untyped, test: &Test) -> (Inst, Value) {
    let (op, args) = test.narrowing();
    let inst = func.make_inst(op, &args, &[Ty::undefined()], Default::default());
    let narrow = func.result(inst);
    func.values[narrow].name = func.values[test.value].name.clone();
    (inst, narrow)
}

fn uses(func: &Untyped, block: Block, value: Value) -> bool {
    let data = &func.blocks[block];
    let mut found = data.insts.iter().any(|inst| func.insts[*inst].args.contains(&value));
    data.term.visit_uses(|used| found |= used == value);
    found
}
