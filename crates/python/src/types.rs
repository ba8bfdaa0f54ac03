//! The compiler's types as Python sees them: numbers, and objects of a class derived from [`PyTypeObject`].

use crate::{modules, objects};
use coluber_types::{
    Conversion, DictForm, DictPart, FloatTy, IntTy, Kind, Layout, ListForm, Literal, RecordField, Spread, TimeUnit, Ty,
    conversion, unify,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple, PyType};

/// The base of `coluber.core.types.Type`: it holds the number of a type.
#[pyclass(name = "Type", module = "coluber._native", subclass, frozen)]
pub struct PyTypeBase {
    /// The number of the type in the compiler's table.
    #[pyo3(get)]
    id: u32,
}

#[pymethods]
impl PyTypeBase {
    #[new]
    #[pyo3(signature = (id, *_args, **_kwargs))]
    fn new(id: u32, _args: &Bound<'_, PyTuple>, _kwargs: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        by_id(id)?;
        Ok(PyTypeBase { id })
    }
}

/// The type that a Python object of class `Type` stands for.
pub fn type_of_instance(object: &Bound<'_, PyAny>) -> Option<Ty> {
    Ty::from_id(object.cast::<PyTypeBase>().ok()?.get().id)
}

/// A type given as a number or as an object.
pub fn from_python(object: &Bound<'_, PyAny>) -> PyResult<Ty> {
    match type_of_instance(object) {
        Some(ty) => Ok(ty),
        None => by_id(object.extract()?),
    }
}

/// The Python object that stands for a type.
pub fn to_python(py: Python<'_>, ty: Ty) -> PyResult<Bound<'_, PyAny>> {
    py.import("coluber.core.types.base")?.getattr("from_id")?.call1((ty.id(),))
}

/// The class that makes numbers of this type: `numpy.float32`.
pub fn number_class(py: Python<'_>, ty: Ty) -> PyResult<Bound<'_, PyAny>> {
    if ty != Ty::bfloat16() && modules::is_imported(py, "numpy")? {
        return py.import("numpy")?.getattr(ty.to_string().as_str());
    }
    to_python(py, ty)
}

/// The type with this number.
pub fn from_id(number: u64) -> PyResult<Ty> {
    by_id(u32::try_from(number).unwrap_or(u32::MAX))
}

/// The type with this number.
pub fn by_id(id: u32) -> PyResult<Ty> {
    Ty::from_id(id).ok_or_else(|| PyValueError::new_err(format!("there is no type with number {id}")))
}

/// The parts of a type's description, read one after the other.
struct Parts<'a, 'py> {
    parts: &'a Bound<'py, PyTuple>,
    next: usize,
}

impl<'py> Parts<'_, 'py> {
    fn object(&mut self) -> PyResult<Bound<'py, PyAny>> {
        let part = self.parts.get_item(self.next)?;
        self.next += 1;
        Ok(part)
    }

    fn ty(&mut self) -> PyResult<Ty> {
        from_python(&self.object()?)
    }

    fn types(&mut self) -> PyResult<Vec<Ty>> {
        self.object()?.try_iter()?.map(|item| from_python(&item?)).collect()
    }

    fn is_true(&mut self) -> PyResult<bool> {
        self.object()?.is_truthy()
    }
}

/// The number of the type of this kind with these parts.
#[pyfunction]
#[pyo3(signature = (kind, *parts))]
pub fn type_make(kind: &str, parts: &Bound<'_, PyTuple>) -> PyResult<u32> {
    let parts = &mut Parts { parts, next: 0 };
    if let Some(kind) = simple(kind) {
        return Ok(Ty::new(kind).id());
    }
    let ty = match kind {
        "int" => Ty::int(IntTy { bits: width(parts, &[8, 16, 32, 64])?, signed: parts.is_true()? }),
        "float" => Ty::float(float(width(parts, &[16, 32, 64])?)),
        "complex" => Ty::complex(float(width(parts, &[64, 128])? / 2)),
        "slice" => slice(width(parts, &[2, 3])?),
        "range" => match *parts.ty()?.kind() {
            Kind::Int(int) => Ty::new(Kind::Range { int, step: None, parallel: Spread::No }),
            _ => return Err(PyTypeError::new_err("a range needs an integer type")),
        },
        "tuple" => Ty::tuple(parts.types()?),
        "namedtuple" => named_tuple(parts)?,
        "enum" => {
            let class = parts.object()?;
            let value = parts.ty()?;
            match class.cast::<PyType>() {
                Ok(class) => crate::values::type_of::member(class, value).map_err(|e| e.into_error(class.py()))?,
                Err(_) => crate::values::type_of::mark(&class)?,
            }
        }
        "instance" => {
            let class = parts.object()?;
            let types = parts.types()?.into_iter().map(Ty::id).collect();
            by_id(crate::values::instances::class_instance(&class, Some(types))?)?
        }
        "array" => array(parts)?,
        "record" => record(parts)?,
        "datetime" => Ty::new(Kind::Date(unit(parts)?)),
        "timedelta" => Ty::new(Kind::Span(unit(parts)?)),
        "chars" => Ty::new(Kind::Chars { length: parts.object()?.extract()?, unicode: parts.is_true()? }),
        "optional" => Ty::optional(parts.ty()?),
        "pointer" => Ty::new(Kind::Pointer(parts.ty()?)),
        "dict" => Ty::dict(parts.ty()?, parts.ty()?).as_dict(dict_form(parts)?),
        "set" => Ty::set(parts.ty()?).as_frozen(parts.is_true()?),
        "list" => Ty::list(parts.ty()?).as_list(list_form(parts)?),
        "one_of" => one_of(parts.types()?)?,
        "dtype" => Ty::new(Kind::DType(parts.ty()?)),
        "numberclass" => Ty::new(Kind::NumberClass(parts.ty()?)),
        "literal_int" => Ty::literal_int(parts.object()?.extract()?),
        "literal_bool" => Ty::literal_bool(parts.is_true()?),
        "literal_str" => Ty::literal_str(parts.object()?.extract::<String>()?),
        "omitted" => Ty::new(Kind::Omitted(parts.object()?.extract().unwrap_or(0))),
        "extension" => extension(&parts.object()?)?,
        "function" | "dispatcher" | "module" | "exception_class" => of_object(kind, &parts.object()?)?,
        _ => return Err(PyTypeError::new_err(format!("coluber does not have types of kind {kind:?} yet"))),
    };
    Ok(ty.id())
}

/// The type of instances of one of several classes.
fn one_of(types: Vec<Ty>) -> PyResult<Ty> {
    unify::unify_all(types).ok_or_else(|| PyTypeError::new_err("these types have no common one"))
}

/// What a list is to the program, by name.
fn list_form(parts: &mut Parts<'_, '_>) -> PyResult<ListForm> {
    Ok(match parts.object()?.extract::<String>()?.as_str() {
        "list" => ListForm::List,
        "ListType" => ListForm::Typed,
        "deque" => ListForm::Deque,
        "tuple" => ListForm::Tuple,
        other => return Err(PyValueError::new_err(format!("{other:?} is no form of lists"))),
    })
}

/// What a dict is to the program, by name; for a `defaultdict` the type of its factory follows.
fn dict_form(parts: &mut Parts<'_, '_>) -> PyResult<DictForm> {
    Ok(match parts.object()?.extract::<String>()?.as_str() {
        "dict" => DictForm::Dict,
        "Named" => DictForm::Named(parts.ty()?),
        "OrderedDict" => DictForm::Ordered,
        "Counter" => DictForm::Counter,
        "defaultdict" => DictForm::Default(parts.ty()?),
        other => return Err(PyValueError::new_err(format!("{other:?} is no form of dicts"))),
    })
}

fn simple(kind: &str) -> Option<Kind> {
    Some(match kind {
        "none" => Kind::None,
        "bool" => Kind::Bool,
        "str" => Kind::Str,
        "bytes" => Kind::Bytes,
        "bfloat16" => Kind::Float(FloatTy::BF16),
        "ellipsis" => Kind::Ellipsis,
        "itself" => Kind::Itself,
        "generator" => Kind::Generator,
        "undefined" => Kind::Undefined,
        "ptr" => Kind::Ptr,
        "owner" => Kind::Owner,
        _ => return None,
    })
}

fn width(parts: &mut Parts<'_, '_>, allowed: &[u8]) -> PyResult<u8> {
    let bits: u8 = parts.object()?.extract()?;
    if allowed.contains(&bits) {
        Ok(bits)
    } else {
        Err(PyValueError::new_err(format!("{bits} is not one of {allowed:?}")))
    }
}

/// A unit of time by its name; empty for the generic one.
fn unit(parts: &mut Parts<'_, '_>) -> PyResult<TimeUnit> {
    let name: String = parts.object()?.extract()?;
    let known = if name.is_empty() { Some(TimeUnit::GENERIC) } else { TimeUnit::from_name(&name) };
    known.ok_or_else(|| PyValueError::new_err(format!("{name:?} is not a unit of time")))
}

fn float(bits: u8) -> FloatTy {
    match bits {
        16 => FloatTy::F16,
        32 => FloatTy::F32,
        _ => FloatTy::F64,
    }
}

fn slice(members: u8) -> Ty {
    let step = if members == 3 { Ty::int64() } else { Ty::none() };
    Ty::new(Kind::Slice { start: Ty::int64(), stop: Ty::int64(), step })
}

fn array(parts: &mut Parts<'_, '_>) -> PyResult<Ty> {
    let dtype = parts.ty()?;
    let ndim = parts.object()?.extract()?;
    let layout = match parts.object()?.extract::<String>()?.as_str() {
        "C" => Layout::C,
        "F" => Layout::F,
        "A" => Layout::A,
        other => return Err(PyValueError::new_err(format!("invalid layout: {other:?}"))),
    };
    let (mutable, aligned) = (parts.is_true()?, parts.is_true()? && !dtype.is_packed());
    Ok(Ty::new(Kind::Array { dtype, ndim, layout, mutable, aligned }))
}

/// Fields as tuples of name, type, extents, offset and title; size; whether fields are aligned.
fn record(parts: &mut Parts<'_, '_>) -> PyResult<Ty> {
    let mut fields = Vec::new();
    for field in parts.object()?.try_iter()? {
        type Parts<'py> = (String, Bound<'py, PyAny>, Vec<u32>, u32, Option<String>);
        let (name, ty, shape, offset, title): Parts<'_> = field?.extract()?;
        let (ty, title) = (from_python(&ty)?, title.map(Into::into));
        fields.push(RecordField { name: name.into(), title, ty, shape: shape.into(), offset });
    }
    let (size, aligned) = (parts.object()?.extract()?, parts.is_true()?);
    Ok(Ty::new(Kind::Record { fields: fields.into(), size, aligned }))
}

fn named_tuple(parts: &mut Parts<'_, '_>) -> PyResult<Ty> {
    let class = parts.object()?;
    let items = parts.types()?;
    crate::values::type_of::named_tuple(class.cast::<PyType>()?, items).map_err(|e| e.into_error(class.py()))
}

fn extension(name: &Bound<'_, PyAny>) -> PyResult<Ty> {
    let text: String = name.extract()?;
    // The name is a new string object each time; equal names are one type.
    let name = PyString::intern(name.py(), &text);
    Ok(Ty::new(Kind::Extension(objects::describe(name.as_any(), &text)?)))
}

/// `type_set_fields(type, fields, never_zero=False)`: says what values of a type of a program consist of, and whether none has zeros in all of them.
#[pyfunction]
#[pyo3(signature = (ty, fields, never_zero = false))]
pub fn type_set_fields(ty: u32, fields: Vec<u32>, never_zero: bool) -> PyResult<()> {
    let ty = by_id(ty)?;
    if never_zero {
        coluber_types::extension::set_never_zero(ty);
    }
    let fields = fields.into_iter().map(by_id).collect::<PyResult<Vec<_>>>()?;
    if coluber_types::extension::set_fields(ty, &fields) {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("values of {ty} have another data model already")))
}

/// `type_fields(type)`: the types of what values of a type consist of; none for numbers and for types without values.
#[pyfunction]
pub fn type_fields(ty: u32) -> PyResult<Vec<u32>> {
    Ok(coluber_types::fields::fields(by_id(ty)?).into_iter().map(Ty::id).collect())
}

fn of_object(kind: &str, object: &Bound<'_, PyAny>) -> PyResult<Ty> {
    use crate::values::type_of::{Purpose, identity};
    let fits = |ty: Ty| match ty.kind() {
        Kind::Function(_) => kind == "function",
        Kind::Dispatcher(_) => kind == "dispatcher",
        Kind::Module(_) => kind == "module",
        Kind::ExceptionClass(_) => kind == "exception_class",
        _ => false,
    };
    match identity(object, Purpose::Constant) {
        Ok(ty) if fits(ty) => Ok(ty),
        _ if kind == "function" => Ok(Ty::new(Kind::Function(objects::describe_by_repr(object)?))),
        _ => Err(PyTypeError::new_err(format!("{} is not a {}", object.repr()?, kind.replace('_', " ")))),
    }
}

/// The kind of the type with this number, and its parts.
#[pyfunction]
pub fn type_info(py: Python<'_>, id: u32) -> PyResult<Bound<'_, PyTuple>> {
    let ty = by_id(id)?;
    Ok(match ty.kind() {
        Kind::Undefined => ("undefined",).into_pyobject(py)?,
        Kind::None => ("none",).into_pyobject(py)?,
        Kind::Ellipsis => ("ellipsis",).into_pyobject(py)?,
        Kind::Bool => ("bool",).into_pyobject(py)?,
        Kind::Str => ("str",).into_pyobject(py)?,
        Kind::Bytes => ("bytes",).into_pyobject(py)?,
        Kind::Ptr => ("ptr",).into_pyobject(py)?,
        Kind::Owner => ("owner",).into_pyobject(py)?,
        Kind::Generator => ("generator",).into_pyobject(py)?,
        Kind::Int(int) => ("int", int.bits, int.signed).into_pyobject(py)?,
        Kind::Float(FloatTy::BF16) => ("bfloat16",).into_pyobject(py)?,
        Kind::Float(float) => ("float", float.bits()).into_pyobject(py)?,
        Kind::Complex(float) => ("complex", 2 * float.bits()).into_pyobject(py)?,
        Kind::Slice { step, .. } => ("slice", if *step == Ty::none() { 2 } else { 3 }).into_pyobject(py)?,
        Kind::Range { int, .. } => ("range", Ty::int(*int).id()).into_pyobject(py)?,
        Kind::Tuple(items) => ("tuple", ids(py, items)?).into_pyobject(py)?,
        Kind::NamedTuple { class, items, .. } => {
            ("namedtuple", objects::get(py, class.id)?, ids(py, items)?).into_pyobject(py)?
        }
        Kind::Array { dtype, ndim, layout, mutable, aligned } => {
            ("array", dtype.id(), *ndim, layout.to_string(), *mutable, *aligned).into_pyobject(py)?
        }
        Kind::Record { fields, size, aligned } => {
            let field = |f: &RecordField| {
                let shape = PyTuple::new(py, &*f.shape)?;
                (&*f.name, f.ty.id(), shape, f.offset, f.title.as_deref()).into_pyobject(py)
            };
            let fields = fields.iter().map(field).collect::<PyResult<Vec<_>>>()?;
            ("record", PyTuple::new(py, fields)?, *size, *aligned).into_pyobject(py)?
        }
        Kind::Date(unit) => ("datetime", unit.name()).into_pyobject(py)?,
        Kind::Span(unit) => ("timedelta", unit.name()).into_pyobject(py)?,
        Kind::Chars { length, unicode } => ("chars", *length, *unicode).into_pyobject(py)?,
        Kind::Instance(shape) => {
            let class = shape.class();
            let native = class.form == coluber_types::Form::Native;
            // A class that says the types of its fields may still be waiting for others: `class_fields` asks it.
            let types = if native && shape.key_types().is_none() { &[] } else { shape.types() };
            ("instance", objects::get(py, class.object.id)?, ids(py, types)?, native).into_pyobject(py)?
        }
        Kind::Enum { class, value, integral } => {
            ("enum", objects::get(py, class.id)?, value.id(), *integral).into_pyobject(py)?
        }
        Kind::Itself => ("itself",).into_pyobject(py)?,
        Kind::Around(class) => ("around", objects::get(py, class.id)?).into_pyobject(py)?,
        Kind::Deferred(number) => ("deferred", *number).into_pyobject(py)?,
        Kind::Optional(inner) => ("optional", inner.id()).into_pyobject(py)?,
        Kind::Keywords { names, items } => {
            let names = PyTuple::new(py, names.iter().map(|name| &**name))?;
            ("keywords", names, ids(py, items)?).into_pyobject(py)?
        }
        Kind::Display { of, items } => ("display", of.id(), ids(py, items)?).into_pyobject(py)?,
        Kind::Pointer(to) => ("pointer", to.id()).into_pyobject(py)?,
        Kind::Dict { key, value, form, .. } => {
            let (form, factory) = match form {
                DictForm::Dict => ("dict", None),
                DictForm::Named(values) => ("Named", Some(values.id())),
                DictForm::Ordered => ("OrderedDict", None),
                DictForm::Counter => ("Counter", None),
                DictForm::Default(factory) => ("defaultdict", Some(factory.id())),
            };
            ("dict", key.id(), value.id(), form, factory).into_pyobject(py)?
        }
        Kind::Set { frozen, item, .. } => ("set", item.id(), *frozen).into_pyobject(py)?,
        Kind::List { item, form, .. } => {
            let form = match form {
                ListForm::List => "list",
                ListForm::Typed => "ListType",
                ListForm::Deque => "deque",
                ListForm::Tuple => "tuple",
            };
            ("list", item.id(), form).into_pyobject(py)?
        }
        Kind::Literal(Literal::Int(value)) => ("literal_int", *value).into_pyobject(py)?,
        Kind::Literal(Literal::Bool(value)) => ("literal_bool", *value).into_pyobject(py)?,
        Kind::Literal(Literal::Str(value)) => ("literal_str", &**value).into_pyobject(py)?,
        Kind::Omitted(parameter) => ("omitted", *parameter).into_pyobject(py)?,
        Kind::OneOf(all) if unify::instances(ty).is_some() => ("one_of", ids(py, all)?).into_pyobject(py)?,
        Kind::DType(of) => ("dtype", of.id()).into_pyobject(py)?,
        Kind::NumberClass(of) => ("numberclass", of.id()).into_pyobject(py)?,
        Kind::Function(object) => ("function", objects::get(py, object.id)?).into_pyobject(py)?,
        Kind::Dispatcher(object) => ("dispatcher", objects::get(py, object.id)?).into_pyobject(py)?,
        Kind::Module(object) => ("module", objects::get(py, object.id)?).into_pyobject(py)?,
        Kind::ExceptionClass(object) => ("exception_class", objects::get(py, object.id)?).into_pyobject(py)?,
        Kind::Exception { class, .. } => ("exception", objects::get(py, class.id)?).into_pyobject(py)?,
        Kind::BoundMethod { receiver, name } => ("bound_method", receiver.id(), &**name).into_pyobject(py)?,
        Kind::Opaque(object) => ("opaque", &*object.text).into_pyobject(py)?,
        Kind::Gen { args, yields, name, .. } => ("gen", &**name, yields.id(), ids(py, args)?).into_pyobject(py)?,
        Kind::Extension(object) => ("extension", &*object.text).into_pyobject(py)?,
        _ => match iterator_info(py, ty)? {
            Some(found) => found,
            None => ("internal", ty.to_string()).into_pyobject(py)?,
        },
    })
}

/// The same for iterators and views.
fn iterator_info(py: Python<'_>, ty: Ty) -> PyResult<Option<Bound<'_, PyTuple>>> {
    let name = |part: &DictPart| match part {
        DictPart::Keys => "keys",
        DictPart::Values => "values",
        DictPart::Items => "items",
    };
    Ok(Some(match ty.kind() {
        Kind::RangeIter { int, .. } => ("rangeiter", Ty::int(*int).id()).into_pyobject(py)?,
        Kind::ArrayIter(of) => ("arrayiter", of.id()).into_pyobject(py)?,
        Kind::TupleIter(of) => ("tupleiter", of.id()).into_pyobject(py)?,
        Kind::ListIter(of) => ("listiter", of.id()).into_pyobject(py)?,
        Kind::FlatIter(of) => ("flatiter", of.id()).into_pyobject(py)?,
        Kind::Enumerate(of) => ("enumerate", of.id()).into_pyobject(py)?,
        Kind::Zip(items) => ("zip", ids(py, items)?).into_pyobject(py)?,
        Kind::NdIndex(dimensions) => ("ndindex", *dimensions).into_pyobject(py)?,
        Kind::NdEnumerate(of) => ("ndenumerate", of.id()).into_pyobject(py)?,
        Kind::StrIter => ("striter",).into_pyobject(py)?,
        Kind::DictView { dict, part } => ("dictview", dict.id(), name(part)).into_pyobject(py)?,
        Kind::DictIter { dict, part } => ("dictiter", dict.id(), name(part)).into_pyobject(py)?,
        _ => return Ok(None),
    }))
}

fn ids<'py>(py: Python<'py>, types: &[Ty]) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, types.iter().map(|t| t.id()))
}

/// The text of a type.
#[pyfunction]
pub fn type_text(id: u32) -> PyResult<String> {
    Ok(by_id(id)?.to_string())
}

/// The number of the type that all of these can become, or None.
#[pyfunction]
pub fn type_unify(types: Vec<u32>) -> PyResult<Option<u32>> {
    let types = types.into_iter().map(by_id).collect::<PyResult<Vec<_>>>()?;
    Ok(unify::unify_all(types).map(Ty::id))
}

/// Lets programs say how values of their types convert.
pub fn install_rules() {
    coluber_types::extension::set_rules(coluber_types::extension::Rules {
        unify: unify_by_program,
        convert: convert_by_program,
    });
}

/// What a function of `coluber.core.typing.conversions` answers to a question about two types.
fn ask_program<T: for<'a, 'py> FromPyObject<'a, 'py>>(question: &str, a: Ty, b: Ty) -> Option<T> {
    Python::attach(|py| {
        let module = py.import("coluber.core.typing.conversions").ok()?;
        let answer = module.getattr(question).ok()?.call1((a.id(), b.id())).ok()?;
        answer.extract().ok()
    })
}

fn unify_by_program(a: Ty, b: Ty) -> Option<Ty> {
    by_id(ask_program("unify", a, b)?).ok()
}

fn convert_by_program(from: Ty, to: Ty) -> Option<Conversion> {
    let word: String = ask_program("convert", from, to)?;
    let all = [Conversion::Exact, Conversion::Promote, Conversion::Safe, Conversion::Unsafe];
    all.into_iter().find(|way| way.name() == word)
}

/// How a value of the first type becomes one of the second: exact, promote, safe, unsafe, or None.
#[pyfunction]
pub fn can_convert(from: u32, to: u32) -> PyResult<Option<&'static str>> {
    Ok(conversion(by_id(from)?, by_id(to)?).map(Conversion::name))
}

/// The number of the type of a Python value.
#[pyfunction]
#[pyo3(name = "typeof")]
pub fn type_of(value: &Bound<'_, PyAny>) -> PyResult<u32> {
    crate::values::type_of::of_value(value).map(Ty::id).map_err(|e| e.into_error(value.py()))
}
