//! How the entries of dicts lie: what all dicts with keys and values of the same two types share.

use super::keys::{KeyType, keys_of};
use super::{KEY_AT, NEAR_BYTES};
use crate::items::ItemType;
use std::collections::BTreeMap;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Mutex, PoisonError};

/// What dicts with keys and values of two types share.
pub struct Shape {
    /// The numbers of both types.
    ids: (u32, u32),
    /// The type of the keys.
    pub key: ItemType,
    /// The type of the values.
    pub value: ItemType,
    /// How the keys are found.
    pub keys: &'static KeyType,
    /// Where keys are in entries.
    pub key_at: usize,
    /// Where values are in entries.
    pub value_at: usize,
    /// Bytes from one entry to the next.
    pub stride: usize,
    /// How many entries a dict has room for in its own allocation.
    pub near: usize,
    /// Whether keys or values hold references.
    pub owns: bool,
}

/// The first place for a value of a type from an offset on. Alignments are powers of two.
fn aligned(offset: usize, item: ItemType) -> usize {
    offset.next_multiple_of(item.layout.align as usize)
}

impl Shape {
    fn new(key: ItemType, value: ItemType, keys: &'static KeyType) -> Self {
        let key_at = aligned(KEY_AT, key);
        let value_at = aligned(key_at + key.size(), value);
        let stride = (value_at + value.size()).next_multiple_of(8);
        let ids = (key.ty.id(), value.ty.id());
        Shape {
            ids,
            key,
            value,
            keys,
            key_at,
            value_at,
            stride,
            near: NEAR_BYTES / stride,
            owns: key.owns() || value.owns(),
        }
    }

    /// The shape of dicts with such keys and values; None when keys of the type can't be found.
    pub fn of(key: ItemType, value: ItemType) -> Option<&'static Shape> {
        let (key_id, value_id) = (key.ty.id(), value.ty.id());
        match Shape::recent(key_id, value_id) {
            Some(shape) => Some(shape),
            None => {
                let keys = keys_of(key)?;
                let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
                // Types live for ever, and so does what is known of them.
                let make = || &*Box::leak(Box::new(Shape::new(key, value, keys)));
                let shape: &'static Shape = all.entry((key_id, value_id)).or_insert_with(make);
                RECENT[slot(key_id, value_id)].store(ptr::from_ref(shape).cast_mut(), Ordering::Release);
                Some(shape)
            }
        }
    }

    /// The shape of dicts whose keys and values have types with these numbers, if it was asked for last of those in its slot.
    #[inline(always)]
    pub fn recent(key_id: u32, value_id: u32) -> Option<&'static Shape> {
        // SAFETY: null, or what lives for ever.
        let shape = unsafe { RECENT[slot(key_id, value_id)].load(Ordering::Acquire).as_ref() };
        shape.filter(|shape| shape.ids == (key_id, value_id))
    }
}

/// All shapes, by the numbers of their types.
static ALL: Mutex<BTreeMap<(u32, u32), &'static Shape>> = Mutex::new(BTreeMap::new());

/// Number of [`RECENT`] shapes.
const SLOTS: usize = 64;

/// Shapes that were asked for, in slots by the numbers of their types.
static RECENT: [AtomicPtr<Shape>; SLOTS] = [const { AtomicPtr::new(ptr::null_mut()) }; SLOTS];

#[inline(always)]
fn slot(key_id: u32, value_id: u32) -> usize {
    (key_id.wrapping_mul(5) ^ value_id) as usize % SLOTS
}
