//! The switches of `coluber.core.config`.

use crate::modules;
use coluber_session::Settings;
use pyo3::prelude::*;

/// What the code of the cache depends on besides the program; asked for once the cache is in use.
fn version(py: Python<'_>) -> PyResult<String> {
    match modules::imported(py, "coluber.core.caching")? {
        Some(caching) => caching.getattr("version")?.call0()?.extract(),
        None => Ok(String::new()),
    }
}

/// The switches as they are set now.
pub fn read(py: Python<'_>) -> PyResult<Settings> {
    let config = py.import("coluber.core.config")?;
    let get = |name: &str| Ok::<_, PyErr>(config.getattr_opt(name)?.filter(|value| !value.is_none()));
    let flag = |name: &str| get(name)?.map_or(Ok(false), |value| value.is_truthy());
    let text = |name: &str| {
        Ok::<_, PyErr>(get(name)?.and_then(|value| value.extract::<String>().ok()).filter(|text| !text.is_empty()))
    };
    Ok(Settings {
        opt: get("OPT")?.and_then(|value| value.extract().ok()).unwrap_or(3),
        cpu_name: text("CPU_NAME")?,
        cpu_features: text("CPU_FEATURES")?,
        dump_bytecode: flag("DUMP_BYTECODE")?,
        dump_ir: flag("DUMP_IR")?,
        dump_ssa: flag("DUMP_SSA")?,
        dump_annotation: flag("DUMP_ANNOTATION")?,
        dump_llvm: flag("DUMP_LLVM")?,
        dump_optimized: flag("DUMP_OPTIMIZED")?,
        dump_assembly: flag("DUMP_ASSEMBLY")?,
        debug_cache: flag("DEBUG_CACHE")?,
        version: version(py)?,
        timings: flag("TIMINGS")?,
    })
}
