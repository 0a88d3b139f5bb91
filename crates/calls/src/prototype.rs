//! A function's name, arguments and languages, from which its symbols follow.

use crate::role::Role;
use crate::spelling::Spelling;

/// Which Fortran procedures of a function are exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fortran {
    /// None, as where an argument is a string.
    Absent,
    /// Those whose arguments are addresses.
    Addresses,
    /// Likewise, and that of `mpi_f08` whose buffers are descriptors.
    AddressesOrDescriptors,
}

/// What is known of a function, whichever symbol it is called by.
#[derive(Clone, Copy, Debug)]
pub struct Prototype {
    /// Its name in C, where counts are ints.
    pub name: &'static str,
    pub arguments: &'static [Role],
    /// Whether C has a form with large counts.
    pub has_large_counts: bool,
    pub fortran: Fortran,
}

/// One exported symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    pub name: String,
    pub spelling: Spelling,
}

impl Prototype {
    /// In C and in Fortran, with ints for counts.
    pub const fn new(name: &'static str, arguments: &'static [Role]) -> Prototype {
        Prototype { name, arguments, has_large_counts: false, fortran: Fortran::Addresses }
    }

    pub const fn with_large_counts(self) -> Prototype {
        Prototype { has_large_counts: true, ..self }
    }

    pub const fn with_descriptors(self) -> Prototype {
        Prototype { fortran: Fortran::AddressesOrDescriptors, ..self }
    }

    pub const fn only_in_c(self) -> Prototype {
        Prototype { fortran: Fortran::Absent, ..self }
    }

    /// All symbols by which it is exported.
    pub fn symbols(&self) -> impl Iterator<Item = Symbol> {
        use Spelling::*;
        let large = self.has_large_counts.then_some(LargeCounts);
        let fortran: &[Spelling] = match self.fortran {
            Fortran::Absent => &[],
            Fortran::Addresses => &[Lower, LowerTwice, Upper, F08],
            Fortran::AddressesOrDescriptors => &[Lower, LowerTwice, Upper, F08, F08Descriptors],
        };
        let spellings = [C].into_iter().chain(large).chain(fortran.iter().copied());
        let name = self.name;
        spellings.map(move |spelling| Symbol { name: spelling.symbol(name), spelling })
    }

    /// Its Fortran procedures.
    pub fn procedures(&self) -> impl Iterator<Item = String> {
        self.symbols().filter(|symbol| symbol.spelling.is_fortran()).map(|symbol| symbol.name)
    }

    /// Whether it is exported by that symbol.
    pub fn is_called(&self, symbol: &str) -> bool {
        self.symbols().any(|own| own.name == symbol)
    }

    /// Its type in C by the MPI standard, as Rust writes it, where counts are ints or MPI_Counts.
    pub fn c_type(&self, counts: bool) -> String {
        let types: Vec<&str> = self.arguments.iter().map(|role| role.c_type(counts)).collect();
        format!("unsafe extern \"C\" fn({}) -> c_int", types.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_follow_from_the_name() {
        let names = |prototype: Prototype| -> Vec<String> {
            prototype.symbols().map(|symbol| symbol.name).collect()
        };
        let recv = Prototype::new("MPI_Recv", &[]);
        assert_eq!(
            names(recv.with_large_counts().with_descriptors()),
            [
                "MPI_Recv",
                "MPI_Recv_c",
                "mpi_recv_",
                "mpi_recv__",
                "MPI_RECV",
                "mpi_recv_f08_",
                "mpi_recv_f08ts_"
            ]
        );
        assert_eq!(names(recv.only_in_c()), ["MPI_Recv"]);
        assert!(recv.is_called("MPI_RECV") && !recv.is_called("MPI_Recv_c"));
    }
}
