//! Functions that can call themselves, and the check that keeps them from running out of the stack.
//!
//! A function that is part of a cycle of calls has two forms. The *inner* one has one parameter more, the address of a word with the
//! least address that the stack pointer may have, and passes it on to the other functions of cycles that it calls; it has the
//! function's body. The *outer* one is what all others call: it asks the runtime for the address of the word, which depends on the
//! thread. So a check is one comparison with memory, in which a signal puts an address that no stack has. Not each function of a cycle
//! checks: those do to which a walk over the calls comes back.
//!
//! Units refer only to units that were there before them, so a cycle of calls lies in one unit.

use super::cx::Cx;
use super::function::Lower;
use super::order::calls;
use crate::llvm::{Attribute, BasicBlock, Builder, Func, IntCmp, Linkage, Val};
use crate::unit::{Unit, UnitFunction};
use coluber_abi::exceptions::builtin_exception;
use coluber_abi::{ExceptionClass, Leaf, RuntimeId};
use rustc_hash::FxHashMap;

/// What a function has to do with cycles of calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Recursion {
    /// It is part of a cycle.
    pub in_cycle: bool,
    /// It checks the stack.
    pub checks: bool,
}

/// The walk over the calls of a unit: Tarjan's algorithm, without recursion of its own.
struct Walk {
    callees: Vec<Vec<usize>>,
    /// Number in the order of discovery.
    index: Vec<Option<usize>>,
    low: Vec<usize>,
    /// Functions whose component is not complete.
    open: Vec<usize>,
    is_open: Vec<bool>,
    /// The functions that called each other to get here, and how many of their callees have been looked at.
    path: Vec<(usize, usize)>,
    on_path: Vec<bool>,
    found: Vec<Recursion>,
    /// For a function of a cycle, the first function of its component.
    cycle: Vec<Option<usize>>,
}

/// What each function of a unit has to do with cycles of calls.
pub(super) fn find(unit: &Unit<'_>) -> Vec<Recursion> {
    walk(unit).found
}

/// For each function of a unit that can call itself, the first of those that can call each other.
pub(crate) fn cycles(unit: &Unit<'_>) -> Vec<Option<usize>> {
    walk(unit).cycle
}

fn walk(unit: &Unit<'_>) -> Walk {
    let numbers: FxHashMap<u32, usize> = unit.functions.iter().enumerate().map(|(k, f)| (f.spec, k)).collect();
    let own = |f: &UnitFunction<'_>| calls(f.ir).iter().filter_map(|spec| numbers.get(spec).copied()).collect();
    let count = unit.functions.len();
    let mut walk = Walk {
        callees: unit.functions.iter().map(own).collect(),
        index: vec![None; count],
        low: vec![0; count],
        open: Vec::new(),
        is_open: vec![false; count],
        path: Vec::new(),
        on_path: vec![false; count],
        found: vec![Recursion::default(); count],
        cycle: vec![None; count],
    };
    (0..count).for_each(|function| walk.from(function));
    walk
}

impl Walk {
    fn from(&mut self, function: usize) {
        if self.index[function].is_none() {
            self.enter(function);
        }
        while let Some((caller, next)) = self.path.last_mut() {
            let caller = *caller;
            match self.callees[caller].get(*next).copied() {
                Some(callee) => {
                    *next += 1;
                    self.see(caller, callee);
                }
                None => self.leave(caller),
            }
        }
    }

    fn enter(&mut self, function: usize) {
        let number = self.index.iter().flatten().count();
        self.index[function] = Some(number);
        self.low[function] = number;
        self.open.push(function);
        self.is_open[function] = true;
        self.path.push((function, 0));
        self.on_path[function] = true;
    }

    fn see(&mut self, caller: usize, callee: usize) {
        match self.index[callee] {
            None => self.enter(callee),
            Some(number) if self.is_open[callee] => {
                self.low[caller] = self.low[caller].min(number);
                // Every cycle has such a call: the walk can't get around it otherwise.
                self.found[callee].checks |= self.on_path[callee];
            }
            Some(_) => {}
        }
    }

    fn leave(&mut self, function: usize) {
        self.path.pop();
        self.on_path[function] = false;
        if let Some(&(caller, _)) = self.path.last() {
            self.low[caller] = self.low[caller].min(self.low[function]);
        }
        if Some(self.low[function]) == self.index[function] {
            self.close(function);
        }
    }

    /// Completes the component that was entered through `function`.
    fn close(&mut self, function: usize) {
        let first = self.open.iter().rposition(|&open| open == function).unwrap_or(0);
        let component = self.open.split_off(first);
        let is_cycle = component.iter().any(|&member| self.found[member].checks);
        let least = component.iter().min().copied().filter(|_| is_cycle);
        for member in component {
            self.cycle[member] = least;
            self.is_open[member] = false;
            self.found[member].in_cycle = is_cycle;
        }
    }
}

/// Fills the outer form of a function.
pub(super) fn lower_outer(cx: &mut Cx<'_>, outer: Func, inner: Func, linkage: Linkage) {
    if linkage == Linkage::Internal {
        cx.module.add_attribute(outer, Attribute::AlwaysInline);
    }
    let b = Builder::new(cx.module);
    b.position(cx.module.add_block(outer, "outer"));
    let limit = cx.runtime(RuntimeId::stack_limit);
    let limit = b.call(limit, &[]);
    let args: Vec<Val> = std::iter::once(limit).chain(outer.params()).collect();
    b.ret(b.call(inner, &args));
}

impl Lower<'_, '_, '_> {
    /// Goes to `next`, or leaves the function with RecursionError when there is little stack left.
    pub(super) fn check_stack(&mut self, next: BasicBlock) {
        let limit = self.limit.expect("functions that check are part of a cycle");
        let address = self.b.int_to_ptr(limit, self.leaf(Leaf::Ptr));
        let here = self.b.stack_pointer(self.cx.module, self.leaf(Leaf::I64));
        let look = self.cold_block();
        let fits = self.is_above(here, address);
        self.b.cond_br_usual(fits, next, look);
        self.b.position(look);
        let stack_full = self.cx.runtime(RuntimeId::stack_full);
        let status = self.b.call(stack_full, &[]);
        let (good, raised, full) = (self.b.block_after(), self.cold_block(), self.cold_block());
        self.b.cond_br(self.b.icmp(IntCmp::Eq, status, status.ty().zero()), good, raised);
        self.b.position(raised);
        self.ret_raised();
        self.b.position(good);
        let fits = self.is_above(here, address);
        self.b.cond_br(fits, next, full);
        self.b.position(full);
        self.raise_overflow();
        self.b.position(next);
    }

    /// Whether the stack pointer is not below the limit that is at an address.
    fn is_above(&mut self, here: Val, limit: Val) -> Val {
        let limit = self.b.load_volatile(self.leaf(Leaf::I64), limit, 8);
        self.b.icmp(IntCmp::UGe, here, limit)
    }

    /// The call's line is the one that the traceback shows, as in CPython; the function itself adds none.
    fn raise_overflow(&mut self) {
        let class = ExceptionClass::Builtin(builtin_exception("RecursionError").unwrap_or_default());
        let message = self.text("maximum recursion depth exceeded");
        let word = self.leaf(Leaf::I32);
        let null = self.leaf(Leaf::Ptr).zero();
        let code = word.int(u64::from(class.code()));
        let fields = [code, word.int(0), message[0], message[1], null, null, self.i64(0)];
        let site = self.cx.module.structure_value(&fields);
        let site = self.cx.module.constant(site);
        self.raise_at(site, &[]);
        self.ret_raised();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use coluber_ir::Typed;
    use coluber_ir::parse::parse_all;

    /// A unit of functions that call those of these numbers: which are part of a cycle (`c`), and which check (`!`).
    fn recursion(calls: &[&[usize]]) -> String {
        let function = |callees: &&[usize]| {
            let line = |(k, callee): (usize, &usize)| format!("    v{}: bool = call<{callee}, \"x\"> v0\n", k + 1);
            let lines: String = callees.iter().enumerate().map(line).collect();
            format!("function f(v0: bool) -> bool {{\nblock0:\n{lines}    return v0\n}}\n")
        };
        let text: String = calls.iter().map(function).collect();
        let functions: Vec<Typed> = parse_all(&text).expect("typed IR");
        let mut unit = Unit::new("u");
        unit.functions.extend(functions.iter().enumerate().map(|(k, ir)| UnitFunction::new(ir, k as u32, "f")));
        let word = |r: &Recursion| match (r.in_cycle, r.checks) {
            (true, true) => '!',
            (true, false) => 'c',
            (false, false) => '.',
            (false, true) => '?',
        };
        find(&unit).iter().map(word).collect()
    }

    #[test]
    fn only_cycles_check() {
        assert_eq!(recursion(&[&[1, 2], &[2], &[]]), "...");
        assert_eq!(recursion(&[&[0]]), "!");
        assert_eq!(recursion(&[&[1], &[1, 2], &[]]), ".!.");
    }

    #[test]
    fn one_function_of_a_cycle_checks() {
        assert_eq!(recursion(&[&[1], &[0]]), "!c");
        assert_eq!(recursion(&[&[1], &[2], &[3], &[1]]), ".!cc");
        assert_eq!(recursion(&[&[1], &[2, 0], &[1]]), "!!c");
    }

    #[test]
    fn cycles_beside_each_other() {
        assert_eq!(recursion(&[&[1, 2], &[1], &[3], &[2]]), ".!!c");
        assert_eq!(recursion(&[&[1, 2], &[0], &[1]]), "!cc");
    }

    #[test]
    fn functions_outside_the_unit_are_no_part_of_cycles() {
        assert_eq!(recursion(&[&[7]]), ".");
    }
}
