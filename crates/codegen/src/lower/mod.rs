//! Typed IR to LLVM IR.

mod aggregates;
mod arith;
mod atomics;
mod calls;
mod constants;
mod control;
mod convert;
mod copied;
mod cx;
mod debug;
mod device;
mod entry;
mod exceptions;
mod fork;
mod function;
mod half;
mod inlining;
mod instances;
mod interrupts;
mod kernels;
mod lists;
mod memory;
mod order;
mod ownership;
mod parallel;
mod portable;
mod powers;
mod recursion;
mod splice;
mod texts;

use crate::CodegenError;
use crate::llvm::{Attribute, Effort, Emission, Linkage, Module};
use crate::target::{OptLevel, TargetConfig};
use crate::unit::{Inline, Reference, Unit, UnitFunction};
use coluber_types::Ty;
use cx::{Callee, Cx};
pub(crate) use device::{DeviceParts, lower_device_unit};
pub(crate) use order::calls;
use portable::References;
use recursion::Recursion;
pub(crate) use recursion::cycles;

/// From this number of instructions on, a unit is large. A line of Python makes about five.
const LARGE: usize = 1000;

fn instructions(unit: &Unit<'_>) -> usize {
    unit.functions.iter().map(UnitFunction::size).sum()
}

/// How much work the code of a unit is worth.
pub(crate) fn effort(unit: &Unit<'_>, target: &TargetConfig) -> Effort {
    match target.level {
        OptLevel::O0 => Effort::None,
        _ if unit.functions.first().is_some_and(is_unoptimised) => Effort::None,
        _ if !order::has_repetition(unit) => Effort::Straight,
        OptLevel::O1 => Effort::Some,
        _ if instructions(unit) > LARGE => Effort::Large,
        OptLevel::O2 | OptLevel::O3 => Effort::Usual,
    }
}

/// Whether a debugger is to find each line and variable of the function.
fn is_unoptimised(function: &UnitFunction<'_>) -> bool {
    function.debug.is_some_and(|debug| !debug.optimised)
}

/// Fills a module with the functions of a unit. Returns what is to be in the table of portable code.
pub(crate) fn lower_unit(
    unit: &Unit<'_>,
    target: &TargetConfig,
    effort: Effort,
    module: &mut Module,
) -> Result<Vec<Reference>, CodegenError> {
    let mut cx = Cx::new(module, target, effort);
    cx.references = unit.portable.then(|| References::new(cx.module));
    cx.debug = debug::start(cx.module, unit, effort, Emission::Full);
    for external in &unit.externs {
        let func = cx.declare(&external.symbol, &external.params, external.ret, Linkage::External);
        cx.add_callee(external.spec, Callee { func, inner: None, ret: external.ret });
    }
    let recursion = recursion::find(unit);
    for function in unit.functions.iter().filter(|function| function.forked) {
        let entry = entry::declare_entry(&mut cx, function, Linkage::Internal);
        cx.add_forked(function.spec, entry);
    }
    let once = inlining::called_once(unit);
    let callees: Vec<Callee> = unit
        .functions
        .iter()
        .zip(&recursion)
        .zip(once)
        .map(|((f, &r), once)| declare(&mut cx, f, r, once && effort != Effort::None))
        .collect();
    for ((function, callee), recursion) in unit.functions.iter().zip(callees).zip(recursion) {
        function::lower_function(&mut cx, function, callee.inner.unwrap_or(callee.func), recursion)?;
        if function.entry {
            let entry = entry::declare_entry(&mut cx, function, Linkage::External);
            entry::lower_entry(&cx, function, callee, entry);
        }
        if let Some(entry) = cx.forked(function.spec) {
            entry::lower_entry(&cx, function, callee, entry);
        }
    }
    let table = unit.functions.first().map_or_else(String::new, |root| coluber_abi::table_symbol(&root.symbol));
    let references = cx.references.take();
    Ok(references.map_or_else(Vec::new, |references| references.finish(cx.module, &table)))
}

fn declare(cx: &mut Cx<'_>, function: &UnitFunction<'_>, recursion: Recursion, is_called_once: bool) -> Callee {
    let params: Vec<Ty> = function.ir.params().iter().map(|&p| function.ir.ty(p)).collect();
    let linkage = if function.exported { Linkage::External } else { Linkage::Internal };
    let ret = function.ir.ret;
    let func = cx.declare(&function.symbol, &params, ret, linkage);
    cx.set_vector_width(func);
    let inner = recursion.in_cycle.then(|| cx.declare_inner(&function.symbol, &params, ret));
    if let Some(inner) = inner {
        cx.set_vector_width(inner);
        recursion::lower_outer(cx, func, inner, linkage);
    }
    let body = inner.unwrap_or(func);
    match function.inline {
        Inline::Auto if is_unoptimised(function) => {
            cx.module.add_attribute(func, Attribute::NoInline);
            cx.module.add_attribute(func, Attribute::OptimiseNone);
        }
        // Debuggers find lines in functions that are there.
        Inline::Auto if function.debug.is_some() => cx.module.add_attribute(body, Attribute::NoInline),
        Inline::Auto if is_called_once && inner.is_none() => cx.module.add_attribute(func, Attribute::AlwaysInline),
        Inline::Auto => {}
        Inline::Always => cx.module.add_attribute(body, Attribute::AlwaysInline),
        Inline::Never => cx.module.add_attribute(body, Attribute::NoInline),
    }
    let callee = Callee { func, inner, ret };
    cx.add_callee(function.spec, callee);
    callee
}
