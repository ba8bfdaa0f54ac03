//! Memory for the lanes' values, in which those of one kind lie side by side.

use super::LANES;
use coluber_abi::layout::layout;
use coluber_ir::function::Values;
use coluber_ir::typed::{Arith, Op};
use coluber_ir::{Builder, Const, Typed, Value};
use coluber_types::{Kind, Ty};

/// Room for values of each lane.
pub(super) struct Room {
    /// Address, type and bytes of the values.
    rows: Vec<(Value, Ty, u32)>,
}

/// Whether there can be room for values of a type.
pub(super) fn fits(ty: Ty) -> bool {
    matches!(ty.kind(), Kind::Bool | Kind::Int(_) | Kind::Float(_) | Kind::Complex(_) | Kind::Ptr)
}

impl Room {
    /// Room for values of these types.
    pub fn new(b: &mut Builder<'_, Op>, types: &[Ty]) -> Room {
        let first = first_number(b.func);
        let rows = types.iter().zip(first..).map(|(&ty, id)| {
            let size = layout(ty).size;
            let place = Op::Local { id, bytes: size * LANES as u32, align: 64 };
            (b.value(place, &[], Ty::ptr()), ty, size)
        });
        Room { rows: rows.collect() }
    }

    /// Writes the values of a lane.
    pub fn write(&self, b: &mut Builder<'_, Op>, lane: Lane, values: &[Value]) {
        for (row, &value) in self.rows.iter().zip(values) {
            let place = place(b, row, lane);
            b.effect(Op::Store {}, &[place, value]);
        }
    }

    /// Reads the values of a lane.
    pub fn read(&self, b: &mut Builder<'_, Op>, lane: Lane) -> Values {
        (0..self.rows.len()).map(|row| self.read_one(b, lane, row)).collect()
    }

    /// Reads one of them.
    pub fn read_one(&self, b: &mut Builder<'_, Op>, lane: Lane, row: usize) -> Value {
        let row = &self.rows[row];
        let place = place(b, row, lane);
        b.value(Op::Load {}, &[place], row.1)
    }
}

/// Which lane.
#[derive(Clone, Copy)]
pub(super) enum Lane {
    /// The one with this number.
    Number(usize),
    /// The one with the number that an int64 is.
    Value(Value),
}

/// A number that no array in the frame has.
fn first_number(func: &Typed) -> u32 {
    let numbers = func.insts.values().filter_map(|inst| match inst.op {
        Op::Local { id, .. } => Some(id + 1),
        _ => None,
    });
    numbers.max().unwrap_or(0)
}

fn place(b: &mut Builder<'_, Op>, &(start, _, size): &(Value, Ty, u32), lane: Lane) -> Value {
    let int = |b: &mut Builder<'_, Op>, value| b.value(Op::Const { value: Const::Int(value) }, &[], Ty::int64());
    let distance = match lane {
        Lane::Number(0) => return start,
        Lane::Number(number) => int(b, number as i64 * i64::from(size)),
        Lane::Value(number) => {
            let size = int(b, i64::from(size));
            b.value(Op::Arith { op: Arith::Mul }, &[number, size], Ty::int64())
        }
    };
    b.value(Op::PtrAdd {}, &[start, distance], Ty::ptr())
}
