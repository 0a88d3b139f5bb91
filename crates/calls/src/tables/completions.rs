//! The functions that complete requests, ask for them, start or free them.

use crate::prototype::Prototype;
use crate::role::Role::{self, *};
use crate::rows::Completing;
use crate::rows::Requests::{self, *};

const fn row(
    by: &'static str,
    requests: Requests,
    name: &'static str,
    arguments: &'static [Role],
) -> Completing {
    Completing { prototype: Prototype::new(name, arguments), requests, by, instead: None }
}

/// One of MPI 4.1, which older libraries lack.
const fn newer(row: Completing, instead: &'static str) -> Completing {
    Completing { instead: Some(instead), ..row }
}

#[rustfmt::skip] // a row a line, or two
pub const COMPLETIONS: &[Completing] = &[
    row("one::wait", Any, "MPI_Wait", &[Request, Status]),
    row("one::test", One, "MPI_Test", &[Request, Flag, Status]),
    row("several::waitall", Many, "MPI_Waitall", &[RequestCount, Role::Requests, Statuses]),
    row("several::testall", Many, "MPI_Testall", &[RequestCount, Role::Requests, Flag, Statuses]),
    row("several::waitany", Many, "MPI_Waitany", &[RequestCount, Role::Requests, Index, Status]),
    row("several::testany", Many, "MPI_Testany",
        &[RequestCount, Role::Requests, Index, Flag, Status]),
    row("several::waitsome", Many, "MPI_Waitsome",
        &[RequestCount, Role::Requests, OutCount, Indices, Statuses]),
    row("several::testsome", Many, "MPI_Testsome",
        &[RequestCount, Role::Requests, OutCount, Indices, Statuses]),
    row("one::get_status", Value, "MPI_Request_get_status", &[KeptRequest, Flag, Status]),
    newer(row("several::get_status_all", Many, "MPI_Request_get_status_all",
        &[RequestCount, KeptRequests, Flag, Statuses]), "one_by_one::all_one_by_one"),
    newer(row("several::get_status_any", Many, "MPI_Request_get_status_any",
        &[RequestCount, KeptRequests, Index, Flag, Status]), "one_by_one::any_one_by_one"),
    newer(row("several::get_status_some", Many, "MPI_Request_get_status_some",
        &[RequestCount, KeptRequests, OutCount, Indices, Statuses]), "one_by_one::some_one_by_one"),
    row("one::request_free", AnyOrPassed, "MPI_Request_free", &[Request]),
    row("one::cancel", AnyOrPassed, "MPI_Cancel", &[Request]),
    row("one::start", AnyOrPassed, "MPI_Start", &[Request]),
    row("one::startall", ManyOrPassed, "MPI_Startall", &[RequestCount, Role::Requests]),
];
