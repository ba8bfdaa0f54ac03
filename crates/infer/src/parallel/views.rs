//! Arrays that each iteration finds anew in the same place, and whose elements it changes: `counts[0][k[i]] += 1`, `self.counts[k[i]] += 1`.
//!
//! The loop is rewritten to find them once, before it begins. Whether they are reductions is then asked as for all other arrays.

use super::web::{Use, Uses, made_by, uses};
use super::{ahead, elements, made_inside};
use crate::engine::Typing;
use coluber_ir::py::Op;
use coluber_ir::{Builder, Cfg, Const, Inst, Region, Untyped, Value};
use coluber_types::Ty;
use rustc_hash::FxHashSet;

/// The function with one more such array found before a parallel loop; None when there is none left.
pub(super) fn with_view(body: &Untyped, typing: &Typing, region: &Region) -> Option<Untyped> {
    let search = Search { body, typing, region, uses: uses(body, typing, region), inside: made_inside(body, region) };
    let insts = region.body.iter().flat_map(|&block| &body.blocks[block].insts).copied();
    let found = insts.into_iter().find(|&inst| search.is_view(inst))?;
    moved(body, region, found, &search.alike(found))
}

struct Search<'b> {
    body: &'b Untyped,
    typing: &'b Typing,
    region: &'b Region,
    uses: Uses,
    inside: FxHashSet<Value>,
}

impl Search<'_> {
    /// Whether an operation finds an array in the same place in all iterations, and an element of it is changed.
    fn is_view(&self, inst: Inst) -> bool {
        let data = &self.body.insts[inst];
        let is_array = data.results.iter().any(|&result| self.typing.vals[result].ty.is_array());
        let is_made_before = data.args.first().is_some_and(|object| !self.inside.contains(object));
        is_array && is_made_before && self.is_fixed(inst) && self.is_changed(inst)
    }

    fn is_fixed(&self, inst: Inst) -> bool {
        let data = &self.body.insts[inst];
        match (&data.op, &data.args[..]) {
            (Op::GetAttr { name }, &[object]) => !self.typing.vals[object].ty.is_array() && !self.is_assigned(name),
            (Op::GetItem {}, &[array, index]) => {
                let is_known = !self.inside.contains(&index) || self.is_constant(index);
                self.typing.vals[array].ty.is_array() && is_known && self.is_looked_at_by(array, inst)
            }
            _ => false,
        }
    }

    fn is_constant(&self, value: Value) -> bool {
        let made = made_by(self.body, value);
        made.is_some_and(|data| matches!(data.op, Op::Const { value: Const::Int(_) | Const::Str(_) }))
    }

    /// Whether the loop assigns an attribute of this name.
    fn is_assigned(&self, attribute: &coluber_base::Name) -> bool {
        let insts = self.region.body.iter().flat_map(|&block| &self.body.blocks[block].insts);
        insts.map(|&inst| &self.body.insts[inst].op).any(|op| matches!(op, Op::SetAttr { name } if name == attribute))
    }

    /// Whether the loop does nothing else with an array.
    fn is_looked_at_by(&self, array: Value, inst: Inst) -> bool {
        self.uses.get(&array).into_iter().flatten().all(|used| match *used {
            Use::Inst(other) => elements::is_outside(&self.body.insts[other].op) || self.is_alike(other, inst),
            _ => false,
        })
    }

    /// Whether the loop reads and stores elements of what an operation finds.
    fn is_changed(&self, inst: Inst) -> bool {
        let alike = self.alike(inst);
        let found = alike.iter().flat_map(|&inst| &self.body.insts[inst].results);
        let uses: Vec<Use> = found.filter_map(|view| self.uses.get(view)).flatten().copied().collect();
        let is_there = |is_wanted: fn(&Op) -> bool| {
            uses.iter().any(|used| matches!(*used, Use::Inst(inst) if is_wanted(&self.body.insts[inst].op)))
        };
        is_there(|op| matches!(op, Op::GetItem {})) && is_there(|op| matches!(op, Op::SetItem {}))
    }

    /// The operations of the loop that find the same array.
    fn alike(&self, inst: Inst) -> Vec<Inst> {
        let insts = self.region.body.iter().flat_map(|&block| &self.body.blocks[block].insts).copied();
        insts.filter(|&other| self.is_alike(other, inst)).collect()
    }

    fn is_alike(&self, a: Inst, b: Inst) -> bool {
        let (a, b) = (&self.body.insts[a], &self.body.insts[b]);
        let mut args = a.args.iter().zip(&b.args);
        a.op == b.op && a.args.len() == b.args.len() && args.all(|(&x, &y)| elements::is_same(self.body, x, y))
    }
}

/// The function in which what an operation finds is found before the loop.
fn moved(body: &Untyped, region: &Region, inst: Inst, alike: &[Inst]) -> Option<Untyped> {
    let mut body = body.clone();
    let data = body.insts[inst].clone();
    let constants: Vec<Option<Op>> = data.args.iter().map(|&arg| constant(&body, arg)).collect();
    let make = |b: &mut Builder<'_, Op>, _: &[Value]| {
        let args = data.args.iter().zip(constants);
        let args: Vec<Value> = args.map(|(&arg, op)| op.map_or(arg, |op| b.value(op, &[], Ty::undefined()))).collect();
        b.value(data.op.clone(), &args, Ty::undefined())
    };
    let (_, view) = ahead::value(&mut body, region, data.span, make)?;
    body.values[view].name = match &data.op {
        Op::GetAttr { name } => Some(name.clone()),
        _ => body.values[data.args[0]].name.clone(),
    };
    let found: Vec<Value> = alike.iter().flat_map(|&inst| body.insts[inst].results.iter().copied()).collect();
    for &block in &region.body {
        body.blocks[block].insts.retain(|inst| !alike.contains(inst));
        found.iter().for_each(|&value| crate::unroll::rename(&mut body, block, value, view));
    }
    body.layout = Cfg::new(&body).order().to_vec();
    Some(body)
}

fn constant(body: &Untyped, value: Value) -> Option<Op> {
    made_by(body, value).filter(|data| matches!(data.op, Op::Const { .. })).map(|data| data.op.clone())
}
