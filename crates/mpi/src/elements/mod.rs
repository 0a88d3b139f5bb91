//! The elements in a program's buffers: how they lie there, how they are packed into rows, and how
//! they are reached on a GPU.

pub mod data;
pub mod device;
pub(super) mod layout;
pub(super) mod packing;
