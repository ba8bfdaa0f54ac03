//! What is known while compiling and no type says: comparisons of floats, and what displays of lists and dicts were made of.

use super::Engine;
use super::names::too_large;
use crate::host::HostData;
use crate::value::{Resolved, Val};
use coluber_base::Result;
use coluber_ir::py::Op;
use coluber_ir::{Const, Inst, Untyped, Value};
use coluber_ops::{BinOp, CmpOp};
use coluber_types::{DictForm, Kind, ListForm, Ty};

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

    /// Whether a power is the root of the elements of an array of floats.
    pub(super) fn is_root(&mut self, body: &Untyped, inst: Inst, v: &[Val]) -> bool {
        let has_floats = v[0].ty.as_array().is_some_and(|(dtype, ..)| dtype == Ty::float64() || dtype == Ty::float32());
        has_floats
            && v[1].ty == Ty::float64()
            && v[1].weak
            && self.known_number(body, body.insts[inst].args[1], v[1]) == Some(0.5)
    }

    /// Refuses powers and shifts of constants that no integer of compiled code holds: `2 ** 1000`, which CPython leaves to the running program.
    pub(super) fn check_size(&self, body: &Untyped, inst: Inst, op: BinOp, v: &[Val]) -> Result<()> {
        let data = &body.insts[inst];
        let is_constant = |value: &Value| {
            let made = body.insts.values().find(|made| made.results.contains(value));
            made.is_some_and(|made| matches!(made.op, Op::Const { .. }))
        };
        let (Some(a), Some(b)) = (v[0].literal_int(), v[1].literal_int()) else { return Ok(()) };
        let (sign, exact) = match (op, u32::try_from(b)) {
            (BinOp::Pow, Ok(exponent)) => ("**", i128::from(a).checked_pow(exponent)),
            (BinOp::LShift, Ok(places)) if a != 0 => ("<<", (places < 64).then(|| i128::from(a) << places)),
            _ => return Ok(()),
        };
        let fits = exact.is_some_and(|exact| i64::try_from(exact).is_ok() || u64::try_from(exact).is_ok());
        if fits || !data.args.iter().all(is_constant) {
            return Ok(());
        }
        Err(too_large(&format!("{a} {sign} {b}"), data.span))
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

    /// The arguments of a call that are displays: the type of each, and that by which overload functions are asked. Nothing but the call
    /// and methods may have seen what is known of them.
    pub(super) fn displayed(&self, body: &Untyped, args: &[Value], vals: &[Val]) -> Vec<(Ty, Ty)> {
        let mut found: Vec<(Ty, Ty)> = Vec::new();
        for (&arg, val) in args.iter().zip(vals).skip(1) {
            let Some(items) = self.display_items(body, arg, val.ty) else { continue };
            let shown = Ty::new(Kind::Display { of: val.ty.bare(), items });
            found.push((val.ty, shown));
        }
        // Of two displays of one type it is not known which is meant, nor of a display and another value.
        let others =
            |ty: Ty| vals.iter().filter(|val| val.ty == ty).count() - found.iter().filter(|f| f.0 == ty).count();
        let is_one = |known: &(Ty, Ty)| {
            found.iter().all(|other| other.0 != known.0 || other.1 == known.1) && others(known.0) == 0
        };
        found.iter().copied().filter(is_one).collect()
    }

    /// The types of what a display was made of; None for other values. Those of lists and dicts must be constants.
    fn display_items(&self, body: &Untyped, value: Value, ty: Ty) -> Option<Box<[Ty]>> {
        let parameter = body.params().iter().position(|parameter| *parameter == value);
        if let Some(Kind::Display { items, .. }) = parameter.and_then(|k| self.args.get(k)).map(|ty| ty.kind()) {
            return Some(items.clone());
        }
        let is_container = matches!(ty.kind(), Kind::List { form: ListForm::List, site: Some(_), .. })
            || ty.dict_form() == Some(DictForm::Dict) && matches!(ty.kind(), Kind::Dict { site: Some(_), .. });
        if !is_container && !matches!(ty.kind(), Kind::Keywords { .. } | Kind::Tuple(_)) {
            return None;
        }
        let (_, made) = body.insts.iter().find(|(_, data)| data.results.contains(&value))?;
        if !matches!(made.op, Op::BuildList {} | Op::BuildMap {}) || made.args.is_empty() {
            return None;
        }
        let grows = |op: &Op| matches!(op, Op::ListExtend {} | Op::ListAppend {} | Op::DictUpdate {} | Op::MapAdd {});
        if body.insts.values().any(|data| grows(&data.op) && data.args.first() == Some(&value)) {
            return None;
        }
        let items: Box<[Ty]> = made.args.iter().map(|item| self.typing.vals[*item].ty.bare()).collect();
        let known = items.iter().all(|item| Val::new(*item).literal().is_some());
        (known || !is_container).then_some(items)
    }

    fn scalar(&mut self, ask: impl FnOnce(&mut Self) -> Option<crate::host::HostValue>) -> Option<Const> {
        match ask(self)?.data {
            HostData::Scalar(constant) => Some(constant),
            _ => None,
        }
    }
}
