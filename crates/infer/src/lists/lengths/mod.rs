//! Lists whose length is known where they become a tuple, a shape or axes: `shape = list(a.shape)`, `index = [slice(None)] * a.ndim`.
//!
//! The length is that with which the list is made, and one more or less for each operation that puts an item in or takes one out
//! on every way to the place in question. Of a list that anything else is done with that could change its length, none is known.
//! Where slices begin or end at a place that is not known, that is taken to be in range: `a.shape[:axis] + a.shape[axis + 1:]` is one
//! shorter than `a.shape`. Who uses the length tests it when the program runs.

mod changes;
mod filled;
mod linear;

use crate::host::{FuncId, Host};
use crate::value::Val;
use coluber_base::Name;
use coluber_ir::py::Op;
use coluber_ir::{Block, Inst, InstData, Untyped, Value};
use coluber_ops::BinOp;
use coluber_types::{Kind, ListForm, Ty};
use cranelift_entity::SecondaryMap;
use linear::Linear;

/// The longest list that counts: NumPy's arrays have no more axes.
const MOST: i64 = 64;

/// Lists that are made of others are followed so far.
const DEPTH: u32 = 8;

/// Where an operation stands.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    block: Block,
    index: usize,
}

/// How a list begins.
struct Made {
    length: Linear,
    at: Place,
    /// The operation of a loop that has put so many items in.
    filler: Option<Inst>,
}

/// Looks for the lengths of the lists of a function.
pub struct Lengths<'a> {
    body: &'a Untyped,
    vals: &'a SecondaryMap<Value, Val>,
    host: &'a mut dyn Host,
    depth: u32,
}

impl<'a> Lengths<'a> {
    /// Of a function, whose values have these types as far as they are known.
    pub fn new(body: &'a Untyped, vals: &'a SecondaryMap<Value, Val>, host: &'a mut dyn Host) -> Self {
        Lengths { body, vals, host, depth: 0 }
    }

    /// The number of items that a list or generator has before an operation; None where it is not known.
    pub fn at(&mut self, value: Value, user: Inst) -> Option<usize> {
        let length = self.items(value, self.place_of(user)?)?.number()?;
        (0..=MOST).contains(&length).then_some(length as usize)
    }

    /// The number of items of a sequence at a place.
    fn items(&mut self, value: Value, at: Place) -> Option<Linear> {
        let ty = self.vals[value].ty;
        match ty.kind() {
            Kind::Range { .. } => self.range(value).map(Linear::from),
            Kind::Gen { func, .. } => self.yielded(value, FuncId(*func)),
            Kind::List { form: ListForm::List | ListForm::Tuple, .. } => self.of_list(value, at),
            _ => Some(Linear::from(ty.tuple_items()?.len() as i64)),
        }
    }

    fn of_list(&mut self, list: Value, at: Place) -> Option<Linear> {
        if self.depth > DEPTH {
            return None;
        }
        self.depth += 1;
        let made = self.made(list);
        let length = made.and_then(|made| Some(self.changes(list, &made, at)? + made.length));
        self.depth -= 1;
        length
    }

    /// How a list begins.
    fn made(&mut self, list: Value) -> Option<Made> {
        let (inst, data) = self.definition(list)?;
        let at = self.place_of(inst)?;
        let length = match &data.op {
            Op::BuildList {} if data.args.is_empty() => {
                let filler = self.filler(list, at.block);
                let length = match filler {
                    Some(filler) => self.filled(filler, at.block)?,
                    None => Linear::from(0),
                };
                return Some(Made { length, at, filler });
            }
            Op::BuildList {} => Linear::from(data.args.len() as i64),
            Op::Binary { op: BinOp::Mul } => {
                let (list, count) = match self.count(data.args[1]) {
                    Some(count) => (data.args[0], count),
                    None => (data.args[1], self.count(data.args[0])?),
                };
                self.items(list, at)? * count
            }
            Op::Binary { op: BinOp::Add } | Op::Inplace { op: BinOp::Add } => {
                self.items(data.args[0], at)? + self.items(data.args[1], at)?
            }
            Op::GetItem {} => self.slice(data, at)?,
            Op::Call { names } if names.is_empty() => self.called(&data.args, at)?,
            _ => return None,
        };
        Some(Made { length, at, filler: None })
    }

    /// The length of the list that a call gives.
    fn called(&mut self, operands: &[Value], at: Place) -> Option<Linear> {
        match *operands {
            [function, of] => match &*self.key(function)? {
                "builtins.list" | "builtins.sorted" | "builtins.tuple" => self.items(of, at),
                _ => None,
            },
            [method] => match self.vals[method].ty.kind() {
                Kind::BoundMethod { name, .. } if **name == *"copy" => self.items(self.receiver(method)?, at),
                _ => None,
            },
            _ => None,
        }
    }

    /// The length of `range(...)` of numbers that are known.
    fn range(&self, range: Value) -> Option<i64> {
        let (_, data) = self.definition(range)?;
        let bounds: Option<Vec<i64>> = data.args[1..].iter().map(|bound| self.vals[*bound].literal_int()).collect();
        match bounds?[..] {
            [stop] => Some(stop.max(0)),
            [start, stop] => Some(stop.checked_sub(start)?.max(0)),
            _ => None,
        }
    }

    /// The length of `items[a:b]`.
    fn slice(&mut self, data: &InstData<Op>, at: Place) -> Option<Linear> {
        let (_, slice) = self.definition(data.args[1])?;
        let &[start, stop] = &slice.args[..] else { return None };
        if slice.op != (Op::BuildSlice {}) {
            return None;
        }
        let length = self.items(data.args[0], at)?;
        // `a[i : i + 2]` may have fewer items at the end of `a`.
        let is_open = [start, stop].iter().any(|bound| self.vals[*bound].ty == Ty::none());
        let are_known = [start, stop].iter().all(|bound| self.vals[*bound].literal_int().is_some());
        if !is_open && !are_known {
            return None;
        }
        let stop = self.bound(stop, &length, length.clone())?;
        let length = stop + self.bound(start, &length, Linear::from(0))? * -1;
        match length.number() {
            Some(number) => Some(Linear::from(number.max(0))),
            None => Some(length),
        }
    }

    /// A bound of a slice of a list with a length, where None stands for `none`.
    fn bound(&self, bound: Value, length: &Linear, none: Linear) -> Option<Linear> {
        if self.vals[bound].ty == Ty::none() {
            return Some(none);
        }
        let Some(known) = self.vals[bound].literal_int() else { return self.term(bound, DEPTH) };
        match (known < 0, length.number()) {
            (true, None) => Some(length.clone() + Linear::from(known)),
            (false, None) => Some(Linear::from(known)),
            (_, Some(length)) => {
                let from_start = if known < 0 { known + length } else { known };
                Some(Linear::from(from_start.clamp(0, length)))
            }
        }
    }

    /// An integer that only the running program knows, as sums of others and known numbers.
    fn term(&self, value: Value, depth: u32) -> Option<Linear> {
        if let Some(known) = self.vals[value].literal_int() {
            return Some(Linear::from(known));
        }
        let sign = match self.definition(value).map(|(_, data)| &data.op) {
            Some(Op::Binary { op: BinOp::Add }) => 1,
            Some(Op::Binary { op: BinOp::Sub }) => -1,
            _ => return self.vals[value].ty.is_int().then(|| Linear::term(value)),
        };
        let (_, data) = self.definition(value).filter(|_| depth > 0)?;
        Some(self.term(data.args[0], depth - 1)? + self.term(data.args[1], depth - 1)? * sign)
    }

    /// A number that is known and not negative.
    fn count(&self, value: Value) -> Option<i64> {
        self.vals[value].literal_int().filter(|count| (0..=MOST).contains(count))
    }

    /// The key of a function.
    fn key(&mut self, function: Value) -> Option<Name> {
        match self.vals[function].ty.kind() {
            Kind::Function(object) => self.host.key(object.id),
            _ => None,
        }
    }

    fn receiver(&self, method: Value) -> Option<Value> {
        let (_, made) = self.definition(method)?;
        matches!(made.op, Op::GetAttr { .. }).then(|| made.args[0])
    }

    fn definition(&self, value: Value) -> Option<(Inst, &'a InstData<Op>)> {
        let body = self.body;
        body.insts.iter().find(|(_, data)| data.results.contains(&value))
    }

    fn insts(&self) -> impl Iterator<Item = Inst> + use<'a> {
        insts(self.body)
    }

    fn place_of(&self, inst: Inst) -> Option<Place> {
        self.body.layout.iter().find_map(|&block| {
            let index = self.body.blocks[block].insts.iter().position(|&other| other == inst)?;
            Some(Place { block, index })
        })
    }
}

/// The instructions that are reached.
fn insts(body: &Untyped) -> impl Iterator<Item = Inst> + use<'_> {
    body.layout.iter().flat_map(move |&block| body.blocks[block].insts.iter().copied())
}
