//! The text form of functions, for dumps and tests. [`crate::parse`] reads it.
//!
//! ```text
//! function f(v0 "x": int64, v1: float64) -> float64 {
//!     slot0 "acc": float64
//! block0:
//!     v2: float64 = const 1.5f
//!     v3: float64 = arith<add> v2, v1
//!     branch v4, block1(v3), block2
//! block1(v5 "i": float64): handler block3
//!     guard<"IndexError", "out of range"> v6, v5 cleanup(v0)
//!     return v5
//! }
//! ```
//!
//! `parallel` behind a block's colon marks the head of a loop whose iterations do not depend on each other.
//!
//! Blocks and values are numbered in the order in which they stand in the layout, so that the text does not depend on how a
//! function was made. The entry's parameters stand in the first line. The type `undefined` is left out.

use crate::entity::{Block, Inst, Value};
use crate::function::{BlockData, Function, Target, Terminator};
use crate::op::{Imm, OpSet};
use coluber_base::Span;
use coluber_types::Ty;
use cranelift_entity::SecondaryMap;
use std::fmt::{self, Display, Formatter, Write};

/// The text of a function, without source positions.
pub fn print<O: OpSet>(func: &Function<O>) -> String {
    func.to_string()
}

/// The text of a function; each instruction with a known source position ends in `@line:column-line:column`.
pub fn print_with_spans<O: OpSet>(func: &Function<O>) -> String {
    let mut text = String::new();
    // Writing to a String can't fail.
    let _ = Printer::new(func, true).function(&mut text);
    text
}

/// The text of one instruction, numbered as in the text of the function.
pub(crate) fn inst_text<O: OpSet>(func: &Function<O>, inst: Inst) -> String {
    let mut text = String::new();
    let _ = Printer::new(func, false).inst(&mut text, inst);
    text.trim().to_string()
}

/// The name of a block in the text of the function.
pub(crate) fn block_text<O: OpSet>(func: &Function<O>, block: Block) -> String {
    let mut text = String::new();
    let _ = Printer::new(func, false).block_name(&mut text, block);
    text
}

/// The name of a value in the text of the function.
pub(crate) fn value_text<O: OpSet>(func: &Function<O>, value: Value) -> String {
    let mut text = String::new();
    let _ = Printer::new(func, false).value(&mut text, value);
    text
}

impl<O: OpSet> Display for Function<O> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Printer::new(self, false).function(f)
    }
}

/// The number that stands for each entity in the text; none for what is not in the layout.
struct Numbers {
    values: SecondaryMap<Value, Option<u32>>,
    blocks: SecondaryMap<Block, Option<u32>>,
}

impl Numbers {
    fn new<O: OpSet>(func: &Function<O>) -> Self {
        let mut numbers = Numbers { values: SecondaryMap::new(), blocks: SecondaryMap::new() };
        let mut next = 0;
        for (k, &block) in func.layout.iter().enumerate() {
            numbers.blocks[block] = Some(k as u32);
            let data = &func.blocks[block];
            let results = data.insts.iter().flat_map(|&inst| &func.insts[inst].results);
            for &value in data.params.iter().chain(results) {
                numbers.values[value].get_or_insert(next);
                next += 1;
            }
        }
        numbers
    }
}

struct Printer<'f, O> {
    func: &'f Function<O>,
    numbers: Numbers,
    spans: bool,
}

impl<'f, O: OpSet> Printer<'f, O> {
    fn new(func: &'f Function<O>, spans: bool) -> Self {
        Printer { func, numbers: Numbers::new(func), spans }
    }

    fn function(&self, f: &mut impl Write) -> fmt::Result {
        f.write_str("function ")?;
        write_function_name(f, &self.func.name)?;
        f.write_str("(")?;
        if let Some(&entry) = self.func.layout.first() {
            self.definitions(f, &self.func.blocks[entry].params)?;
        }
        f.write_str(")")?;
        if self.func.ret != Ty::undefined() {
            write!(f, " -> {}", self.func.ret)?;
        }
        f.write_str(" {\n")?;
        for (slot, data) in self.func.slots.iter() {
            write!(f, "    {slot} {:?}", &*data.name)?;
            write_type(f, data.ty)?;
            f.write_str("\n")?;
        }
        for &block in &self.func.layout {
            self.block(f, block)?;
        }
        f.write_str("}\n")
    }

    fn block(&self, f: &mut impl Write, block: Block) -> fmt::Result {
        let data = &self.func.blocks[block];
        self.block_name(f, block)?;
        if block != self.func.entry() && !data.params.is_empty() {
            f.write_str("(")?;
            self.definitions(f, &data.params)?;
            f.write_str(")")?;
        }
        f.write_str(":")?;
        if data.parallel {
            f.write_str(" parallel")?;
        }
        if let Some(handler) = data.handler {
            f.write_str(" handler ")?;
            self.block_name(f, handler)?;
        }
        f.write_str("\n")?;
        for &inst in &data.insts {
            self.inst(f, inst)?;
        }
        self.terminator(f, data)
    }

    fn inst(&self, f: &mut impl Write, inst: Inst) -> fmt::Result {
        let data = &self.func.insts[inst];
        f.write_str("    ")?;
        if !data.results.is_empty() {
            self.definitions(f, &data.results)?;
            f.write_str(" = ")?;
        }
        f.write_str(data.op.mnemonic())?;
        self.immediates(f, &data.op.immediates())?;
        if !data.args.is_empty() {
            f.write_str(" ")?;
            self.values(f, &data.args)?;
        }
        if !data.cleanup.is_empty() {
            f.write_str(" cleanup(")?;
            self.values(f, &data.cleanup)?;
            f.write_str(")")?;
        }
        self.span(f, data.span)
    }

    /// A constant stands bare, since it is all that its operation says; other immediates stand in angle brackets.
    fn immediates(&self, f: &mut impl Write, immediates: &[Imm]) -> fmt::Result {
        match immediates {
            [] => Ok(()),
            [Imm::Const(value)] => write!(f, " {value}"),
            _ => {
                for (k, imm) in immediates.iter().enumerate() {
                    f.write_str(if k == 0 { "<" } else { ", " })?;
                    write_immediate(f, imm)?;
                }
                f.write_str(">")
            }
        }
    }

    fn terminator(&self, f: &mut impl Write, data: &BlockData) -> fmt::Result {
        match &data.term {
            Terminator::Jump(target) => {
                f.write_str("    jump ")?;
                self.target(f, target)?;
            }
            Terminator::Branch { cond, then, otherwise } => {
                f.write_str("    branch ")?;
                self.value(f, *cond)?;
                f.write_str(", ")?;
                self.target(f, then)?;
                f.write_str(", ")?;
                self.target(f, otherwise)?;
            }
            Terminator::Return(value) => {
                f.write_str("    return ")?;
                self.value(f, *value)?;
            }
            Terminator::Unreachable => f.write_str("    unreachable")?,
        }
        self.span(f, data.term_span)
    }

    fn target(&self, f: &mut impl Write, target: &Target) -> fmt::Result {
        self.block_name(f, target.block)?;
        if !target.args.is_empty() {
            f.write_str("(")?;
            self.values(f, &target.args)?;
            f.write_str(")")?;
        }
        Ok(())
    }

    fn definitions(&self, f: &mut impl Write, values: &[Value]) -> fmt::Result {
        for (k, &value) in values.iter().enumerate() {
            if k > 0 {
                f.write_str(", ")?;
            }
            self.value(f, value)?;
            let data = &self.func.values[value];
            if let Some(name) = &data.name {
                write!(f, " {:?}", &**name)?;
            }
            write_type(f, data.ty)?;
        }
        Ok(())
    }

    fn values(&self, f: &mut impl Write, values: &[Value]) -> fmt::Result {
        for (k, &value) in values.iter().enumerate() {
            if k > 0 {
                f.write_str(", ")?;
            }
            self.value(f, value)?;
        }
        Ok(())
    }

    fn value(&self, f: &mut impl Write, value: Value) -> fmt::Result {
        match self.numbers.values[value] {
            Some(number) => write!(f, "v{number}"),
            None => write!(f, "<undefined {value}>"),
        }
    }

    fn block_name(&self, f: &mut impl Write, block: Block) -> fmt::Result {
        match self.numbers.blocks[block] {
            Some(number) => write!(f, "block{number}"),
            None => write!(f, "<removed {block}>"),
        }
    }

    fn span(&self, f: &mut impl Write, span: Span) -> fmt::Result {
        if self.spans && span.is_known() {
            write!(f, " @{}:{}-{}:{}", span.line, span.col, span.end_line, span.end_col)?;
        }
        f.write_str("\n")
    }
}

fn write_type(f: &mut impl Write, ty: Ty) -> fmt::Result {
    if ty == Ty::undefined() { Ok(()) } else { write!(f, ": {ty}") }
}

fn write_immediate(f: &mut impl Write, imm: &Imm) -> fmt::Result {
    match imm {
        Imm::Int(v) => write!(f, "{v}"),
        Imm::Word(w) => f.write_str(w),
        Imm::Text(t) => write!(f, "{:?}", &**t),
        Imm::Texts(items) => write!(f, "{items:?}"),
        Imm::Const(c) => write!(f, "{c}"),
        Imm::Slot(s) => write!(f, "{s}"),
    }
}

/// Qualified names, `f.<locals>.g` or `<lambda>` included, stand bare.
fn write_function_name(f: &mut impl Write, name: &str) -> fmt::Result {
    if !name.is_empty() && name.chars().all(is_function_name) { f.write_str(name) } else { write!(f, "{name:?}") }
}

/// Whether the character can be part of a function's name that is not in quotes.
pub(crate) fn is_function_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '<' | '>')
}
