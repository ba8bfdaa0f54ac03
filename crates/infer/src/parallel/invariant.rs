//! Variables that a parallel loop assigns under a condition that no iteration changes.
//!
//! Where the condition holds, each iteration assigns the variable before it uses it; where it does not, none assigns it. In both cases
//! what an iteration before left in the variable is not looked at, so that each iteration may begin with the value from before
//! the loop. So it may where the condition is known not to hold when the code is compiled.

use super::made_inside;
use super::private::{entry, is_used_behind};
use super::web::made_by;
use crate::engine::Typing;
use coluber_ir::py::Op;
use coluber_ir::{Block, Region, Target, Terminator, Untyped, Value};
use coluber_ops::UnOp;
use coluber_types::Kind;
use rustc_hash::FxHashSet;

/// The function with one more such variable that a parallel loop no longer carries; None when there is none left.
pub(super) fn without_variable(body: &Untyped, typing: &Typing, region: &Region) -> Option<Untyped> {
    let search = Search { body, typing, region, made: made_inside(body, region) };
    let param = search.settled()?;
    let start = entry(body, region, param)?;
    let mut body = body.clone();
    for &block in region.body.iter().chain([&region.head]) {
        crate::unroll::rename(&mut body, block, param, start);
    }
    Some(body)
}

/// A condition, and whether it holds; None where nothing is assumed.
type Assumed = Option<(Value, bool)>;

struct Search<'b> {
    body: &'b Untyped,
    typing: &'b Typing,
    region: &'b Region,
    made: FxHashSet<Value>,
}

impl Search<'_> {
    /// A parameter of the head that is such a variable.
    fn settled(&self) -> Option<Value> {
        let conditions: FxHashSet<Value> =
            self.blocks().filter_map(|block| self.condition(block)).map(|found| found.0).collect();
        let params = &self.body.blocks[self.region.head].params;
        params.iter().copied().enumerate().find_map(|(place, param)| {
            let is_settled = |assumed| self.is_unused(param, assumed) || self.is_unchanged(param, place, assumed);
            // An array that is handed on is there for its elements.
            let is_same = self.is_plain(param) && self.is_unchanged(param, place, None);
            let found = is_same
                || conditions.iter().any(|&value| is_settled(Some((value, true))) && is_settled(Some((value, false))));
            (found && !is_used_behind(self.body, self.region, param) && self.is_used(param)).then_some(param)
        })
    }

    fn blocks(&self) -> impl Iterator<Item = Block> + '_ {
        self.region.body.iter().copied().filter(|&block| self.typing.reachable.contains(block))
    }

    /// What no iteration changes and a block ends with a test of, and what it is on the way to the first target.
    fn condition(&self, block: Block) -> Option<(Value, bool)> {
        let Terminator::Branch { cond, .. } = self.body.blocks[block].term else { return None };
        let (mut value, mut holds) = (cond, true);
        while self.made.contains(&value) {
            let inst = made_by(self.body, value)?;
            match inst.op {
                Op::Unary { op: UnOp::Not } => holds = !holds,
                Op::Truth {} => {}
                _ => return None,
            }
            value = inst.args[0];
        }
        // The truth of anything else may be that of its contents.
        self.is_plain(value).then_some((value, holds))
    }

    fn is_plain(&self, value: Value) -> bool {
        matches!(self.typing.vals[value].ty.unliteral().kind(), Kind::Bool | Kind::Int(_) | Kind::Float(_))
    }

    /// Where control goes from a block.
    fn targets(&self, block: Block, assumed: Assumed) -> Vec<&Target> {
        let term = &self.body.blocks[block].term;
        let Terminator::Branch { then, otherwise, .. } = term else {
            return term.targets().into_iter().collect();
        };
        let known = self.typing.conditions[block].as_ref().and_then(|resolved| resolved.val().literal_bool());
        let as_assumed = || {
            let (value, holds) = assumed?;
            let (tested, when) = self.condition(block)?;
            (tested == value).then_some(when == holds)
        };
        match known.or_else(as_assumed) {
            Some(true) => vec![then],
            Some(false) => vec![otherwise],
            None => vec![then, otherwise],
        }
    }

    /// All jumps of an iteration.
    fn jumps(&self, assumed: Assumed) -> (FxHashSet<Block>, Vec<&Target>) {
        let enter = &self.region.enter;
        let (mut seen, mut jumps, mut work) = (FxHashSet::default(), vec![enter], vec![enter.block]);
        while let Some(block) = work.pop() {
            if !self.region.contains(block) || !seen.insert(block) {
                continue;
            }
            let targets = self.targets(block, assumed);
            work.extend(targets.iter().map(|target| target.block));
            jumps.extend(targets);
        }
        (seen, jumps)
    }

    /// Whether a value is an operand of something in the loop.
    fn is_used(&self, value: Value) -> bool {
        let in_jump = |target: &Target| target.block != self.region.head && target.args.contains(&value);
        let is_in =
            |block| self.is_operand(block, value) || self.body.blocks[block].term.targets().into_iter().any(in_jump);
        in_jump(&self.region.enter) || self.blocks().any(is_in)
    }

    fn is_operand(&self, block: Block, value: Value) -> bool {
        let data = &self.body.blocks[block];
        let tested = matches!(data.term, Terminator::Branch { cond, .. } if cond == value);
        let mut insts = data.insts.iter().map(|&inst| &self.body.insts[inst]);
        tested || insts.any(|inst| !matches!(inst.op, Op::Assign { .. }) && inst.args.contains(&value))
    }

    /// Whether an iteration does not look at the value that a variable begins with.
    fn is_unused(&self, param: Value, assumed: Assumed) -> bool {
        let (blocks, jumps) = self.jumps(assumed);
        let (mut work, mut seen) = (vec![param], FxHashSet::default());
        while let Some(value) = work.pop() {
            if !seen.insert(value) {
                continue;
            }
            if blocks.iter().any(|&block| self.is_operand(block, value)) {
                return false;
            }
            for target in &jumps {
                let params = &self.body.blocks[target.block].params;
                let handed = params.iter().zip(&target.args).filter(|&(_, &arg)| arg == value).map(|(&to, _)| to);
                work.extend(handed);
            }
        }
        let head = &self.body.blocks[self.region.head].params;
        head.iter().all(|other| *other == param || !seen.contains(other))
    }

    /// Whether each iteration ends with the value that the variable begins with.
    fn is_unchanged(&self, param: Value, place: usize, assumed: Assumed) -> bool {
        let (_, jumps) = self.jumps(assumed);
        let back = jumps.iter().filter(|target| target.block == self.region.head);
        let (mut work, mut seen) = (back.map(|target| target.args[place]).collect::<Vec<_>>(), FxHashSet::default());
        while let Some(value) = work.pop() {
            if value == param || !seen.insert(value) {
                continue;
            }
            let inside = self.region.body.iter().copied();
            let Some((block, at)) = inside.clone().find_map(|block| {
                let found = self.body.blocks[block].params.iter().position(|&known| known == value)?;
                Some((block, found))
            }) else {
                return false;
            };
            work.extend(jumps.iter().filter(|target| target.block == block).map(|target| target.args[at]));
        }
        true
    }
}
