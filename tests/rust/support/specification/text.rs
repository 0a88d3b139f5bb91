//! Elements, kinds and operators as the vectors write them.

use crate::support::oracle;
use samebits_kernel::{Format, Kind, Operator};

const FORMATS: [(Format, &str); 5] = [
    (Format::Half, "half"),
    (Format::Float, "float"),
    (Format::Double, "double"),
    (Format::LongDouble, "extended"),
    (Format::Quad, "quad"),
];

pub const OPERATORS: [(Operator, &str); 6] = [
    (Operator::Sum, "sum"),
    (Operator::Prod, "prod"),
    (Operator::Min, "min"),
    (Operator::Max, "max"),
    (Operator::Minloc, "minloc"),
    (Operator::Maxloc, "maxloc"),
];

fn format_name(format: Format) -> &'static str {
    FORMATS.iter().find(|(known, _)| *known == format).unwrap().1
}

fn format(name: &str) -> Format {
    FORMATS.iter().find(|(_, known)| *known == name).unwrap_or_else(|| panic!("{name}?")).0
}

pub fn type_name(kind: Kind) -> String {
    let name = format_name(kind.format());
    match kind {
        Kind::Real(_) => name.into(),
        Kind::Complex(_) => format!("complex:{name}"),
        Kind::ValueInt(_) => format!("{name}:int"),
        Kind::ValueReal(_) => format!("{name}:{name}"),
    }
}

pub fn kind(name: &str) -> Kind {
    match name.split_once(':') {
        None => Kind::Real(format(name)),
        Some(("complex", of)) => Kind::Complex(format(of)),
        Some((value, "int")) => Kind::ValueInt(format(value)),
        Some((value, _)) => Kind::ValueReal(format(value)),
    }
}

pub fn operator_name(operator: Operator) -> &'static str {
    OPERATORS.iter().find(|(known, _)| *known == operator).unwrap().1
}

pub fn operator(name: &str) -> Operator {
    OPERATORS.iter().find(|(_, known)| *known == name).unwrap_or_else(|| panic!("{name}?")).0
}

/// For each number of an element the bytes that it has in memory, and those that are written.
fn parts(kind: Kind) -> Vec<(usize, usize)> {
    let size = oracle::size(kind.format());
    let number = (size, if kind.format() == Format::LongDouble { 10 } else { size });
    match kind {
        Kind::Real(_) => vec![number],
        Kind::Complex(_) | Kind::ValueReal(_) => vec![number; 2],
        Kind::ValueInt(_) => vec![number, (4, 4)],
    }
}

/// The bytes of an element in memory, without padding at their end.
pub fn bytes(kind: Kind, word: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let words = word.split(',');
    let parts = parts(kind);
    assert_eq!(words.clone().count(), parts.len(), "{word}");
    for (part, (size, written)) in words.zip(parts) {
        assert_eq!(part.len(), 2 * written, "{word}");
        let number = u128::from_str_radix(part, 16).unwrap();
        bytes.extend(&number.to_le_bytes()[..size]);
    }
    bytes
}

/// The element that lies there.
pub fn element(kind: Kind, bytes: &[u8]) -> String {
    let mut from = 0;
    let part = |(size, written): (usize, usize)| -> String {
        let number = &bytes[from..from + written];
        from += size;
        hex(number.iter().rev())
    };
    parts(kind).into_iter().map(part).collect::<Vec<_>>().join(",")
}

/// Two digits a byte.
pub fn hex<'a>(bytes: impl Iterator<Item = &'a u8>) -> String {
    bytes.map(|byte| format!("{byte:02x}")).collect()
}

pub fn from_hex(digits: &str) -> Vec<u8> {
    let byte = |i| u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).unwrap();
    (0..digits.len() / 2).map(byte).collect()
}
