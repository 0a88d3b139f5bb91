//! How a function's name becomes those of its symbols. Fortran compilers spell a procedure's name in
//! three ways, by which the bindings `mpif.h` and `mpi` refer to it (`mpi_allreduce_`); `mpi_f08` has
//! a name of its own (`mpi_allreduce_f08_`), and another one where buffers are passed by descriptor.
//! (Bare lower-case names such as `mpi_init` are not among them: they may be C functions of programs.)

/// One way in which the name is spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// In C, where counts are ints.
    C,
    /// In C, where counts are MPI_Counts.
    LargeCounts,
    /// In Fortran, as most compilers do.
    Lower,
    /// In Fortran, as compilers do that append another underscore to a name with one.
    LowerTwice,
    /// In Fortran, as compilers do that write names in upper case.
    Upper,
    /// In `mpi_f08`.
    F08,
    /// In `mpi_f08`, where buffers are descriptors.
    F08Descriptors,
}

impl Spelling {
    /// The symbol of a function whose name in C is that.
    pub fn symbol(self, name: &str) -> String {
        let lower = name.to_lowercase();
        match self {
            Spelling::C => name.to_string(),
            Spelling::LargeCounts => format!("{name}_c"),
            Spelling::Lower => format!("{lower}_"),
            Spelling::LowerTwice => format!("{lower}__"),
            Spelling::Upper => name.to_uppercase(),
            Spelling::F08 => format!("{lower}_f08_"),
            Spelling::F08Descriptors => format!("{lower}_f08ts_"),
        }
    }

    pub const fn is_fortran(self) -> bool {
        !matches!(self, Spelling::C | Spelling::LargeCounts)
    }
}
