//! Positions of best elements: `if a[i] > a[pos]: pos = i`.
//!
//! The loop is rewritten to carry the element beside its position, as if the program had kept it in a variable of its own. Whether the two are a
//! reduction is then asked as for all other best values. The element is read before the loop only where the loop has an iteration:
//! there may be none at the position before.

use super::ahead;
use super::guarded;
use super::web::{Use, Uses, made_by, uses};
use super::winner::origin;
use super::{elements, is_parallel, made_inside};
use crate::engine::Typing;
use coluber_ir::py::Op;
use coluber_ir::{Block, Cfg, Dominators, Inst, Region, Untyped, Value};
use coluber_types::Ty;
use rustc_hash::{FxHashMap, FxHashSet};

/// A position, and the comparison of the element there with another one.
struct Leader {
    /// The parameters of blocks that hand the position on.
    members: FxHashSet<Value>,
    /// Reads the element.
    get: Inst,
    /// Which of `members` it is at.
    at: Value,
    /// What it is an element of.
    array: Value,
    compare: Inst,
    /// What it is compared with: the element at the position that the variable gets.
    new: Value,
}

/// The function in which a parallel loop carries one more such element; None where there is none left.
pub(super) fn with_element(body: &Untyped, typing: &Typing, region: &Region) -> Option<Untyped> {
    let search = Search { body, typing, region, uses: uses(body, typing, region) };
    let leader = search.leader()?;
    carried(body, region, &leader)
}

struct Search<'b> {
    body: &'b Untyped,
    typing: &'b Typing,
    region: &'b Region,
    uses: Uses,
}

impl Search<'_> {
    fn leader(&self) -> Option<Leader> {
        let params = self.body.blocks[self.region.head].params.iter().copied();
        let mut params = params.filter(|&param| !is_parallel(self.typing.vals[param].ty));
        let found = params.find_map(|param| self.of(param))?;
        self.only_reads().then_some(found)
    }

    /// Whether nothing in the loop changes what elements are read of.
    fn only_reads(&self) -> bool {
        let blocks = self.region.body.iter().filter(|&&block| self.typing.reachable.contains(block));
        let mut insts = blocks.flat_map(|&block| &self.body.blocks[block].insts).map(|&inst| &self.body.insts[inst]);
        insts.all(|inst| match inst.op {
            Op::IterValue {} | Op::IterAdvance {} => true,
            // Numbers are not changed, but replaced.
            Op::Inplace { .. } => self.typing.vals[inst.results[0]].ty.unliteral().is_number(),
            _ => guarded::is_quiet(&inst.op),
        })
    }

    fn of(&self, param: Value) -> Option<Leader> {
        let (members, get) = self.handed_on(param)?;
        let &[array, at] = &self.body.insts[get].args[..] else { return None };
        let is_index = matches!(self.body.insts[get].op, Op::GetItem {}) && members.contains(&at);
        if !is_index || made_inside(self.body, self.region).contains(&array) {
            return None;
        }
        let element = self.body.insts[get].results[0];
        let &[Use::Inst(compare)] = &self.uses.get(&element)?[..] else { return None };
        let new = match (&self.body.insts[compare].op, &self.body.insts[compare].args[..]) {
            (Op::Compare { .. }, &[a, b]) => {
                if a == element {
                    b
                } else {
                    a
                }
            }
            _ => return None,
        };
        let leader = Leader { members, get, at, array, compare, new };
        self.is_led(&leader).then_some(leader)
    }

    /// The parameters that hand a variable on, and the only operation that uses it.
    fn handed_on(&self, param: Value) -> Option<(FxHashSet<Value>, Inst)> {
        let (mut members, mut found, mut work) = (FxHashSet::default(), None, vec![param]);
        while let Some(value) = work.pop() {
            if !members.insert(value) {
                continue;
            }
            for used in self.uses.get(&value).into_iter().flatten() {
                match *used {
                    Use::Inst(inst) if found.is_none() => found = Some(inst),
                    Use::Edge { to, param: next } if to != self.region.head || next == param => work.push(next),
                    _ => return None,
                }
            }
        }
        Some((members, found?))
    }

    /// Whether the variable gets positions of the elements that are compared with the one at it, and behind the comparison only.
    fn is_led(&self, leader: &Leader) -> bool {
        let key = match made_by(self.body, origin(self.body, leader.new)) {
            Some(made) if matches!(made.op, Op::GetItem {}) && made.args[0] == leader.array => made.args[1],
            _ => return false,
        };
        let cfg = Cfg::new(self.body);
        let dominators = Dominators::new(self.body, &cfg);
        let holds = |block: &&Block| self.body.blocks[**block].insts.contains(&leader.compare);
        let Some(&place) = self.region.body.iter().find(holds) else { return false };
        let is_same = |value| elements::is_same(self.body, origin(self.body, value), origin(self.body, key));
        let updates = updates(self.body, self.region, &leader.members);
        !updates.is_empty()
            && updates.iter().all(|&(block, value)| is_same(value) && dominators.dominates(place, block))
    }
}

/// What else comes to the variable in the loop, and where.
fn updates(body: &Untyped, region: &Region, members: &FxHashSet<Value>) -> Vec<(Block, Value)> {
    let targets =
        region.body.iter().flat_map(|&block| body.blocks[block].term.targets().into_iter().map(move |to| (block, to)));
    let handed = targets.flat_map(|(block, to)| {
        body.blocks[to.block].params.iter().zip(&to.args).map(move |(&param, &arg)| (block, param, arg))
    });
    handed
        .filter(|(_, param, arg)| members.contains(param) && !members.contains(arg))
        .map(|(block, _, arg)| (block, arg))
        .collect()
}

fn carried(body: &Untyped, region: &Region, leader: &Leader) -> Option<Untyped> {
    let mut body = body.clone();
    let blocks = body.layout.clone();
    let before = first_element(&mut body, region, leader)?;
    let mut elements = FxHashMap::default();
    let mut places = FxHashMap::default();
    for &block in &blocks {
        let place = body.blocks[block].params.iter().position(|param| leader.members.contains(param));
        if let Some(place) = place {
            let member = body.blocks[block].params[place];
            let name = body.values[member].name.clone();
            elements.insert(member, body.add_param(block, Ty::undefined(), name));
            places.insert(block, place);
        }
    }
    for &block in region.body.iter().chain([&region.head]) {
        for target in body.blocks[block].term.targets_mut() {
            if let Some(&place) = places.get(&target.block) {
                let element = elements.get(&target.args[place]).copied().unwrap_or(leader.new);
                target.args.push(element);
            }
        }
    }
    for target in body.blocks[before.0].term.targets_mut() {
        target.args.push(before.1);
    }
    let element = body.insts[leader.get].results[0];
    let current = elements[&leader.at];
    body.insts[leader.compare].args.iter_mut().filter(|arg| **arg == element).for_each(|arg| *arg = current);
    for &block in &region.body {
        body.blocks[block].insts.retain(|&inst| inst != leader.get);
    }
    body.layout = Cfg::new(&body).order().to_vec();
    Some(body)
}

/// The element at the position before the loop, where there is an iteration: the block that goes on to the head, and the element.
fn first_element(body: &mut Untyped, region: &Region, leader: &Leader) -> Option<(Block, Value)> {
    let params = &body.blocks[region.head].params;
    let position = params.iter().position(|param| leader.members.contains(param))?;
    let span = body.insts[leader.get].span;
    ahead::value(body, region, span, |b, given| {
        b.value(Op::GetItem {}, &[leader.array, given[position]], Ty::undefined())
    })
}
