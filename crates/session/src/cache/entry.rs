//! An entry of the cache: a trace, and the code that it led to.

use super::nodes::Nodes;
use super::ptx::PtxCode;
use super::sources::{self, Place};
use super::trace::Step;
use crate::state::State;
use coluber_abi::ExceptionClass;
use coluber_codegen::Reference;
use coluber_passes::kernel::KernelLayout;
use coluber_types::Ty;
use serde::{Deserialize, Serialize};

/// What is kept of a compiled function.
#[derive(Serialize, Deserialize)]
pub(crate) struct Entry {
    pub steps: Vec<Step>,
    /// Type of the result, with numbers in the place of objects.
    pub ret: Ty,
    pub code: Code,
}

/// Code of one kind; which, follows from the name of the file.
#[derive(Serialize, Deserialize)]
pub(crate) enum Code {
    Object(ObjectCode),
    Ptx(PtxCode),
}

/// Machine code of this processor.
#[derive(Serialize, Deserialize)]
pub(crate) struct ObjectCode {
    /// The symbol of the function; its last 16 characters stand nowhere else in the object.
    pub symbol: String,
    /// The symbol of what gives the items of a suspended function that it gives, with the same characters at its end.
    pub next: Option<String>,
    pub object: Vec<u8>,
    pub references: Vec<Portable>,
    /// The numbers that the program's containers have in the object's names, in the order in which a compilation meets them.
    pub shared: Vec<u32>,
    /// What the emulator has to know of a kernel.
    pub kernel: Option<KernelNumbers>,
}

/// A reference that another process can make its own.
#[derive(Serialize, Deserialize)]
pub(crate) enum Portable {
    Type(Ty),
    BuiltinClass(u32),
    HostClass(u32),
    Memory(u32),
    Source(Option<Place>),
}

/// The parts of a [`KernelLayout`] that a launch needs.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(crate) struct KernelNumbers {
    pub shared_bytes: u32,
    pub scratch_bytes: u32,
    pub block_bytes: u32,
    pub grid_sync: bool,
}

impl From<KernelLayout> for KernelNumbers {
    fn from(layout: KernelLayout) -> Self {
        let KernelLayout { shared_bytes, scratch_bytes, block_bytes, grid_sync, .. } = layout;
        KernelNumbers { shared_bytes, scratch_bytes, block_bytes, grid_sync }
    }
}

/// The portable form of a reference; None where there is none.
pub(crate) fn portable(state: &State, reference: Reference, nodes: &Nodes) -> Option<Portable> {
    Some(match reference {
        Reference::Type(ty) => Portable::Type(nodes.portable(ty)?),
        Reference::Class(ExceptionClass::Host(object)) => Portable::HostClass(nodes.find(object)?),
        Reference::Class(class) => Portable::BuiltinClass(class.code()),
        Reference::Memory(address) => Portable::Memory(nodes.memory_number(address)?),
        Reference::Address(_) => return None,
        Reference::Source(spec) => Portable::Source(sources::place(state, spec, nodes)),
    })
}

/// The word of a reference in this process, other than a source's.
pub(crate) fn word(reference: &Portable, nodes: &Nodes) -> Option<u64> {
    Some(match reference {
        Portable::Type(ty) => u64::from(nodes.present(*ty)?.id()),
        Portable::BuiltinClass(code) => u64::from(*code),
        Portable::HostClass(number) => u64::from(ExceptionClass::Host(nodes.object(*number)?).code()),
        Portable::Memory(number) => nodes.memory(*number)?,
        Portable::Source(_) => 0,
    })
}
