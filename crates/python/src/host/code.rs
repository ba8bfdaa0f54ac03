//! Code objects of CPython as plain data.

use crate::values::{set_slots, strings};
use coluber_bytecode::{CodeFlags, CodeObject, Const, Name, Position};
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyBytes, PyCode, PyComplex, PyEllipsis, PyFloat, PyFrozenSet, PyInt, PySlice, PyString, PyTuple,
};
use std::sync::Arc;

/// How deep tuples and code objects may stand in each other. CPython's compiler goes less deep; reading is recursive.
const MAX_DEPTH: u32 = 200;

/// Reads a code object, those among its constants included.
pub fn read(code: &Bound<'_, PyAny>) -> PyResult<CodeObject> {
    read_to(code, MAX_DEPTH)
}

fn read_to(code: &Bound<'_, PyAny>, depth: u32) -> PyResult<CodeObject> {
    let number = |name: &str| code.getattr(name)?.extract::<u32>();
    let bytes = |name: &str| code.getattr(name)?.extract::<Vec<u8>>();
    Ok(CodeObject {
        name: text(&code.getattr("co_name")?)?,
        qualname: text(&code.getattr("co_qualname")?)?,
        filename: text(&code.getattr("co_filename")?)?,
        first_line: number("co_firstlineno").unwrap_or(0),
        arg_count: number("co_argcount")?,
        posonly_arg_count: number("co_posonlyargcount")?,
        kwonly_arg_count: number("co_kwonlyargcount")?,
        flags: CodeFlags(number("co_flags")?),
        local_names: names(code, "co_varnames")?,
        cell_names: names(code, "co_cellvars")?,
        free_names: names(code, "co_freevars")?,
        names: names(code, "co_names")?,
        consts: constants(&code.getattr("co_consts")?, depth)?,
        code: bytes("co_code")?,
        exception_table: bytes("co_exceptiontable")?,
        positions: positions(code)?,
        assembled: None,
    })
}

/// Surrogates, which no encoding has, are replaced.
fn text(object: &Bound<'_, PyAny>) -> PyResult<Name> {
    Ok(object.cast::<PyString>()?.to_string_lossy().as_ref().into())
}

fn names(code: &Bound<'_, PyAny>, attribute: &str) -> PyResult<Vec<Name>> {
    code.getattr(attribute)?.cast::<PyTuple>()?.iter().map(|name| text(&name)).collect()
}

fn positions(code: &Bound<'_, PyAny>) -> PyResult<Vec<Position>> {
    let mut positions = Vec::new();
    for item in code.call_method0("co_positions")?.try_iter()? {
        positions.push(position(&item?)?);
    }
    Ok(positions)
}

/// Numbers that a damaged table makes negative or too large are unknown.
fn position(item: &Bound<'_, PyAny>) -> PyResult<Position> {
    let number = |index: usize| Ok::<_, PyErr>(item.get_item(index)?.extract::<Option<u32>>().unwrap_or(None));
    Ok(Position { line: number(0)?, end_line: number(1)?, col: number(2)?, end_col: number(3)? })
}

fn constants(items: &Bound<'_, PyAny>, depth: u32) -> PyResult<Vec<Const>> {
    items.try_iter()?.map(|item| constant_to(&item?, depth)).collect()
}

/// Reads a constant.
pub fn constant(object: &Bound<'_, PyAny>) -> PyResult<Const> {
    constant_to(object, MAX_DEPTH)
}

fn constant_to(object: &Bound<'_, PyAny>, depth: u32) -> PyResult<Const> {
    Ok(if object.is_none() {
        Const::None
    } else if let Ok(flag) = object.cast_exact::<PyBool>() {
        Const::Bool(flag.is_true())
    } else if let Ok(int) = object.cast_exact::<PyInt>() {
        match int.extract() {
            Ok(value) => Const::Int(value),
            Err(_) => big_int(object)?,
        }
    } else if let Ok(float) = object.cast_exact::<PyFloat>() {
        Const::Float(float.value())
    } else if let Ok(complex) = object.cast_exact::<PyComplex>() {
        Const::Complex(complex.real(), complex.imag())
    } else if let Ok(string) = object.cast_exact::<PyString>() {
        match string.to_str() {
            Ok(text) => Const::Str(text.into()),
            Err(_) => Const::Points(strings::points(string.as_any())?),
        }
    } else if let Ok(bytes) = object.cast_exact::<PyBytes>() {
        Const::Bytes(bytes.as_bytes().to_vec())
    } else if object.is_instance_of::<PyEllipsis>() {
        Const::Ellipsis
    } else if let Some(inner) = depth.checked_sub(1) {
        container(object, inner)?
    } else {
        other(object)?
    })
}

/// A constant that has others in it, each of which is read to a depth.
fn container(object: &Bound<'_, PyAny>, depth: u32) -> PyResult<Const> {
    Ok(if object.is_exact_instance_of::<PyTuple>() {
        Const::Tuple(constants(object, depth)?)
    } else if object.is_exact_instance_of::<PyFrozenSet>() {
        let added = set_slots::order_of_display(object)?;
        Const::FrozenSet { items: constants(object, depth)?, added }
    } else if object.is_instance_of::<PyCode>() {
        Const::Code(Arc::new(read_to(object, depth)?))
    } else if object.is_instance_of::<PySlice>() {
        let part = |name: &str| constant_to(&object.getattr(name)?, depth);
        Const::Slice(Box::new([part("start")?, part("stop")?, part("step")?]))
    } else {
        other(object)?
    })
}

fn other(object: &Bound<'_, PyAny>) -> PyResult<Const> {
    Ok(Const::Other(object.get_type().name()?.to_string()))
}

/// In decimal. Python refuses to write very long integers.
fn big_int(object: &Bound<'_, PyAny>) -> PyResult<Const> {
    match object.str() {
        Ok(decimal) => Ok(Const::BigInt(decimal.to_string())),
        Err(_) => Ok(Const::Other("int".to_owned())),
    }
}
