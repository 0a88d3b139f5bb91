//! One packed message: a head of [`HEAD`] bytes, the packed bytes, and one byte of padding if that
//! makes their number odd.

use super::pool::PackedBuffer;
use samebits_kernel::packing::{Codec, Damaged, Packing, SIZES};

/// Bytes before the packed ones: the packing, the size of an element, the bytes of padding, 5
/// zeros, and the length of the plain message, in little-endian order.
const HEAD: usize = 16;

const CODES: [(Packing, u8); 2] = [(Packing::Bits, 1), (Packing::Indices, 2)];

/// How messages are packed: `SAMEBITS_COMPRESS`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Compression {
    #[default]
    Off,
    /// That way, wherever it makes them shorter.
    By(Packing),
    /// In the way that makes them shortest, and only where it saves a third or more: else packing
    /// takes longer than it saves (Shan et al. 2019, section V.C, found that with 35 % of zeros).
    Auto,
}

const ALL: [(&str, Compression); 4] = [
    ("off", Compression::Off),
    ("bits", Compression::By(Packing::Bits)),
    ("idx", Compression::By(Packing::Indices)),
    ("auto", Compression::Auto),
];

impl Compression {
    pub fn names() -> Vec<&'static str> {
        ALL.iter().map(|(name, _)| *name).collect()
    }

    pub fn from_text(text: &str) -> Option<Compression> {
        ALL.iter().find(|(name, _)| *name == text).map(|(_, compression)| *compression)
    }

    pub fn name(self) -> &'static str {
        let named = ALL.iter().find(|(_, compression)| *compression == self);
        named.expect("all have a name").0
    }

    fn choose(self, codec: &Codec, plain: &[u8]) -> Option<(Packing, usize)> {
        let dense = || self == Compression::Auto && codec.looks_dense(plain);
        if self == Compression::Off || dense() {
            return None;
        }
        let nonzeros = codec.nonzeros(plain);
        let by = |packing| Some((packing, codec.packed(packing, plain.len(), nonzeros)?));
        let (found, max_bytes) = match self {
            Compression::By(packing) => (by(packing), plain.len() - 1),
            _ => {
                let both = CODES.iter().filter_map(|(packing, _)| by(*packing));
                (both.min_by_key(|(_, bytes)| *bytes), plain.len() / 3 * 2)
            }
        };
        found.filter(|(_, bytes)| message_bytes(*bytes) <= max_bytes)
    }
}

/// The bytes of a message with `packed` packed ones: an odd number.
fn message_bytes(packed: usize) -> usize {
    (HEAD + packed) | 1
}

/// The message packed, if that is worthwhile and `buffer` provides one of the length that it asks for.
pub(super) fn pack(
    compression: Compression,
    codec: &Codec,
    plain: &[u8],
    buffer: impl FnOnce(usize) -> Option<PackedBuffer>,
) -> Option<PackedBuffer> {
    let (packing, bytes) = compression.choose(codec, plain)?;
    let mut packed = buffer(message_bytes(bytes))?;
    let (head, rest) = packed.split_at_mut(HEAD);
    let (body, padding) = rest.split_at_mut(bytes);
    head.fill(0);
    head[0] = CODES.iter().find(|row| row.0 == packing).expect("all have a code").1;
    head[1] = codec.size() as u8;
    head[2] = padding.len() as u8;
    head[8..].copy_from_slice(&(plain.len() as u64).to_le_bytes());
    codec.encode(packing, plain, body);
    padding.fill(0);
    Some(packed)
}

/// Unpacks a message into `plain`, and returns how long it is. Any bytes are safe: a message that
/// does not fit or is no packed one is [`Damaged`].
pub fn unpack(message: &[u8], plain: &mut [u8]) -> Result<usize, Damaged> {
    let (head, rest) = message.split_first_chunk::<HEAD>().ok_or(Damaged)?;
    let [code, size, padding, zeros @ ..] = head;
    let (zeros, length) = zeros.split_at(5);
    let length = u64::from_le_bytes(*length.first_chunk().expect("eight bytes"));
    let length = usize::try_from(length).map_err(|_| Damaged)?;
    let row = CODES.iter().find(|row| row.1 == *code);
    let (Some((packing, _)), [0, 0, 0, 0, 0]) = (row, zeros) else { return Err(Damaged) };
    let plain = plain.get_mut(..length).ok_or(Damaged)?;
    let body = rest.len().checked_sub((*padding).into()).ok_or(Damaged)?;
    if !SIZES.contains(&(*size).into()) || *padding > 1 {
        return Err(Damaged);
    }
    Codec::new((*size).into()).decode(*packing, &rest[..body], plain)?;
    Ok(length)
}
