//! NumPy's random functions, and its generators.

use coluber_runtime::GeneratorSeed;
use pyo3::exceptions::{PyNotImplementedError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyCapsuleMethods};
use std::sync::OnceLock;

static LOADED: OnceLock<()> = OnceLock::new();

/// Makes NumPy's C functions known to the runtime.
#[pyfunction]
pub fn load_random(py: Python<'_>) -> PyResult<()> {
    if LOADED.get().is_some() {
        return Ok(());
    }
    let file: String = py.import("numpy.random._generator")?.getattr("__file__")?.extract()?;
    coluber_runtime::random::numpy::load_path(&file).map_err(|missing| {
        PyNotImplementedError::new_err(format!("this build of NumPy does not export its random functions ({missing})"))
    })?;
    LOADED.get_or_init(|| ());
    Ok(())
}

/// The address of the `bitgen_t` of a generator, which the generator keeps alive.
pub fn bit_generator(generator: &Bound<'_, PyAny>) -> PyResult<u64> {
    let py = generator.py();
    load_random(py)?;
    let capsule = generator.getattr(intern!(py, "bit_generator"))?.getattr(intern!(py, "capsule"))?;
    let capsule =
        capsule.cast_into::<PyCapsule>().map_err(|_| PyTypeError::new_err("a bit generator without a capsule"))?;
    Ok(capsule.pointer_checked(Some(c"BitGenerator"))?.as_ptr() as u64)
}

/// A reference to a new generator, and the address of its `bitgen_t`.
pub fn new_generator(py: Python<'_>, seed: GeneratorSeed<'_>) -> PyResult<(u64, u64)> {
    let module = py.import("numpy.random")?;
    let default = |seed: Option<i64>| module.getattr("default_rng")?.call1((seed,));
    let generator = match seed {
        GeneratorSeed::System => default(None)?,
        GeneratorSeed::Number(seed) => default(Some(seed))?,
        GeneratorSeed::Words { kind, entropy, spawn_key } => {
            let made = py.import("coluber.lib.numpy.random_seeds")?.getattr("generator_of")?;
            made.call1((kind, entropy.to_vec(), spawn_key.to_vec()))?
        }
    };
    let address = bit_generator(&generator)?;
    Ok((generator.into_ptr() as u64, address))
}
