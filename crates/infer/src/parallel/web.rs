//! What becomes of a carried variable within one iteration: the values that are made of it.

use super::elements;
use crate::engine::Typing;
use coluber_base::Span;
use coluber_ir::py::Op;
use coluber_ir::{Block, Inst, InstData, Region, Target, Terminator, Untyped, Value};
use coluber_ops::BinOp;
use rustc_hash::{FxHashMap, FxHashSet};

/// How a reduction changes its variable.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Class {
    /// `+` and `-`, in place or not.
    Sum { in_place: bool },
    /// `*` and `/`.
    Product { in_place: bool },
    /// `//` and others whose partial results can't be joined, so that the loop runs in order.
    InOrder,
    /// `&`, `|`, `^`.
    Bits { op: BinOp, in_place: bool },
    /// A call of a function of an element and a number, such as `max`; the value is the callee. Elements by other functions than those that give the
    /// greater or the lesser one change in order.
    Best { callee: Value },
    /// A call with the variable as one of so many arguments; the value is the callee.
    Call { callee: Value, count: usize },
    /// `x and y`
    And,
    /// `x or y`
    Or,
}

/// The uses of each value.
pub(super) type Uses = FxHashMap<Value, Vec<Use>>;

/// A use of a value.
#[derive(Clone, Copy)]
pub(super) enum Use {
    Inst(Inst),
    /// As the argument of a jump: the parameter that it is for.
    Edge {
        to: Block,
        param: Value,
    },
    /// As the condition at the end of a block.
    Condition(Block),
}

/// The operation that makes a value; none for parameters.
pub(super) fn made_by(body: &Untyped, value: Value) -> Option<&InstData<Op>> {
    let mut insts = body.layout.iter().flat_map(|&block| &body.blocks[block].insts).map(|&inst| &body.insts[inst]);
    insts.find(|inst| inst.results.contains(&value))
}

/// The values of an iteration that stand for a carried variable.
pub(super) struct Web<'b> {
    body: &'b Untyped,
    region: &'b Region,
    typing: &'b Typing,
    uses: Uses,
    param: Value,
    members: FxHashSet<Value>,
    /// Parameters of blocks that take the other operand of `and` or `or` too.
    open: FxHashSet<Value>,
    class: Option<(Class, Span)>,
}

type Found<T> = Result<T, Span>;

impl<'b> Web<'b> {
    /// How a loop changes a parameter of its head: None when no iteration looks at it.
    ///
    /// # Errors
    /// With the place where the variable is used in another way than a reduction's.
    pub(super) fn of(
        body: &'b Untyped,
        typing: &'b Typing,
        region: &'b Region,
        param: Value,
    ) -> Found<Option<(Class, Span)>> {
        let uses = uses(body, typing, region);
        let mut web = Web {
            body,
            region,
            typing,
            uses,
            param,
            members: FxHashSet::default(),
            open: FxHashSet::default(),
            class: None,
        };
        if !web.uses.contains_key(&param) {
            return Ok(None);
        }
        web.follow()?;
        web.check_joins(typing)?;
        match web.class {
            Some(class) => Ok(Some(class)),
            // It is handed on as it is.
            None => Ok(None),
        }
    }

    fn follow(&mut self) -> Found<()> {
        let mut work = vec![self.param];
        while let Some(value) = work.pop() {
            if !self.members.insert(value) {
                continue;
            }
            for used in self.uses.get(&value).cloned().unwrap_or_default() {
                work.extend(self.step(value, used)?);
            }
        }
        Ok(())
    }

    /// What a use makes of the variable.
    fn step(&mut self, value: Value, used: Use) -> Found<Option<Value>> {
        match used {
            Use::Inst(inst) => {
                let data = &self.body.insts[inst];
                if let Op::AsVariable { .. } = data.op {
                    return Ok(Some(data.results[0]));
                }
                if let Some(class) = self.of_elements(inst, value)? {
                    return self.note(class, data.span).map(|()| None);
                }
                if self.leaves_alone(inst, value) {
                    return Ok(None);
                }
                self.note(self.classify(inst, value).ok_or(data.span)?, data.span)?;
                Ok(Some(data.results[0]))
            }
            Use::Edge { to, param } if to == self.region.head && param != self.param => Err(self.span_of(value)),
            Use::Edge { param, .. } => Ok(Some(param)),
            Use::Condition(block) => self.condition(block, value),
        }
    }

    fn note(&mut self, class: Class, span: Span) -> Found<()> {
        let (joined, first) = match self.class {
            None => (class, span),
            Some((known, first)) => (joined(known, class, self.body).ok_or(span)?, first),
        };
        self.class = Some((joined, first));
        Ok(())
    }

    /// The reduction that a load of an element of the variable is a step of.
    fn of_elements(&self, inst: Inst, value: Value) -> Found<Option<Class>> {
        let data = &self.body.insts[inst];
        if !matches!(data.op, Op::GetItem {}) || data.args[0] != value || !self.typing.vals[value].ty.is_array() {
            return Ok(None);
        }
        let update = elements::update(self.body, self.typing, &self.uses, inst).ok_or(data.span)?;
        Ok(Some(update.class))
    }

    /// Whether an instruction is the end of such a step, or does not look at elements.
    fn leaves_alone(&self, inst: Inst, value: Value) -> bool {
        let data = &self.body.insts[inst];
        match data.op {
            Op::SetItem {} => data.args[0] == value && data.args[2] != value && self.is_end(inst),
            _ => self.typing.vals[value].ty.is_array() && elements::is_outside(&data.op),
        }
    }

    fn is_end(&self, set: Inst) -> bool {
        let of_array = self.uses.get(&self.body.insts[set].args[0]).into_iter().flatten();
        let mut gets = of_array.filter_map(|used| match used {
            Use::Inst(inst) if matches!(self.body.insts[*inst].op, Op::GetItem {}) => Some(*inst),
            _ => None,
        });
        gets.any(|get| {
            elements::update(self.body, self.typing, &self.uses, get).is_some_and(|update| update.set == set)
        })
    }

    /// The reduction that an instruction with this operand is a step of.
    fn classify(&self, inst: Inst, value: Value) -> Option<Class> {
        let data = &self.body.insts[inst];
        let count = data.args.iter().filter(|&&arg| arg == value).count();
        let others_too = data.args.iter().any(|arg| *arg != value && self.members.contains(arg));
        if count != 1 || others_too {
            return None;
        }
        let first = data.args[0] == value;
        let (op, in_place) = match &data.op {
            Op::Binary { op } => (*op, false),
            Op::Inplace { op } => (*op, true),
            Op::Call { names } if names.is_empty() && !first => {
                return Some(Class::Call { callee: data.args[0], count: data.args.len() - 1 });
            }
            _ => return None,
        };
        match op {
            BinOp::Add => Some(Class::Sum { in_place }),
            BinOp::Sub if first => Some(Class::Sum { in_place }),
            BinOp::Mul => Some(Class::Product { in_place }),
            BinOp::TrueDiv if first => Some(Class::Product { in_place }),
            BinOp::FloorDiv if first => Some(Class::InOrder),
            BinOp::And | BinOp::Or | BinOp::Xor => Some(Class::Bits { op, in_place }),
            _ => None,
        }
    }

    /// `x and y` keeps `x` where it is false, `x or y` where it is true.
    fn condition(&mut self, block: Block, value: Value) -> Found<Option<Value>> {
        let span = self.body.blocks[block].term_span;
        let Terminator::Branch { then, otherwise, .. } = &self.body.blocks[block].term else {
            return Err(span);
        };
        let kept = |target: &Target| {
            let place = target.args.iter().position(|&arg| arg == value)?;
            Some(self.body.blocks[target.block].params[place])
        };
        let (class, param) = match (kept(then), kept(otherwise)) {
            (None, Some(param)) => (Class::And, param),
            (Some(param), None) => (Class::Or, param),
            _ => return Err(span),
        };
        self.open.insert(param);
        self.note(class, span)?;
        Ok(Some(param))
    }

    /// Whether the paths through an iteration all come to a value of the web.
    fn check_joins(&self, typing: &Typing) -> Found<()> {
        for block in blocks(self.region).filter(|&block| typing.reachable.contains(block)) {
            let data = &self.body.blocks[block];
            for target in data.term.targets() {
                for (&param, arg) in self.body.blocks[target.block].params.iter().zip(&target.args) {
                    let closed = self.members.contains(&param) && !self.open.contains(&param);
                    if closed && !self.members.contains(arg) {
                        return Err(self.span_of(*arg));
                    }
                }
            }
        }
        Ok(())
    }

    fn span_of(&self, value: Value) -> Span {
        let insts = self.body.layout.iter().flat_map(|&block| &self.body.blocks[block].insts);
        let found = insts.map(|&inst| &self.body.insts[inst]).find(|inst| inst.results.contains(&value));
        found.map_or(self.body.blocks[self.region.head].term_span, |inst| inst.span)
    }
}

/// The class of steps of both classes. It works in place only when all of them do.
fn joined(a: Class, b: Class, body: &Untyped) -> Option<Class> {
    use Class::{Bits, Call, Product, Sum};
    match (a, b) {
        (Call { callee: x, count: n }, Call { callee: y, count: m }) => {
            let same = x == y || name_of(body, x).is_some_and(|name| name_of(body, y) == Some(name));
            (n == m && same).then_some(a)
        }
        (Sum { in_place: x }, Sum { in_place: y }) => Some(Sum { in_place: x && y }),
        (Product { in_place: x }, Product { in_place: y }) => Some(Product { in_place: x && y }),
        (Bits { op: p, in_place: x }, Bits { op: q, in_place: y }) if p == q => Some(Bits { op: p, in_place: x && y }),
        _ => (a == b).then_some(a),
    }
}

/// The global that a value is.
fn name_of(body: &Untyped, value: Value) -> Option<&coluber_base::Name> {
    let insts = body.layout.iter().flat_map(|&block| &body.blocks[block].insts).map(|&inst| &body.insts[inst]);
    insts.filter(|inst| inst.results.contains(&value)).find_map(|inst| match &inst.op {
        Op::Global { name } => Some(name),
        _ => None,
    })
}

fn blocks(region: &Region) -> impl Iterator<Item = Block> + '_ {
    region.body.iter().copied()
}

/// The uses of values in the body of a loop. What tells debuggers of a value does not count.
pub(super) fn uses(body: &Untyped, typing: &Typing, region: &Region) -> Uses {
    let mut uses = Uses::default();
    let targets = |uses: &mut Uses, target: &Target| {
        for (&arg, &param) in target.args.iter().zip(&body.blocks[target.block].params) {
            uses.entry(arg).or_default().push(Use::Edge { to: target.block, param });
        }
    };
    targets(&mut uses, &region.enter);
    for block in blocks(region).filter(|&block| typing.reachable.contains(block)) {
        let data = &body.blocks[block];
        for &inst in data.insts.iter().filter(|&&inst| !matches!(body.insts[inst].op, Op::Assign { .. })) {
            for &arg in &body.insts[inst].args {
                uses.entry(arg).or_default().push(Use::Inst(inst));
            }
        }
        if let Terminator::Branch { cond, .. } = data.term {
            uses.entry(cond).or_default().push(Use::Condition(block));
        }
        data.term.targets().into_iter().for_each(|target| targets(&mut uses, target));
    }
    uses
}
