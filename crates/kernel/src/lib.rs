//! Loops over elements: what a predefined operator does to two rows of numbers. Knows no ranks, no
//! MPI and no order of evaluation.
//!
//! Each loop is written once, generically, and compiled for several instruction sets ([`simd`]), of
//! which the best is chosen at run time. Neither wider vectors nor another CPU change a bit: each
//! element is computed by itself, and no operation is fused or reassociated.

pub mod binary;
pub mod column_sum;
pub mod compensated;
pub mod doubles;
mod element;
pub mod expansion;
pub mod flagged;
pub mod fpenv;
pub mod half;
pub mod kind;
pub mod level_columns;
pub mod level_totals;
pub mod levels;
#[cfg(target_arch = "x86_64")]
pub mod long_double;
pub mod packing;
pub mod product_levels;
pub mod products;
pub mod quad;
pub mod real;
pub mod row;
pub mod simd;
pub mod stores;
pub mod summand;

use element::{
    Anywhere, Binary, Complex, ComplexProduct, ComplexSum, Element, Index, MaxLocation, Maximum,
    MinLocation, Minimum, Pair, Product, Sum,
};
use fpenv::Environment;
pub use kind::{Format, Kind, Operator};
use once_cell::sync::OnceCell;
use real::Real;
use simd::Unit;
use std::slice::{from_raw_parts, from_raw_parts_mut};

/// One operator on one kind of element, as loops over rows: an address, as every reduction passes
/// it around.
#[derive(Clone, Copy, Debug)]
pub struct Kernel(&'static Loops);

impl std::ops::Deref for Kernel {
    type Target = Loops;

    #[inline]
    fn deref(&self) -> &Loops {
        self.0
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Loops {
    /// Bytes of an element.
    pub size: usize,
    /// Leading bytes of an element that are data; the rest is padding.
    pub data: usize,
    /// The environment in which `combine` and `finish` must run.
    pub environment: Environment,
    /// Whether the order of the elements makes no difference, once NaNs are canonical.
    pub order_free: bool,
    /// By which [`by_code`] finds it.
    pub code: u16,
    combine: unsafe fn(*const u8, *mut u8, usize),
    finish: unsafe fn(*mut u8, usize),
    merge: unsafe fn(*const u8, *const u8, *mut u8, usize),
    tree: row::Tree,
    scalar_tree: row::Tree,
}

impl Kernel {
    /// right\[i\] = left\[i\] ∘ right\[i\] for i < n.
    ///
    /// # Safety
    /// Both rows hold n elements of the kernel's kind, aligned, and do not overlap.
    #[inline]
    pub unsafe fn combine(&self, left: *const u8, right: *mut u8, n: usize) {
        // SAFETY: upheld by the caller.
        unsafe { (self.combine)(left, right, n) }
    }

    /// Whether it is the sum of doubles, each combination of two an addition.
    #[inline]
    pub fn adds_doubles(&self) -> bool {
        usize::from(self.code) == code(Kind::Real(Format::Double), Operator::Sum)
    }

    /// Makes every NaN of the row the canonical one.
    ///
    /// # Safety
    /// The row holds n elements of the kernel's kind, aligned.
    #[inline]
    pub unsafe fn finish(&self, row: *mut u8, n: usize) {
        // SAFETY: upheld by the caller.
        unsafe { (self.finish)(row, n) }
    }

    /// into\[i\] = left\[i\] ∘ right\[i\] for i < n, with canonical NaNs.
    ///
    /// # Safety
    /// Both rows hold n elements of the kernel's kind, at any alignment, and do not overlap; `into`
    /// is one of them, or apart from both.
    #[inline]
    pub unsafe fn merge(&self, left: *const u8, right: *const u8, into: *mut u8, n: usize) {
        // SAFETY: upheld by the caller.
        unsafe { (self.merge)(left, right, into, n) }
    }

    /// into = the tree (Stelz 2022, chapter 2) over n ≥ 1 consecutive elements. NaNs are not
    /// canonical before `finish`; the padding of `into` stays.
    ///
    /// # Safety
    /// `elements` points to n elements of the kernel's kind and `into` to space for one, both at
    /// any alignment.
    #[inline]
    pub unsafe fn tree(&self, elements: *const u8, n: usize, into: *mut u8) {
        debug_assert!(n > 0, "a tree has a leaf");
        // SAFETY: upheld by the caller.
        unsafe { (self.tree)(elements, n, into) }
    }

    /// The tree, one element at a time: the reference for [`row::vectorised`].
    pub fn scalar_tree(&self) -> row::Tree {
        self.scalar_tree
    }
}

const FORMATS: usize = Format::Quad as usize + 1;
const OPERATORS: usize = Operator::NoOp as usize + 1;
const SHAPES: usize = 4;

/// The loops that were chosen so far, by their codes.
static FOUND: [OnceCell<Option<Loops>>; SHAPES * FORMATS * OPERATORS] =
    [const { OnceCell::new() }; SHAPES * FORMATS * OPERATORS];

#[inline]
fn code(kind: Kind, operator: Operator) -> usize {
    let shape = match kind {
        Kind::Real(_) => 0,
        Kind::Complex(_) => 1,
        Kind::ValueInt(_) => 2,
        Kind::ValueReal(_) => 3,
    };
    (shape * FORMATS + kind.format() as usize) * OPERATORS + operator as usize
}

/// The kernel for an operator on a kind of element; none if MPI defines no such operation or the
/// processor has no such format. The first look-up of each chooses its loops.
#[inline]
pub fn lookup(kind: Kind, operator: Operator) -> Option<Kernel> {
    let found = &FOUND[code(kind, operator)];
    found.get_or_init(|| find(kind, operator)).as_ref().map(Kernel)
}

/// The kernel with that [`Loops::code`], if it was looked up in this process before.
pub fn by_code(code: u16) -> Option<Kernel> {
    FOUND.get(usize::from(code))?.get()?.as_ref().map(Kernel)
}

#[cold]
fn find(kind: Kind, operator: Operator) -> Option<Loops> {
    use Format::*;
    let loops = match kind {
        Kind::Real(Half) => real::<half::Half>(operator),
        Kind::Real(Float) => real::<f32>(operator),
        Kind::Real(Double) => real::<f64>(operator),
        Kind::Real(Quad) => real::<quad::Quad>(operator),
        Kind::Complex(Half) => complex::<half::Half>(operator),
        Kind::Complex(Float) => complex::<f32>(operator),
        Kind::Complex(Double) => complex::<f64>(operator),
        Kind::Complex(Quad) => complex::<quad::Quad>(operator),
        Kind::ValueInt(Float) => location::<f32, i32>(operator),
        Kind::ValueInt(Double) => location::<f64, i32>(operator),
        Kind::ValueInt(Quad) => location::<quad::Quad, i32>(operator),
        Kind::ValueReal(Float) => location::<f32, f32>(operator),
        Kind::ValueReal(Double) => location::<f64, f64>(operator),
        Kind::ValueReal(Quad) => location::<quad::Quad, quad::Quad>(operator),
        #[cfg(target_arch = "x86_64")]
        Kind::Real(LongDouble) => real::<long_double::LongDouble>(operator).map(on_x87),
        #[cfg(target_arch = "x86_64")]
        Kind::Complex(LongDouble) => complex::<long_double::LongDouble>(operator).map(on_x87),
        #[cfg(target_arch = "x86_64")]
        Kind::ValueInt(LongDouble) => location::<long_double::LongDouble, i32>(operator),
        _ => None,
    }?;
    let tree = row::vectorised(Unit::best(), kind, operator).unwrap_or(loops.tree);
    let order_free =
        matches!(operator, Operator::Min | Operator::Max | Operator::Minloc | Operator::Maxloc);
    Some(Loops { tree, order_free, code: code(kind, operator) as u16, ..loops })
}

fn real<T: Real>(operator: Operator) -> Option<Loops> {
    match operator {
        Operator::Sum => Some(loops::<T, Sum>()),
        Operator::Prod => Some(loops::<T, Product>()),
        Operator::Min => Some(loops::<T, Minimum>()),
        Operator::Max => Some(loops::<T, Maximum>()),
        _ => None,
    }
}

fn complex<T: Real>(operator: Operator) -> Option<Loops> {
    match operator {
        Operator::Sum => Some(loops::<Complex<T>, ComplexSum>()),
        Operator::Prod => Some(loops::<Complex<T>, ComplexProduct>()),
        _ => None,
    }
}

fn location<V: Real, I: Index>(operator: Operator) -> Option<Loops> {
    match operator {
        Operator::Minloc => Some(loops::<Pair<V, I>, MinLocation>()),
        Operator::Maxloc => Some(loops::<Pair<V, I>, MaxLocation>()),
        _ => None,
    }
}

#[cfg(target_arch = "x86_64")]
fn on_x87(loops: Loops) -> Loops {
    Loops { environment: Environment::VectorAndX87, ..loops }
}

fn loops<T: Element, O: Binary<T>>() -> Loops {
    let unit = Unit::best();
    Loops {
        size: size_of::<T>(),
        data: T::DATA,
        environment: Environment::Vector,
        order_free: false,
        code: 0,
        combine: combine::<T, O>(unit),
        finish: finish::<T>(unit),
        merge: merge::<T, O>(unit),
        tree: row::scalar::tree::<T, O>,
        scalar_tree: row::scalar::tree::<T, O>,
    }
}

autovectorised! {
    combine[T: Element, O: Binary<T>][T, O]
    (left: *const u8, right: *mut u8, n: usize) -> () = combine_rows
}
autovectorised! {
    finish[T: Element][T](row: *mut u8, n: usize) -> () = finish_row
}
autovectorised! {
    merge[T: Element, O: Binary<T>][T, O]
    (left: *const u8, right: *const u8, into: *mut u8, n: usize) -> () = merge_rows
}

#[inline(always)]
unsafe fn combine_rows<T: Element, O: Binary<T>>(left: *const u8, right: *mut u8, n: usize) {
    let (left, right) = (left.cast::<T>(), right.cast::<T>());
    // SAFETY: the caller passes two disjoint, aligned rows of n elements.
    let (left, right) = unsafe { (from_raw_parts(left, n), from_raw_parts_mut(right, n)) };
    for (l, r) in left.iter().zip(right) {
        *r = O::apply(*l, *r);
    }
}

#[inline(always)]
unsafe fn finish_row<T: Element>(row: *mut u8, n: usize) {
    // SAFETY: the caller passes an aligned row of n elements.
    let row = unsafe { from_raw_parts_mut(row.cast::<T>(), n) };
    for element in row {
        *element = element.finished();
    }
}

#[inline(always)]
unsafe fn merge_rows<T: Element, O: Binary<T>>(
    left: *const u8,
    right: *const u8,
    into: *mut u8,
    n: usize,
) {
    let apply = |l: &Anywhere<T>, r: &Anywhere<T>| Anywhere(O::apply(l.0, r.0).finished());
    let (left, right, into) = (left.cast(), right.cast(), into.cast::<Anywhere<T>>());
    // SAFETY: the caller passes two rows of n elements that do not overlap; `into` is one of them
    // or apart from both.
    unsafe {
        let row = |from: *const Anywhere<T>| from_raw_parts(from, n);
        let result = from_raw_parts_mut(into, n);
        if std::ptr::eq(into, left) {
            for (i, r) in result.iter_mut().zip(row(right)) {
                *i = apply(i, r);
            }
        } else if std::ptr::eq(into, right) {
            for (i, l) in result.iter_mut().zip(row(left)) {
                *i = apply(l, i);
            }
        } else {
            for ((i, l), r) in result.iter_mut().zip(row(left)).zip(row(right)) {
                *i = apply(l, r);
            }
        }
    }
}
