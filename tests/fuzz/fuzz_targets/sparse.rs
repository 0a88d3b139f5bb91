//! `make fuzz`: the property of that name in tests/rust/support/properties.rs.
#![no_main]

#[path = "../../rust/support/properties.rs"]
#[allow(dead_code)]
mod properties;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| properties::sparse(bytes));
