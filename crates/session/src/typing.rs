//! From a function and argument types to typed IR, recursion included.

use crate::adapter::Adapter;
use crate::reads;
use crate::record::{Progress, SpecRecord, Target};
use crate::stages::report;
use crate::standing::standing;
use crate::state::{Session, SpecKey, State};
use coluber_base::{Diagnostic, Name, Result, Span};
use coluber_infer::{FuncId, Host, Inferred, Specialised, infer};
use coluber_ir::{Block, Terminator, Typed};
use coluber_passes::generator::Numbers;
use coluber_passes::outline::{Outcome as LoopOutcome, Parts};
use coluber_types::classes::{last_forgotten, widenings};
use coluber_types::{Kind, Ty};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Display;
use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

/// Rounds after which the result type of a recursive function must be settled. Each round can only widen it.
const MAX_ROUNDS: usize = 10;
/// In so many rounds on end the type of a result must get deeper to be one without an end.
const ENDLESS: usize = 4;

/// What the error of a function says that calls itself and has no result otherwise.
pub const RUNAWAY: &str = "cannot type infer runaway recursion";

/// Functions that call each other so deeply, with arguments of so many numbers, or tuples in so many tuples, are taken to have ever larger ones.
const DEEP: usize = 8;
const MOST_LEAVES: usize = 4096;
const MOST_NESTED: usize = 64;

/// So often may a function of a program be on the way to itself with other constants as arguments: `f(n + 1)` for constants has no end
/// where `f` can't be typed.
const MOST_CONSTANTS: usize = 10;

/// So often may it be on the way to itself with tuples at least as long: then each call takes a longer one.
const MOST_GROWTHS: usize = 48;

/// Of functions that call themselves so many calls are told of in a message.
const MOST_TOLD: usize = 3;

/// The specialisation of `func` for these types; typed now unless it is there or being typed.
pub(crate) fn specialise(
    adapter: &mut Adapter<'_>,
    func: FuncId,
    args: &[Ty],
    ret: Option<Ty>,
    span: Span,
) -> Result<Specialised> {
    // Typing a function types those that it calls, on the same stack.
    if coluber_runtime::stack::is_low() {
        return Err(Diagnostic::typing("too many functions call each other for the stack of this thread", span)
            .hint("compile the innermost ones first, or call from a thread with a larger stack")
            .ending_search());
    }
    if adapter.depth() > DEEP && (leaf_count(args) > MOST_LEAVES || args.iter().any(|&ty| is_nested(ty))) {
        let text = format!("{RUNAWAY}: the types of the arguments grow with each call");
        return Err(Diagnostic::typing(text, span)
            .hint("hand lists on, not iterators over iterators, and lists of one depth")
            .running_away()
            .ending_search());
    }
    let func = crate::changed::changed(adapter, func, args, ret)?;
    if args.iter().any(|ty| ty.unliteral() != *ty) && adapter.depth_of(func) >= MOST_CONSTANTS {
        let text = "each call of a recursive function has another constant as an argument";
        return Err(Diagnostic::typing(text, span).running_away());
    }
    if let Some(error) = growing_tuple(adapter, func, args, span) {
        return Err(error);
    }
    let target = adapter.target;
    let key = (func, args.to_vec(), ret, target);
    if adapter.depth() == 0 {
        adapter.live = adapter.session.lock().function(func).options.live;
    }
    if let Some(spec) = known(adapter, &key) {
        let (found, waits) = {
            let mut state = adapter.session.lock();
            (found(&mut state, spec), waits(&state, spec))
        };
        adapter.used(spec);
        adapter.wait_for(waits);
        return Ok(found);
    }
    let spec = {
        let mut state = adapter.session.lock();
        let name = state.function(func).name.clone();
        let progress = Progress::Typing { assumed: ret.unwrap_or(Ty::undefined()), asked: false };
        let spec = state.add_spec(Some(func), target, name, args.to_vec(), progress);
        state.found_by_key(key, spec);
        spec
    };
    let first_new = spec + 1;
    adapter.begin(func, args);
    let outcome = type_spec(adapter, func, args, ret, spec);
    let waits = adapter.waits_for(spec);
    let events = adapter.end(matches!(outcome, Ok(Outcome::Complete(_))).then_some(spec));
    adapter.wait_for(waits);
    let mut state = adapter.session.lock();
    match outcome {
        Ok(Outcome::Complete(typed)) => {
            let record = state.spec_mut(spec);
            record.ret = typed.ret;
            record.progress = Progress::Typed(Arc::new(typed));
            if reads::has_objects(&events) {
                state.compared.insert(spec, 0);
            }
            state.events.insert(spec, events.into());
            settle(&mut state, adapter.compilation, spec, waits);
            Ok(found(&mut state, spec))
        }
        Ok(Outcome::Provisional(ret)) => {
            drop_specs(&mut state, adapter.compilation, spec, first_new, false);
            Ok(Specialised { spec, ret, done: false, never: false })
        }
        Err(error) => {
            // The compilation may begin again, with other types for fields of classes.
            let all = adapter.depth() == 0 || error.wants_field.is_some();
            drop_specs(&mut state, adapter.compilation, spec, first_new, all);
            drop(state);
            Err(in_context(adapter, error, func, args, span))
        }
    }
}

/// What a caller of a specialisation that is there, or being typed, waits for.
fn waits(state: &State, spec: u32) -> Option<u32> {
    let record = state.spec(spec);
    if matches!(record.progress, Progress::Typing { .. }) { Some(spec) } else { record.waits }
}

/// Notes what a specialisation that has been typed waits for. One that waits for nothing is settled, and so is what was made for it:
/// were it dropped before each round of its callers, chains of recursive functions would take exponential time.
fn settle(state: &mut State, compilation: u64, spec: u32, waits: Option<u32>) {
    state.spec_mut(spec).waits = waits;
    if waits.is_none() {
        for record in state.specs[spec as usize..].iter_mut().flatten().filter(|record| record.owner == compilation) {
            (record.waits, record.settled) = (None, true);
        }
    }
}

/// The error of a recursive function that is given a longer tuple by each call.
fn growing_tuple(adapter: &Adapter<'_>, func: FuncId, args: &[Ty], span: Span) -> Option<Box<Diagnostic>> {
    let is_long = |ty: &Ty| ty.tuple_items().is_some_and(|items| items.len() >= MOST_GROWTHS);
    let at = args.iter().position(is_long).filter(|_| adapter.depth_of(func) >= MOST_GROWTHS)?;
    let state = adapter.session.lock();
    let record = state.function(func);
    let name = record.params.names.get(at).cloned().unwrap_or_else(|| "*".into());
    let text = format!("the tuple '{name}' grows with each call of the recursive function '{}'", record.name);
    let error = Diagnostic::typing(text, span).note("the length of a tuple is part of its type in compiled code");
    Some(error.hint("pass a list, or tuple(list), whose length is not").ending_search())
}

/// The specialisation that is there or being typed.
fn known(adapter: &mut Adapter<'_>, key: &SpecKey) -> Option<u32> {
    let (func, args, _, target) = key;
    let known = {
        let state = adapter.session.lock();
        let known = state.by_key.get(key).copied().filter(|&spec| state.is_visible(spec, adapter.compilation));
        known.or_else(|| being_typed(&state, adapter.compilation, *func, args, *target))
    };
    let known = known.filter(|&spec| !is_behind(&mut adapter.session.lock(), spec));
    let known = known.filter(|&spec| !adapter.live || reads::may_use(adapter, spec));
    known.filter(|&spec| !reads::is_outdated(adapter, spec))
}

/// Whether a specialisation gives objects of which classes have been found to hold more since it was typed: those of its callers have room for that.
fn is_behind(state: &mut State, spec: u32) -> bool {
    let record = state.spec_mut(spec);
    let now = widenings();
    if matches!(record.progress, Progress::Typing { .. }) || record.widenings == now || !record.ret.has_data() {
        return false;
    }
    let is_behind = record.widenings < last_forgotten() || record.ret.grown() != record.ret;
    if !is_behind {
        record.widenings = now;
    }
    is_behind
}

/// Whether a type has others in it, these others in them and so on, more than [`MOST_NESTED`] times.
fn is_nested(ty: Ty) -> bool {
    depth(ty, &mut FxHashMap::default(), MOST_NESTED) >= MOST_NESTED
}

/// How deep types are in a type, up to a limit.
fn depth(ty: Ty, known: &mut FxHashMap<Ty, usize>, limit: usize) -> usize {
    if limit == 0 {
        return 0;
    }
    if let Some(&found) = known.get(&ty) {
        return found;
    }
    let inner = match ty.kind() {
        Kind::List { item, .. } | Kind::Set { item, .. } => vec![*item],
        Kind::Dict { key, value, .. } => vec![*key, *value],
        Kind::Gen { args, .. } => args.to_vec(),
        _ => coluber_types::fields::fields(ty),
    };
    let found = inner.into_iter().map(|ty| 1 + depth(ty, known, limit - 1)).max().unwrap_or(0);
    known.insert(ty, found);
    found
}

fn leaf_count(types: &[Ty]) -> usize {
    types.iter().map(|&ty| coluber_abi::leaves(ty).len()).sum()
}

/// A function with a forced result that calls itself means the specialisation that is being made.
fn being_typed(state: &State, compilation: u64, func: FuncId, args: &[Ty], target: Target) -> Option<u32> {
    let spec = state.specs.iter().rposition(|s| {
        s.as_ref().is_some_and(|s| {
            (s.func, s.target, s.owner) == (Some(func), target, compilation)
                && s.args == args
                && matches!(s.progress, Progress::Typing { .. })
        })
    })?;
    Some(spec as u32)
}

fn found(state: &mut State, spec: u32) -> Specialised {
    let record = state.spec_mut(spec);
    match &mut record.progress {
        Progress::Typing { assumed, asked } => {
            *asked = true;
            Specialised { spec, ret: *assumed, done: false, never: false }
        }
        Progress::Typed(typed) => Specialised { spec, ret: record.ret, done: true, never: never_returns(typed) },
        Progress::Cached => Specialised { spec, ret: record.ret, done: true, never: false },
    }
}

fn never_returns(typed: &Typed) -> bool {
    let ends = |block: &Block| matches!(typed.blocks[*block].term, Terminator::Return(_));
    typed.ret == Ty::none() && !typed.layout.iter().any(ends)
}

/// What typing a specialisation led to.
enum Outcome {
    /// Typed IR.
    Complete(Typed),
    /// The result type as far as it can be known before a caller's own result type is settled (mutual recursion). The caller asks
    /// again in its next round.
    Provisional(Ty),
}

/// Types until the result type that recursive calls were told is the one that comes out.
fn type_spec(adapter: &mut Adapter<'_>, func: FuncId, args: &[Ty], ret: Option<Ty>, spec: u32) -> Result<Outcome> {
    let session = adapter.session;
    let own = session.lock().function(func).own;
    let resume = reserve_resume(adapter, func, spec)?;
    let mut results = vec![Ty::undefined()];
    for _ in 0..MAX_ROUNDS {
        let first_new = session.lock().specs.len() as u32;
        let assumed = || match session.lock().spec(spec).progress {
            Progress::Typing { assumed, asked: true } => Some(assumed),
            _ => None,
        };
        let start = Instant::now();
        adapter.count_typing()?;
        match infer(adapter, func, args, ret, &assumed)? {
            Inferred::Complete(mut typed) => {
                report(session, "inference", &typed.name, start);
                // What calls itself cannot become part of a kernel.
                let named = !own || assumed().is_some();
                let outcomes = outline(session, Some(func), &mut typed);
                session.lock().loops.insert(spec, outcomes);
                let who = Who { func: Some(func), spec: Some(spec) };
                return Ok(Outcome::Complete(finish(session, typed, adapter.target, named, who)));
            }
            Inferred::Generator(body, gen_ty) => {
                report(session, "inference", &body.name, start);
                let named = !own || assumed().is_some();
                let Some(resume) = resume else {
                    return Err(Diagnostic::internal("a generator that can't be resumed", Span::default()));
                };
                let mut close = || reserve(adapter, func, Ty::none());
                let numbers = Numbers { resume, close: &mut close };
                let halves = coluber_passes::generator::split(body, gen_ty, numbers);
                let typed = finish(session, halves.resume, adapter.target, named, Who::default());
                complete(session, resume, Some(func), typed);
                if let Some((spec, close)) = halves.close {
                    let typed = finish(session, close, adapter.target, named, Who::default());
                    complete(session, spec, Some(func), typed);
                }
                return Ok(Outcome::Complete(finish(session, halves.make, adapter.target, named, Who::default())));
            }
            Inferred::Partial(found) => {
                results.push(found);
                if is_endless(&results) {
                    return Err(endless());
                }
                if !again(adapter, spec, first_new, found) {
                    return provisional(adapter, spec, found);
                }
            }
        }
    }
    Err(whatever_constants(Diagnostic::typing(
        "the result type of a recursive function does not settle",
        Span::default(),
    )))
}

/// Whether the results of the last rounds are each made of the one before.
fn is_endless(results: &[Ty]) -> bool {
    let deep = |ty: &Ty| depth(*ty, &mut FxHashMap::default(), MOST_NESTED);
    results.len() > ENDLESS && results[results.len() - ENDLESS..].is_sorted_by(|a, b| deep(a) < deep(b))
}

fn endless() -> Box<Diagnostic> {
    let text = "the type of the result has no end: the function puts its own results into containers that it gives";
    let error = Diagnostic::typing(text, Span::default())
        .hint("make objects of a class that has a list of others in a field, such as `self.children: list[Node] = []`");
    whatever_constants(error).ending_search()
}

/// For a function with `yield`, the number of the function that resumes what it gives, which is not made yet.
fn reserve_resume(adapter: &mut Adapter<'_>, func: FuncId, spec: u32) -> Result<Option<u32>> {
    if !coluber_infer::is_generator(&*adapter.untyped(func)?) {
        return Ok(None);
    }
    let resume = reserve(adapter, func, Ty::boolean());
    adapter.session.lock().resumes.insert(spec, resume);
    Ok(Some(resume))
}

/// The number of a function of a suspended one that is not made yet.
fn reserve(adapter: &Adapter<'_>, func: FuncId, ret: Ty) -> u32 {
    let mut state = adapter.session.lock();
    let name = state.function(func).name.clone();
    let progress = Progress::Typing { assumed: ret, asked: false };
    state.add_spec(Some(func), adapter.target, name, vec![Ty::owner()], progress)
}

/// Sets the typed IR of a specialisation that was reserved.
fn complete(session: &Session, spec: u32, func: Option<FuncId>, typed: Typed) {
    let mut state = session.lock();
    let record = state.spec_mut(spec);
    record.func = func;
    record.args = typed.params().iter().map(|p| typed.ty(*p)).collect();
    record.ret = typed.ret;
    record.progress = Progress::Typed(Arc::new(typed));
}

/// Makes functions of the parallel loops of a function; inference has made it itself where `func` is None.
pub(crate) fn outline(session: &Session, func: Option<FuncId>, typed: &mut Typed) -> Vec<LoopOutcome> {
    let has_loops = typed.values.values().any(|value| coluber_passes::outline::is_parallel(value.ty));
    if has_loops { coluber_passes::outline::run(typed, &mut Outlined { session, func }) } else { Vec::new() }
}

/// Adds the functions that parallel loops become.
struct Outlined<'s> {
    session: &'s Session,
    func: Option<FuncId>,
}

impl Parts for Outlined<'_> {
    fn reserve(&mut self) -> u32 {
        let mut state = self.session.lock();
        let progress = Progress::Typing { assumed: Ty::undefined(), asked: false };
        state.add_spec(None, Target::Cpu, "loop".into(), Vec::new(), progress)
    }

    fn body(&mut self, func: Typed) -> u32 {
        let spec = self.reserve();
        self.complete(spec, self.func, func);
        spec
    }

    fn task(&mut self, spec: u32, func: Typed) {
        self.complete(spec, None, func);
    }
}

impl Outlined<'_> {
    fn complete(&self, spec: u32, func: Option<FuncId>, typed: Typed) {
        let who = Who { func, spec: None };
        let typed = finish(self.session, typed, Target::Cpu, false, who);
        complete(self.session, spec, func, typed);
    }
}

/// Prepares another round: what was typed with the old assumption goes. False when the round has brought nothing new.
fn again(adapter: &Adapter<'_>, spec: u32, first_new: u32, found: Ty) -> bool {
    let mut state = adapter.session.lock();
    drop_specs(&mut state, adapter.compilation, first_new, first_new, false);
    let Progress::Typing { assumed, asked } = &mut state.spec_mut(spec).progress else {
        return false;
    };
    let next = coluber_types::unify(*assumed, found).unwrap_or(found);
    let progress = *asked && *assumed != next;
    *assumed = next;
    progress
}

/// When a caller that is being typed was asked for, it will settle the type; otherwise nothing can.
fn provisional(adapter: &Adapter<'_>, spec: u32, found: Ty) -> Result<Outcome> {
    let state = adapter.session.lock();
    let waiting = |s: &Option<SpecRecord>| {
        s.as_ref().is_some_and(|s| {
            s.owner == adapter.compilation && matches!(s.progress, Progress::Typing { asked: true, .. })
        })
    };
    if state.specs[..spec as usize].iter().any(waiting) {
        return Ok(Outcome::Provisional(found));
    }
    let error = Diagnostic::typing(RUNAWAY, Span::default())
        .hint("one path must return a value without calling the function again");
    Err(whatever_constants(error))
}

/// An error that constants as arguments do not change: each call of a recursive function would have another one, `row + 1`, for ever.
fn whatever_constants(mut error: Box<Diagnostic>) -> Box<Diagnostic> {
    error.tried_constants = true;
    error
}

/// Forgets a specialisation and those from `first` on that the same compilation has made, what is settled only with `all`, and what has
/// seen nothing of the program not even then. Code that Python code compiled meanwhile is in use.
fn drop_specs(state: &mut State, compilation: u64, spec: u32, first: u32, all: bool) {
    let from_first = first..state.specs.len() as u32;
    let kept = if all { standing(state, compilation, first) } else { FxHashSet::default() };
    for number in from_first.chain((spec < first).then_some(spec)) {
        let record = state.specs.get(number as usize).and_then(Option::as_ref);
        let is_kept = |record: &SpecRecord| if all { kept.contains(&number) } else { record.settled };
        if record.is_some_and(|record| record.owner == compilation && !is_kept(record)) {
            state.take_spec(number);
        }
    }
}

/// Whose typed IR passes run over, as far as it matters to them.
#[derive(Clone, Copy, Default)]
pub(crate) struct Who {
    /// The function of the program.
    pub func: Option<FuncId>,
    /// The specialisation.
    pub spec: Option<u32>,
}

impl Who {
    /// Whether the code may be mixed with that of other functions: it has no floating point rules of its own, and no debugger looks at it.
    fn mixes(self, session: &Session) -> bool {
        self.func.is_some_and(|func| {
            let options = session.lock().function(func).options.clone();
            options.fastmath.is_empty() && !options.debug
        })
    }
}

/// Runs the passes over typed IR. `named` says that reports name the function's lines, as those of the program's functions.
pub(crate) fn finish(session: &Session, mut typed: Typed, target: Target, named: bool, who: Who) -> Typed {
    let settings = session.lock().settings.clone();
    if settings.dump_ssa {
        dump("typed IR", &typed.name, &typed);
    }
    let start = Instant::now();
    match target {
        Target::Cpu => run_for_cpu(session, &mut typed, who),
        Target::Cuda { check: true, .. } if named => {
            coluber_passes::run_pipeline(coluber_passes::CHECKED_PIPELINE, &mut typed);
        }
        Target::Cuda { .. } => coluber_passes::run_pipeline(coluber_passes::KERNEL_PIPELINE, &mut typed),
    }
    report(session, "passes", &typed.name, start);
    if settings.dump_annotation {
        dump("typed IR after the passes", &typed.name, &typed);
    }
    typed
}

/// Code of the library is the same for ufuncs and for others.
fn keeps_flags(session: &Session, who: Who) -> bool {
    who.func.is_none_or(|func| {
        let state = session.lock();
        let record = state.function(func);
        record.library || record.options.numpy_errors
    })
}

/// Short functions are kept as they are before `interrupts`, and taken in before `jam`.
fn run_for_cpu(session: &Session, typed: &mut Typed, who: Who) {
    use coluber_passes::{PIPELINE, jam, run_pipeline_with};
    typed.keeps_flags = keeps_flags(session, who);
    typed.keeps_rules = !who.mixes(session);
    let mixes = !typed.keeps_flags && !typed.keeps_rules;
    let short = |spec: u32| session.lock().specs.get(spec as usize)?.as_ref()?.short.clone();
    run_pipeline_with(PIPELINE, typed, &mut |pass, func| match (pass, who.spec) {
        ("jam", _) if mixes => jam::take_in(func, &short),
        ("interrupts", Some(spec)) if mixes && jam::is_short(func) => {
            session.lock().spec_mut(spec).short = Some(Arc::new(func.clone()));
        }
        _ => {}
    });
    keep_frames(session, typed);
}

/// Puts frames of suspended functions on the stack where that can be.
fn keep_frames(session: &Session, func: &mut Typed) {
    use coluber_passes::local_frames::{Functions, run};
    let body = |state: &State, spec: u32| match &state.specs.get(spec as usize)?.as_ref()?.progress {
        Progress::Typed(typed) => Some(typed.clone()),
        _ => None,
    };
    let library = |spec: u32| {
        let state = session.lock();
        let is_resume = state.resumes.values().any(|&resume| resume == spec) || state.resumes.contains_key(&spec);
        let of_library = state.specs.get(spec as usize)?.as_ref()?.func.is_some_and(|f| state.function(f).library);
        if is_resume || !of_library { None } else { body(&state, spec) }
    };
    let makers = |spec: u32| {
        let state = session.lock();
        if state.resumes.contains_key(&spec) { body(&state, spec) } else { None }
    };
    let resumes = |spec: u32| session.lock().resumes.values().any(|&resume| resume == spec);
    run(func, &Functions { library: &library, makers: &makers, resumes: &resumes });
}

/// Adds where the error happened.
fn in_context(
    adapter: &mut Adapter<'_>,
    mut error: Box<Diagnostic>,
    func: FuncId,
    args: &[Ty],
    span: Span,
) -> Box<Diagnostic> {
    let state = adapter.session.lock();
    let record = state.function(func);
    if error.file.is_empty() {
        error.file = record.file.clone();
        if !error.span.is_known() {
            error.span = Span::line(record.code.first_line);
        }
    }
    let told = format!("resolving callee type: {}(", record.name);
    let calls_itself = error.contexts.iter().rev().take_while(|context| context.starts_with(&told)).count();
    if span.is_known() && calls_itself < MOST_TOLD {
        let types = shortened(coluber_types::text::argument_list(args));
        let callers = state.specs.iter().flatten().rev();
        let caller = callers.filter(|s| matches!(s.progress, Progress::Typing { .. })).find_map(|s| s.func);
        let caller = caller.map_or_else(String::new, |f| format!("{}, ", state.function(f).name));
        error.contexts.push(format!("resolving callee type: {}{types} ({caller}line {})", record.name, span.line));
    }
    if span.is_known() && record.own { at_caller(error, &record.file) } else { error }
}

/// An error in the package's own function of this file, at the call of it: users know their own lines. That of the package is a note.
fn at_caller(mut error: Box<Diagnostic>, file: &Name) -> Box<Diagnostic> {
    if error.file == *file {
        let inside = format!("in Coluber's {}, line {}", file.rsplit('/').next().unwrap_or(file), error.span.line);
        if !error.notes.iter().any(|note| note.starts_with("in Coluber's ")) {
            error.notes.push(inside);
        }
        (error.file, error.span) = (Name::from(""), Span::default());
    }
    error
}

/// Types of arguments in a message are as long as this, at most: they are in each other where a recursive function has no end.
const MOST_CHARACTERS: usize = 400;

fn shortened(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(MOST_CHARACTERS) {
        text.truncate(end);
        text.push_str("...)");
    }
    text
}

/// Prints a line, where that can be: standard output may be closed.
pub(crate) fn say(text: &str) {
    let _ = writeln!(std::io::stdout(), "{text}");
}

/// Prints a stage's result.
pub(crate) fn dump(what: &str, name: &str, text: &dyn Display) {
    say(&format!("{:-^80}\n{text}", format!(" {what} of {name} ")));
}
