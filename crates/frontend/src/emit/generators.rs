//! `yield` and `yield from`.

use super::Emitter;
use crate::flow::NONE;
use coluber_base::Result;
use coluber_bytecode::Op as Raw;
use coluber_ir::Value;
use coluber_ir::py::Op;

/// How many instructions of a handler are looked at for the classes that it catches.
const NEAR: usize = 64;

impl Emitter<'_> {
    /// Nothing can be sent to a compiled generator: the value of the expression may not be used.
    pub(super) fn yield_value(&mut self) -> Result<()> {
        let value = self.pop()?;
        if self.must_run_at_close() {
            let what = "'yield' inside of 'try ... finally', of 'with' or of an 'except' without classes";
            self.unsupported_value(what, &[]);
        }
        self.effect(Op::Yield {}, &[value]);
        let sent = self.unless_unused("the value of a 'yield' expression");
        self.push(sent);
        Ok(())
    }

    /// One step of `yield from`, as one of a loop. Below the receiver lies what the expression gives when it ends.
    pub(super) fn send(&mut self) -> Result<()> {
        self.pop_entry()?;
        let receiver = self.pop()?;
        let result = self.unless_unused("the value of a 'yield from' expression");
        self.push(result);
        self.push(receiver);
        let valid = self.value(Op::IterValid {}, &[receiver]);
        self.condition = Some(valid);
        Ok(())
    }

    /// A value that is reported if anything uses it.
    fn unless_unused(&mut self, what: &str) -> Value {
        let value = self.unsupported_value(what, &[]);
        if let Some((inst, _)) = self.made_by(value) {
            self.removable.insert(inst);
        }
        value
    }

    /// Whether a handler around the present instruction would run when the generator is closed.
    fn must_run_at_close(&self) -> bool {
        let flow = self.input.flow;
        let mut row = flow.handler[self.at as usize];
        // Handlers lie in each other less deeply than this.
        for _ in 0..NEAR {
            let Some(&landing) = flow.landing.get(row as usize) else {
                return false;
            };
            let Some(end) = self.harmless_end(landing) else {
                return true;
            };
            row = flow.handler[end as usize];
        }
        true
    }

    /// The instruction up to which a handler does nothing that a program can see when the generator is closed: the one that asks for a class
    /// of exceptions, or the end of one that cleans up after another handler. None where it would do something.
    fn harmless_end(&self, landing: u32) -> Option<u32> {
        let flow = self.input.flow;
        let is_first = matches!(flow.op(landing), Raw::PushExcInfo);
        let mut at = landing;
        for _ in 0..NEAR {
            match flow.op(at) {
                Raw::CheckExcMatch if is_first => return Some(at),
                Raw::Reraise if !is_first => return Some(at),
                Raw::PushExcInfo | Raw::LoadGlobal(_) | Raw::LoadBuiltin(_) | Raw::LoadAttr(_) | Raw::LoadConst(_) => {}
                Raw::LoadFast(_) | Raw::LoadDeref(_) | Raw::BuildTuple(_) | Raw::Copy(_) | Raw::PopExcept => {}
                Raw::StoreFast(_) | Raw::DeleteFast(_) | Raw::Swap(_) if !is_first => {}
                _ => return None,
            }
            at = flow.next[at as usize];
            if at == NONE {
                return None;
            }
        }
        None
    }
}
