//! What the modules for Fortran models (`fortran/models/`) call: sums of a rank's part of a field.

use super::arguments::{kind_of, module_functions};
use crate::runtime::guard::guarded;
use libc::{c_int, c_void};
use samebits_base::stack::with_room;
use samebits_fold::field::{sum, Field};
use samebits_kernel::fpenv::{within, Environment};
use samebits_kernel::{Format, Kind};

module_functions! {
    /// The exact sum of the elements, of kind real32 or real64, of a part of an array of rank 3, each
    /// multiplied by `scale` and rounded unless that is 1. `steps` are bytes. The sum is an integer in
    /// two's complement in units of 2^-1074, in words of which the first is the lowest, and begins at
    /// bit 64 `base`; the last has nothing but the sign. Returns how many words there are, at most 35.
    /// `specials` becomes 1 if there is a NaN, 2 if there is an infinity, or the sum of both.
    ///
    /// Not collective; at any time. No errors.
    fn samebits_f_field_sum(
        first: *const c_void, extents: *const i64, steps: *const i64,
        kind: c_int, scale: f64,
        words: *mut u64, base: *mut c_int, specials: *mut c_int,
    ) {
        guarded("samebits_f_field_sum", || {
            let field = Field {
                first: first.cast(),
                extents: *extents.cast::<[i64; 3]>(),
                steps: *steps.cast::<[i64; 3]>(),
            };
            // (NaN is another one.)
            let scale = Some(scale).filter(|scale| *scale != 1.0);
            let sum = with_room(|| {
                within(Environment::Vector, || match kind_of(kind) {
                    Kind::Real(Format::Float) => sum::<f32>(field, scale),
                    _ => sum::<f64>(field, scale),
                })
            });
            let [nan, infinity] = sum.specials.map(c_int::from);
            (*base, *specials) = (sum.base as c_int, nan + 2 * infinity);
            words.copy_from_nonoverlapping(sum.words.as_ptr(), sum.count);
            sum.count as c_int
        })
    }
}
