//! The threads of parallel loops, for Python.

use coluber_runtime::parallel;
use pyo3::prelude::*;

#[pyfunction]
fn get_threads() -> usize {
    parallel::threads()
}

#[pyfunction]
fn max_threads() -> usize {
    parallel::max_threads()
}

#[pyfunction]
fn set_threads(count: usize) -> usize {
    parallel::set_threads(count)
}

#[pyfunction]
fn thread_index() -> usize {
    parallel::thread_index()
}

#[pyfunction]
fn piece_size() -> i64 {
    parallel::piece_size()
}

#[pyfunction]
fn set_piece_size(size: i64) -> i64 {
    parallel::set_piece_size(size)
}

/// Adds the functions to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(get_threads, module)?)?;
    module.add_function(wrap_pyfunction!(max_threads, module)?)?;
    module.add_function(wrap_pyfunction!(set_threads, module)?)?;
    module.add_function(wrap_pyfunction!(thread_index, module)?)?;
    module.add_function(wrap_pyfunction!(piece_size, module)?)?;
    module.add_function(wrap_pyfunction!(set_piece_size, module)?)
}
