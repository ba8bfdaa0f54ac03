//! Finding code in the cache and linking it, and keeping code that was compiled.

use super::digest::{Digest, NotPortable, Sum};
use super::entry::{Entry, KernelNumbers, Portable, portable, word};
use super::nodes::Nodes;
use super::sources::Sources;
use super::trace::{holds, trace};
use crate::adapter::Adapter;
use crate::record::{Compiled, Progress};
use crate::state::{Session, State};
use crate::typing::say;
use crate::units::{self, PortableObject};
use coluber_abi::TAG_LENGTH;
use coluber_cache::Folder;
use coluber_infer::FuncId;
use coluber_types::Ty;
use std::sync::Arc;

/// Characters of a function's name that the name of its file begins with.
const NAME_LENGTH: usize = 60;

/// What is to be compiled.
pub(crate) struct Request<'a> {
    pub func: FuncId,
    pub args: &'a [Ty],
    pub ret: Option<Ty>,
}

/// The place in the cache of one function for certain types.
pub(crate) struct Cache<'a> {
    folder: &'a Folder,
    name: String,
    /// What the compilation starts with.
    start: Nodes,
}

impl<'a> Cache<'a> {
    /// The place for what is to be compiled; None for types that have a meaning in this process only.
    pub fn open(adapter: &Adapter<'_>, folder: &'a Folder, request: &Request<'_>) -> Option<Self> {
        let state = adapter.session.lock();
        let mut start = Nodes::default();
        let sum = sum(&state, adapter, request, &mut start).ok()?;
        let name = &state.function(request.func).name;
        let plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let hex: String = sum.iter().map(|byte| format!("{byte:02x}")).collect();
        let plain = &plain[..plain.len().min(NAME_LENGTH)];
        Some(Cache { folder, name: format!("{plain}-{hex}.coluber"), start })
    }

    /// The compiled function, when it is there; with what the emulator needs of a kernel.
    pub fn find(&self, adapter: &mut Adapter<'_>, request: &Request<'_>) -> Option<(Compiled, Option<KernelNumbers>)> {
        self.folder.read(&self.name).into_iter().find_map(|record| {
            let entry: Entry = postcard::from_bytes(&record).ok()?;
            let mut nodes = self.start.clone();
            if !holds(adapter, &entry.steps, &mut nodes) {
                return None;
            }
            let kernel = entry.kernel;
            Some((link(adapter, request, entry, &nodes)?, kernel))
        })
    }

    /// Keeps the code of a specialisation, where another process can use it and the folder can be written.
    pub fn keep(&self, session: &Session, spec: u32, code: Option<PortableObject>, kernel: Option<KernelNumbers>) {
        let Some(code) = code else { return };
        let state = session.lock();
        let outcome = match self.entry(&state, spec, code, kernel).map(|record| self.folder.add(&self.name, record)) {
            Ok(true) => "kept".to_owned(),
            Ok(false) => "not kept: the folder can't be written".to_owned(),
            Err(NotPortable(what)) => format!("not kept: {what} means nothing to another process"),
        };
        if state.settings.debug_cache {
            say(&format!("[cache] {}: {outcome}", self.name));
        }
    }

    fn entry(
        &self,
        state: &State,
        spec: u32,
        code: PortableObject,
        kernel: Option<KernelNumbers>,
    ) -> Result<Vec<u8>, NotPortable> {
        let mut nodes = self.start.clone();
        let steps = trace(state, spec, &mut nodes)?;
        let references = code
            .references
            .iter()
            .map(|&reference| portable(state, reference, &nodes).ok_or_else(|| NotPortable(format!("{reference:?}"))));
        let ret = state.spec(spec).ret;
        let entry = Entry {
            ret: nodes.portable(ret).ok_or_else(|| NotPortable(format!("the type {ret}")))?,
            symbol: code.symbol,
            references: references.collect::<Result<_, _>>()?,
            object: code.object,
            kernel,
            steps,
        };
        postcard::to_allocvec(&entry).map_err(|error| NotPortable(error.to_string()))
    }
}

/// What names the file.
fn sum(state: &State, adapter: &Adapter<'_>, request: &Request<'_>, nodes: &mut Nodes) -> Result<Sum, NotPortable> {
    let mut digest = Digest::new(nodes);
    digest.text(&state.settings.version);
    digest.text(&format!("{:?} {:?}", units::target(&state.settings), adapter.target));
    digest.function(state, request.func)?;
    digest.types(request.args)?;
    digest.types(request.ret.as_slice())?;
    Ok(digest.finish())
}

fn link(adapter: &Adapter<'_>, request: &Request<'_>, entry: Entry, nodes: &Nodes) -> Option<Compiled> {
    let mut state = adapter.session.lock();
    let ret = nodes.present(entry.ret)?;
    let mut sources = Sources::default();
    let words: Option<Vec<u64>> = entry.references.iter().map(|r| filled(&state, r, nodes, &mut sources)).collect();
    let debugged = state.function(request.func).options.debug;
    let (symbol, object) = renamed(&entry.symbol, entry.object)?;
    let mut code = units::place(&symbol, &object, &words?, debugged).ok()?;
    code.sources = sources;
    let name = state.function(request.func).name.clone();
    let spec = state.add_spec(Some(request.func), adapter.target, name, request.args.to_vec(), Progress::Cached);
    let record = state.spec_mut(spec);
    record.ret = ret;
    let compiled = Compiled { spec, args: request.args.to_vec(), ret, entry: code.entry, from_cache: Some(true) };
    record.linked = Some(Arc::new(code));
    Some(compiled)
}

fn filled(state: &State, reference: &Portable, nodes: &Nodes, sources: &mut Sources) -> Option<u64> {
    match reference {
        Portable::Source(Some(place)) => Some(sources.add(state, place, nodes)),
        other => word(other, nodes),
    }
}

/// The object with a symbol that nothing in this process has.
fn renamed(symbol: &str, mut object: Vec<u8>) -> Option<(String, Vec<u8>)> {
    let start = symbol.len().checked_sub(TAG_LENGTH)?;
    let (name, tag) = (symbol.get(..start)?, symbol.get(start..)?.as_bytes());
    let fresh = coluber_abi::portable_symbol("", units::tag());
    let fresh = &fresh[fresh.len() - TAG_LENGTH..];
    let mut position = 0;
    while let Some(found) = memchr::memmem::find(&object[position..], tag) {
        position += found;
        object[position..position + TAG_LENGTH].copy_from_slice(fresh.as_bytes());
        position += TAG_LENGTH;
    }
    Some((format!("{name}{fresh}"), object))
}
