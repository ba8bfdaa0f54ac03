//! `coluber._native`: the compiler as a Python module.
//!
//! * [`dispatcher`]: the type of jitted functions, and what a call does.
//! * [`values`]: arguments and results between Python objects and words.
//! * [`host`]: Python as the compiler sees it: code objects, constants, names.
//! * [`typed`]: typed lists, dicts and sets, as classes.
//! * [`ufunc`]: compiled loops as ufuncs of NumPy.
//! * [`types`], [`errors`], [`raise`]: types and failures as Python sees them.
//!
//! Importing the module costs little: NumPy, the opcode tables and the compiler are set up when they are needed first.

mod dispatcher;
mod errors;
mod gate;
mod host;
mod modules;
mod numpy;
mod objects;
mod owner;
mod raise;
mod splice;
mod threads;
mod typed;
mod types;
mod ufunc;
mod values;

use pyo3::prelude::*;

/// Number of allocations of compiled code that are alive.
#[pyfunction]
fn live_allocations() -> isize {
    coluber_runtime::live_allocations()
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    host::hooks::install();
    types::install_rules();
    gate::watch_forks(module)?;
    module.add("Dispatcher", dispatcher::create_type(module.py())?)?;
    module.add_class::<dispatcher::Launch>()?;
    module.add_class::<dispatcher::Gpu>()?;
    module.add_class::<dispatcher::Failures>()?;
    module.add_class::<dispatcher::NativeCall>()?;
    module.add_function(wrap_pyfunction!(dispatcher::report_calls, module)?)?;
    module.add_class::<types::PyTypeBase>()?;
    module.add_function(wrap_pyfunction!(host::keys::key_of_object, module)?)?;
    module.add_function(wrap_pyfunction!(host::keys::is_builtin, module)?)?;
    module.add_function(wrap_pyfunction!(host::classes::class_version, module)?)?;
    module.add_function(wrap_pyfunction!(host::stream::neutral_stream, module)?)?;
    module.add_function(wrap_pyfunction!(host::passes::variables, module)?)?;
    module.add_function(wrap_pyfunction!(ufunc::make_ufunc, module)?)?;
    module.add_function(wrap_pyfunction!(ufunc::make_gufunc, module)?)?;
    module.add_function(wrap_pyfunction!(numpy::has_numpy_loop, module)?)?;
    module.add_function(wrap_pyfunction!(numpy::set_writable, module)?)?;
    module.add_function(wrap_pyfunction!(types::type_make, module)?)?;
    module.add_function(wrap_pyfunction!(types::type_info, module)?)?;
    module.add_function(wrap_pyfunction!(types::type_set_fields, module)?)?;
    module.add_function(wrap_pyfunction!(types::type_fields, module)?)?;
    module.add_function(wrap_pyfunction!(splice::check_text, module)?)?;
    module.add_function(wrap_pyfunction!(splice::link_text, module)?)?;
    module.add_function(wrap_pyfunction!(splice::helper_address, module)?)?;
    module.add_function(wrap_pyfunction!(splice::forget_boxing, module)?)?;
    module.add_function(wrap_pyfunction!(splice::entry_address, module)?)?;
    module.add_function(wrap_pyfunction!(types::type_text, module)?)?;
    module.add_function(wrap_pyfunction!(types::type_unify, module)?)?;
    module.add_function(wrap_pyfunction!(numpy::load_random, module)?)?;
    module.add_function(wrap_pyfunction!(types::can_convert, module)?)?;
    module.add_function(wrap_pyfunction!(types::type_of, module)?)?;
    module.add_function(wrap_pyfunction!(live_allocations, module)?)?;
    module.add_function(wrap_pyfunction!(values::family::register_device_classes, module)?)?;
    module.add_function(wrap_pyfunction!(values::family::is_data_class, module)?)?;
    module.add_function(wrap_pyfunction!(values::counterparts::register_counterpart, module)?)?;
    module.add_function(wrap_pyfunction!(host::shared::forget_kept, module)?)?;
    module.add_class::<values::instances::PyInstance>()?;
    module.add_class::<values::instances::PyField>()?;
    module.add_function(wrap_pyfunction!(values::instances::class_add, module)?)?;
    module.add_function(wrap_pyfunction!(values::instances::class_define, module)?)?;
    module.add_function(wrap_pyfunction!(values::instances::class_define_later, module)?)?;
    module.add_function(wrap_pyfunction!(values::instances::class_instance, module)?)?;
    module.add_function(wrap_pyfunction!(values::instances::class_fields, module)?)?;
    module.add_function(wrap_pyfunction!(values::instances::class_names, module)?)?;
    module.add_function(wrap_pyfunction!(values::instances::type_deferred, module)?)?;
    module.add_function(wrap_pyfunction!(values::instances::type_define, module)?)?;
    module.add_function(wrap_pyfunction!(values::instances::type_resolved, module)?)?;
    threads::add(module)?;
    typed::add(module)?;
    module.add_function(wrap_pyfunction!(dispatcher::use_emulator, module)?)?;
    module.add_function(wrap_pyfunction!(dispatcher::compute_capabilities, module)?)?;
    module.add_function(wrap_pyfunction!(dispatcher::forget_loaded, module)?)?;
    Ok(())
}
