//! NumPy's C structures and functions, as far as they are needed: reading arrays and scalars, making views.

mod api;
mod dtype;
mod lapack;
mod layout;
mod random;
mod sorts;
mod umath;

pub use api::{Elements, View, api, array_type, attach_if_imported};
pub use dtype::{
    BYTES, DATETIME, Element, FIRST_USER_TYPE, OBJECT, TIMEDELTA, UNICODE, VOID, element_of_scalar_type,
    element_of_type_number, is_native,
};
pub use layout::{ALIGNED, ArrayObject, LegacyDescr, TimeObject, TimeUnits, VoidObject, WRITEABLE, scalar_value};
pub use random::{bit_generator, load_random, new_generator};
pub use umath::{find_loop, has_numpy_loop, set_writable, ufunc_api};
