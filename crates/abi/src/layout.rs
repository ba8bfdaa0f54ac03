//! The leaves of each type, and how a value lies in memory.

use coluber_types::by_id::ById;
use coluber_types::fields::{fields, marks};
use coluber_types::{FloatTy, Kind, Ty};

/// A scalar that a machine register holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Leaf {
    /// A truth value: one bit in registers, one byte in memory.
    I1,
    /// An integer of 8 bits.
    I8,
    /// An integer of 16 bits.
    I16,
    /// An integer of 32 bits.
    I32,
    /// An integer of 64 bits.
    I64,
    /// float32
    F32,
    /// float64
    F64,
    /// An address or an owner word.
    Ptr,
}

impl Leaf {
    /// Size in memory, which is its alignment as well.
    pub const fn bytes(self) -> u32 {
        match self {
            Leaf::I1 | Leaf::I8 => 1,
            Leaf::I16 => 2,
            Leaf::I32 | Leaf::F32 => 4,
            Leaf::I64 | Leaf::F64 | Leaf::Ptr => 8,
        }
    }

    /// The leaf of a scalar type.
    fn of(ty: Ty) -> Option<Leaf> {
        Some(match ty.kind() {
            Kind::Bool => Leaf::I1,
            Kind::Int(int) => match int.bits {
                8 => Leaf::I8,
                16 => Leaf::I16,
                32 => Leaf::I32,
                _ => Leaf::I64,
            },
            // Their bits; code generation knows what they mean from the type.
            Kind::Float(FloatTy::F16 | FloatTy::BF16) => Leaf::I16,
            Kind::Float(FloatTy::F32) => Leaf::F32,
            Kind::Float(FloatTy::F64) => Leaf::F64,
            Kind::Date(_) | Kind::Span(_) => Leaf::I64,
            Kind::Ptr | Kind::Owner => Leaf::Ptr,
            _ => return None,
        })
    }
}

/// Where the leaves of a field are among those of the aggregate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldPlace {
    /// Type of the field.
    pub ty: Ty,
    /// Its first leaf.
    pub start: u32,
    /// Number of its leaves.
    pub len: u32,
}

/// All that is known about values of a type.
#[derive(Debug, PartialEq, Eq)]
pub struct Layout {
    /// The leaves in order.
    pub leaves: Box<[Leaf]>,
    /// For each leaf whether it is extended with its sign when it is put into a wider word.
    pub signed: Box<[bool]>,
    /// For each leaf its distance in bytes from the start of the value in memory.
    pub offsets: Box<[u32]>,
    /// Indices of the leaves that are owner words.
    pub owners: Box<[u32]>,
    /// Indices of the leaves one of which is not zero in each value; none where zeros are a value: see [`coluber_types::fields::marks`].
    pub marks: Box<[u32]>,
    /// The fields; none for scalars.
    pub fields: Box<[FieldPlace]>,
    /// Bytes from one element of an array to the next.
    pub size: u32,
    /// Alignment in memory; a power of two.
    pub align: u32,
}

static LAYOUTS: ById<Layout> = ById::new();

/// The layout of a type. It is computed once.
pub fn layout(ty: Ty) -> &'static Layout {
    // Types live for ever, and so do their layouts.
    LAYOUTS.get(ty.id()).unwrap_or_else(|| LAYOUTS.set(ty.id(), Box::leak(Box::new(compute(ty)))))
}

/// The layout of the type with this number.
pub fn layout_of_id(id: u32) -> Option<&'static Layout> {
    Ty::from_id(id).map(layout)
}

/// The leaves of a type.
pub fn leaves(ty: Ty) -> &'static [Leaf] {
    &layout(ty).leaves
}

fn compute(ty: Ty) -> Layout {
    match Leaf::of(ty) {
        Some(leaf) => scalar(ty, leaf),
        None => {
            Layout { marks: marks(ty).iter().filter_map(|path| leaf_at(ty, path)).collect(), ..aggregate(&fields(ty)) }
        }
    }
}

/// The first leaf of the part of a type that a path leads to.
fn leaf_at(ty: Ty, path: &[u32]) -> Option<u32> {
    let Some((&first, rest)) = path.split_first() else { return Some(0) };
    let before = fields(ty).iter().take(first as usize).map(|&field| leaves(field).len() as u32).sum::<u32>();
    Some(before + leaf_at(*fields(ty).get(first as usize)?, rest)?)
}

fn scalar(ty: Ty, leaf: Leaf) -> Layout {
    Layout {
        leaves: Box::new([leaf]),
        signed: Box::new([matches!(ty.kind(), Kind::Int(int) if int.signed)]),
        offsets: Box::new([0]),
        owners: if *ty.kind() == Kind::Owner { Box::new([0]) } else { Box::new([]) },
        marks: Box::new([]),
        fields: Box::new([]),
        size: leaf.bytes(),
        align: leaf.bytes(),
    }
}

/// Fields follow each other in memory as in a struct of C.
fn aggregate(types: &[Ty]) -> Layout {
    let (mut leaves, mut signed, mut offsets, mut owners, mut places) = (vec![], vec![], vec![], vec![], vec![]);
    let (mut size, mut align) = (0u32, 1u32);
    for &ty in types {
        let field = layout(ty);
        let start = leaves.len() as u32;
        let offset = size.next_multiple_of(field.align);
        leaves.extend_from_slice(&field.leaves);
        signed.extend_from_slice(&field.signed);
        offsets.extend(field.offsets.iter().map(|o| o + offset));
        owners.extend(field.owners.iter().map(|o| o + start));
        places.push(FieldPlace { ty, start, len: field.leaves.len() as u32 });
        size = offset + field.size;
        align = align.max(field.align);
    }
    Layout {
        leaves: leaves.into(),
        signed: signed.into(),
        offsets: offsets.into(),
        owners: owners.into(),
        marks: Box::new([]),
        fields: places.into(),
        size: size.next_multiple_of(align),
        align,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use coluber_types::Layout as Order;

    #[test]
    fn scalars_have_one_leaf() {
        assert_eq!(leaves(Ty::boolean()), [Leaf::I1]);
        assert_eq!(leaves(Ty::uint16()), [Leaf::I16]);
        assert_eq!(leaves(Ty::owner()), [Leaf::Ptr]);
        assert!(leaves(Ty::none()).is_empty());
        assert!(leaves(Ty::literal_int(3)).is_empty());
        assert_eq!(*layout(Ty::int8()).signed, [true]);
        assert_eq!(*layout(Ty::uint8()).signed, [false]);
    }

    #[test]
    fn arrays_have_owner_data_shape_and_strides() {
        let array = layout(Ty::array(Ty::float32(), 2, Order::C));
        assert_eq!(*array.leaves, [Leaf::Ptr, Leaf::Ptr, Leaf::I64, Leaf::I64, Leaf::I64, Leaf::I64]);
        assert_eq!(*array.owners, [0]);
        assert_eq!(array.fields[3], FieldPlace { ty: Ty::uni_tuple(Ty::int64(), 2), start: 4, len: 2 });
    }

    #[test]
    fn memory_follows_c() {
        let complex = layout(Ty::complex64());
        assert_eq!((complex.size, complex.align), (8, 4));
        let mixed = layout(Ty::tuple(vec![Ty::boolean(), Ty::int64(), Ty::int16()]));
        assert_eq!((*mixed.offsets).to_vec(), [0, 8, 16]);
        assert_eq!((mixed.size, mixed.align), (24, 8));
    }
}
