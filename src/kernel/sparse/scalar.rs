//! Packs one element at a time: right for every size, and what the vector units are held to.

/// Calls a body with the size of elements as a constant, for the usual ones.
macro_rules! by_size {
    ($body:ident($row:expr, $size:expr, $($argument:expr),*)) => {
        match $size {
            4 => $body($row, 4, $($argument),*),
            8 => $body($row, 8, $($argument),*),
            16 => $body($row, 16, $($argument),*),
            size => $body($row, size, $($argument),*),
        }
    };
}

/// The number of the lowest bit that is set, and of the next ones.
pub(super) fn set_bits(byte: u8) -> impl Iterator<Item = usize> {
    let mut rest = byte;
    std::iter::from_fn(move || {
        let lowest = (rest != 0).then(|| rest.trailing_zeros() as usize);
        rest &= rest.wrapping_sub(1);
        lowest
    })
}

/// Writes a bit for each whole element of the row: whether it is other than zero.
pub fn find(row: &[u8], size: usize, bitmap: &mut [u8]) {
    by_size!(find_body(row, size, bitmap));
}

#[inline(always)]
fn find_body(row: &[u8], size: usize, bitmap: &mut [u8]) {
    let mut elements = row.chunks_exact(size);
    for bits in bitmap {
        *bits = 0;
        for (i, element) in elements.by_ref().take(8).enumerate() {
            let any = element.iter().fold(0, |any, byte| any | byte);
            *bits |= u8::from(any != 0) << i;
        }
    }
}

/// Moves the elements together whose bits are set; there is room for them.
pub fn pack(row: &[u8], size: usize, bitmap: &[u8], into: &mut [u8]) {
    by_size!(pack_body(row, size, bitmap, into));
}

#[inline(always)]
fn pack_body(row: &[u8], size: usize, bitmap: &[u8], into: &mut [u8]) {
    let mut places = into.chunks_exact_mut(size);
    for (elements, bits) in row.chunks(8 * size).zip(bitmap) {
        for i in set_bits(*bits) {
            let place = places.next().expect("room for all elements");
            place.copy_from_slice(&elements[i * size..][..size]);
        }
    }
}

/// Fills the row with the elements whose bits are set, and zeros.
pub fn spread(packed: &[u8], size: usize, bitmap: &[u8], row: &mut [u8]) {
    by_size!(spread_body(packed, size, bitmap, row));
}

#[inline(always)]
fn spread_body(packed: &[u8], size: usize, bitmap: &[u8], row: &mut [u8]) {
    let mut elements = packed.chunks_exact(size);
    for (places, bits) in row.chunks_mut(8 * size).zip(bitmap) {
        places.fill(0);
        for i in set_bits(*bits) {
            let element = elements.next().expect("as many elements as bits");
            places[i * size..][..size].copy_from_slice(element);
        }
    }
}
