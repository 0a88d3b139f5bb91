//! A vector register: what an instruction set has to offer, with what it need not have itself.

use super::unit::Unit;

/// Bytes of the largest vector.
pub const WIDEST: usize = 64;

/// A vector register: doubles, twice as many floats or 32-bit words. It has an even number of
/// doubles.
///
/// # Safety
/// Methods run only where the processor has the unit; addresses may have any alignment.
pub unsafe trait Simd: Copy {
    /// Its name at run time.
    const UNIT: Unit;

    /// These doubles, by their bits, in turn.
    unsafe fn pair(even: u64, odd: u64) -> Self;
    /// Loads a vector.
    unsafe fn load(from: *const u8) -> Self;
    /// Stores a vector.
    unsafe fn store(self, to: *mut u8);

    /// Loads the first so many bytes, whole words (or all, if more), and touches nothing behind
    /// them; the others are those of `rest`.
    #[inline(always)]
    unsafe fn load_first(from: *const u8, bytes: usize, rest: Self) -> Self {
        let mut vector = rest;
        let bytes = bytes.min(size_of::<Self>());
        // SAFETY: the caller gives so many bytes; there are no more in a vector.
        unsafe { std::ptr::copy_nonoverlapping(from, (&raw mut vector).cast(), bytes) };
        vector
    }
    /// Loads half a vector of floats, as doubles.
    unsafe fn widen(from: *const u8) -> Self;
    /// Likewise the first so many bytes, as [`Simd::load_first`] does; the others are zero.
    #[inline(always)]
    unsafe fn widen_first(from: *const u8, bytes: usize) -> Self {
        let mut half = [0u8; WIDEST / 2];
        let bytes = bytes.min(size_of::<Self>() / 2);
        // SAFETY: the caller gives so many bytes; half a vector has no more than there is room for.
        unsafe {
            std::ptr::copy_nonoverlapping(from, half.as_mut_ptr(), bytes);
            Self::widen(half.as_ptr())
        }
    }
    /// Asks for the memory at this address, which need not be anybody's. (Some processors are
    /// left to look ahead by themselves.)
    #[inline(always)]
    unsafe fn prefetch(_at: *const u8) {}

    unsafe fn add_f64(self, other: Self) -> Self;
    unsafe fn sub_f64(self, other: Self) -> Self;
    unsafe fn mul_f64(self, other: Self) -> Self;
    unsafe fn add_f32(self, other: Self) -> Self;
    unsafe fn mul_f32(self, other: Self) -> Self;
    /// The bits that either one has.
    unsafe fn or(self, other: Self) -> Self;
    /// The sums of 64-bit integers.
    unsafe fn add_u64(self, other: Self) -> Self;

    /// The largest magnitudes of doubles so far (zeros, to begin with), in two vectors whose
    /// bits together are, but for the sign, the largest one in each place, or a NaN if there
    /// was one.
    unsafe fn largest(so_far: [Self; 2], a: Self, b: Self) -> [Self; 2];
    /// The same; a NaN may pass unseen.
    #[inline(always)]
    unsafe fn largest_number(so_far: [Self; 2], a: Self, b: Self) -> [Self; 2] {
        // SAFETY: upheld by the caller.
        unsafe { Self::largest(so_far, a, b) }
    }

    /// One step of a transposition, by which the operands of each node of a tree come to the
    /// same place. In a and b, groups of `stride` bytes are the left and the right children of
    /// nodes, in turn. Gives two vectors that have the children of a node in the same place:
    /// those of a's nodes where the left one was, those of b's where the right one was; or
    /// elsewhere, if after the last step, with elements of that many bytes, the nodes are in
    /// their natural order. Which vector has the left child does not matter.
    unsafe fn transpose(a: Self, b: Self, element: usize, stride: usize) -> (Self, Self);

    /// The words that are not zero.
    #[inline(always)]
    unsafe fn nonzero(self) -> u32 {
        // SAFETY: upheld by the caller.
        let words = unsafe { words(self) };
        words.iter().enumerate().fold(0, |mask, (i, word)| mask | u32::from(*word != 0) << i)
    }
    /// Stores the words of the mask side by side; what is behind them up to `end` may be written to.
    #[inline(always)]
    unsafe fn compress(self, mask: u32, into: *mut u8, _end: *mut u8) {
        // SAFETY: upheld by the caller.
        let words = unsafe { words(self) };
        let set = (0..words.len()).filter(|i| mask >> i & 1 == 1);
        for (place, i) in set.enumerate() {
            // SAFETY: the caller gives room for the words of the mask.
            unsafe { into.cast::<u32>().add(place).write_unaligned(words[i]) };
        }
    }
    /// Loads as many words as the mask has, to their places; the others are zero. What is behind
    /// them up to `end` may be read.
    #[inline(always)]
    unsafe fn expand(from: *const u8, _end: *const u8, mask: u32) -> Self {
        let mut words = [0u32; WIDEST / 4];
        let set = (0..words.len()).filter(|i| mask >> i & 1 == 1);
        for (place, i) in set.enumerate() {
            // SAFETY: the caller gives the words of the mask.
            words[i] = unsafe { from.cast::<u32>().add(place).read_unaligned() };
        }
        // SAFETY: no vector is longer.
        unsafe { Self::load(words.as_ptr().cast()) }
    }
}

/// A vector's words, and zeros behind them.
#[inline(always)]
unsafe fn words<S: Simd>(vector: S) -> [u32; WIDEST / 4] {
    let mut words = [0; WIDEST / 4];
    // SAFETY: no vector is longer; the processor has the unit, says the caller.
    unsafe { vector.store(words.as_mut_ptr().cast()) };
    words
}

/// Defines methods that are one instruction on two vectors: `NAME = INTRINSIC(FROM) INTO`,
/// with what brings a register to the type that the instruction takes, and back.
macro_rules! instructions {
    ($($name:ident = $intrinsic:ident($from:expr) $into:expr;)*) => {$(
        #[inline(always)]
        unsafe fn $name(self, other: Self) -> Self {
            // SAFETY: the caller sees to it that the processor has the unit.
            unsafe { Self($into($intrinsic($from(self.0), $from(other.0)))) }
        }
    )*};
}

pub(super) use instructions;
