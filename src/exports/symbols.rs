//! The exported symbols, in C and in Fortran. `build.rs` writes them from the tables of
//! [`samebits_calls`]; each is a line or two that hand its arguments to the module that serves its kind.

use super::arguments::Language;
use super::completion::Binding;
use super::forward::Forward;
use super::function::{Function, Reduction, Signature, Spelling};
use super::{choices, communicator_ends, completion, constructors, covered, freeing, lifecycle};
use super::{served, uncovered};
use crate::runtime::guard::guarded;
use libc::c_int;
use samebits_calls::{self as calls, Requests};
use samebits_trace::caller::Mark;

include!(concat!(env!("OUT_DIR"), "/symbols.rs"));
