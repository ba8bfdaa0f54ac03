//! What each function of a unit may do with floating point numbers.
//!
//! Functions of programs have their own rules. Those of the library, and those that the compiler makes of loops, have the rules that all
//! their callers have in common, since one piece of code serves them all; they may allow more for themselves.

use crate::units::{Member, callees};
use coluber_codegen::FastMath;
use rustc_hash::FxHashMap;

/// The rules of the members of a unit, in their order. The first one is who calls all others.
pub(crate) fn rules(members: &[Member]) -> Vec<FastMath> {
    let places: FxHashMap<u32, usize> = members.iter().enumerate().map(|(k, member)| (member.spec, k)).collect();
    let own: Vec<FastMath> = members.iter().map(|member| named(&member.options.fastmath)).collect();
    let mut found: Vec<Option<FastMath>> = vec![None; members.len()];
    let mut work = vec![(0, own[0])];
    while let Some((k, rules)) = work.pop() {
        let rules = match found[k] {
            Some(known) => known.intersection(rules),
            None => rules,
        };
        if found[k].replace(rules) == Some(rules) {
            continue;
        }
        let called = callees(&members[k].typed).filter_map(|spec| places.get(&spec).copied());
        work.extend(called.map(|at| (at, if members[at].follows { rules.union(own[at]) } else { own[at] })));
    }
    found.into_iter().zip(own).map(|(rules, own)| rules.unwrap_or(own)).collect()
}

/// The flags with these names.
fn named(words: &[coluber_base::Name]) -> FastMath {
    words.iter().fold(FastMath::NONE, |flags, word| flags.with(word).unwrap_or(flags))
}
