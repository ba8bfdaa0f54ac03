//! PTX in the cache.

use super::digest::NotPortable;
use super::entry::{Code, Entry};
use super::nodes::Nodes;
use super::place::Cache;
use crate::adapter::Adapter;
use crate::ptx::CompiledPtx;
use crate::state::Session;
use coluber_abi::ExceptionClass;
use coluber_base::Name;
use coluber_codegen::PtxOutput;
use coluber_codegen::kernel_params;
use coluber_codegen::ptx::{ErrorSite, ErrorTable, Kernel};
use coluber_types::{ObjId, Ty};
use serde::{Deserialize, Serialize};

/// The PTX of a kernel, and what its launches need.
#[derive(Serialize, Deserialize)]
pub(crate) struct PtxCode {
    ptx: String,
    symbol: String,
    errors: Option<Errors>,
    cooperative: bool,
    shared_bytes: u32,
    dynamic_shared: bool,
    externals: Vec<String>,
}

/// An [`ErrorTable`].
#[derive(Serialize, Deserialize)]
struct Errors {
    symbol: String,
    words: usize,
    sites: Vec<Site>,
}

/// An [`ErrorSite`], with numbers in the place of objects.
#[derive(Serialize, Deserialize)]
struct Site {
    class: Name,
    message: Name,
    types: Vec<Ty>,
    function: Name,
    file: Name,
    line: u32,
}

impl Cache<'_> {
    /// The PTX of a kernel with these arguments, when it is there.
    pub fn find_ptx(&self, adapter: &mut Adapter<'_>, args: &[Ty]) -> Option<CompiledPtx> {
        self.find(adapter, |_, entry, nodes| {
            let Entry { ret, code: Code::Ptx(code), .. } = entry else { return None };
            Some(CompiledPtx { output: output(code, args, nodes)?, ret: nodes.present(ret)? })
        })
    }

    /// Keeps the PTX of a kernel.
    pub fn keep_ptx(&self, session: &Session, spec: u32, output: &PtxOutput) {
        let [kernel] = &output.kernels[..] else { return };
        self.keep(session, spec, |_, nodes| {
            Ok(Code::Ptx(PtxCode {
                ptx: output.ptx.clone(),
                symbol: kernel.symbol.clone(),
                errors: output.errors.as_ref().map(|table| errors(table, nodes)).transpose()?,
                cooperative: output.cooperative,
                shared_bytes: output.shared_bytes,
                dynamic_shared: output.dynamic_shared,
                externals: output.externals.clone(),
            }))
        });
    }
}

fn output(code: PtxCode, args: &[Ty], nodes: &Nodes) -> Option<PtxOutput> {
    let PtxCode { ptx, symbol, errors, cooperative, shared_bytes, dynamic_shared, externals } = code;
    let errors = match errors {
        None => None,
        Some(table) => Some(ErrorTable {
            symbol: table.symbol,
            words: table.words,
            sites: table.sites.into_iter().map(|site| present(site, nodes)).collect::<Option<_>>()?,
        }),
    };
    let kernels = vec![Kernel { spec: 0, symbol, params: kernel_params(args) }];
    Some(PtxOutput {
        ptx,
        kernels,
        errors,
        cooperative,
        shared_bytes,
        dynamic_shared,
        externals,
        ..PtxOutput::default()
    })
}

fn errors(table: &ErrorTable, nodes: &Nodes) -> Result<Errors, NotPortable> {
    let portable = |site: &ErrorSite| {
        let class = class(&site.class, |object| nodes.find(object).map(ObjId));
        let types = site.types.iter().map(|&ty| nodes.portable(ty)).collect::<Option<_>>();
        let what = || NotPortable(format!("the exception {}", site.class));
        Ok(Site {
            class: class.ok_or_else(what)?,
            types: types.ok_or_else(what)?,
            message: site.message.clone(),
            function: site.function.clone(),
            file: site.file.clone(),
            line: site.line,
        })
    };
    let sites = table.sites.iter().map(portable).collect::<Result<_, _>>()?;
    Ok(Errors { symbol: table.symbol.clone(), words: table.words, sites })
}

fn present(site: Site, nodes: &Nodes) -> Option<ErrorSite> {
    let Site { message, function, file, line, .. } = site;
    let types = site.types.iter().map(|&ty| nodes.present(ty)).collect::<Option<_>>()?;
    let class = class(&site.class, |number| nodes.object(number.0))?;
    Some(ErrorSite { class, message, types, function, file, line })
}

/// The word of a class, with another object in the place of a host's.
fn class(word: &Name, object: impl FnOnce(ObjId) -> Option<ObjId>) -> Option<Name> {
    match ExceptionClass::from_word(word)? {
        ExceptionClass::Builtin(_) => Some(word.clone()),
        ExceptionClass::Host(id) => Some(format!("#{}", object(id)?.0).into()),
    }
}
