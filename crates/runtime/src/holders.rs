//! Lists, dicts, sets and instances that values hold.

use crate::dicts::Dict;
use crate::instances::Instance;
use crate::lists::List;
use crate::memory;
use coluber_abi::{layout, leaves};
use coluber_types::{Kind, Ty};
use rustc_hash::FxHashSet;

/// What may hold others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// An instance, in its fields.
    Instance,
    /// A list.
    List,
    /// A dict or set.
    Dict,
}

/// All that a value holds, each with its owner word once.
///
/// # Safety
/// The words are those of a live value of the type.
pub unsafe fn reached(ty: Ty, words: &[u64]) -> Vec<(u64, Holder)> {
    let (mut all, mut seen) = (Vec::new(), FxHashSet::default());
    visit_words(ty, words, &mut |owner, holder| {
        if seen.insert(owner) {
            all.push((owner, holder));
        }
    });
    let mut next = 0;
    while let Some(&(owner, holder)) = all.get(next) {
        // SAFETY: what a live value holds is alive.
        unsafe {
            visit(owner, holder, &mut |owner, holder| {
                if seen.insert(owner) {
                    all.push((owner, holder));
                }
            });
        }
        next += 1;
    }
    all
}

/// The kind of holder that values of a type are.
fn holder_of(ty: Ty) -> Option<Holder> {
    match ty.kind() {
        Kind::Instance(_) => Some(Holder::Instance),
        Kind::List { .. } => Some(Holder::List),
        Kind::Dict { .. } | Kind::Set { .. } => Some(Holder::Dict),
        _ => None,
    }
}

/// Visits what a value in words holds directly.
fn visit_words(ty: Ty, words: &[u64], found: &mut dyn FnMut(u64, Holder)) {
    if let Some(holder) = holder_of(ty) {
        if let Some(&owner) = words.first()
            && memory::is_counted(owner as usize as *const u8)
        {
            found(owner, holder);
        }
        return;
    }
    for field in &layout(ty).fields {
        let start = field.start as usize;
        if let Some(own) = words.get(start..start + leaves(field.ty).len()) {
            visit_words(field.ty, own, found);
        }
    }
}

/// Visits what a holder holds directly.
///
/// # Safety
/// The word is that of a live allocation of this kind.
pub(crate) unsafe fn visit(owner: u64, holder: Holder, found: &mut dyn FnMut(u64, Holder)) {
    let owner = owner as usize as *mut u8;
    // SAFETY: promised by the caller.
    unsafe {
        match holder {
            Holder::Instance => {
                let (ty, start) = Instance::of(owner).fields();
                visit_value(ty, start, found);
            }
            Holder::List => {
                let list = List::of(owner);
                let item = list.item_type();
                if may_hold(item.ty) {
                    (0..list.len()).for_each(|k| visit_value(item.ty, list.place(k), found));
                }
            }
            Holder::Dict => {
                let dict = Dict::of(owner);
                let (key, value) = dict.types();
                let mut at = dict.next(0);
                while let Some(k) = at.filter(|_| may_hold(key.ty) || may_hold(value.ty)) {
                    visit_value(key.ty, dict.key_place(k), found);
                    visit_value(value.ty, dict.value_place(k), found);
                    at = dict.next(k + 1);
                }
            }
        }
    }
}

/// Whether values of a type may hold any.
fn may_hold(ty: Ty) -> bool {
    holder_of(ty).is_some() || layout(ty).fields.iter().any(|field| may_hold(field.ty))
}

/// Visits what a value in memory holds.
unsafe fn visit_value(ty: Ty, place: *const u8, found: &mut dyn FnMut(u64, Holder)) {
    let Some(holder) = holder_of(ty) else {
        let layout = layout(ty);
        if layout.owners.is_empty() {
            return;
        }
        for field in &layout.fields {
            let offset = layout.offsets.get(field.start as usize).map_or(0, |&offset| offset as usize);
            // SAFETY: a part of the value.
            unsafe { visit_value(field.ty, place.add(offset), found) };
        }
        return;
    };
    // SAFETY: the owner word is the first, and only, leaf.
    let owner = unsafe { place.cast::<u64>().read_unaligned() };
    if memory::is_counted(owner as usize as *const u8) {
        found(owner, holder);
    }
}
