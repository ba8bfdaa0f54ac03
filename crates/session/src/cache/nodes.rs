//! Numbers for host objects that mean the same in each process: the order in which a compilation comes to know them.

use crate::state::State;
use coluber_infer::FuncId;
use coluber_types::{Kind, ObjId, Object, Ty, extension};
use rustc_hash::FxHashMap;

/// What a compilation, or one that is repeated, has come to know so far.
#[derive(Clone, Default)]
pub(crate) struct Nodes {
    objects: Vec<Object>,
    numbers: FxHashMap<ObjId, u32>,
    /// The functions of those objects that are Python functions.
    functions: FxHashMap<u32, FuncId>,
    /// Addresses of constant arrays.
    memory: Vec<u64>,
    /// Numbers of the program's containers that code reads by name.
    shared: Vec<u32>,
    /// Whether lines of the source count.
    lines: bool,
}

impl Nodes {
    /// Nothing is known.
    pub fn new(lines: bool) -> Self {
        Nodes { lines, ..Nodes::default() }
    }

    /// Whether lines of the source count.
    pub fn count_lines(&self) -> bool {
        self.lines
    }

    /// How many objects are known.
    pub fn count(&self) -> u32 {
        self.objects.len() as u32
    }

    /// The number of an object; one that is not known yet gets the next.
    pub fn meet(&mut self, object: &Object) -> u32 {
        let next = self.objects.len() as u32;
        let number = *self.numbers.entry(object.id).or_insert(next);
        match self.objects.get_mut(number as usize) {
            None => self.objects.push(object.clone()),
            Some(known) if known.text.is_empty() => known.text = object.text.clone(),
            Some(_) => {}
        }
        number
    }

    /// The number of a Python function, by its object.
    pub fn meet_function(&mut self, object: ObjId, func: FuncId) -> u32 {
        let number = self.meet(&Object { id: object, text: "".into() });
        self.functions.insert(number, func);
        number
    }

    pub fn meet_memory(&mut self, address: u64) {
        self.memory.push(address);
    }

    /// Comes to know a container of the program.
    pub fn meet_shared(&mut self, number: u32) {
        if !self.shared.contains(&number) {
            self.shared.push(number);
        }
    }

    /// The containers of the program, in the order in which they were met.
    pub fn shared(&self) -> &[u32] {
        &self.shared
    }

    /// The number of an object that is known.
    pub fn find(&self, object: ObjId) -> Option<u32> {
        self.numbers.get(&object).copied()
    }

    /// The object with a number.
    pub fn object(&self, number: u32) -> Option<ObjId> {
        self.objects.get(number as usize).map(|object| object.id)
    }

    /// The type of a program that the object with a number names.
    pub fn extension(&self, number: u32) -> Option<Ty> {
        let ty = Ty::new(Kind::Extension(self.objects.get(number as usize)?.clone()));
        extension::has_fields(ty).then_some(ty)
    }

    /// The function that is the object with a number.
    pub fn function(&self, number: u32) -> Option<FuncId> {
        self.functions.get(&number).copied()
    }

    /// The place of an address among those met.
    pub fn memory_number(&self, address: u64) -> Option<u32> {
        self.memory.iter().position(|&known| known == address).map(|found| found as u32)
    }

    pub fn memory(&self, number: u32) -> Option<u64> {
        self.memory.get(number as usize).copied()
    }

    /// A type with numbers in the place of objects; it may bring new ones.
    pub fn meet_type(&mut self, ty: Ty) -> Option<Ty> {
        ty.with_objects(&mut |object| Some(numbered(self.meet(object))))
    }

    /// The same for a type whose objects are all known.
    pub fn portable(&self, ty: Ty) -> Option<Ty> {
        ty.with_objects(&mut |object| self.find(object.id).map(numbered))
    }

    /// A type with the objects of this process in the place of numbers.
    pub fn present(&self, ty: Ty) -> Option<Ty> {
        ty.with_objects(&mut |object| self.objects.get(object.id.0 as usize).cloned())
    }

    /// As [`portable`](Nodes::portable), for what a function gives: a suspended function names the function by its number, which no process
    /// but this knows otherwise.
    pub fn portable_result(&self, state: &State, ty: Ty) -> Option<Ty> {
        let number = |func: u32| {
            let number = self.find(state.function(FuncId(func)).object)?;
            (self.function(number)? == FuncId(func)).then_some(number)
        };
        suspended(ty, number, &|part| self.portable(part))
    }

    /// As [`present`](Nodes::present), for what a function gives.
    pub fn present_result(&self, ty: Ty) -> Option<Ty> {
        suspended(ty, |number| Some(self.function(number)?.0), &|part| self.present(part))
    }
}

/// A type that may be of a suspended function, with another number for its function and other types as parts.
fn suspended(ty: Ty, function: impl Fn(u32) -> Option<u32>, part: &dyn Fn(Ty) -> Option<Ty>) -> Option<Ty> {
    let Kind::Gen { func, args, yields, sends, returns, weak, name } = ty.kind() else { return part(ty) };
    Some(Ty::new(Kind::Gen {
        func: function(*func)?,
        args: args.iter().map(|&arg| part(arg)).collect::<Option<_>>()?,
        yields: part(*yields)?,
        sends: part(*sends)?,
        returns: part(*returns)?,
        weak: *weak,
        name: name.clone(),
    }))
}

fn numbered(number: u32) -> Object {
    Object { id: ObjId(number), text: "".into() }
}
