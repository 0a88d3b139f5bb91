//! The tests of the functions, in one program: what they share is compiled once, and they keep all cores
//! busy to the end. `cargo test --release -p samebits-math --test library hard::` runs those of a file.
//! In programs of their own are those that change something of the whole process (gamma_sign.rs,
//! vector.rs).

mod bounds;
mod complex_same_bits;
mod complex_sizes;
mod complex_special;
mod correct;
mod exhaustive;
mod exported;
mod fast;
mod flags;
mod flushed;
mod fma;
mod glibcs;
mod hard;
mod nan;
mod planted;
mod processors;
mod published;
mod support;
mod traps;
