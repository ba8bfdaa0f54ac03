//! Instances of classes: an allocation with a header, and the fields behind it.
//!
//! Compiled code and the host read and write fields themselves; the header knows which of them hold references.

use crate::bodies::builtin;
use crate::chains;
use crate::exceptions;
use crate::items::ItemType;
use crate::memory::{self, allocate_packed};
use coluber_abi::instance::INSTANCE_FIELDS;
use coluber_abi::layout;
use coluber_types::{Kind, Ty};
use std::cell::Cell;
use std::ptr;
use std::sync::RwLock;

/// The data of an instance. The memory of the fields follows.
#[repr(C)]
pub struct Instance {
    ty: Ty,
    memory: ItemType,
    /// The object of the host that stands for the instance, without a reference; 0 if there is none.
    origin: u64,
}

const _: () = assert!(size_of::<Instance>() as i64 == INSTANCE_FIELDS);

/// Makes empty strings of strings whose words are all zero: they have a width.
///
/// # Safety
/// There is memory of this type, which need not be aligned.
unsafe fn set_widths(ty: Ty, place: *mut u8) {
    let layout = layout(ty);
    if layout.owners.is_empty() {
        return;
    }
    let is_text = matches!(ty.kind(), Kind::Str | Kind::Bytes);
    for (k, field) in layout.fields.iter().enumerate() {
        let offset = layout.offsets.get(field.start as usize).map_or(0, |&offset| offset as usize);
        // SAFETY: promised by the caller; the fourth field of a string is its width.
        unsafe {
            match is_text && k == 3 {
                true => place.add(offset).cast::<i32>().write_unaligned(1),
                false => set_widths(field.ty, place.add(offset)),
            }
        }
    }
}

impl Instance {
    /// The instance of an owner word.
    ///
    /// # Safety
    /// The word is that of an instance, and nothing else uses it meanwhile.
    pub unsafe fn of<'a>(owner: *mut u8) -> &'a mut Instance {
        // SAFETY: promised by the caller.
        unsafe { &mut *memory::allocation_data(owner).cast::<Instance>() }
    }

    /// A new instance of a type, whose fields are all zero; None when there is no memory, or when the type is none of instances.
    pub fn make(ty: Ty) -> Option<*mut u8> {
        Prepared::of(ty)?.instance()
    }

    /// Its type.
    pub fn ty(&self) -> Ty {
        self.ty
    }

    /// The object of the host that stands for it; 0 if there is none.
    pub fn origin(&self) -> u64 {
        self.origin
    }

    /// Sets the object of the host that stands for it. The caller takes it back before the object goes.
    pub fn set_origin(&mut self, object: u64) {
        self.origin = object;
    }

    fn start(&mut self) -> *mut u8 {
        (&raw mut *self).cast::<u8>().wrapping_add(size_of::<Instance>())
    }

    /// The type of a field, and its address.
    pub fn field(&mut self, index: usize) -> Option<(Ty, *mut u8)> {
        let layout = self.memory.layout;
        let place = layout.fields.get(index + 1)?;
        let offset = layout.offsets.get(place.start as usize).map_or(0, |&offset| offset as usize);
        Some((place.ty, self.start().wrapping_add(offset)))
    }

    /// The type of the memory of its fields, and where it begins.
    pub(crate) fn fields(&mut self) -> (Ty, *mut u8) {
        (self.memory.ty, self.start())
    }

    /// Gives up what its fields hold, which are all zero then.
    pub(crate) fn empty(&mut self) {
        let image = Prepared::of(self.ty).map(|prepared| &prepared.image[..]).unwrap_or_default();
        let mut held = vec![0u64; image.len().div_ceil(8)];
        // SAFETY: the memory of the fields, of which nothing is left when what it held is given up.
        unsafe {
            ptr::copy_nonoverlapping(self.start(), held.as_mut_ptr().cast(), image.len());
            ptr::copy_nonoverlapping(image.as_ptr(), self.start(), image.len());
            self.memory.release(held.as_mut_ptr().cast(), 1);
        }
    }

    /// Whether a field has been changed.
    pub fn is_changed(&mut self) -> bool {
        self.changed() != 0
    }

    /// The word with a bit for each field that has been changed; the last one stands for all fields from there on.
    pub fn changed(&mut self) -> u64 {
        // SAFETY: the first word of the memory.
        unsafe { self.start().cast::<u64>().read() }
    }

    /// The word with a bit for each field that has been changed, which is forgotten.
    pub fn take_changed(&mut self) -> u64 {
        // SAFETY: the first word of the memory.
        unsafe { self.start().cast::<u64>().replace(0) }
    }
}

/// What is the same for all new instances of a type.
struct Prepared {
    ty: Ty,
    memory: ItemType,
    /// The fields.
    image: Box<[u8]>,
}

static PREPARED: RwLock<Vec<Option<&'static Prepared>>> = RwLock::new(Vec::new());

thread_local! {
    /// The one that was asked for last.
    static LAST: Cell<Option<&'static Prepared>> = const { Cell::new(None) };
}

impl Prepared {
    fn of(ty: Ty) -> Option<&'static Prepared> {
        match LAST.get() {
            Some(last) if last.ty == ty => Some(last),
            _ => {
                let found = Self::look_up(ty)?;
                LAST.set(Some(found));
                Some(found)
            }
        }
    }

    fn look_up(ty: Ty) -> Option<&'static Prepared> {
        let id = ty.id() as usize;
        if let Some(&Some(known)) = PREPARED.read().unwrap_or_else(|e| e.into_inner()).get(id) {
            return Some(known);
        }
        let shape = ty.shape()?;
        let memory = ItemType::new(shape.memory());
        let mut image = vec![0; memory.size()];
        // SAFETY: a buffer of the size of the fields.
        unsafe { set_widths(memory.ty, image.as_mut_ptr()) };
        let prepared = Prepared { ty, memory, image: image.into() };
        let mut table = PREPARED.write().unwrap_or_else(|e| e.into_inner());
        if table.len() <= id {
            table.resize(id + 1, None);
        }
        Some(table[id].get_or_insert_with(|| Box::leak(Box::new(prepared))))
    }

    fn instance(&self) -> Option<*mut u8> {
        let owner = allocate_packed(size_of::<Instance>() + self.image.len(), destroy)?.as_ptr();
        // SAFETY: a fresh allocation of this size.
        unsafe {
            let data = memory::allocation_data(owner);
            data.cast::<Instance>().write(Instance { ty: self.ty, memory: self.memory, origin: 0 });
            ptr::copy_nonoverlapping(self.image.as_ptr(), data.add(size_of::<Instance>()), self.image.len());
        }
        Some(owner)
    }
}

unsafe fn destroy(data: *mut u8) {
    // SAFETY: the data of an instance to which there is no reference any more.
    let instance = unsafe { &mut *data.cast::<Instance>() };
    if !instance.memory.owns() {
        return;
    }
    let start = instance.start();
    // SAFETY: these were its fields.
    unsafe { chains::release(&instance.memory, start) };
}

/// A new instance.
///
/// # Safety
/// The address is that of a word with the number of its type.
pub unsafe extern "C" fn instance_new(ty: *mut u8) -> *mut u8 {
    // SAFETY: promised by the caller.
    let id = unsafe { ty.cast::<u64>().read() } as u32;
    let prepared = match LAST.get() {
        Some(last) if last.ty.id() == id => Some(last),
        _ => Ty::from_id(id).and_then(Prepared::of),
    };
    let made = prepared.and_then(Prepared::instance);
    made.unwrap_or_else(|| {
        exceptions::raise_message(builtin("MemoryError"), "no memory for an instance".to_owned());
        ptr::null_mut()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use coluber_types::{Form, ObjId, Object, Shape, classes};

    #[test]
    fn long_chains_are_destroyed_without_a_deep_stack() {
        let object = Object { id: ObjId(7), text: "Node".into() };
        let class = classes::add(
            object,
            (ObjId(7), ObjId(7)),
            (Form::Native, classes::Keys::Never),
            (Box::new(["next".into()]), 1, 1),
            "".into(),
        );
        let ty = Shape::new(class, None).instance();
        class.define([Ty::new(Kind::Optional(ty))]);
        let before = memory::live_allocations();
        let mut first = ptr::null_mut::<u8>();
        for _ in 0..1_000_000 {
            let node = Instance::make(ty).expect("memory");
            // SAFETY: a new instance; an optional is a flag and, in the next word, the owner.
            unsafe {
                let (_, place) = Instance::of(node).field(0).expect("a field");
                place.add(8).cast::<*mut u8>().write(first);
            }
            first = node;
        }
        // SAFETY: the only reference.
        unsafe { memory::release(first) };
        assert_eq!(memory::live_allocations(), before);
    }
}
