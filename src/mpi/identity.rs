//! The element that changes nothing: what an array without elements is reduced to.

use super::datatypes::{Class, Datatype};
use super::family::Handle;
use super::Library;
use crate::kernel::{Format, Kind, Operator};

/// Bytes of the index in MPI's pairs with an int.
const INDEX: usize = 4;

impl Library {
    /// The identity of a predefined operator on a datatype that it is defined on, as
    /// an element of a row, `size` bytes long; none where the operator is the user's.
    pub fn identity(&self, datatype: Handle, op: Handle, size: usize) -> Option<Vec<u8>> {
        let predefined = self.predefined();
        let (_, operator) = predefined.operator(op)?;
        let mut identity = match predefined.datatype(datatype) {
            Some(Datatype { name, class: Class::Associative }) => integer(name, operator, size),
            Some(Datatype { class: Class::Floating(kind), .. }) => floating(kind, operator),
            _ => floating(self.f90_kind(datatype)?, operator),
        }?;
        identity.resize(size, 0);
        Some(identity)
    }
}

/// The identity of an operator on integers, logicals or bytes of a named datatype.
fn integer(name: &str, operator: Operator, size: usize) -> Option<Vec<u8>> {
    let one = || {
        let mut one = vec![0; size];
        one[0] = 1;
        one
    };
    // The largest or smallest number of a type; `least` picks which.
    let extreme = |size: usize, signed: bool, least: bool| {
        let mut number = vec![if least { 0x00 } else { 0xff }; size];
        number[size - 1] ^= if signed { 0x80 } else { 0x00 };
        number
    };
    Some(match operator {
        Operator::Sum | Operator::Lor | Operator::Bor | Operator::Lxor | Operator::Bxor => {
            vec![0; size]
        }
        Operator::Prod | Operator::Land => one(),
        Operator::Band => vec![0xff; size],
        Operator::Min | Operator::Max => extreme(size, is_signed(name), operator == Operator::Max),
        // A tie goes to the lower index.
        Operator::Minloc | Operator::Maxloc => {
            let mut pair = extreme(size - INDEX, true, operator == Operator::Maxloc);
            pair.extend(i32::MAX.to_ne_bytes());
            pair
        }
        Operator::Replace | Operator::NoOp => return None,
    })
}

/// Whether the integers of a predefined datatype have a sign: told by its name. (The MPI
/// libraries' own MPI_MAX does not tell: some compare unsigned longs as signed ones.)
fn is_signed(name: &str) -> bool {
    !name.starts_with("MPI_UNSIGNED") && !name.starts_with("MPI_UINT")
}

/// One and infinity of a format, as the lowest bytes of a number in memory.
fn one_and_infinity(format: Format) -> (u128, u128) {
    match format {
        Format::Half => (0x3c00, 0x7c00),
        Format::Float => (0x3f80_0000, 0x7f80_0000),
        Format::Double => (0x3ff0 << 48, 0x7ff0 << 48),
        Format::LongDouble => (0x3fff << 64 | 1 << 63, 0x7fff << 64 | 1 << 63),
        Format::Quad => (0x3fff << 112, 0x7fff << 112),
    }
}

/// Bytes of a number in memory, and the number of its sign bit.
fn size_and_sign(format: Format) -> (usize, u32) {
    match format {
        Format::Half => (2, 15),
        Format::Float => (4, 31),
        Format::Double => (8, 63),
        Format::LongDouble => (16, 79),
        Format::Quad => (16, 127),
    }
}

/// The identity of an operator on a kind of floating-point elements.
pub fn floating(kind: Kind, operator: Operator) -> Option<Vec<u8>> {
    let format = kind.format();
    let (one, infinity) = one_and_infinity(format);
    let (size, sign) = size_and_sign(format);
    let number = |bits: u128| bits.to_le_bytes()[..size].to_vec();
    let value = match operator {
        Operator::Sum => 0,
        Operator::Prod => one,
        Operator::Min | Operator::Minloc => infinity,
        Operator::Max | Operator::Maxloc => infinity | 1 << sign,
        _ => return None,
    };
    // The imaginary part is zero; a tie goes to the lower index.
    let second = match kind {
        Kind::Real(_) => Vec::new(),
        Kind::Complex(_) => number(0),
        Kind::ValueInt(_) => i32::MAX.to_ne_bytes().to_vec(),
        Kind::ValueReal(_) => number(infinity),
    };
    Some([number(value), second].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{lookup, Kernel};

    /// The identity, combined with numbers of every sort, gives those numbers.
    #[test]
    fn an_identity_changes_nothing() {
        use Operator::{Max, Maxloc, Min, Minloc, Prod, Sum};
        let mut tried = 0;
        for format in [Format::Half, Format::Float, Format::Double, Format::Quad] {
            for kind in [Kind::Real, Kind::Complex, Kind::ValueInt, Kind::ValueReal] {
                for operator in [Sum, Prod, Min, Max, Minloc, Maxloc] {
                    let Some(kernel) = lookup(kind(format), operator) else { continue };
                    changes_nothing(kind(format), operator, &kernel);
                    tried += 1;
                }
            }
        }
        assert_eq!(tried, 4 * (4 + 2) + 3 * (2 + 2));
    }

    fn changes_nothing(kind: Kind, operator: Operator, kernel: &Kernel) {
        let mut identity = floating(kind, operator).unwrap();
        identity.resize(kernel.size, 0);
        let (one, infinity) = one_and_infinity(kind.format());
        let (size, sign) = size_and_sign(kind.format());
        // Numbers in both places, in pairs with an int a small one. (Infinity times
        // zero is no number, nor is -0.0 plus 0.0 what it was.)
        let mut numbers = vec![one, one | 1 << sign, 0, one + 1];
        if operator != Operator::Prod && operator != Operator::Sum {
            numbers.extend([infinity, infinity | 1 << sign, 1 << sign]);
        }
        for &value in &numbers {
            for second in [one, 0] {
                let mut element = value.to_le_bytes()[..size].to_vec();
                element.extend(match kind {
                    Kind::Real(_) => Vec::new(),
                    Kind::ValueInt(_) => 7i32.to_ne_bytes().to_vec(),
                    _ => second.to_le_bytes()[..size].to_vec(),
                });
                element.resize(kernel.size, 0);
                let mut room = [element.clone(), identity.clone()].map(|bytes| {
                    let mut aligned = [0u128; 4];
                    // SAFETY: at most 64 bytes.
                    unsafe {
                        let to = aligned.as_mut_ptr().cast::<u8>();
                        std::ptr::copy_nonoverlapping(bytes.as_ptr(), to, bytes.len());
                    }
                    aligned
                });
                let [left, right] = &mut room;
                // SAFETY: an element at each place.
                unsafe { kernel.combine(left.as_ptr().cast(), right.as_mut_ptr().cast(), 1) };
                let got: Vec<u8> = right.iter().flat_map(|word| word.to_le_bytes()).collect();
                // A product's imaginary zero may have another sign.
                let sum = |bytes: &[u8]| bytes[..kernel.data].to_vec();
                if !matches!((kind, operator), (Kind::Complex(_), Operator::Prod)) {
                    assert_eq!(sum(&got), sum(&element), "{kind:?} {operator:?} {value:x}");
                }
            }
        }
    }
}
