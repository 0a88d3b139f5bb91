//! Instruction sets at run time.

use once_cell::sync::OnceCell;

/// An instruction set.
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
    /// Words one by one.
    #[cfg(any(test, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
    Scalar,
}

impl Unit {
    /// All of them, fastest first.
    const ALL: &[Unit] = &[
        #[cfg(target_arch = "x86_64")]
        Unit::Avx512,
        #[cfg(target_arch = "x86_64")]
        Unit::Avx2,
        #[cfg(target_arch = "x86_64")]
        Unit::Sse2,
        #[cfg(target_arch = "aarch64")]
        Unit::Neon,
        #[cfg(any(test, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
        Unit::Scalar,
    ];

    /// Those that this processor has, fastest first.
    pub fn available() -> impl Iterator<Item = Unit> + Clone {
        Unit::ALL.iter().copied().filter(|unit| unit.is_available())
    }

    /// The fastest one of this processor.
    #[inline]
    pub fn best() -> Unit {
        static BEST: OnceCell<Unit> = OnceCell::new();
        *BEST.get_or_init(|| Unit::available().next().expect("the last one is everywhere"))
    }

    fn is_available(self) -> bool {
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

    /// Its name.
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
            #[cfg(any(test, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
            Unit::Scalar => "scalar words",
        }
    }

    /// Whether it compresses and expands words faster than they are moved one by one.
    pub fn compresses(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Unit::Avx512 | Unit::Avx2 => true,
            _ => false,
        }
    }

    /// Whether [`autovectorised!`](super::autovectorised) loops have an instruction for a fused multiply-add. (Without
    /// it that is a function of the C library's, slower than integers.)
    pub fn fuses_multiply_add(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Unit::Sse2 => false,
            #[cfg(all(test, target_arch = "x86_64"))]
            Unit::Scalar => false,
            _ => true,
        }
    }
}
