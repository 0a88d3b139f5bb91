//! The compensated sum of products, in each place of a vector.
//!
//! Safety, of all that is unsafe here: the processor has the unit of the registers, and addresses have room
//! for what is read or written there, at any alignment.

#![allow(unsafe_op_in_unsafe_fn, clippy::missing_safety_doc)] // it is said above, once

use super::lanes::{all, Lanes};
use crate::kind::Format;
use crate::simd::Simd;
use crate::summand::Summand;

#[derive(Clone, Copy)]
pub struct Products<S> {
    pub lanes: Lanes<S>,
    /// The smallest magnitude of a rounded product of doubles.
    pub smallest: S,
}

impl<S: Simd> Products<S> {
    #[inline(always)]
    pub unsafe fn none() -> Self {
        Products { lanes: Lanes::none(), smallest: all(f64::INFINITY) }
    }

    /// Of one product in each place, as [`Products::add`] takes it.
    #[inline(always)]
    pub unsafe fn of<T: Summand>(x: S, y: S, beside: Option<S>) -> Self {
        let product = x.mul_f64(y);
        if T::FORMAT == Format::Float {
            return Products { lanes: Lanes::of(product), smallest: all(f64::INFINITY) };
        }
        let lanes = Lanes::of_pair(product, x.product_error_f64(y, product));
        Products { lanes, smallest: magnitude(product, beside) }
    }

    /// Adds x·y of numbers that were of that format. Where `beside` is infinite the product is not
    /// small; else it is zero.
    #[inline(always)]
    pub unsafe fn add<T: Summand>(&mut self, x: S, y: S, beside: Option<S>) {
        let product = x.mul_f64(y);
        if T::FORMAT == Format::Float {
            // Exact.
            return self.lanes.add(product);
        }
        self.smallest = self.smallest.smaller_f64(magnitude(product, beside));
        self.lanes.add_pair(product, x.product_error_f64(y, product));
    }
}

#[inline(always)]
unsafe fn magnitude<S: Simd>(product: S, beside: Option<S>) -> S {
    match beside {
        None => product.magnitude_f64(),
        Some(beside) => product.magnitude_f64().add_f64(beside),
    }
}
