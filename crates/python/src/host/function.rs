//! Python functions as the compiler takes them.

use super::code;
use super::constants::{Keeper, constant, is_simple};
use crate::{modules, objects, types};
use coluber_base::Name;
use coluber_bytecode::CodeFlags;
use coluber_infer::{Divided, HostValue, Options, Params};
use coluber_session::FunctionDef;
use coluber_types::ObjId;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFunction, PyTuple};

/// The definition of a Python function.
pub fn definition(function: &Bound<'_, PyFunction>, mut options: Options) -> PyResult<FunctionDef> {
    let assembled = function.getattr_opt(super::stream::ASSEMBLED)?;
    // What passes were given was rewritten before.
    let function = &if assembled.is_some() { function.clone() } else { rewritten(function)? };
    let mut code = code::read(&function.getattr("__code__")?)?;
    if let Some(assembled) = assembled {
        super::stream::put_into(&mut code, &assembled)?;
    }
    let positional = code.arg_count as usize;
    let keyword_only = code.kwonly_arg_count as usize;
    let count = (code.parameter_count() as usize).min(code.local_names.len());
    let params = Params {
        names: code.local_names[..count].iter().map(|name| Name::from(&**name)).collect(),
        positional,
        positional_only: code.posonly_arg_count as usize,
        keyword_only,
        varargs: code.flags.has(CodeFlags::VARARGS),
        varkw: code.flags.has(CodeFlags::VARKEYWORDS),
        defaults: defaults(function, &code.local_names[..count], positional)?,
        finds_itself: false,
    };
    let tables = super::tables::get(function.py())?;
    let object = objects::id_of(function.as_any())?;
    let own = is_own(function)?;
    options.implements |= own;
    Ok(FunctionDef { code: code.into(), tables, params, object, options, own })
}

/// What replaces parts of a function before it is compiled: a module, its function, and the names that such parts have, which are
/// attributes of a package in functions of programs that have not imported them.
const REWRITES: [(&str, &str, &[&str]); 3] = [
    ("coluber.core.inner_caches", "with_results", &["cache", "lru_cache", "njit", "jit"]),
    ("coluber.stencils.inner", "with_stencils", &["stencil"]),
    ("coluber.objectmode.blocks", "without_blocks", &["objmode"]),
];

/// A global of modules whose assertions pytest has rewritten: `MARK` of `coluber.core.asserts`.
const REWRITTEN: &str = "@pytest_ar";

fn rewritten<'py>(function: &Bound<'py, PyFunction>) -> PyResult<Bound<'py, PyFunction>> {
    let py = function.py();
    let names = function.getattr("__code__")?.getattr("co_names")?.cast_into::<PyTuple>()?;
    let globals = function.getattr("__globals__")?.cast_into::<PyDict>()?;
    let function = &match globals.contains(REWRITTEN)? {
        true => py.import("coluber.core.asserts")?.getattr("as_written")?.call1((function,))?.cast_into()?,
        false => function.clone(),
    };
    let function = &match defines_classes(function)? {
        true => py.import("coluber.core.inner_classes")?.getattr("with_classes")?.call1((function,))?.cast_into()?,
        false => function.clone(),
    };
    let function = &match gives_attributes(&function.getattr("__code__")?)? {
        true => py
            .import("coluber.core.function_attributes")?
            .getattr("with_attributes")?
            .call1((function,))?
            .cast_into()?,
        false => function.clone(),
    };
    REWRITES.iter().try_fold(function.clone(), |function, (module, rewrite, parts)| {
        let is_named =
            || names.iter().try_fold(false, |found, name| Ok::<_, PyErr>(found || means(&globals, &name, parts)?));
        let module = match modules::imported(py, module)? {
            None if is_named()? => Some(py.import(*module)?.into_any()),
            imported => imported,
        };
        match module {
            Some(module) => Ok(module.getattr(*rewrite)?.call1((function,))?.cast_into()?),
            None => Ok(function),
        }
    })
}

/// Whether the body of a class is among the constants of a function: no other code keeps its names in a dict.
fn defines_classes(function: &Bound<'_, PyFunction>) -> PyResult<bool> {
    let code = function.getattr("__code__")?;
    let constants = code.getattr("co_consts")?.cast_into::<PyTuple>()?;
    let kind = code.get_type();
    constants.iter().try_fold(false, |found, constant| {
        if found || !constant.is_exact_instance(&kind) {
            return Ok(found);
        }
        let flags: u32 = constant.getattr("co_flags")?.extract()?;
        Ok(!CodeFlags(flags).has(CodeFlags::OPTIMIZED))
    })
}

/// Whether a function has inner functions and sets attributes beside them, which may be theirs.
fn gives_attributes(code: &Bound<'_, PyAny>) -> PyResult<bool> {
    let constants = code.getattr("co_consts")?.cast_into::<PyTuple>()?;
    let kind = code.get_type();
    let mut has_inner = false;
    for inner in constants.iter().filter(|constant| constant.is_exact_instance(&kind)) {
        if inner.getattr("co_name")?.extract::<&str>()?.starts_with('<') {
            continue;
        }
        if gives_attributes(&inner)? {
            return Ok(true);
        }
        has_inner = true;
    }
    if !has_inner {
        return Ok(false);
    }
    let instructions: Vec<u8> = code.getattr("co_code")?.extract()?;
    let stores: u8 = code.py().import("opcode")?.getattr("opmap")?.get_item("STORE_ATTR")?.extract()?;
    Ok(instructions.iter().step_by(2).any(|instruction| *instruction == stores))
}

/// Whether a name is one of these, or a global that something of one of these names is bound to.
fn means(globals: &Bound<'_, PyDict>, name: &Bound<'_, PyAny>, parts: &[&str]) -> PyResult<bool> {
    let is_part = |name: &Bound<'_, PyAny>| name.extract::<&str>().is_ok_and(|name| parts.contains(&name));
    if is_part(name) {
        return Ok(true);
    }
    let Some(value) = globals.get_item(name)? else { return Ok(false) };
    Ok(value.getattr_opt("__name__")?.is_some_and(|name| is_part(&name)))
}

/// Whether a function is part of the package, not of a program. What these parts of it make is made of what programs register: members
/// of data models, LLVM IR, fields of structures.
fn is_own(function: &Bound<'_, PyFunction>) -> PyResult<bool> {
    let module = function.getattr("__module__")?;
    let made = ["coluber.core.", "coluber.experimental."];
    let is_own = |module: String| module.starts_with("coluber.") && !made.iter().any(|part| module.starts_with(part));
    Ok(module.extract().is_ok_and(is_own))
}

/// Defaults that are constants are numbers, strings and functions: nothing that would have to be kept.
struct Nothing;

impl Keeper for Nothing {
    fn keep(&mut self, _object: &Bound<'_, PyAny>) {}
}

fn defaults(
    function: &Bound<'_, PyFunction>,
    names: &[coluber_bytecode::Name],
    positional: usize,
) -> PyResult<Vec<Option<HostValue>>> {
    let mut found = vec![None; names.len()];
    if let Ok(values) = function.getattr("__defaults__")?.cast::<PyTuple>() {
        let first = positional.saturating_sub(values.len());
        for (slot, value) in found[..positional].iter_mut().skip(first).zip(values.iter()) {
            *slot = default(&value)?;
        }
    }
    if let Ok(values) = function.getattr("__kwdefaults__")?.cast::<PyDict>() {
        for (slot, name) in found.iter_mut().zip(names).skip(positional) {
            if let Some(value) = values.get_item(&**name)? {
                *slot = default(&value)?;
            }
        }
    }
    Ok(found)
}

fn default(value: &Bound<'_, PyAny>) -> PyResult<Option<HostValue>> {
    if is_simple(value) { constant(value, &mut Nothing).map(Some) } else { Ok(None) }
}

/// The options that change what code means. Those that `coluber.core.options` gives have been checked there.
pub fn options(py: Python<'_>, given: Option<&Bound<'_, PyDict>>) -> PyResult<Options> {
    let get = |name: &str| match given {
        Some(given) => Ok(given.get_item(name)?.filter(|value| !value.is_none())),
        None => Ok::<_, PyErr>(None),
    };
    let flag = |name: &str| match get(name)? {
        Some(value) => value.is_truthy(),
        None => Ok::<_, PyErr>(false),
    };
    let debug = flag("debug")?;
    Ok(Options {
        sends: None,
        fastmath: get("fastmath")?.map_or(Ok(Vec::new()), |value| fastmath(&value))?,
        numpy_errors: match get("error_model")? {
            Some(model) => model.extract::<String>()? == "numpy",
            None => false,
        },
        boundscheck: boundscheck(py, get("boundscheck")?, debug)?,
        nogil: flag("nogil")?,
        parallel: get("parallel")?
            .map_or(Ok(false), |value| if value.cast::<PyDict>().is_ok() { Ok(true) } else { value.is_truthy() })?,
        undivided: undivided(get("parallel")?)?,
        in_order: get("parallel")?.is_some_and(|value| !value.is_truthy().unwrap_or(true)),
        inline: flag("forceinline")? || inline(get("inline")?)?,
        judged: get("inline")?.is_some_and(|value| value.is_callable()),
        debug,
        strong: 0,
        elementwise: flag("_elementwise")?,
        implements: false,
        live: flag("_live")?,
        check: flag("_check")?,
        cuda: false,
        minor: py.version_info().minor,
        debug_optimised: get("_dbg_optnone")?.map_or(Ok(false), |value| value.is_truthy().map(|none| !none))?,
        pipeline: get("pipeline_class")?.map_or(Ok(None), |value| pipeline(&value))?,
        locals: get("locals")?.map_or(Ok(Vec::new()), |value| locals(&value))?,
    })
}

/// The pipeline of a program, if its passes change functions.
fn pipeline(value: &Bound<'_, PyAny>) -> PyResult<Option<ObjId>> {
    if value.getattr("changes")?.is_truthy()? { objects::id_of(&value.getattr("cls")?).map(Some) } else { Ok(None) }
}

/// The constructs that a dict for `parallel` says to be not parallel. `fusion` says nothing of what runs on several threads.
fn undivided(value: Option<Bound<'_, PyAny>>) -> PyResult<Vec<Divided>> {
    let Some(value) = value else { return Ok(Vec::new()) };
    let Ok(choices) = value.cast::<PyDict>() else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for (name, what) in CONSTRUCTS {
        if let Some(choice) = choices.get_item(name)?
            && !choice.is_truthy()?
        {
            found.push(*what);
        }
    }
    Ok(found)
}

/// What the keys of such a dict stand for.
const CONSTRUCTS: &[(&str, Divided)] = &[
    ("prange", Divided::Loops),
    ("comprehension", Divided::Comprehensions),
    ("numpy", Divided::Arrays),
    ("reduction", Divided::Reductions),
    ("inplace_binop", Divided::Updates),
    ("setitem", Divided::Assignments),
    ("stencil", Divided::Stencils),
];

/// Callables are asked for each call (`coluber.core.inlining`).
fn inline(value: Option<Bound<'_, PyAny>>) -> PyResult<bool> {
    value.map_or(Ok(false), |value| value.eq("always"))
}

fn fastmath(value: &Bound<'_, PyAny>) -> PyResult<Vec<Name>> {
    if let Ok(all) = value.extract::<bool>() {
        return Ok(if all { vec!["fast".into()] } else { Vec::new() });
    }
    let mut flags: Vec<Name> = Vec::new();
    for flag in value.try_iter()? {
        flags.push(flag?.extract::<String>()?.into());
    }
    flags.sort();
    Ok(flags)
}

/// The environment's setting goes before the option, the option before the default of `debug`.
fn boundscheck(py: Python<'_>, option: Option<Bound<'_, PyAny>>, debug: bool) -> PyResult<bool> {
    let config = modules::imported(py, "coluber.core.config")?;
    let setting = match config.map(|config| config.getattr_opt("BOUNDSCHECK")).transpose()?.flatten() {
        Some(value) if !value.is_none() => Some(value.is_truthy()?),
        _ => None,
    };
    match (setting, option) {
        (Some(setting), _) => Ok(setting),
        (None, Some(option)) => option.is_truthy(),
        (None, None) => Ok(debug),
    }
}

fn locals(value: &Bound<'_, PyAny>) -> PyResult<Vec<(Name, coluber_types::Ty)>> {
    let pairs = value.cast::<PyDict>()?.iter();
    pairs.map(|(name, ty)| Ok((name.extract::<String>()?.into(), types::from_python(&ty)?))).collect()
}
