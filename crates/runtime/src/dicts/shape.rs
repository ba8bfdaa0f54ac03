//! How the entries of dicts lie: what all dicts with keys and values of the same two types share.

use super::keys::{KeyType, keys_of};
use super::{KEY_AT, NEAR_BYTES};
use crate::items::ItemType;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Mutex, PoisonError};

/// What dicts with keys and values of two types share.
pub struct Shape {
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
        Shape { key, value, keys, key_at, value_at, stride, near: NEAR_BYTES / stride }
    }

    /// The shape of dicts with such keys and values; None when keys of the type can't be found.
    pub fn of(key: ItemType, value: ItemType) -> Option<&'static Shape> {
        let keys = keys_of(key)?;
        Some(keys.shapes.recent(value).unwrap_or_else(|| keys.shapes.get(key, value, keys)))
    }
}

/// The shapes of dicts with keys of one type.
#[derive(Default)]
pub struct Shapes {
    /// The one that was asked for last, or null.
    recent: AtomicPtr<Shape>,
    all: Mutex<Vec<&'static Shape>>,
}

impl Shapes {
    /// The shape of dicts with such values, if it was asked for last.
    #[inline(always)]
    pub fn recent(&self, value: ItemType) -> Option<&'static Shape> {
        // SAFETY: null, or what lives for ever.
        unsafe { self.recent.load(Ordering::Acquire).as_ref() }.filter(|shape| shape.value.ty == value.ty)
    }

    #[cold]
    #[inline(never)]
    fn get(&self, key: ItemType, value: ItemType, keys: &'static KeyType) -> &'static Shape {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let shape = match all.iter().find(|shape| shape.value.ty == value.ty) {
            Some(known) => known,
            None => {
                // Types live for ever, and so does what is known of them.
                let shape: &Shape = Box::leak(Box::new(Shape::new(key, value, keys)));
                all.push(shape);
                shape
            }
        };
        self.recent.store(ptr::from_ref(shape).cast_mut(), Ordering::Release);
        shape
    }
}
