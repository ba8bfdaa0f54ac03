//! Arguments of a call to parameters of the function.

use crate::values::{Sink, classify, key};
use coluber_types::Ty;
use pyo3::exceptions::PyTypeError;
use pyo3::ffi::PyObject;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use std::cell::{Cell, RefCell};

/// What a parameter gets that was not given.
pub enum Default {
    /// Nothing: the call is wrong.
    Required,
    /// Its default, which is constant for compiled code that is not made for an argument here.
    Omitted(Py<PyAny>),
    /// This object, as if it had been given.
    Object(Py<PyAny>),
}

/// Where the arguments are in a call with keywords.
struct Plan {
    names: Py<PyTuple>,
    positional: usize,
    sources: Sources,
}

/// Where the arguments of a call are.
#[derive(Clone)]
struct Sources {
    /// For each parameter; [`MISSING`] for those that are not given.
    named: Box<[u16]>,
    /// For those that `**kwargs` gets, with the number of the type of their name.
    others: Box<[(u32, u16)]>,
}

const MISSING: u16 = u16::MAX;
/// Call sites with keywords that are remembered, for each function.
const PLANS: usize = 8;

/// The parameters of a function.
pub struct Binding {
    /// Names of all parameters but `*args`.
    pub names: Vec<Py<PyString>>,
    /// What those get that are not given.
    pub defaults: Vec<Default>,
    positional: usize,
    positional_only: usize,
    varargs: bool,
    /// Whether there is `**kwargs`.
    varkw: bool,
    /// A call with so many arguments and no keywords needs no binding.
    direct: usize,
    plans: RefCell<Vec<Plan>>,
    next_plan: Cell<usize>,
}

/// The argument of a parameter.
#[derive(Clone)]
pub enum Argument<'a> {
    /// This object.
    Given(*mut PyObject),
    /// This object, the default, which is a constant.
    Omitted(*mut PyObject),
    /// The tuple of `*args`.
    Rest(&'a [*mut PyObject]),
    /// The values of `**kwargs`, in the order of the call.
    Keywords(Vec<*mut PyObject>),
}

impl Binding {
    /// The parameters of a Python function. `is_constant` tells which defaults are constants for compiled code.
    pub fn new(
        function: &Bound<'_, PyAny>,
        mut is_constant: impl FnMut(&Bound<'_, PyAny>) -> bool,
    ) -> PyResult<Binding> {
        let code = function.getattr("__code__")?;
        let count = |name: &str| code.getattr(name)?.extract::<usize>();
        let (names, positional) = parameters(&code)?;
        let keyword_only = names.len() - positional;
        let given = defaults(function, &names, positional)?;
        let defaults = given.into_iter().map(|default| match default {
            None => Default::Required,
            Some(object) if is_constant(&object) => Default::Omitted(object.unbind()),
            Some(object) => Default::Object(object.unbind()),
        });
        let varargs = count("co_flags")? & 0x04 != 0;
        let varkw = count("co_flags")? & 0x08 != 0;
        Ok(Binding {
            defaults: defaults.collect(),
            names: names.into_iter().map(Bound::unbind).collect(),
            positional,
            positional_only: count("co_posonlyargcount")?,
            varargs,
            varkw,
            direct: if varargs || varkw || keyword_only > 0 { usize::MAX } else { positional },
            plans: RefCell::default(),
            next_plan: Cell::new(0),
        })
    }

    /// Number of parameters, `*args` and `**kwargs` among them.
    pub fn parameter_count(&self) -> usize {
        self.names.len() + usize::from(self.varargs) + usize::from(self.varkw)
    }

    /// Whether there is `*args`.
    pub fn has_rest(&self) -> bool {
        self.varargs
    }

    /// Whether there is `**kwargs`.
    pub fn has_keywords(&self) -> bool {
        self.varkw
    }

    /// Whether the arguments of a call without keywords are those of the parameters, one to one.
    #[inline(always)]
    pub fn is_direct(&self, count: usize) -> bool {
        count == self.direct
    }

    /// Adds the words of a call's arguments. On false an exception is set.
    ///
    /// # Safety
    /// `args` holds `count` arguments and those of the keywords; all are alive. The GIL is held.
    pub unsafe fn classify(
        &self,
        args: *const *mut PyObject,
        count: usize,
        names: *mut PyObject,
        sink: &mut Sink<'_>,
    ) -> bool {
        // SAFETY: as the caller says.
        unsafe {
            if names.is_null() {
                let given = count.min(self.positional);
                return self.check_count(count)
                    && self.classify_each(args, count, |k| if k < given { k as u16 } else { MISSING }, &[], sink);
            }
            let plans = self.plans.borrow();
            if let Some(plan) = plans.iter().find(|p| p.names.as_ptr() == names && p.positional == count) {
                return self.classify_each(args, count, |k| plan.sources.named[k], &plan.sources.others, sink);
            }
            drop(plans);
            match self.plan(names, count) {
                Some(sources) => self.classify_each(args, count, |k| sources.named[k], &sources.others, sink),
                None => false,
            }
        }
    }

    /// `source` says where the argument of each parameter is.
    ///
    /// # Safety
    /// As for [`classify`](Self::classify); the sources are within the arguments.
    #[inline(always)]
    unsafe fn classify_each(
        &self,
        args: *const *mut PyObject,
        count: usize,
        source: impl Fn(usize) -> u16,
        others: &[(u32, u16)],
        sink: &mut Sink<'_>,
    ) -> bool {
        for k in 0..self.names.len() {
            // SAFETY: as the caller says.
            let done = unsafe {
                match source(k) {
                    MISSING => self.classify_default(k, count, sink),
                    from => classify(*args.add(from as usize), sink),
                }
            };
            if !done {
                return false;
            }
        }
        // SAFETY: positional arguments beyond the parameters are the rest.
        (!self.varargs || unsafe { classify_rest(rest(args, count, self.positional), sink) })
            && (!self.varkw || unsafe { classify_keywords(args, others, sink) })
    }

    #[inline]
    unsafe fn classify_default(&self, parameter: usize, count: usize, sink: &mut Sink<'_>) -> bool {
        match &self.defaults[parameter] {
            Default::Omitted(_) => {
                sink.key.push(key::OMITTED);
                true
            }
            // SAFETY: the binding holds the object.
            Default::Object(object) => unsafe { classify(object.as_ptr(), sink) },
            Default::Required => {
                self.raise_missing(parameter, count);
                false
            }
        }
    }

    /// The argument of each parameter, for calls whose arguments are converted. The call has been checked.
    ///
    /// # Safety
    /// As for [`classify`](Self::classify).
    pub unsafe fn arguments<'a>(
        &self,
        args: *const *mut PyObject,
        count: usize,
        names: *mut PyObject,
    ) -> Option<Vec<Argument<'a>>> {
        // SAFETY: as the caller says.
        unsafe {
            let place = |k: usize| if k < count.min(self.positional) { k as u16 } else { MISSING };
            let sources = match names.is_null() {
                true => Sources { named: (0..self.names.len()).map(place).collect(), others: Box::default() },
                false => self.sources(&Bound::from_borrowed_ptr(Python::assume_attached(), names), count)?,
            };
            let mut arguments: Vec<Argument<'a>> = Vec::with_capacity(self.parameter_count());
            for (k, &source) in sources.named.iter().enumerate() {
                arguments.push(match (source, &self.defaults[k]) {
                    (MISSING, Default::Object(object)) => Argument::Given(object.as_ptr()),
                    (MISSING, Default::Omitted(object)) => Argument::Omitted(object.as_ptr()),
                    (MISSING, Default::Required) => {
                        self.raise_missing(k, count);
                        return None;
                    }
                    _ => Argument::Given(*args.add(source as usize)),
                });
            }
            if self.varargs {
                arguments.push(Argument::Rest(rest(args, count, self.positional)));
            }
            if self.varkw {
                let given = sources.others.iter().map(|&(_, source)| *args.add(source as usize));
                arguments.push(Argument::Keywords(given.collect()));
            }
            Some(arguments)
        }
    }

    /// Finds where the arguments are, and remembers it for the next call from the same place. None with an exception set.
    unsafe fn plan(&self, names: *mut PyObject, count: usize) -> Option<Sources> {
        // SAFETY: keyword names are a tuple, alive during the call.
        let names = unsafe { Bound::from_borrowed_ptr(Python::assume_attached(), names) };
        let sources = self.sources(&names, count)?;
        let names = names.cast_into::<PyTuple>().ok()?.unbind();
        let plan = Plan { names, positional: count, sources: sources.clone() };
        let mut plans = self.plans.borrow_mut();
        let replaced = if plans.len() < PLANS {
            plans.push(plan);
            None
        } else {
            let slot = self.next_plan.get() % PLANS;
            self.next_plan.set(slot + 1);
            Some(std::mem::replace(&mut plans[slot], plan))
        };
        drop(plans);
        drop(replaced);
        Some(sources)
    }

    fn sources(&self, keywords: &Bound<'_, PyAny>, count: usize) -> Option<Sources> {
        let found = self.try_sources(keywords, count);
        found.map_err(|error| error.restore(keywords.py())).ok()
    }

    fn try_sources(&self, keywords: &Bound<'_, PyAny>, count: usize) -> PyResult<Sources> {
        let py = keywords.py();
        let keywords = keywords.cast::<PyTuple>()?;
        if count > self.positional && !self.varargs {
            return Err(self.too_many(count));
        }
        let mut others = Vec::new();
        let mut sources = vec![MISSING; self.names.len()];
        (0..count.min(self.positional)).for_each(|k| sources[k] = k as u16);
        for (k, keyword) in keywords.iter().enumerate() {
            let mut position = None;
            for (p, name) in self.names.iter().enumerate() {
                if keyword.is(name.bind(py)) || keyword.eq(name.bind(py))? {
                    position = Some(p);
                }
            }
            match position {
                Some(p) if p < self.positional_only && !self.varkw => {
                    return Err(PyTypeError::new_err(format!(
                        "got some positional-only arguments passed as keyword arguments: '{keyword}'"
                    )));
                }
                Some(p) if p >= self.positional_only && sources[p] != MISSING => {
                    return Err(PyTypeError::new_err(format!("got multiple values for argument '{keyword}'")));
                }
                Some(p) if p >= self.positional_only => sources[p] = (count + k) as u16,
                _ if self.varkw => {
                    let name = keyword.extract::<String>()?;
                    others.push((Ty::literal_str(name).id(), (count + k) as u16));
                }
                _ => return Err(PyTypeError::new_err(format!("got an unexpected keyword argument '{keyword}'"))),
            }
        }
        Ok(Sources { named: sources.into(), others: others.into() })
    }

    fn check_count(&self, count: usize) -> bool {
        if count > self.positional && !self.varargs {
            // SAFETY: the GIL is held in a call.
            self.too_many(count).restore(unsafe { Python::assume_attached() });
            return false;
        }
        true
    }

    fn too_many(&self, count: usize) -> PyErr {
        PyTypeError::new_err(format!("too many arguments: expected {}, got {count}", self.positional))
    }

    #[cold]
    fn raise_missing(&self, parameter: usize, count: usize) {
        // SAFETY: the GIL is held in a call.
        let py = unsafe { Python::assume_attached() };
        let expected = self.defaults.iter().filter(|default| matches!(default, Default::Required)).count();
        let name = self.names[parameter].bind(py);
        let message = format!("not enough arguments: expected {expected}, got {count}: missing argument '{name}'");
        PyTypeError::new_err(message).restore(py);
    }

    /// Calls `f` with each object that the binding holds, until it says stop by a value other than 0.
    pub fn visit(&self, mut f: impl FnMut(*mut PyObject) -> i32) -> i32 {
        let objects = self.defaults.iter().filter_map(|default| match default {
            Default::Object(object) => Some(object.as_ptr()),
            _ => None,
        });
        objects.map(&mut f).find(|&stop| stop != 0).unwrap_or(0)
    }
}

unsafe fn rest<'a>(args: *const *mut PyObject, count: usize, positional: usize) -> &'a [*mut PyObject] {
    if count <= positional {
        return &[];
    }
    // SAFETY: the caller has `count` arguments.
    unsafe { std::slice::from_raw_parts(args.add(positional), count - positional) }
}

unsafe fn classify_rest(rest: &[*mut PyObject], sink: &mut Sink<'_>) -> bool {
    sink.is_rest = true;
    sink.key.push(key::TUPLE | (rest.len() as u64) << 8);
    // SAFETY: arguments are alive during the call.
    rest.iter().all(|&argument| unsafe { classify(argument, sink) })
}

/// The words of the arguments that `**kwargs` gets.
unsafe fn classify_keywords(args: *const *mut PyObject, others: &[(u32, u16)], sink: &mut Sink<'_>) -> bool {
    sink.is_rest = true;
    sink.key.push(key::KEYWORDS | (others.len() as u64) << 8);
    others.iter().all(|&(name, source)| {
        sink.key.push(u64::from(name));
        // SAFETY: arguments are alive during the call.
        unsafe { classify(*args.add(source as usize), sink) }
    })
}

/// The names of the parameters but those with stars, and how many are positional.
fn parameters<'py>(code: &Bound<'py, PyAny>) -> PyResult<(Vec<Bound<'py, PyString>>, usize)> {
    let count = |name: &str| code.getattr(name)?.extract::<usize>();
    let positional = count("co_argcount")?;
    let mut names: Vec<Bound<'_, PyString>> = code.getattr("co_varnames")?.extract()?;
    names.truncate(positional + count("co_kwonlyargcount")?);
    Ok((names, positional))
}

/// The default of a parameter.
pub fn default_of<'py>(function: &Bound<'py, PyAny>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    let (names, positional) = parameters(&function.getattr("__code__")?)?;
    let found = defaults(function, &names, positional)?;
    let has_name = |(known, _): &(&Bound<'_, PyString>, _)| known.to_str().is_ok_and(|known| known == name);
    Ok(names.iter().zip(found).find(has_name).and_then(|(_, default)| default))
}

/// The default of each of the names.
fn defaults<'py>(
    function: &Bound<'py, PyAny>,
    names: &[Bound<'py, PyString>],
    positional: usize,
) -> PyResult<Vec<Option<Bound<'py, PyAny>>>> {
    let mut found = vec![None; names.len()];
    if let Ok(values) = function.getattr("__defaults__")?.cast::<PyTuple>() {
        let first = positional.saturating_sub(values.len());
        found.iter_mut().skip(first).zip(values.iter()).for_each(|(slot, value)| *slot = Some(value));
    }
    if let Ok(values) = function.getattr("__kwdefaults__")?.cast::<PyDict>() {
        for (k, name) in names.iter().enumerate().skip(positional) {
            found[k] = values.get_item(name)?;
        }
    }
    Ok(found)
}
