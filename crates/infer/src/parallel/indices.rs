//! How indices are made of the number of an iteration, which tells whether each iteration has elements of its own.

use super::elements::is_outside;
use super::is_parallel;
use crate::engine::Typing;
use crate::host::Host;
use coluber_base::Name;
use coluber_ir::py::Op;
use coluber_ir::{Block, Const, Inst, InstData, Region, Untyped, Value};
use coluber_ops::BinOp;
use coluber_types::Kind;
use rustc_hash::{FxHashMap, FxHashSet};

/// The keys of functions, by what stands for them.
pub(super) type Keys = FxHashMap<Value, Name>;

/// The functions that make ranges: those of one argument go from 0 to it.
const RANGES: &[&str] = &["builtins.range", "coluber.core.threads.prange"];

/// The number of items of an array, in the words that its shape has for it.
fn length_of(array: &str) -> String {
    format!("[{array}.shape, 0]")
}

/// The keys of the functions that are called.
pub(super) fn keys(host: &mut dyn Host, body: &Untyped, typing: &Typing) -> Keys {
    let mut keys = Keys::default();
    for data in body.layout.iter().flat_map(|&block| &body.blocks[block].insts).map(|&inst| &body.insts[inst]) {
        if let (Op::Call { .. }, &[callee, ..]) = (&data.op, &data.args[..])
            && let Kind::Function(object) = typing.vals[callee].ty.kind()
        {
            keys.extend(host.key(object.id).map(|key| (callee, key)));
        }
    }
    keys
}

/// The indices of a parallel loop.
pub(super) struct Indices<'b> {
    pub(super) body: &'b Untyped,
    pub(super) typing: &'b Typing,
    pub(super) region: &'b Region,
    /// What the loop makes itself.
    pub(super) inside: &'b FxHashSet<Value>,
    /// The keys of the functions that the loop calls.
    pub(super) keys: &'b Keys,
}

impl Indices<'_> {
    /// Whether elements with these indices belong to one iteration each, as far as can be seen: along some axis, all indices are made
    /// of the number of the iteration in the same way.
    pub(super) fn are_own(&self, indices: impl Iterator<Item = Value>) -> bool {
        let mut ways = indices.map(|index| self.own_ways(index));
        let Some(first) = ways.next() else { return false };
        let common = ways.fold(first, |common, other| common.into_iter().filter(|way| other.contains(way)).collect());
        !common.is_empty()
    }

    /// The axes along which an index is another one in each iteration, and how it is made.
    fn own_ways(&self, index: Value) -> Vec<(usize, String)> {
        let tuple = self.made_by(index).filter(|inst| matches!(inst.op, Op::BuildTuple {}));
        let alone = [index];
        let items = tuple.map_or(&alone[..], |inst| &inst.args);
        let ways = items.iter().enumerate().filter_map(|(axis, &item)| Some((axis, self.own_way(item)?)));
        let whole = self.is_whole_place(items).then(|| (0, String::from("place")));
        ways.chain(whole).collect()
    }

    /// How a number is made of that of the iteration by sums and products with what is the same in all iterations.
    fn own_way(&self, number: Value) -> Option<String> {
        let data = self.made_by(number)?;
        match &data.op {
            Op::IterValue {} => self.is_counter(data.args[0]).then(|| String::from("i")),
            Op::Binary { op: op @ (BinOp::Add | BinOp::Sub | BinOp::Mul) } => {
                let (a, b) = (data.args[0], data.args[1]);
                match (self.own_way(a), self.own_way(b)) {
                    (Some(way), None) => Some(format!("({way} {op:?} {})", self.fixed_or_below(b, a)?)),
                    (None, Some(way)) => Some(format!("({} {op:?} {way})", self.fixed_or_below(a, b)?)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Whether an iterator is that of the loop, not of an inner one.
    pub(super) fn is_counter(&self, iterator: Value) -> bool {
        self.body.blocks[self.region.head].params.contains(&iterator) && is_parallel(self.typing.vals[iterator].ty)
    }

    /// Whether an iterator is that of a `range` in an inner loop, which is the same one in all iterations.
    pub(super) fn is_inner_counter(&self, iterator: Value) -> bool {
        let is_param = |&block: &Block| self.body.blocks[block].params.contains(&iterator);
        let is_range = matches!(self.typing.vals[iterator].ty.kind(), Kind::RangeIter { .. });
        is_range && self.region.body.iter().any(is_param) && self.is_same_range(iterator)
    }

    /// What is the same in all iterations, or goes through the numbers below what the other operand is a product with: `i * n + j`.
    fn fixed_or_below(&self, value: Value, other: Value) -> Option<String> {
        self.fixed(value).or_else(|| {
            let product = self.made_by(other).filter(|inst| matches!(inst.op, Op::Binary { op: BinOp::Mul }))?;
            let end = self.end_of_range(value)?;
            let mut factors = product.args.iter().filter_map(|&factor| self.fixed(factor));
            factors.any(|factor| factor == end).then(|| format!("below {end}"))
        })
    }

    /// The end of the range from 0 that a number goes through in an inner loop.
    fn end_of_range(&self, number: Value) -> Option<String> {
        let item = self.made_by(number).filter(|inst| matches!(inst.op, Op::IterValue {}))?;
        let iterator = item.args[0];
        let range = self.made_by(self.first_of(iterator)?).filter(|inst| matches!(inst.op, Op::GetIter {}))?;
        let call = self.made_by(range.args[0])?;
        match (&call.op, &call.args[..]) {
            (Op::Call { names }, &[callee, end]) if names.is_empty() && self.is_one_of(callee, RANGES) => {
                self.fixed(end)
            }
            _ => None,
        }
    }

    /// Where the range begins, if that is not 0, and ends that the number of an inner loop goes through.
    pub(super) fn range_of(&self, number: Value) -> Option<(Option<Value>, Value)> {
        let item = self.made_by(number).filter(|inst| matches!(inst.op, Op::IterValue {}))?;
        self.bounds_of(self.made_by(self.first_of(item.args[0])?)?)
    }

    /// The same of the range that the loop itself goes through.
    pub(super) fn range_of_loop(&self) -> Option<(Option<Value>, Value)> {
        let params = &self.body.blocks[self.region.head].params;
        let place = params.iter().position(|&param| is_parallel(self.typing.vals[param].ty))?;
        let around = self.body.layout.iter().filter(|&&block| !self.region.contains(block));
        let jumps = around.flat_map(|&block| self.body.blocks[block].term.targets());
        let iterator =
            jumps.filter(|target| target.block == self.region.head).map(|target| target.args[place]).next()?;
        self.bounds_of(self.made_anywhere(iterator)?)
    }

    /// The bounds of the range with a step of 1 that an iterator is made of.
    fn bounds_of(&self, iterator: &InstData<Op>) -> Option<(Option<Value>, Value)> {
        let range = matches!(iterator.op, Op::GetIter {}).then(|| self.made_anywhere(iterator.args[0]))??;
        let is_call = matches!(&range.op, Op::Call { names } if names.is_empty());
        match range.args[..] {
            _ if !is_call || !self.is_one_of(range.args[0], RANGES) => None,
            [_, end] => Some((None, end)),
            [_, first, end] => Some((Some(first), end)),
            _ => None,
        }
    }

    /// Whether an iterator is that of an inner loop over a range that is the same in all iterations.
    pub(super) fn is_same_range(&self, iterator: Value) -> bool {
        let range = self.first_of(iterator).and_then(|first| self.made_by(first));
        let call = range.and_then(|data| self.made_anywhere(data.args[0]));
        call.is_some_and(|data| {
            matches!(data.op, Op::Call { .. }) && data.args[1..].iter().all(|&arg| self.fixed(arg).is_some())
        })
    }

    /// What the parameter of an inner loop's head is first.
    fn first_of(&self, param: Value) -> Option<Value> {
        let mut heads = self.region.body.iter().copied();
        let (head, place) = heads.find_map(|block| {
            let found = self.body.blocks[block].params.iter().position(|&known| known == param)?;
            Some((block, found))
        })?;
        let jumps = self.region.body.iter().flat_map(|&block| self.body.blocks[block].term.targets());
        let mut values = jumps.filter(|target| target.block == head).map(|target| target.args[place]);
        values.find(|&value| self.made_by(value).is_some_and(|inst| matches!(inst.op, Op::GetIter {})))
    }

    /// What is the same in all iterations.
    pub(super) fn fixed(&self, value: Value) -> Option<String> {
        if !self.inside.contains(&value) {
            return Some(self.before(value));
        }
        let data = self.made_by(value)?;
        let operands = || data.args.iter().map(|&arg| self.fixed(arg)).collect::<Option<Vec<_>>>();
        match &data.op {
            Op::Const { value: Const::Int(number) } => Some(number.to_string()),
            Op::Binary { op: op @ (BinOp::Add | BinOp::Sub | BinOp::Mul) } => {
                Some(format!("{op:?}({})", operands()?.join(", ")))
            }
            Op::GetAttr { name } if is_outside(&data.op) => Some(format!("{}.{name}", operands()?.join(""))),
            Op::GetItem {} if self.is_tuple(data.args[0]) => Some(format!("[{}]", operands()?.join(", "))),
            Op::Call { names } if names.is_empty() && self.is_one_of(data.args[0], &["builtins.len"]) => {
                let [_, container] = data.args[..] else { return None };
                self.is_array(container).then(|| self.fixed(container))?.map(|of| length_of(&of))
            }
            _ => None,
        }
    }

    /// What is computed before the loop, in the words that [`Indices::fixed`] has for the same in the loop.
    fn before(&self, value: Value) -> String {
        let value = super::winner::origin(self.body, value);
        let Some(data) = self.made_anywhere(value) else { return value.to_string() };
        match (&data.op, &data.args[..]) {
            (Op::Const { value: Const::Int(number) }, _) => number.to_string(),
            (Op::GetAttr { name }, &[array]) if is_outside(&data.op) => format!("{}.{name}", self.before(array)),
            (Op::GetItem {}, &[tuple, place]) if self.is_tuple(tuple) => {
                format!("[{}, {}]", self.before(tuple), self.before(place))
            }
            (Op::Unpack { .. }, &[tuple]) if self.is_tuple(tuple) => {
                let place = data.results.iter().position(|&result| result == value).unwrap_or_default();
                format!("[{}, {place}]", self.before(tuple))
            }
            (Op::Call { names }, &[callee, array])
                if names.is_empty() && self.is_one_of(callee, &["builtins.len"]) && self.is_array(array) =>
            {
                length_of(&self.before(array))
            }
            _ => value.to_string(),
        }
    }

    fn is_array(&self, value: Value) -> bool {
        self.typing.vals[value].ty.is_array()
    }

    fn is_tuple(&self, value: Value) -> bool {
        self.typing.vals[value].ty.tuple_items().is_some()
    }

    pub(super) fn is_one_of(&self, callee: Value, keys: &[&str]) -> bool {
        self.keys.get(&callee).is_some_and(|key| keys.contains(&&**key))
    }

    /// Whether indices are all that an iteration was given, in order: `for i, j in pndindex(shape)`.
    fn is_whole_place(&self, indices: &[Value]) -> bool {
        let first = indices.first().and_then(|&index| self.made_by(index));
        first.is_some_and(|inst| matches!(inst.op, Op::Unpack { .. }) && inst.results[..] == *indices)
    }

    /// The operation that makes a value, in the loop or elsewhere.
    pub(super) fn made_anywhere(&self, value: Value) -> Option<&InstData<Op>> {
        super::web::made_by(self.body, value)
    }

    fn made_by(&self, value: Value) -> Option<&InstData<Op>> {
        let blocks = self.region.body.iter().copied().chain([self.region.head]);
        let of_block = |block: Block| self.body.blocks[block].insts.iter().copied();
        let mut insts = blocks.flat_map(of_block).map(|inst: Inst| &self.body.insts[inst]);
        insts.find(|inst| inst.results.contains(&value))
    }
}
