//! The switches of `coluber.core.config`.

use crate::modules;
use coluber_session::{ObjectFolder, Settings, TraceFile};
use pyo3::prelude::*;
use std::time::Duration;

/// What the code of the cache depends on besides the program; asked for once the cache is in use.
fn version(py: Python<'_>) -> PyResult<String> {
    match modules::imported(py, "coluber.core.caching")? {
        Some(caching) => caching.getattr("version")?.call0()?.extract(),
        None => Ok(String::new()),
    }
}

/// Where machine code is kept that no function asks to be kept.
fn object_folder(py: Python<'_>) -> PyResult<Option<ObjectFolder>> {
    let found = py.import("coluber.core.kept_objects")?.getattr("folder")?.call0()?;
    let found: Option<(String, u64, String)> = found.extract()?;
    Ok(found.map(|(path, limit, version)| ObjectFolder { path: path.into(), limit, version }))
}

/// Whether the program has registered what a module keeps: rewrites, callables for `inline`.
fn has_registered(py: Python<'_>, module: &str) -> PyResult<bool> {
    match modules::imported(py, module)? {
        Some(module) => module.getattr("registered")?.is_truthy(),
        None => Ok(false),
    }
}

/// The file of events. The processes that a program starts by multiprocessing write into that of their parent.
fn trace_file(py: Python<'_>, path: String) -> PyResult<TraceFile> {
    let parent = match modules::imported(py, "multiprocessing.process")? {
        Some(process) => process.getattr("parent_process")?.call0()?.is_none(),
        None => true,
    };
    Ok(TraceFile { path: path.into(), is_continued: !parent })
}

/// A time that is worth waiting for.
fn seconds(number: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(number).ok().filter(|time| !time.is_zero())
}

/// How much is to be told of the parallel loops of each function that is compiled; 0: nothing.
pub fn parallel_diagnostics(py: Python<'_>) -> PyResult<u32> {
    let config = py.import("coluber.core.config")?;
    let level = config.getattr_opt("PARALLEL_DIAGNOSTICS")?.and_then(|level| level.extract().ok());
    Ok(level.unwrap_or(0))
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
        dump_cfg: flag("DUMP_CFG")?,
        dump_ir: flag("DUMP_IR")?,
        dump_ssa: flag("DUMP_SSA")?,
        dump_annotation: flag("DUMP_ANNOTATION")?,
        dump_llvm: flag("DUMP_LLVM")?,
        dump_optimized: flag("DUMP_OPTIMIZED")?,
        dump_assembly: flag("DUMP_ASSEMBLY")?,
        debug_cache: flag("DEBUG_CACHE")?,
        objects: if flag("OBJECT_CACHE")? { object_folder(py)? } else { None },
        version: version(py)?,
        rewrites: has_registered(py, "coluber.core.rewrites")?,
        inliners: has_registered(py, "coluber.core.inlining")?,
        timings: flag("TIMINGS")?,
        profiling: flag("ENABLE_PROFILING")?,
        trace: text("CHROME_TRACE")?.map(|path| trace_file(py, path)).transpose()?,
        progress_after: get("PROGRESS")?.and_then(|value| value.extract().ok()).and_then(seconds),
    })
}
