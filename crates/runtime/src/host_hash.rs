//! Hashes of values in memory, as the host has them: they say in which order its sets have their items.

use crate::dicts;
use crate::hashes::{self, hash_float, hash_int};
use crate::instances::Instance;
use crate::items::text_at;
use crate::lists::List;
use coluber_abi::layout;
use coluber_types::classes::{Hashed, Keys};
use coluber_types::{FloatTy, Kind, ListForm, Ty};

/// How the host hashes values of a type.
pub enum HostHash {
    /// An integer of so many bytes, with or without sign; a bool is one of one byte.
    Int(u8, bool),
    /// A float32.
    Float32,
    /// A float64.
    Float64,
    /// A string or bytes.
    Text,
    /// The items of a tuple of so many integers of 64 bits with sign.
    Integers(usize),
    /// The items of a tuple, which are at these offsets.
    Tuple(Vec<(usize, HostHash)>),
    /// The items of a tuple of any length.
    Items(Box<HostHash>),
    /// The field of an instance with this number.
    Field(usize, Box<HostHash>),
    /// The fields of an instance with these numbers, as a tuple.
    Fields(Vec<(usize, HostHash)>),
    /// The items of a frozenset.
    Frozen,
}

impl HostHash {
    /// For values of a type; None when their hashes differ from those of the host's objects: by addresses, or by code of the program.
    pub fn of(ty: Ty) -> Option<HostHash> {
        Some(match ty.kind() {
            Kind::Bool => HostHash::Int(1, false),
            Kind::Int(int) => HostHash::Int(int.bits / 8, int.signed),
            Kind::Float(FloatTy::F32) => HostHash::Float32,
            Kind::Float(FloatTy::F64) => HostHash::Float64,
            Kind::Str | Kind::Bytes => HostHash::Text,
            Kind::Enum { value, integral: true, .. } => HostHash::of(*value)?,
            Kind::Tuple(items) | Kind::NamedTuple { items, .. } => {
                match items.iter().all(|item| *item == Ty::int64()) {
                    true => HostHash::Integers(items.len()),
                    false => HostHash::Tuple(parts(ty, items)?),
                }
            }
            Kind::List { item, form: ListForm::Tuple, .. } => HostHash::Items(Box::new(HostHash::of(*item)?)),
            Kind::Set { frozen: true, item, .. } => HostHash::of(*item).map(|_| HostHash::Frozen)?,
            Kind::Instance(shape) => match shape.class().keys {
                Keys::Fields(_, Hashed::One(field)) => {
                    HostHash::Field(field, Box::new(HostHash::of(*shape.types().get(field)?)?))
                }
                Keys::Fields(_, Hashed::Tuple(fields)) => {
                    let hash = |&k: &usize| Some((k, HostHash::of(*shape.types().get(k)?)?));
                    HostHash::Fields(fields.iter().map(hash).collect::<Option<_>>()?)
                }
                _ => return None,
            },
            _ => return None,
        })
    }

    /// The hash of a value.
    ///
    /// # Safety
    /// The address is that of a live value of the type.
    #[inline]
    pub unsafe fn hash(&self, a: *const u8) -> i64 {
        // SAFETY: promised by the caller; items are aligned as their type needs, and integers lie one after the other.
        unsafe {
            match self {
                HostHash::Int(8, true) => hash_int(a.cast::<i64>().read(), true),
                HostHash::Integers(2) => {
                    of_tuple(a.cast::<[i64; 2]>().read().into_iter().map(|item| hash_int(item, true)))
                }
                other => other.hash_any(a),
            }
        }
    }

    /// As [`hash`](Self::hash), for all types.
    ///
    /// # Safety
    /// As there.
    unsafe fn hash_any(&self, a: *const u8) -> i64 {
        // SAFETY: promised by the caller; items are aligned as their type needs.
        unsafe {
            match self {
                HostHash::Int(1, true) => hash_int(i64::from(a.cast::<i8>().read()), true),
                HostHash::Int(1, false) => i64::from(a.read()),
                HostHash::Int(2, true) => hash_int(i64::from(a.cast::<i16>().read()), true),
                HostHash::Int(2, false) => i64::from(a.cast::<u16>().read()),
                HostHash::Int(4, true) => hash_int(i64::from(a.cast::<i32>().read()), true),
                HostHash::Int(4, false) => i64::from(a.cast::<u32>().read()),
                HostHash::Int(_, signed) => hash_int(a.cast::<i64>().read(), *signed),
                HostHash::Float32 => hash_float(f64::from(a.cast::<f32>().read())),
                HostHash::Float64 => hash_float(a.cast::<f64>().read()),
                HostHash::Text => hashes::of_points(text_at(a)),
                HostHash::Integers(count) => {
                    let items = std::slice::from_raw_parts(a.cast::<i64>(), *count);
                    of_tuple(items.iter().map(|item| hash_int(*item, true)))
                }
                HostHash::Tuple(parts) => of_tuple(parts.iter().map(|(at, part)| part.hash(a.add(*at)))),
                HostHash::Items(item) => {
                    let list = List::of(a.cast::<*mut u8>().read());
                    of_tuple((0..list.len()).map(|k| item.hash(list.place(k))))
                }
                HostHash::Field(k, field) => of_field(a, *k, field),
                HostHash::Fields(fields) => of_tuple(fields.iter().map(|(k, field)| of_field(a, *k, field))),
                HostHash::Frozen => dicts::host_hash_of_set(a.cast::<*mut u8>().read()),
            }
        }
    }
}

/// # Safety
/// The address is that of an instance whose field with this number is hashed so.
unsafe fn of_field(instance: *const u8, field: usize, hash: &HostHash) -> i64 {
    // SAFETY: promised by the caller.
    unsafe {
        let instance = Instance::of(instance.cast::<*mut u8>().read());
        instance.field(field).map_or(0, |(_, place)| hash.hash(place))
    }
}

fn parts(ty: Ty, items: &[Ty]) -> Option<Vec<(usize, HostHash)>> {
    let whole = layout(ty);
    let at = |start: u32| whole.offsets.get(start as usize).map_or(0, |&offset| offset as usize);
    items.iter().zip(&whole.fields).map(|(item, place)| Some((at(place.start), HostHash::of(*item)?))).collect()
}

/// Of a tuple whose items have these hashes: rounds of xxHash (Collet, "xxHash fast digest algorithm"), with the host's own end.
fn of_tuple(items: impl ExactSizeIterator<Item = i64>) -> i64 {
    const PRIMES: [u64; 3] = [0x9e37_79b1_85eb_ca87, 0xc2b2_ae3d_27d4_eb4f, 0x27d4_eb2f_1656_67c5];
    let count = items.len() as u64;
    let total = items.fold(PRIMES[2], |total, item| {
        let lane = item.cast_unsigned().wrapping_mul(PRIMES[1]);
        total.wrapping_add(lane).rotate_left(31).wrapping_mul(PRIMES[0])
    });
    match total.wrapping_add(count ^ PRIMES[2] ^ 3_527_539).cast_signed() {
        -1 => 1_546_275_796,
        found => found,
    }
}

/// Of a frozenset whose items have these hashes, whatever their order.
pub fn of_frozenset(items: impl Iterator<Item = i64>) -> i64 {
    let spread = |hash: u64| (hash ^ 89_869_747 ^ hash << 16).wrapping_mul(3_644_798_167);
    let joined = |(all, count), hash: i64| (all ^ spread(hash.cast_unsigned()), count + 1);
    let (all, count) = items.fold((0, 0u64), joined);
    let joined = all ^ (count + 1).wrapping_mul(1_927_868_237);
    let dispersed = (joined ^ joined >> 11 ^ joined >> 25).wrapping_mul(69_069).wrapping_add(907_133_923);
    match dispersed.cast_signed() {
        -1 => 590_923_713,
        found => found,
    }
}
