//! Handlers, raising and `with`.

use super::{Emitter, Entry};
use coluber_base::Result;
use coluber_ir::py::Op;
use coluber_ir::{Const, Inst, Terminator, Value};
use cranelift_entity::SecondaryMap;

impl Emitter<'_> {
    /// A handler's start: the exception is on top of the stack.
    pub(super) fn landing(&mut self, row: u32) {
        let handler = self.input.flow.stream.exception_table[row as usize];
        self.at = handler.target.0;
        self.set_span(handler.target.0);
        let exception = self.value(Op::CaughtException {}, &[]);
        if handler.lasti {
            let position = self.constant(Const::None);
            self.push(position);
        }
        self.push(exception);
    }

    /// The entry for the exception that was handled before holds the one that is handled from here: nothing needs the former,
    /// and a bare `raise` looks for the latter.
    pub(super) fn push_exc_info(&mut self) -> Result<()> {
        let exception = self.pop()?;
        self.push(exception);
        self.push(exception);
        Ok(())
    }

    pub(super) fn exception_match(&mut self) -> Result<()> {
        let classes = self.pop()?;
        let exception = self.pop()?;
        let matches = self.value(Op::ExceptionMatch {}, &[exception, classes]);
        self.push(exception);
        self.push(matches);
        Ok(())
    }

    pub(super) fn raise(&mut self, argc: u32) -> Result<()> {
        let mut args = self.pop_many(argc)?;
        if argc == 0 {
            match self.innermost_exception() {
                Some(exception) => args.push(exception),
                None => {
                    self.unsupported("'raise' without an exception outside of an 'except' block", 0, 0)?;
                    self.terminate(Terminator::Unreachable);
                    return Ok(());
                }
            }
        }
        match self.innermost_exception().filter(|&handled| argc > 0 && handled != args[0]) {
            // The cause may be made there, too.
            Some(handled) if argc > 1 => args.push(handled),
            Some(handled) => self.effect(Op::Handled {}, &[handled]),
            None => {}
        }
        self.effect(Op::Raise {}, &args);
        self.terminate(Terminator::Unreachable);
        Ok(())
    }

    /// The end of a handler that does not take the exception.
    pub(super) fn reraise(&mut self) -> Result<()> {
        let exception = self.pop()?;
        self.effect(Op::Raise {}, &[exception]);
        self.terminate(Terminator::Unreachable);
        Ok(())
    }

    fn innermost_exception(&self) -> Option<Value> {
        self.stack.iter().rev().find_map(|&entry| match entry {
            Entry::Value(value) if matches!(self.made_by(value), Some((_, Op::CaughtException {}))) => Some(value),
            _ => None,
        })
    }

    /// The entry for the manager's `__exit__` holds the manager.
    pub(super) fn with_enter(&mut self) -> Result<()> {
        let manager = self.pop()?;
        let entered = self.value(Op::WithEnter {}, &[manager]);
        self.managers.push(manager);
        self.push(manager);
        self.push(entered);
        Ok(())
    }

    /// Whether a call is that of `__exit__` at a normal end.
    pub(super) fn is_with_exit(&self, callee: Value, args: &[Value]) -> bool {
        self.managers.contains(&callee) && self.are_three_nones(args)
    }

    fn are_three_nones(&self, args: &[Value]) -> bool {
        let is_none = |&arg: &Value| matches!(self.made_by(arg), Some((_, Op::Const { value: Const::None })));
        args.len() == 3 && args.iter().all(is_none)
    }

    /// Notes a call that is one of `__exit__` if what is called turns out to be a manager on all ways.
    pub(super) fn note_exit(&mut self, call: Inst, callee: Value, args: &[Value]) {
        if !self.managers.is_empty() && self.made_by(callee).is_none() && self.are_three_nones(args) {
            self.exits.push(call);
        }
    }

    /// Makes normal ends of `with` blocks of the calls that several copies of such a block have in common.
    pub(super) fn join_exits(&mut self) {
        if self.exits.is_empty() {
            return;
        }
        let mut given: SecondaryMap<Value, Vec<Value>> = SecondaryMap::new();
        for (_, block) in self.func.blocks.iter() {
            for target in block.term.targets() {
                for (&param, &arg) in self.func.blocks[target.block].params.iter().zip(&target.args) {
                    given[param].push(arg);
                }
            }
        }
        for call in std::mem::take(&mut self.exits) {
            let manager = self.func.insts[call].args[0];
            if self.are_managers(manager, &given) {
                let inst = &mut self.func.insts[call];
                inst.op = Op::WithExit {};
                inst.args.truncate(1);
            }
        }
    }

    /// Whether a parameter of a block is a manager on all ways.
    fn are_managers(&self, param: Value, given: &SecondaryMap<Value, Vec<Value>>) -> bool {
        let (mut seen, mut work) = (vec![param], vec![param]);
        while let Some(value) = work.pop() {
            if self.managers.contains(&value) {
                continue;
            }
            if given[value].is_empty() {
                return false;
            }
            for &value in &given[value] {
                if !seen.contains(&value) {
                    seen.push(value);
                    work.push(value);
                }
            }
        }
        true
    }

    pub(super) fn with_exit(&mut self, manager: Value) {
        let result = self.value(Op::WithExit {}, &[manager]);
        self.push(result);
    }

    /// The call of `__exit__` with the exception on top of the stack.
    pub(super) fn with_except(&mut self) -> Result<()> {
        let place = self.place(4)?;
        let manager = self.stack[place];
        let manager = self.value_of(manager)?;
        let exception = self.stack[self.place(1)?];
        let exception = self.value_of(exception)?;
        let result = self.value(Op::WithExit {}, &[manager, exception]);
        self.push(result);
        Ok(())
    }
}
