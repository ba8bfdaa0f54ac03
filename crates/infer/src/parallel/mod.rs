//! Loops over `prange` in functions with `parallel=True`: which of them can run on several threads, and what they carry from one
//! iteration to the next.
//!
//! A variable that a loop carries is one of three things: a *reduction*, of which each thread makes a partial result; one that is assigned in
//! each iteration before it is used, so that the value of the last iteration counts; or an error, because threads would wait for each
//! other.

mod ahead;
mod better;
mod dependences;
mod elements;
mod gathers;
mod guarded;
mod indices;
mod invariant;
mod kept;
mod leader;
mod private;
mod reduction;
mod scratch;
mod shared;
mod stores;
mod sums;
mod views;
mod web;
mod winner;

use crate::context::Cx;
use crate::engine::Typing;
use crate::host::{FuncId, Host};
use crate::sites::Sites;
use coluber_base::{Diagnostic, Name, Result, Span};
use coluber_ir::{Block, Cfg, Dominators, Region, Untyped, Value};
use coluber_types::{Kind, Spread, Ty};
pub(crate) use reduction::Reduction;
use rustc_hash::FxHashSet;
use web::{Class, Web};

/// A loop over a parallel range, which may run on several threads.
pub(crate) struct ParallelLoop {
    /// Its head.
    pub head: Block,
    /// Whether an iteration is the work of one element, so that only many of them pay for a thread.
    pub of_elements: bool,
    /// The parameters of the head that are reductions.
    pub reductions: Vec<Reduction>,
    /// Why it runs in order, on one thread, if it does.
    pub in_order: Option<String>,
}

/// Of a loop in one that has all threads.
const IS_INNER: &str = "the loop around it has all threads";

/// The reductions of a loop, or why it runs in order.
type Reductions = std::result::Result<Vec<Reduction>, String>;

/// The function with one more array carried by a parallel loop that changes its elements, or with a variable less; None when there is
/// nothing left to change.
pub(crate) fn with_other_carried(host: &mut dyn Host, body: &Untyped, typing: &Typing) -> Option<Untyped> {
    let regions = regions(body, typing);
    let without = |rewritten: fn(&Untyped, &Typing, &Region) -> Option<Untyped>| {
        regions.iter().find_map(|region| rewritten(body, typing, region))
    };
    without(stores::without_store)
        .or_else(|| without(private::without_variable))
        .or_else(|| without(invariant::without_variable))
        .or_else(|| without(leader::with_element))
        .or_else(|| without(winner::with_flag))
        .or_else(|| without(better::with_function))
        .or_else(|| without(views::with_view))
        .or_else(|| regions.iter().find_map(|region| elements::with_array(host, body, typing, region)))
}

/// The loops over `prange` that nothing leaves but their heads.
fn regions(body: &Untyped, typing: &Typing) -> Vec<Region> {
    let heads: Vec<Block> = body.layout.iter().copied().filter(|&block| is_head(body, typing, block)).collect();
    if heads.is_empty() {
        return Vec::new();
    }
    let cfg = Cfg::new(body);
    let dominators = Dominators::new(body, &cfg);
    heads.into_iter().filter_map(|head| Region::of_loop(body, &cfg, &dominators, head)).collect()
}

/// The loops over `prange` that are left in other ways.
fn left(body: &Untyped, typing: &Typing, regions: &[Region]) -> Vec<ParallelLoop> {
    let heads = body.layout.iter().copied().filter(|&block| is_head(body, typing, block));
    let heads = heads.filter(|&head| !regions.iter().any(|region| region.head == head));
    let found = |head| ParallelLoop {
        head,
        of_elements: false,
        reductions: Vec::new(),
        in_order: Some(Region::IS_LEFT.into()),
    };
    heads.map(found).collect()
}

/// What the blocks of a loop define.
fn made_inside(body: &Untyped, region: &Region) -> FxHashSet<Value> {
    let blocks = region.body.iter().chain([&region.head]).map(|&block| &body.blocks[block]);
    let values = blocks.flat_map(|data| {
        let results = data.insts.iter().flat_map(|&inst| body.insts[inst].results.iter().copied());
        data.params.iter().copied().chain(results)
    });
    values.collect()
}

/// The parallel loops of a function.
pub(crate) fn find(host: &mut dyn Host, func: FuncId, body: &Untyped, typing: &Typing) -> Result<Vec<ParallelLoop>> {
    let regions = regions(body, typing);
    let mut found = left(body, typing, &regions);
    for region in &regions {
        let head = region.head;
        // The loop around it keeps all threads busy: nothing has to be refused, or to be copied for each piece.
        let is_inner = regions.iter().any(|around| around.contains(head));
        let reductions = match reductions(host, func, body, typing, region) {
            Err(_) if is_inner => Err(IS_INNER.to_owned()),
            Ok(Ok(found)) if is_inner && found.iter().any(|found| typing.vals[found.param()].ty.is_array()) => {
                Err(IS_INNER.to_owned())
            }
            reductions => reductions?,
        };
        let of_elements = body.blocks[head].params.iter().any(|&p| is_of_elements(typing.vals[p].ty));
        let (reductions, in_order) = match reductions {
            Ok(reductions) => (reductions, None),
            Err(why) => (Vec::new(), Some(why)),
        };
        found.push(ParallelLoop { head, of_elements, reductions, in_order });
    }
    Ok(found)
}

fn is_head(body: &Untyped, typing: &Typing, block: Block) -> bool {
    typing.reachable.contains(block) && body.blocks[block].params.iter().any(|&p| is_parallel(typing.vals[p].ty))
}

/// Whether a type is that of the iterator of a loop whose iterations run beside each other.
pub(crate) fn is_parallel(ty: Ty) -> bool {
    matches!(ty.kind(), Kind::RangeIter { parallel, .. } if parallel.is_parallel())
}

fn is_of_elements(ty: Ty) -> bool {
    matches!(ty.kind(), Kind::RangeIter { parallel: Spread::Elements, .. })
}

/// The reductions of a loop, or why one of them is possible in order only.
fn reductions(
    host: &mut dyn Host,
    func: FuncId,
    body: &Untyped,
    typing: &Typing,
    region: &Region,
) -> Result<Reductions> {
    let mut in_order = None;
    let options = host.options(func);
    let mut found = winners(host, func, body, typing, region)?;
    let known: FxHashSet<Value> = found.iter().map(Reduction::param).collect();
    let params = body.blocks[region.head].params.iter().copied();
    for param in params.filter(|p| !is_parallel(typing.vals[*p].ty) && !known.contains(p)) {
        match Web::of(body, typing, region, param) {
            Ok(None) => {}
            Ok(Some((Class::InOrder, _))) => {
                in_order = Some(format!("partial results of '{}' can't be joined", name_of(body, param)));
            }
            Ok(Some((class, span))) => {
                let mut sites = Sites::default();
                let mut cx = Cx { host, func, options: options.clone(), span, sites: &mut sites };
                match (reduction::make(&mut cx, typing, &class, param)?, class) {
                    (Some(reduction), _) => found.push(reduction),
                    (None, Class::Best { .. }) => {
                        in_order = Some(format!(
                            "the elements of '{}' are changed by more than one operator",
                            name_of(body, param)
                        ));
                    }
                    (None, _) => return Err(carried(body, param, span)),
                }
            }
            Err(span) => return Err(carried(body, param, span)),
        }
    }
    let keys = indices::keys(host, body, typing);
    if in_order.is_none() && shared::needs_order(body, typing, region, &keys) {
        in_order = Some("elements that two iterations may share are looked at before they are stored".to_owned());
    }
    if let Some(why) = in_order {
        return Ok(Err(why));
    }
    match dependences::error(body, typing, region, &keys) {
        Some(error) => Err(error),
        None => Ok(Ok(found)),
    }
}

/// The best values of a loop, with what belongs to them, and the variables that keep their last value.
fn winners(
    host: &mut dyn Host,
    func: FuncId,
    body: &Untyped,
    typing: &Typing,
    region: &Region,
) -> Result<Vec<Reduction>> {
    let (options, span) = (host.options(func), body.blocks[region.head].term_span);
    let mut found = Vec::new();
    let (winners, kept) = winner::find(body, typing, region);
    for winner in winners {
        let mut sites = Sites::default();
        let mut cx = Cx { host: &mut *host, func, options: options.clone(), span, sites: &mut sites };
        found.extend(reduction::of_winner(&mut cx, typing, &winner)?);
    }
    found.extend(kept.iter().map(|kept| reduction::of_kept(typing, kept)));
    Ok(found)
}

fn name_of(body: &Untyped, param: Value) -> Name {
    body.values[param].name.clone().unwrap_or_else(|| Name::from("a value"))
}

fn carried(body: &Untyped, param: Value, span: Span) -> Box<Diagnostic> {
    let name = name_of(body, param);
    Diagnostic::unsupported(
        format!("'{name}' is carried from one iteration of a prange loop to the next, and is not a reduction"),
        span,
    )
    .note(format!("the iterations run side by side, so that '{name}' has no value of the iteration before"))
    .hint(format!(
        "a reduction changes '{name}' by one operator or function alone ({name} += x, {name} = min({name}, x), {name} = f({name}, x)) or \
         keeps the best value and its position (if x > best: best = x; position = i) or the last one (if x: {name} = i), and does not use it elsewhere in the loop; else assign '{name}' in each iteration before its use, give each iteration an element \
         of an array, or use range"
    ))
}
