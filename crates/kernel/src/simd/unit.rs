//! Instruction sets at run time.

use once_cell::sync::OnceCell;

/// Says how wide vectors may be, where they shall not be as wide as this processor's. It is read here, since
/// sums are formed before MPI has started, too, and without MPI.
const VARIABLE: &str = "SAMEBITS_VECTOR_UNIT";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// 64-byte vectors: AVX-512 with its F and DQ parts.
    #[cfg(target_arch = "x86_64")]
    Avx512,
    /// 32-byte vectors: AVX2, with fused multiply-add.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 16-byte vectors, which every x86-64 has.
    #[cfg(target_arch = "x86_64")]
    Sse2,
    /// 16-byte vectors, which every aarch64 has.
    #[cfg(target_arch = "aarch64")]
    Neon,
}

impl Unit {
    /// Fastest first.
    #[cfg(target_arch = "x86_64")]
    const ALL: &[Unit] = &[Unit::Avx512, Unit::Avx2, Unit::Sse2];
    #[cfg(target_arch = "aarch64")]
    const ALL: &[Unit] = &[Unit::Neon];

    /// The units that this processor has, fastest first.
    pub fn available() -> impl Iterator<Item = Unit> + Clone {
        Unit::ALL.iter().copied().filter(|unit| unit.is_available())
    }

    /// The fastest unit that this processor has, unless the environment asks for a slower one.
    #[inline]
    pub fn best() -> Unit {
        static BEST: OnceCell<Unit> = OnceCell::new();
        *BEST.get_or_init(|| {
            let asked = std::env::var(VARIABLE).ok();
            Unit::at_most(asked.and_then(|name| Unit::from_name(&name)))
        })
    }

    /// The fastest one here that is no faster than this; none is the fastest of all.
    fn at_most(most: Option<Unit>) -> Unit {
        let all = Unit::ALL.iter().copied();
        let mut allowed = all.skip_while(|unit| most.is_some_and(|most| most != *unit));
        allowed.find(|unit| unit.is_available()).expect("the last one is everywhere")
    }

    /// The names of what this kind of processor may have, fastest first.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Unit::ALL.iter().map(|unit| unit.name())
    }

    pub fn from_name(name: &str) -> Option<Unit> {
        Unit::ALL.iter().copied().find(|unit| unit.name() == name)
    }

    pub fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Unit::Avx512 => {
                Unit::Avx2.is_available()
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512dq")
            }
            #[cfg(target_arch = "x86_64")]
            Unit::Avx2 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("fma")
                    && is_x86_feature_detected!("popcnt")
            }
            _ => true,
        }
    }

    /// The one of half the width where this is the widest, for rows of few numbers.
    #[inline]
    pub fn narrower(self) -> Unit {
        match self {
            // Where there is AVX-512 there is AVX2.
            #[cfg(target_arch = "x86_64")]
            Unit::Avx512 => Unit::Avx2,
            other => other,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            #[cfg(target_arch = "x86_64")]
            Unit::Avx512 => "avx512",
            #[cfg(target_arch = "x86_64")]
            Unit::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Unit::Sse2 => "sse2",
            #[cfg(target_arch = "aarch64")]
            Unit::Neon => "neon",
        }
    }

    /// Whether it compresses and expands words faster than a loop moves them.
    pub fn compresses(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        return matches!(self, Unit::Avx512 | Unit::Avx2);
        #[cfg(not(target_arch = "x86_64"))]
        false
    }

    /// Whether [`autovectorised!`](super::autovectorised) loops have an instruction for a fused
    /// multiply-add. A call of the C library's function is slower than integers.
    pub fn fuses_multiply_add(self) -> bool {
        // On x86-64 both come with AVX2.
        cfg!(not(target_arch = "x86_64")) || self.compresses()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_that_is_asked_for_is_the_most_that_is_used() {
        assert_eq!(Some(Unit::at_most(None)), Unit::available().next());
        for most in Unit::available() {
            assert_eq!(Unit::at_most(Some(most)), most);
            assert_eq!(Unit::from_name(most.name()), Some(most));
        }
        // One that this processor has not gives the next slower one.
        let named = Unit::names().map(|name| Unit::from_name(name).unwrap());
        for most in named.filter(|unit| !unit.is_available()) {
            assert!(Unit::at_most(Some(most)).is_available());
        }
        assert_eq!(Unit::from_name("mmx"), None);
    }

    #[test]
    #[ignore = "it is started by the next one"]
    fn says_the_best() {
        println!("best: {}.", Unit::best().name());
    }

    #[test]
    #[cfg_attr(miri, ignore)] // processes
    fn the_environment_is_asked() {
        for unit in Unit::available() {
            let output = std::process::Command::new(std::env::current_exe().unwrap())
                .args(["--ignored", "--nocapture", "simd::unit::tests::says_the_best"])
                .env(VARIABLE, unit.name())
                .output()
                .unwrap();
            let said = String::from_utf8_lossy(&output.stdout);
            assert!(said.contains(&format!("best: {}.", unit.name())), "{said}");
        }
    }
}
