//! Inner functions that call each other.
//!
//! All functions of a group carry the same captured variables: those of all of them, without the functions themselves. So each of them
//! can make the others, by their names.

use crate::flow::{Flow, NONE};
use crate::vars::{Access, Vars};
use coluber_base::Name;
use coluber_bytecode::{CodeObject, Const, DerefId, FunctionParts, Op};
use std::sync::Arc;

/// Functions that call each other, each of which is the only value of its variable.
pub(crate) struct Group {
    codes: Vec<Arc<CodeObject>>,
    /// What each of them captures.
    pub(crate) captured: Vec<Name>,
}

impl Group {
    /// Whether the function with this code is one of them.
    pub(crate) fn has(&self, code: &CodeObject) -> bool {
        self.codes.iter().any(|member| std::ptr::eq(&**member, code))
    }

    /// Whether the function with this code captures another one of the group under this name.
    pub(crate) fn joins(&self, code: &CodeObject, name: &Name) -> bool {
        self.has(code) && self.codes.iter().any(|member| member.name == *name)
    }
}

/// The groups of a function's inner functions.
pub(crate) fn find(flow: &Flow<'_>, vars: &Vars) -> Vec<Group> {
    let codes: Vec<&Arc<CodeObject>> = (0..flow.next.len() as u32).filter_map(|i| defined_at(flow, vars, i)).collect();
    let mut groups: Vec<Group> = Vec::new();
    for code in &codes {
        if groups.iter().any(|group| group.has(code)) {
            continue;
        }
        let members: Vec<Arc<CodeObject>> = codes
            .iter()
            .filter(|other| reaches(&codes, code, other) && reaches(&codes, other, code))
            .map(|other| Arc::clone(other))
            .collect();
        if members.len() > 1
            && let Some(group) = of(members)
        {
            groups.push(group);
        }
    }
    groups
}

/// The code of the function that `def` makes, where an instruction loads it, when its variable has no other value.
fn defined_at<'s>(flow: &Flow<'s>, vars: &Vars, at: u32) -> Option<&'s Arc<CodeObject>> {
    let Op::LoadConst(Const::Code(code)) = flow.op(at) else { return None };
    let made = following(flow, at)?;
    let Op::MakeFunction(FunctionParts { closure: true, defaults: false, kwdefaults: false, .. }) = flow.op(made)
    else {
        return None;
    };
    let mut stored = following(flow, made)?;
    while let Op::MakeFunction(_) = flow.op(stored) {
        stored = following(flow, stored)?;
    }
    let &Op::StoreDeref(id) = flow.op(stored) else { return None };
    let is_own = id.0 < flow.stream.cell_count && flow.stream.deref_names[id.index()] == code.name;
    (is_own && is_only_value(vars, id)).then_some(code)
}

fn following(flow: &Flow<'_>, at: u32) -> Option<u32> {
    flow.next.get(at as usize).copied().filter(|&next| next != NONE)
}

fn is_only_value(vars: &Vars, id: DerefId) -> bool {
    let var = vars.locals + id.0;
    vars.access.iter().filter(|access| matches!(access, Access::Def(v) | Access::Del(v) if *v == var)).count() == 1
}

/// Whether one function captures another, or one that does.
fn reaches(codes: &[&Arc<CodeObject>], from: &CodeObject, to: &CodeObject) -> bool {
    let (mut seen, mut waiting): (Vec<&CodeObject>, Vec<&CodeObject>) = (Vec::new(), vec![from]);
    while let Some(code) = waiting.pop() {
        for other in codes.iter().filter(|other| code.free_names.contains(&other.name)) {
            if std::ptr::eq(&***other, to) {
                return true;
            }
            if !seen.iter().any(|known| std::ptr::eq(*known, &***other)) {
                seen.push(other);
                waiting.push(other);
            }
        }
    }
    false
}

/// The group of functions that call each other; None where a name means a parameter to one and a variable to another.
fn of(codes: Vec<Arc<CodeObject>>) -> Option<Group> {
    let mut captured: Vec<Name> = codes.iter().flat_map(|code| code.free_names.iter().cloned()).collect();
    captured.retain(|name| codes.iter().all(|code| code.name != *name));
    captured.sort();
    captured.dedup();
    let parameters =
        |code: &CodeObject| code.local_names[..(code.parameter_count() as usize).min(code.local_names.len())].to_vec();
    let clashes = codes.iter().any(|code| parameters(code).iter().any(|name| captured.contains(name)));
    let names: Vec<&Name> = codes.iter().map(|code| &code.name).collect();
    let is_unique = names.iter().all(|name| names.iter().filter(|other| other == &name).count() == 1);
    (!clashes && is_unique).then_some(Group { codes, captured })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The code of a function with these parameters and captured variables.
    fn code(name: &str, parameters: &[&str], captured: &[&str]) -> Arc<CodeObject> {
        let names = |all: &[&str]| all.iter().map(|&name| Name::from(name)).collect::<Vec<_>>();
        Arc::new(CodeObject {
            name: name.into(),
            arg_count: parameters.len() as u32,
            local_names: names(parameters),
            free_names: names(captured),
            ..CodeObject::default()
        })
    }

    #[test]
    fn functions_reach_those_that_they_capture() {
        let all = [code("f", &[], &["g", "n"]), code("g", &[], &["h"]), code("h", &[], &["f"]), code("k", &[], &["f"])];
        let codes: Vec<&Arc<CodeObject>> = all.iter().collect();
        let reached = |from: usize| -> Vec<&str> {
            codes.iter().filter(|to| reaches(&codes, codes[from], to)).map(|to| &*to.name).collect()
        };
        assert_eq!(reached(0), ["f", "g", "h"]);
        assert_eq!(reached(3), ["f", "g", "h"]);
        let alone = [code("f", &["n"], &["f"]), code("g", &[], &[])];
        let codes: Vec<&Arc<CodeObject>> = alone.iter().collect();
        assert!(reaches(&codes, codes[0], codes[0]));
        assert!(!reaches(&codes, codes[0], codes[1]) && !reaches(&codes, codes[1], codes[1]));
    }

    #[test]
    fn a_group_carries_what_all_capture_but_itself() {
        let (f, g) = (code("f", &["n"], &["g", "x"]), code("g", &["n"], &["f", "a", "x"]));
        let group = of(vec![f.clone(), g.clone()]).expect("a group");
        assert_eq!(group.captured, [Name::from("a"), Name::from("x")]);
        assert!(group.has(&f) && group.has(&g) && !group.has(&code("f", &["n"], &["g", "x"])));
        assert!(group.joins(&f, &"g".into()) && !group.joins(&f, &"x".into()));
    }

    #[test]
    fn names_that_mean_two_things_make_no_group() {
        assert!(of(vec![code("f", &["x"], &["g"]), code("g", &[], &["f", "x"])]).is_none());
        assert!(of(vec![code("f", &[], &["g"]), code("f", &[], &["g"]), code("g", &[], &["f"])]).is_none());
    }
}
