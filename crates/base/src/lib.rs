//! What all layers of samebits share: [locks](lock) and [serial] sections, [futexes](futex),
//! [threads] among which work is split, [stacks](stack) for deep work, [files] that are opened
//! safely, and what goes wrong ([fault]). Knows no numbers, no ranks and no MPI.

pub mod cache;
pub mod cache_line;
pub mod delegation;
pub mod fault;
pub mod files;
pub mod futex;
pub mod hash;
pub mod lock;
pub mod serial;
pub mod stack;
pub mod threads;
