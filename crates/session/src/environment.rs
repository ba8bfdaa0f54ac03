//! What the session asks of Python.

use coluber_base::{Name, Result, Span};
use coluber_bytecode::{CodeObject, Tables};
use coluber_infer::{FuncId, HostValue, Options, Params};
use coluber_types::{ObjId, Ty};
use std::sync::Arc;

/// A Python function, as it is registered with a session.
#[derive(Clone)]
pub struct FunctionDef {
    /// Its code.
    pub code: Arc<CodeObject>,
    /// The interpreter's tables, to decode it.
    pub tables: Arc<Tables>,
    /// Its parameters.
    pub params: Params,
    /// The Python function object, through which globals and closure variables are found.
    pub object: ObjId,
    /// Options of its decorator.
    pub options: Options,
    /// Whether it is part of the package.
    pub own: bool,
}

/// Python, as the session sees it. All calls happen with the interpreter attached.
pub trait Environment {
    /// Says which Python function the next questions are for: what they are answered with has to live as long as its code, which may be
    /// longer than what is compiled now.
    fn asking(&mut self, function: Option<ObjId>);
    /// A global or builtin name as the Python function `function` sees it.
    fn global(&mut self, function: ObjId, name: &str) -> Option<HostValue>;
    /// The global and builtin names that the Python function sees.
    fn global_names(&mut self, function: ObjId) -> Vec<String>;
    /// The globals of the Python function that compiled code assigns to.
    fn variables(&mut self, function: ObjId) -> Vec<Name>;
    /// A closure variable of the Python function.
    fn free(&mut self, function: ObjId, name: &str) -> Option<HostValue>;
    /// The default value of a parameter of the Python function.
    fn default(&mut self, function: ObjId, name: &str) -> Option<HostValue>;
    /// An attribute of an object.
    fn attribute(&mut self, object: ObjId, name: &str) -> Option<HostValue>;
    /// The names that an object has.
    fn attribute_names(&mut self, object: ObjId) -> Vec<String>;
    /// The full name of a Python function of the standard library or of an installed package; None for other objects.
    fn library_name(&mut self, object: ObjId) -> Option<Name>;
    /// How code names a call of a function of a library by the interpreter, with some arguments by name; None of other objects.
    fn statement(&mut self, object: ObjId, names: &[Name]) -> Option<Name>;
    /// A member of module `builtins`.
    fn builtin(&mut self, name: &str) -> Option<HostValue>;
    /// The class of Python's whose objects are those of a class of the library in compiled code.
    fn original_class(&mut self, class: ObjId) -> Option<Ty>;
    /// The type that the annotation of a parameter of a function stands for.
    fn annotation(&mut self, function: ObjId, parameter: &str) -> Option<Ty>;
    /// A module by its name, or the topmost package of it.
    fn module(&mut self, name: &str, top: bool) -> Option<HostValue>;
    /// The name by which the tables know a function or class: `math.sqrt`, `numpy.add`, `builtins.len`.
    fn key(&mut self, object: ObjId) -> Option<Name>;
    /// Whether class `sub` is `sup` or derived from it.
    fn is_subclass(&mut self, sub: ObjId, sup: ObjId) -> bool;
    /// The function of a dispatcher, or a plain Python function of the library.
    fn jitted(&mut self, object: ObjId) -> Option<Overload>;
    /// The function that implements `key` for these arguments, registered with the session as a [`FunctionDef`].
    fn overload(&mut self, key: &str, args: &[Ty], names: &[Name], span: Span) -> Result<Option<Overload>>;
    /// The Python function that the passes of a pipeline and the rewrites of the program make of another one, for arguments of these types;
    /// None where they leave it as it is.
    fn changed(
        &mut self,
        function: ObjId,
        pipeline: Option<ObjId>,
        args: &[Ty],
        ret: Option<Ty>,
    ) -> Result<Option<ObjId>>;
    /// The definition of such a function.
    fn definition(&mut self, function: ObjId, options: &Options) -> Result<FunctionDef>;
    /// Whether there are functions that implement `key`.
    fn has_overload(&mut self, key: &str) -> bool;
}

/// A function that Python has found.
pub enum Overload {
    /// A function the session knows already.
    Known(FuncId),
    /// One to be registered.
    New(Box<FunctionDef>),
}
