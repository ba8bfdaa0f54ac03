//! Key words: the types of arguments as numbers that are quick to make and to compare.
//!
//! The lowest byte of a word is one of the codes below, which are odd; what follows them in the word (and, for tuples, in the next
//! words) completes the type. A word that is even is the address of an object whose identity is its type: a jitted function, a
//! dtype, a class. The specialisation that keeps such a key keeps the object alive too.

use super::records;
use super::type_of::{self, NoType, Purpose};
use crate::numpy::Element;
use coluber_types::{IntTy, Kind, Layout, Literal, NamedUnit, Spread, TimeUnit, Ty};
use pyo3::prelude::*;
use pyo3::types::PyType;

/// A number: the [`Element`] in bits 8-15.
pub const NUMBER: u64 = 1;
/// In the word of a number: it is a scalar of NumPy whose type numbers of Python have, too.
pub const STRONG: u64 = 1 << 16;
/// An array: element in bits 8-15, axes in 16-23, order (C, F, A) in 24-31, [`READONLY`] and [`UNALIGNED`].
pub const ARRAY: u64 = 3;
/// `None`
pub const NONE: u64 = 5;
/// A string.
pub const STRING: u64 = 7;
/// `...`
pub const ELLIPSIS: u64 = 9;
/// A slice: bits 8-10 tell which of start, stop and step are integers.
pub const SLICE: u64 = 11;
/// A range.
pub const RANGE: u64 = 13;
/// A tuple: the number of items in bits 8-63; their words follow.
pub const TUPLE: u64 = 15;
/// A named tuple: the number of items as for a tuple; the address of the class and the words of the items follow.
pub const NAMED_TUPLE: u64 = 17;
/// A parameter that was not given.
pub const OMITTED: u64 = 19;
/// An array of records: as [`ARRAY`] without the element; the address of the dtype follows.
pub const RECORDS: u64 = 21;
/// A record; the address of the dtype follows.
pub const RECORD: u64 = 23;

/// A member of an enumeration; the address of the class and the words of the value follow.
pub const MEMBER: u64 = 27;
/// A vector of CUDA's; the address of the class follows.
pub const VECTOR: u64 = 29;
/// A bfloat16.
pub const BFLOAT16: u64 = 25;

/// A time: in bits 8-15 `NPY_DATETIMEUNIT`, and [`SPAN`]; how many of these units are one from bit 34 on.
pub const TIME: u64 = 31;
/// An array of times: as [`ARRAY`] with what [`TIME`] has for the element.
pub const TIMES: u64 = 33;
/// An array of bfloat16: as [`ARRAY`] without the element.
pub const BFLOATS: u64 = 35;
/// An array of text of fixed length: as [`ARRAY`] with 1 for Unicode for the element, and the number of characters from bit 34 on.
pub const CHARS: u64 = 47;
/// A generator of random numbers.
pub const GENERATOR: u64 = 37;
/// Bytes.
pub const BYTES: u64 = 45;
/// A list: the number of its type in bits 8-63.
pub const LIST: u64 = 39;
/// Named arguments: how many in bits 8-63; for each follow a word with the number of the type of its name, and its own words.
pub const KEYWORDS: u64 = 49;
/// A method of an object: the number of the type of its name in bits 8-63; the words of the object follow.
pub const METHOD: u64 = 51;
/// A value of a type of a program: the number of its type in bits 8-63.
pub const EXTENSION: u64 = 41;
/// In the byte of a time: it is a timedelta64.
pub const SPAN: u64 = 0x80;

/// The array can't be written to.
pub const READONLY: u64 = 1 << 32;
/// Elements are not aligned.
pub const UNALIGNED: u64 = 1 << 33;

/// Where the number of characters is in [`CHARS`], and that of units in [`TIME`].
pub const COUNT_SHIFT: u32 = 34;
/// The largest number that there is room for.
pub const MOST: u64 = u64::MAX >> COUNT_SHIFT;

/// The word of a number.
#[inline(always)]
pub const fn number(element: Element) -> u64 {
    NUMBER | (element as u64) << 8
}

/// Turns key words into types, one parameter after the other.
pub struct Decoder<'a> {
    words: std::slice::Iter<'a, u64>,
    /// Objects whose addresses are among the words.
    pub objects: Vec<Py<PyAny>>,
    /// The type of objects that have none, where such are taken.
    untyped: Option<Ty>,
    /// Whether there has been one.
    pub met_object: bool,
    /// The parameters, in bits, that are [`STRONG`] numbers.
    pub strong: u32,
}

impl<'a> Decoder<'a> {
    /// A decoder of these words.
    pub fn new(words: &'a [u64]) -> Self {
        Decoder { words: words.iter(), objects: Vec::new(), untyped: None, met_object: false, strong: 0 }
    }

    /// A decoder that gives objects without a type this one.
    pub fn for_objects(words: &'a [u64], untyped: Ty) -> Self {
        Decoder { untyped: Some(untyped), ..Decoder::new(words) }
    }

    /// Whether all words have been read.
    pub fn is_done(&self) -> bool {
        self.words.len() == 0
    }

    /// The type of the next value; `parameter` is its position, for those that were not given.
    pub fn next_type(&mut self, py: Python<'_>, parameter: usize) -> Result<Ty, NoType> {
        let word = self.words.next().copied().unwrap_or(NONE);
        let detail = word >> 8;
        Ok(match word & 0xff {
            NUMBER => {
                self.strong |= u32::from(word & STRONG != 0).checked_shl(parameter as u32).unwrap_or(0);
                element(detail).ty()
            }
            ARRAY => array(word, element(word >> 8).ty()),
            RECORDS => array(word, self.record(py)?),
            RECORD => self.record(py)?,
            NONE => Ty::none(),
            MEMBER => self.member(py, parameter)?,
            VECTOR => self.vector(py)?,
            TIME => time(word),
            TIMES => array(word, time(word)),
            BFLOATS => array(word, Ty::bfloat16()),
            CHARS => array(word, chars(word)),
            BFLOAT16 => Ty::bfloat16(),
            GENERATOR => Ty::new(Kind::Generator),
            STRING => Ty::string(),
            BYTES => Ty::bytes(),
            ELLIPSIS => Ty::ellipsis(),
            SLICE => slice(detail),
            RANGE => Ty::new(Kind::Range { int: IntTy { bits: 64, signed: true }, step: None, parallel: Spread::No }),
            TUPLE => Ty::tuple(self.items(py, detail, parameter)?),
            KEYWORDS => self.keywords(py, detail, parameter)?,
            NAMED_TUPLE => self.named_tuple(py, detail, parameter)?,
            METHOD => self.method(py, detail, parameter)?,
            LIST | EXTENSION => Ty::from_id(detail as u32).unwrap_or(Ty::undefined()),
            OMITTED => Ty::new(Kind::Omitted(parameter as u32)),
            _ => self.identity(py, word)?,
        })
    }

    fn items(&mut self, py: Python<'_>, count: u64, parameter: usize) -> Result<Vec<Ty>, NoType> {
        (0..count).map(|_| self.next_type(py, parameter)).collect()
    }

    fn keywords(&mut self, py: Python<'_>, count: u64, parameter: usize) -> Result<Ty, NoType> {
        let (mut names, mut items) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let name = self.words.next().and_then(|id| Ty::from_id(*id as u32)).unwrap_or(Ty::undefined());
            if let Kind::Literal(Literal::Str(name)) = name.kind() {
                names.push(name.clone());
                items.push(self.next_type(py, parameter)?);
            }
        }
        Ok(Ty::new(Kind::Keywords { names: names.into(), items: items.into() }))
    }

    fn named_tuple(&mut self, py: Python<'_>, count: u64, parameter: usize) -> Result<Ty, NoType> {
        let class = self.words.next().copied().unwrap_or(0);
        let class = self.object(py, class);
        let items = self.items(py, count, parameter)?;
        type_of::named_tuple(class.cast::<PyType>().map_err(PyErr::from)?, items)
    }

    fn method(&mut self, py: Python<'_>, name: u64, parameter: usize) -> Result<Ty, NoType> {
        let receiver = self.next_type(py, parameter)?;
        Ok(match Ty::from_id(name as u32).map(Ty::kind) {
            Some(Kind::Literal(Literal::Str(name))) => Ty::new(Kind::BoundMethod { receiver, name: name.clone() }),
            _ => Ty::undefined(),
        })
    }

    fn member(&mut self, py: Python<'_>, parameter: usize) -> Result<Ty, NoType> {
        let class = self.words.next().copied().unwrap_or(0);
        let class = self.object(py, class);
        let value = self.next_type(py, parameter)?;
        type_of::member(class.cast::<PyType>().map_err(PyErr::from)?, value)
    }

    fn vector(&mut self, py: Python<'_>) -> Result<Ty, NoType> {
        let class = self.words.next().copied().unwrap_or(0);
        let class = self.object(py, class);
        Ok(type_of::vector(class.cast::<PyType>().map_err(PyErr::from)?)?)
    }

    fn record(&mut self, py: Python<'_>) -> Result<Ty, NoType> {
        let dtype = self.words.next().copied().unwrap_or(0);
        records::known(&self.object(py, dtype))
    }

    fn identity(&mut self, py: Python<'_>, word: u64) -> Result<Ty, NoType> {
        let object = self.object(py, word);
        let found = type_of::identity(&object, Purpose::Argument);
        match (found, self.untyped) {
            (Err(NoType::Unsupported { .. }), Some(untyped)) => {
                self.met_object = true;
                Ok(untyped)
            }
            (found, _) => found,
        }
    }

    fn object<'py>(&mut self, py: Python<'py>, address: u64) -> Bound<'py, PyAny> {
        // SAFETY: classification wrote the address of an object that the caller of the jitted function holds.
        let object = unsafe { Bound::from_borrowed_ptr(py, address as usize as *mut pyo3::ffi::PyObject) };
        self.objects.push(object.clone().unbind());
        object
    }
}

fn time(word: u64) -> Ty {
    let code = word >> 8;
    let base = NamedUnit::from_number(code & 0x7f).unwrap_or(NamedUnit::Generic);
    let unit = TimeUnit { base, count: (word >> COUNT_SHIFT) as u32 };
    Ty::new(if code & SPAN != 0 { Kind::Span(unit) } else { Kind::Date(unit) })
}

fn chars(word: u64) -> Ty {
    Ty::new(Kind::Chars { length: (word >> COUNT_SHIFT) as u32, unicode: word >> 8 & 0xff != 0 })
}

fn element(number: u64) -> Element {
    Element::from_number(number & 0xff).unwrap_or(Element::Int64)
}

fn array(word: u64, dtype: Ty) -> Ty {
    let layout = match word >> 24 & 0xff {
        0 => Layout::C,
        1 => Layout::F,
        _ => Layout::A,
    };
    Ty::new(Kind::Array {
        dtype,
        ndim: (word >> 16) as u8,
        layout,
        mutable: word & READONLY == 0,
        aligned: word & UNALIGNED == 0 && !dtype.is_packed(),
    })
}

fn slice(mask: u64) -> Ty {
    let part = |bit: u64| if mask & bit != 0 { Ty::int64() } else { Ty::none() };
    Ty::new(Kind::Slice { start: part(1), stop: part(2), step: part(4) })
}
