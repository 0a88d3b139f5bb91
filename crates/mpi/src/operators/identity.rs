//! The identity element of an operator: what an array without elements is reduced to.

use crate::abi::datatypes::{Class, Datatype};
use crate::{abi::family::Handle, Library};
use samebits_kernel::{Format, Kind, Operator};

impl Library {
    /// The identity of a predefined operator on a datatype that it is defined on, in `size` bytes.
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
    // The smallest or the largest number of a type.
    let extreme = |size: usize, signed: bool, smallest: bool| {
        let mut number = vec![if smallest { 0x00 } else { 0xff }; size];
        number[size - 1] ^= if signed { 0x80 } else { 0x00 };
        number
    };
    Some(match operator {
        Operator::Sum | Operator::Lor | Operator::Bor | Operator::Lxor | Operator::Bxor => vec![0],
        Operator::Prod | Operator::Land => vec![1],
        Operator::Band => vec![0xff; size],
        Operator::Min | Operator::Max => extreme(size, is_signed(name), operator == Operator::Max),
        // A tie goes to the lower index.
        Operator::Minloc | Operator::Maxloc => {
            let mut pair = extreme(size - size_of::<i32>(), true, operator == Operator::Maxloc);
            pair.extend(i32::MAX.to_ne_bytes());
            pair
        }
        Operator::Replace | Operator::NoOp => return None,
    })
}

/// By the name: MPI_MAX does not show it, as some libraries compare unsigned longs as signed ones.
fn is_signed(name: &str) -> bool {
    !name.starts_with("MPI_UNSIGNED") && !name.starts_with("MPI_UINT")
}

/// Of a format: bytes, sign bit, one and infinity.
fn encoding(format: Format) -> (usize, u128, u128, u128) {
    match format {
        Format::Half => (2, 1 << 15, 0x3c00, 0x7c00),
        Format::Float => (4, 1 << 31, 0x3f80_0000, 0x7f80_0000),
        Format::Double => (8, 1 << 63, 0x3ff0 << 48, 0x7ff0 << 48),
        Format::LongDouble => (16, 1 << 79, 0x3fff << 64 | 1 << 63, 0x7fff << 64 | 1 << 63),
        Format::Quad => (16, 1 << 127, 0x3fff << 112, 0x7fff << 112),
    }
}

/// The identity of an operator on a kind of floating-point elements.
pub fn floating(kind: Kind, operator: Operator) -> Option<Vec<u8>> {
    let (size, sign, one, infinity) = encoding(kind.format());
    let number = |bits: u128| bits.to_le_bytes()[..size].to_vec();
    let value = match operator {
        Operator::Sum => 0,
        Operator::Prod => one,
        Operator::Min | Operator::Minloc => infinity,
        Operator::Max | Operator::Maxloc => infinity | sign,
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
    use samebits_kernel::{lookup, Kernel};

    /// The identity, combined with all sorts of numbers, results in those numbers.
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
        let identity = floating(kind, operator).unwrap();
        let (size, sign, one, infinity) = encoding(kind.format());
        // Not infinity times zero, which is no number, nor -0.0 plus 0.0, which is 0.0.
        let mut numbers = vec![one, one | sign, 0, one + 1];
        if !matches!(operator, Operator::Prod | Operator::Sum) {
            numbers.extend([infinity, infinity | sign, sign]);
        }
        for &value in &numbers {
            for second in [one, 0] {
                let mut element = value.to_le_bytes()[..size].to_vec();
                element.extend(match kind {
                    Kind::Real(_) => Vec::new(),
                    Kind::ValueInt(_) => 7i32.to_ne_bytes().to_vec(),
                    _ => second.to_le_bytes()[..size].to_vec(),
                });
                let [left, mut right] = [&element, &identity].map(|bytes| {
                    let mut bytes = bytes.clone();
                    bytes.resize(64, 0);
                    let aligned = |at: usize| bytes[at * 16..][..16].try_into().unwrap();
                    [0, 1, 2, 3].map(|at| u128::from_ne_bytes(aligned(at)))
                });
                // SAFETY: an element in each buffer; its first `data` bytes are no padding.
                let got = unsafe {
                    kernel.combine(left.as_ptr().cast(), right.as_mut_ptr().cast(), 1);
                    std::slice::from_raw_parts(right.as_ptr().cast(), kernel.data)
                };
                // A product's imaginary zero may have another sign.
                if !matches!((kind, operator), (Kind::Complex(_), Operator::Prod)) {
                    assert_eq!(element[..kernel.data], *got, "{kind:?} {operator:?} {value:x}");
                }
            }
        }
    }
}
