//! Elements that get a better value: `if s[k[i]] < x: s[k[i]] = x`.
//!
//! The loop is rewritten to `s[k[i]] = max(s[k[i]], x)`, whose array is a reduction where two iterations may meet in an element. Both
//! leave the element as it is where one of the two is not a number.

use super::elements::is_same;
use super::guarded::is_quiet;
use super::made_inside;
use super::web::{Use, Uses, uses};
use super::winner::origin;
use crate::engine::Typing;
use coluber_base::{Name, Span};
use coluber_ir::py::Op;
use coluber_ir::{Block, Builder, Cfg, Inst, Region, Target, Terminator, Untyped, Value};
use coluber_ops::CmpOp;
use coluber_types::{Kind, Ty};

/// A test of an element, and what is done where it holds.
struct Better {
    /// The block that ends with the test.
    test: Block,
    /// Compares the element.
    compare: Inst,
    /// Reads the element that is compared.
    get: Inst,
    /// What runs where the test holds.
    then: Target,
    /// Stores the new value.
    set: Inst,
    /// The function of the element and the new value.
    function: &'static str,
    span: Span,
}

/// The function with one more such test written as a function of two values; None when there is none left.
pub(super) fn with_function(body: &Untyped, typing: &Typing, region: &Region) -> Option<Untyped> {
    let uses = uses(body, typing, region);
    let search = Search { body, typing, region, uses: &uses };
    let found = region.body.iter().copied().find_map(|block| search.at(block))?;
    rewritten(body, &found)
}

/// The index of an element that a block ends with a comparison of, and that is stored where it comes out one way.
pub(super) fn tested_and_stored(
    body: &Untyped,
    typing: &Typing,
    region: &Region,
    uses: &Uses,
    test: Block,
) -> Option<Value> {
    Search { body, typing, region, uses }.tested_and_stored(test)
}

struct Search<'b> {
    body: &'b Untyped,
    typing: &'b Typing,
    region: &'b Region,
    uses: &'b Uses,
}

impl Search<'_> {
    fn at(&self, test: Block) -> Option<Better> {
        let Terminator::Branch { cond, then, otherwise } = &self.body.blocks[test].term else { return None };
        let compare = self.maker(test, *cond)?;
        let Op::Compare { op } = self.body.insts[compare].op else { return None };
        let &[a, b] = &self.body.insts[compare].args[..] else { return None };
        let (get, new, op) = match (self.element(test, a), self.element(test, b)) {
            (Some(get), None) => (get, b, op),
            (None, Some(get)) => (get, a, mirrored(op)?),
            _ => return None,
        };
        let function = match op {
            CmpOp::Lt | CmpOp::Le => "max",
            CmpOp::Gt | CmpOp::Ge => "min",
            _ => return None,
        };
        let set = self.only_store(then, otherwise)?;
        let &[array, index] = &self.body.insts[get].args[..] else { return None };
        let &[into, place, stored] = &self.body.insts[set].args[..] else { return None };
        let is_same = |a, b| is_same(self.body, origin(self.body, a), origin(self.body, b));
        let is_used_once = self.is_used_once(*cond) && self.is_used_once(self.body.insts[get].results[0]);
        let keeps = keeps(self.typing.vals[self.body.insts[get].results[0]].ty, self.typing.vals[new].ty);
        let found = into == array && is_same(place, index) && is_same(stored, new) && is_used_once && keeps;
        let span = self.body.insts[set].span;
        found.then(|| Better { test, compare, get, then: then.clone(), set, function, span })
    }

    /// The index of an element that a block ends with a comparison of, and that is stored where it comes out one way.
    fn tested_and_stored(&self, test: Block) -> Option<Value> {
        let Terminator::Branch { cond, .. } = self.body.blocks[test].term else { return None };
        let compare = &self.body.insts[self.maker(test, cond)?];
        let is_compare = matches!(compare.op, Op::Compare { .. });
        let get = compare.args.iter().filter(|_| is_compare).find_map(|&arg| self.element(test, arg))?;
        let &[array, index] = &self.body.insts[get].args[..] else { return None };
        let is_same = |place| is_same(self.body, origin(self.body, place), origin(self.body, index));
        let is_store = |used: &Use| match *used {
            Use::Inst(inst) => {
                let data = &self.body.insts[inst];
                matches!(data.op, Op::SetItem {}) && data.args[0] == array && is_same(data.args[1])
            }
            _ => false,
        };
        self.uses.get(&array)?.iter().any(is_store).then_some(index)
    }

    /// The operation in a block that makes a value.
    fn maker(&self, block: Block, value: Value) -> Option<Inst> {
        self.body.blocks[block].insts.iter().copied().find(|&inst| self.body.insts[inst].results.contains(&value))
    }

    /// The operation that reads a value from an array from before the loop.
    fn element(&self, block: Block, value: Value) -> Option<Inst> {
        let get = self.maker(block, value)?;
        let data = &self.body.insts[get];
        let is_element = matches!(data.op, Op::GetItem {}) && self.typing.vals[data.args[0]].ty.is_array();
        let is_changed = is_element && !made_inside(self.body, self.region).contains(&data.args[0]);
        (is_changed && self.stores_into(data.args[0])).then_some(get)
    }

    fn stores_into(&self, array: Value) -> bool {
        let is_store = |used: &Use| match *used {
            Use::Inst(inst) => {
                matches!(self.body.insts[inst].op, Op::SetItem {}) && self.body.insts[inst].args[0] == array
            }
            _ => false,
        };
        self.uses.get(&array).into_iter().flatten().any(is_store)
    }

    /// The only operation with effects on the way where a test holds, which then comes to where the other way goes.
    fn only_store(&self, then: &Target, otherwise: &Target) -> Option<Inst> {
        let data = &self.body.blocks[then.block];
        let Terminator::Jump(next) = &data.term else { return None };
        let comes_back = next.block == otherwise.block && next.args == otherwise.args && data.params.is_empty();
        let ways = self.region.body.iter().flat_map(|&block| self.body.blocks[block].term.targets());
        let is_only_way = ways.filter(|target| target.block == then.block).count() == 1;
        let mut others = data.insts.iter().copied().filter(|&inst| !is_quiet(&self.body.insts[inst].op));
        let set = others.next().filter(|&inst| matches!(self.body.insts[inst].op, Op::SetItem {}))?;
        (comes_back && is_only_way && others.next().is_none()).then_some(set)
    }

    fn is_used_once(&self, value: Value) -> bool {
        self.uses.get(&value).is_some_and(|uses| uses.len() == 1)
    }
}

/// Whether an element comes back as it is from a function of it and a number: a large integer that meets a float does not.
fn keeps(element: Ty, new: Ty) -> bool {
    let (element, new) = (element.unliteral(), new.unliteral());
    element == new || matches!(element.kind(), Kind::Float(_)) && matches!(new.kind(), Kind::Int(_) | Kind::Bool)
}

/// The comparison with its operands the other way round.
fn mirrored(op: CmpOp) -> Option<CmpOp> {
    match op {
        CmpOp::Lt => Some(CmpOp::Gt),
        CmpOp::Le => Some(CmpOp::Ge),
        CmpOp::Gt => Some(CmpOp::Lt),
        CmpOp::Ge => Some(CmpOp::Le),
        _ => None,
    }
}

fn rewritten(body: &Untyped, better: &Better) -> Option<Untyped> {
    let mut body = body.clone();
    let &[array, index, new] = &body.insts[better.set].args[..] else { return None };
    let after = body.blocks[better.then.block].term.clone();
    let stores = body.add_block();
    body.blocks[stores].handler = body.blocks[better.then.block].handler;
    let mut b = Builder::new(&mut body, stores);
    b.set_span(better.span);
    let callee = b.value(Op::Builtin { name: Name::from(better.function) }, &[], Ty::undefined());
    let element = b.value(Op::GetItem {}, &[array, index], Ty::undefined());
    let best = b.value(Op::Call { names: Vec::new() }, &[callee, element, new], Ty::undefined());
    b.effect(Op::SetItem {}, &[array, index, best]);
    body.blocks[stores].term = after;
    body.blocks[better.then.block].insts.retain(|&inst| inst != better.set);
    body.blocks[better.then.block].term = Terminator::Jump(Target { block: stores, args: smallvec::SmallVec::new() });
    body.blocks[better.test].insts.retain(|&inst| inst != better.get && inst != better.compare);
    body.blocks[better.test].term = Terminator::Jump(better.then.clone());
    body.layout = Cfg::new(&body).order().to_vec();
    Some(body)
}
