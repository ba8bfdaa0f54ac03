//! What is known of a function and of a specialisation.

use crate::cache::Sources;
use coluber_base::Name;
use coluber_bytecode::{CodeObject, Tables};
use coluber_codegen::Linked;
use coluber_infer::{FuncId, Options, Params};
use coluber_ir::{Typed, Untyped};
use coluber_types::fields::{fields, has_owner};
use coluber_types::{Form, Kind, ListForm, ObjId, Ty};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::time::Duration;

/// The native entry of a specialisation: words of the arguments in, words of the result out; 0 when it did not raise.
pub type Entry = unsafe extern "C" fn(*const u64, *mut u64) -> i32;

/// A compiled specialisation.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// Its number.
    pub spec: u32,
    /// Types of the parameters.
    pub args: Vec<Ty>,
    /// Type of the result.
    pub ret: Ty,
    /// Its entry.
    pub entry: Entry,
    /// Whether the code came from the cache; None where none was asked for.
    pub from_cache: Option<bool>,
}

/// Which text of a specialisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Text {
    /// Typed IR.
    Typed,
    /// Typed IR with the place in the source at each operation.
    Placed,
    /// How long compiling took: a line for each stage and one for all, the name and milliseconds with a tab between them.
    Timings,
    /// How long each of LLVM's passes takes: a line each, seconds and name with a tab between them.
    PassTimes,
    /// What LLVM's loop vectoriser says, a line each.
    Remarks,
    /// LLVM IR as it was built.
    Llvm,
    /// LLVM IR after optimisation.
    Optimised,
    /// Assembly.
    Assembly,
    /// Its parallel loops, a line each: line of the source, what it is, reductions.
    Loops,
}

/// A function that can be specialised.
#[derive(Clone)]
pub(crate) struct FunctionRecord {
    pub name: Name,
    pub file: Name,
    pub code: Arc<CodeObject>,
    pub tables: Arc<Tables>,
    pub params: Arc<Params>,
    pub options: Arc<Options>,
    /// The Python function whose globals it sees.
    pub object: ObjId,
    /// Untyped IR and the codes of nested functions, when they have been built.
    pub body: Option<(Arc<Untyped>, Vec<Arc<CodeObject>>)>,
    /// What each call carries: names of parameters with defaults, then captured variables.
    pub captured: Vec<Name>,
    /// Nested functions by code number and what they carry.
    pub nested: FxHashMap<(u32, Vec<Name>), FuncId>,
    /// The function that it is an inner function of.
    pub parent: Option<FuncId>,
    /// The signatures that it is restricted to.
    pub signatures: Option<Vec<(Vec<Ty>, Ty)>>,
    /// Whether it is Coluber's own: it follows the floating point rules of the function that it is compiled for.
    pub library: bool,
    /// The key that it implements, in the package.
    pub known_as: Option<Name>,
    /// Whether it is part of the package: it changes with the package's version only.
    pub own: bool,
    /// The code of the Python function that it is, or is nested in.
    pub whole: Arc<CodeObject>,
    /// Its specialisations, in the order in which they were made.
    pub specs: Vec<u32>,
}

/// How a specialisation is found.
pub(crate) enum FoundBy {
    /// By what calls it.
    Caller,
    /// By its function, the types of its arguments and the result asked for.
    Key(Option<Ty>),
    /// By the name of what inference made.
    Name(String),
}

/// How far a specialisation is.
pub(crate) enum Progress {
    /// Being typed; calls of it are told this result type.
    Typing {
        /// The result type, as far as it is known.
        assumed: Ty,
        /// Whether it was asked for meanwhile: it is recursive.
        asked: bool,
    },
    /// Typed IR is there.
    Typed(Arc<Typed>),
    /// Its code came from the cache.
    Cached,
}

/// What code is compiled for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Target {
    /// Functions that Python calls.
    #[default]
    Cpu,
    /// CUDA kernels and what they call.
    Cuda {
        /// Whether exceptions are raised and indices checked.
        debug: bool,
        /// Whether the emulator is told what the threads do; only with `debug`.
        check: bool,
    },
}

/// A specialisation.
pub(crate) struct SpecRecord {
    /// The function; None when inference made it.
    pub func: Option<FuncId>,
    /// The compilation that made it.
    pub owner: u64,
    pub target: Target,
    pub args: Vec<Ty>,
    pub found_by: FoundBy,
    pub ret: Ty,
    pub symbol: String,
    pub progress: Progress,
    /// The outermost specialisation being typed whose result it was told before that was settled.
    pub waits: Option<u32>,
    /// Whether it stays when those that are being typed begin another round: it was told nothing that may be another thing then.
    pub settled: bool,
    /// How often fields of classes had been found to hold more when it was typed, or when its result was compared last with what they hold.
    pub widenings: u64,
    pub linked: Option<Arc<LinkedCode>>,
    /// A function that is little more than a loop, as loops that call it take it in (`passes::jam`).
    pub short: Option<Arc<Typed>>,
    /// How long the stages of its compilation took; empty while it has no code.
    pub took: Vec<(&'static str, Duration)>,
}

impl SpecRecord {
    /// Keeps the code of the specialisation. What a function puts into a container that the host shares outlives its code, and may be
    /// constant data of it: code of such functions stays for ever.
    pub fn keep(&mut self, code: LinkedCode) {
        let code = Arc::new(code);
        if self.args.iter().any(|ty| may_be_shared(*ty)) || may_be_shared(self.ret) {
            std::mem::forget(code.clone());
        }
        self.linked = Some(code);
    }
}

/// Whether values of the type may be typed containers, or instances, of text or arrays.
fn may_be_shared(ty: Ty) -> bool {
    match ty.kind() {
        Kind::List { item, form, .. } => *form == ListForm::Typed && has_owner(*item) || may_be_shared(*item),
        Kind::Dict { key, value, .. } => has_owner(*key) || has_owner(*value),
        Kind::Set { item, .. } => has_owner(*item),
        Kind::Instance(shape) => {
            shape.class().form == Form::Native && shape.types().iter().any(|field| has_owner(*field))
        }
        // What a suspended function does when it is closed is code.
        Kind::Gen { .. } => true,
        _ => fields(ty).into_iter().any(may_be_shared),
    }
}

/// Code in memory, and the code that it calls.
pub(crate) struct LinkedCode {
    pub entry: Entry,
    pub exported: bool,
    /// The code that it calls.
    pub callees: Vec<Arc<LinkedCode>>,
    /// Records that its table points to.
    pub sources: Sources,
    pub linked: Arc<Linked>,
}
