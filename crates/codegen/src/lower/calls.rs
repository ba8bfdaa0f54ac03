//! Calls: of other specialisations, of the runtime and of the host.

use super::function::{Done, Leaves, Lower};
use crate::CodegenError;
use crate::llvm::{IntCmp, Val};
use coluber_abi::{Convention, Leaf, OBJECT_CALL, RuntimeFunction, RuntimeId, leaves, runtime_function};
use coluber_base::Name;
use coluber_ir::typed::Op;
use coluber_ir::{Block, InstData, Value};

impl Lower<'_, '_, '_> {
    pub(super) fn call(&mut self, inst: &InstData<Op>, handler: Option<Block>, spec: u32, name: &Name) -> Done {
        let Some(callee) = self.cx.callee(spec) else {
            return Err(CodegenError::UnknownCallee { function: self.name(), callee: name.clone(), spec });
        };
        let mut args = self.all_leaves(&inst.args);
        let func = match (callee.inner, self.limit) {
            (Some(inner), Some(limit)) => {
                args.insert(0, limit);
                inner
            }
            _ => callee.func,
        };
        let result = self.b.call(func, &args);
        self.define_call(inst, handler, result, leaves(callee.ret).len());
        Ok(())
    }

    /// Sets the result of a call of compiled code, which gave a status and so many leaves.
    pub(super) fn define_call(&mut self, inst: &InstData<Op>, handler: Option<Block>, result: Val, count: usize) {
        // On a GPU a function that raises does not return.
        if !self.on_device() {
            let status = if count == 0 { result } else { self.b.extract(result, 0) };
            self.check_status(inst, handler, status);
        }
        let parts: Leaves = (0..count).map(|i| self.b.extract(result, i + 1)).collect();
        self.define(inst.results[0], &parts);
    }

    /// The leaves of several values, one after the other.
    pub(super) fn all_leaves(&self, values: &[Value]) -> Leaves {
        values.iter().flat_map(|&value| self.leaves(value)).collect()
    }

    /// Goes on when the status is good, else to the error edge.
    pub(super) fn check_status(&mut self, inst: &InstData<Op>, handler: Option<Block>, status: Val) {
        let good = self.b.icmp(IntCmp::Eq, status, status.ty().zero());
        self.go_on_if(inst, handler, good);
    }

    pub(super) fn go_on_if(&mut self, inst: &InstData<Op>, handler: Option<Block>, good: Val) {
        let edge = self.traced_edge(inst, handler);
        let next = self.b.block_after();
        self.b.cond_br_usual(good, next, edge);
        self.b.position(next);
    }

    pub(super) fn runtime_call(&mut self, inst: &InstData<Op>, handler: Option<Block>, name: &Name) -> Done {
        if self.on_device() {
            return self.device_runtime(name);
        }
        let args = self.all_leaves(&inst.args);
        let id = runtime_function(name).filter(|id| self.fits(inst, id.row(), args.len()));
        let Some(id) = id else {
            return Err(CodegenError::UnknownRuntime { function: self.name(), name: name.clone() });
        };
        let args = self.runtime_args(id, args);
        let results = match id.row().convention {
            Convention::Plain => match self.said_of_texts(id, &args) {
                Some(said) => said,
                None => self.plain_call(id, &args),
            },
            Convention::Null if id == RuntimeId::list_new => self.list_new(inst, handler, &args),
            Convention::Null => self.null_call(inst, handler, id, &args),
            Convention::Status if matches!(id, RuntimeId::hold | RuntimeId::hand_over) => {
                self.hold(inst, handler, id, args)
            }
            Convention::Status => self.status_call(inst, handler, id, args),
        };
        self.define_results(inst, &results);
        Ok(())
    }

    /// Whether operands and results have the leaves that the table says.
    fn fits(&self, inst: &InstData<Op>, row: &RuntimeFunction, args: usize) -> bool {
        let leaves_of =
            |values: &[Value]| -> Vec<Leaf> { values.iter().flat_map(|&v| leaves(self.ir.ty(v))).copied().collect() };
        args == row.params.len() && leaves_of(&inst.args) == row.params && leaves_of(&inst.results) == row.results
    }

    /// Bools are bytes in C.
    fn runtime_args(&self, id: RuntimeId, args: Leaves) -> Leaves {
        let byte = self.leaf(Leaf::I8);
        let leaves = id.row().params.iter();
        args.into_iter()
            .zip(leaves)
            .map(|(arg, &leaf)| if leaf == Leaf::I1 { self.b.zext(arg, byte) } else { arg })
            .collect()
    }

    pub(super) fn plain_call(&mut self, id: RuntimeId, args: &[Val]) -> Leaves {
        let func = self.cx.runtime(id);
        let result = self.b.call(func, args);
        id.row().results.iter().map(|&leaf| self.from_byte(leaf, result)).collect()
    }

    #[allow(clippy::wrong_self_convention, reason = "a value comes from C, not a Lower")]
    fn from_byte(&self, leaf: Leaf, value: Val) -> Val {
        if leaf == Leaf::I1 { self.b.trunc(value, self.leaf(Leaf::I1)) } else { value }
    }

    pub(super) fn null_call(
        &mut self,
        inst: &InstData<Op>,
        handler: Option<Block>,
        id: RuntimeId,
        args: &[Val],
    ) -> Leaves {
        let func = self.cx.runtime(id);
        let result = self.b.call(func, args);
        let good = self.b.icmp(IntCmp::Ne, result, result.ty().zero());
        self.go_on_if(inst, handler, good);
        Leaves::from_slice(&[result])
    }

    pub(super) fn status_call(
        &mut self,
        inst: &InstData<Op>,
        handler: Option<Block>,
        id: RuntimeId,
        mut args: Leaves,
    ) -> Leaves {
        let results = id.row().results;
        let cells: Vec<Val> = results.iter().map(|&leaf| self.frame_memory(self.cx.module.memory_leaf(leaf))).collect();
        args.extend(cells.iter().copied());
        let func = self.cx.runtime(id);
        let status = self.b.call(func, &args);
        self.check_status(inst, handler, status);
        let load = |(&cell, &leaf): (&Val, &Leaf)| {
            let value = self.b.load(self.cx.module.memory_leaf(leaf), cell, leaf.bytes());
            self.from_byte(leaf, value)
        };
        cells.iter().zip(results).map(load).collect()
    }

    /// Distributes leaves over the results.
    fn define_results(&mut self, inst: &InstData<Op>, mut parts: &[Val]) {
        for &result in &inst.results {
            let (own, rest) = parts.split_at(leaves(self.ir.ty(result)).len());
            self.define(result, own);
            parts = rest;
        }
    }

    /// Calls an object of the host; the words of the result come in the place of those of the arguments.
    fn object_call(&mut self, inst: &InstData<Op>, handler: Option<Block>, site: Val) -> Done {
        let words = self.word_buffer();
        let func = self.cx.runtime(RuntimeId::host_value);
        let status = self.b.call(func, &[site, words]);
        self.check_status(inst, handler, status);
        let all: Vec<Leaf> = inst.results.iter().flat_map(|&result| leaves(self.ir.ty(result))).copied().collect();
        let parts = self.read_words(words, &all);
        self.define_results(inst, &parts);
        Ok(())
    }

    pub(super) fn host(&mut self, inst: &InstData<Op>, handler: Option<Block>, name: &Name) -> Done {
        if self.on_device() {
            return self.device_host(inst, name);
        }
        let site = self.host_site(name, &inst.args);
        let words = self.spill_words(&inst.args);
        if name.starts_with(OBJECT_CALL) {
            return self.object_call(inst, handler, site);
        }
        if !inst.results.is_empty() {
            let results = self.status_call(inst, handler, RuntimeId::host_text, Leaves::from_slice(&[site, words]));
            self.define_results(inst, &results);
            return Ok(());
        }
        let func = self.cx.runtime(RuntimeId::host_call);
        let status = self.b.call(func, &[site, words]);
        self.check_status(inst, handler, status);
        Ok(())
    }
}
