//! Elects a rank of a node without communication: the first one that binds a socket to a name. The
//! system gives a name to one process per node, until that ends, and leaves no file behind.

use libc::{c_char, c_int, sockaddr_un, socklen_t};
use samebits_mpi::launcher;
use samebits_schedule::node::nodes::Split;
use std::mem::{offset_of, zeroed};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodePosition {
    /// The rank's part of its machine, if machines are split into nodes; otherwise 0.
    part: usize,
    /// Whether rank 0 is on the same node; true if unknown.
    pub with_rank_0: bool,
}

impl NodePosition {
    pub fn new(rank: Option<usize>, split: Option<Split>) -> NodePosition {
        NodePosition::from_launcher(rank, launcher::local_rank(), launcher::local_size(), split)
    }

    fn from_launcher(
        rank: Option<usize>,
        local_rank: Option<usize>,
        local_ranks: Option<usize>,
        split: Option<Split>,
    ) -> NodePosition {
        let unknown = NodePosition { part: 0, with_rank_0: true };
        let Some(local_rank) = local_rank else { return unknown };
        let local_ranks = local_ranks.unwrap_or(0).max(local_rank + 1);
        let part = split.map_or(0, |split| split.part(local_rank, local_ranks));
        // All lower ranks are on this machine.
        let on_first_machine = rank.is_none_or(|rank| rank == local_rank);
        NodePosition { part, with_rank_0: on_first_machine && part == 0 }
    }

    /// Whether this process is the first of the job on its node to claim a name; true if unknown.
    pub fn claims(self, name: &str) -> bool {
        let name = format!("samebits/{}/{}/{name}", launcher::job(), self.part);
        bind(&name) != Err(libc::EADDRINUSE)
    }
}

/// Binds a socket to a name in the abstract namespace until this process ends. `Err` is errno.
fn bind(name: &str) -> Result<(), c_int> {
    let error = || std::io::Error::last_os_error().raw_os_error().unwrap_or(0);
    // SAFETY: all-zero is a valid address; the leading zero of the path makes it abstract.
    let mut address: sockaddr_un = unsafe { zeroed() };
    address.sun_family = libc::AF_UNIX as libc::sa_family_t;
    let name = shortened(name, address.sun_path.len() - 1);
    for (place, byte) in address.sun_path[1..].iter_mut().zip(name.bytes()) {
        *place = byte as c_char;
    }
    let length = offset_of!(sockaddr_un, sun_path) + 1 + name.len();
    // SAFETY: an address of that length; nobody else knows the socket.
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

/// Cuts a name to `max_bytes`; its end then becomes a hash (FNV-1a) of all of it.
fn shortened(name: &str, max_bytes: usize) -> String {
    if name.len() <= max_bytes {
        return name.to_string();
    }
    let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    let start: String = name.chars().filter(char::is_ascii).take(max_bytes - 16).collect();
    format!("{start}{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_claims_a_name() {
        let short = format!("a test {}", std::process::id());
        let [one, other] = [0, 1].map(|part| NodePosition { part, with_rank_0: false });
        for name in [&short, &short.repeat(20)] {
            assert!(one.claims(name));
            assert!(!one.claims(name));
            assert!(one.claims(&format!("{name}!")));
        }
        assert!(other.claims(&short));
    }

    #[test]
    fn ranks_on_the_node_of_rank_0_know_it() {
        let with_rank_0 = |rank, local_rank, local_ranks, split: Option<&str>| {
            let split = split.and_then(Split::from_text);
            NodePosition::from_launcher(Some(rank), local_rank, local_ranks, split).with_rank_0
        };
        // Four on each of two machines, by blocks and then cyclically.
        assert_eq!([0, 1, 3].map(|r| with_rank_0(r, Some(r), Some(4), None)), [true; 3]);
        assert_eq!([4, 5, 7].map(|r| with_rank_0(r, Some(r - 4), Some(4), None)), [false; 3]);
        assert_eq!([1, 3, 5].map(|r| with_rank_0(r, Some(r / 2), Some(4), None)), [false; 3]);
        // One machine as two nodes.
        let split = |text| [0, 1, 2, 3].map(|r| with_rank_0(r, Some(r), Some(4), Some(text)));
        assert_eq!(split("2"), [true, true, false, false]);
        assert_eq!(split("2:cyclic"), [true, false, true, false]);
        // The launcher reports nothing.
        assert!(with_rank_0(3, None, Some(4), Some("2")));
        assert!(NodePosition::from_launcher(None, Some(3), None, None).with_rank_0);
    }
}
