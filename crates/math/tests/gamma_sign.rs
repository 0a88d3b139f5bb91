//! lgamma sets signgam as glibc does, and lgamma_r the int that it is given.

mod support;

use std::ffi::c_int;
use support::arguments::{hostile, Random};
use support::{glibc, tested, Call, Mode, Shape, Type};

#[link(name = "m")]
unsafe extern "C" {
    static mut __signgam: c_int;
    static mut signgam: c_int;
}

fn sign_after(call: Call, x: u64) -> c_int {
    // SAFETY: the C library's variable; this is the only test that uses it.
    unsafe {
        __signgam = 7;
        support::bits(call, x, 0);
        let (reserved, other) = (__signgam, signgam);
        assert_eq!(reserved, other);
        reserved
    }
}

#[test]
fn signs_are_those_of_glibc() {
    let mut random = Random(5);
    for tested in tested().iter().filter(|tested| tested.function.stem == "lgamma") {
        let theirs = glibc::function(tested.function, tested.ty).expect("glibc has lgamma");
        let mut arguments = hostile(tested.ty);
        arguments.extend((0..20_000).map(|_| random.arguments(tested).0));
        for x in arguments {
            let number = tested.number(x);
            for &call in &tested.calls {
                if tested.function.shape == Shape::Sign {
                    let (ours, theirs) =
                        (support::bits(call, x, 0).1, support::bits(theirs, x, 0).1);
                    assert_eq!(ours, theirs, "{} of {number:?}", tested.name);
                } else {
                    assert_eq!(
                        sign_after(call, x),
                        sign_after(theirs, x),
                        "{} of {number:?}",
                        tested.name
                    );
                }
            }
        }
    }
}

/// What programs called that were compiled with -ffast-math before glibc 2.31.
#[test]
fn the_old_tgamma_gives_magnitude_and_sign() {
    for tested in
        tested().iter().filter(|tested| tested.name == "gamma_r" && tested.ty == Type::Double)
    {
        for &call in &tested.calls {
            let seen = support::see(call, (-0.5f64).to_bits(), 0, Mode::Nearest);
            assert_eq!((f64::from_bits(seen.bits), seen.second as i32), (3.544907701811032, -1));
        }
    }
}
