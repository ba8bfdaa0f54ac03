//! Large units are compiled in parts, side by side.
//!
//! Functions that LLVM would not put into their callers, because they are long or call themselves, are the *roots* of parts. A part has
//! some roots and all that these call on the way to other roots, which it calls by their symbols. Short functions that several parts call
//! are in each of them. How a unit is divided depends on the unit alone, so that the same program gives the same code everywhere.

use crate::lower::{calls, cycles};
use crate::unit::{Extern, Inline, Unit, UnitFunction};
use coluber_abi::TAG_LENGTH;
use coluber_ir::typed::Op;
use rustc_hash::{FxHashMap, FxHashSet};

/// From this number of instructions on, a function is a root.
const ROOT: usize = 60;
/// Parts are to have so many instructions.
const PART: usize = 400;
/// A unit has at most so many parts.
const MOST_PARTS: usize = 16;

/// The parts of a unit, the one with its first function first. None where it is better compiled as a whole.
pub(crate) fn split<'a>(unit: &Unit<'a>) -> Option<Vec<Unit<'a>>> {
    if unit.functions.iter().any(|function| function.debug.is_some() || function.forked || has_foreign(function)) {
        return None;
    }
    let calls = Calls::of(unit);
    let groups = calls.groups();
    let weights: Vec<usize> = groups.iter().map(|group| calls.weight(&group.members)).collect();
    let count = (weights.iter().sum::<usize>() / PART).min(MOST_PARTS).min(groups.len());
    if count < 2 {
        return None;
    }
    let mut parts = distribute(&weights, count);
    parts.sort_by_key(|groups| groups.iter().min().copied());
    Some(parts.iter().map(|part| calls.part(unit, &groups, part)).collect())
}

/// Whether there is LLVM IR of the program in a function.
fn has_foreign(function: &UnitFunction<'_>) -> bool {
    function.ir.insts.values().any(|inst| matches!(inst.op, Op::Splice { .. }))
}

/// Puts the heaviest group that is left into the lightest part.
fn distribute(weights: &[usize], count: usize) -> Vec<Vec<usize>> {
    let mut parts = vec![(0, Vec::new()); count];
    let mut order: Vec<usize> = (0..weights.len()).collect();
    order.sort_by_key(|&group| std::cmp::Reverse(weights[group]));
    for group in order {
        if let Some((weight, groups)) = parts.iter_mut().min_by_key(|part| part.0) {
            *weight += weights[group];
            groups.push(group);
        }
    }
    parts.into_iter().map(|(_, groups)| groups).filter(|groups| !groups.is_empty()).collect()
}

/// Roots that stay together, which are one function or those that call each other, with what they call.
struct Group {
    roots: Vec<usize>,
    members: FxHashSet<usize>,
}

/// The functions of a unit by number, and which calls which.
struct Calls {
    callees: Vec<Vec<usize>>,
    sizes: Vec<usize>,
    /// For a root, the least root of its group.
    group: Vec<Option<usize>>,
}

impl Calls {
    fn of(unit: &Unit<'_>) -> Calls {
        let numbers: FxHashMap<u32, usize> = unit.functions.iter().enumerate().map(|(k, f)| (f.spec, k)).collect();
        let called = |f: &UnitFunction<'_>| calls(f.ir).iter().filter_map(|spec| numbers.get(spec).copied()).collect();
        let sizes: Vec<usize> = unit.functions.iter().map(UnitFunction::size).collect();
        let is_root = |k: usize, f: &UnitFunction<'_>| {
            k == 0 || f.entry || f.exported || f.inline == Inline::Auto && sizes[k] >= ROOT
        };
        let alone = unit.functions.iter().enumerate().map(|(k, f)| is_root(k, f).then_some(k));
        let group = cycles(unit).into_iter().zip(alone).map(|(cycle, alone)| cycle.or(alone)).collect();
        Calls { callees: unit.functions.iter().map(called).collect(), sizes, group }
    }

    fn weight(&self, members: &FxHashSet<usize>) -> usize {
        members.iter().map(|&member| self.sizes[member]).sum()
    }

    /// The groups, in the order of their first functions.
    fn groups(&self) -> Vec<Group> {
        let firsts = (0..self.group.len()).filter(|&k| self.group[k] == Some(k));
        firsts.map(|first| self.group_of(first)).collect()
    }

    fn group_of(&self, first: usize) -> Group {
        let roots: Vec<usize> = (0..self.group.len()).filter(|&k| self.group[k] == Some(first)).collect();
        let mut members: FxHashSet<usize> = roots.iter().copied().collect();
        let mut waiting = roots.clone();
        while let Some(function) = waiting.pop() {
            let short = self.callees[function].iter().filter(|&&callee| self.group[callee].is_none());
            waiting.extend(short.filter(|&&callee| members.insert(callee)));
        }
        Group { roots, members }
    }

    /// The unit of some groups, by their numbers. Its roots come first, so that its first function is in no other one.
    fn part<'a>(&self, unit: &Unit<'a>, groups: &[Group], own: &[usize]) -> Unit<'a> {
        let mut roots: Vec<usize> = Vec::new();
        let (mut members, mut called): (FxHashSet<usize>, FxHashSet<usize>) = Default::default();
        for (k, group) in groups.iter().enumerate() {
            if own.contains(&k) {
                roots.extend(&group.roots);
                members.extend(&group.members);
            } else {
                called.extend(group.members.iter().flat_map(|&member| &self.callees[member]).copied());
            }
        }
        roots.sort_unstable();
        let short = (0..unit.functions.len()).filter(|k| members.contains(k) && self.group[*k].is_none());
        let mut part = Unit { portable: unit.portable, ..Unit::new(unit.name.clone()) };
        let first = roots.first().copied().filter(|&first| first > 0);
        for k in roots.iter().copied().chain(short) {
            let mut function = unit.functions[k].clone();
            function.exported |= self.group[k].is_some() && called.contains(&k) || Some(k) == first;
            function.symbol = self.symbol(unit, k);
            part.functions.push(function);
        }
        part.externs = self.externs(unit, &part.functions);
        part
    }

    /// The symbol of a function. That of a root of portable code has the tag of the unit, so that no other code has it.
    fn symbol(&self, unit: &Unit<'_>, k: usize) -> String {
        let (own, first) = (&unit.functions[k].symbol, &unit.functions[0].symbol);
        let tag = first.len().checked_sub(TAG_LENGTH).and_then(|start| first.get(start..)).filter(|_| unit.portable);
        match tag.filter(|tag| self.group[k].is_some() && !own.ends_with(tag)) {
            Some(tag) => format!("{own}${tag}"),
            None => own.clone(),
        }
    }

    /// What some functions of a unit call that is not among them.
    fn externs(&self, unit: &Unit<'_>, functions: &[UnitFunction<'_>]) -> Vec<Extern> {
        let own: FxHashSet<u32> = functions.iter().map(|function| function.spec).collect();
        let called: FxHashSet<u32> = functions.iter().flat_map(|function| calls(function.ir)).collect();
        let is_wanted = |spec: u32| called.contains(&spec) && !own.contains(&spec);
        let others = unit.functions.iter().enumerate().filter(|(_, function)| is_wanted(function.spec));
        let others = others.map(|(k, function)| Extern {
            spec: function.spec,
            symbol: self.symbol(unit, k),
            params: function.ir.params().iter().map(|&param| function.ir.ty(param)).collect(),
            ret: function.ir.ret,
        });
        unit.externs.iter().filter(|external| is_wanted(external.spec)).cloned().chain(others).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use coluber_ir::Typed;
    use coluber_ir::parse::parse_all;

    /// A function with so many instructions, of which the first are calls.
    fn function(size: usize, callees: &[u32]) -> String {
        let calls = callees.iter().map(|f| format!("call<{f}, \"x\"> v0"));
        let rest = (callees.len()..size).map(|_| "unary<not> v0".to_owned());
        let lines: String =
            calls.chain(rest).enumerate().map(|(k, op)| format!("    v{}: bool = {op}\n", k + 1)).collect();
        format!("function g(v0: bool) -> bool {{\nblock0:\n{lines}    return v0\n}}\n")
    }

    /// For each part, its functions (those that others may call with a `!`) and what it calls of other parts.
    fn parts(functions: &[(usize, &[u32])]) -> Vec<String> {
        let text: String = functions.iter().map(|(size, callees)| function(*size, callees)).collect();
        let typed: Vec<Typed> = parse_all(&text).expect("typed IR");
        let mut unit = Unit::new("u");
        unit.functions.extend(typed.iter().enumerate().map(|(k, ir)| UnitFunction::new(ir, k as u32, format!("f{k}"))));
        let own = |f: &UnitFunction<'_>| format!("{}{}", f.spec, if f.exported { "!" } else { "" });
        let show = |part: &Unit<'_>| {
            let own: Vec<String> = part.functions.iter().map(own).collect();
            let others: Vec<String> = part.externs.iter().map(|e| e.spec.to_string()).collect();
            format!("{} -> {}", own.join(" "), others.join(" "))
        };
        split(&unit).map_or_else(Vec::new, |parts| parts.iter().map(show).collect())
    }

    #[test]
    fn short_units_are_whole() {
        assert!(parts(&[(300, &[1]), (300, &[])]).is_empty());
        assert!(parts(&[(3000, &[1]), (10, &[])]).is_empty());
    }

    #[test]
    fn long_functions_are_called_by_symbol_and_short_ones_are_where_they_are_called() {
        let found = parts(&[(500, &[1, 2]), (500, &[2]), (10, &[])]);
        assert_eq!(found, ["0 2 -> 1", "1! 2 -> "]);
    }

    #[test]
    fn functions_that_call_each_other_stay_together() {
        let found = parts(&[(500, &[1]), (500, &[2]), (5, &[1, 3]), (500, &[])]);
        assert_eq!(found, ["0 -> 1", "1! 2 -> 3", "3! -> "]);
        let found = parts(&[(500, &[1]), (300, &[2]), (5, &[1, 3]), (300, &[])]);
        assert_eq!(found, ["0 -> 1", "1! 2 3 -> "]);
    }
}
