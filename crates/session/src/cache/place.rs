//! The place in the cache of a function for certain types: its file, and the entries in it that hold.

use super::digest::{Digest, NotPortable, Sum};
use super::entry::{Code, Entry};
use super::nodes::Nodes;
use super::trace::{holds, trace};
use crate::adapter::Adapter;
use crate::state::{Session, State};
use crate::typing::say;
use crate::units;
use coluber_cache::Store;
use coluber_infer::FuncId;
use coluber_types::Ty;

/// Characters of a function's name that the name of its file begins with.
const NAME_LENGTH: usize = 60;

/// What is to be compiled.
pub(crate) struct Request<'a> {
    pub func: FuncId,
    pub args: &'a [Ty],
    pub ret: Option<Ty>,
    /// What the code depends on besides: the configuration of a device.
    pub extra: String,
    /// Whether lines of the source count: code that has them in itself.
    pub lines: bool,
}

impl<'a> Request<'a> {
    /// Code for this processor.
    pub fn new(func: FuncId, args: &'a [Ty], ret: Option<Ty>) -> Self {
        Request { func, args, ret, extra: String::new(), lines: false }
    }
}

/// The place in the cache of one function for certain types.
pub(crate) struct Cache<'a> {
    store: &'a dyn Store,
    name: String,
    /// What the compilation starts with.
    start: Nodes,
}

impl<'a> Cache<'a> {
    /// The place for what is to be compiled; None for types that have a meaning in this process only.
    pub fn open(adapter: &Adapter<'_>, store: &'a dyn Store, request: &Request<'_>) -> Option<Self> {
        let state = adapter.session.lock();
        let mut start = Nodes::new(request.lines);
        let sum = sum(&state, adapter, request, &mut start).ok()?;
        let name = &state.function(request.func).name;
        let plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let hex: String = sum.iter().map(|byte| format!("{byte:02x}")).collect();
        let plain = &plain[..plain.len().min(NAME_LENGTH)];
        Some(Cache { store, name: format!("{plain}-{hex}.coluber"), start })
    }

    /// The same place in another store.
    pub fn within<'b>(&self, store: &'b dyn Store) -> Cache<'b> {
        Cache { store, name: self.name.clone(), start: self.start.clone() }
    }

    /// Whether what is compiled is to be kept.
    pub fn keeps(&self) -> bool {
        self.store.keeps()
    }

    /// The first record whose entry holds.
    pub fn find_record(&self, adapter: &mut Adapter<'_>) -> Option<Vec<u8>> {
        self.store.read(&self.name).into_iter().find(|record| {
            let entry: Option<Entry> = postcard::from_bytes(record).ok();
            entry.is_some_and(|entry| holds(adapter, &entry.steps, &mut self.start.clone()))
        })
    }

    /// Keeps a record as it is.
    pub fn keep_record(&self, record: Vec<u8>) {
        self.store.add(&self.name, record);
    }

    /// The first entry that holds and that this process can use.
    pub fn find<R>(
        &self,
        adapter: &mut Adapter<'_>,
        mut usable: impl FnMut(&mut Adapter<'_>, Entry, &Nodes) -> Option<R>,
    ) -> Option<R> {
        self.store.read(&self.name).into_iter().find_map(|record| {
            let entry: Entry = postcard::from_bytes(&record).ok()?;
            let mut nodes = self.start.clone();
            if !holds(adapter, &entry.steps, &mut nodes) {
                return None;
            }
            usable(adapter, entry, &nodes)
        })
    }

    /// Keeps the code of a specialisation, where another process can use it and the folder can be written.
    pub fn keep(&self, session: &Session, spec: u32, code: impl FnOnce(&State, &Nodes) -> Result<Code, NotPortable>) {
        let state = session.lock();
        let outcome = match self.record(&state, spec, code).map(|record| self.store.add(&self.name, record)) {
            Ok(true) => "kept".to_owned(),
            Ok(false) => "not kept: the folder can't be written".to_owned(),
            Err(NotPortable(what)) => format!("not kept: {what} means nothing to another process"),
        };
        if state.settings.debug_cache {
            say(&format!("[cache] {}: {outcome}", self.name));
        }
    }

    fn record(
        &self,
        state: &State,
        spec: u32,
        code: impl FnOnce(&State, &Nodes) -> Result<Code, NotPortable>,
    ) -> Result<Vec<u8>, NotPortable> {
        let mut nodes = self.start.clone();
        let steps = trace(state, spec, &mut nodes)?;
        let ret = state.spec(spec).ret;
        let ret = nodes.portable_result(state, ret).ok_or_else(|| NotPortable(format!("the type {ret}")))?;
        let entry = Entry { steps, ret, code: code(state, &nodes)? };
        postcard::to_allocvec(&entry).map_err(|error| NotPortable(error.to_string()))
    }
}

/// What names the file.
fn sum(state: &State, adapter: &Adapter<'_>, request: &Request<'_>, nodes: &mut Nodes) -> Result<Sum, NotPortable> {
    let mut digest = Digest::new(nodes);
    digest.text(&state.settings.version);
    digest.text(&format!("{:?} {:?}", units::target(&state.settings), adapter.target));
    digest.text(&request.extra);
    digest.function(state, request.func)?;
    digest.types(request.args)?;
    digest.types(request.ret.as_slice())?;
    Ok(digest.finish())
}
