//! What inference asks of the outside.

use coluber_base::{Name, Result, Span};
use coluber_ir::{Const, Typed, Untyped};
use coluber_types::{ObjId, Shape, Ty};
use std::sync::Arc;

/// A Python function that can be compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FuncId(pub u32);

/// A value of the host that is constant for compiled code: a global, a closure cell, an attribute of a module.
#[derive(Clone, Debug)]
pub struct HostValue {
    /// Its type; literal types for integers, bools and strings.
    pub ty: Ty,
    /// Its run-time part.
    pub data: HostData,
}

/// The run-time part of a constant.
#[derive(Clone, Debug)]
pub enum HostData {
    /// Nothing: the type says it all (literals, functions, modules, None).
    None,
    /// A number.
    Scalar(Const),
    /// A tuple or named tuple.
    Tuple(Vec<HostValue>),
    /// An array, or a record, whose data the host keeps alive and unchanged.
    Array {
        /// Address of the first element.
        data: u64,
        /// Extents.
        shape: Vec<i64>,
        /// Strides in bytes.
        strides: Vec<i64>,
        /// Whether its memory is a device's, which kernels alone may use, and which anyone may change.
        device: bool,
    },
    /// A container or instance of the program, by its number: all compiled code sees the same one, which may change.
    Shared(u32),
    /// A container of the program that is empty, or a list of None, of which nothing says yet what it is to hold: see [`coluber_types::begun`].
    Begun {
        /// The number of its name.
        number: u32,
        /// For a list of None, which it may stay, its number as one that is read.
        shared: Option<u32>,
    },
}

impl HostValue {
    /// A constant without run-time part.
    pub fn of_type(ty: Ty) -> Self {
        HostValue { ty, data: HostData::None }
    }

    /// Whether containers or instances of the program are part of it.
    pub fn is_shared(&self) -> bool {
        match &self.data {
            HostData::Shared(_) | HostData::Begun { .. } => true,
            HostData::Tuple(items) => items.iter().any(HostValue::is_shared),
            HostData::None | HostData::Scalar(_) | HostData::Array { .. } => false,
        }
    }

    /// Whether memory of a device is part of it.
    pub fn is_on_device(&self) -> bool {
        match &self.data {
            HostData::Array { device, .. } => *device,
            HostData::Tuple(items) => items.iter().any(HostValue::is_on_device),
            HostData::None | HostData::Scalar(_) | HostData::Shared(_) | HostData::Begun { .. } => false,
        }
    }
}

/// The parameters of a Python function.
#[derive(Clone, Debug, Default)]
pub struct Params {
    /// All names in the order of `co_varnames`: positional, keyword-only, `*args`.
    pub names: Vec<Name>,
    /// How many are positional.
    pub positional: usize,
    /// How many of these can't be given by name.
    pub positional_only: usize,
    /// How many are keyword-only.
    pub keyword_only: usize,
    /// Whether there is `*args`.
    pub varargs: bool,
    /// Whether there is `**kwargs`.
    pub varkw: bool,
    /// The default of each name that has one.
    pub defaults: Vec<Option<HostValue>>,
    /// Whether it is an inner function that finds itself under its own name: it is given the defaults that it carries besides its
    /// arguments, so that it can make itself.
    pub finds_itself: bool,
}

impl Params {
    /// Whether a value that a closure carries under this name follows the arguments of each call.
    pub fn is_carried(&self, name: &Name) -> bool {
        self.finds_itself || !self.names.contains(name)
    }
}

/// What runs on all cores in functions with `parallel=True`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Divided {
    /// Loops over `prange` and `pndindex`.
    Loops,
    /// Comprehensions that become arrays.
    Comprehensions,
    /// Expressions of arrays and functions of the library.
    Arrays,
    /// Of these, the reductions.
    Reductions,
    /// `array op= value`
    Updates,
    /// `array[index] = value`
    Assignments,
    /// Stencils.
    Stencils,
}

/// Options of `@jit` that change what code means.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// LLVM's fast-math flags, such as `nnan`; `fast` for all of them.
    pub fastmath: Vec<Name>,
    /// Division by zero gives inf or nan (`error_model='numpy'`) instead of ZeroDivisionError.
    pub numpy_errors: bool,
    /// Array indices are checked.
    pub boundscheck: bool,
    /// The GIL is released around the native code.
    pub nogil: bool,
    /// Loops over `prange` run on all cores.
    pub parallel: bool,
    /// What stays on one thread all the same.
    pub undivided: Vec<Divided>,
    /// A function of the library whose loops run in order, also where functions with `parallel=True` call it.
    pub in_order: bool,
    /// Whether calls of the function are replaced by its body.
    pub inline: bool,
    /// Whether a callable of the program decides that.
    pub judged: bool,
    /// Whether the function implements something, or helps to: what has no types in it is for another implementation.
    pub implements: bool,
    /// Whether it is a loop of a function that the interpreter runs, or a method that this calls: it sees what that sees.
    pub live: bool,
    /// The parameters that are given numbers of NumPy, in bits: such widen arrays, as Python's do not.
    pub strong: u32,
    /// Whether it is applied to elements of arrays, and so given such numbers alone.
    pub elementwise: bool,
    /// Debug information.
    pub debug: bool,
    /// Whether code with debug information is optimised all the same.
    pub debug_optimised: bool,
    /// Whether the emulator is told what the threads of a kernel do, and reports races.
    pub check: bool,
    /// Compiled for a CUDA kernel.
    pub cuda: bool,
    /// The minor version of the CPython that runs: texts of some errors differ.
    pub minor: u8,
    /// The type of the value of `yield` expressions, where callers have said it.
    pub sends: Option<Ty>,
    /// Types that local variables are forced to, by name.
    pub locals: Vec<(Name, Ty)>,
    /// The program's own pipeline of passes, which change the function before it is typed.
    pub pipeline: Option<ObjId>,
}

impl Options {
    /// Whether this runs on all cores.
    pub fn divides(&self, what: Divided) -> bool {
        self.parallel && !self.cuda && !self.undivided.contains(&what)
    }
}

/// A function that a call site uses.
#[derive(Clone, Copy, Debug)]
pub struct Specialised {
    /// Its number, for the `call` operation.
    pub spec: u32,
    /// Type of its result; [`Ty::undefined`] while a recursive function's type is not known yet.
    pub ret: Ty,
    /// Whether it is typed, so that the result's type is final.
    pub done: bool,
    /// Whether it is known that it never returns: it raises whatever it is given.
    pub never: bool,
}

/// The outside, as inference sees it.
pub trait Host {
    /// The untyped IR of a function.
    fn untyped(&mut self, func: FuncId) -> Result<Arc<Untyped>>;
    /// Its parameters.
    fn params(&mut self, func: FuncId) -> Arc<Params>;
    /// The type that the annotation of one of its parameters stands for.
    fn annotation(&mut self, func: FuncId, parameter: &str) -> Option<Ty>;
    /// Its options.
    fn options(&mut self, func: FuncId) -> Arc<Options>;
    /// A global or builtin name as `func` sees it.
    fn global(&mut self, func: FuncId, name: &str) -> Option<HostValue>;
    /// The global and builtin names that `func` sees, for suggestions.
    fn global_names(&mut self, func: FuncId) -> Vec<String>;
    /// A closure variable of `func`.
    fn free(&mut self, func: FuncId, name: &str) -> Option<HostValue>;
    /// The default value of a parameter of `func` that is no simple constant, such as an array.
    fn default(&mut self, func: FuncId, name: &str) -> Option<HostValue>;
    /// An attribute of an object (a module, class or enum).
    fn attribute(&mut self, object: ObjId, name: &str) -> Option<HostValue>;
    /// The names that an object has, for suggestions.
    fn attribute_names(&mut self, object: ObjId) -> Vec<String>;
    /// The full name of a Python function of the standard library or of an installed package; None for other objects.
    fn library_name(&mut self, object: ObjId) -> Option<Name>;
    /// How code names a call of a function of a library by the interpreter, with some arguments by name; None of other objects.
    fn statement(&mut self, object: ObjId, names: &[Name]) -> Option<Name>;
    /// A member of module `builtins`.
    fn builtin(&mut self, name: &str) -> Option<HostValue>;
    /// The class of Python's whose objects are those of a class of the library in compiled code.
    fn original_class(&mut self, class: ObjId) -> Option<Ty>;
    /// A module by its name, or the topmost package of it.
    fn module(&mut self, name: &str, top: bool) -> Option<HostValue>;
    /// The name by which the tables know a function or class: `math.sqrt`, `numpy.add`, `builtins.len`.
    fn key(&mut self, object: ObjId) -> Option<Name>;
    /// Whether class `sub` is `sup` or derived from it.
    fn is_subclass(&mut self, sub: ObjId, sup: ObjId) -> bool;
    /// The function that a jitted function (a dispatcher) compiles.
    fn jitted(&mut self, object: ObjId) -> Option<FuncId>;
    /// The types that an eagerly compiled dispatcher is restricted to: argument types and result of each signature.
    fn signatures(&mut self, func: FuncId) -> Option<Vec<(Vec<Ty>, Ty)>>;
    /// The Python function of the library (or of a user's `@overload`) that implements `key` for these arguments.
    fn overload(&mut self, key: &str, args: &[Ty], names: &[Name], span: Span) -> Result<Option<FuncId>>;
    /// Whether the library (or a user's `@overload`) has functions for `key`, for other arguments perhaps.
    fn has_overload(&mut self, key: &str) -> bool;
    /// The code of a function nested in `func` as a function of its own. The last `defaults` positional parameters and the
    /// keyword-only ones named have default values; these and the captured variables are passed by each call.
    fn nested(
        &mut self,
        func: FuncId,
        code: u32,
        defaults: u32,
        kw_names: &[Name],
        captured: &[Name],
    ) -> Result<FuncId>;
    /// Whether two functions are made by the same statement.
    fn has_same_code(&mut self, func: FuncId, other: FuncId) -> bool;
    /// The inner function with a name beside an inner function, which carries the same as that; None when there is not exactly one.
    fn sibling(&mut self, func: FuncId, name: &str) -> Result<Option<FuncId>>;
    /// What a call of a [`nested`](Host::nested) function carries: names of the parameters with default values, then captured
    /// variables. Empty for other functions.
    fn captured_names(&mut self, func: FuncId) -> Vec<Name>;
    /// The name of a function.
    fn function_name(&mut self, func: FuncId) -> Name;
    /// A function of the library as functions with `parallel=True` call it: its loops run on all cores. Another function is what it is.
    fn parallel_form(&mut self, func: FuncId) -> FuncId;
    /// A function of the program as it is where these parameters, in bits, are numbers of NumPy. A function of the library is what it is.
    fn strong_form(&mut self, func: FuncId, strong: u32) -> Result<FuncId>;
    /// The type that a tuple is passed as to a recursive function that has been given a longer one in this place by each call so far: that of
    /// tuples of any length. None for others.
    fn of_any_length(&mut self, func: FuncId, at: usize, tuple: Ty) -> Option<Ty>;
    /// The specialisation of a function for these argument types, one for each of its parameters. Compiles it as far as typed IR.
    fn specialise(&mut self, func: FuncId, args: &[Ty], span: Span) -> Result<Specialised>;
    /// As [`specialise`](Host::specialise), with lists of unknown items in the result being those that the caller makes of them.
    fn specialise_for(&mut self, func: FuncId, args: &[Ty], ret: Ty, span: Span) -> Result<Specialised>;
    /// What the lists, dicts and sets of the caller's become, whose types have sites, when the function has put its items into them: the
    /// types of all arguments. With it the type of the result, as far as it is known. None while that is being found out.
    /// An error where a class has to say first what its objects hold.
    fn filled(&mut self, func: FuncId, args: &[Ty]) -> Result<Option<(Vec<Ty>, Ty)>>;
    /// Says of what type the result of the function is, as far as it is known, that is being asked so.
    fn gives(&mut self, ret: Ty);
    /// Says what is assigned to the variables of a function with debug information, in the order of its code.
    fn assigned(&mut self, func: FuncId, variables: &mut dyn Iterator<Item = (Name, Ty)>);
    /// Says what a field is set to in objects that are being made, for which this shape stands.
    fn note_field(&mut self, shape: Shape, field: usize, ty: Ty);
    /// What [`note_field`](Host::note_field) has been told of a shape, which is forgotten.
    fn noted_fields(&mut self, shape: Shape) -> Vec<(usize, Ty)>;
    /// Says what a field would have to hold, by the number of its class, for what a function does with objects of which not all is known yet.
    fn suggest(&mut self, wanted: (u32, usize, u32));

    /// Whether functions have said so of fields that do not hold that yet.
    fn has_suggestions(&self) -> bool;
    /// What [`gives`](Host::gives) has said last of a function that is being asked.
    fn given_so_far(&mut self, func: FuncId) -> Option<Ty>;
    /// The function that resumes what a call of a function with `yield` gives: it takes that and gives a bool, whether there is a value.
    fn resume(&mut self, func: FuncId, args: &[Ty], span: Span) -> Result<u32>;
    /// The function that [`sent`](Host::sent) was asked of for this one; itself for others.
    fn unsent(&mut self, func: FuncId) -> FuncId;
    /// A function with `yield` that is sent values of this type.
    fn sent(&mut self, func: FuncId, sends: Ty) -> Result<FuncId>;
    /// What the program's functions that have been specialised for the one that is being typed raise: the word of the class in typed IR, and the
    /// types of the arguments.
    fn raised(&mut self) -> Vec<(Name, Vec<Ty>)>;
    /// Adds a function that inference built itself, under a name that stands for its contents.
    fn add_typed(&mut self, name: &str, build: &mut dyn FnMut() -> Typed) -> Specialised;
}
