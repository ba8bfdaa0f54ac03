//! Addresses, loads and stores.

use super::copied::as_integer;
use super::function::{Done, Leaves, Lower};
use crate::llvm::{IntCmp, Overflow, Type, Val};
use crate::unit::Reference;
use coluber_abi::{HEADER_BYTES, Leaf, layout};
use coluber_ir::typed::{CacheHint, Op};
use coluber_ir::{InstData, Slot, Value};
use coluber_types::{Kind, Layout, Ty};

/// Number of the field of an array, or of a record, that is the address of its data.
const DATA: u32 = 1;

impl<'u> Lower<'_, '_, 'u> {
    pub(super) fn ptr_add(&mut self, inst: &InstData<Op>) -> Done {
        let (ptr, bytes) = (self.scalar(inst.args[0]), self.scalar(inst.args[1]));
        let byte = self.leaf(Leaf::I8);
        let moved = self.b.offset(byte, ptr, bytes);
        self.note_alignment(inst, &inst.args[..1]);
        self.result(inst, moved)
    }

    pub(super) fn load(&mut self, inst: &InstData<Op>) -> Done {
        let ty = layout(self.result_ty(inst));
        let (ptr, aligned) = self.address(inst);
        let is_copied = self.copied.contains(&inst.results[0]);
        let mut out = Leaves::new();
        for (&leaf, &offset) in ty.leaves.iter().zip(&ty.offsets) {
            let leaf = if is_copied { as_integer(leaf) } else { leaf };
            let place = self.byte_offset(ptr, offset);
            let value = match self.hint_of(inst) {
                Some(hint) => self.load_with_hint(leaf, place, hint),
                None => self.b.load(self.cx.module.memory_leaf(leaf), place, if aligned { leaf.bytes() } else { 1 }),
            };
            out.push(self.from_memory(leaf, value));
        }
        self.define(inst.results[0], &out);
        Ok(())
    }

    pub(super) fn store(&mut self, inst: &InstData<Op>) -> Done {
        let value = inst.args[1];
        let ty = layout(self.ir.ty(value));
        let (ptr, aligned) = self.address(inst);
        for ((&leaf, &offset), part) in ty.leaves.iter().zip(&ty.offsets).zip(self.leaves(value)) {
            let place = self.byte_offset(ptr, offset);
            let part = self.to_memory(leaf, part);
            match self.hint_of(inst) {
                Some(hint) => self.store_with_hint(leaf, part, place, hint),
                None => self.b.store(part, place, if aligned { leaf.bytes() } else { 1 }),
            }
        }
        Ok(())
    }

    pub(super) fn cache_hint(&mut self, inst: &InstData<Op>, hint: CacheHint) -> Done {
        self.note_alignment(inst, &inst.args);
        // A processor decides by itself; what is not aligned is read by bytes.
        if self.on_device() && !self.unaligned.contains(&inst.results[0]) {
            self.cache_hints.insert(inst.results[0], hint);
        }
        self.result(inst, self.scalar(inst.args[0]))
    }

    /// The hint for the caches that the first operand, an address, has.
    fn hint_of(&self, inst: &InstData<Op>) -> Option<CacheHint> {
        self.cache_hints.get(&inst.args[0]).copied()
    }

    /// The address that is the first operand, and whether it is aligned.
    fn address(&self, inst: &InstData<Op>) -> (Val, bool) {
        (self.scalar(inst.args[0]), !self.unaligned.contains(&inst.args[0]))
    }

    fn byte_offset(&self, ptr: Val, bytes: u32) -> Val {
        if bytes == 0 { ptr } else { self.b.element(self.leaf(Leaf::I8), ptr, self.i64(i64::from(bytes)), true) }
    }

    /// A bool is a byte in memory; any value but zero is true.
    #[allow(clippy::wrong_self_convention, reason = "a value comes from memory, not a Lower")]
    fn from_memory(&self, leaf: Leaf, value: Val) -> Val {
        if leaf == Leaf::I1 { self.b.icmp(IntCmp::Ne, value, value.ty().zero()) } else { value }
    }

    pub(super) fn to_memory(&self, leaf: Leaf, value: Val) -> Val {
        if leaf == Leaf::I1 { self.b.zext(value, self.leaf(Leaf::I8)) } else { value }
    }

    pub(super) fn elem_ptr(&mut self, inst: &InstData<Op>) -> Done {
        let array = inst.args[0];
        let Kind::Array { dtype, ndim, layout: order, aligned, .. } = self.ir.ty(array).kind() else {
            return self.unsupported(inst, "no array");
        };
        if inst.args.len() != 1 + *ndim as usize {
            return self.unsupported(inst, "one index for each axis is needed");
        }
        let leaves = self.leaves(array);
        let (data, shape, strides) = split_array(&leaves, *ndim as usize);
        let indices: Leaves = inst.args[1..].iter().map(|&index| self.scalar(index)).collect();
        let place = match order {
            Layout::C => self.contiguous(*dtype, data, indices.iter().copied().zip(shape.iter().copied())),
            Layout::F => self.contiguous(*dtype, data, indices.iter().copied().zip(shape.iter().copied()).rev()),
            Layout::A => self.strided(data, &indices, strides),
        };
        if !aligned {
            self.unaligned.insert(inst.results[0]);
        }
        self.result(inst, place)
    }

    /// The address in contiguous memory; pairs of index and extent, slowest axis first. Indices are in range, so that nothing
    /// overflows and nothing is negative.
    fn contiguous(&mut self, dtype: Ty, data: Val, mut axes: impl Iterator<Item = (Val, Val)>) -> Val {
        let Some((first, _)) = axes.next() else { return data };
        let linear = axes.fold(first, |linear, (index, extent)| {
            let row = self.b.arith_known(true, linear, extent, Overflow::Never);
            self.b.arith_known(false, row, index, Overflow::Never)
        });
        let element = self.element_type(dtype);
        self.b.element(element, data, linear, true)
    }

    fn strided(&mut self, data: Val, indices: &[Val], strides: &[Val]) -> Val {
        let byte = self.leaf(Leaf::I8);
        let mut offsets =
            indices.iter().zip(strides).map(|(&i, &stride)| self.b.arith_known(true, i, stride, Overflow::NotSigned));
        let Some(first) = offsets.next() else { return data };
        let offset = offsets.fold(first, |sum, offset| self.b.arith_known(false, sum, offset, Overflow::NotSigned));
        self.b.element(byte, data, offset, false)
    }

    /// A type as large as an element, so that LLVM sees strides in elements.
    fn element_type(&self, dtype: Ty) -> Type {
        match dtype.kind() {
            Kind::Record { .. } | Kind::Chars { .. } => {
                self.leaf(Leaf::I8).array(dtype.itemsize().map_or(0, u64::from))
            }
            _ => self.value_type(dtype),
        }
    }

    /// A type as large as a value of this type in memory.
    pub(super) fn value_type(&self, ty: Ty) -> Type {
        let layout = layout(ty);
        match layout.leaves[..] {
            [leaf] => self.cx.module.memory_leaf(leaf),
            [first, second] if first == second => self.cx.module.memory_leaf(first).array(2),
            _ => self.leaf(Leaf::I8).array(u64::from(layout.size)),
        }
    }

    pub(super) fn wrap_index(&mut self, inst: &InstData<Op>) -> Done {
        let (index, extent) = (self.scalar(inst.args[0]), self.scalar(inst.args[1]));
        if index.as_const_int().is_some_and(|i| i as i64 >= 0) {
            return self.result(inst, index);
        }
        let negative = self.b.icmp(IntCmp::SLt, index, index.ty().zero());
        let from_end = self.b.add(index, extent);
        let wrapped = self.b.select(negative, from_end, index);
        self.result(inst, wrapped)
    }

    pub(super) fn owner_data(&mut self, inst: &InstData<Op>) -> Done {
        let owner = self.scalar(inst.args[0]);
        let data = self.byte_offset(owner, HEADER_BYTES as u32);
        self.result(inst, data)
    }

    pub(super) fn spill(&mut self, inst: &InstData<Op>) -> Done {
        let value = inst.args[0];
        let ty = layout(self.ir.ty(value));
        let words = self.leaf(Leaf::I64).array(u64::from(ty.size.div_ceil(8).max(1)));
        let place = self.frame_memory(words);
        for ((&leaf, &offset), part) in ty.leaves.iter().zip(&ty.offsets).zip(self.leaves(value)) {
            let part = self.to_memory(leaf, part);
            let to = self.byte_offset(place, offset);
            self.b.store(part, to, leaf.bytes());
        }
        self.result(inst, place)
    }

    /// The header's place stays unused.
    pub(super) fn frame_local(&mut self, inst: &InstData<Op>) -> Done {
        let ty = layout(self.ir.ty(inst.args[0]));
        let bytes = HEADER_BYTES as u64 + u64::from(ty.size);
        let place = self.frame_memory(self.leaf(Leaf::I64).array(bytes.div_ceil(8)));
        for (&leaf, &offset) in ty.leaves.iter().zip(&ty.offsets) {
            let to = self.byte_offset(place, HEADER_BYTES as u32 + offset);
            self.b.store(self.cx.module.memory_leaf(leaf).zero(), to, leaf.bytes());
        }
        self.result(inst, place)
    }

    pub(super) fn type_word(&mut self, inst: &InstData<Op>) -> Done {
        let word = self.reference_list(&[Reference::Type(self.ir.ty(inst.args[0]))]);
        self.result(inst, word)
    }

    // Memory cells

    pub(super) fn slot_load(&mut self, inst: &InstData<Op>, slot: Slot) -> Done {
        let ty = layout(self.ir.slots[slot].ty);
        let mut out = Leaves::new();
        for (&leaf, &cell) in ty.leaves.iter().zip(&self.slots[slot]) {
            let value = self.b.load(self.cx.module.memory_leaf(leaf), cell, leaf.bytes());
            out.push(self.from_memory(leaf, value));
        }
        self.define(inst.results[0], &out);
        Ok(())
    }

    pub(super) fn slot_store(&mut self, inst: &InstData<Op>, slot: Slot) -> Done {
        let ty = layout(self.ir.slots[slot].ty);
        let parts = self.leaves(inst.args[0]);
        for ((&leaf, &cell), part) in ty.leaves.iter().zip(&self.slots[slot]).zip(parts) {
            let part = self.to_memory(leaf, part);
            self.b.store(part, cell, leaf.bytes());
        }
        Ok(())
    }

    // Alignment: an address is aligned unless it comes from an array whose type says that it is not.

    /// The result is as aligned as all of these.
    pub(super) fn note_alignment(&mut self, inst: &InstData<Op>, from: &[Value]) {
        if !self.unaligned.is_empty() && from.iter().any(|value| self.unaligned.contains(value)) {
            self.unaligned.insert(inst.results[0]);
        }
    }

    pub(super) fn note_alignment_of_part(&mut self, inst: &InstData<Op>, index: u32) {
        let kind = self.ir.ty(inst.args[0]).kind();
        if index == DATA && matches!(kind, Kind::Array { aligned: false, .. } | Kind::Record { aligned: false, .. }) {
            self.unaligned.insert(inst.results[0]);
        }
    }
}

/// Data, shape and strides of an array.
fn split_array(leaves: &[Val], ndim: usize) -> (Val, &[Val], &[Val]) {
    (leaves[1], &leaves[2..2 + ndim], &leaves[2 + ndim..])
}
