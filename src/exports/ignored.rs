//! The addresses that stand for MPI_STATUS_IGNORE and MPI_STATUSES_IGNORE, in C and in Fortran:
//! Open MPI has common blocks for them, one for each compiler's spelling, MPICH variables that hold
//! the addresses. An executable may hold its own copy.

use super::arguments::spellings;
use once_cell::sync::OnceCell;
use samebits_mpi::abi::family::Family;
use samebits_mpi::Library;

pub struct Ignored {
    /// MPI_STATUS_IGNORE and MPI_STATUSES_IGNORE in C.
    c: usize,
    /// In Fortran, for an array of statuses and for one, or where the two are stored.
    fortran: Vec<(usize, usize)>,
    stored: bool,
}

impl Ignored {
    pub fn of(library: &Library) -> &'static Ignored {
        static IGNORED: OnceCell<Ignored> = OnceCell::new();
        IGNORED.get_or_init(|| {
            let [all, one] = ["statuses", "status"].map(|of| match library.family {
                Family::Mpich => ["F", "F08"]
                    .map(|from| format!("MPI_{from}_{}_IGNORE", of.to_uppercase()))
                    .to_vec(),
                _ => spellings(&format!("mpi_fortran_{of}_ignore")).to_vec(),
            });
            let address = |name: &String| library.object.data(name);
            let pair = |(all, one)| address(all).zip(address(one));
            Ignored {
                c: library.constants.status_ignore,
                fortran: all.iter().zip(&one).filter_map(pair).collect(),
                stored: library.family == Family::Mpich,
            }
        })
    }

    /// Whether an address stands for a status, or for several, that nobody wants.
    pub fn is(&self, fortran: bool, several: bool, address: usize) -> bool {
        match fortran {
            false => address == self.c,
            true => self.pairs().any(|(all, one)| address == if several { all } else { one }),
        }
    }

    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.fortran.iter().map(|&(all, one)| match self.stored {
            // SAFETY: the library's variables of these names are addresses.
            true => unsafe { (*(all as *const usize), *(one as *const usize)) },
            false => (all, one),
        })
    }

    /// What ignores one status, where an array of statuses is ignored.
    pub fn array(&self, fortran: bool, statuses: usize) -> Option<usize> {
        if !fortran {
            return (statuses == self.c).then_some(self.c);
        }
        self.pairs().find_map(|(all, one)| (all == statuses).then_some(one))
    }
}
