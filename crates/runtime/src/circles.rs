//! Instances that hold each other in a circle, to which no reference is left but their own.
//!
//! They are found by trial deletion (Bacon and Rajan, "Concurrent Cycle Collection in Reference Counted Systems", 2001): references from within
//! are taken off the counts; what has none left then, and is not held by something that has, is given up.

use crate::dicts::Dict;
use crate::instances::Instance;
use crate::lists::List;
use crate::memory;
use coluber_abi::layout;
use coluber_types::{Kind, Ty};
use rustc_hash::FxHashMap;

/// What may hold instances.
#[derive(Clone, Copy)]
pub enum Holder {
    /// An instance, in its fields.
    Instance,
    /// A list.
    List,
    /// A dict or set.
    Dict,
}

struct Node {
    holder: Holder,
    /// References that are not from another node, nor the caller's.
    outside: isize,
    is_kept: bool,
    is_owned: bool,
}

type Nodes = FxHashMap<u64, Node>;

/// Gives up what instances hold that only hold each other: the caller's reference is then the last one to each of these.
///
/// # Safety
/// The words are those of instances and containers, to each of which the caller has one reference for each time that it is named. Nothing runs
/// meanwhile that uses what only they hold.
pub unsafe fn free(owned: &[(u64, Holder)]) {
    let mut nodes = Nodes::default();
    // SAFETY: all that is reached is alive, because what holds it is.
    unsafe {
        reach(owned, &mut nodes);
        take_off(&mut nodes);
        keep(&mut nodes);
        give_up(&nodes);
    }
}

/// Adds the caller's, and what is reached from them.
unsafe fn reach(owned: &[(u64, Holder)], nodes: &mut Nodes) {
    let mut waiting = Vec::new();
    for &(owner, holder) in owned {
        if let Some(node) = nodes.get_mut(&owner) {
            node.outside -= 1;
            continue;
        }
        // SAFETY: promised by the caller.
        let outside = unsafe { memory::references(owner as usize as *const u8) } as isize - 1;
        nodes.insert(owner, Node { holder, outside, is_kept: false, is_owned: true });
        waiting.push((owner, holder));
    }
    while let Some((owner, holder)) = waiting.pop() {
        // SAFETY: as above.
        unsafe {
            visit(owner, holder, &mut |part, holder| {
                nodes.entry(part).or_insert_with(|| {
                    waiting.push((part, holder));
                    let outside = memory::references(part as usize as *const u8) as isize;
                    Node { holder, outside, is_kept: false, is_owned: false }
                });
            });
        }
    }
}

/// Takes the references of nodes to each other off.
unsafe fn take_off(nodes: &mut Nodes) {
    let all: Vec<(u64, Holder)> = nodes.iter().map(|(&owner, node)| (owner, node.holder)).collect();
    for (owner, holder) in all {
        // SAFETY: promised by the caller.
        unsafe {
            visit(owner, holder, &mut |part, _| {
                if let Some(node) = nodes.get_mut(&part) {
                    node.outside -= 1;
                }
            });
        }
    }
}

/// Marks what is held from outside, and what that holds.
unsafe fn keep(nodes: &mut Nodes) {
    let mut waiting = Vec::new();
    for (&owner, node) in nodes.iter_mut().filter(|(_, node)| node.outside > 0) {
        node.is_kept = true;
        waiting.push((owner, node.holder));
    }
    while let Some((owner, holder)) = waiting.pop() {
        // SAFETY: promised by the caller.
        unsafe {
            visit(owner, holder, &mut |part, holder| {
                if let Some(node) = nodes.get_mut(&part).filter(|node| !node.is_kept) {
                    node.is_kept = true;
                    waiting.push((part, holder));
                }
            });
        }
    }
}

/// Empties the instances that are not kept.
unsafe fn give_up(nodes: &Nodes) {
    let instances: Vec<(u64, bool)> = nodes
        .iter()
        .filter(|(_, node)| !node.is_kept && matches!(node.holder, Holder::Instance))
        .map(|(&owner, node)| (owner, node.is_owned))
        .collect();
    // SAFETY: nothing but they refers to them. They live until all are empty.
    unsafe {
        for (owner, _) in instances.iter().filter(|(_, is_owned)| !is_owned) {
            memory::retain(*owner as usize as *const u8);
        }
        for (owner, _) in &instances {
            Instance::of(*owner as usize as *mut u8).empty();
        }
        for (owner, _) in instances.iter().filter(|(_, is_owned)| !is_owned) {
            memory::release(*owner as usize as *mut u8);
        }
    }
}

/// Visits what a holder holds directly.
unsafe fn visit(owner: u64, holder: Holder, found: &mut dyn FnMut(u64, Holder)) {
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

/// Whether values of a type may hold instances.
fn may_hold(ty: Ty) -> bool {
    let is_holder = matches!(ty.kind(), Kind::Instance(_) | Kind::List { .. } | Kind::Dict { .. } | Kind::Set { .. });
    is_holder || layout(ty).fields.iter().any(|field| may_hold(field.ty))
}

/// Visits what a value in memory holds.
unsafe fn visit_value(ty: Ty, place: *const u8, found: &mut dyn FnMut(u64, Holder)) {
    let holder = match ty.kind() {
        Kind::Instance(_) => Holder::Instance,
        Kind::List { .. } => Holder::List,
        Kind::Dict { .. } | Kind::Set { .. } => Holder::Dict,
        _ => {
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
        }
    };
    // SAFETY: the owner word is the first, and only, leaf.
    let owner = unsafe { place.cast::<u64>().read_unaligned() };
    if memory::is_counted(owner as usize as *const u8) {
        found(owner, holder);
    }
}
