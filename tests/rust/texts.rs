//! The tests of what is written: source, header, module and documentation. `make header` runs them
//! to write anew what is made from the source.

mod circles;
mod docs;
mod functions;
mod generated;
mod header;
#[path = "support/imports.rs"]
mod imports;
mod performance;
mod signatures;
