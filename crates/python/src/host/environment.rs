//! [`Environment`]: what the compiler asks of Python while it compiles.

use super::constants::{self, Keeper};
use super::{function, keys, passes, shared};
use crate::dispatcher::{Core, core_of, default_of};
use crate::gate::Gate;
use crate::values::counterparts;
use crate::{objects, types};
use coluber_base::{Diagnostic, ErrorClass, Name, Result, Span};
use coluber_infer::{HostData, HostValue, Options};
use coluber_session::{Environment, FunctionDef, Overload, Session};
use coluber_types::{ObjId, Ty};
use parking_lot::Mutex;
use pyo3::exceptions::PyAttributeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFunction, PyList, PySet, PyString, PyTuple, PyType};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

/// Python during one compilation.
pub struct PythonEnvironment<'a, 'py> {
    py: Python<'py>,
    /// The jitted function that is compiled.
    dispatcher: &'a Bound<'py, PyAny>,
    /// Its core, which keeps what the code refers to.
    core: &'a Core,
    gate: &'a Gate,
    /// The Python function that is typed.
    asking: Option<ObjId>,
    raised: Option<PyErr>,
    /// The names that objects have in the tables: functions that are typed again ask again.
    keys: FxHashMap<ObjId, Option<Name>>,
    /// Keys for which there are implementations. None goes away while something is compiled.
    implemented: FxHashSet<String>,
}

/// Definitions of library functions, by the Python function.
static LIBRARY: LazyLock<Mutex<FxHashMap<ObjId, LibraryFunction>>> = LazyLock::new(Mutex::default);

#[derive(Clone)]
struct LibraryFunction {
    definition: FunctionDef,
    /// What its closure variables were.
    captured: Arc<[Py<PyAny>]>,
    _function: Arc<Py<PyAny>>,
}

impl<'a, 'py> PythonEnvironment<'a, 'py> {
    /// Python while a dispatcher compiles.
    pub fn new(dispatcher: &'a Bound<'py, PyAny>, gate: &'a Gate) -> PyResult<Self> {
        let core = core_of(dispatcher)?;
        let (keys, implemented) = (FxHashMap::default(), FxHashSet::default());
        Ok(PythonEnvironment {
            py: dispatcher.py(),
            dispatcher,
            core,
            gate,
            asking: None,
            raised: None,
            keys,
            implemented,
        })
    }

    /// What Python code raised while it was asked, other than that something is missing.
    pub fn take_raised(&mut self) -> Option<PyErr> {
        self.raised.take()
    }

    /// Remembers an exception, for the caller of the compiler.
    fn ask<T>(&mut self, question: impl FnOnce(&mut Self) -> PyResult<Option<T>>) -> Option<T> {
        match question(self) {
            Ok(answer) => answer,
            Err(error) => {
                self.raised.get_or_insert(error);
                None
            }
        }
    }

    fn constant(&mut self, object: Option<Bound<'py, PyAny>>) -> PyResult<Option<HostValue>> {
        object.map(|object| constants::constant(&object, self)).transpose()
    }

    fn function(&self, id: ObjId) -> PyResult<Bound<'py, PyFunction>> {
        Ok(objects::get(self.py, id)?.cast_into::<PyFunction>()?)
    }

    fn find_global(&self, function: ObjId, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let function = self.function(function)?;
        if let Some(name) = name.strip_prefix(coluber_session::GLOBAL_VARIABLE) {
            let module = self.py.import("coluber.core.global_variables")?;
            return module.call_method1("object_of", (function.getattr("__globals__")?, name)).map(Some);
        }
        if let Some(name) = name.strip_prefix(TEXTS) {
            let found = function.getattr("__globals__")?.cast_into::<PyDict>()?.get_item(name)?;
            let Some(list) = found.and_then(|found| found.cast_into::<PyList>().ok()) else { return Ok(None) };
            let is_text = |item: Bound<'py, PyAny>| item.is_exact_instance_of::<PyString>();
            return Ok(list.iter().all(is_text).then(|| list.to_tuple().into_any()));
        }
        for attribute in ["__globals__", "__builtins__"] {
            if let Some(found) = function.getattr(attribute)?.cast::<PyDict>()?.get_item(name)? {
                return helper(&function, self.itself(found)).map(Some);
            }
        }
        self.not_bound_yet(&function, name)
    }

    /// A container under the name of a global whose annotation says what it holds.
    fn annotated(&mut self, function: ObjId, name: &str, object: &Bound<'py, PyAny>) -> PyResult<Option<HostValue>> {
        if !object.is_instance_of::<PyList>() && !object.is_instance_of::<PyDict>() && !object.is_instance_of::<PySet>()
        {
            return Ok(None);
        }
        let names = self.function(function)?.getattr("__globals__")?;
        let found = self.py.import("coluber.core.annotations")?.call_method1("type_of_global", (names, name))?;
        let Ok(number) = found.extract::<u32>() else { return Ok(None) };
        Ok(shared::constant(object, Ty::from_id(number), self).ok().flatten())
    }

    /// A container that a class shares, of which an annotation says what it holds.
    fn annotated_member(&mut self, answer: &Bound<'py, PyAny>) -> PyResult<Option<HostValue>> {
        let Ok((kind, object, number)) = answer.extract::<(String, Bound<'py, PyAny>, u32)>() else { return Ok(None) };
        if kind != "annotated" {
            return Ok(None);
        }
        let value = shared::constant(&object, Ty::from_id(number), self).ok().flatten();
        Ok(value.map(|value| HostValue {
            ty: Ty::tuple(vec![Ty::literal_str("constant"), value.ty]),
            data: HostData::Tuple(vec![HostValue::of_type(Ty::literal_str("constant")), value]),
        }))
    }

    /// The dispatcher in place of its Python function, the value itself otherwise: a function that calls itself by a name that means
    /// what was not decorated is compiled all the way.
    fn itself(&self, value: Bound<'py, PyAny>) -> Bound<'py, PyAny> {
        if value.is(&self.core.function) { self.dispatcher.clone() } else { value }
    }

    /// What a name means that has no value while the function is decorated: the dispatcher, if it is the function's own name.
    fn not_bound_yet(&self, function: &Bound<'py, PyFunction>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let is_own = function.is(&self.core.function) && function.getattr("__name__")?.eq(name)?;
        Ok(is_own.then(|| self.dispatcher.clone()))
    }

    fn find_free(&self, function: ObjId, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let function = self.function(function)?;
        let names: Vec<String> = function.getattr("__code__")?.getattr("co_freevars")?.extract()?;
        let Some(index) = names.iter().position(|n| n == name) else { return Ok(None) };
        let cell = function.getattr("__closure__")?.get_item(index)?;
        // An empty cell raises ValueError: the variable is not bound yet.
        match cell.getattr("cell_contents") {
            Ok(value) => Ok(Some(self.itself(value))),
            Err(_) => self.not_bound_yet(&function, name),
        }
    }

    fn find_overload(&mut self, key: &str, args: &[Ty], names: &[Name]) -> PyResult<Option<Overload>> {
        let py = self.py;
        let args = args.iter().map(|&ty| types::to_python(py, ty)).collect::<PyResult<Vec<_>>>()?;
        let names = PyTuple::new(py, names.iter().map(|name| &**name))?;
        let extending = py.import("coluber.core.extending")?;
        let Some(find) = extending.getattr_opt("find_overload")? else { return Ok(None) };
        let found = find.call1((key, PyTuple::new(py, args)?, names))?;
        if found.is_none() {
            return Ok(None);
        }
        if let Ok(core) = core_of(&found) {
            self.keep(&found);
            return core.register(py, self.gate).map(|id| Some(Overload::Known(id)));
        }
        let mut definition = library_function(&found)?;
        definition.options.implements = true;
        Ok(Some(Overload::New(Box::new(definition))))
    }

    /// What a pass of the program raised goes to the caller of the compiler as it is.
    fn failed_pass(&mut self, error: PyErr) -> Box<Diagnostic> {
        let message = error.value(self.py).to_string();
        self.raised.get_or_insert(error);
        Diagnostic::new(ErrorClass::Typing, message, Span::default())
    }

    /// What an overload raised: the compiler's own errors say why the call is refused, others are the program's.
    fn overload_error(&mut self, error: PyErr, span: Span) -> Box<Diagnostic> {
        let text = error.value(self.py).to_string();
        let message = without_stage(&text);
        let class = match error.get_type(self.py).name().map(|n| n.to_string()).as_deref() {
            Ok("RequireLiteralValue") => ErrorClass::RequireLiteral,
            Ok("NumbaValueError") => ErrorClass::Value,
            Ok("UnsupportedError") => ErrorClass::Unsupported,
            Ok("LoweringError") => ErrorClass::Lowering,
            _ => ErrorClass::Typing,
        };
        let constants =
            error.value(self.py).getattr("requested_args").and_then(|wanted| wanted.extract::<BTreeSet<usize>>());
        let constants = constants.unwrap_or_default().into_iter().collect();
        let diagnostic = Diagnostic::new(class, message, span).wanting_constants(constants);
        if is_compiler_error(&error, self.py).unwrap_or(false) {
            return diagnostic;
        }
        self.raised.get_or_insert(error);
        diagnostic.ending_search()
    }
}

/// What stands before the name of a global list of texts, of which a tuple is asked for.
const TEXTS: &str = "texts:";

/// What stands before the name of a function's attribute that code may assign to.
const FUNCTION_VARIABLE: &str = "variable:";

/// An attribute; of a jitted function that of the Python function, which has what the program gave to it. Behind this prefix it is the object
/// that has such an attribute as a field.
fn member<'py>(object: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    if let Some(name) = name.strip_prefix(FUNCTION_VARIABLE) {
        let function = object.getattr(intern!(object.py(), "py_func"))?;
        return object.py().import("coluber.core.function_attributes")?.call_method1("object_of", (function, name));
    }
    match crate::dispatcher::is_dispatcher(object) {
        true => object.getattr(intern!(object.py(), "py_func"))?.getattr(name),
        false => object.getattr(name),
    }
}

/// In the place of a plain function that code of its own package calls by name, one that is compiled.
fn helper<'py>(caller: &Bound<'py, PyFunction>, found: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    match found.is_exact_instance_of::<PyFunction>() {
        true => found.py().import("coluber.core.helpers")?.call_method1("helper_for", (caller, found)),
        false => Ok(found),
    }
}

/// The text of an error without the line that says which stage failed: the error that it becomes has one of its own.
fn without_stage(text: &str) -> &str {
    match text.split_once('\n') {
        Some((first, rest)) if first.starts_with("Failed in nopython mode pipeline") => rest,
        _ => text,
    }
}

fn is_compiler_error(error: &PyErr, py: Python<'_>) -> PyResult<bool> {
    let class = py.import("coluber.core.errors")?.getattr("NumbaError")?;
    error.value(py).is_instance(&class)
}

fn library_function(function: &Bound<'_, PyAny>) -> PyResult<FunctionDef> {
    let id = objects::id_of(function)?;
    let captured = captured(function)?;
    let known = LIBRARY.lock().get(&id).cloned();
    if let Some(known) = known {
        if captured.iter().map(Py::as_ptr).eq(known.captured.iter().map(Py::as_ptr)) {
            return Ok(known.definition);
        }
        Session::global().renew_library_function(id);
    }
    let options = match function.getattr_opt("library_options")? {
        Some(given) => function::options(function.py(), Some(given.cast::<PyDict>()?))?,
        None => Options::default(),
    };
    let definition = function::definition(function.cast::<PyFunction>()?, options)?;
    let entry =
        LibraryFunction { definition: definition.clone(), captured, _function: Arc::new(function.clone().unbind()) };
    let before = LIBRARY.lock().insert(id, entry);
    // Dropped outside of the lock: that may run Python code.
    drop(before);
    Ok(definition)
}

/// What the closure variables of a function are now; nothing for those that have no value yet.
fn captured(function: &Bound<'_, PyAny>) -> PyResult<Arc<[Py<PyAny>]>> {
    let cells = function.getattr("__closure__")?;
    let cells = cells.cast::<PyTuple>().map(|cells| cells.iter().collect::<Vec<_>>()).unwrap_or_default();
    Ok(cells.into_iter().filter_map(|cell| cell.getattr("cell_contents").ok()).map(Bound::unbind).collect())
}

impl Keeper for PythonEnvironment<'_, '_> {
    fn keep(&mut self, object: &Bound<'_, PyAny>) {
        self.core.keep(object);
        if let Some(function) = self.asking
            && let Err(error) = keep_with(self.py, function, object)
        {
            self.raised.get_or_insert(error);
        }
    }
}

/// Keeps an object as long as a function: other functions may use its code when what is compiled now is gone.
fn keep_with(py: Python<'_>, function: ObjId, object: &Bound<'_, PyAny>) -> PyResult<()> {
    let function = objects::get(py, function)?;
    let name = intern!(py, "__coluber_constants__");
    let kept = match function.getattr_opt(name)? {
        Some(kept) => kept,
        None => {
            let kept = py.import(intern!(py, "coluber.core.constants"))?.getattr(intern!(py, "Constants"))?.call0()?;
            function.setattr(name, &kept)?;
            kept
        }
    };
    kept.set_item(object.as_ptr() as usize, object)
}

impl Environment for PythonEnvironment<'_, '_> {
    fn asking(&mut self, function: Option<ObjId>) {
        self.asking = function;
    }

    fn global(&mut self, function: ObjId, name: &str) -> Option<HostValue> {
        self.ask(|this| {
            let found = this.find_global(function, name)?;
            let names = this.function(function)?.getattr("__globals__")?.cast_into::<PyDict>()?;
            let is_bound =
                |found: &Bound<'_, PyAny>| PyResult::Ok(names.get_item(name)?.is_some_and(|own| own.is(found)));
            let Some(found) = found else { return Ok(None) };
            if !is_bound(&found)? {
                return this.constant(Some(found));
            }
            let value = match this.annotated(function, name, &found)? {
                None => shared::begun(&found, (&names, name), this),
                annotated => annotated,
            };
            let value = value.map_or_else(|| this.constant(Some(found)), |value| Ok(Some(value)))?;
            Ok(value.map(|value| shared::under_name(value, &names, name)))
        })
    }

    fn global_names(&mut self, function: ObjId) -> Vec<String> {
        let names = self.ask(|this| {
            let function = this.function(function)?;
            let mut names = Vec::new();
            for attribute in ["__globals__", "__builtins__"] {
                names.extend(function.getattr(attribute)?.cast::<PyDict>()?.keys().extract::<Vec<String>>()?);
            }
            Ok(Some(names))
        });
        names.unwrap_or_default()
    }

    fn variables(&mut self, function: ObjId) -> Vec<Name> {
        let names = self.ask(|this| {
            let module = this.py.import("coluber.core.global_variables")?;
            let names: Vec<String> = module.call_method1("names_for", (this.function(function)?,))?.extract()?;
            Ok(Some(names))
        });
        names.unwrap_or_default().into_iter().map(Name::from).collect()
    }

    fn free(&mut self, function: ObjId, name: &str) -> Option<HostValue> {
        self.ask(|this| this.constant(this.find_free(function, name)?))
    }

    fn default(&mut self, function: ObjId, name: &str) -> Option<HostValue> {
        self.ask(|this| {
            let found = default_of(this.function(function)?.as_any(), name)?;
            match found {
                Some(value) if value.is_exact_instance_of::<PyFunction>() => {
                    let stand_ins = this.py.import("coluber.core.stand_ins")?;
                    this.constant(Some(stand_ins.getattr("of_default")?.call1((value,))?))
                }
                found => this.constant(found),
            }
        })
    }

    fn attribute(&mut self, object: ObjId, name: &str) -> Option<HostValue> {
        self.ask(|this| match member(&objects::get(this.py, object)?, name) {
            // The defaults of keyword-only parameters are read as pairs.
            Ok(value) if name == "__kwdefaults__" && value.is_instance_of::<PyDict>() => {
                this.constant(Some(PyTuple::new(this.py, value.cast::<PyDict>()?.items())?.into_any()))
            }
            Ok(value) => match this.annotated_member(&value)? {
                Some(found) => Ok(Some(found)),
                None => this.constant(Some(value)),
            },
            Err(error) if error.is_instance_of::<PyAttributeError>(this.py) => Ok(None),
            Err(error) => Err(error),
        })
    }

    fn attribute_names(&mut self, object: ObjId) -> Vec<String> {
        let names = self.ask(|this| objects::get(this.py, object)?.dir()?.extract().map(Some));
        names.unwrap_or_default()
    }

    fn library_name(&mut self, object: ObjId) -> Option<Name> {
        self.ask(|this| {
            let source = this.py.import("coluber.core.source")?;
            let name: Option<String> =
                source.call_method1("library_name", (objects::get(this.py, object)?,))?.extract()?;
            Ok(name.map(Name::from))
        })
    }

    fn statement(&mut self, object: ObjId, names: &[Name]) -> Option<Name> {
        self.ask(|this| {
            let names = PyTuple::new(this.py, names.iter().map(|name| &**name))?;
            let statements = this.py.import("coluber.objectmode.statements")?;
            let name: Option<String> =
                statements.call_method1("name_of", (objects::get(this.py, object)?, names))?.extract()?;
            Ok(name.map(Name::from))
        })
    }

    fn original_class(&mut self, class: ObjId) -> Option<Ty> {
        self.ask(|this| {
            let original = counterparts::original_class(&objects::get(this.py, class)?);
            Ok(this.constant(original.map(Bound::into_any))?.map(|value| value.ty))
        })
    }

    fn annotation(&mut self, function: ObjId, parameter: &str) -> Option<Ty> {
        self.ask(|this| {
            let annotations = this.py.import("coluber.core.annotations")?;
            let found = annotations.call_method1("type_of_parameter", (this.function(function)?, parameter))?;
            Ok(found.extract::<Option<u32>>()?.and_then(Ty::from_id))
        })
    }

    fn builtin(&mut self, name: &str) -> Option<HostValue> {
        self.ask(|this| {
            if name == "NoneType" {
                return this.constant(Some(this.py.None().bind(this.py).get_type().into_any()));
            }
            this.constant(this.py.import("builtins")?.getattr_opt(name)?)
        })
    }

    fn module(&mut self, name: &str, top: bool) -> Option<HostValue> {
        self.ask(|this| {
            let module = this.py.import(name)?;
            let package = name.split('.').next().filter(|_| top).unwrap_or(name);
            this.constant(Some(if package == name { module } else { this.py.import(package)? }.into_any()))
        })
    }

    fn key(&mut self, object: ObjId) -> Option<Name> {
        if let Some(known) = self.keys.get(&object) {
            return known.clone();
        }
        let found = self.ask(|this| Ok(keys::key_of(&objects::get(this.py, object)?)?.map(Name::from)));
        self.keys.insert(object, found.clone());
        found
    }

    fn is_subclass(&mut self, sub: ObjId, sup: ObjId) -> bool {
        let answer = self.ask(|this| {
            let sup = objects::get(this.py, sup)?;
            let sub = objects::get(this.py, sub)?;
            let stands_for = counterparts::original_class(&sub).map(|class| class.is_subclass(&sup));
            // What `object()` has made stands for a class of its own.
            let is_class = sub.is_instance_of::<PyType>();
            Ok(Some(stands_for.unwrap_or(Ok(false))? || is_class && sub.cast::<PyType>()?.is_subclass(&sup)?))
        });
        answer.unwrap_or(false)
    }

    fn jitted(&mut self, object: ObjId) -> Option<Overload> {
        self.ask(|this| {
            let function = objects::get(this.py, object)?;
            if function.is_exact_instance_of::<PyFunction>() {
                return library_function(&function).map(|definition| Some(Overload::New(Box::new(definition))));
            }
            // A class of the library is called as those of programs are.
            if function.is_instance_of::<PyType>() {
                return Ok(None);
            }
            this.keep(&function);
            core_of(&function)?.register(this.py, this.gate).map(|id| Some(Overload::Known(id)))
        })
    }

    fn overload(&mut self, key: &str, args: &[Ty], names: &[Name], span: Span) -> Result<Option<Overload>> {
        self.find_overload(key, args, names).map_err(|error| self.overload_error(error, span))
    }

    fn changed(
        &mut self,
        function: ObjId,
        pipeline: Option<ObjId>,
        args: &[Ty],
        ret: Option<Ty>,
    ) -> Result<Option<ObjId>> {
        passes::changed(self.dispatcher, function, pipeline, args, ret).map_err(|error| self.failed_pass(error))
    }

    fn definition(&mut self, function: ObjId, options: &Options) -> Result<FunctionDef> {
        let function = objects::get(self.py, function).and_then(|object| Ok(object.cast_into::<PyFunction>()?));
        let made = function.and_then(|function| function::definition(&function, options.clone()));
        made.map_err(|error| self.failed_pass(error))
    }

    fn has_overload(&mut self, key: &str) -> bool {
        if self.implemented.contains(key) {
            return true;
        }
        let answer = self.ask(|this| {
            let extending = this.py.import("coluber.core.extending")?;
            extending.getattr("is_implemented")?.call1((key,))?.extract().map(Some)
        });
        let is_implemented = answer.unwrap_or(false);
        if is_implemented {
            self.implemented.insert(key.to_owned());
        }
        is_implemented
    }
}
