//! The rules of a well-formed function.
//!
//! Of both operation sets:
//!
//! 1. The layout has at least one block, and no block twice.
//! 2. Jumps and handlers name blocks of the layout; operations name slots of the function.
//! 3. Nothing jumps to the entry, and it handles nothing.
//! 4. A handler has no parameters and does not serve itself.
//! 5. A jump has one argument for each parameter, of the parameter's type.
//! 6. Each value is defined once: by a parameter or by one instruction, which stands in one block once.
//! 7. Each use comes after the definition on every way. What an instruction defines is not available in the handler of its own
//!    block, where an exception of the block may have come first.
//! 8. Operations have as many operands and results as their row in the table says.
//! 9. `caught_exception` is the first instruction of its block, and nothing jumps to that block.
//! 10. Only operations that can raise have a cleanup list.
//! 11. A reachable block that ends in `unreachable` has an instruction that can raise at its end.
//!
//! The rules of typed operations are in [`typed`]. Rules 7, 9 and 11 hold for blocks that can be reached.

pub mod typed;

use crate::cfg::Cfg;
use crate::dominators::Dominators;
use crate::entity::{Block, Inst, Value};
use crate::function::{Function, Terminator};
use crate::op::{Imm, OpSet};
use crate::print;
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashSet;
use std::fmt;

/// A rule that a function breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The block and the instruction, as text.
    pub place: String,
    /// What is wrong there.
    pub message: String,
}

/// The rules that a function breaks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct VerifyError {
    /// The function.
    pub function: String,
    /// What is wrong with it, in the order of the layout.
    pub violations: Vec<Violation>,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "function {} is not well-formed", self.function)?;
        for Violation { place, message } in &self.violations {
            write!(f, "\n{place}: {message}")?;
        }
        Ok(())
    }
}

/// Checks the rules of both operation sets.
pub fn verify<O: OpSet>(func: &Function<O>) -> Result<(), VerifyError> {
    let mut verifier = Verifier::new(func);
    verifier.run();
    verifier.finish()
}

/// Checks the rules of both operation sets and those of typed operations.
pub fn verify_typed(func: &crate::Typed) -> Result<(), VerifyError> {
    let mut verifier = Verifier::new(func);
    if verifier.run() {
        typed::check(&mut verifier);
    }
    verifier.finish()
}

/// Where a value is defined.
#[derive(Clone, Copy, PartialEq)]
enum Def {
    Param(Block),
    /// The instruction's place in its block.
    Inst(Block, usize),
}

pub(crate) struct Verifier<'f, O> {
    pub(crate) func: &'f Function<O>,
    violations: Vec<Violation>,
    defs: SecondaryMap<Value, Option<Def>>,
}

impl<'f, O: OpSet> Verifier<'f, O> {
    fn new(func: &'f Function<O>) -> Self {
        Verifier { func, violations: Vec::new(), defs: SecondaryMap::with_capacity(func.values.len()) }
    }

    fn finish(self) -> Result<(), VerifyError> {
        if self.violations.is_empty() {
            return Ok(());
        }
        Err(VerifyError { function: self.func.name.to_string(), violations: self.violations })
    }

    /// Reports what is wrong with an instruction.
    pub(crate) fn at_inst(&mut self, block: Block, inst: Inst, message: impl Into<String>) {
        let place = format!("{}, `{}`", print::block_text(self.func, block), print::inst_text(self.func, inst));
        self.violations.push(Violation { place, message: message.into() });
    }

    /// Reports what is wrong with a block or its terminator.
    pub(crate) fn at_block(&mut self, block: Block, message: impl Into<String>) {
        let place = print::block_text(self.func, block);
        self.violations.push(Violation { place, message: message.into() });
    }

    /// The text of a value, for messages.
    pub(crate) fn name(&self, value: Value) -> String {
        print::value_text(self.func, value)
    }

    /// Checks the rules in an order in which each may rely on those before; false when the typed rules can't be checked.
    fn run(&mut self) -> bool {
        self.layout() && self.targets() && {
            self.definitions();
            self.blocks();
            self.instructions();
            if self.violations.is_empty() {
                self.uses();
            }
            self.violations.is_empty()
        }
    }

    /// Rule 1.
    fn layout(&mut self) -> bool {
        if self.func.layout.is_empty() {
            let violation = Violation { place: "layout".into(), message: "the function has no block".into() };
            self.violations.push(violation);
        }
        let mut seen = FxHashSet::default();
        for &block in &self.func.layout {
            if !seen.insert(block) {
                self.at_block(block, "the block is in the layout twice");
            }
        }
        self.violations.is_empty()
    }

    /// Rule 2 of blocks.
    fn targets(&mut self) -> bool {
        let known: FxHashSet<Block> = self.func.layout.iter().copied().collect();
        for &block in &self.func.layout {
            for to in self.func.successors(block) {
                if !known.contains(&to) {
                    self.at_block(block, format!("{to} is not in the layout"));
                }
            }
        }
        self.violations.is_empty()
    }

    /// Rule 6.
    fn definitions(&mut self) {
        let func = self.func;
        let mut placed = FxHashSet::default();
        for &block in &func.layout {
            for &param in &func.blocks[block].params {
                self.define(block, param, Def::Param(block));
            }
            for (k, &inst) in func.blocks[block].insts.iter().enumerate() {
                if !placed.insert(inst) {
                    self.at_inst(block, inst, "the instruction is in the layout twice");
                    continue;
                }
                for &result in &func.insts[inst].results {
                    self.define(block, result, Def::Inst(block, k));
                }
            }
        }
    }

    fn define(&mut self, block: Block, value: Value, def: Def) {
        if self.defs[value].replace(def).is_some() {
            self.at_block(block, format!("{} is defined twice", self.name(value)));
        }
    }

    /// Rules 3, 4 and 5.
    fn blocks(&mut self) {
        let func = self.func;
        for &block in &func.layout {
            let data = &func.blocks[block];
            for target in data.term.targets() {
                self.target(block, target);
            }
            if let Some(handler) = data.handler {
                if handler == func.entry() {
                    self.at_block(block, "the entry can't be a handler");
                }
                if handler == block {
                    self.at_block(block, "the block is its own handler");
                }
                if !func.blocks[handler].params.is_empty() {
                    self.at_block(handler, "a handler has no parameters");
                }
            }
        }
    }

    fn target(&mut self, block: Block, target: &crate::Target) {
        let func = self.func;
        if target.block == func.entry() {
            self.at_block(block, "a jump to the entry");
        }
        let params = &func.blocks[target.block].params;
        if params.len() != target.args.len() {
            let to = print::block_text(func, target.block);
            self.at_block(
                block,
                format!("{} arguments for the {} parameters of {to}", target.args.len(), params.len()),
            );
        }
        for (&param, &arg) in params.iter().zip(&target.args) {
            let (want, have) = (func.ty(param), func.ty(arg));
            if want != have {
                self.at_block(
                    block,
                    format!("{} is {have}, the parameter {} is {want}", self.name(arg), self.name(param)),
                );
            }
        }
    }

    /// Rules 2 (of slots), 8 and 10.
    fn instructions(&mut self) {
        let func = self.func;
        for &block in &func.layout {
            for &inst in &func.blocks[block].insts {
                let data = &func.insts[inst];
                if data.op.operands().is_some_and(|n| n != data.args.len()) {
                    self.at_inst(block, inst, format!("{} operands", data.args.len()));
                }
                if data.op.results().is_some_and(|n| n != data.results.len()) {
                    self.at_inst(block, inst, format!("{} results", data.results.len()));
                }
                if !data.cleanup.is_empty() && !data.op.can_raise() {
                    self.at_inst(block, inst, "a cleanup list, but it can't raise");
                }
                let slots = data.op.immediates();
                if slots.iter().any(|imm| matches!(imm, Imm::Slot(s) if !func.slots.is_valid(*s))) {
                    self.at_inst(block, inst, "the slot is not declared");
                }
            }
        }
    }

    /// Rules 7, 9 and 11.
    fn uses(&mut self) {
        let func = self.func;
        let cfg = Cfg::new(func);
        let dominators = Dominators::new(func, &cfg);
        for &block in &func.layout {
            if !cfg.is_reachable(block) {
                continue;
            }
            let data = &func.blocks[block];
            for (k, &inst) in data.insts.iter().enumerate() {
                let inst_data = &func.insts[inst];
                for &value in inst_data.args.iter().chain(&inst_data.cleanup) {
                    if let Some(message) = self.misuse(&dominators, value, block, k) {
                        self.at_inst(block, inst, message);
                    }
                }
                if inst_data.op.mnemonic() == "caught_exception" && (k > 0 || !cfg.jumps_to(block).is_empty()) {
                    self.at_inst(block, inst, "it must come first in a block that only exceptions lead to");
                }
            }
            let mut messages = Vec::new();
            data.term.visit_uses(|value| messages.extend(self.misuse(&dominators, value, block, data.insts.len())));
            for message in messages {
                self.at_block(block, message);
            }
            let raises = data.insts.last().is_some_and(|&last| func.insts[last].op.can_raise());
            if data.term == Terminator::Unreachable && !raises {
                self.at_block(block, "`unreachable` behind an instruction that can't raise");
            }
        }
    }

    /// What is wrong with a use of `value` by the `at`-th instruction of the block.
    fn misuse(&self, dominators: &Dominators, value: Value, block: Block, at: usize) -> Option<String> {
        let available = match self.defs[value] {
            None => return Some(format!("{} is not defined", self.name(value))),
            Some(Def::Param(def)) => dominators.dominates(def, block),
            Some(Def::Inst(def, k)) if def == block => k < at,
            Some(Def::Inst(def, _)) => dominators.completes_before(def, block),
        };
        (!available).then(|| format!("{} is not defined on every way to here", self.name(value)))
    }
}
