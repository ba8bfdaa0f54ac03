//! Places in text of one byte a character, sixty-four characters at a time: a bit for each, so that most of the text is looked at
//! without a branch for each character.

use std::ops::Range;

const BLOCK: usize = 64;

/// A bit for each character that passes.
#[inline(always)]
fn mask(block: &[u8; BLOCK], passes: impl Fn(u8) -> bool) -> u64 {
    let mut flags = [0u8; BLOCK];
    for (flag, &byte) in flags.iter_mut().zip(block) {
        *flag = u8::from(passes(byte));
    }
    // The product has bit 8 i of its operand at 56 + i.
    let byte_of = |word: &[u8; 8]| u64::from_le_bytes(*word).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    flags.as_chunks::<8>().0.iter().rev().fold(0, |bits, word| bits << 8 | byte_of(word))
}

/// The blocks of a text; the last one, which may be empty, is filled up.
fn blocks(bytes: &[u8], filler: u8) -> impl Iterator<Item = [u8; BLOCK]> + Clone {
    let (whole, rest) = bytes.as_chunks::<BLOCK>();
    let mut last = [filler; BLOCK];
    last[..rest.len()].copy_from_slice(rest);
    whole.iter().copied().chain(std::iter::once(last))
}

/// Places of bits that are set, in masks of blocks in order.
struct Places<I> {
    masks: I,
    base: usize,
    left: u64,
}

impl<I: Iterator<Item = u64>> Places<I> {
    fn new(masks: I) -> Self {
        // The first block comes to 0.
        Places { masks, base: 0usize.wrapping_sub(BLOCK), left: 0 }
    }
}

impl<I: Iterator<Item = u64>> Iterator for Places<I> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.left == 0 {
            self.left = self.masks.next()?;
            self.base = self.base.wrapping_add(BLOCK);
        }
        let place = self.base.wrapping_add(self.left.trailing_zeros() as usize);
        self.left &= self.left - 1;
        Some(place)
    }
}

/// What stands between characters that pass, where that is not empty: how many pieces, and the pieces.
pub fn words(bytes: &[u8], is_white: impl Fn(u8) -> bool + Copy) -> (usize, impl Iterator<Item = Range<usize>>) {
    // What is behind the text is white, so that its last word ends.
    let masks = blocks(bytes, b' ').map(move |block| mask(&block, is_white));
    let mut before = 1;
    let edges = masks.map(move |white| {
        let edges = white ^ (white << 1 | before);
        before = white >> (BLOCK - 1);
        edges
    });
    let count = edges.clone().map(|edges| edges.count_ones() as usize).sum::<usize>() / 2;
    let mut places = Places::new(edges);
    (count, std::iter::from_fn(move || Some(places.next()?..places.next()?)))
}

/// What stands between places of a character: how many pieces, and the pieces.
pub fn between(bytes: &[u8], separator: u8) -> (usize, impl Iterator<Item = Range<usize>>) {
    let masks = blocks(bytes, !separator).map(move |block| mask(&block, |byte| byte == separator));
    let count = masks.clone().map(|places| places.count_ones() as usize).sum::<usize>();
    let (mut from, end) = (0, bytes.len());
    let pieces = Places::new(masks).chain(std::iter::once(end)).map(move |at| {
        let piece = from..at;
        from = at + 1;
        piece
    });
    (count + 1, pieces)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts in which spaces are at all distances, and at the ends.
    fn texts() -> impl Iterator<Item = Vec<u8>> {
        (0..400usize).map(|seed| {
            let length = seed * 3 % 200;
            (0..length).map(|k| if (k * k + seed * k / 3) % (2 + seed % 9) == 0 { b' ' } else { b'x' }).collect()
        })
    }

    #[test]
    fn words_are_what_is_between_spaces() {
        for text in texts() {
            let (count, pieces) = words(&text, |byte| byte == b' ');
            let found: Vec<&[u8]> = pieces.map(|piece| &text[piece]).collect();
            let wanted: Vec<&[u8]> = text.split(|&byte| byte == b' ').filter(|word| !word.is_empty()).collect();
            assert_eq!(found, wanted);
            assert_eq!(count, wanted.len());
        }
    }

    #[test]
    fn pieces_are_between_places() {
        for text in texts() {
            let (count, pieces) = between(&text, b' ');
            let found: Vec<&[u8]> = pieces.map(|piece| &text[piece]).collect();
            let wanted: Vec<&[u8]> = text.split(|&byte| byte == b' ').collect();
            assert_eq!(found, wanted);
            assert_eq!(count, wanted.len());
        }
    }
}
