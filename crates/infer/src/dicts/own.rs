//! Keys that are equal when functions of the program say so: objects with their own `__eq__` and `__hash__`, values of types of programs, and
//! tuples of them.
//!
//! The runtime can't call compiled methods. So compiled code computes the hash, asks the runtime for the entries that have it, one after
//! the other, and compares their keys itself. What is then given to the runtime is a *place*: the key, its hash, and the position of the
//! entry that was found, or -1. The runtime checks the position: `__eq__` may have changed the dict.

use super::types_of;
use crate::builtins::hashes;
use crate::calls::CallArgs;
use crate::context::Cx;
use crate::emit::Emitter;
use crate::instances;
use crate::operators;
use crate::value::{Resolved, Val};
use coluber_base::Result;
use coluber_ir::Value;
use coluber_ops::CmpOp;
use coluber_types::containers::is_own_key;
use coluber_types::{Kind, Ty};
use std::rc::Rc;

/// The type of a place for keys of a type.
fn place_type(key: Ty) -> Ty {
    Ty::tuple(vec![key, Ty::int64(), Ty::int64()])
}

/// Finds the place of a key in a dict; gives other keys as they are.
pub type Finder = Rc<dyn Fn(&mut Emitter<'_>, Value, Value) -> Value>;

/// How keys of a type are found.
pub fn finder(cx: &mut Cx<'_>, key: Ty) -> Result<Finder> {
    let key = key.bare();
    if !is_own_key(key) {
        return Ok(Rc::new(|_, _, key| key));
    }
    let (hash, equal) = (hash_of(cx, key)?, equality(cx, key)?);
    Ok(Rc::new(move |e, dict, given| place_of(e, (dict, given), key, &hash, &equal)))
}

/// An operation whose first operands are a dict or set and a key, which is found first.
pub fn found(cx: &mut Cx<'_>, dict: Ty, resolved: Resolved) -> Result<Resolved> {
    let Some((key, _)) = types_of(dict).filter(|types| is_own_key(types.0.bare())) else { return Ok(resolved) };
    let find = finder(cx, key)?;
    Ok(instances::with_operands(resolved, move |e, a| {
        let mut all = a.to_vec();
        all[1] = find(e, a[0], a[1]);
        all
    }))
}

/// `hash(key)`
pub fn hash_of(cx: &mut Cx<'_>, key: Ty) -> Result<Resolved> {
    if let Kind::Tuple(items) | Kind::NamedTuple { items, .. } = key.kind() {
        let hashes = items.iter().map(|item| hash_of(cx, *item)).collect::<Result<Vec<_>>>()?;
        return Ok(hash_of_items(hashes));
    }
    if hashes::is_hashable(key) {
        return Ok(Resolved::one(Val::weak(Ty::int64()), |e, a| hashes::of(e, a[0])));
    }
    if let Kind::Extension(_) = key.kind() {
        return match cx.overload("builtins.hash", &[Val::new(key)])? {
            Some(hash) => known(cx, hash),
            None => Err(cx
                .error(format!("unhashable type: a value of type {key} can't be a key in compiled code"))
                .hint("overload_method(the type, '__hash__') and overload(operator.eq) make values of the type keys")),
        };
    }
    if let Kind::None | Kind::Enum { .. } | Kind::Set { .. } | Kind::List { .. } | Kind::Optional(_) = key.kind()
        && let Some(hash) = cx.overload("builtins.hash", &[Val::new(key)])?
    {
        return known(cx, hash);
    }
    let args = CallArgs { positional: vec![Val::new(key)], ..CallArgs::default() };
    let Some(hash) = instances::builtin(cx, "builtins.hash", &args)? else {
        return Err(cx.error(format!("unhashable type: a value of type {key} beside objects with their own __hash__")));
    };
    known(cx, hash)
}

fn hash_of_items(hashes: Vec<Resolved>) -> Resolved {
    Resolved::one(Val::weak(Ty::int64()), move |e, a| {
        let mut all = Vec::new();
        for (k, hash) in hashes.iter().enumerate() {
            let item = e.part(a[0], k);
            let hash = e.resolved(hash, &[item]);
            all.push(e.coerce(hash, Ty::int64()));
        }
        hashes::of_items(e, &all)
    })
}

/// What a method gives that is typed; the operation waits where it is not.
fn known(cx: &mut Cx<'_>, resolved: Resolved) -> Result<Resolved> {
    match resolved.val().is_undefined() {
        true => Err(cx.sites.postpone(cx.span)),
        false => Ok(resolved),
    }
}

/// `there == key` as a bool, where the two are not the same object.
fn equality(cx: &mut Cx<'_>, key: Ty) -> Result<Resolved> {
    let found = operators::compare(cx, CmpOp::Eq, Val::new(key), Val::new(key))?;
    let found = known(cx, found)?;
    let truth = operators::truth_of(cx, found.val())?;
    Ok(Resolved::one(Val::weak(Ty::boolean()), move |e, a| {
        let equal = e.resolved(&found, a);
        let truth = e.resolved(&truth, &[equal]);
        e.coerce(truth, Ty::boolean())
    }))
}

/// Searches the entries with the hash of a key.
fn place_of(e: &mut Emitter<'_>, operands: (Value, Value), ty: Ty, hash: &Resolved, equal: &Resolved) -> Value {
    let (owner, key) = (e.part(operands.0, 0), e.coerce(operands.1, ty));
    let hash = e.resolved(hash, &[key]);
    let hash = e.coerce(hash, Ty::int64());
    let texts = e.texts.clone();
    let (head, last) = e.join_block(Ty::int64());
    let (end, position) = e.join_block(Ty::int64());
    let (body, other) = (e.following_block(), e.following_block());
    let none = e.i64(-1);
    e.builder().jump(head, &[none]);
    e.builder().switch_to(head);
    let next = e.runtime("dict_candidate", &[owner, hash, last], &[Ty::int64()])[0];
    let some = e.compare_int(CmpOp::Ge, next, 0);
    e.builder().branch(some, (body, &[]), (end, &[next]));
    e.builder().switch_to(body);
    let place = e.runtime("dict_key", &[owner, next], &[Ty::ptr()])[0];
    let there = e.read_item(place, ty);
    let same = is_same(e, there, key);
    e.builder().branch(same, (end, &[next]), (other, &[]));
    e.builder().switch_to(other);
    let same = e.resolved(equal, &[there, key]);
    e.builder().branch(same, (end, &[next]), (head, &[next]));
    e.builder().switch_to(end);
    e.texts = texts;
    e.pack(&[key, hash, position], place_type(ty))
}

/// Whether two keys are one object; that of tuples is not known.
fn is_same(e: &mut Emitter<'_>, a: Value, b: Value) -> Value {
    if !matches!(e.ty(a).kind(), Kind::Instance(_)) {
        return e.bool(false);
    }
    let words = [a, b].map(|v| {
        let owner = e.part(v, 0);
        e.cast(owner, Ty::int64())
    });
    e.compare(CmpOp::Eq, words[0], words[1])
}

impl Emitter<'_> {
    /// The key of a place; other keys as they are.
    pub(crate) fn key_of_place(&mut self, key: Value, ty: Ty) -> Value {
        if self.is_place(key, ty) { self.part(key, 0) } else { key }
    }

    fn is_place(&self, key: Value, ty: Ty) -> bool {
        is_own_key(ty.bare()) && self.ty(key) == place_type(ty.bare())
    }

    /// The address of the value at a place, null when there is none. None for other keys.
    pub(super) fn own_find(&mut self, dict: Value, key: Value, ty: Ty, function: &str) -> Option<Value> {
        let (hash, position) = self.is_place(key, ty).then(|| (self.part(key, 1), self.part(key, 2)))?;
        let owner = self.part(dict, 0);
        Some(self.runtime(function, &[owner, hash, position], &[Ty::ptr()])[0])
    }

    /// The address of the value at a place, and whether the key is new, which then is put in. None for other keys.
    pub(super) fn own_insert(&mut self, dict: Value, key: Value, ty: Ty) -> Option<Vec<Value>> {
        let old = self.own_find(dict, key, ty, "dict_find_own")?;
        let parts = self.parts(key);
        let owner = self.part(dict, 0);
        let spilled = self.value(coluber_ir::typed::Op::Spill {}, &[parts[0]], Ty::ptr());
        let place = self.runtime("dict_place_own", &[owner, spilled, parts[1], parts[2]], &[Ty::ptr()])[0];
        let found = self.is_found(old);
        Some(vec![place, self.not(found)])
    }
}
