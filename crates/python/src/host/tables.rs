//! The running interpreter's opcode tables.

use super::code;
use coluber_bytecode::{CommonConstant, RawTables, Tables};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyCFunction, PyList, PyType};
use std::collections::HashMap;
use std::sync::Arc;

static TABLES: PyOnceLock<Arc<Tables>> = PyOnceLock::new();

/// The tables; read at first use.
pub fn get(py: Python<'_>) -> PyResult<Arc<Tables>> {
    TABLES.get_or_try_init(py, || read(py)).cloned()
}

fn read(py: Python<'_>) -> PyResult<Arc<Tables>> {
    let opcode = py.import("opcode")?;
    let version = py.version_info();
    let strings = |name: &str| match opcode.getattr_opt(name)? {
        Some(list) => list.try_iter()?.map(|item| item?.extract()).collect(),
        None => Ok::<Vec<String>, PyErr>(Vec::new()),
    };
    let raw = RawTables {
        version: (version.major, version.minor),
        opmap: opcode
            .getattr("opmap")?
            .call_method0("items")?
            .try_iter()?
            .map(|item| item?.extract())
            .collect::<PyResult<_>>()?,
        inline_caches: inline_caches(opcode.as_any())?,
        binary_ops: binary_ops(opcode.as_any())?,
        compare_ops: strings("cmp_op")?,
        intrinsics_1: strings("_intrinsic_1_descs")?,
        intrinsics_2: strings("_intrinsic_2_descs")?,
        special_methods: strings("_special_method_names")?,
        common_constants: common_constants(opcode.as_any())?,
    };
    Tables::new(raw).map(Arc::new).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

/// A list by opcode until 3.12, a mapping by name later.
fn inline_caches(opcode: &Bound<'_, PyAny>) -> PyResult<HashMap<String, u32>> {
    let entries = opcode.getattr("_inline_cache_entries")?;
    if !entries.is_instance_of::<PyList>() {
        return entries.call_method0("items")?.try_iter()?.map(|item| item?.extract()).collect();
    }
    let names = opcode.getattr("opname")?.try_iter()?;
    names.zip(entries.try_iter()?).map(|(name, count)| Ok((name?.extract()?, count?.extract()?))).collect()
}

fn binary_ops(opcode: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    opcode.getattr("_nb_ops")?.try_iter()?.map(|item| item?.get_item(1)?.extract()).collect()
}

fn common_constants(opcode: &Bound<'_, PyAny>) -> PyResult<Vec<CommonConstant>> {
    let Some(list) = opcode.getattr_opt("_common_constants")? else { return Ok(Vec::new()) };
    list.try_iter()?.map(|item| common_constant(&item?)).collect()
}

fn common_constant(object: &Bound<'_, PyAny>) -> PyResult<CommonConstant> {
    if object.is_instance_of::<PyType>() || object.is_instance_of::<PyCFunction>() {
        return Ok(CommonConstant::Builtin(object.getattr("__name__")?.extract::<String>()?.as_str().into()));
    }
    Ok(CommonConstant::Value(code::constant(object)?))
}
