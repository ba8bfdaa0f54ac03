//! Raising, catching, and the edges that exceptions take.
//!
//! The code of an edge stands at the end of the function. It releases one value after the other, the last of the cleanup list first: operations
//! with the same handler share what their lists begin with.

use super::function::{Done, Lower};
use crate::CodegenError;
use crate::llvm::{BasicBlock, Val};
use crate::unit::Reference;
use coluber_abi::{ExceptionClass, Leaf, RAISED, RuntimeId, layout, leaves};
use coluber_base::Name;
use coluber_ir::typed::Op;
use coluber_ir::{Block, InstData, Value};

impl Lower<'_, '_, '_> {
    pub(super) fn guard(&mut self, inst: &InstData<Op>, handler: Option<Block>, class: &Name, message: &Name) -> Done {
        let cond = self.scalar(inst.args[0]);
        if cond.is_true() {
            return Ok(());
        }
        if self.on_device() {
            return self.device_guard(inst, class, message);
        }
        // Arguments say more than the plain message.
        let alone = Name::from("");
        let message = if inst.args.len() > 1 { &alone } else { message };
        let site = self.raise_site(inst, class, message, &inst.args[1..])?;
        let edge = self.edge(inst, handler);
        let next = self.b.block_after();
        let cold = self.cold_block();
        self.b.cond_br_usual(cond, next, cold);
        self.b.position(cold);
        self.raise_at(site, &inst.args[1..]);
        self.b.br(edge);
        self.b.position(next);
        Ok(())
    }

    pub(super) fn raise(&mut self, inst: &InstData<Op>, handler: Option<Block>, class: &Name, message: &Name) -> Done {
        if self.on_device() {
            return self.device_raise(inst, class, message);
        }
        let site = self.raise_site(inst, class, message, &inst.args)?;
        self.raise_at(site, &inst.args);
        self.leave(inst, handler);
        Ok(())
    }

    pub(super) fn reraise(&mut self, inst: &InstData<Op>, handler: Option<Block>) -> Done {
        self.refuse_handlers()?;
        let exception = self.scalar(inst.args[0]);
        let func = self.cx.runtime(RuntimeId::reraise);
        self.b.call(func, &[exception]);
        self.leave(inst, handler);
        Ok(())
    }

    /// Ends the block with the error edge. What follows in the IR is never reached and goes to a block of its own.
    fn leave(&mut self, inst: &InstData<Op>, handler: Option<Block>) {
        let edge = self.edge(inst, handler);
        self.b.br(edge);
        let dead = self.cold_block();
        self.b.position(dead);
    }

    pub(super) fn raise_at(&mut self, site: Val, args: &[Value]) {
        let words = self.spill_words(args);
        let func = self.cx.runtime(RuntimeId::raise);
        self.b.call(func, &[site, words]);
    }

    pub(super) fn caught(&mut self, inst: &InstData<Op>) -> Done {
        self.refuse_handlers()?;
        let func = self.cx.runtime(RuntimeId::caught);
        let exception = self.b.call(func, &[]);
        self.result(inst, exception)
    }

    pub(super) fn exception_match(&mut self, inst: &InstData<Op>, classes: &[Name]) -> Done {
        self.refuse_handlers()?;
        let mut codes = Vec::with_capacity(classes.len());
        for class in classes {
            codes.push(Reference::Class(self.class(class)?));
        }
        let list = self.reference_list(&codes);
        let func = self.cx.runtime(RuntimeId::exception_matches);
        let exception = self.scalar(inst.args[0]);
        let matches = self.b.call(func, &[exception, list, self.i64(codes.len() as i64)]);
        let matches = self.b.trunc(matches, self.leaf(Leaf::I1));
        self.result(inst, matches)
    }

    // Edges

    /// Where an exception of this operation goes, when the traceback has its line already.
    fn edge(&mut self, inst: &InstData<Op>, handler: Option<Block>) -> BasicBlock {
        let known = |k: usize| self.exits.get(&(inst.cleanup[..k].into(), handler)).map(|edge| (k, *edge));
        let (start, mut edge) = match (0..=inst.cleanup.len()).rev().find_map(known) {
            Some(found) => found,
            None => {
                let exit = self.exit(handler);
                self.exits.insert((Default::default(), handler), exit);
                (0, exit)
            }
        };
        for k in start..inst.cleanup.len() {
            edge = self.releasing(inst.cleanup[k], edge);
            self.exits.insert((inst.cleanup[..=k].into(), handler), edge);
        }
        edge
    }

    /// Where an exception of a callee goes: the line of the call is added to the traceback.
    pub(super) fn traced_edge(&mut self, inst: &InstData<Op>, handler: Option<Block>) -> BasicBlock {
        let edge = self.edge(inst, handler);
        let line = self.unit_function.line(inst.span.line);
        if let Some(&known) = self.traces.get(&(line, edge)) {
            return known;
        }
        let block = self.cold_block();
        let info = self.function_info();
        let here = self.b.block();
        self.b.position(block);
        let func = self.cx.runtime(RuntimeId::trace);
        self.b.call(func, &[info, self.i32(line as i32)]);
        self.b.br(edge);
        self.b.position(here);
        self.traces.insert((line, edge), block);
        block
    }

    /// The handler, or a block that leaves the function.
    fn exit(&mut self, handler: Option<Block>) -> BasicBlock {
        match handler {
            Some(handler) => self.target(handler),
            None => self.fail_block(),
        }
    }

    fn fail_block(&mut self) -> BasicBlock {
        let block = self.cold_block();
        let here = self.b.block();
        self.b.position(block);
        self.ret_raised();
        self.b.position(here);
        block
    }

    /// Returns with an exception pending.
    pub(super) fn ret_raised(&mut self) {
        if self.ir.is_resumed && !self.on_device() {
            let raised = self.cx.runtime(RuntimeId::generator_raised);
            self.b.call(raised, &[]);
        }
        let status = self.i32(RAISED);
        let mut fields = vec![status];
        fields.extend(leaves(self.ir.ret).iter().map(|&leaf| self.leaf(leaf).poison()));
        if fields.len() == 1 { self.b.ret(status) } else { self.b.ret_structure(&fields) }
    }

    /// A block that releases a value and goes on.
    fn releasing(&mut self, value: Value, next: BasicBlock) -> BasicBlock {
        let block = self.cold_block();
        let here = self.b.block();
        self.b.position(block);
        self.release_on_error(value);
        self.b.br(next);
        self.b.position(here);
        block
    }

    // Constants that describe sites

    fn class(&self, word: &Name) -> Done<ExceptionClass> {
        ExceptionClass::from_word(word)
            .ok_or_else(|| CodegenError::UnknownException { function: self.name(), class: word.clone() })
    }

    /// Address and length of a text, as the fields of a `StrRef`.
    pub(super) fn text(&mut self, text: &str) -> [Val; 2] {
        [self.cx.module.constant_bytes(text.as_bytes()), self.i64(text.len() as i64)]
    }

    fn no_text(&self) -> [Val; 2] {
        [self.leaf(Leaf::Ptr).zero(), self.i64(0)]
    }

    /// A `FunctionInfo`.
    fn function_info(&mut self) -> Val {
        if let Some(known) = self.info {
            return known;
        }
        let (name, file) = (self.ir.name.clone(), self.unit_function.file.clone());
        let [table, source] = self.source_slot();
        let fields = [self.text(&name), self.text(&file), [table, source]].concat();
        let value = self.cx.module.structure_value(&fields);
        let info = self.cx.module.constant(value);
        self.info = Some(info);
        info
    }

    /// A `RaiseSite`.
    fn raise_site(&mut self, inst: &InstData<Op>, class: &Name, message: &Name, args: &[Value]) -> Done<Val> {
        let class = self.class(class)?;
        let code = self.class_code(class);
        let message = if message.is_empty() { self.no_text() } else { self.text(message) };
        let word = self.leaf(Leaf::I32);
        let function = self.function_info();
        let [types, count] = self.arg_types(args);
        let line = word.int(u64::from(self.unit_function.line(inst.span.line)));
        let fields = [word.int(u64::from(code)), line, message[0], message[1], function, types, count];
        let value = self.cx.module.structure_value(&fields);
        Ok(self.cx.module.constant(value))
    }

    /// A `HostSite`.
    pub(super) fn host_site(&mut self, name: &Name, args: &[Value]) -> Val {
        let name = self.text(name);
        let [types, count] = self.arg_types(args);
        let value = self.cx.module.structure_value(&[name[0], name[1], types, count]);
        self.cx.module.constant(value)
    }

    /// Address and number of the types of arguments.
    fn arg_types(&mut self, args: &[Value]) -> [Val; 2] {
        if args.is_empty() {
            return self.no_text();
        }
        let types: Vec<Reference> = args.iter().map(|&arg| Reference::Type(self.ir.ty(arg))).collect();
        [self.reference_list(&types), self.i64(types.len() as i64)]
    }

    // Buffers of words

    /// Writes the leaves of values into the function's buffer, a word each, and gives its address.
    pub(super) fn spill_words(&mut self, args: &[Value]) -> Val {
        let count: usize = args.iter().map(|&arg| leaves(self.ir.ty(arg)).len()).sum();
        if count == 0 {
            return self.leaf(Leaf::Ptr).zero();
        }
        let buffer = self.word_buffer();
        let mut position = 0;
        for &arg in args {
            let ty = layout(self.ir.ty(arg));
            for (part, (&leaf, &signed)) in self.leaves(arg).into_iter().zip(ty.leaves.iter().zip(&ty.signed)) {
                self.store_word(buffer, position, part, leaf, signed);
                position += 1;
            }
        }
        buffer
    }

    /// The buffer, long enough for each operation of the function that needs it.
    pub(super) fn word_buffer(&mut self) -> Val {
        if let Some(buffer) = self.buffer {
            return buffer;
        }
        let ir = self.ir;
        let count = |values: &[Value]| values.iter().map(|&value| leaves(ir.ty(value)).len()).sum::<usize>();
        let words = |inst: &InstData<Op>| match inst.op {
            Op::Guard { .. } | Op::Raise { .. } | Op::Host { .. } => count(&inst.args).max(count(&inst.results)),
            _ => 0,
        };
        let most = ir.insts.values().map(words).max().unwrap_or(0);
        let buffer = self.frame_memory(self.leaf(Leaf::I64).array(most as u64));
        self.buffer = Some(buffer);
        buffer
    }

    pub(super) fn store_word(&mut self, buffer: Val, position: i64, part: Val, leaf: Leaf, signed: bool) {
        let word = super::entry::to_word(&self.b, self.cx.module, part, leaf, signed);
        let place = self.b.element(self.leaf(Leaf::I64), buffer, self.i64(position), true);
        self.b.store(word, place, 8);
    }
}
