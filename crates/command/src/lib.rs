//! The command samebits. [`run`] starts programs behind the library, [`show`] prints traces, [`diff`]
//! compares them; [`trace`] reads them. [`doctor`] looks for what would make the library fail, [`explain`]
//! asks what it would choose, and [`report`] makes a page from reports. Errors are sentences for the
//! user.

mod accepted;
pub mod cli;
pub mod diff;
pub mod doctor;
pub mod explain;
mod manual;
mod output;
mod paths;
mod progress;
pub mod report;
pub mod run;
pub mod show;
pub mod source;
pub mod trace;
pub mod values;
mod version;
