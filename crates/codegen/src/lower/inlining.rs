//! Functions that are put into their caller before anything else is done.
//!
//! LLVM inlines from the callees up, and simplifies each caller with what was put into it: the loops of a function that is called
//! through five others would be simplified six times. A function with one caller ends there anyway.

use crate::unit::{Inline, Unit, UnitFunction};
use coluber_ir::Typed;
use coluber_ir::typed::Op;
use rustc_hash::FxHashMap;

/// For each function of a unit, whether nothing but one call in the unit needs it.
pub(super) fn called_once(unit: &Unit<'_>) -> Vec<bool> {
    let mut uses: FxHashMap<u32, usize> = FxHashMap::default();
    for function in &unit.functions {
        let entries = usize::from(function.entry) + usize::from(function.forked);
        *uses.entry(function.spec).or_default() += entries;
        for spec in called(function.ir) {
            *uses.entry(spec).or_default() += 1;
        }
    }
    unit.functions.iter().map(|f| uses.get(&f.spec) == Some(&1) && may_vanish(f)).collect()
}

fn may_vanish(function: &UnitFunction<'_>) -> bool {
    let is_optimised = function.debug.is_none_or(|debug| debug.optimised);
    !function.exported && function.inline == Inline::Auto && is_optimised
}

/// The functions that instructions call, once for each call.
fn called(ir: &Typed) -> impl Iterator<Item = u32> {
    let insts = ir.layout.iter().flat_map(|&block| &ir.blocks[block].insts);
    insts.filter_map(|&inst| match ir.insts[inst].op {
        Op::Call { spec, .. } | Op::FunctionAddress { spec, .. } => Some(spec),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use coluber_ir::parse::parse_all;

    fn unit_of(functions: &[Typed]) -> Unit<'_> {
        let mut unit = Unit::new("u");
        unit.functions.extend(functions.iter().enumerate().map(|(k, ir)| UnitFunction::new(ir, k as u32, "f")));
        unit
    }

    fn function(callees: &[u32]) -> String {
        let calls: String =
            callees.iter().enumerate().map(|(k, f)| format!("    v{}: bool = call<{f}, \"x\"> v0\n", k + 1)).collect();
        format!("function g(v0: bool) -> bool {{\nblock0:\n{calls}    return v0\n}}\n")
    }

    #[test]
    fn one_call_is_enough_and_two_are_too_many() {
        let functions = parse_all(&(function(&[1, 2]) + &function(&[2]) + &function(&[]))).expect("typed IR");
        assert_eq!(called_once(&unit_of(&functions)), [false, true, false]);
    }

    #[test]
    fn entries_and_exports_count_as_uses() {
        let functions = parse_all(&(function(&[1, 2]) + &function(&[]) + &function(&[]))).expect("typed IR");
        let mut unit = unit_of(&functions);
        unit.functions[0].entry = true;
        unit.functions[1].entry = true;
        unit.functions[2].exported = true;
        assert_eq!(called_once(&unit), [true, false, false]);
    }
}
