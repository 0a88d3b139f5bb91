//! Partials of vectors in which each number has the same number of bytes, whatever was merged: for
//! reductions of the MPI library by an operator of ours. Merging is associative and commutative to
//! the bit, so that it may unite contributions in any order, and each partial says what it is, so
//! that the operator needs to know nothing else.
//!
//! A partial: 4 bytes (what it is), and then the sum as bytes ([`sums`]) of a number; or, of
//! operators that choose one of two elements (MIN, MAX, MINLOC, MAXLOC), the element itself. Complex
//! numbers are two numbers.
//!
//! Sums have partials if the levels follow from what is summed, and not only from the largest of all
//! contributions; prefixes, if the number of contributions does not matter either. The tree's have
//! none: its order would be lost.
//!
//! Cost, for doubles: 280 bytes a number in `exact` sums (60 of floats), 12 + 16 k in those of k
//! levels or bins (28 + 16 k in `prerounded`), 12 in MIN and MAX; a merge one pass over them.

mod sums;

use super::levelled::LevelledSum;
use samebits_kernel::fpenv::{within, Environment};
use samebits_kernel::{by_code, Format, Kernel};
use samebits_sum::levels::Scheme;
use samebits_sum::names::Arithmetic;
use samebits_sum::number::{for_format, Number, Numbers, OrderFree};
use sums::Sum;

const HEAD: usize = 4;

/// What a partial is of, from its first bytes.
#[derive(Clone, Copy, Debug)]
enum Content {
    Sum(Sum),
    Chosen(Kernel),
}

const EXACT: u8 = 1;
const BINNED: u8 = 2;
const PREROUNDED: u8 = 3;
const CHOSEN: u8 = 4;

impl Content {
    fn of([what, first, second, third]: [u8; HEAD]) -> Option<Content> {
        let format = if first == 0 { Format::Float } else { Format::Double };
        Some(match what {
            EXACT => Content::Sum(Sum::Exact(format)),
            BINNED => Content::Sum(Sum::Levels(format, Scheme::binned(format, second))),
            PREROUNDED => {
                let scheme = Scheme::prerounded_by(second, third.into());
                Content::Sum(Sum::Levels(format, scheme))
            }
            CHOSEN => Content::Chosen(by_code(u16::from_le_bytes([first, second]))?),
            _ => return None,
        })
    }

    fn environment(&self) -> Environment {
        match self {
            Content::Sum(_) => Environment::Vector,
            Content::Chosen(kernel) => kernel.environment,
        }
    }

    /// Bytes of a partial.
    fn width(&self) -> usize {
        HEAD + match self {
            Content::Sum(sum) => sum.bytes(),
            Content::Chosen(kernel) => kernel.size,
        }
    }
}

/// How the contributions to a vector become such partials, and these its result.
#[derive(Clone, Copy, Debug)]
pub struct FixedWidth {
    head: [u8; HEAD],
    content: Content,
    /// Partials of an element.
    components: usize,
}

impl FixedWidth {
    fn new(head: [u8; HEAD], components: usize) -> FixedWidth {
        let content = Content::of(head).expect("it was made for that");
        FixedWidth { head, content, components }
    }

    pub fn exact(sum: &impl OrderFree) -> FixedWidth {
        let numbers = sum.numbers();
        FixedWidth::new([EXACT, format(numbers), 0, 0], numbers.components)
    }

    /// Sums by levels over so many ranks, or over the first ones of these. None where the levels
    /// follow from more than what a partial is of.
    pub fn levels(sum: &LevelledSum, ranks: usize, prefixes: bool) -> Option<FixedWidth> {
        let numbers = sum.numbers();
        let head = match sum.arithmetic() {
            Arithmetic::Binned(bins) => [BINNED, format(numbers), bins, 0],
            Arithmetic::Prerounded(levels) if !prefixes => {
                let log_alpha = samebits_sum::levels::scheme::log_alpha(ranks as u64);
                [PREROUNDED, format(numbers), levels, log_alpha as u8]
            }
            _ => return None,
        };
        Some(FixedWidth::new(head, numbers.components))
    }

    /// By an operator that chooses one of two elements; none of others.
    pub fn chosen(kernel: Kernel) -> Option<FixedWidth> {
        let [low, high] = kernel.code.to_le_bytes();
        kernel.order_free.then(|| FixedWidth::new([CHOSEN, low, high, 0], 1))
    }

    /// Bytes of a partial, of which each element has so many.
    pub fn width(&self) -> usize {
        self.content.width()
    }

    pub fn components(&self) -> usize {
        self.components
    }

    /// Bytes of an element.
    fn size(&self) -> usize {
        match self.content {
            Content::Sum(sum) => self.components * sum.number(),
            Content::Chosen(kernel) => kernel.size,
        }
    }

    /// Writes the partials of n elements that one rank contributes.
    ///
    /// # Safety
    /// They lie there as a row, at any address, and there is room for their partials. The caller
    /// sets the environment; likewise below.
    pub unsafe fn lift(&self, row: *const u8, n: usize, into: *mut u8) {
        let (width, size) = (self.width(), self.size() / self.components);
        for i in 0..n * self.components {
            let from = row.wrapping_add(i * size);
            // SAFETY: upheld by the caller.
            unsafe {
                let to = std::slice::from_raw_parts_mut(into.add(i * width), width);
                let (head, body) = to.split_at_mut(HEAD);
                head.copy_from_slice(&self.head);
                match self.content {
                    Content::Sum(sum) => {
                        sum.write_one(for_format!(sum.format(), widened(from)), body);
                    }
                    Content::Chosen(_) => {
                        std::ptr::copy_nonoverlapping(from, body.as_mut_ptr(), size);
                    }
                }
            }
        }
    }

    /// Writes the n results of merged partials, a row.
    ///
    /// # Safety
    /// So many partials lie there, and there is room for the row, which is aligned for elements.
    pub unsafe fn finish(&self, partials: *const u8, n: usize, row: *mut u8) {
        let (width, size) = (self.width(), self.size() / self.components);
        for i in 0..n * self.components {
            // SAFETY: upheld by the caller.
            unsafe {
                let body = partials.add(i * width + HEAD);
                let body = std::slice::from_raw_parts(body, width - HEAD);
                let to = std::slice::from_raw_parts_mut(row.add(i * size), size);
                match self.content {
                    Content::Sum(sum) => sum.result(body, to),
                    Content::Chosen(_) => to.copy_from_slice(body),
                }
            }
        }
        if let Content::Chosen(kernel) = self.content {
            // SAFETY: upheld by the caller.
            unsafe { kernel.finish(row, n) };
        }
    }
}

fn format(numbers: Numbers) -> u8 {
    u8::from(numbers.format == Format::Double)
}

unsafe fn widened<T: Number>(number: *const u8) -> f64 {
    // SAFETY: the caller passes one of the numbers.
    unsafe { number.cast::<T>().read_unaligned() }.widen()
}

/// Merges each of `count` partials into another one of the same reduction: right = left ∪ right.
/// Sets the environment itself. Panics where there are none.
///
/// # Safety
/// Both are as long as the first one says, times `count`, and do not overlap.
pub unsafe fn merge(left: *const u8, right: *mut u8, count: usize) {
    if count == 0 {
        return;
    }
    // SAFETY: upheld by the caller.
    let content = Content::of(unsafe { left.cast::<[u8; HEAD]>().read() });
    let content = content.expect("the operator is used on partials only");
    let width = content.width();
    within(content.environment(), || {
        for i in 0..count {
            let offset = i * width + HEAD;
            // SAFETY: likewise.
            unsafe {
                let (left, right) = (left.add(offset), right.add(offset));
                match content {
                    Content::Sum(sum) => sum.merge(
                        std::slice::from_raw_parts(left, width - HEAD),
                        std::slice::from_raw_parts_mut(right, width - HEAD),
                    ),
                    Content::Chosen(kernel) => kernel.merge(left, right, right, 1),
                }
            }
        }
    });
}
