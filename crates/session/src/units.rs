//! From typed IR to linked code: what is compiled together, and how it is kept.

use crate::cache::Sources;
use crate::objects::KeptObjects;
use crate::profiling;
use crate::record::{Compiled, Entry, LinkedCode, Progress, SpecRecord, Text};
use crate::settings::{ObjectFolder, Settings};
use crate::stages::{note, report, report_all};
use crate::state::{Session, State};
use crate::tags::{NO_TAG, renamed, tag, with_tag_of};
use crate::typing::dump;
use coluber_base::{Diagnostic, ErrorClass, Name, Result, Span};
use coluber_codegen::{
    Debug, Extern, Inline, Jit, Linked, OptLevel, Reference, TargetConfig, Texts, Unit, UnitFunction, compile,
    compile_text, find_or_compile, parts,
};
use coluber_infer::Options;
use coluber_ir::Typed;
use coluber_ir::print::print_with_spans;
use coluber_ir::typed::Op;
use rustc_hash::FxHashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A function with more instructions than this that is linked already is called, not compiled again into its caller.
const SHARED_SIZE: usize = 400;

/// A function of a unit, with what it needs to outlive the lock.
pub(crate) struct Member {
    pub spec: u32,
    pub typed: Arc<Typed>,
    symbol: String,
    file: Name,
    /// The line that it starts in.
    pub line: u32,
    pub options: Arc<Options>,
    /// Whether inference made it.
    synthetic: bool,
    /// Whether it follows the floating point rules of the function that it is compiled for.
    pub follows: bool,
}

/// What is compiled together, and what it calls besides.
#[derive(Default)]
pub(crate) struct Plan {
    pub members: Vec<Member>,
    externs: Vec<Extern>,
    callees: Vec<Arc<LinkedCode>>,
    /// What gives the items of what the first member gives, where that is a suspended function: a member, too, with an entry.
    next: Option<u32>,
    /// Whether the code has neither the files of its functions nor their lines: it is told of them when it is linked.
    is_placed_later: bool,
}

/// Code that can be linked in other processes.
pub(crate) struct PortableObject {
    /// The symbol of its function.
    pub symbol: String,
    /// The symbol of what gives the items of what the function gives, where that is a suspended function.
    pub next: Option<String>,
    pub object: Vec<u8>,
    pub references: Vec<Reference>,
}

impl PortableObject {
    fn new(plan: &Plan, output: coluber_codegen::Compiled) -> Self {
        let symbol = plan.members[0].symbol.clone();
        let next = plan.next().map(|member| member.symbol.clone());
        PortableObject { symbol, next, object: output.object, references: output.references }
    }
}

/// Links a specialisation unless it is linked.
pub(crate) fn link(session: &Session, spec: u32) -> Result<Compiled> {
    if let Some(done) = compiled(&session.lock(), spec) {
        return Ok(done);
    }
    let next = session.next_to_link(spec)?;
    let mut plan = plan_with(&session.lock(), spec, next, Callees::Shared);
    let settings = session.lock().settings.clone();
    let output = match settings.objects.as_ref().filter(|_| !settings.wants_texts() && plan.may_be_kept()) {
        Some(folder) => find_or_generate(session, &mut plan, &settings, folder)?,
        None => generate(session, &plan, &unit(&plan, &plan.members[0].typed.name))?,
    };
    finish(session, spec, &plan, &output)
}

/// Links a specialisation, unless it is linked, and returns its code for the cache besides.
pub(crate) fn link_portable(session: &Session, spec: u32) -> Result<(Compiled, Option<PortableObject>)> {
    if let Some(done) = compiled(&session.lock(), spec) {
        return Ok((done, None));
    }
    let (plan, output) = generate_portable(session, spec)?;
    let done = finish(session, spec, &plan, &output)?;
    Ok((done, Some(PortableObject::new(&plan, output))))
}

/// The code of a specialisation for other processes; in this one it is not linked.
pub(crate) fn portable(session: &Session, spec: u32) -> Result<PortableObject> {
    generate_portable(session, spec).map(|(plan, output)| PortableObject::new(&plan, output))
}

fn generate_portable(session: &Session, spec: u32) -> Result<(Plan, coluber_codegen::Compiled)> {
    let next = session.typed_next(spec)?;
    let mut plan = plan_with(&session.lock(), spec, next, Callees::Included);
    plan.make_portable(tag());
    let mut unit = unit(&plan, &plan.members[0].typed.name);
    unit.portable = true;
    let output = generate(session, &plan, &unit)?;
    Ok((plan, output))
}

/// The code as it is kept on disk, or new code, which is kept.
fn find_or_generate(
    session: &Session,
    plan: &mut Plan,
    settings: &Settings,
    folder: &ObjectFolder,
) -> Result<coluber_codegen::Compiled> {
    plan.make_portable(NO_TAG);
    plan.is_placed_later = true;
    let mut unit = unit(plan, &plan.members[0].typed.name);
    unit.portable = true;
    let found = find_or_compile(&unit, &target(settings), &KeptObjects::of(folder));
    let mut output = found.map_err(|e| plan.lowering_error(&e))?;
    report_all(session, &plan.members[0].typed.name, &stages(&output.timings));
    output.object = plan.rename(std::mem::take(&mut output.object))?;
    Ok(output)
}

fn generate(session: &Session, plan: &Plan, unit: &Unit<'_>) -> Result<coluber_codegen::Compiled> {
    let settings = session.lock().settings.clone();
    let name = &plan.members[0].typed.name;
    let texts = Texts {
        llvm: settings.dump_llvm,
        optimised: settings.dump_optimized,
        assembly: settings.dump_assembly,
        ..Texts::NONE
    };
    let output = compile(unit, &target(&settings), texts).map_err(|e| plan.lowering_error(&e))?;
    print_texts(name, &output);
    report_all(session, name, &stages(&output.timings));
    Ok(output)
}

/// The stages of code generation.
fn stages(timings: &coluber_codegen::Timings) -> Vec<(&'static str, Duration)> {
    let all = [
        ("LLVM IR", timings.build),
        ("code on disk", timings.find),
        ("optimisation", timings.optimise),
        ("machine code", timings.emit),
    ];
    all.into_iter().filter(|stage| !stage.1.is_zero()).collect()
}

fn finish(session: &Session, spec: u32, plan: &Plan, output: &coluber_codegen::Compiled) -> Result<Compiled> {
    let start = Instant::now();
    let mut sources = Sources::default();
    let word = |&reference: &Reference| match reference {
        Reference::Source(spec) => plan.source(spec, &mut sources),
        _ => reference.word(),
    };
    let words: Vec<u64> = output.references.iter().map(word).collect();
    let placed = place(&plan.members[0].symbol, &output.object, &words, plan.is_debugged());
    let mut code = placed.map_err(|error| plan.without_symbols(error))?;
    code.exported = is_shared(&plan.members[0]);
    code.callees.clone_from(&plan.callees);
    code.sources = sources;
    report(session, "linking", &plan.members[0].typed.name, start);
    let mut took = stages(&output.timings);
    took.push(("linking", start.elapsed()));
    note(session, spec, &took);
    let next = plan.next().map(|member| (member.spec, member.symbol.as_str()));
    session.lock().spec_mut(spec).symbol.clone_from(&plan.members[0].symbol);
    keep(&mut session.lock(), spec, code, next)?;
    compiled(&session.lock(), spec).ok_or_else(|| Diagnostic::internal("the code is not there", Span::default()))
}

fn compiled(state: &State, spec: u32) -> Option<Compiled> {
    let record = state.spec(spec);
    let entry = record.linked.as_ref()?.entry;
    Some(Compiled { spec, args: record.args.clone(), ret: record.ret, entry, from_cache: None })
}

/// Whether code calls other code that is linked, or has all that it needs in itself.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Callees {
    Shared,
    Included,
}

/// The functions that the specialisation needs, itself first.
pub(crate) fn plan(state: &State, spec: u32, callees_are: Callees) -> Plan {
    plan_with(state, spec, None, callees_are)
}

/// The same, and what gives the items of what it gives.
fn plan_with(state: &State, spec: u32, next: Option<u32>, callees_are: Callees) -> Plan {
    let mut plan = Plan { next, ..Plan::default() };
    let mut queue: Vec<u32> = next.into_iter().chain([spec]).collect();
    let mut seen: FxHashSet<u32> = queue.iter().copied().collect();
    while let Some(number) = queue.pop() {
        let record = state.spec(number);
        let Progress::Typed(typed) = &record.progress else {
            continue;
        };
        let is_shared = |linked: &&Arc<LinkedCode>| number != spec && linked.exported && callees_are == Callees::Shared;
        if let Some(linked) = record.linked.as_ref().filter(is_shared) {
            plan.callees.push(linked.clone());
            plan.externs.push(Extern {
                spec: number,
                symbol: record.symbol.clone(),
                params: record.args.iter().map(|ty| ty.of_display()).collect(),
                ret: record.ret,
            });
            continue;
        }
        plan.members.push(member(state, number, record, typed));
        for callee in callees(typed) {
            if seen.insert(callee) {
                queue.push(callee);
            }
        }
    }
    plan
}

fn member(state: &State, spec: u32, record: &SpecRecord, typed: &Arc<Typed>) -> Member {
    let function = record.func.map(|func| state.function(func));
    Member {
        spec,
        typed: typed.clone(),
        symbol: record.symbol.clone(),
        file: function.map_or_else(|| Name::from(""), |f| f.file.clone()),
        line: function.map_or(0, |f| f.code.first_line),
        options: function.map_or_else(Arc::default, |f| f.options.clone()),
        synthetic: function.is_none(),
        follows: function.is_none_or(|f| f.library),
    }
}

pub(crate) fn callees(typed: &Typed) -> impl Iterator<Item = u32> + '_ {
    typed.layout.iter().flat_map(|b| &typed.blocks[*b].insts).filter_map(|inst| match &typed.insts[*inst].op {
        Op::Call { spec, .. } | Op::Fork { spec, .. } | Op::FunctionAddress { spec, .. } => Some(*spec),
        _ => None,
    })
}

/// The functions that a function runs side by side.
fn forks(typed: &Typed) -> impl Iterator<Item = u32> + '_ {
    typed.layout.iter().flat_map(|b| &typed.blocks[*b].insts).filter_map(|inst| match &typed.insts[*inst].op {
        Op::Fork { spec, .. } => Some(*spec),
        _ => None,
    })
}

pub(crate) fn unit<'a>(plan: &'a Plan, name: &str) -> Unit<'a> {
    let mut unit = Unit::new(name);
    let rules = crate::float_rules::rules(&plan.members);
    for (k, member) in plan.members.iter().enumerate() {
        let mut function = UnitFunction::new(&member.typed, member.spec, member.symbol.clone());
        match plan.is_placed_later {
            true => function.first_line = member.first_line(),
            false => function.file = member.file.clone(),
        }
        function.fast_math = rules[k];
        function.debug =
            member.options.debug.then_some(Debug { line: member.line, optimised: member.options.debug_optimised });
        function.inline = if member.options.inline || member.synthetic && k > 0 && is_small(&member.typed) {
            Inline::Always
        } else {
            Inline::Auto
        };
        // Loops over elements that are not next to each other, which are not vectorised, profit.
        function.unrolled = !member.follows || member.synthetic;
        function.entry = k == 0 || Some(member.spec) == plan.next;
        function.exported = k == 0 && is_shared(member);
        unit.functions.push(function);
    }
    let forked: FxHashSet<u32> = plan.members.iter().flat_map(|member| forks(&member.typed)).collect();
    for function in unit.functions.iter_mut().filter(|function| forked.contains(&function.spec)) {
        function.forked = true;
        // It is called from two places, and holds whole loops.
        function.inline = Inline::Never;
    }
    unit.externs.clone_from(&plan.externs);
    unit
}

/// Whether other units call the function's code instead of having their own.
fn is_shared(member: &Member) -> bool {
    member.typed.insts.len() > SHARED_SIZE && !member.options.inline
}

fn is_small(typed: &Typed) -> bool {
    typed.insts.len() <= 40
}

pub(crate) fn target(settings: &Settings) -> TargetConfig {
    let mut target = TargetConfig::host(OptLevel::from_number(settings.opt));
    if let Some(cpu) = &settings.cpu_name
        && cpu != "host"
    {
        target.cpu.clone_from(cpu);
        target.features = settings.cpu_features.clone().unwrap_or_default();
        target.require_64_bits();
    }
    target
}

/// Links object code; the words fill the table of what it refers to.
pub(crate) fn place(symbol: &str, object: &[u8], words: &[u64], debugged: bool) -> Result<LinkedCode> {
    let failed = |error: coluber_codegen::LinkError| link_error(&error);
    let jit = Jit::process(|| coluber_runtime::symbols().collect()).map_err(failed)?;
    if debugged {
        jit.register_with_debuggers().map_err(failed)?;
    }
    let linked = jit.link(object).map_err(failed)?;
    let entry = entry(&linked, symbol)?;
    let mut words = words;
    for part in parts(object) {
        let first = part.symbol.unwrap_or(symbol);
        let told = if first == symbol { coluber_abi::entry_symbol(symbol) } else { first.to_owned() };
        profiling::tell(part.object, &told, || linked.address(&told).ok());
        let (own, others) = words.split_at(part.words.unwrap_or(words.len()).min(words.len()));
        words = others;
        if !own.is_empty() {
            let table = linked.address(&coluber_abi::table_symbol(first)).map_err(failed)?;
            // SAFETY: the object has a table of as many words, which nothing reads before its code runs.
            unsafe { std::ptr::copy_nonoverlapping(own.as_ptr(), table as *mut u64, own.len()) };
        }
    }
    Ok(LinkedCode {
        entry,
        exported: false,
        callees: Vec::new(),
        sources: Sources::default(),
        linked: Arc::new(linked),
    })
}

/// Keeps the code of a specialisation, and with it that of what gives the items of what it gives: a number and a symbol.
pub(crate) fn keep(state: &mut State, spec: u32, code: LinkedCode, next: Option<(u32, &str)>) -> Result<()> {
    let resuming = next.map(|(_, symbol)| entry(&code.linked, symbol)).transpose()?;
    let record = state.spec_mut(spec);
    record.keep(code);
    if let (Some((next, _)), Some(entry), Some(code)) = (next, resuming, record.linked.clone()) {
        let (linked, callees) = (code.linked.clone(), vec![code]);
        state.spec_mut(next).keep(LinkedCode { entry, exported: false, callees, sources: Sources::default(), linked });
    }
    Ok(())
}

/// The entry of a function of linked code.
fn entry(linked: &Linked, symbol: &str) -> Result<Entry> {
    let address = linked.address(&coluber_abi::entry_symbol(symbol)).map_err(|error| link_error(&error))?;
    // SAFETY: the symbol is the entry that code generation made, which has this signature.
    Ok(unsafe { std::mem::transmute::<usize, Entry>(address) })
}

fn link_error(error: &coluber_codegen::LinkError) -> Box<Diagnostic> {
    Diagnostic::new(ErrorClass::Lowering, error.to_string(), Span::default())
}

/// Links the text of a module of LLVM IR into the process, for ever; returns the address of its function.
pub fn link_text(session: &Session, text: &str) -> Result<usize> {
    let failed = |error: coluber_codegen::LinkError| link_error(&error);
    let settings = session.lock().settings.clone();
    let symbol = format!("coluber.text.{}", tag());
    let object = compile_text(text, &symbol, &target(&settings)).map_err(|e| lowering_error(&e))?;
    let jit = Jit::process(|| coluber_runtime::symbols().collect()).map_err(failed)?;
    let linked = std::mem::ManuallyDrop::new(jit.link(&object).map_err(failed)?);
    linked.address(&symbol).map_err(failed)
}

impl Member {
    /// The line of the file that is the first of the code, where that does not have the lines of the file.
    fn first_line(&self) -> u32 {
        self.line.max(1)
    }
}

impl Plan {
    /// The error of linking. Where LLVM IR of programs calls what is not there, it says so.
    fn without_symbols(&self, error: Box<Diagnostic>) -> Box<Diagnostic> {
        let missing = error.message.split_once("Symbols not found: [").and_then(|(_, rest)| rest.split_once(']'));
        let Some((names, _)) = missing else { return error };
        let names: Vec<&str> = names.split(',').map(str::trim).collect();
        let insts = self.members.iter().flat_map(|member| member.typed.insts.values());
        let texts = insts.filter_map(|inst| if let Op::Splice { text } = &inst.op { Some(text.clone()) } else { None });
        let texts: Vec<Name> = texts.filter(|text| names.iter().any(|name| text.contains(name))).collect();
        if texts.is_empty() {
            return error;
        }
        let message = format!("compiled code calls what no library has: {}", names.join(", "));
        let mut known = Diagnostic::new(ErrorClass::Lowering, message, error.span);
        known.foreign_texts = texts;
        self.located(known)
    }

    /// An error of code generation, with the place of the call of what it is about.
    fn lowering_error(&self, error: &coluber_codegen::CodegenError) -> Box<Diagnostic> {
        self.located(lowering_error(error))
    }

    /// An error about LLVM IR of programs, with the place of the call of the function that was made of it. A caller that inference made has
    /// no place in the source; its own callers have.
    fn located(&self, mut error: Box<Diagnostic>) -> Box<Diagnostic> {
        let is_meant = |op: &Op| matches!(op, Op::Splice { text } if error.foreign_texts.contains(text));
        let (mut place, mut inside) = (None, self.member_with(is_meant));
        let mut steps = 0..self.members.len();
        while let (None, Some(member), Some(_)) = (place, inside, steps.next()) {
            let calls = |op: &Op| matches!(op, Op::Call { spec, .. } if *spec == member.spec);
            (place, inside) = (self.place_of(calls), self.member_with(calls));
        }
        if let Some((span, file)) = place {
            (error.span, error.file) = (span, file.clone());
        }
        error
    }

    fn member_with(&self, is_meant: impl Fn(&Op) -> bool) -> Option<&Member> {
        self.members.iter().find(|member| member.typed.insts.values().any(|inst| is_meant(&inst.op)))
    }

    /// The place of the first of some operations that has one.
    fn place_of(&self, is_meant: impl Fn(&Op) -> bool) -> Option<(Span, &Name)> {
        let members = self.members.iter().filter(|member| !member.synthetic && !member.file.is_empty());
        members
            .flat_map(|member| member.typed.insts.values().map(move |inst| (inst, &member.file)))
            .find(|(inst, _)| inst.span.is_known() && is_meant(&inst.op))
            .map(|(inst, file)| (inst.span, file))
    }

    fn next(&self) -> Option<&Member> {
        self.members.iter().find(|member| Some(member.spec) == self.next)
    }

    /// Gives the members symbols that do not depend on what else the process has compiled, but for a tag.
    fn make_portable(&mut self, tag: u64) {
        for (k, member) in self.members.iter_mut().enumerate() {
            let name = &member.typed.name;
            member.symbol = match k {
                0 => coluber_abi::portable_symbol(name, tag),
                _ if Some(member.spec) == self.next => coluber_abi::portable_symbol(&format!("next {name}"), tag),
                _ => coluber_abi::symbol(name, k as u64),
            };
        }
    }

    /// The object with a tag that nothing else in this process has, as the members have it from then on.
    fn rename(&mut self, object: Vec<u8>) -> Result<Vec<u8>> {
        let no_symbol = || Diagnostic::internal("a symbol without a tag", Span::default());
        let (symbol, object) = renamed(&self.members[0].symbol, object).ok_or_else(no_symbol)?;
        let next = self.next;
        for member in self.members.iter_mut().filter(|member| Some(member.spec) == next) {
            member.symbol = with_tag_of(&symbol, &member.symbol).ok_or_else(no_symbol)?;
        }
        self.members[0].symbol = symbol;
        Ok(object)
    }

    /// The address of a record of where a member is in its file; 0 where the code says so itself.
    fn source(&self, spec: u32, sources: &mut Sources) -> u64 {
        let Some(member) = self.members.iter().find(|member| member.spec == spec && self.is_placed_later) else {
            return 0;
        };
        let function = UnitFunction { first_line: member.first_line(), ..UnitFunction::new(&member.typed, spec, "") };
        let lines = member.typed.insts.values().map(|inst| inst.span.line);
        let mut pairs: Vec<[u32; 2]> = lines.map(|line| [function.line(line), line]).collect();
        pairs.sort_unstable();
        pairs.dedup();
        sources.add_lines(member.file.clone(), pairs)
    }

    /// Whether the code depends on nothing but its LLVM IR, which has no names of this process.
    fn may_be_kept(&self) -> bool {
        let is_foreign = |member: &Member| member.typed.insts.values().any(|inst| matches!(inst.op, Op::Splice { .. }));
        self.externs.is_empty() && !self.is_debugged() && !self.members.iter().any(is_foreign)
    }

    fn is_debugged(&self) -> bool {
        self.members.iter().any(|member| member.options.debug)
    }
}

pub(crate) fn lowering_error(error: &coluber_codegen::CodegenError) -> Box<Diagnostic> {
    let mut diagnostic = Diagnostic::new(ErrorClass::Lowering, error.to_string().trim_end(), Span::default());
    if let coluber_codegen::CodegenError::Foreign { texts, .. } = error {
        diagnostic.foreign_texts.clone_from(texts);
    }
    diagnostic
}

fn print_texts(name: &str, output: &coluber_codegen::Compiled) {
    let texts = [("LLVM", &output.llvm), ("optimised LLVM", &output.optimised), ("assembly", &output.assembly)];
    for (what, text) in texts {
        if let Some(text) = text {
            dump(what, name, text);
        }
    }
}

/// Whether a function, or one of the package that it calls, has loops that run on all cores.
fn has_divided_loops(state: &State, spec: u32) -> bool {
    let (mut waiting, mut seen) = (vec![spec], FxHashSet::default());
    while let Some(spec) = waiting.pop() {
        if !seen.insert(spec) {
            continue;
        }
        if state.loops.get(&spec).is_some_and(|loops| loops.iter().any(|found| found.in_order.is_none())) {
            return true;
        }
        let record = state.spec(spec);
        let of_package = record.func.is_none_or(|func| state.is_own(func));
        if let (true, Progress::Typed(typed)) = (of_package, &record.progress) {
            waiting.extend(callees(typed));
        }
    }
    false
}

/// The parallel loops of a function: those that it has itself, and those of array expressions that it calls.
fn loops(state: &State, spec: u32, plan: &Plan) -> String {
    let mut lines: Vec<(u32, String)> = Vec::new();
    for outcome in state.loops.get(&spec).into_iter().flatten() {
        lines.push(match &outcome.in_order {
            None => (outcome.line, format!("divided\t{}", outcome.reductions.join(","))),
            Some(why) => (outcome.line, format!("in order\t{why}")),
        });
    }
    let own = state.spec(spec).func;
    for member in plan.members.iter().filter(|member| state.spec(member.spec).func == own) {
        let insts = member.typed.layout.iter().flat_map(|b| &member.typed.blocks[*b].insts);
        for inst in insts.map(|inst| &member.typed.insts[*inst]) {
            let Op::Call { spec, .. } = inst.op else { continue };
            match state.spec(spec).func {
                None if state.loops.contains_key(&spec) => lines.push((inst.span.line, "expression\t".to_owned())),
                Some(func) => {
                    let function = state.function(func);
                    if let Some(key) = function.known_as.as_ref().or(function.library.then_some(&function.name)) {
                        let what = if has_divided_loops(state, spec) { "library" } else { "library in order" };
                        lines.push((inst.span.line, format!("{what}\t{key}")));
                    }
                }
                None => {}
            }
        }
    }
    lines.sort();
    lines.dedup();
    lines.into_iter().map(|(line, what)| format!("{line}\t{what}\n")).collect()
}

/// The typed IR of a function, with places in the source: of it and of what its parallel loops have become.
fn placed(state: &State, plan: &Plan) -> String {
    let whole = plan.members.first().and_then(|member| state.spec(member.spec).func);
    let of_key: FxHashSet<u32> = state.by_key.values().copied().collect();
    let is_part =
        |member: &&Member| state.spec(member.spec).func == whole && whole.is_some() && !of_key.contains(&member.spec);
    let parts = plan.members.iter().skip(1).filter(is_part);
    plan.members.iter().take(1).chain(parts).map(|member| print_with_spans(&member.typed)).collect()
}

/// A text of a specialisation, made for the purpose. That of a function with `yield` has behind it the text of what resumes it.
pub(crate) fn text(session: &Session, spec: u32, which: Text) -> Result<String> {
    let resume = session.lock().resumes.get(&spec).copied();
    let first = text_of(session, spec, which)?;
    match resume.filter(|_| !matches!(which, Text::Loops | Text::PassTimes)) {
        Some(resume) => Ok(first + &text_of(session, resume, which)?),
        None => Ok(first),
    }
}

fn text_of(session: &Session, spec: u32, which: Text) -> Result<String> {
    let (plan, settings) = {
        let state = session.lock();
        (plan(&state, spec, Callees::Shared), state.settings.clone())
    };
    if which == Text::Loops {
        return Ok(loops(&session.lock(), spec, &plan));
    }
    if which == Text::Typed {
        return Ok(plan.members[0].typed.to_string());
    }
    if which == Text::Placed {
        return Ok(placed(&session.lock(), &plan));
    }
    let texts = Texts {
        llvm: which == Text::Llvm,
        optimised: which == Text::Optimised,
        assembly: which == Text::Assembly,
        remarks: which == Text::Remarks,
        pass_times: which == Text::PassTimes,
    };
    let output = compile(&unit(&plan, "text"), &target(&settings), texts).map_err(|e| lowering_error(&e))?;
    let text = match which {
        Text::Remarks => output.remarks,
        Text::PassTimes => output.pass_times,
        Text::Optimised => output.optimised,
        Text::Assembly => output.assembly,
        _ => output.llvm,
    };
    Ok(text.unwrap_or_default())
}
