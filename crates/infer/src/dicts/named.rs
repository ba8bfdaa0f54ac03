//! Values of dicts that are looked up by constant names, of which the type of the dict says what they are: see [`coluber_types::named`].

use crate::choices;
use crate::context::Cx;
use crate::emit::Emitter;
use crate::lists::item_val;
use crate::value::{Resolved, Val};
use coluber_base::{Name, Result};
use coluber_ir::Value;
use coluber_ops::CmpOp;
use coluber_types::containers::{item_type, takes_number};
use coluber_types::named::{REST, is_kept_in};
use coluber_types::unify::{place, variants};
use coluber_types::{Kind, Ty};

/// What is known of the value of a name: which of the types of values it has.
pub struct Known {
    name: &'static str,
    /// The type of all values.
    value: Ty,
    /// That of this one.
    pub ty: Ty,
}

/// What is known of the value that a key has in a dict.
pub fn known(dict: Ty, key: Ty) -> Option<Known> {
    let name = Val::new(key).literal_str()?;
    let (names, items) = dict.value_names()?;
    let find = |name: &str| names.iter().position(|known| **known == *name);
    let at = find(name).or_else(|| find(REST))?;
    let Kind::Dict { value, site, .. } = *dict.kind() else { return None };
    if is_kept_in(items[at], value) {
        return Some(Known { name, value, ty: items[at] });
    }
    let all = variants(value)?;
    let member = |ty: Ty| place(all, ty).map(|at| all[at]);
    let ty = match items[at].kind() {
        // What is None so far may be anything later, where it is not this function that says so.
        Kind::None if site.is_none() => return None,
        Kind::Undefined => return None,
        Kind::Optional(inner) => member(Ty::none()).and(member(*inner)).map(Ty::optional)?,
        _ => member(items[at])?,
    };
    Some(Known { name, value, ty })
}

impl Known {
    /// The value of the name, from what is read as a value of one of all types.
    pub fn picked(&self) -> Resolved {
        match variants(self.value) {
            Some(all) => self.marked(all),
            None => self.whole(),
        }
    }

    fn error(&self) -> String {
        let (name, ty) = (self.name, self.ty.bare());
        format!("the value of '{name}' has another type than {ty}, which it has where a statement names it")
    }

    /// Of values with a mark. Numbers of other kinds become such values: they may have been put in where this type was not known.
    fn marked(&self, all: &[Ty]) -> Resolved {
        let (ty, text) = (self.ty, self.error());
        let (inner, may_be_none) = match ty.kind() {
            Kind::Optional(inner) => (*inner, true),
            _ => (ty, false),
        };
        let fits = |other: &&Ty| **other == inner || is_widened(inner, **other) || may_be_none && **other == Ty::none();
        let read =
            |ty: &Ty| (choices::is_choice(item_val(self.value), *ty), choices::choice(item_val(self.value), *ty));
        let reads: Vec<(Resolved, Resolved)> = all.iter().filter(fits).map(read).collect();
        Resolved::one(item_val(ty), move |e: &mut Emitter<'_>, a: &[Value]| {
            let (mut is_any, mut value) = (e.bool(false), None);
            for (is_it, read) in &reads {
                let is_it = e.resolved(is_it, a);
                let is_it = e.coerce(is_it, Ty::boolean());
                is_any = e.or(is_any, is_it);
                let read = e.resolved(read, a);
                let read = e.coerce(read, ty);
                value = Some(value.map_or(read, |other| e.select(is_it, read, other)));
            }
            e.guard("TypeError", &text, is_any);
            value.unwrap_or_else(|| e.undef(ty.bare()))
        })
    }

    /// Of numbers of one type in memory, among which this one is an integer or a bool.
    fn whole(&self) -> Resolved {
        let (ty, text) = (self.ty, self.error());
        let is_float = self.value.is_float();
        Resolved::one(item_val(ty), move |e: &mut Emitter<'_>, a: &[Value]| {
            if is_float {
                let most = e.float(9.2e18, Ty::float64());
                let least = e.float(-9.2e18, Ty::float64());
                let (below, above) = (e.compare(CmpOp::Lt, a[0], most), e.compare(CmpOp::Gt, a[0], least));
                let is_in_range = e.and(below, above);
                e.guard("TypeError", &text, is_in_range);
            }
            let value = e.coerce(a[0], ty);
            let own = e.ty(a[0]);
            let back = e.coerce(value, own);
            let is_same = e.compare(CmpOp::Eq, back, a[0]);
            e.guard("TypeError", &text, is_same);
            value
        })
    }
}

/// Whether numbers of the other type become those of a type without a loss.
fn is_widened(ty: Ty, other: Ty) -> bool {
    let is_number = |ty: Ty| ty.is_number() && ty != Ty::boolean();
    is_number(ty) && is_number(other) && takes_number(ty, other)
}

/// The type in which a value is put into a dict under this key: a number becomes one of the type that the values of the name have.
pub fn stored(cx: &mut Cx<'_>, dict: Ty, key: Ty, value: Ty) -> Ty {
    match dict.kind() {
        Kind::Dict { site: Some(site), .. } => stored_at(cx, *site, key, value),
        _ => as_expected(item_type(value), known(dict, key).map_or(Ty::undefined(), |known| known.ty)),
    }
}

/// As [`stored`], for the dict of a site.
pub fn stored_at(cx: &mut Cx<'_>, site: u32, key: Ty, value: Ty) -> Ty {
    let given = item_type(value);
    match Val::new(key).literal_str() {
        Some(name) => as_expected(given, cx.sites.note_name(site, name, given)),
        None => given,
    }
}

fn as_expected(given: Ty, expected: Ty) -> Ty {
    let expected = match expected.kind() {
        Kind::Optional(inner) => *inner,
        _ => expected,
    };
    if is_widened(expected, given) { expected } else { given }
}

/// What reads a value of a dict under a key, of the type that the value is known to have.
pub fn narrowed(dict: Ty, key: Ty, read: Resolved) -> Resolved {
    match known(dict, key) {
        Some(known) => read.then(known.picked()),
        None => read,
    }
}

/// `dict.get("name", default)` of a name whose value is known; None of other names.
pub fn get(cx: &mut Cx<'_>, dict: Val, args: &[Val]) -> Option<Resolved> {
    let (key, default) = match *args {
        [key] => (key, Val::weak(Ty::none())),
        [key, default] => (key, default),
        _ => return None,
    };
    let (known, (keys, _)) = known(dict.ty, key.ty).zip(super::types_of(dict.ty))?;
    let ty = super::methods::found_or(known.ty, default)?;
    cx.sites.flow(item_type(default.ty), ty);
    cx.sites.flow(known.ty, ty);
    let picked = known.picked();
    Some(Resolved::one(item_val(ty), move |e, a| {
        let place = e.dict_find(a[0], a[1], keys.bare());
        let is_there = e.is_found(place);
        let texts = e.texts.clone();
        let (there, missing) = (e.following_block(), e.following_block());
        let (end, result) = e.join_block(ty.bare());
        e.builder().branch(is_there, (there, &[]), (missing, &[]));
        e.builder().switch_to(there);
        let value = e.read_item(place, known.value.bare());
        let value = e.resolved(&picked, &[value]);
        let value = e.coerce(value, ty);
        e.builder().jump(end, &[value]);
        e.texts = texts.clone();
        e.builder().switch_to(missing);
        let default = a.get(2).copied().unwrap_or_else(|| e.unit(Ty::none()));
        let value = e.coerce(default, ty);
        e.builder().jump(end, &[value]);
        e.texts = texts;
        e.builder().switch_to(end);
        result
    }))
}

/// The values of the names of a dict, as named arguments; None where what they are is not known of all of them.
pub fn as_keywords(cx: &mut Cx<'_>, dict: Ty) -> Result<Option<Resolved>> {
    let Some((names, _)) = dict.value_names() else { return Ok(None) };
    let key = |name: &Name| Ty::literal_str(name.clone());
    if names.iter().any(|name| **name == *REST) {
        return Ok(None);
    }
    let Some(types) = names.iter().map(|name| Some(known(dict, key(name))?.ty)).collect::<Option<Box<[Ty]>>>() else {
        return Ok(None);
    };
    let mut reads = Vec::new();
    for name in names {
        match super::getitem(cx, Val::new(dict), Val::new(key(name)))? {
            Some(read) => reads.push((key(name), read)),
            None => return Ok(None),
        }
    }
    let ty = Ty::new(Kind::Keywords { names: names.into(), items: types });
    Ok(Some(Resolved::one(Val::new(ty), move |e, a| {
        let length = e.dict_len(a[0]);
        let is_all = e.compare_int(CmpOp::Eq, length, reads.len() as i64);
        e.guard("TypeError", "a dict behind ** has other names than compiled code knows of", is_all);
        let values: Vec<Value> = reads
            .iter()
            .map(|(key, read)| {
                let key = e.unit(*key);
                e.resolved(read, &[a[0], key])
            })
            .collect();
        e.pack(&values, ty)
    })))
}

/// A dict of named arguments, which may be changed.
pub fn of_keywords(cx: &mut Cx<'_>, given: Ty) -> Result<Option<Resolved>> {
    let Kind::Keywords { names, items } = given.kind() else { return Ok(None) };
    let keys: Vec<Ty> = names.iter().map(|name| Ty::literal_str(name.clone())).collect();
    let parts: Vec<Val> = keys.iter().zip(items).flat_map(|(key, item)| [Val::weak(*key), Val::new(*item)]).collect();
    let made = super::build_map(cx, &parts)?;
    if made.val().ty.dict_form().is_none() {
        return Err(crate::keywords::unchangeable_display(cx));
    }
    Ok(Some(Resolved::one(made.val(), move |e, a| {
        let mut operands = Vec::new();
        for (k, key) in keys.iter().enumerate() {
            operands.extend([e.unit(*key), e.part(a[0], k)]);
        }
        e.resolved(&made, &operands)
    })))
}
