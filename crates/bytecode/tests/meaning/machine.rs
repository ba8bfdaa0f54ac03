//! Runs a stream on symbolic values.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use coluber_bytecode::{CodeObject, Const, DerefId, InstrId, Name, Op, Stream, Tables, When, decode};

use crate::value::{Cell, Function, Value, hash, joined};

/// A run ends after this many effects.
const MAX_EFFECTS: usize = 80;

/// A run that makes no effects for this many steps is in an endless loop.
const MAX_STEPS: u32 = 100_000;

/// The effects of one run.
pub fn run(code: &Arc<CodeObject>, tables: &Tables, seed: u64) -> Vec<String> {
    let mut machine = Machine { tables, seed, effects: Vec::new(), steps: 0 };
    let arguments = code.local_names[..code.parameter_count() as usize].iter();
    let arguments = arguments.map(|name| Value::text(&**name)).collect();
    let free = code.free_names.iter().map(|name| Rc::new(RefCell::new(Value::text(&**name)))).collect();
    let end = match machine.call(code, arguments, free) {
        Ok(value) => format!("returns {value}"),
        Err(End::Raised(exception)) => format!("raises {exception}"),
        Err(End::OutOfBudget) => "and so on".to_owned(),
    };
    machine.effects.push(end);
    machine.effects
}

/// Why a function doesn't return.
enum End {
    Raised(Value),
    OutOfBudget,
}

type Outcome<T> = Result<T, End>;

struct Machine<'a> {
    tables: &'a Tables,
    seed: u64,
    effects: Vec<String>,
    steps: u32,
}

struct Frame<'a> {
    stream: &'a Stream,
    parameters: u32,
    locals: Vec<Value>,
    cells: Vec<Option<Cell>>,
    stack: Vec<Value>,
}

/// Where a frame goes after an instruction.
enum Next {
    On,
    To(InstrId),
    Return(Value),
}

impl Machine<'_> {
    fn call(&mut self, code: &Arc<CodeObject>, arguments: Vec<Value>, free: Vec<Cell>) -> Outcome<Value> {
        let stream = decode(code, self.tables).expect("a stream");
        let mut cells = vec![None; code.cell_names.len()];
        cells.extend(free.into_iter().map(Some));
        let mut locals = arguments;
        locals.resize_with(code.local_names.len(), || Value::Unbound);
        let parameters = code.parameter_count();
        let mut frame = Frame { stream: &stream, parameters, locals, cells, stack: Vec::new() };
        let mut at = InstrId(0);
        loop {
            match self.step(&mut frame, at) {
                Ok(Next::On) => at = InstrId(at.0 + 1),
                Ok(Next::To(target)) => at = target,
                Ok(Next::Return(value)) => return Ok(value),
                Err(End::Raised(exception)) => at = frame.handle(at, exception).map_err(End::Raised)?,
                Err(end) => return Err(end),
            }
        }
    }

    /// Records an effect. It may raise; else its result is its own text.
    fn effect(&mut self, text: String) -> Outcome<Value> {
        let text = Value::text(text).to_string();
        self.effects.push(text.clone());
        if self.effects.len() > MAX_EFFECTS {
            return Err(End::OutOfBudget);
        }
        if self.chance("raises", 10) {
            return Err(End::Raised(Value::text(format!("error in {text}"))));
        }
        Ok(Value::text(format!("({text})@{}", self.effects.len())))
    }

    /// A decision that stays the same until the next effect.
    fn chance(&self, what: &str, one_in: u64) -> bool {
        hash((self.seed, what, self.effects.len())).is_multiple_of(one_in)
    }

    fn truth(&self, value: &Value) -> bool {
        let text = value.to_string();
        match text.as_str() {
            "True" => true,
            "False" | "None" => false,
            text => match text.strip_prefix("not ") {
                Some(inner) => !self.chance(inner, 2),
                None => self.chance(text.strip_prefix("bool ").unwrap_or(text), 2),
            },
        }
    }

    fn step(&mut self, frame: &mut Frame<'_>, at: InstrId) -> Outcome<Next> {
        self.steps += 1;
        assert!(self.steps < MAX_STEPS, "an endless loop without effects:\n{}", frame.stream);
        let op = &frame.stream.instrs[at.index()].op;
        match op {
            Op::Jump(target) => return Ok(Next::To(*target)),
            Op::Return => return Ok(Next::Return(frame.pop())),
            Op::PopJumpIf { when, target } => {
                let value = frame.pop();
                return Ok(if self.jumps(*when, &value) { Next::To(*target) } else { Next::On });
            }
            Op::ForIter { exhausted } => return self.for_iter(frame, *exhausted),
            Op::Send { finished } => return self.send(frame, *finished),
            Op::Raise { argc: 0 } => return Err(End::Raised(Value::text("the handled exception"))),
            Op::Raise { argc } => {
                let parts = frame.pop_many(*argc);
                return Err(End::Raised(Value::text(format!("raised {}", joined(&parts)))));
            }
            Op::Reraise => return Err(End::Raised(frame.pop())),
            _ => {}
        }
        if !frame.variable(op, self)? && !frame.rearrange(op) && !frame.container(op) {
            self.plain(frame, op)?;
        }
        Ok(Next::On)
    }

    fn jumps(&self, when: When, value: &Value) -> bool {
        let is_none = || match value.to_string().as_str() {
            "None" => true,
            text => self.truth(&Value::text(format!("({text} is None)"))),
        };
        match when {
            When::True => self.truth(value),
            When::False => !self.truth(value),
            When::None => is_none(),
            When::NotNone => !is_none(),
        }
    }

    fn for_iter(&mut self, frame: &mut Frame<'_>, exhausted: InstrId) -> Outcome<Next> {
        let iterator = frame.pop();
        let item = self.effect(format!("next {iterator}"))?;
        if self.chance("ends", 3) {
            return Ok(Next::To(exhausted));
        }
        frame.stack.extend([iterator, item]);
        Ok(Next::On)
    }

    fn send(&mut self, frame: &mut Frame<'_>, finished: InstrId) -> Outcome<Next> {
        let (value, receiver) = (frame.pop(), frame.pop());
        let result = self.effect(format!("send {value} to {receiver}"))?;
        if self.chance("ends", 3) {
            frame.stack.push(result);
            return Ok(Next::To(finished));
        }
        frame.stack.extend([receiver, result]);
        Ok(Next::On)
    }

    /// Operations that pop their operands and push one result or none.
    fn plain(&mut self, frame: &mut Frame<'_>, op: &Op) -> Outcome<()> {
        let count = coluber_bytecode::stack_effect(op);
        let operands = frame.pop_many(count.pops);
        let result = match op {
            Op::LoadConst(value) => constant(value),
            Op::LoadBuiltin(name) => Value::text(format!("builtin {name}")),
            Op::LoadGlobal(name) => Value::text(&**name),
            Op::Unary(coluber_bytecode::UnaryOp::Not) => operands[0].not(),
            Op::ToBool => operands[0].not().not(),
            // A global is never known to be a builtin.
            Op::Is { .. } if operands[1].to_string().starts_with("builtin ") => Value::text("False"),
            Op::Is { invert } => inverted(format!("({} is {})", operands[0], operands[1]), *invert),
            Op::Contains { invert } => inverted(self.effect(joined_with("in", &operands))?.to_string(), *invert),
            Op::GetIter => operands[0].iter(),
            // No effect: versions differ in whether the conversion or the format specification comes first.
            Op::ConvertValue(_) => Value::text(joined_with(&op.to_string(), &operands)),
            Op::MakeFunction(parts) => function(*parts, operands),
            Op::Call { kw_names, .. } => self.call_value(&operands, kw_names)?,
            Op::BeforeWith => {
                frame.stack.push(Value::text(format!("exit of {}", operands[0])));
                self.effect(format!("enter {}", operands[0]))?
            }
            Op::WithExceptStart => {
                frame.stack.extend_from_slice(&operands);
                self.effect(format!("call {} with {}", operands[0], operands[3]))?
            }
            Op::PushExcInfo => {
                frame.stack.push(Value::text("previous exception"));
                operands[0].clone()
            }
            Op::PopExcept => return Ok(()),
            Op::CheckExcMatch | Op::MatchKeys => {
                frame.stack.extend_from_slice(&operands[..operands.len() - usize::from(*op == Op::CheckExcMatch)]);
                Value::text(joined_with(&op.to_string(), &operands))
            }
            Op::GetLen | Op::MatchMapping | Op::MatchSequence => {
                frame.stack.push(operands[0].clone());
                Value::text(format!("({op} {})", operands[0]))
            }
            Op::ImportFrom(_) => {
                frame.stack.push(operands[0].clone());
                self.effect(format!("{op} {}", operands[0]))?
            }
            Op::UnpackSequence(_) | Op::UnpackEx { .. } => {
                let items = self.unpack(op, &operands[0], count.pushes)?;
                frame.stack.extend(items);
                return Ok(());
            }
            _ => self.effect(joined_with(&op.to_string(), &operands))?,
        };
        if count.pushes > 0 {
            frame.stack.push(result);
        }
        Ok(())
    }

    /// Comprehensions are functions in 3.11 and inlined later.
    fn call_value(&mut self, operands: &[Value], kw_names: &[Name]) -> Outcome<Value> {
        let (callee, arguments) = operands.split_first().expect("a callee");
        if let Value::Function(function) = callee {
            let cells = function.closure.iter().map(|value| match value {
                Value::Cell(cell) => cell.clone(),
                other => panic!("{other} in a closure"),
            });
            match &*function.code.name {
                "<listcomp>" | "<setcomp>" | "<dictcomp>" => {
                    return self.call(&function.code, arguments.to_vec(), cells.collect());
                }
                // Whether the caller or the generator asks for the iterator differs.
                "<genexpr>" => {
                    return self.effect(format!("call {callee} with {}", arguments[0].iter()));
                }
                _ => {}
            }
        }
        self.effect(format!("call {callee} with {} {kw_names:?}", joined(arguments)))
    }

    /// The items, the first one on top.
    fn unpack(&mut self, op: &Op, value: &Value, count: u32) -> Outcome<Vec<Value>> {
        if let Value::Tuple(items) = value
            && items.len() == count as usize
        {
            return Ok(items.iter().rev().cloned().collect());
        }
        let unpacked = self.effect(format!("{op} {value}"))?;
        Ok((0..count).rev().map(|index| Value::text(format!("item {index} of {unpacked}"))).collect())
    }
}

impl Frame<'_> {
    fn pop(&mut self) -> Value {
        self.stack.pop().expect("a value on the stack")
    }

    fn pop_many(&mut self, count: u32) -> Vec<Value> {
        self.stack.split_off(self.stack.len() - count as usize)
    }

    /// Goes to the handler of an instruction, or gives the exception back.
    fn handle(&mut self, at: InstrId, exception: Value) -> Result<InstrId, Value> {
        let Some(handler) = self.stream.handler_at(at) else {
            return Err(exception);
        };
        self.stack.truncate(handler.depth as usize);
        assert_eq!(self.stack.len(), handler.depth as usize, "a handler keeps what there is");
        if handler.lasti {
            self.stack.push(Value::text("position"));
        }
        self.stack.push(exception);
        Ok(handler.target)
    }

    /// Operations on variables. Whether it was one.
    fn variable(&mut self, op: &Op, machine: &mut Machine<'_>) -> Outcome<bool> {
        match *op {
            Op::LoadFast(id) => {
                let value = self.locals[id.index()].clone();
                self.stack.push(bound(value, &self.stream.local_names[id.index()])?);
            }
            Op::LoadFastAndClear(id) => {
                self.stack.push(std::mem::replace(&mut self.locals[id.index()], Value::Unbound));
            }
            Op::StoreFast(id) => self.locals[id.index()] = self.pop(),
            Op::DeleteFast(id) => {
                let value = std::mem::replace(&mut self.locals[id.index()], Value::Unbound);
                bound(value, &self.stream.local_names[id.index()])?;
            }
            Op::MakeCell(id) => self.cells[id.index()] = Some(Rc::new(RefCell::new(self.initial(id)))),
            Op::LoadDeref(id) => {
                let value = self.cell(id).borrow().clone();
                self.stack.push(bound(value, &self.stream.deref_names[id.index()])?);
            }
            Op::StoreDeref(id) => {
                let value = self.pop();
                self.cell(id).replace(value);
            }
            Op::DeleteDeref(id) => {
                let value = self.cell(id).replace(Value::Unbound);
                bound(value, &self.stream.deref_names[id.index()])?;
            }
            Op::LoadClosure(id) => {
                let cell = Value::Cell(self.cell(id).clone());
                self.stack.push(cell);
            }
            Op::SaveCell(id) => {
                let saved = self.cells[id.index()].take().map_or(Value::Unbound, Value::Cell);
                self.stack.push(saved);
            }
            Op::RestoreCell(id) => {
                self.cells[id.index()] = match self.pop() {
                    Value::Cell(cell) => Some(cell),
                    Value::Unbound => None,
                    other => panic!("{other} in the place of a cell"),
                };
            }
            Op::StoreGlobal(_) => {
                let value = self.pop();
                machine.effect(format!("{op} {value}"))?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn cell(&self, id: DerefId) -> &Cell {
        self.cells[id.index()].as_ref().expect("a cell")
    }

    /// The first cell of a parameter gets its value.
    fn initial(&mut self, id: DerefId) -> Value {
        let name = &self.stream.deref_names[id.index()];
        let parameters = &self.stream.local_names[..self.parameters as usize];
        match parameters.iter().position(|parameter| parameter == name) {
            Some(index) => std::mem::replace(&mut self.locals[index], Value::Unbound),
            None => Value::Unbound,
        }
    }

    /// Operations on the stack alone. Whether it was one.
    fn rearrange(&mut self, op: &Op) -> bool {
        let top = self.stack.len();
        match op {
            Op::Copy(n) => self.stack.push(self.stack[top - *n as usize].clone()),
            Op::Swap(n) => self.stack.swap(top - 1, top - *n as usize),
            Op::Pop => drop(self.pop()),
            _ => return false,
        }
        true
    }

    /// Operations that build containers: they are no effects. Whether it was one.
    fn container(&mut self, op: &Op) -> bool {
        let built = match op {
            Op::BuildTuple(n) => Value::Tuple(self.pop_many(*n)),
            Op::BuildList(n) | Op::BuildSet(n) | Op::BuildSlice(n) => {
                let kind = op.to_string().replace(char::is_numeric, "");
                let items = self.pop_many(*n);
                Value::text(format!("{kind}({})", joined(&items)))
            }
            Op::BuildMap(n) => {
                let items = self.pop_many(2 * n);
                Value::text(format!("map({})", joined(&items)))
            }
            Op::BuildString(n) => {
                let parts = self.pop_many(*n);
                let parts = parts.iter().map(Value::to_string).filter(|part| part != "\"\"");
                Value::text(format!("string({})", parts.collect::<Vec<_>>().join(", ")))
            }
            Op::ListAppend(depth) | Op::SetAdd(depth) => {
                let item = self.pop();
                return self.add(*depth, format!("item {item}"));
            }
            Op::MapAdd(depth) => {
                let items = self.pop_many(2);
                return self.add(*depth, format!("pair {}", joined(&items)));
            }
            Op::ListExtend(depth) | Op::SetUpdate(depth) | Op::DictUpdate(depth) | Op::DictMerge(depth) => {
                let items = self.pop();
                return self.add(*depth, format!("all {items}"));
            }
            _ => return false,
        };
        self.stack.push(built);
        true
    }

    fn add(&mut self, depth: u32, what: String) -> bool {
        let place = self.stack.len() - depth as usize;
        self.stack[place] = Value::text(format!("{} plus {what}", self.stack[place]));
        true
    }
}

fn bound(value: Value, name: &str) -> Outcome<Value> {
    match value {
        Value::Unbound => Err(End::Raised(Value::text(format!("{name} is unbound")))),
        value => Ok(value),
    }
}

fn constant(value: &Const) -> Value {
    match value {
        Const::Code(code) => Value::Code(code.clone()),
        Const::Tuple(items) => Value::Tuple(items.iter().map(constant).collect()),
        other => Value::text(other.to_string()),
    }
}

fn function(parts: coluber_bytecode::FunctionParts, operands: Vec<Value>) -> Value {
    let mut operands = operands.into_iter();
    let defaults = parts.defaults.then(|| operands.next().expect("defaults"));
    let kwdefaults = parts.kwdefaults.then(|| operands.next().expect("keyword defaults"));
    if parts.annotations {
        operands.next();
    }
    let closure = match parts.closure.then(|| operands.next().expect("a closure")) {
        Some(Value::Tuple(cells)) => cells,
        Some(other) => panic!("{other} is no closure"),
        None => Vec::new(),
    };
    match operands.next() {
        Some(Value::Code(code)) => Value::Function(Rc::new(Function { code, defaults, kwdefaults, closure })),
        other => panic!("{other:?} is no code"),
    }
}

fn inverted(text: String, invert: bool) -> Value {
    let value = Value::text(text);
    if invert { value.not() } else { value }
}

fn joined_with(what: &str, operands: &[Value]) -> String {
    format!("({what} {})", joined(operands))
}
