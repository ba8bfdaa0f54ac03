//! Machine code from the cache, linked into this process.

use super::containers;
use super::digest::NotPortable;
use super::entry::{Code, Entry, KernelNumbers, ObjectCode, Portable, portable, word};
use super::nodes::Nodes;
use super::place::{Cache, Request};
use super::sources::Sources;
use crate::adapter::Adapter;
use crate::record::{Compiled, Progress};
use crate::state::{Session, State};
use crate::tags::{renamed, with_tag_of};
use crate::units::{self, PortableObject};

impl Cache<'_> {
    /// The compiled function, when it is there; with what the emulator needs of a kernel.
    pub fn find_code(
        &self,
        adapter: &mut Adapter<'_>,
        request: &Request<'_>,
    ) -> Option<(Compiled, Option<KernelNumbers>)> {
        self.find(adapter, |adapter, entry, nodes| {
            let Entry { ret, code: Code::Object(code), .. } = entry else { return None };
            let kernel = code.kernel;
            Some((link(adapter, request, nodes.present_result(ret)?, code, nodes)?, kernel))
        })
    }

    /// Keeps machine code.
    pub fn keep_code(&self, session: &Session, spec: u32, code: &PortableObject, kernel: Option<KernelNumbers>) {
        self.keep(session, spec, |state, nodes| {
            let references = code.references.iter().map(|&reference| {
                portable(state, reference, nodes).ok_or_else(|| NotPortable(format!("{reference:?}")))
            });
            let references = references.collect::<Result<_, _>>()?;
            if !containers::are_known(&code.object, nodes.shared()) {
                return Err(NotPortable("a container of the program".to_owned()));
            }
            Ok(Code::Object(ObjectCode {
                symbol: code.symbol.clone(),
                next: code.next.clone(),
                object: code.object.clone(),
                references,
                shared: nodes.shared().to_vec(),
                kernel,
            }))
        });
    }
}

fn link(
    adapter: &Adapter<'_>,
    request: &Request<'_>,
    ret: coluber_types::Ty,
    code: ObjectCode,
    nodes: &Nodes,
) -> Option<Compiled> {
    let mut state = adapter.session.lock();
    let mut sources = Sources::default();
    let words: Option<Vec<u64>> = code.references.iter().map(|r| filled(&state, r, nodes, &mut sources)).collect();
    let debugged = state.function(request.func).options.debug;
    let (symbol, object) = renamed(&code.symbol, code.object)?;
    let next = code.next.map(|next| with_tag_of(&symbol, &next));
    let object = containers::renumbered(object, &code.shared, nodes.shared())?;
    let mut code = units::place(&symbol, &object, &words?, debugged).ok()?;
    code.sources = sources;
    let name = state.function(request.func).name.clone();
    let spec = state.add_spec(Some(request.func), adapter.target, name, request.args.to_vec(), Progress::Cached);
    let record = state.spec_mut(spec);
    record.ret = ret;
    let compiled = Compiled { spec, args: request.args.to_vec(), ret, entry: code.entry, from_cache: Some(true) };
    let next = match next {
        Some(symbol) => Session::add_cached_next(&mut state, ret).zip(Some(symbol?)),
        None => None,
    };
    units::keep(&mut state, spec, code, next.as_ref().map(|(next, symbol)| (*next, symbol.as_str()))).ok()?;
    Some(compiled)
}

fn filled(state: &State, reference: &Portable, nodes: &Nodes, sources: &mut Sources) -> Option<u64> {
    match reference {
        Portable::Source(Some(place)) => Some(sources.add(state, place, nodes)),
        other => word(other, nodes),
    }
}
