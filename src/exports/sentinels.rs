//! The addresses by which programs in Fortran say MPI_IN_PLACE and MPI_BOTTOM.

use crate::mpi::family::Family;
use crate::mpi::Library;
use once_cell::sync::OnceCell;

/// The addresses that stand for MPI_IN_PLACE and MPI_BOTTOM in Open MPI's and SMPI's
/// Fortran: common blocks under the spellings of several compilers, of which an
/// executable may hold its own copy. (SMPI's are procedures.)
pub struct Sentinels {
    in_place: Vec<usize>,
    bottom: Vec<usize>,
    /// MPI_IN_PLACE in C.
    c_in_place: usize,
}

impl Sentinels {
    /// Those of this library.
    pub fn of(library: &Library) -> &'static Sentinels {
        static SENTINELS: OnceCell<Sentinels> = OnceCell::new();
        SENTINELS.get_or_init(|| {
            let addresses = |name: &str| {
                [name.to_string(), format!("{name}_"), format!("{name}__"), name.to_uppercase()]
                    .iter()
                    .filter_map(|name| library.object.data(name))
                    .collect()
            };
            let (in_place, bottom) = match library.family {
                Family::Smpi => ("mpi_in_place", "mpi_bottom"),
                _ => ("mpi_fortran_in_place", "mpi_fortran_bottom"),
            };
            Sentinels {
                in_place: addresses(in_place),
                bottom: addresses(bottom),
                c_in_place: library.constants.in_place,
            }
        })
    }

    /// A buffer as C passes it.
    pub fn translate(&self, address: usize) -> *mut u8 {
        if self.in_place.contains(&address) {
            self.c_in_place as *mut u8
        } else if self.bottom.contains(&address) {
            std::ptr::null_mut()
        } else {
            address as *mut u8
        }
    }
}
