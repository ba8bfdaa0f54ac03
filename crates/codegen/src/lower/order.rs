//! The order of blocks, and whether code can run in circles.

use crate::unit::Unit;
use coluber_ir::typed::Op;
use coluber_ir::{Block, Typed, reverse_postorder};
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;

/// Whether a jump or an exception leads to the block.
pub(super) fn is_target(ir: &Typed, block: Block) -> bool {
    ir.layout.iter().any(|&from| ir.successors(from).contains(&block))
}

/// Whether an instruction of the unit can run more than once in a call from outside: there is a loop, a recursion, or a function
/// that other units can call in a loop of theirs.
pub(super) fn has_repetition(unit: &Unit<'_>) -> bool {
    unit.functions.iter().any(|f| f.exported || has_loop(f.ir)) || has_recursion(unit)
}

/// In a reverse postorder, exactly the loops have jumps backward.
fn has_loop(ir: &Typed) -> bool {
    if ir.insts.values().any(|inst| has_branch(&inst.op)) {
        return true;
    }
    let order = reverse_postorder(ir);
    let mut position: SecondaryMap<Block, usize> = SecondaryMap::new();
    for (k, &block) in order.iter().enumerate() {
        position[block] = k;
    }
    order.iter().any(|&block| ir.successors(block).iter().any(|&next| position[next] <= position[block]))
}

/// Whether LLVM IR of a program has branches: they may be those of a loop.
fn has_branch(op: &Op) -> bool {
    matches!(op, Op::Splice { text } if text.contains(" br "))
}

/// Removes functions that call none of those left, until none is left or each calls another.
fn has_recursion(unit: &Unit<'_>) -> bool {
    let mut callees: FxHashMap<u32, Vec<u32>> = unit.functions.iter().map(|f| (f.spec, calls(f.ir))).collect();
    loop {
        let before = callees.len();
        let left: Vec<u32> = callees.keys().copied().collect();
        callees.retain(|_, calls| calls.iter().any(|callee| left.contains(callee)));
        if callees.len() == before {
            return before > 0;
        }
    }
}

/// The functions that a function calls.
pub(crate) fn calls(ir: &Typed) -> Vec<u32> {
    let called = |inst: &coluber_ir::InstData<Op>| match inst.op {
        Op::Call { spec, .. } | Op::FunctionAddress { spec, .. } => Some(spec),
        _ => None,
    };
    ir.insts.values().filter_map(called).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unit::UnitFunction;
    use coluber_ir::parse::parse_all;

    fn repeats(text: &str) -> bool {
        let functions: Vec<Typed> = parse_all(text).expect("typed IR");
        let mut unit = Unit::new("u");
        unit.functions.extend(functions.iter().enumerate().map(|(k, ir)| UnitFunction::new(ir, k as u32, "f")));
        has_repetition(&unit)
    }

    #[test]
    fn loops_and_recursion_repeat() {
        let straight =
            "function f(v0: bool) -> bool {\nblock0:\n    branch v0, block1, block1\nblock1:\n    return v0\n}\n";
        assert!(!repeats(straight));
        assert!(repeats(
            "function f(v0: bool) -> bool {\nblock0:\n    branch v0, block0, block1\nblock1:\n    return v0\n}\n"
        ));
        let call = |callee| {
            format!(
                "function g(v0: bool) -> bool {{\nblock0:\n    v1: bool = call<{callee}, \"x\"> v0\n    return v1\n}}\n"
            )
        };
        assert!(repeats(&call(0)));
        assert!(!repeats(&(call(1) + straight)));
        assert!(repeats(&(call(1) + &call(0))));
    }
}
