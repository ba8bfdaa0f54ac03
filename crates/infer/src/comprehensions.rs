//! Arrays made of comprehensions in functions with `parallel=True`: `np.array([f(i) for i in range(n)])`.
//!
//! The untyped IR is rewritten before it is typed: the list gets its length when the loop begins, and each iteration writes its item to
//! the place that is its own. So the iterations need nothing of each other, and the loop is one over a parallel range. Only lists
//! that become arrays, with all lists in them, are taken: of others a program may expect that they are made in order.

use crate::host::{FuncId, Host};
use coluber_base::Result;
use coluber_ir::py::Op;
use coluber_ir::{Block, Cfg, Dominators, Inst, Loop, Loops, Untyped, Value};
use coluber_types::{Kind, Ty};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The functions that make arrays of lists.
const MAKERS: &[&str] = &["numpy.array", "numpy.asarray"];

/// The untyped IR of a function, with its comprehensions rewritten where its loops run on all cores.
pub fn spread(host: &mut dyn Host, func: FuncId, is_parallel: bool) -> Result<Arc<Untyped>> {
    let body = host.untyped(func)?;
    let rewritten = if is_parallel { rewritten(host, func, &body) } else { None };
    Ok(rewritten.map_or(body, Arc::new))
}

/// The function with its comprehensions rewritten; None where there are none.
fn rewritten(host: &mut dyn Host, func: FuncId, body: &Untyped) -> Option<Untyped> {
    let has_lists = |block: &Block| body.blocks[*block].insts.iter().any(|i| body.insts[*i].op == Op::ListAppend {});
    if !body.layout.iter().any(has_lists) {
        return None;
    }
    let search = Search::new(body);
    let found: Vec<Found> = search.lists().filter_map(|list| search.comprehension(host, func, list)).collect();
    if found.is_empty() {
        return None;
    }
    let mut body = body.clone();
    for found in found {
        found.rewrite(&mut body);
    }
    Some(body)
}

/// A comprehension that can be rewritten.
struct Found {
    list: Value,
    get_iter: Inst,
    append: Inst,
    /// The instruction by which the iterator gives an item, and its block.
    item: (Block, Inst),
}

impl Found {
    fn rewrite(&self, body: &mut Untyped) {
        let (sequence, item) = (body.insts[self.get_iter].args[0], body.result(self.item.1));
        self.put_element(body, sequence, item);
        body.insts[self.get_iter].op = Op::SizedIter {};
        body.insts[self.get_iter].args.push(self.list);
        body.insts[self.append].op = Op::ListPut {};
        body.insts[self.append].args.extend([sequence, item]);
    }

    /// Uses the element where the item was used, which is its index when the sequence is an array.
    fn put_element(&self, body: &mut Untyped, sequence: Value, item: Value) {
        let (block, after) = self.item;
        let (span, name) = (body.insts[after].span, body.values[item].name.clone());
        let made = body.make_inst(Op::SizedItem {}, &[], &[Ty::undefined()], span);
        let element = body.result(made);
        body.values[element].name = name;
        for block in body.layout.clone() {
            crate::unroll::rename(body, block, item, element);
        }
        body.insts[made].args.extend([sequence, item]);
        let insts = &mut body.blocks[block].insts;
        let place = insts.iter().position(|&inst| inst == after).map_or(insts.len(), |place| place + 1);
        insts.insert(place, made);
    }
}

struct Search<'b> {
    body: &'b Untyped,
    dominators: Dominators,
    cfg: Cfg,
    loops: Loops,
    /// Where each value is made.
    made: FxHashMap<Value, (Block, Inst)>,
    /// The instructions that use it; none where blocks hand it on.
    uses: FxHashMap<Value, Option<Vec<(Block, Inst)>>>,
}

impl<'b> Search<'b> {
    fn new(body: &'b Untyped) -> Self {
        let cfg = Cfg::new(body);
        let dominators = Dominators::new(body, &cfg);
        let loops = Loops::new(&cfg, &dominators);
        let (mut made, mut uses) = (FxHashMap::default(), FxHashMap::<_, Option<Vec<_>>>::default());
        for &block in &body.layout {
            for &inst in &body.blocks[block].insts {
                made.extend(body.insts[inst].results.iter().map(|&result| (result, (block, inst))));
                for &arg in &body.insts[inst].args {
                    if let Some(users) = uses.entry(arg).or_insert_with(|| Some(Vec::new())) {
                        users.push((block, inst));
                    }
                }
            }
            body.blocks[block].term.visit_uses(|value| {
                uses.insert(value, None);
            });
        }
        Search { body, dominators, cfg, loops, made, uses }
    }

    fn op(&self, inst: Inst) -> &Op {
        &self.body.insts[inst].op
    }

    fn args(&self, inst: Inst) -> &[Value] {
        &self.body.insts[inst].args
    }

    fn users(&self, value: Value) -> &[(Block, Inst)] {
        self.uses.get(&value).and_then(|users| users.as_deref()).unwrap_or(&[])
    }

    /// The lists that are empty at first.
    fn lists(&self) -> impl Iterator<Item = Value> {
        let insts = self.body.layout.iter().flat_map(|&block| &self.body.blocks[block].insts);
        insts.filter(|&&inst| self.is_empty_list(inst)).map(|&inst| self.body.insts[inst].results[0])
    }

    fn is_empty_list(&self, inst: Inst) -> bool {
        *self.op(inst) == Op::BuildList {} && self.args(inst).is_empty()
    }

    fn comprehension(&self, host: &mut dyn Host, func: FuncId, list: Value) -> Option<Found> {
        let (append_block, append) = self.append_to(list)?;
        if !self.becomes_array(host, func, list) {
            return None;
        }
        let (home, maker) = *self.made.get(&list)?;
        let loop_ = self.only_loop(append_block, home)?;
        let head = self.loops.iter().find(|(id, _)| *id == loop_)?.1.head;
        let &[iterator] = &self.body.blocks[head].params[..] else { return None };
        let each_time = |&from: &Block| self.dominators.dominates(append_block, from);
        let (again, first): (Vec<Block>, Vec<Block>) =
            self.cfg.jumps_to(head).iter().partition(|from| self.loops.contains(loop_, **from));
        let (true, &[first]) = (again.iter().all(each_time), &first[..]) else { return None };
        let entering = self.body.blocks[first].term.targets().iter().find(|t| t.block == head)?.args[0];
        let (start, get_iter) = *self.made.get(&entering)?;
        let position = |inst| self.body.blocks[home].insts.iter().position(|&known| known == inst);
        if *self.op(get_iter) != (Op::GetIter {}) || start != home || position(maker) > position(get_iter) {
            return None;
        }
        let mut items = self.users(iterator).iter().filter(|(_, user)| *self.op(*user) == Op::IterValue {});
        let (Some(&item), None) = (items.next(), items.next()) else { return None };
        Some(Found { list, get_iter, append, item })
    }

    /// The instruction that appends to a list that is used once beside that.
    fn append_to(&self, list: Value) -> Option<(Block, Inst)> {
        let users = self.users(list);
        let is_append = |inst: Inst| *self.op(inst) == Op::ListAppend {} && self.args(inst)[0] == list;
        let mut appends = users.iter().filter(|(_, user)| is_append(*user));
        let found = *appends.next()?;
        (users.len() == 2 && appends.next().is_none()).then_some(found)
    }

    /// Whether all that becomes of a list is an array, or an item of another list of which that is true.
    fn becomes_array(&self, host: &mut dyn Host, func: FuncId, list: Value) -> bool {
        self.users(list).iter().any(|&(_, user)| match (self.op(user), self.args(user)) {
            (Op::Call { .. }, &[callee, first, ..]) => first == list && self.is_maker(host, func, callee),
            (Op::ListAppend {}, &[outer, item]) => {
                item == list
                    && outer != list
                    && self.append_to(outer).is_some()
                    && self.becomes_array(host, func, outer)
            }
            _ => false,
        })
    }

    fn is_maker(&self, host: &mut dyn Host, func: FuncId, callee: Value) -> bool {
        let found = self.constant(host, func, callee).and_then(|kind| match kind {
            Kind::Function(object) => host.key(object.id),
            _ => None,
        });
        found.is_some_and(|key| MAKERS.contains(&&*key))
    }

    /// What a global, or an attribute of one, is.
    fn constant(&self, host: &mut dyn Host, func: FuncId, value: Value) -> Option<Kind> {
        let (_, inst) = *self.made.get(&value)?;
        let found = match (self.op(inst), self.args(inst)) {
            (Op::Global { name }, _) => host.global(func, name)?,
            (Op::GetAttr { name }, &[object]) => match self.constant(host, func, object)? {
                Kind::Module(module) => host.attribute(module.id, name)?,
                _ => return None,
            },
            _ => return None,
        };
        Some(found.ty.kind().clone())
    }

    /// The one loop that a block is in and another one is not.
    fn only_loop(&self, inside: Block, outside: Block) -> Option<Loop> {
        let apart = |id: Loop| self.loops.contains(id, inside) && !self.loops.contains(id, outside);
        let mut found = self.loops.iter().map(|(id, _)| id).filter(|&id| apart(id));
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }
}
