//! NumPy arrays: attributes, indexing, creation and elementwise operations.

pub mod attributes;
pub mod casting;
pub mod chunks;
pub mod create;
pub mod dtype;
pub mod elementwise;
mod fitting;
pub mod index;
pub mod maploop;
pub mod methods;
mod rows;
pub mod structured;
mod transpose;
pub mod ufunc;
