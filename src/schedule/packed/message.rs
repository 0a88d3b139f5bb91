//! One packed message: a head of [`HEAD`] bytes, the packed bytes, and one more where that makes
//! them an odd number.

use super::pool::Buffer;
use crate::kernel::sparse::{Codec, Damaged, Packing, SIZES};

/// Bytes in front of the packed ones: how they are packed, the size of an element, how many
/// bytes are behind them, 5 zeros, and the bytes of the plain message, the lowest first.
const HEAD: usize = 16;

/// The codes of both ways of packing.
const CODES: [(Packing, u8); 2] = [(Packing::Bits, 1), (Packing::Indices, 2)];

/// How messages are packed: `SAMEBITS_COMPRESS`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Compression {
    /// Not at all.
    #[default]
    Off,
    /// In that way, wherever it makes them shorter.
    By(Packing),
    /// In the way that makes them shorter, and only where that is by a third or more: else
    /// packing takes longer than it saves (Shan et al. 2019, section V.C, found that with 35 %
    /// of zeros).
    Auto,
}

/// All of them, by name.
const ALL: [(&str, Compression); 4] = [
    ("off", Compression::Off),
    ("bits", Compression::By(Packing::Bits)),
    ("idx", Compression::By(Packing::Indices)),
    ("auto", Compression::Auto),
];

impl Compression {
    /// The names.
    pub fn names() -> Vec<&'static str> {
        ALL.iter().map(|(name, _)| *name).collect()
    }

    /// That of a name.
    pub fn from_text(text: &str) -> Option<Compression> {
        ALL.iter().find(|(name, _)| *name == text).map(|(_, compression)| *compression)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        let named = ALL.iter().find(|(_, compression)| *compression == self);
        named.expect("all have a name").0
    }

    /// How a message is packed, and into how many bytes.
    fn choose(self, codec: &Codec, plain: &[u8]) -> Option<(Packing, usize)> {
        let dense = || self == Compression::Auto && codec.looks_dense(plain);
        if self == Compression::Off || dense() {
            return None;
        }
        let nonzeros = codec.nonzeros(plain);
        let by = |packing| Some((packing, codec.packed(packing, plain.len(), nonzeros)?));
        let (found, most) = match self {
            Compression::By(packing) => (by(packing), plain.len() - 1),
            _ => {
                let both = CODES.iter().filter_map(|(packing, _)| by(*packing));
                (both.min_by_key(|(_, bytes)| *bytes), plain.len() / 3 * 2)
            }
        };
        found.filter(|(_, bytes)| message(*bytes) <= most)
    }
}

/// The bytes of a message of so many packed ones: an odd number.
fn message(packed: usize) -> usize {
    (HEAD + packed) | 1
}

/// The message packed, in a buffer of so many bytes; none where it goes as it is, or where
/// there is no buffer for it.
pub(super) fn pack(
    compression: Compression,
    codec: &Codec,
    plain: &[u8],
    buffer: impl FnOnce(usize) -> Option<Buffer>,
) -> Option<Buffer> {
    let (packing, bytes) = compression.choose(codec, plain)?;
    let mut packed = buffer(message(bytes))?;
    let (head, rest) = packed.split_at_mut(HEAD);
    let (body, behind) = rest.split_at_mut(bytes);
    head.fill(0);
    head[0] = CODES.iter().find(|(known, _)| *known == packing).expect("all have a code").1;
    head[1] = codec.size() as u8;
    head[2] = behind.len() as u8;
    head[8..].copy_from_slice(&(plain.len() as u64).to_le_bytes());
    codec.encode(packing, plain, body);
    behind.fill(0);
    Some(packed)
}

/// Unpacks a message into the room there is; returns how long it was. Whatever bytes these are,
/// nothing else happens.
pub fn unpack(message: &[u8], room: &mut [u8]) -> Result<usize, Damaged> {
    let (head, rest) = message.split_first_chunk::<HEAD>().ok_or(Damaged)?;
    let [code, size, behind, zeros @ ..] = head;
    let (zeros, plain) = zeros.split_at(5);
    let plain = u64::from_le_bytes(*plain.first_chunk().expect("eight bytes"));
    let plain = usize::try_from(plain).map_err(|_| Damaged)?;
    let known = CODES.iter().find(|(_, known)| known == code);
    let (Some((packing, _)), [0, 0, 0, 0, 0]) = (known, zeros) else { return Err(Damaged) };
    let room = room.get_mut(..plain).ok_or(Damaged)?;
    let body = rest.len().checked_sub((*behind).into()).ok_or(Damaged)?;
    if !SIZES.contains(&(*size).into()) || *behind > 1 {
        return Err(Damaged);
    }
    Codec::new((*size).into()).decode(*packing, &rest[..body], room)?;
    Ok(plain)
}
