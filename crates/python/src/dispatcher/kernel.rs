//! What launches a kernel's specialisation: on the emulator a function of a block, on a GPU code that is loaded.

use super::core::Core;
use super::gpu::Loaded;
use super::object::core_of;
use crate::errors;
use crate::gate::Gate;
use crate::host::environment::PythonEnvironment;
use crate::host::settings;
use coluber_base::Diagnostic;
use coluber_gpu::emulator::Kernel;
use coluber_infer::FuncId;
use coluber_session::{Compiled, Mode, Session, Store};
use coluber_types::Ty;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use std::rc::Rc;

/// The code of a specialisation of a kernel. Each kind is made when it is needed first.
#[derive(Default)]
pub struct KernelCode {
    /// For the emulator.
    pub emulated: Option<Kernel>,
    /// In contexts of GPUs.
    pub loaded: Vec<Rc<Loaded>>,
}

/// The entry of what can't be called from the processor's code.
pub unsafe extern "C" fn not_for_the_host(_: *const u64, _: *mut u64) -> i32 {
    coluber_abi::RAISED
}

/// How kernels are compiled.
pub fn mode(core: &Core) -> Mode {
    let options = core.options.borrow();
    Mode { debug: options.debug, check: options.check }
}

/// Compiles a kernel: for a GPU as far as what all devices have in common.
pub fn compile(
    core: &Core,
    session: &Session,
    environment: &mut PythonEnvironment<'_, '_>,
    function: FuncId,
    types: &[Ty],
    for_gpu: bool,
    store: Option<&dyn Store>,
) -> Result<(Compiled, KernelCode), Box<Diagnostic>> {
    if for_gpu {
        let spec = session.type_kernel(environment, function, types, mode(core))?;
        let code = Compiled { spec, args: types.to_vec(), ret: Ty::none(), entry: not_for_the_host, from_cache: None };
        return Ok((code, KernelCode::default()));
    }
    let found = session.compile_kernel(environment, function, types, mode(core), store)?;
    let (entry, from_cache) = (found.kernel.entry, found.from_cache);
    let code = Compiled { spec: found.block, args: found.args, ret: Ty::none(), entry, from_cache };
    Ok((code, KernelCode { emulated: Some(found.kernel), loaded: Vec::new() }))
}

/// A specialisation for the emulator; it is compiled where it was made for a GPU.
pub fn emulated(dispatcher: &Bound<'_, PyAny>, index: usize) -> PyResult<Kernel> {
    let py = dispatcher.py();
    let core = core_of(dispatcher)?;
    let (types, strong) = match core.specs.borrow().get(index) {
        Some(spec) if spec.kernel.emulated.is_some() => return spec.kernel.emulated.ok_or_else(|| no_kernel(index)),
        Some(spec) => (spec.code.args.clone(), spec.strong),
        None => return Err(no_kernel(index)),
    };
    let gate = Gate::enter(py);
    let function = core.register_strong(py, &gate, strong)?;
    let mut environment = PythonEnvironment::new(dispatcher, &gate)?;
    let session = Session::global();
    let store = core.store(py)?;
    session.configure(settings::read(py)?);
    let found = session.compile_kernel(
        &mut environment,
        function,
        &types,
        mode(core),
        store.as_ref().map(|layers| layers as &dyn Store),
    );
    environment.take_raised().map_or(Ok(()), Err)?;
    let kernel = found.map_err(|diagnostic| errors::of_diagnostic(py, &diagnostic))?.kernel;
    if let Some(spec) = core.specs.borrow_mut().get_mut(index) {
        spec.kernel.emulated = Some(kernel);
    }
    Ok(kernel)
}

/// The error for a number that no specialisation has.
pub fn no_kernel(index: usize) -> PyErr {
    PyIndexError::new_err(format!("there is no kernel {index}"))
}
