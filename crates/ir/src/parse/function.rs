//! Functions, blocks and instructions.

use super::cursor::Cursor;
use super::{ParseError, constant, ty};
use crate::entity::{Block, Slot, Value};
use crate::function::{BlockData, Function, InstData, Target, Terminator, Values};
use crate::op::{Imm, OpSet};
use crate::print::is_function_name;
use coluber_base::{Name, Span};
use coluber_types::Ty;
use cranelift_entity::EntityRef;
use rustc_hash::{FxHashMap, FxHashSet};

/// Parses a function from its first line and the lines behind it, up to the closing brace.
pub(super) fn parse<'t, O: OpSet>(
    line: usize,
    header: &'t str,
    lines: &mut impl Iterator<Item = (usize, &'t str)>,
) -> Result<Function<O>, ParseError> {
    let mut parser = Parser::new();
    let params = parser.header(&mut Cursor::new(line, header))?;
    let mut last = line;
    for (line, text) in lines {
        last = line;
        if text == "}" {
            return parser.finish(line, params);
        }
        parser.line(&mut Cursor::new(line, text), &params)?;
    }
    Err(ParseError { line: last, message: "expected `}` after the last block".into() })
}

struct Parser<O> {
    func: Function<O>,
    values: FxHashMap<u32, Value>,
    defined: FxHashSet<Value>,
    blocks: FxHashMap<u32, Block>,
    /// Whether the block that is being read has its terminator.
    open: Option<Block>,
}

impl<O: OpSet> Parser<O> {
    fn new() -> Self {
        Parser {
            func: Function::new(""),
            values: FxHashMap::default(),
            defined: FxHashSet::default(),
            blocks: FxHashMap::default(),
            open: None,
        }
    }

    fn finish(self, line: usize, params: Values) -> Result<Function<O>, ParseError> {
        if self.open.is_some() {
            return Err(ParseError { line, message: "the last block has no terminator".into() });
        }
        if self.func.layout.is_empty() && !params.is_empty() {
            return Err(ParseError { line, message: "parameters of a function without blocks".into() });
        }
        Ok(self.func)
    }

    /// `function f(v0 "x": int64) -> int64 {`; gives the parameters.
    fn header(&mut self, c: &mut Cursor<'_>) -> Result<Values, ParseError> {
        c.expect("function")?;
        self.func.name = if c.peek() == Some('"') { c.quoted()?.into() } else { c.take_while(is_function_name).into() };
        c.expect("(")?;
        let params = c.list(")", |c| self.definition(c))?;
        if c.eat("->") {
            self.func.ret = ty::parse(c)?;
        }
        c.expect("{")?;
        c.end()?;
        Ok(Values::from_vec(params))
    }

    fn line(&mut self, c: &mut Cursor<'_>, params: &Values) -> Result<(), ParseError> {
        if c.at_entity("slot") {
            self.slot(c)?;
        } else if c.at_entity("block") {
            self.block(c, params)?;
        } else {
            let block = self.open.ok_or_else(|| c.expected("a block"))?;
            self.instruction(c, block)?;
        }
        c.end()
    }

    fn slot(&mut self, c: &mut Cursor<'_>) -> Result<(), ParseError> {
        let number = c.entity("slot")?;
        if number as usize != self.func.slots.len() {
            return Err(c.error("slots are numbered in order"));
        }
        let name = c.quoted()?;
        let ty = self.optional_type(c)?;
        self.func.add_slot(ty, name);
        Ok(())
    }

    fn block(&mut self, c: &mut Cursor<'_>, params: &Values) -> Result<(), ParseError> {
        if self.open.is_some() {
            return Err(c.error("the block before has no terminator"));
        }
        let block = self.block_name(c)?;
        if self.func.layout.contains(&block) {
            return Err(c.error("the block is defined twice"));
        }
        self.func.layout.push(block);
        if self.func.layout.len() == 1 {
            self.func.blocks[block].params = params.clone();
        } else if c.eat("(") {
            let params = c.list(")", |c| self.definition(c))?;
            self.func.blocks[block].params = Values::from_vec(params);
        }
        c.expect(":")?;
        if c.eat("parallel") {
            self.func.blocks[block].parallel = true;
        }
        if c.eat("handler") {
            self.func.blocks[block].handler = Some(self.block_name(c)?);
        }
        self.open = Some(block);
        Ok(())
    }

    fn instruction(&mut self, c: &mut Cursor<'_>, block: Block) -> Result<(), ParseError> {
        if let Some(term) = self.terminator(c)? {
            let span = span(c)?;
            let data = &mut self.func.blocks[block];
            data.term = term;
            data.term_span = span;
            self.open = None;
            return Ok(());
        }
        let results = self.results(c)?;
        let mnemonic = c.word()?;
        let immediates = if mnemonic == "const" { vec![Imm::Const(constant::parse(c)?)] } else { immediates(c)? };
        let op = O::build(mnemonic, &immediates)
            .ok_or_else(|| c.error(format!("no operation `{mnemonic}` with these immediates")))?;
        let args = self.values(c)?;
        let cleanup = if c.eat("cleanup") {
            c.expect("(")?;
            Values::from_vec(c.list(")", |c| self.value(c))?)
        } else {
            Values::new()
        };
        let span = span(c)?;
        let inst = self.func.insts.push(InstData { op, args, results: results.into(), cleanup, span });
        self.func.blocks[block].insts.push(inst);
        Ok(())
    }

    /// `v0: int64, v1: bool =`, or nothing.
    fn results(&mut self, c: &mut Cursor<'_>) -> Result<Vec<Value>, ParseError> {
        if c.at_entity("v") { c.list("=", |c| self.definition(c)) } else { Ok(Vec::new()) }
    }

    fn terminator(&mut self, c: &mut Cursor<'_>) -> Result<Option<Terminator>, ParseError> {
        let term = match c.peek_word() {
            "jump" => {
                c.word()?;
                Terminator::Jump(self.target(c)?)
            }
            "branch" => {
                c.word()?;
                let cond = self.value(c)?;
                c.expect(",")?;
                let then = self.target(c)?;
                c.expect(",")?;
                Terminator::Branch { cond, then, otherwise: self.target(c)? }
            }
            "return" => {
                c.word()?;
                Terminator::Return(self.value(c)?)
            }
            "unreachable" => {
                c.word()?;
                Terminator::Unreachable
            }
            _ => return Ok(None),
        };
        Ok(Some(term))
    }

    fn target(&mut self, c: &mut Cursor<'_>) -> Result<Target, ParseError> {
        let block = self.block_name(c)?;
        let args = if c.eat("(") { c.list(")", |c| self.value(c))? } else { Vec::new() };
        Ok(Target { block, args: args.into() })
    }

    fn block_name(&mut self, c: &mut Cursor<'_>) -> Result<Block, ParseError> {
        let number = c.entity("block")?;
        let blocks = &mut self.func.blocks;
        Ok(*self.blocks.entry(number).or_insert_with(|| blocks.push(BlockData::new())))
    }

    fn values(&mut self, c: &mut Cursor<'_>) -> Result<Values, ParseError> {
        let mut out = Values::new();
        if c.at_entity("v") {
            out.push(self.value(c)?);
            while c.eat(",") {
                out.push(self.value(c)?);
            }
        }
        Ok(out)
    }

    fn value(&mut self, c: &mut Cursor<'_>) -> Result<Value, ParseError> {
        let number = c.entity("v")?;
        let func = &mut self.func;
        Ok(*self.values.entry(number).or_insert_with(|| func.add_value(Ty::undefined(), None)))
    }

    fn definition(&mut self, c: &mut Cursor<'_>) -> Result<Value, ParseError> {
        let value = self.value(c)?;
        if !self.defined.insert(value) {
            return Err(c.error("the value is defined twice"));
        }
        let name: Option<Name> = if c.peek() == Some('"') { Some(c.quoted()?.into()) } else { None };
        let ty = self.optional_type(c)?;
        let data = &mut self.func.values[value];
        data.name = name;
        data.ty = ty;
        Ok(value)
    }

    fn optional_type(&mut self, c: &mut Cursor<'_>) -> Result<Ty, ParseError> {
        if c.eat(":") { ty::parse(c) } else { Ok(Ty::undefined()) }
    }
}

fn immediates(c: &mut Cursor<'_>) -> Result<Vec<Imm>, ParseError> {
    if c.eat("<") { c.list(">", immediate) } else { Ok(Vec::new()) }
}

fn immediate(c: &mut Cursor<'_>) -> Result<Imm, ParseError> {
    Ok(match c.peek() {
        Some('"') => Imm::Text(c.quoted()?.into()),
        Some('[') => {
            c.expect("[")?;
            Imm::Texts(c.list("]", |c| c.quoted().map(Name::from))?)
        }
        Some('-' | '0'..='9') => Imm::Int(c.integer()?),
        _ if c.at_entity("slot") => Imm::Slot(Slot::new(c.entity("slot")? as usize)),
        _ => Imm::Word(c.word()?.into()),
    })
}

/// `@line:column-line:column`, or nothing.
fn span(c: &mut Cursor<'_>) -> Result<Span, ParseError> {
    if !c.eat("@") {
        return Ok(Span::default());
    }
    let line = c.integer()?;
    c.expect(":")?;
    let col = span_column(c)?;
    c.expect("-")?;
    let end_line = c.integer()?;
    c.expect(":")?;
    Ok(Span { line, col, end_line, end_col: span_column(c)? })
}

fn span_column(c: &mut Cursor<'_>) -> Result<u32, ParseError> {
    let start = c.expected("a column");
    c.take_while(|ch| ch.is_ascii_digit()).parse().map_err(|_| start)
}
