//! The generalised request of a driven reduction.
