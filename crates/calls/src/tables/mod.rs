//! The tables, a file each.

mod arrays;
mod choices;
mod completions;
mod constructors;
mod lifetimes;
mod over_ranks;
mod reductions;
mod typed;
mod vector_sums;

use crate::prototype::Prototype;
pub use arrays::ARRAY_REDUCTIONS;
pub use choices::CHOICES;
pub use completions::COMPLETIONS;
pub use constructors::CONSTRUCTORS;
pub use lifetimes::{ENDINGS, LIFECYCLE};
pub use over_ranks::OVER_RANKS;
pub use reductions::REDUCTIONS;
pub use typed::{CSR_PRODUCTS, SHORT_SUMS};
pub use vector_sums::VECTOR_SUMS;

/// Those of all tables.
pub fn prototypes() -> impl Iterator<Item = &'static Prototype> {
    let reductions = REDUCTIONS.iter().map(|row| &row.prototype);
    let completions = COMPLETIONS.iter().map(|row| &row.prototype);
    let choices = CHOICES.iter().map(|row| &row.prototype);
    let constructors = CONSTRUCTORS.iter().map(|row| &row.prototype);
    let served = ENDINGS.iter().chain(LIFECYCLE).map(|row| &row.prototype);
    reductions.chain(completions).chain(choices).chain(constructors).chain(served)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::{Coverage, Delivery};
    use crate::role::{position, Role};
    use std::collections::BTreeSet;

    #[test]
    fn each_symbol_is_exported_once() {
        let mut all = BTreeSet::new();
        for prototype in prototypes() {
            assert!(prototype.name.starts_with("MPI"), "{}", prototype.name);
            for symbol in prototype.symbols() {
                assert!(all.insert(symbol.name.clone()), "{} twice", symbol.name);
            }
        }
        assert!(all.len() > 400, "only {} symbols", all.len());
    }

    #[test]
    fn reductions_have_the_arguments_that_their_form_needs() {
        for row in REDUCTIONS {
            let has = |role| position(row.prototype.arguments, role).is_some();
            let name = row.prototype.name;
            assert!(has(Role::Datatype) && has(Role::Op), "{name}");
            assert_eq!(has(Role::Root), row.form.delivery == Delivery::ROOT, "{name}");
            assert_eq!(has(Role::Win), row.form.delivery == Delivery::Window, "{name}");
            let blocks = has(Role::Counts) || has(Role::BlockCount);
            assert_eq!(blocks, row.form.delivery == Delivery::BLOCKS, "{name}");
            if row.coverage == Coverage::Covered {
                assert!(has(Role::Send) && has(Role::Recv), "{name}");
                assert!(blocks || has(Role::Count), "{name}");
                let local = row.form.delivery == Delivery::Local;
                assert_eq!(has(Role::Comm), !local, "{name}");
            }
        }
    }

    /// Programs in Fortran that were compiled with an earlier version know them by their numbers.
    #[test]
    fn sums_over_vectors_keep_their_numbers() {
        let first = "dot conjugated_dot dots conjugated_dots norm2 sum_abs weighted_sum \
                     weighted_squares weighted_dot weighted_conjugated_dot mean variance";
        let names: Vec<&str> = VECTOR_SUMS.iter().map(|sum| sum.name).collect();
        assert!(names.join(" ").starts_with(first), "{names:?}");
    }

    #[test]
    fn constructors_say_where_the_communicator_goes() {
        for Prototype { name, arguments, .. } in CONSTRUCTORS.iter().map(|row| &row.prototype) {
            assert!(position(arguments, Role::New).is_some(), "{name}");
        }
    }
}
