//! Digests of what a compilation is told: equal in two processes when, and only when, the compilation would go the same way.
//!
//! Objects count by the order in which they are met, functions by their code, constants and options, arrays by their contents. Lines
//! of the source don't count: see `coluber_abi::SourceInfo`.

use super::nodes::Nodes;
use super::question::Answer;
use crate::record::FunctionRecord;
use crate::state::State;
use blake3::Hasher;
use coluber_bytecode::{CodeObject, Const};
use coluber_infer::{FuncId, HostData, HostValue};
use coluber_types::{Object, Ty, classes, extension};

/// The digest of an answer.
pub(crate) type Sum = [u8; 16];

/// A digest that is being made.
pub(crate) struct Digest<'a> {
    hasher: Hasher,
    nodes: &'a mut Nodes,
}

/// Something that means nothing to another process: what, for people.
#[derive(Debug)]
pub(crate) struct NotPortable(pub String);

type Done = Result<(), NotPortable>;

/// Whether an answer is the one that was given before, in the same process.
pub(crate) fn same_answer(state: &State, before: &Answer, now: &Answer) -> bool {
    if let (Answer::Value(Some(before)), Answer::Value(Some(now))) = (before, now)
        && before.ty != now.ty
    {
        return false;
    }
    let sum = |answer: &Answer| Digest::of_answer(state, answer, &mut Nodes::default()).ok();
    sum(before) == sum(now)
}

impl<'a> Digest<'a> {
    pub fn new(nodes: &'a mut Nodes) -> Self {
        Digest { hasher: Hasher::new(), nodes }
    }

    pub fn finish(self) -> Sum {
        let mut sum = Sum::default();
        self.hasher.finalize_xof().fill(&mut sum);
        sum
    }

    /// The digest of an answer; what it brings is known from then on.
    pub fn of_answer(state: &State, answer: &Answer, nodes: &'a mut Nodes) -> Result<Sum, NotPortable> {
        let mut digest = Digest::new(nodes);
        digest.answer(state, answer)?;
        Ok(digest.finish())
    }

    /// Texts and lists carry their lengths, so that different parts never make the same whole.
    pub fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.hasher.update(text.as_bytes());
    }

    fn number(&mut self, number: u64) {
        self.hasher.update(&number.to_le_bytes());
    }

    pub fn ty(&mut self, ty: Ty) -> Done {
        let first = self.nodes.count();
        let portable = self.nodes.meet_type(ty).ok_or_else(|| NotPortable(format!("the type {ty}")))?;
        let bytes = postcard::to_allocvec(&portable).map_err(|error| NotPortable(error.to_string()))?;
        self.number(bytes.len() as u64);
        self.hasher.update(&bytes);
        self.definitions_from(first)
    }

    /// What compiled code knows of the classes and the types of programs among the objects from a number on. What else is in a class it
    /// asks of its view.
    fn definitions_from(&mut self, first: u32) -> Done {
        let mut number = first;
        while let Some(object) = self.nodes.object(number) {
            if let Some(class) = classes::find(object) {
                self.nodes.meet(&Object { id: class.view, text: "".into() });
                self.text(&format!("{:?} {:?} {}", class.form, class.names, class.prefix));
                self.types(class.types().unwrap_or_default())?;
            }
            if let Some(ty) = self.nodes.extension(number) {
                self.text(&ty.to_string());
                self.types(extension::fields(ty))?;
            }
            number += 1;
        }
        Ok(())
    }

    pub fn types(&mut self, types: &[Ty]) -> Done {
        self.number(types.len() as u64);
        types.iter().try_for_each(|&ty| self.ty(ty))
    }

    fn answer(&mut self, state: &State, answer: &Answer) -> Done {
        match answer {
            Answer::Value(None) | Answer::Name(None) | Answer::Function(None) | Answer::Signatures(None) => {
                self.text("nothing");
            }
            Answer::Value(Some(value)) => self.value(value)?,
            Answer::Name(Some(name)) => self.text(name),
            Answer::Flag(flag) => self.number(u64::from(*flag)),
            Answer::Function(Some(func)) => self.function(state, *func)?,
            Answer::Signatures(Some(signatures)) => {
                self.number(signatures.len() as u64);
                for (args, ret) in signatures {
                    self.types(args)?;
                    self.ty(*ret)?;
                }
            }
            Answer::Refused(text) => self.text(text),
        }
        Ok(())
    }

    fn value(&mut self, value: &HostValue) -> Done {
        self.ty(value.ty)?;
        match &value.data {
            HostData::None => self.text("none"),
            HostData::Scalar(data) => self.text(&data.to_string()),
            HostData::Tuple(items) => {
                self.number(items.len() as u64);
                items.iter().try_for_each(|item| self.value(item))?;
            }
            HostData::Shared(number) => {
                // Code depends on its type alone: what it holds is read when the code runs.
                self.text("shared");
                self.nodes.meet_shared(*number);
            }
            HostData::Begun { .. } => return Err(NotPortable("an empty container".into())),
            HostData::Array { device: true, .. } => return Err(NotPortable("an array of a device".into())),
            HostData::Array { data, shape, strides, device: false } => self.array(value.ty, *data, shape, strides)?,
        }
        Ok(())
    }

    fn array(&mut self, ty: Ty, data: u64, shape: &[i64], strides: &[i64]) -> Done {
        let item = ty.as_array().map_or(ty, |(dtype, _, _)| dtype).itemsize();
        let item = item.ok_or_else(|| NotPortable(format!("a constant of type {ty}")))?;
        self.nodes.meet_memory(data);
        for &extent in shape.iter().chain(strides) {
            self.number(extent as u64);
        }
        if shape.contains(&0) {
            return Ok(());
        }
        // Memory in the order of columns is read in that order.
        let by_columns = strides.first().zip(strides.last()).is_some_and(|(first, last)| first < last);
        let reversed = |list: &[i64]| list.iter().rev().copied().collect::<Vec<_>>();
        match by_columns {
            true => self.elements(data, u64::from(item), &reversed(shape), &reversed(strides)),
            false => self.elements(data, u64::from(item), shape, strides),
        }
        Ok(())
    }

    /// The contents of an array, row by row; contiguous memory at once.
    fn elements(&mut self, data: u64, item: u64, shape: &[i64], strides: &[i64]) {
        let mut bytes = item;
        let mut outer = shape.len();
        while outer > 0 && strides[outer - 1] == bytes as i64 {
            outer -= 1;
            bytes *= shape[outer] as u64;
        }
        match shape[..outer].split_first() {
            None => {
                // SAFETY: the host keeps the array's memory, of which these are elements, alive and unchanged.
                self.hasher.update(unsafe { std::slice::from_raw_parts(data as *const u8, bytes as usize) });
            }
            Some((&count, _)) => {
                for k in 0..count {
                    let row = data.wrapping_add((k * strides[0]) as u64);
                    self.elements(row, item, &shape[1..], &strides[1..]);
                }
            }
        }
    }

    /// What a Python function says: its code, defaults and options.
    pub fn function(&mut self, state: &State, func: FuncId) -> Done {
        let record = state.function(func);
        if state.is_changed(func) {
            return Err(NotPortable(format!("{}, which passes of the program may change,", record.name)));
        }
        let number = self.nodes.meet_function(record.object, func);
        self.number(u64::from(number));
        self.text(if record.library { "follows its caller" } else { "has its own rules" });
        if self.nodes.count_lines() {
            self.text(&record.file);
        }
        self.code(&record.code)?;
        self.parameters(record)?;
        self.text(&format!("{:?}", record.options));
        Ok(())
    }

    fn parameters(&mut self, record: &FunctionRecord) -> Done {
        self.number(record.params.defaults.len() as u64);
        for default in &record.params.defaults {
            match default {
                None => self.text("no default"),
                Some(value) => self.value(value)?,
            }
        }
        Ok(())
    }

    fn code(&mut self, code: &CodeObject) -> Done {
        if code.assembled.is_some() {
            return Err(NotPortable("code that passes of the program have made".into()));
        }
        let numbers = [code.arg_count, code.posonly_arg_count, code.kwonly_arg_count, code.flags.0].map(u64::from);
        numbers.into_iter().for_each(|number| self.number(number));
        for names in [&code.local_names, &code.cell_names, &code.free_names, &code.names] {
            self.number(names.len() as u64);
            names.iter().for_each(|name| self.text(name));
        }
        self.text(&code.qualname);
        if self.nodes.count_lines() {
            code.positions.iter().for_each(|position| self.number(u64::from(position.line.unwrap_or(0))));
        }
        for bytes in [&code.code, &code.exception_table] {
            self.number(bytes.len() as u64);
            self.hasher.update(bytes);
        }
        self.constants(&code.consts)
    }

    fn constants(&mut self, constants: &[Const]) -> Done {
        self.number(constants.len() as u64);
        constants.iter().try_for_each(|constant| self.constant(constant))
    }

    fn constant(&mut self, constant: &Const) -> Done {
        match constant {
            Const::Code(code) => self.code(code),
            Const::Tuple(items) => self.constants(items),
            Const::FrozenSet { items, .. } => {
                let mut texts: Vec<String> = items.iter().map(|item| format!("{item:?}")).collect();
                texts.sort();
                texts.iter().for_each(|text| self.text(text));
                Ok(())
            }
            Const::Slice(parts) => self.constants(&parts[..]),
            Const::Float(value) => {
                self.text("float");
                self.number(value.to_bits());
                Ok(())
            }
            Const::Other(class) => Err(NotPortable(format!("a constant of class {class}"))),
            other => {
                self.text(&format!("{other:?}"));
                Ok(())
            }
        }
    }
}
