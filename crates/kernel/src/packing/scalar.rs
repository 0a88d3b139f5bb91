//! Packs one element at a time: for every size, and the reference for vectors.

/// The positions of the bits that are set, from the lowest.
pub fn set_bits(byte: u8) -> impl Iterator<Item = usize> {
    let mut rest = byte;
    std::iter::from_fn(move || {
        let lowest = (rest != 0).then(|| rest.trailing_zeros() as usize);
        rest &= rest.wrapping_sub(1);
        lowest
    })
}

/// Writes a bit for each whole element of the row: whether it is not zero.
#[inline(always)]
pub fn find(size: usize, row: &[u8], bitmap: &mut [u8]) {
    let mut elements = row.chunks_exact(size);
    for bits in bitmap {
        *bits = 0;
        for (i, element) in elements.by_ref().take(8).enumerate() {
            let any = element.iter().fold(0, |any, byte| any | byte);
            *bits |= u8::from(any != 0) << i;
        }
    }
}

/// Moves the elements together whose bits are set; they fit.
#[inline(always)]
pub fn pack(size: usize, row: &[u8], bitmap: &[u8], into: &mut [u8]) {
    let mut places = into.chunks_exact_mut(size);
    for (elements, bits) in row.chunks(8 * size).zip(bitmap) {
        for i in set_bits(*bits) {
            let place = places.next().expect("room for all elements");
            place.copy_from_slice(&elements[i * size..][..size]);
        }
    }
}

/// Fills the row with the elements whose bits are set, and zeros.
#[inline(always)]
pub fn unpack(size: usize, packed: &[u8], bitmap: &[u8], row: &mut [u8]) {
    let mut elements = packed.chunks_exact(size);
    for (places, bits) in row.chunks_mut(8 * size).zip(bitmap) {
        places.fill(0);
        for i in set_bits(*bits) {
            let element = elements.next().expect("as many elements as bits");
            places[i * size..][..size].copy_from_slice(element);
        }
    }
}
