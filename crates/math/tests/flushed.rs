//! The same bits where the processor takes subnormal numbers for zero and makes zeros of them.

use crate::support;
use crate::support::arguments::{hostile_arguments, Random};
use crate::support::{cases, tested, Mode};

#[test]
fn flushing_changes_no_result() {
    let mut errors = Vec::new();
    for tested in tested() {
        let mut arguments = hostile_arguments(&tested);
        let mut random = Random(3);
        arguments.extend((0..cases(20_000)).map(|_| random.arguments(&tested)));
        for (x, y) in arguments {
            for mode in Mode::ALL {
                for (variant, &call) in tested.calls.iter().enumerate() {
                    let plain = support::see(call, x, y, mode);
                    support::flush(true);
                    let flushed = support::see(call, x, y, mode);
                    support::flush(false);
                    if (plain.bits, plain.second, plain.errno)
                        != (flushed.bits, flushed.second, flushed.errno)
                    {
                        let (x, y) = (tested.number(x), tested.number(y));
                        errors.push(format!(
                            "{} variant {variant} ({x:?}, {y:?}) {mode:?}: {flushed:x?}, and not {plain:x?}",
                            tested.name
                        ));
                    }
                }
            }
        }
    }
    let mut shown = Vec::new();
    for error in &errors {
        let name = error.split('(').next().unwrap_or_default();
        if shown.iter().filter(|other: &&String| other.starts_with(name)).count() < 3 {
            shown.push(error.clone());
        }
    }
    assert!(errors.is_empty(), "{} wrong:\n{}", errors.len(), shown.join("\n"));
}
