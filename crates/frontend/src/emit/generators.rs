//! `yield` and `yield from`.

use super::{Args, Emitter};
use coluber_base::Result;
use coluber_bytecode::Op as Raw;
use coluber_ir::py::Op;

impl Emitter<'_> {
    /// Hands a value out; what is sent takes its place.
    pub(super) fn yield_value(&mut self) -> Result<()> {
        let value = self.pop()?;
        let mut operands = Args::from_slice(&[value]);
        if self.is_delegating() {
            let place = self.place(1)?;
            operands.push(self.value_of(self.stack[place])?);
        }
        let sent = self.value(Op::Yield {}, &operands);
        self.push(sent);
        Ok(())
    }

    /// Whether the present instruction hands out an item of a `yield from`, whose iterator lies below it.
    fn is_delegating(&self) -> bool {
        let flow = self.input.flow;
        let before = self.at.checked_sub(1);
        before.is_some_and(|at| matches!(flow.op(at), Raw::Send { .. }) && flow.next[at as usize] == self.at)
    }

    /// One step of `yield from`, as one of a loop. Below the receiver lies what the expression gives when it ends.
    pub(super) fn send(&mut self) -> Result<()> {
        let sent = self.pop()?;
        let receiver = self.pop()?;
        let valid = self.value(Op::IterSend {}, &[receiver, sent]);
        let result = self.value(Op::IterResult {}, &[receiver]);
        self.push(result);
        self.push(receiver);
        self.condition = Some(valid);
        Ok(())
    }
}
