//! Which rank speaks where the ranks cannot ask each other, of calls that each makes by itself: the
//! first on its node. There is no message, no file and no shared memory for it: the first one binds
//! a socket to a name, which the system gives to one process of a node only, and takes back when
//! that ends.

use crate::mpi::launcher;
use crate::schedule::node::nodes::Split;
use libc::{c_char, c_int, sockaddr_un, socklen_t};
use std::mem::{offset_of, zeroed};

/// A rank among the nodes of its job, as far as the launcher tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The part of its machine that it is on, where machines are split into nodes; else 0.
    part: usize,
    /// Whether rank 0 is on the same node; also where the launcher tells nothing.
    pub beside_first: bool,
}

impl Standing {
    /// Of a rank of MPI_COMM_WORLD, if there is one.
    pub fn new(rank: Option<usize>, split: Option<Split>) -> Standing {
        Standing::by(rank, launcher::local_rank(), launcher::ranks_here(), split)
    }

    /// Of a rank that is the `local`th of so many on its machine, in their order.
    fn by(
        rank: Option<usize>,
        local: Option<usize>,
        ranks_here: Option<usize>,
        split: Option<Split>,
    ) -> Standing {
        let Some(local) = local else { return Standing { part: 0, beside_first: true } };
        let ranks_here = ranks_here.unwrap_or(0).max(local + 1);
        let part = split.map_or(0, |split| split.part(local, ranks_here));
        // (As many ranks of the machine are ahead of this one as there are at all.)
        let on_first_machine = rank.is_none_or(|rank| rank == local);
        Standing { part, beside_first: on_first_machine && part == 0 }
    }

    /// Whether this process is the first of the job on its node to ask so; also where that cannot
    /// be found out.
    pub fn is_first_to_ask(self, question: &str) -> bool {
        let name = format!("samebits/{}/{}/{question}", launcher::job(), self.part);
        bind(&name) != Err(libc::EADDRINUSE)
    }
}

/// Binds a socket to a name in no folder, for as long as this process lives. Err: the
/// system's error.
fn bind(name: &str) -> Result<(), c_int> {
    let error = || std::io::Error::last_os_error().raw_os_error().unwrap_or(0);
    // SAFETY: all-zero is an address; a zero in front of the name says that it is in no folder.
    let mut address: sockaddr_un = unsafe { zeroed() };
    address.sun_family = libc::AF_UNIX as libc::sa_family_t;
    let room = address.sun_path.len() - 1;
    let name = shortened(name, room);
    for (place, byte) in address.sun_path[1..].iter_mut().zip(name.bytes()) {
        *place = byte as c_char;
    }
    let length = offset_of!(sockaddr_un, sun_path) + 1 + name.len();
    // SAFETY: an address of that length; the socket is this function's own.
    unsafe {
        let socket = libc::socket(libc::AF_UNIX, libc::SOCK_DGRAM | libc::SOCK_CLOEXEC, 0);
        if socket < 0 {
            return Err(error());
        }
        if libc::bind(socket, (&raw const address).cast(), length as socklen_t) != 0 {
            let error = error();
            libc::close(socket);
            return Err(error);
        }
    }
    Ok(())
}

/// A name of at most so many bytes: what is too long loses its end to a number made from all of
/// it.
fn shortened(name: &str, room: usize) -> String {
    if name.len() <= room {
        return name.to_string();
    }
    let number = name.bytes().fold(0xcbf2_9ce4_8422_2325u64, |number, byte| {
        (number ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    let start: String = name.chars().filter(char::is_ascii).take(room - 16).collect();
    format!("{start}{number:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_the_first() {
        let question = format!("a test {}", std::process::id());
        let [here, there] = [0, 1].map(|part| Standing { part, beside_first: false });
        assert!(here.is_first_to_ask(&question));
        assert!(!here.is_first_to_ask(&question));
        assert!(there.is_first_to_ask(&question));
        assert!(here.is_first_to_ask(&format!("{question}, another")));
        let long = question.repeat(20);
        assert!(here.is_first_to_ask(&long));
        assert!(!here.is_first_to_ask(&long));
        assert!(here.is_first_to_ask(&format!("{long}!")));
    }

    #[test]
    fn who_is_beside_the_first_rank_knows_it() {
        let beside = |rank, local, here, split: Option<&str>| {
            let split = split.and_then(Split::from_text);
            Standing::by(Some(rank), local, here, split).beside_first
        };
        // Four on each of two machines, then dealt out.
        assert_eq!([0, 1, 3].map(|r| beside(r, Some(r), Some(4), None)), [true; 3]);
        assert_eq!([4, 5, 7].map(|r| beside(r, Some(r - 4), Some(4), None)), [false; 3]);
        assert_eq!([1, 3, 5].map(|r| beside(r, Some(r / 2), Some(4), None)), [false; 3]);
        // One machine as two nodes.
        let split = |text| [0, 1, 2, 3].map(|r| beside(r, Some(r), Some(4), Some(text)));
        assert_eq!(split("2"), [true, true, false, false]);
        assert_eq!(split("2:cyclic"), [true, false, true, false]);
        // Nobody says anything.
        assert!(beside(3, None, Some(4), Some("2")));
        assert!(Standing::by(None, Some(3), None, None).beside_first);
    }
}
