//! Executes functions on integers, bools and tuples: the meaning that passes must keep. Floats hold whole numbers, and wrap as int64 does.

use coluber_ir::typed::{Arith, Op, Unary};
use coluber_ir::{Block, Const, Inst, InstData, Terminator, Typed, Value};
use coluber_ops::CmpOp;
use coluber_types::kind::IntTy;
use coluber_types::{Kind, Ty};
use cranelift_entity::SecondaryMap;
use std::collections::HashMap;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Val {
    /// An integer, or a bool as 0 or 1.
    Int(i128),
    /// An aggregate.
    Tuple(Vec<Val>),
}

/// How an execution ends.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// With a result.
    Returned(Val),
    /// With an exception of this class.
    Raised(String),
    /// It was stopped.
    Endless,
}

/// Executes a function for at most `limit` blocks. Gives the outcome and the arguments of all calls on the way; a call gives a
/// number that depends on its arguments.
///
/// # Panics
/// When it meets an operation on other types, or something undefined.
pub fn eval(func: &Typed, args: &[i128], limit: usize) -> (Outcome, Vec<Vec<Val>>) {
    let mut machine = Machine { func, values: SecondaryMap::new(), memory: HashMap::new(), calls: Vec::new() };
    for (&param, &arg) in func.params().iter().zip(args) {
        machine.values[param] = Some(Val::Int(arg));
    }
    let mut block = func.entry();
    for _ in 0..limit {
        match machine.block(block) {
            Ok(next) => block = next,
            Err(outcome) => return (outcome, machine.calls),
        }
    }
    (Outcome::Endless, machine.calls)
}

struct Machine<'f> {
    func: &'f Typed,
    values: SecondaryMap<Value, Option<Val>>,
    /// What the frame's arrays hold, by address.
    memory: HashMap<i128, Val>,
    calls: Vec<Vec<Val>>,
}

impl Machine<'_> {
    fn known(&self, value: Value) -> &Val {
        self.values[value].as_ref().unwrap_or_else(|| panic!("{value} is not set\n{}", self.func))
    }

    fn get(&self, value: Value) -> Val {
        self.known(value).clone()
    }

    fn int(&self, value: Value) -> i128 {
        match self.known(value) {
            Val::Int(v) => *v,
            Val::Tuple(_) => panic!("{value} is an aggregate"),
        }
    }

    fn block(&mut self, block: Block) -> Result<Block, Outcome> {
        let data = &self.func.blocks[block];
        for &inst in &data.insts {
            if let Some(class) = self.inst(inst) {
                return data.handler.ok_or(Outcome::Raised(class));
            }
        }
        let target = match &data.term {
            Terminator::Jump(target) => target,
            Terminator::Branch { cond, then, otherwise } => {
                if self.int(*cond) != 0 {
                    then
                } else {
                    otherwise
                }
            }
            Terminator::Return(value) => return Err(Outcome::Returned(self.get(*value))),
            Terminator::Unreachable => panic!("control comes to `unreachable`\n{}", self.func),
        };
        let args: Vec<Val> = target.args.iter().map(|&a| self.get(a)).collect();
        for (&param, arg) in self.func.blocks[target.block].params.iter().zip(args) {
            self.values[param] = Some(arg);
        }
        Ok(target.block)
    }

    /// Executes an instruction; the class of the exception that it raises.
    fn inst(&mut self, inst: Inst) -> Option<String> {
        let data = &self.func.insts[inst];
        match &data.op {
            Op::Guard { class, .. } => return (self.int(data.args[0]) == 0).then(|| class.to_string()),
            Op::Raise { class, .. } => return Some(class.to_string()),
            Op::Poll { .. } => return None,
            Op::Store {} => {
                self.memory.insert(self.int(data.args[0]), self.get(data.args[1]));
                return None;
            }
            _ => {}
        }
        let result = data.results[0];
        let value = match &data.op {
            Op::Pack {} => Val::Tuple(data.args.iter().map(|&a| self.get(a)).collect()),
            Op::Part { index } => match self.get(data.args[0]) {
                Val::Tuple(parts) => parts[*index as usize].clone(),
                Val::Int(_) => panic!("a part of an integer"),
            },
            Op::Load {} => self.memory[&self.int(data.args[0])].clone(),
            Op::Select {} => self.get(data.args[if self.int(data.args[0]) != 0 { 1 } else { 2 }]),
            Op::Call { .. } => {
                let args: Vec<Val> = data.args.iter().map(|&a| self.get(a)).collect();
                let sum: i128 = data.args.iter().map(|&a| self.int(a)).sum();
                self.calls.push(args);
                Val::Int(wrap(sum * 31 + 7, self.func.ty(result)))
            }
            _ => Val::Int(wrap(self.scalar(data), self.func.ty(result))),
        };
        self.values[result] = Some(value);
        None
    }

    fn scalar(&self, data: &InstData<Op>) -> i128 {
        let arg = |k: usize| self.int(data.args[k]);
        match &data.op {
            Op::Const { value: Const::Int(v) } => (*v).into(),
            Op::Const { value: Const::Bool(v) } => (*v).into(),
            Op::Arith { op } => arith(*op, arg(0), arg(1), self.func.ty(data.args[0])),
            Op::Unary { op } => unary(*op, arg(0), self.func.ty(data.args[0])),
            Op::Compare { op } => compare(*op, arg(0), arg(1)).into(),
            Op::Cast {} if self.func.ty(data.results[0]) == Ty::boolean() => (arg(0) != 0).into(),
            Op::Cast {} => arg(0),
            Op::Local { id, .. } => i128::from(*id) << 32,
            Op::PtrAdd {} => arg(0) + arg(1),
            Op::WrapIndex {} => arg(0) + if arg(0) < 0 { arg(1) } else { 0 },
            other => panic!("{other:?} is not for integers"),
        }
    }
}

pub(crate) fn wrap(value: i128, ty: Ty) -> i128 {
    match *ty.kind() {
        Kind::Bool => value & 1,
        Kind::Int(IntTy { bits, signed }) => {
            let low = value & ((1 << bits) - 1);
            if signed && low >> (bits - 1) != 0 { low - (1 << bits) } else { low }
        }
        Kind::Float(_) | Kind::Ptr => wrap(value, Ty::int64()),
        _ => panic!("{ty} is not an integer type"),
    }
}

pub(crate) fn arith(op: Arith, a: i128, b: i128, ty: Ty) -> i128 {
    match op {
        Arith::Add => a + b,
        Arith::AddNoWrap => {
            assert_eq!(wrap(a + b, ty), a + b, "an addition that was said not to overflow");
            a + b
        }
        Arith::Sub => a - b,
        Arith::Mul => a.wrapping_mul(b),
        Arith::Div => a / b,
        Arith::Rem => a % b,
        Arith::And => a & b,
        Arith::Or => a | b,
        Arith::Xor => a ^ b,
        Arith::Shl => a.checked_shl(b.min(64) as u32).unwrap_or(0),
        Arith::Shr => a >> b.min(64),
        Arith::CopySign | Arith::AddFree | Arith::SubFree | Arith::MulFree => panic!("{} of integers", op.word()),
    }
}

pub(crate) fn unary(op: Unary, a: i128, ty: Ty) -> i128 {
    match op {
        Unary::Neg => -a,
        Unary::Abs => a.abs(),
        Unary::Not => !a,
        Unary::PopCount => match *ty.kind() {
            Kind::Int(IntTy { bits, .. }) => (a & ((1 << bits) - 1)).count_ones().into(),
            _ => panic!("the bits of {ty}"),
        },
        other => panic!("{other:?} of integers"),
    }
}

pub(crate) fn compare(op: CmpOp, a: i128, b: i128) -> bool {
    match op {
        CmpOp::Eq => a == b,
        CmpOp::Ne => a != b,
        CmpOp::Lt => a < b,
        CmpOp::Le => a <= b,
        CmpOp::Gt => a > b,
        CmpOp::Ge => a >= b,
    }
}
