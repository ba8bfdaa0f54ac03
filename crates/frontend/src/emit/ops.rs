//! One instruction: what each neutral operation becomes.

use super::{Args, Emitter, Entry};
use coluber_base::{Name, Result};
use coluber_bytecode as bc;
use coluber_bytecode::{Op as Raw, When};
use coluber_ir::py::Op;
use coluber_ir::{Const, Terminator};
use coluber_ops::{BinOp, CmpOp, UnOp};

/// The name under which the object stands that has a global as its attribute.
fn variable(name: &Name) -> Name {
    format!("{}{name}", crate::VARIABLE).into()
}

impl Emitter<'_> {
    pub(super) fn instruction(&mut self, i: u32) -> Result<()> {
        let raw = self.input.flow.op(i);
        match raw {
            Raw::LoadConst(_) => self.stack.push(Entry::Const(i)),
            Raw::LoadBuiltin(name) => return self.apply(Op::Builtin { name: name.clone() }, 0),
            Raw::LoadGlobal(name) if self.input.assignments.globals.contains(name) => {
                self.apply(Op::Global { name: variable(name) }, 0)?;
                return self.apply(Op::GetAttr { name: name.clone() }, 1);
            }
            Raw::LoadGlobal(name) => return self.apply(Op::Global { name: name.clone() }, 0),
            Raw::LoadFast(_) | Raw::StoreFast(_) | Raw::DeleteFast(_) | Raw::LoadFastAndClear(_) => {
                return self.access();
            }
            Raw::SaveCell(id) | Raw::MakeCell(id) | Raw::RestoreCell(id)
                if id.0 >= self.input.flow.stream.cell_count =>
            {
                let effect = bc::stack_effect(raw);
                return self.unsupported("a comprehension in a class body", effect.pops, effect.pushes);
            }
            Raw::MakeCell(id) => return self.make_cell(*id),
            Raw::SaveCell(_) | Raw::RestoreCell(_) => return self.access(),
            Raw::LoadDeref(id) => return self.load_deref(*id),
            Raw::StoreDeref(id) => return self.store_deref(*id),
            Raw::DeleteDeref(id) => return self.delete_deref(*id),
            Raw::LoadClosure(id) => return self.load_closure(*id),
            Raw::Copy(n) => {
                let place = self.place(*n)?;
                self.stack.push(self.stack[place]);
            }
            Raw::Swap(n) => {
                let (place, top) = (self.place(*n)?, self.stack.len() - 1);
                self.stack.swap(place, top);
            }
            Raw::Pop | Raw::PopExcept => {
                self.pop_entry()?;
            }
            Raw::Jump(_) => {}
            _ => return self.operator(raw),
        }
        Ok(())
    }

    fn operator(&mut self, raw: &Raw) -> Result<()> {
        match raw {
            Raw::LoadAttr(name) => self.apply(Op::GetAttr { name: name.clone() }, 1),
            Raw::StoreAttr(name) => {
                let object = self.pop()?;
                let value = self.pop()?;
                self.effect(Op::SetAttr { name: name.clone() }, &[object, value]);
                Ok(())
            }
            Raw::StoreGlobal(name) if self.assigns(name) => {
                let value = self.pop()?;
                let object = self.value(Op::Global { name: variable(name) }, &[]);
                self.effect(Op::SetAttr { name: name.clone() }, &[object, value]);
                Ok(())
            }
            Raw::Subscript => self.apply(Op::GetItem {}, 2),
            Raw::StoreSubscript => {
                let args = self.pop_many(3)?;
                self.effect(Op::SetItem {}, &[args[1], args[2], args[0]]);
                Ok(())
            }
            Raw::DeleteSubscript => {
                let args = self.pop_many(2)?;
                self.effect(Op::DelItem {}, &args);
                Ok(())
            }
            Raw::Unary(bc::UnaryOp::Not) => self.negate(),
            Raw::Unary(op) => self.apply(Op::Unary { op: unary(*op) }, 1),
            Raw::ToBool if self.input.flow.is_idle_test(self.at) => Ok(()),
            Raw::ToBool => self.apply(Op::Truth {}, 1),
            Raw::BinaryOp(op) => self.apply(Op::Binary { op: binary(*op) }, 2),
            Raw::InplaceOp(op) => self.apply(Op::Inplace { op: binary(*op) }, 2),
            Raw::Compare(op) => self.apply(Op::Compare { op: compare(*op) }, 2),
            Raw::Is { invert } => self.apply(Op::Is { invert: *invert }, 2),
            Raw::Contains { invert } => self.apply(Op::Contains { invert: *invert }, 2),
            _ => self.container(raw),
        }
    }

    /// `not`; two of them are a test of truth.
    fn negate(&mut self) -> Result<()> {
        let operand = self.pop()?;
        let inner = match self.made_by(operand) {
            Some((inst, Op::Unary { op: UnOp::Not })) => Some(inst),
            _ => None,
        };
        let result = if let Some(inst) = inner {
            self.removable.insert(inst);
            self.value(Op::Truth {}, &[self.func.insts[inst].args[0]])
        } else {
            self.value(Op::Unary { op: UnOp::Not }, &[operand])
        };
        self.push(result);
        Ok(())
    }

    fn container(&mut self, raw: &Raw) -> Result<()> {
        match *raw {
            Raw::BuildTuple(n) => self.apply(Op::BuildTuple {}, n),
            Raw::BuildList(n) => self.build_list(n),
            Raw::BuildSet(n) => self.apply(Op::BuildSet {}, n),
            Raw::BuildMap(n) => self.apply(Op::BuildMap {}, n.saturating_mul(2)),
            Raw::BuildString(n) => self.build_string(n),
            Raw::BuildSlice(n) => self.build_slice(n),
            Raw::ListAppend(depth) => self.grow_list(Op::ListAppend {}, false, depth),
            Raw::ListExtend(depth) => self.grow_list(Op::ListExtend {}, true, depth),
            Raw::SetAdd(depth) => self.add_to(Op::SetAdd {}, 1, depth),
            Raw::SetUpdate(depth) => self.set_update(depth),
            Raw::MapAdd(depth) => self.map_add(depth),
            Raw::DictMerge(depth) | Raw::DictUpdate(depth) => self.add_to(Op::DictUpdate {}, 1, depth),
            Raw::ListToTuple => self.list_to_tuple(),
            Raw::UnpackSequence(count) => self.unpack(Op::Unpack { count }, count),
            Raw::UnpackEx { before, after } => {
                self.unpack(Op::UnpackStar { before, after }, before.saturating_add(after).saturating_add(1))
            }
            Raw::ConvertValue(conversion) => self.convert(conversion),
            Raw::FormatValue { has_spec } => self.format(has_spec),
            Raw::ImportName(ref name) => self.import(name),
            Raw::ImportFrom(ref name) => self.import_from(name),
            _ => self.control(raw),
        }
    }

    /// `import name`: what is on the stack says how.
    fn import(&mut self, name: &Name) -> Result<()> {
        let (members, level) = (self.pop_entry()?, self.pop_entry()?);
        let constant = |entry: Entry| match entry {
            Entry::Const(i) => match self.input.flow.op(i) {
                Raw::LoadConst(constant) => Some(constant),
                _ => None,
            },
            _ => None,
        };
        let top = matches!(constant(members), Some(bc::Const::None));
        let level = match constant(level) {
            Some(bc::Const::Int(level)) => usize::try_from(*level).unwrap_or(0),
            _ => 0,
        };
        // As in the statement, dots in front say from which package on.
        let name = if level == 0 { name.clone() } else { Name::from(format!("{}{name}", ".".repeat(level))) };
        let module = self.value(Op::Import { name, top }, &[]);
        self.push(module);
        Ok(())
    }

    /// `from module import name`: the module stays on the stack.
    fn import_from(&mut self, name: &Name) -> Result<()> {
        let place = self.place(1)?;
        let module = self.value_of(self.stack[place])?;
        let member = self.value(Op::GetAttr { name: name.clone() }, &[module]);
        self.push(member);
        Ok(())
    }

    /// The first item comes to lie on top.
    fn unpack(&mut self, op: Op, count: u32) -> Result<()> {
        if matches!(op, Op::Unpack { .. }) && self.unpack_constant(count) {
            return Ok(());
        }
        let sequence = self.pop()?;
        let inst = self.inst(op, &[sequence], count as usize);
        let items = &self.func.insts[inst].results;
        self.stack.extend(items.iter().rev().map(|&item| Entry::Value(item)));
        Ok(())
    }

    /// Unpacks a constant tuple on top of the stack, when it fits.
    fn unpack_constant(&mut self, count: u32) -> bool {
        let Some(&Entry::Const(i)) = self.stack.last() else {
            return false;
        };
        let Raw::LoadConst(bc::Const::Tuple(items)) = self.input.flow.op(i) else {
            return false;
        };
        if items.len() != count as usize {
            return false;
        }
        let values: Option<Vec<_>> = items.iter().map(|item| self.constant_item(item)).collect();
        let Some(values) = values else { return false };
        self.stack.pop();
        self.stack.extend(values.into_iter().rev().map(Entry::Value));
        true
    }

    fn control(&mut self, raw: &Raw) -> Result<()> {
        match raw {
            Raw::MakeFunction(parts) => self.make_function(*parts),
            Raw::Call { argc, kw_names } => self.call(*argc, kw_names),
            Raw::CallEx { has_kwargs } => self.call_star(*has_kwargs),
            Raw::GetIter => self.apply(Op::GetIter {}, 1),
            Raw::ForIter { .. } => self.for_iter(),
            Raw::Yield => self.yield_value(),
            Raw::GetYieldFromIter => self.apply(Op::GetIter {}, 1),
            Raw::Send { .. } => self.send(),
            Raw::PopJumpIf { when, .. } => self.branch(*when),
            Raw::Return => {
                let value = self.pop()?;
                self.terminate(Terminator::Return(value));
                Ok(())
            }
            Raw::Raise { argc } => self.raise(*argc),
            Raw::Reraise => self.reraise(),
            Raw::PushExcInfo => self.push_exc_info(),
            Raw::CheckExcMatch => self.exception_match(),
            Raw::BeforeWith => self.with_enter(),
            Raw::WithExceptStart => self.with_except(),
            Raw::WithExit { raised } => self.apply(Op::WithExit {}, 1 + u32::from(*raised)),
            Raw::MatchSequence => self.question("isinstance", &["tuple", "list", "range"]),
            Raw::MatchMapping => self.question("isinstance", &["dict"]),
            Raw::MatchKeys => self.match_keys(),
            Raw::GetLen => self.question("len", &[]),
            Raw::MatchClass { positional } => self.match_class(*positional),
            _ => self.never(raw),
        }
    }

    /// Whether the function may assign to a global.
    fn assigns(&self, name: &Name) -> bool {
        let assignments = &self.input.assignments;
        assignments.globals.contains(name) && !assignments.parallel
    }

    /// Constructs that compiled code does not have.
    fn never(&mut self, raw: &Raw) -> Result<()> {
        let what = match raw {
            Raw::StoreGlobal(name) => format!("assignment to the global variable '{name}'"),
            Raw::DeleteGlobal(name) => format!("'del' of the global variable '{name}'"),
            Raw::LoadName(_) | Raw::StoreName(_) | Raw::DeleteName(_) => "a class body".to_owned(),
            Raw::DeleteAttr(name) => format!("'del' of the attribute '{name}'"),
            Raw::Unsupported { name, .. } => construct(name).to_owned(),
            _ => return Err(self.damaged("an instruction is not known")),
        };
        let effect = bc::stack_effect(raw);
        self.unsupported(&what, effect.pops, effect.pushes)
    }

    /// What a pattern asks of the topmost value, which stays: a builtin function of it, and of builtin classes.
    fn question(&mut self, function: &str, classes: &[&str]) -> Result<()> {
        let place = self.place(1)?;
        let subject = self.value_of(self.stack[place])?;
        let function = self.value(Op::Builtin { name: function.into() }, &[]);
        let mut operands = Args::from_slice(&[function, subject]);
        if !classes.is_empty() {
            let classes: Args =
                classes.iter().map(|class| self.value(Op::Builtin { name: (*class).into() }, &[])).collect();
            operands.push(self.value(Op::BuildTuple {}, &classes));
        }
        let answer = self.value(Op::Call { names: Vec::new() }, &operands);
        self.push(answer);
        Ok(())
    }

    /// The values of keys in a mapping, as a tuple, or None: both operands stay.
    fn match_keys(&mut self) -> Result<()> {
        let (subject, keys) = (self.place(2)?, self.place(1)?);
        let (subject, keys) = (self.value_of(self.stack[subject])?, self.value_of(self.stack[keys])?);
        let found = self.value(Op::MatchKeys {}, &[subject, keys]);
        self.push(found);
        Ok(())
    }

    /// A class pattern: subject, class and names of attributes become a tuple of the attributes, or None.
    fn match_class(&mut self, positional: u32) -> Result<()> {
        let names = self.pop_entry()?;
        let (class, subject) = (self.pop()?, self.pop()?);
        let constant = match names {
            Entry::Const(i) => match self.input.flow.op(i) {
                Raw::LoadConst(bc::Const::Tuple(items)) => Some(items),
                _ => None,
            },
            _ => None,
        };
        let text = |item: &bc::Const| match item {
            bc::Const::Str(text) => Some(Name::from(&**text)),
            _ => None,
        };
        let Some(names) = constant.and_then(|items| items.iter().map(text).collect::<Option<Vec<_>>>()) else {
            return Err(self.damaged("a class pattern without names"));
        };
        let found = self.value(Op::MatchClass { positional, names }, &[subject, class]);
        self.push(found);
        Ok(())
    }

    /// The iterator stays on the stack; the block of the item or the end of the loop take it.
    fn for_iter(&mut self) -> Result<()> {
        let place = self.place(1)?;
        let iterator = self.value_of(self.stack[place])?;
        self.stack[place] = Entry::Value(iterator);
        let valid = self.value(Op::IterValid {}, &[iterator]);
        self.condition = Some(valid);
        Ok(())
    }

    /// Takes the item, and moves the iterator on.
    pub(super) fn item(&mut self) -> Result<()> {
        let iterator = self.pop()?;
        if let Raw::Send { .. } = self.input.flow.op(self.at) {
            self.pop_entry()?;
        }
        let item = self.value(Op::IterValue {}, &[iterator]);
        let next = self.value(Op::IterAdvance {}, &[iterator]);
        self.push(next);
        self.push(item);
        Ok(())
    }

    fn branch(&mut self, when: When) -> Result<()> {
        let mut cond = self.pop()?;
        if matches!(when, When::None | When::NotNone) {
            let none = self.constant(Const::None);
            cond = self.value(Op::Is { invert: false }, &[cond, none]);
        }
        self.condition = Some(cond);
        Ok(())
    }
}

/// What an instruction of CPython means to a programmer.
fn construct(name: &str) -> &str {
    match name {
        "LOAD_BUILD_CLASS" => "a class definition inside of a function",
        "GET_AWAITABLE" | "GET_AITER" | "GET_ANEXT" | "END_ASYNC_FOR" | "BEFORE_ASYNC_WITH" => "'await'",
        "CHECK_EG_MATCH" | "INTRINSIC_PREP_RERAISE_STAR" => "'except*'",
        "INTRINSIC_IMPORT_STAR" => "'import *'",
        other => other,
    }
}

fn unary(op: bc::UnaryOp) -> UnOp {
    match op {
        bc::UnaryOp::Positive => UnOp::Pos,
        bc::UnaryOp::Negative => UnOp::Neg,
        bc::UnaryOp::Not => UnOp::Not,
        bc::UnaryOp::Invert => UnOp::Invert,
    }
}

fn binary(op: bc::BinOp) -> BinOp {
    match op {
        bc::BinOp::Add => BinOp::Add,
        bc::BinOp::Subtract => BinOp::Sub,
        bc::BinOp::Multiply => BinOp::Mul,
        bc::BinOp::TrueDivide => BinOp::TrueDiv,
        bc::BinOp::FloorDivide => BinOp::FloorDiv,
        bc::BinOp::Remainder => BinOp::Mod,
        bc::BinOp::Power => BinOp::Pow,
        bc::BinOp::MatrixMultiply => BinOp::MatMul,
        bc::BinOp::LeftShift => BinOp::LShift,
        bc::BinOp::RightShift => BinOp::RShift,
        bc::BinOp::And => BinOp::And,
        bc::BinOp::Or => BinOp::Or,
        bc::BinOp::Xor => BinOp::Xor,
    }
}

fn compare(op: bc::CmpOp) -> CmpOp {
    match op {
        bc::CmpOp::Lt => CmpOp::Lt,
        bc::CmpOp::Le => CmpOp::Le,
        bc::CmpOp::Eq => CmpOp::Eq,
        bc::CmpOp::Ne => CmpOp::Ne,
        bc::CmpOp::Gt => CmpOp::Gt,
        bc::CmpOp::Ge => CmpOp::Ge,
    }
}
