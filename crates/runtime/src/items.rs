//! Values in memory whose type is known at run time only: the items of containers.

use crate::held::{hold_word, share_word};
use crate::instances::Instance;
use crate::lists::List;
use crate::memory;
use crate::strings::{Leaves, Points, order, same};
use coluber_abi::{Layout, layout};
use coluber_types::by_id::ById;
use coluber_types::classes::Keys;
use coluber_types::{FloatTy, Kind, ListForm, Ty};
use std::cmp::Ordering;
use std::hash::Hasher;
use std::ptr;

/// What has been asked for by number. Types live for ever.
static KNOWN: ById<ItemType> = ById::new();

/// What is done with the items of a type.
#[derive(Clone, Copy)]
pub struct ItemType {
    /// The type.
    pub ty: Ty,
    /// Where its parts lie.
    pub layout: &'static Layout,
}

impl ItemType {
    /// The type with the number in a word of compiled code.
    ///
    /// # Safety
    /// The address is that of a word.
    pub unsafe fn at(word: *const u8) -> Option<Self> {
        // SAFETY: promised by the caller.
        match unsafe { ItemType::known_at(word) } {
            Some(known) => Some(*known),
            // SAFETY: promised by the caller.
            None => Ty::from_id(unsafe { ItemType::id_at(word) }).map(ItemType::remembered),
        }
    }

    /// As [`at`](Self::at), where the number was looked at before.
    ///
    /// # Safety
    /// The address is that of a word.
    #[inline(always)]
    pub unsafe fn known_at(word: *const u8) -> Option<&'static Self> {
        // SAFETY: promised by the caller.
        KNOWN.get(unsafe { ItemType::id_at(word) })
    }

    /// The number of the type in a word of compiled code.
    ///
    /// # Safety
    /// The address is that of a word.
    #[inline(always)]
    pub unsafe fn id_at(word: *const u8) -> u32 {
        // SAFETY: promised by the caller.
        unsafe { word.cast::<u64>().read() as u32 }
    }

    /// Of a type that compiled code names by its number.
    #[cold]
    fn remembered(ty: Ty) -> Self {
        *KNOWN.set(ty.id(), Box::leak(Box::new(ItemType::new(ty))))
    }

    /// Of a type.
    pub fn new(ty: Ty) -> Self {
        ItemType { ty, layout: layout(ty) }
    }

    /// Bytes from one item to the next.
    pub fn size(self) -> usize {
        self.layout.size as usize
    }

    /// Whether items hold references.
    pub fn owns(self) -> bool {
        !self.layout.owners.is_empty()
    }

    fn owner_offsets(self) -> impl Iterator<Item = usize> {
        self.layout.owners.iter().map(move |&leaf| self.layout.offsets[leaf as usize] as usize)
    }

    /// Takes references for items that were copied bit by bit. On None there is no memory; then none have been taken.
    ///
    /// # Safety
    /// There are so many items, whose owner words are alive.
    pub unsafe fn hold(self, items: *mut u8, count: usize) -> Option<()> {
        for k in 0..count {
            for offset in self.owner_offsets() {
                // SAFETY: promised by the caller.
                let place = unsafe { items.add(k * self.size() + offset) }.cast::<*mut u8>();
                // SAFETY: as above. References that were taken before memory ran out are not given back.
                unsafe { place.write(hold_word(place.read())?) };
            }
        }
        Some(())
    }

    /// As [`hold`](Self::hold), for items that were copied from others: these get the references to the host's objects that the copies get, so
    /// that a second copy of them needs no memory for any.
    ///
    /// # Safety
    /// The addresses are those of so many items and of their copies, each followed by those that are so many bytes further.
    pub unsafe fn share(self, originals: (*mut u8, isize), copies: (*mut u8, isize), count: usize) -> Option<()> {
        for offset in self.owner_offsets() {
            for k in 0..count as isize {
                let word =
                    |(first, step): (*mut u8, isize)| first.wrapping_offset(k * step).wrapping_add(offset).cast();
                // SAFETY: promised by the caller.
                unsafe { share_word(word(originals), word(copies))? };
            }
        }
        Some(())
    }

    /// Takes references to the host's objects among what items hold, which the caller of compiled code will not keep alive any
    /// longer. References that are counted stay as they are. On None there is no memory for all of them.
    ///
    /// # Safety
    /// There are so many items, whose owner words are alive.
    pub unsafe fn outlive_call(self, items: *mut u8, count: usize) -> Option<()> {
        for k in 0..count {
            for offset in self.owner_offsets() {
                // SAFETY: promised by the caller.
                unsafe {
                    let place = items.add(k * self.size() + offset).cast::<*mut u8>();
                    if place.read() as usize & 1 != 0 {
                        place.write(hold_word(place.read())?);
                    }
                }
            }
        }
        Some(())
    }

    /// Gives the references of items up.
    ///
    /// # Safety
    /// There are so many items, and nobody reads them any more.
    #[inline]
    pub unsafe fn release(self, items: *mut u8, count: usize) {
        if self.owns() {
            // SAFETY: promised by the caller.
            unsafe { self.release_each(items, self.size(), count) }
        }
    }

    /// As [`release`](Self::release), for items that are so many bytes apart.
    ///
    /// # Safety
    /// As there.
    pub unsafe fn release_each(self, items: *mut u8, stride: usize, count: usize) {
        for offset in self.owner_offsets() {
            // Neighbours often share their memory: the pieces of a text. One change of the count does for them.
            let (mut owner, mut references) = (ptr::null_mut(), 0);
            for k in 0..count {
                // SAFETY: promised by the caller.
                let next = unsafe { items.add(k * stride + offset).cast::<*mut u8>().read() };
                if next != owner {
                    // SAFETY: as above.
                    unsafe { memory::release_many(owner, references) };
                    (owner, references) = (next, 0);
                }
                references += 1;
            }
            // SAFETY: as above.
            unsafe { memory::release_many(owner, references) };
        }
    }
}

/// How values in memory are ordered.
pub enum Order {
    /// An integer of so many bytes, with or without sign; a bool is one of one byte.
    Int(u8, bool),
    /// A float32.
    Float32,
    /// A float64.
    Float64,
    /// A string, by code points.
    Text,
    /// Parts, one after the other, at these offsets.
    Parts(Vec<(usize, Order)>),
    /// A flag, and a value at this offset where it is set.
    Optional(usize, Box<Order>),
    /// A frozenset: only equal or not.
    Frozen,
    /// An instance of which fields with these numbers are equal or not.
    Fields(Vec<(usize, Order)>),
    /// The items of a tuple of any length.
    Items(Box<Order>),
    /// The number of one of several values, which are at these offsets: only equal or not.
    OneOf(Vec<(usize, Order)>),
}

impl Order {
    /// The order of a type, or what makes its values equal; None when it has neither, or one that only compiled code knows.
    pub fn of(ty: Ty) -> Option<Order> {
        Some(match ty.kind() {
            Kind::Bool => Order::Int(1, false),
            Kind::Int(int) => Order::Int(int.bits / 8, int.signed),
            Kind::Date(_) | Kind::Span(_) => Order::Int(8, true),
            Kind::Float(FloatTy::F32) => Order::Float32,
            Kind::Float(FloatTy::F64) => Order::Float64,
            Kind::Str | Kind::Bytes => Order::Text,
            Kind::None | Kind::Undefined => Order::Parts(Vec::new()),
            Kind::Tuple(items) | Kind::NamedTuple { items, .. } => Order::Parts(parts(ty, items)?),
            Kind::Enum { value, .. } => Order::Parts(parts(ty, &[*value])?),
            Kind::Complex(part) => Order::Parts(parts(ty, &[Ty::float(*part); 2])?),
            Kind::Optional(inner) => {
                let mut both = parts(ty, &[Ty::boolean(), *inner])?;
                let (at, order) = both.pop()?;
                Order::Optional(at, Box::new(order))
            }
            Kind::Set { frozen: true, .. } => Order::Frozen,
            Kind::List { item, form: ListForm::Tuple, .. } => Order::Items(Box::new(Order::of(*item)?)),
            Kind::OneOf(all) if all.iter().all(|ty| ty.shape().is_some()) => {
                Order::OneOf(parts(ty, &coluber_types::fields::fields(ty))?)
            }
            Kind::Instance(shape) => match shape.class().keys {
                Keys::Never => return None,
                // Compiled code compares those with methods of their own.
                Keys::Identity | Keys::Own => Order::Int(8, false),
                keys @ Keys::Fields(..) => {
                    let counting = shape.types().iter().enumerate().filter(|(k, _)| keys.has(*k));
                    Order::Fields(counting.map(|(k, field)| Some((k, Order::of(*field)?))).collect::<Option<_>>()?)
                }
            },
            _ => return None,
        })
    }

    /// Order of two values. A NaN comes last, as if all of them were equal.
    ///
    /// # Safety
    /// Both addresses are those of live values of the type.
    pub unsafe fn compare(&self, a: *const u8, b: *const u8) -> Ordering {
        // SAFETY: promised by the caller; items are aligned as their type needs.
        unsafe {
            match self {
                Order::Int(1, false) => a.read().cmp(&b.read()),
                Order::Int(1, true) => both::<i8>(a, b),
                Order::Int(2, false) => both::<u16>(a, b),
                Order::Int(2, true) => both::<i16>(a, b),
                Order::Int(4, false) => both::<u32>(a, b),
                Order::Int(4, true) => both::<i32>(a, b),
                Order::Int(_, false) => both::<u64>(a, b),
                Order::Int(_, true) => both::<i64>(a, b),
                Order::Float32 => floats(f64::from(a.cast::<f32>().read()), f64::from(b.cast::<f32>().read())),
                Order::Float64 => floats(a.cast::<f64>().read(), b.cast::<f64>().read()),
                Order::Text => texts(a, b),
                Order::Optional(at, order) => match (a.read() & 1, b.read() & 1) {
                    (1, 1) => order.compare(a.add(*at), b.add(*at)),
                    (x, y) => x.cmp(&y),
                },
                Order::Frozen => {
                    let same = crate::dicts::equal_keys(a.cast::<*mut u8>().read(), b.cast::<*mut u8>().read());
                    if same { Ordering::Equal } else { Ordering::Less }
                }
                Order::Fields(fields) => {
                    let (a, b) = (a.cast::<*mut u8>().read(), b.cast::<*mut u8>().read());
                    let same = |(k, order): &(usize, Order)| {
                        let places = Instance::of(a).field(*k).zip(Instance::of(b).field(*k));
                        places.is_some_and(|((_, x), (_, y))| order.equal(x, y))
                    };
                    let same = a == b || fields.iter().all(same);
                    if same { Ordering::Equal } else { Ordering::Less }
                }
                Order::Items(item) => {
                    let (a, b) = (List::of(a.cast::<*mut u8>().read()), List::of(b.cast::<*mut u8>().read()));
                    let both = a.len().min(b.len());
                    let orders = (0..both).map(|k| item.compare(a.place(k), b.place(k)));
                    orders.into_iter().find(|o| o.is_ne()).unwrap_or(a.len().cmp(&b.len()))
                }
                Order::OneOf(all) => {
                    let same = numbered(all, a).filter(|_| both::<i64>(a, b).is_eq());
                    let same = same.is_some_and(|(at, order)| order.equal(a.add(*at), b.add(*at)));
                    if same { Ordering::Equal } else { Ordering::Less }
                }
                Order::Parts(parts) => {
                    let orders = parts.iter().map(|(at, order)| order.compare(a.add(*at), b.add(*at)));
                    orders.into_iter().find(|o| o.is_ne()).unwrap_or(Ordering::Equal)
                }
            }
        }
    }
}

impl Order {
    /// Whether two values are equal.
    ///
    /// # Safety
    /// As for [`compare`](Self::compare).
    #[inline]
    pub unsafe fn equal(&self, a: *const u8, b: *const u8) -> bool {
        // SAFETY: promised by the caller.
        unsafe {
            match self {
                Order::Text => same(text_at(a), text_at(b)),
                _ => self.compare(a, b).is_eq(),
            }
        }
    }

    /// A hash: equal values have equal ones.
    ///
    /// # Safety
    /// The address is that of a live value of the type.
    pub unsafe fn hash(&self, a: *const u8) -> u64 {
        // SAFETY: promised by the caller; items are aligned as their type needs.
        unsafe {
            match self {
                Order::Int(1, _) => mixed(u64::from(a.read())),
                Order::Int(2, _) => mixed(u64::from(a.cast::<u16>().read())),
                Order::Int(4, _) => mixed(u64::from(a.cast::<u32>().read())),
                Order::Int(..) => mixed(a.cast::<u64>().read()),
                // Adding zero makes both zeros one.
                Order::Float32 => mixed(u64::from((a.cast::<f32>().read() + 0.0).to_bits())),
                Order::Float64 => mixed((a.cast::<f64>().read() + 0.0).to_bits()),
                Order::Text => hash_text(text_at(a)),
                Order::Optional(at, order) if a.read() & 1 == 1 => order.hash(a.add(*at)),
                Order::Optional(..) => mixed(1),
                Order::Frozen => crate::dicts::hash_of_keys(a.cast::<*mut u8>().read()),
                Order::Fields(fields) => {
                    let instance = Instance::of(a.cast::<*mut u8>().read());
                    let hash =
                        |(k, order): &(usize, Order)| instance.field(*k).map_or(0, |(_, place)| order.hash(place));
                    fields.iter().map(hash).fold(0, |all, hash| mixed(all.rotate_left(5) ^ hash))
                }
                Order::Items(item) => {
                    let list = List::of(a.cast::<*mut u8>().read());
                    let hashes = (0..list.len()).map(|k| item.hash(list.place(k)));
                    hashes.into_iter().fold(0, |all, hash| mixed(all.rotate_left(5) ^ hash))
                }
                Order::OneOf(all) => {
                    numbered(all, a).map_or(0, |(at, order)| mixed(a.cast::<u64>().read()) ^ order.hash(a.add(*at)))
                }
                Order::Parts(parts) => {
                    let hashes = parts.iter().map(|(at, order)| order.hash(a.add(*at)));
                    hashes.into_iter().fold(0, |all, hash| mixed(all.rotate_left(5) ^ hash))
                }
            }
        }
    }
}

/// The part of one of several values whose number begins it.
///
/// # Safety
/// The address is that of such a value.
unsafe fn numbered(all: &[(usize, Order)], a: *const u8) -> Option<&(usize, Order)> {
    // SAFETY: promised by the caller.
    let number = unsafe { a.cast::<u64>().read() };
    usize::try_from(number).ok().and_then(|number| all.get(number + 1))
}

/// 2^64 divided by the golden ratio: multiplicative hashing (Knuth, The Art of Computer Programming, volume 3, section 6.4).
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The second factor of SplitMix64.
const SPREAD_AGAIN: u64 = 0xbf58_476d_1ce4_e5b9;

/// The hash of a key that is made of words: a product for each word, whose upper bits are the good ones. The two lowest bits
/// of the last word don't come to the product but to bits that turn the tag, so that four keys in a row are in one chunk of the table.
#[inline(always)]
pub fn word_hash(words: &[u64]) -> u64 {
    let Some((&last, before)) = words.split_last() else { return 1 };
    let joined = before.iter().fold(0u64, |hash, word| (hash.rotate_left(5) ^ word).wrapping_mul(SPREAD));
    let product = (joined.rotate_left(5) ^ last >> 2).wrapping_mul(SPREAD);
    product & !15 | (last & 3) << 1 | 1
}

/// Spreads the bits of a number over all of a hash: shifts and products as in SplitMix64 (Steele, Lea and Flood, 2014).
pub fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 32).wrapping_mul(SPREAD);
    (number ^ number >> 29).wrapping_mul(SPREAD_AGAIN)
}

/// The number from which [`mixed`] made another one.
pub fn unmixed(number: u64) -> u64 {
    let number = number.wrapping_mul(inverse(SPREAD_AGAIN));
    let number = (number ^ number >> 29 ^ number >> 58).wrapping_mul(inverse(SPREAD));
    number ^ number >> 32
}

/// The number with which an odd one has the product 1: each round of Newton's method doubles the bits that are right, of which an odd number
/// has three of its own inverse.
const fn inverse(odd: u64) -> u64 {
    let (mut found, mut right) = (odd, 3);
    while right < 64 {
        found = found.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(found)));
        right *= 2;
    }
    found
}

/// Set in the hashes of short texts, which are equal for equal texts alone.
const WHOLE: u64 = 2;

/// Characters of a short text, at most.
const SHORT: usize = 7;

/// The hash of a text, by its characters whatever their width. It is odd.
#[inline]
pub fn hash_text(points: Points<'_>) -> u64 {
    hash_short_text(points).unwrap_or_else(|| hash_long_text(points))
}

/// The hash of a text of few narrow characters: no other text has it.
#[inline]
pub fn hash_short_text(points: Points<'_>) -> Option<u64> {
    match points {
        Points::One(bytes) if bytes.len() <= SHORT => Some(hash_word(word_of(bytes))),
        Points::One(_) => None,
        _ => hash_short_text_of_wide_units(points),
    }
}

/// As [`hash_short_text`], for characters that have one byte each.
///
/// # Safety
/// The leaves are those of a live string.
#[inline(always)]
pub unsafe fn hash_short_narrow_text(text: &Leaves) -> Option<u64> {
    if text.width != 1 || text.length.cast_unsigned() > SHORT as u64 {
        return None;
    }
    let length = text.length as usize;
    // SAFETY: promised by the caller; a text without characters may have any address.
    let bytes = if length == 0 { &[] } else { unsafe { std::slice::from_raw_parts(text.data, length) } };
    Some(hash_word(word_of(bytes)))
}

fn hash_short_text_of_wide_units(points: Points<'_>) -> Option<u64> {
    let mut bytes = [0; SHORT];
    let bytes = bytes.get_mut(..points.len())?;
    for (byte, point) in bytes.iter_mut().zip(points.iter()) {
        *byte = u8::try_from(point).ok()?;
    }
    Some(hash_word(word_of(bytes)))
}

/// The characters and their number, in 59 bits.
#[inline(always)]
fn word_of(bytes: &[u8]) -> u64 {
    // The first and the last characters of a text overlap.
    let ends = match (bytes.first_chunk::<4>(), bytes.last_chunk::<4>(), bytes) {
        (Some(&first), Some(&last), _) => {
            u64::from(u32::from_le_bytes(first)) | u64::from(u32::from_le_bytes(last)) << (8 * (bytes.len() - 4))
        }
        (.., [a, b, c]) => u64::from_le_bytes([*a, *b, *c, 0, 0, 0, 0, 0]),
        (.., [a, b]) => u64::from_le_bytes([*a, *b, 0, 0, 0, 0, 0, 0]),
        (.., [a]) => u64::from(*a),
        _ => 0,
    };
    ends | (bytes.len() as u64) << 56
}

/// Spreads 62 bits over the upper bits of a hash as [`mixed`] does. Each step can be undone, so that different words stay different.
#[inline(always)]
fn hash_word(word: u64) -> u64 {
    const LOW: u64 = 3;
    let upper = word << 2;
    let upper = (upper ^ upper >> 32 & !LOW).wrapping_mul(SPREAD);
    (upper ^ upper >> 29 & !LOW).wrapping_mul(SPREAD_AGAIN) | WHOLE | 1
}

/// The hash of a text that is not short.
pub fn hash_long_text(points: Points<'_>) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    match points.least_width() {
        width if width == points.width() => hasher.write(points.bytes()),
        1 => hasher.write(&points.iter().map(|point| point as u8).collect::<Vec<_>>()),
        _ => hasher.write(&points.iter().flat_map(|point| (point as u16).to_ne_bytes()).collect::<Vec<_>>()),
    }
    mixed(hasher.finish()) & !WHOLE | 1
}

fn parts(ty: Ty, items: &[Ty]) -> Option<Vec<(usize, Order)>> {
    let whole = layout(ty);
    let at = |start: u32| whole.offsets.get(start as usize).map_or(0, |&offset| offset as usize);
    items.iter().zip(&whole.fields).map(|(item, place)| Some((at(place.start), Order::of(*item)?))).collect()
}

/// # Safety
/// Both addresses are those of values of this type.
unsafe fn both<T: Ord>(a: *const u8, b: *const u8) -> Ordering {
    // SAFETY: promised by the caller.
    unsafe { a.cast::<T>().read().cmp(&b.cast::<T>().read()) }
}

/// Order of two floats, NaN last.
pub fn floats(a: f64, b: f64) -> Ordering {
    a.partial_cmp(&b).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan()))
}

/// # Safety
/// Both addresses are those of strings.
unsafe fn texts(a: *const u8, b: *const u8) -> Ordering {
    // SAFETY: promised by the caller.
    unsafe { order(text_at(a), text_at(b)) }
}

/// # Safety
/// The address is that of a string.
pub unsafe fn text_at<'a>(place: *const u8) -> Points<'a> {
    // SAFETY: promised by the caller: these are the leaves of a string that is alive.
    unsafe { (*place.cast::<Leaves>()).points() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustc_hash::FxHashSet;

    #[test]
    fn hashes_do_not_depend_on_the_width_of_units() {
        for text in
            ["", "a", "ab", "abc", "abcd", "abcdef", "abcdefg", "abcdefgh", "Stra\u{df}e", "a long text of many words"]
        {
            let narrow: Vec<u8> = text.chars().map(|c| c as u8).collect();
            let wide: Vec<u16> = text.chars().map(|c| c as u16).collect();
            let wider: Vec<u32> = text.chars().map(u32::from).collect();
            let hash = hash_text(Points::One(&narrow));
            assert_eq!(hash & 1, 1);
            assert_eq!([hash_text(Points::Two(&wide)), hash_text(Points::Four(&wider))], [hash; 2], "{text}");
            assert_eq!(hash & WHOLE != 0, narrow.len() <= SHORT, "{text}");
        }
        assert!(hash_short_text(Points::Two(&[0x3b1])).is_none());
    }

    #[test]
    fn short_texts_have_hashes_of_their_own() {
        let texts =
            (0..=2u32).flat_map(|n| (0..1 << (8 * n)).map(move |bits: u32| bits.to_le_bytes()[..n as usize].to_vec()));
        let padded = (3..=SHORT).flat_map(|n| (0..=255u8).map(move |byte| [vec![0; n - 1], vec![byte]].concat()));
        let all: Vec<Vec<u8>> = texts.chain(padded).collect();
        let hashes: FxHashSet<u64> = all.iter().filter_map(|text| hash_short_text(Points::One(text))).collect();
        assert_eq!(hashes.len(), all.len());
    }
}
