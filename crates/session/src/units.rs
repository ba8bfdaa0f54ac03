//! From typed IR to linked code: what is compiled together, and how it is kept.

use crate::record::{Compiled, Entry, LinkedCode, Progress, SpecRecord, Text};
use crate::settings::Settings;
use crate::state::{Session, State};
use crate::typing::{dump, report};
use coluber_base::{Diagnostic, ErrorClass, Name, Result, Span};
use coluber_codegen::{
    Debug, Extern, FastMath, Inline, Jit, OptLevel, TargetConfig, Texts, Unit, UnitFunction, compile,
};
use coluber_infer::Options;
use coluber_ir::Typed;
use coluber_ir::typed::Op;
use rustc_hash::FxHashSet;
use std::sync::Arc;
use std::time::Instant;

/// A function with more instructions than this that is linked already is called, not compiled again into its caller.
const SHARED_SIZE: usize = 400;

/// A function of a unit, with what it needs to outlive the lock.
pub(crate) struct Member {
    spec: u32,
    pub typed: Arc<Typed>,
    symbol: String,
    file: Name,
    /// The line that it starts in.
    pub line: u32,
    options: Arc<Options>,
    /// Whether inference made it.
    synthetic: bool,
    /// Whether it follows the floating point rules of the function that it is compiled for.
    follows: bool,
}

/// What is compiled together, and what it calls besides.
#[derive(Default)]
pub(crate) struct Plan {
    pub members: Vec<Member>,
    externs: Vec<Extern>,
    callees: Vec<Arc<LinkedCode>>,
}

/// Links a specialisation unless it is linked.
pub(crate) fn link(session: &Session, spec: u32) -> Result<Compiled> {
    if let Some(done) = compiled(&session.lock(), spec) {
        return Ok(done);
    }
    let (plan, settings) = {
        let state = session.lock();
        (plan(&state, spec), state.settings.clone())
    };
    let name = plan.members[0].typed.name.clone();
    let texts =
        Texts { llvm: settings.dump_llvm, optimised: settings.dump_optimized, assembly: settings.dump_assembly };
    let output = compile(&unit(&plan, &name), &target(&settings), texts).map_err(|e| lowering_error(&e))?;
    print_texts(&name, &output);
    if settings.timings {
        let stages = [
            ("LLVM IR", output.timings.build),
            ("optimisation", output.timings.optimise),
            ("machine code", output.timings.emit),
        ];
        for (stage, time) in stages {
            eprintln!("coluber: {stage:<12} {:>9.3} ms  {name}", time.as_secs_f64() * 1e3);
        }
    }
    let start = Instant::now();
    let code = place(&plan, &output.object)?;
    report(session, "linking", &name, start);
    let mut state = session.lock();
    state.spec_mut(spec).linked = Some(Arc::new(code));
    compiled(&state, spec).ok_or_else(|| Diagnostic::internal("the code is not there", Span::default()))
}

fn compiled(state: &State, spec: u32) -> Option<Compiled> {
    let record = state.spec(spec);
    let entry = record.linked.as_ref()?.entry;
    Some(Compiled { spec, args: record.args.clone(), ret: record.ret, entry })
}

/// The functions that the specialisation needs, itself first.
pub(crate) fn plan(state: &State, spec: u32) -> Plan {
    let mut plan = Plan::default();
    let mut seen = FxHashSet::default();
    let mut queue = vec![spec];
    seen.insert(spec);
    while let Some(number) = queue.pop() {
        let record = state.spec(number);
        let Progress::Typed(typed) = &record.progress else {
            continue;
        };
        if let Some(linked) = record.linked.as_ref().filter(|l| number != spec && l.exported) {
            plan.callees.push(linked.clone());
            plan.externs.push(Extern {
                spec: number,
                symbol: record.symbol.clone(),
                params: record.args.clone(),
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
        Op::Call { spec, .. } => Some(*spec),
        _ => None,
    })
}

pub(crate) fn unit<'a>(plan: &'a Plan, name: &str) -> Unit<'a> {
    let mut unit = Unit::new(name);
    let root = &plan.members[0];
    let root_math = fast_math(&root.options);
    for (k, member) in plan.members.iter().enumerate() {
        let mut function = UnitFunction::new(&member.typed, member.spec, member.symbol.clone());
        function.file = member.file.clone();
        function.fast_math = if member.follows { root_math } else { fast_math(&member.options) };
        function.debug =
            member.options.debug.then_some(Debug { line: member.line, optimised: member.options.debug_optimised });
        function.inline = if member.options.inline || member.synthetic && k > 0 && is_small(&member.typed) {
            Inline::Always
        } else {
            Inline::Auto
        };
        function.entry = k == 0;
        function.exported = k == 0 && is_shared(member);
        unit.functions.push(function);
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

fn fast_math(options: &Options) -> FastMath {
    options.fastmath.iter().fold(FastMath::NONE, |flags, word| flags.with(word).unwrap_or(flags))
}

fn target(settings: &Settings) -> TargetConfig {
    let mut target = TargetConfig::host(OptLevel::from_number(settings.opt));
    if let Some(cpu) = &settings.cpu_name
        && cpu != "host"
    {
        target.cpu.clone_from(cpu);
        target.features = settings.cpu_features.clone().unwrap_or_default();
    }
    target
}

fn place(plan: &Plan, object: &[u8]) -> Result<LinkedCode> {
    let failed =
        |error: coluber_codegen::LinkError| Diagnostic::new(ErrorClass::Lowering, error.to_string(), Span::default());
    let jit = Jit::process(|| coluber_runtime::symbols().collect()).map_err(failed)?;
    if plan.members.iter().any(|member| member.options.debug) {
        jit.register_with_debuggers().map_err(failed)?;
    }
    let linked = jit.link(object).map_err(failed)?;
    let address = linked.address(&coluber_abi::entry_symbol(&plan.members[0].symbol)).map_err(failed)?;
    // SAFETY: the symbol is the entry that code generation made, which has this signature.
    let entry = unsafe { std::mem::transmute::<usize, Entry>(address) };
    Ok(LinkedCode { entry, exported: is_shared(&plan.members[0]), _linked: linked, _callees: plan.callees.clone() })
}

pub(crate) fn lowering_error(error: &coluber_codegen::CodegenError) -> Box<Diagnostic> {
    Diagnostic::new(ErrorClass::Lowering, error.to_string(), Span::default())
}

fn print_texts(name: &str, output: &coluber_codegen::Compiled) {
    let texts = [("LLVM", &output.llvm), ("optimised LLVM", &output.optimised), ("assembly", &output.assembly)];
    for (what, text) in texts {
        if let Some(text) = text {
            dump(what, name, text);
        }
    }
}

/// A text of a specialisation, made for the purpose.
pub(crate) fn text(session: &Session, spec: u32, which: Text) -> Result<String> {
    let (plan, settings) = {
        let state = session.lock();
        (plan(&state, spec), state.settings.clone())
    };
    if which == Text::Typed {
        return Ok(plan.members[0].typed.to_string());
    }
    let texts =
        Texts { llvm: which == Text::Llvm, optimised: which == Text::Optimised, assembly: which == Text::Assembly };
    let output = compile(&unit(&plan, "text"), &target(&settings), texts).map_err(|e| lowering_error(&e))?;
    let text = match which {
        Text::Optimised => output.optimised,
        Text::Assembly => output.assembly,
        _ => output.llvm,
    };
    Ok(text.unwrap_or_default())
}
