//! Instruction sets at run time.

use once_cell::sync::OnceCell;

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

    /// The fastest unit that this processor has.
    #[inline]
    pub fn best() -> Unit {
        static BEST: OnceCell<Unit> = OnceCell::new();
        *BEST.get_or_init(|| Unit::available().next().expect("the last one is everywhere"))
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
