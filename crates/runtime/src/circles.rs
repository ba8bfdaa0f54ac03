//! Instances that hold each other in a circle, to which no reference is left but their own.
//!
//! They are found by trial deletion (Bacon and Rajan, "Concurrent Cycle Collection in Reference Counted Systems", 2001): references from within
//! are taken off the counts; what has none left then, and is not held by something that has, is given up.

use crate::holders::{Holder, visit};
use crate::instances::Instance;
use crate::memory;
use rustc_hash::FxHashMap;

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
