//! Which rank speaks where the ranks cannot ask each other. At the start: the first one as far as
//! the launcher's environment tells. Of calls that each rank makes by itself: the first on its node
//! that asks. There is no message, no file and no shared memory for it: the first one binds a
//! socket to a name, which the system gives to one process of a node only, and takes back when
//! that ends.

use libc::{c_char, c_int, sockaddr_un, socklen_t};
use std::mem::{offset_of, zeroed};

/// Whether this is the first rank as far as the launcher's environment tells.
pub fn launched_as_first() -> bool {
    ["OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"]
        .iter()
        .find_map(|name| std::env::var(name).ok())
        .is_none_or(|rank| rank == "0")
}

/// Whether this process is the first of the job on its node to ask so; also where that cannot be
/// found out.
pub fn is_first_on_node(question: &str) -> bool {
    let name = format!("samebits/{}/{question}", job());
    bind(&name) != Err(libc::EADDRINUSE)
}

/// What all ranks on a node have in common with each other, and with no other job: the name
/// that Open MPI and Slurm give it or, under other launchers, the process that has started them.
fn job() -> String {
    std::env::var("PMIX_NAMESPACE")
        .unwrap_or_else(|_| std::os::unix::process::parent_id().to_string())
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
        assert!(is_first_on_node(&question));
        assert!(!is_first_on_node(&question));
        assert!(is_first_on_node(&format!("{question}, another")));
        let long = question.repeat(20);
        assert!(is_first_on_node(&long));
        assert!(!is_first_on_node(&long));
        assert!(is_first_on_node(&format!("{long}!")));
    }
}
