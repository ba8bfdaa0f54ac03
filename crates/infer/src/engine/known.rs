//! Comparisons of numbers that are known while compiling, of which floats have no type that says so.

use super::Engine;
use crate::host::HostData;
use crate::value::{Resolved, Val};
use coluber_ir::py::Op;
use coluber_ir::{Const, Inst, Untyped, Value};
use coluber_ops::CmpOp;
use coluber_types::{Kind, Ty};

impl Engine<'_> {
    /// The outcome of a comparison of constants, one of which is a float, so that a branch on it is decided.
    pub(super) fn known_comparison(&mut self, body: &Untyped, inst: Inst, op: CmpOp, v: &[Val]) -> Option<Resolved> {
        let is_float = |val: &Val| matches!(val.ty.kind(), Kind::Float(_));
        if !v.iter().any(is_float) || !v.iter().all(|val| is_float(val) || val.literal_int().is_some()) {
            return None;
        }
        let args = &body.insts[inst].args;
        let a = self.known_number(body, args[0], v[0])?;
        let b = self.known_number(body, args[1], v[1])?;
        let holds = match op {
            CmpOp::Eq => a == b,
            CmpOp::Ne => a != b,
            CmpOp::Lt => a < b,
            CmpOp::Le => a <= b,
            CmpOp::Gt => a > b,
            CmpOp::Ge => a >= b,
        };
        Some(Resolved::constant(Ty::literal_bool(holds)))
    }

    /// A number that is known and that a float holds exactly.
    fn known_number(&mut self, body: &Untyped, value: Value, val: Val) -> Option<f64> {
        if let Some(int) = val.literal_int() {
            return (int.unsigned_abs() <= 1 << 53).then_some(int as f64);
        }
        let (_, made) = body.insts.iter().find(|(_, data)| data.results.contains(&value))?;
        let constant = match &made.op {
            Op::Const { value } => value.clone(),
            Op::Global { name } => self.scalar(|engine| engine.host.global(engine.func, name))?,
            Op::Free { name } if !self.frees.iter().any(|free| free.0 == *name) => {
                self.scalar(|engine| engine.host.free(engine.func, name))?
            }
            _ => return None,
        };
        match constant {
            Const::Float(number) => Some(number),
            _ => None,
        }
    }

    fn scalar(&mut self, ask: impl FnOnce(&mut Self) -> Option<crate::host::HostValue>) -> Option<Const> {
        match ask(self)?.data {
            HostData::Scalar(constant) => Some(constant),
            _ => None,
        }
    }
}
