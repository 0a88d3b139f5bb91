//! Words for what several checks name.

use crate::run::launcher::Launcher;
use samebits_mpi::abi::family::Family;

pub fn launcher(launcher: Launcher) -> &'static str {
    match launcher {
        Launcher::Openmpi => "Open MPI",
        Launcher::Mpich => "MPICH",
        Launcher::Intel => "Intel MPI",
        Launcher::Srun => "Slurm",
        Launcher::Flux => "Flux",
        Launcher::Jsrun => "IBM's jsrun",
        Launcher::Aprun => "ALPS",
    }
}

pub fn family(family: Family) -> &'static str {
    match family {
        Family::OpenMpi => "Open MPI",
        Family::Mpich => "MPICH or a descendant",
        Family::Standard => "MPI 5's standard ABI",
        Family::Smpi => "SimGrid's SMPI",
    }
}

/// Bytes, as people read them.
pub fn size(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} B"),
        0x400..0x10_0000 => format!("{} KiB", bytes >> 10),
        0x10_0000..0x4000_0000 => format!("{} MiB", bytes >> 20),
        _ => format!("{:.1} GiB", bytes as f64 / f64::from(1 << 30)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_short() {
        assert_eq!(size(1023), "1023 B");
        assert_eq!(size(64 << 20), "64 MiB");
        assert_eq!(size(3 << 29), "1.5 GiB");
    }
}
