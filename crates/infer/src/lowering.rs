//! From a typed function in Python's operations to typed operations.

use crate::arrays::chunks;
use crate::arrays::elementwise::{self, Pending};
use crate::emit::{Emitter, Synthesis};
use crate::engine::Typing;
use crate::fusion::{Deferral, Fused, Reductions, elementwise_operands};
use crate::host::{Divided, HostData, HostValue, Params};
use crate::parallel::ParallelLoop;
use crate::text::is_deferred;
use crate::value::{Assignment, Elementwise};
use coluber_ir::py::Op;
use coluber_ir::{Block, Inst, InstData, Target, Terminator, Typed, Untyped, Value};
use coluber_types::{Kind, Ty};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// Elements that a thread must have in a loop of the library, so that waking it pays.
const LEAST_ELEMENTS: i64 = 16384;

/// What a typed function is made of.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// The function.
    pub body: &'a Untyped,
    /// What propagation found.
    pub typing: &'a Typing,
    /// Its parameters.
    pub params: &'a Params,
    /// Its loops that run on several threads.
    pub loops: &'a [ParallelLoop],
    /// Its reductions of expressions.
    pub fused: &'a Reductions,
    /// Whether it is for a CUDA kernel.
    pub cuda: bool,
    /// What runs on all cores.
    pub divided: &'a [Divided],
}

/// Builds the typed function for what propagation found.
pub fn lower(source: Source<'_>, args: &[Ty], synthesis: &mut dyn Synthesis) -> Typed {
    let Source { body, typing, params, loops, fused, cuda, divided } = source;
    let mut lowering = Lowering {
        body,
        typing,
        loops,
        func: Typed::new(body.name.clone()),
        values: SecondaryMap::new(),
        blocks: SecondaryMap::new(),
        frees: Vec::new(),
        texts: FxHashMap::default(),
        merging: merging_texts(body, typing),
        shared: FxHashMap::default(),
        pending: SecondaryMap::new(),
        deferral: Deferral::new(body, typing),
        fused,
        cuda,
        divided,
    };
    lowering.func.ret = match typing.ret.ty {
        ty if ty == Ty::undefined() => Ty::none(),
        ty => ty,
    };
    lowering.declare(args);
    for block in &body.layout {
        if typing.reachable.contains(*block) {
            lowering.block(*block, params, args, synthesis);
        }
    }
    lowering.func
}

/// The texts in pieces of which variables have strings where others meet them.
fn merging_texts(body: &Untyped, typing: &Typing) -> FxHashSet<Value> {
    let mut found = FxHashSet::default();
    for block in body.layout.iter().filter(|block| typing.reachable.contains(**block)) {
        for target in body.blocks[*block].term.targets() {
            let pairs = body.blocks[target.block].params.iter().zip(&target.args);
            let texts = pairs
                .filter(|(param, arg)| is_deferred(typing.vals[**arg].ty) && typing.vals[**param].ty == Ty::string());
            found.extend(texts.map(|(_, arg)| *arg));
        }
    }
    found
}

struct Lowering<'a> {
    body: &'a Untyped,
    typing: &'a Typing,
    loops: &'a [ParallelLoop],
    func: Typed,
    values: SecondaryMap<Value, PackedOption<Value>>,
    blocks: SecondaryMap<Block, PackedOption<Block>>,
    frees: Vec<Value>,
    texts: FxHashMap<Value, Value>,
    merging: FxHashSet<Value>,
    shared: FxHashMap<u32, Value>,
    pending: SecondaryMap<Value, Option<Pending>>,
    deferral: Deferral<'a>,
    fused: &'a Reductions,
    cuda: bool,
    divided: &'a [Divided],
}

impl Lowering<'_> {
    /// Creates blocks with parameters, and memory cells.
    fn declare(&mut self, args: &[Ty]) {
        for slot in self.body.slots.keys() {
            let ty = match self.typing.slots[slot].ty {
                ty if ty == Ty::undefined() => Ty::none(),
                ty => ty,
            };
            self.func.add_slot(ty, self.body.slots[slot].name.clone());
        }
        for block in self.body.layout.iter().filter(|b| self.typing.reachable.contains(**b)) {
            let typed = self.func.add_block();
            self.blocks[*block] = typed.into();
            if *block == self.body.entry() {
                self.entry_params(typed, args);
                continue;
            }
            for param in &self.body.blocks[*block].params {
                let (ty, name) = (self.typing.vals[*param].ty, self.body.values[*param].name.clone());
                self.values[*param] = self.func.add_param(typed, ty, name).into();
            }
        }
    }

    fn entry_params(&mut self, entry: Block, args: &[Ty]) {
        let own = self.body.params();
        for (k, ty) in args.iter().enumerate() {
            let name = own.get(k).and_then(|v| self.body.values[*v].name.clone());
            let value = self.func.add_param(entry, ty.of_display().bare(), name);
            match own.get(k) {
                Some(param) => self.values[*param] = value.into(),
                None => self.frees.push(value),
            }
        }
    }

    fn block(&mut self, block: Block, params: &Params, args: &[Ty], synthesis: &mut dyn Synthesis) {
        let data = &self.body.blocks[block];
        let Some(typed) = self.blocks[block].expand() else {
            return;
        };
        self.func.blocks[typed].handler = data.handler.and_then(|h| self.blocks[h].expand());
        let mut func = std::mem::replace(&mut self.func, Typed::new(""));
        let mut e = Emitter::new(&mut func, typed, synthesis);
        e.frees.clone_from(&self.frees);
        e.texts = std::mem::take(&mut self.texts);
        e.shared.clone_from(&self.shared);
        e.cuda = self.cuda;
        e.divided = self.divided.to_vec();
        if block == self.body.entry() {
            self.defaults(&mut e, params, args);
            self.retype_fresh_lists(&mut e, args);
            self.read_shared(&mut e);
        }
        if let Some(found) = self.loops.iter().find(|found| found.head == block) {
            self.mark(&mut e, found);
        }
        let end = data.insts.iter().position(|&inst| self.typing.ends_at(inst));
        let insts = &data.insts[..end.map_or(data.insts.len(), |end| end + 1)];
        for (k, inst) in insts.iter().enumerate() {
            self.instruction(&mut e, *inst, &insts[k + 1..]);
        }
        match end {
            Some(_) => e.builder().terminate(Terminator::Unreachable),
            None => self.terminator(&mut e, block),
        }
        self.texts = e.texts;
        self.func = func;
    }

    /// Says that a loop is to run on several threads, or why it is not.
    fn mark(&mut self, e: &mut Emitter<'_>, found: &ParallelLoop) {
        if let Some(why) = &found.in_order {
            return e.in_order(why);
        }
        let least = found.of_elements.then(|| e.i64(LEAST_ELEMENTS));
        e.distribute(least);
        for reduction in &found.reductions {
            let params: Vec<Value> = reduction.params().iter().map(|&param| self.value(e, param)).collect();
            reduction.mark(e, &params);
        }
    }

    /// Empty lists of the call's own get items of the type that has been found.
    fn retype_fresh_lists(&mut self, e: &mut Emitter<'_>, args: &[Ty]) {
        for (param, _) in self.body.params().iter().zip(args).filter(|(_, ty)| ty.is_fresh()) {
            let ty = self.typing.vals[*param].ty;
            let Some(value) = self.values[*param].expand() else { continue };
            self.values[*param] = e.retyped(value, ty).into();
        }
    }

    /// Reads the containers of the program that the function names. One that waits between items looks again whenever it needs them, for
    /// they change meanwhile.
    fn read_shared(&mut self, e: &mut Emitter<'_>) {
        if self.typing.yields.is_some() {
            return;
        }
        for &(number, ty) in &self.typing.shared {
            let value = crate::shared::read(e, number, ty);
            self.shared.insert(number, value);
            e.shared.insert(number, value);
        }
    }

    /// Parameters that were not given have their default values.
    fn defaults(&mut self, e: &mut Emitter<'_>, params: &Params, args: &[Ty]) {
        for (param, ty) in self.body.params().iter().zip(args) {
            let Kind::Omitted(k) = ty.kind() else {
                continue;
            };
            let default = params.defaults.get(*k as usize).cloned().flatten();
            let HostValue { ty, data } = default.unwrap_or(HostValue { ty: Ty::none(), data: HostData::None });
            self.values[*param] = crate::tuples::emit_constant(e, ty, &data).into();
        }
    }

    fn instruction(&mut self, e: &mut Emitter<'_>, inst: Inst, rest: &[Inst]) {
        let data = &self.body.insts[inst];
        let Some(resolved) = &self.typing.resolved[inst] else {
            return;
        };
        e.set_span(data.span);
        if let (Op::Yield {}, Some(yields)) = (&data.op, self.typing.yields) {
            let value = self.value(e, data.args[0]);
            let receiver = data.args.get(1).map(|receiver| self.value(e, *receiver));
            let sent = e.yield_value(value, yields.ty, self.typing.sends, receiver);
            self.values[data.results[0]] = sent.into();
            return;
        }
        if let Some(op) = &resolved.elementwise {
            let operands = elementwise_operands(&data.op, &data.args);
            if self.fuses(data.results[0], rest) {
                let pending = self.compose(e, op, operands);
                self.pending[data.results[0]] = Some(pending);
                return;
            }
            if operands.iter().any(|v| self.pending[*v].is_some()) {
                let pending = self.compose(e, op, operands);
                self.values[data.results[0]] = elementwise::evaluate(e, &pending).into();
                return;
            }
        }
        if let Some(assignment) = &resolved.assignment
            && self.store_pending(e, data, assignment)
        {
            return;
        }
        if self.reduction(e, inst) {
            return;
        }
        let args: SmallVec<[Value; 4]> = data.args.iter().map(|v| self.value(e, *v)).collect();
        let results = (resolved.emit)(e, &args);
        for (value, result) in data.results.iter().zip(results) {
            self.values[*value] = result.into();
            if self.merging.contains(value) {
                // What is put behind the text later is written behind this string.
                e.coerce(result, Ty::string());
            }
        }
    }

    /// Writes what has been put off to where it is assigned; false if nothing has.
    fn store_pending(&mut self, e: &mut Emitter<'_>, data: &InstData<Op>, assignment: &Assignment) -> bool {
        let Some(value) = data.args.last().copied().filter(|value| self.pending[*value].is_some()) else {
            return false;
        };
        match (&data.op, assignment, &data.args[..]) {
            (Op::SetItem {}, Assignment::Item(view), &[array, index, _]) => {
                let (array, index) = (self.value(e, array), self.value(e, index));
                let view = view(e, array, index);
                let pending = self.pending[value].take().expect("looked at just before");
                elementwise::store_pending(e, pending, view);
            }
            (Op::Inplace { .. }, Assignment::Update(kernel), &[target, _]) => {
                let target = self.value(e, target);
                let pending = self.pending[value].take().expect("looked at just before");
                elementwise::update_pending(e, kernel.clone(), target, pending);
                self.values[data.results[0]] = target.into();
            }
            _ => return false,
        }
        true
    }

    fn compose(&mut self, e: &mut Emitter<'_>, op: &Elementwise, operands: &[Value]) -> Pending {
        let args = operands
            .iter()
            .map(|v| match self.pending[*v].take() {
                Some(pending) => (*v, Some(pending)),
                None => (self.value(e, *v), None),
            })
            .collect();
        elementwise::compose(op, args)
    }

    fn fuses(&self, value: Value, rest: &[Inst]) -> bool {
        self.deferral.fuses(value, rest, &|inst, v| self.fused.get(&inst).is_some_and(|fused| fused.array == v))
    }

    /// Emits what reduces an expression, or puts off the method that does; false if it is neither.
    fn reduction(&mut self, e: &mut Emitter<'_>, inst: Inst) -> bool {
        let data = &self.body.insts[inst];
        if matches!(data.op, Op::GetAttr { .. }) {
            return self.pending[data.args[0]].is_some() && self.fused.values().any(|fused| fused.method == Some(inst));
        }
        let Some(fused) = self.fused.get(&inst) else { return false };
        let Some(pending) = self.pending[fused.array].take() else { return false };
        let inputs = elementwise::plain_inputs(e, &pending.expr, &pending.inputs);
        let types: Vec<Ty> = inputs.iter().map(|v| e.ty(*v)).collect();
        if chunks::name_of(&pending, &types) != fused.name {
            self.pending[fused.array] = Some(pending);
            self.bind_method(e, fused);
            return false;
        }
        let further = &data.args[if fused.method.is_some() { 1 } else { 2 }..];
        let mut operands =
            vec![e.undef(pending.result), e.unit(Ty::literal_str(&*fused.name)), e.pack(&inputs, Ty::tuple(types))];
        operands.extend(further.iter().map(|v| self.value(e, *v)));
        self.values[data.results[0]] = (fused.emit)(e, &operands)[0].into();
        true
    }

    /// Emits the method of a reduction, which had been put off, of the expression's value.
    fn bind_method(&mut self, e: &mut Emitter<'_>, fused: &Fused) {
        let array = self.value(e, fused.array);
        if let Some(method) = fused.method
            && let Some(resolved) = &self.typing.resolved[method]
        {
            let bound = (resolved.emit)(e, &[array])[0];
            self.values[self.body.insts[method].results[0]] = bound.into();
        }
    }

    fn value(&mut self, e: &mut Emitter<'_>, v: Value) -> Value {
        if let Some(pending) = self.pending[v].take() {
            let evaluated = elementwise::evaluate(e, &pending);
            self.values[v] = evaluated.into();
        }
        match self.values[v].expand() {
            Some(value) => value,
            None => e.undef(self.typing.vals[v].ty),
        }
    }

    fn terminator(&mut self, e: &mut Emitter<'_>, block: Block) {
        let data = &self.body.blocks[block];
        e.set_span(data.term_span);
        match &data.term {
            Terminator::Jump(target) => {
                let target = self.target(e, target);
                e.builder().terminate(Terminator::Jump(target));
            }
            Terminator::Branch { cond, then, otherwise } => self.branch(e, block, *cond, then, otherwise),
            Terminator::Return(value) => {
                let ret = e.builder().func.ret;
                let v = self.value(e, *value);
                let v = e.coerce(v, ret);
                e.builder().ret(v);
            }
            Terminator::Unreachable => e.builder().terminate(Terminator::Unreachable),
        }
    }

    fn branch(&mut self, e: &mut Emitter<'_>, block: Block, cond: Value, then: &Target, otherwise: &Target) {
        let Some(truth) = &self.typing.conditions[block] else {
            e.builder().terminate(Terminator::Unreachable);
            return;
        };
        if let Some(known) = truth.val().literal_bool() {
            let target = self.target(e, if known { then } else { otherwise });
            e.builder().terminate(Terminator::Jump(target));
            return;
        }
        let v = self.value(e, cond);
        let cond = e.resolved(truth, &[v]);
        let (then, otherwise) = (self.target(e, then), self.target(e, otherwise));
        e.builder().terminate(Terminator::Branch { cond, then, otherwise });
    }

    fn target(&mut self, e: &mut Emitter<'_>, target: &Target) -> Target {
        let params = &self.body.blocks[target.block].params;
        let mut args = SmallVec::new();
        for (param, arg) in params.iter().zip(&target.args) {
            let v = self.value(e, *arg);
            args.push(e.coerce(v, self.typing.vals[*param].ty));
        }
        let block = self.blocks[target.block].expand().unwrap_or_else(|| e.builder().block());
        Target { block, args }
    }
}
