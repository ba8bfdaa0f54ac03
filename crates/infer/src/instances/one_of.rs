//! Values that are instances of one of several classes, which are derived from one: what is done with them is decided at run time.

use super::{Member, call_method, class_of, getattr, member, setattr};
use crate::builtins::classes::class_of as class_of_value;
use crate::calls::{self, CallArgs};
use crate::context::{Cx, Rule};
use crate::methods;
use crate::value::{Resolved, Val};
use coluber_base::Name;
use coluber_ops::CmpOp;
use coluber_types::Ty;
pub use coluber_types::unify::instances as members;

/// One of the rules for the types that a value may have. The value is the first operand.
pub fn each(cx: &mut Cx<'_>, all: &[Ty], mut rule: impl FnMut(&mut Cx<'_>, Val) -> Rule) -> Rule {
    let mut rules = Vec::new();
    for &one in all {
        let Some(found) = rule(cx, Val::new(one))? else { return Ok(None) };
        rules.push(found);
    }
    let found = calls::common_result(cx, &rules).or_else(|| calls::result_of_several(cx, &rules));
    let result = found.ok_or_else(|| {
        let types: Vec<String> = rules.iter().map(|rule| rule.val().ty.stored().to_string()).collect();
        cx.error(format!("this gives {}, as the class of the object is", types.join(" or ")))
    })?;
    Ok(Some(calls::by_number(result, rules)))
}

/// What raises AttributeError.
fn missing(one: Val, name: &str) -> Resolved {
    let class = class_of(one.ty).map_or_else(Name::default, |class| class.object.text.clone());
    let message = format!("'{class}' object has no attribute '{name}'");
    Resolved::one(Val::undefined(), move |e, _| {
        let never = e.bool(false);
        e.guard("AttributeError", &message, never);
        e.undef(Ty::undefined())
    })
}

fn has(cx: &mut Cx<'_>, one: Val, name: &str) -> bool {
    class_of(one.ty).is_some_and(|class| class.field(name).is_some() || member(cx, class, name).is_some())
}

/// `value.name`. Objects of classes without such an attribute raise AttributeError.
pub fn attribute(cx: &mut Cx<'_>, val: Val, all: &[Ty], name: &Name) -> Rule {
    if **name == *"__class__" {
        return class_of_value(cx, val);
    }
    if !all.iter().any(|&one| has(cx, Val::new(one), name)) {
        return Ok(None);
    }
    let is_method = |cx: &mut Cx<'_>, one: Ty| {
        let found = class_of(one).and_then(|class| member(cx, class, name));
        matches!(found, Some(Member::Method(_) | Member::Static(_) | Member::Class(..)))
    };
    if all.iter().any(|&one| is_method(cx, one)) {
        return Ok(Some(methods::bound(val, name)));
    }
    each(cx, all, |cx, one| if has(cx, one, name) { getattr(cx, one, name) } else { Ok(Some(missing(one, name))) })
}

/// `value.name = item`
pub fn set(cx: &mut Cx<'_>, all: &[Ty], name: &Name, item: Val) -> Rule {
    let found = each(cx, all, |cx, one| {
        let found = if has(cx, one, name) { setattr(cx, one, name, item)? } else { Some(missing(one, name)) };
        Ok(found.map(|found| {
            Resolved::one(Val::new(Ty::none()), move |e, a| {
                (found.emit)(e, a);
                e.unit(Ty::none())
            })
        }))
    })?;
    Ok(found.map(|found| {
        Resolved::effect(move |e, a| {
            e.resolved(&found, a);
        })
    }))
}

/// `value.name(args...)`; the value is the first argument.
pub fn method(cx: &mut Cx<'_>, all: &[Ty], name: &str, args: &CallArgs) -> Rule {
    if !all.iter().any(|&one| has(cx, Val::new(one), name)) {
        return Ok(None);
    }
    each(cx, all, |cx, one| {
        let mut own = args.clone();
        own.positional[0] = one;
        if has(cx, one, name) { call_method(cx, one, name, &own) } else { Ok(Some(missing(one, name))) }
    })
}

/// Whether a value is one of those whose types `is` takes.
pub fn is_any(all: &[Ty], is: &[bool]) -> Resolved {
    if is.iter().all(|&one| one == is[0]) {
        return Resolved::constant(Ty::literal_bool(is[0]));
    }
    let numbers: Vec<i64> = (0..all.len()).filter(|&k| is[k]).map(|k| k as i64).collect();
    Resolved::one(Val::weak(Ty::boolean()), move |e, a| {
        let number = e.part(a[0], 0);
        let mut found = e.bool(false);
        for &k in &numbers {
            let is_it = e.compare_int(CmpOp::Eq, number, k);
            found = e.or(found, is_it);
        }
        found
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_holds_for_all_or_none_is_known() {
        let all = [Ty::int64(), Ty::float64(), Ty::string()];
        for flag in [true, false] {
            let found = is_any(&all, &[flag; 3]);
            assert_eq!(found.val().ty, Ty::literal_bool(flag));
        }
        assert_eq!(is_any(&all, &[true, false, true]).val().ty, Ty::boolean());
    }
}
