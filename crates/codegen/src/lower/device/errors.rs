//! Exceptions end the thread. For debugging the first one of a launch is written down before.

use crate::llvm::{IntCmp, Val};
use crate::lower::entry::to_word;
use crate::lower::function::{Done, Lower};
use crate::ptx::{ErrorSite, ErrorTable};
use crate::unit::Unit;
use coluber_abi::{Leaf, layout, leaves};
use coluber_base::Name;
use coluber_ir::typed::Op;
use coluber_ir::{InstData, Value};

/// Name of the record.
const RECORD: &str = "coluber_error";
/// Words of 32 bits before the words of the arguments: the code, two triples, padding.
const HEADER: u64 = 8;

/// Words of the arguments of an exception of the unit, at most.
pub(super) fn most_words(unit: &Unit<'_>) -> usize {
    let words = |ir: &coluber_ir::Typed, inst: &InstData<Op>| match inst.op {
        Op::Guard { .. } | Op::Raise { .. } => inst.args.iter().map(|&arg| leaves(ir.ty(arg)).len()).sum(),
        _ => 0,
    };
    let all = unit.functions.iter().flat_map(|f| f.ir.insts.values().map(move |inst| words(f.ir, inst)));
    all.max().unwrap_or(0)
}

impl Lower<'_, '_, '_> {
    /// Ends the thread unless a condition holds.
    pub(in crate::lower) fn device_guard(&mut self, inst: &InstData<Op>, class: &Name, message: &Name) -> Done {
        let cond = self.scalar(inst.args[0]);
        let next = self.b.block_after();
        let cold = self.cold_block();
        self.b.cond_br_usual(cond, next, cold);
        self.b.position(cold);
        // Arguments are text that is formatted, which the record has no room for.
        self.end_with(inst, class, message, &[]);
        self.b.position(next);
        Ok(())
    }

    pub(in crate::lower) fn device_raise(&mut self, inst: &InstData<Op>, class: &Name, message: &Name) -> Done {
        self.end_with(inst, class, message, &inst.args);
        let dead = self.cold_block();
        self.b.position(dead);
        Ok(())
    }

    pub(in crate::lower) fn refuse_handlers(&self) -> Done {
        if self.on_device() { self.not_on_device("catching an exception") } else { Ok(()) }
    }

    fn end_with(&mut self, inst: &InstData<Op>, class: &Name, message: &Name, args: &[Value]) {
        if self.cx.gpu().config.debug {
            self.record(inst, class, message, args);
        }
        self.exit_thread();
    }

    /// The first thread that replaces the code 0 writes the rest.
    fn record(&mut self, inst: &InstData<Op>, class: &Name, message: &Name, args: &[Value]) {
        let code = self.add_site(inst, class, message, args);
        let record = self.error_record();
        let (none, code) = (self.i32(0), self.i32(code));
        let before = self.b.atomic_compare_swap(record, none, code, "device");
        let is_first = self.b.icmp(IntCmp::Eq, before, none);
        let (write, end) = (self.cold_block(), self.cold_block());
        self.b.cond_br(is_first, write, end);
        self.b.position(write);
        for (k, name) in ["tid.x", "tid.y", "tid.z", "ctaid.x", "ctaid.y", "ctaid.z"].into_iter().enumerate() {
            let value = self.special_register(name);
            let place = self.b.element(self.leaf(Leaf::I32), record, self.i64(k as i64 + 1), true);
            self.b.store(value, place, 4);
        }
        self.write_words(record, args);
        self.b.br(end);
        self.b.position(end);
    }

    fn write_words(&mut self, record: Val, args: &[Value]) {
        let word = self.leaf(Leaf::I64);
        let mut position = HEADER as i64 / 2;
        for &arg in args {
            let ty = layout(self.ir.ty(arg));
            for (part, (&leaf, &signed)) in self.leaves(arg).into_iter().zip(ty.leaves.iter().zip(&ty.signed)) {
                let value = match leaf {
                    Leaf::Ptr => self.b.ptr_to_int(part, word),
                    Leaf::F64 => self.b.bitcast(part, word),
                    _ => to_word(&self.b, self.cx.module, part, leaf, signed),
                };
                let place = self.b.element(word, record, self.i64(position), true);
                self.b.store(value, place, 8);
                position += 1;
            }
        }
    }

    /// The number of a new site, from 1.
    fn add_site(&mut self, inst: &InstData<Op>, class: &Name, message: &Name, args: &[Value]) -> i32 {
        let site = ErrorSite {
            class: class.clone(),
            message: message.clone(),
            types: args.iter().map(|&arg| self.ir.ty(arg)).collect(),
            function: self.name(),
            file: self.unit_function.file.clone(),
            line: inst.span.line,
        };
        let device = self.cx.gpu();
        let words = device.error_words;
        let table =
            device.parts.errors.get_or_insert_with(|| ErrorTable { symbol: RECORD.into(), words, sites: vec![] });
        table.sites.push(site);
        table.sites.len() as i32
    }

    fn error_record(&mut self) -> Val {
        if let Some(record) = self.cx.gpu().error_record {
            return record;
        }
        let words = HEADER + 2 * self.cx.gpu().error_words as u64;
        let ty = self.leaf(Leaf::I32).array(words);
        let record = self.cx.module.zeroed_memory(RECORD, ty, 8, true);
        self.cx.gpu().error_record = Some(record);
        record
    }
}
