//! The types of values in compiled code.
//!
//! A [`Ty`] is a pointer to an interned [`Kind`]: copying and comparing types costs nothing. Each type that is not a scalar has
//! [`fields`](fields::fields), which is all that memory layout and code generation need to know of it.

pub mod begun;
pub mod by_id;
pub mod classes;
pub mod containers;
pub mod convert;
pub mod extension;
pub(crate) mod facts;
pub mod fields;
pub mod functions;
pub mod half;
pub mod intern;
pub mod kind;
pub mod named;
pub mod objects;
pub mod recursive;
pub mod text;
pub mod time;
pub mod unify;

pub use classes::{Class, Form, Shape};
pub use convert::{Conversion, conversion};
pub use intern::Ty;
pub use kind::{
    DictForm, DictPart, ErrorText, FloatTy, IntTy, Kind, Layout, ListForm, Literal, MARK, ObjId, Object, RecordField,
    Spread, TextForm,
};
pub use time::{NamedUnit, TimeUnit};
pub use unify::unify;
