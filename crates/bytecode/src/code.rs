//! A code object as plain data.

use std::sync::Arc;

use crate::{Name, Stream};

/// What CPython's `types.CodeType` holds, field by field.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CodeObject {
    /// `co_name`.
    pub name: Name,
    /// `co_qualname`.
    pub qualname: Name,
    /// `co_filename`.
    pub filename: Name,
    /// `co_firstlineno`.
    pub first_line: u32,
    /// `co_argcount`: positional parameters, the positional-only ones among them.
    pub arg_count: u32,
    /// `co_posonlyargcount`.
    pub posonly_arg_count: u32,
    /// `co_kwonlyargcount`.
    pub kwonly_arg_count: u32,
    /// `co_flags`.
    pub flags: CodeFlags,
    /// `co_varnames`: the parameters (positional, keyword-only, `*args`, `**kwargs`), then the other locals.
    pub local_names: Vec<Name>,
    /// `co_cellvars`: locals that inner functions use.
    pub cell_names: Vec<Name>,
    /// `co_freevars`: variables of the enclosing functions.
    pub free_names: Vec<Name>,
    /// `co_names`: globals, attributes, modules.
    pub names: Vec<Name>,
    /// `co_consts`.
    pub consts: Vec<Const>,
    /// `co_code` (never the specialised copy).
    pub code: Vec<u8>,
    /// `co_exceptiontable`.
    pub exception_table: Vec<u8>,
    /// `co_positions()`: one for each two bytes of `code`. May be shorter: missing positions are unknown.
    pub positions: Vec<Position>,
    /// What a program has made of the code, which is compiled in its place.
    pub assembled: Option<Arc<Stream>>,
}

impl CodeObject {
    /// The number of parameters in `local_names`, `*args` and `**kwargs` among them.
    pub fn parameter_count(&self) -> u32 {
        let stars = u32::from(self.flags.has(CodeFlags::VARARGS)) + u32::from(self.flags.has(CodeFlags::VARKEYWORDS));
        self.arg_count.saturating_add(self.kwonly_arg_count).saturating_add(stars)
    }

    /// How many inner functions with the name and first line of one stand before it, in the order of constants.
    pub fn inner_before(&self, inner: &Self) -> usize {
        let mut count = 0;
        self.find_inner(inner, &mut count);
        count
    }

    fn find_inner(&self, inner: &Self, count: &mut usize) -> bool {
        self.consts.iter().any(|constant| {
            let Const::Code(code) = constant else { return false };
            if (&code.qualname, code.first_line) == (&inner.qualname, inner.first_line) {
                if **code == *inner {
                    return true;
                }
                *count += 1;
            }
            code.find_inner(inner, count)
        })
    }
}

/// `co_flags`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CodeFlags(pub u32);

impl CodeFlags {
    /// The code has a place for each of its variables: all but bodies of classes and modules.
    pub const OPTIMIZED: Self = Self(0x01);
    /// The function has `*args`.
    pub const VARARGS: Self = Self(0x04);
    /// The function has `**kwargs`.
    pub const VARKEYWORDS: Self = Self(0x08);
    /// The function is nested.
    pub const NESTED: Self = Self(0x10);
    /// The function is a generator.
    pub const GENERATOR: Self = Self(0x20);
    /// The function is a coroutine.
    pub const COROUTINE: Self = Self(0x80);
    /// The function is an asynchronous generator.
    pub const ASYNC_GENERATOR: Self = Self(0x200);

    /// Whether all bits of `flag` are set.
    pub fn has(self, flag: Self) -> bool {
        self.0 & flag.0 == flag.0
    }
}

/// A constant of a code object.
#[derive(Debug, Clone, PartialEq)]
pub enum Const {
    /// `None`.
    None,
    /// `True` or `False`.
    Bool(bool),
    /// An integer of 64 bits.
    Int(i64),
    /// Another integer, in decimal.
    BigInt(String),
    /// A float.
    Float(f64),
    /// A complex number: real and imaginary part.
    Complex(f64, f64),
    /// A string.
    Str(Name),
    /// A string with surrogates, which is no Unicode text, by its code points.
    Points(Vec<u32>),
    /// A bytes object.
    Bytes(Vec<u8>),
    /// `...`.
    Ellipsis,
    /// A tuple.
    Tuple(Vec<Const>),
    /// A frozen set.
    FrozenSet {
        /// In its order.
        items: Vec<Const>,
        /// The indices of the items in the order in which they are put into a set that a display makes of it.
        added: Vec<u32>,
    },
    /// A nested code object.
    Code(Arc<CodeObject>),
    /// A slice (3.14 and later): start, stop, step. The stream builds slices by [`crate::Op::BuildSlice`] instead.
    Slice(Box<[Const; 3]>),
    /// Anything else, by the name of its type.
    Other(String),
}

impl Const {
    /// Whether this is a slice or a tuple with a slice somewhere in it.
    pub(crate) fn has_slice(&self) -> bool {
        match self {
            Self::Slice(_) => true,
            Self::Tuple(items) => items.iter().any(Self::has_slice),
            _ => false,
        }
    }
}

/// Where an instruction comes from. Lines count from 1, columns are byte offsets from 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Position {
    /// First line.
    pub line: Option<u32>,
    /// Last line.
    pub end_line: Option<u32>,
    /// Column in the first line.
    pub col: Option<u32>,
    /// Column after the end in the last line.
    pub end_col: Option<u32>,
}
