//! MT19937, the Mersenne Twister of Matsumoto and Nishimura, with the two ways of seeding of its authors.

/// Words of the state.
pub const WORDS: usize = 624;
/// Distance between the words that are combined.
const DISTANCE: usize = 397;
/// The matrix of the recurrence.
const MATRIX: u32 = 0x9908_b0df;
const UPPER: u32 = 0x8000_0000;
/// The seed from which seeding by words starts.
const WORDS_SEED: u32 = 19_650_218;

/// The state of a generator.
#[derive(Debug)]
pub struct Mersenne {
    words: [u32; WORDS],
    /// How many words have been given out since they were made.
    used: usize,
}

impl Mersenne {
    /// A state without a seed: seed it before it is used.
    pub const fn new() -> Self {
        Mersenne { words: [0; WORDS], used: WORDS }
    }

    /// Seeds with a number.
    pub fn seed(&mut self, seed: u32) {
        let mut word = seed;
        for (k, slot) in (1..).zip(&mut self.words) {
            *slot = word;
            word = (word ^ word >> 30).wrapping_mul(1_812_433_253).wrapping_add(k);
        }
        self.used = WORDS;
    }

    /// Seeds with some words, at least one.
    pub fn seed_words(&mut self, key: &[u32]) {
        self.seed(WORDS_SEED);
        let mut at = 1;
        let mut turn = |words: &mut [u32; WORDS], factor: u32, change: &dyn Fn(u32, usize) -> u32| {
            let before = words[at - 1];
            words[at] = change(words[at] ^ (before ^ before >> 30).wrapping_mul(factor), at);
            at += 1;
            if at == WORDS {
                words[0] = words[WORDS - 1];
                at = 1;
            }
        };
        for k in 0..WORDS.max(key.len()) {
            let j = k % key.len();
            turn(&mut self.words, 1_664_525, &|word, _| word.wrapping_add(key[j]).wrapping_add(j as u32));
        }
        for _ in 1..WORDS {
            turn(&mut self.words, 1_566_083_941, &|word, at| word.wrapping_sub(at as u32));
        }
        self.words[0] = UPPER;
    }

    /// Exchanges the words, and how many have been given out, with those of another state.
    pub fn exchange(&mut self, words: &mut [u32; WORDS], used: &mut u64) {
        std::mem::swap(&mut self.words, words);
        let other = usize::try_from(*used).unwrap_or(WORDS).min(WORDS);
        *used = std::mem::replace(&mut self.used, other) as u64;
    }

    /// The next 32 bits.
    #[inline(always)]
    pub fn next_word(&mut self) -> u32 {
        if self.used == WORDS {
            self.renew();
        }
        let mut word = self.words[self.used];
        self.used += 1;
        word ^= word >> 11;
        word ^= word << 7 & 0x9d2c_5680;
        word ^= word << 15 & 0xefc6_0000;
        word ^ word >> 18
    }

    /// Makes new words of the old ones.
    #[cold]
    fn renew(&mut self) {
        let twist = |word: u32, next: u32, far: u32| {
            let y = word & UPPER | next & !UPPER;
            far ^ y >> 1 ^ (y & 1).wrapping_neg() & MATRIX
        };
        let words = &mut self.words;
        for k in 0..WORDS - DISTANCE {
            words[k] = twist(words[k], words[k + 1], words[k + DISTANCE]);
        }
        for k in WORDS - DISTANCE..WORDS - 1 {
            words[k] = twist(words[k], words[k + 1], words[k + DISTANCE - WORDS]);
        }
        words[WORDS - 1] = twist(words[WORDS - 1], words[0], words[DISTANCE - 1]);
        self.used = 0;
    }

    /// The next float of at least 0 and less than 1, of 53 bits.
    #[inline(always)]
    pub fn next_double(&mut self) -> f64 {
        let (high, low) = (self.next_word() >> 5, self.next_word() >> 6);
        (f64::from(high) * 67_108_864.0 + f64::from(low)) / 9_007_199_254_740_992.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_authors_words_come_out() {
        let mut state = Mersenne::new();
        state.seed_words(&[0x123, 0x234, 0x345, 0x456]);
        let first: Vec<u32> = (0..5).map(|_| state.next_word()).collect();
        assert_eq!(first, [1_067_595_299, 955_945_823, 477_289_528, 4_107_218_783, 4_228_976_476]);
        state.seed(5489);
        let last = (0..10_000).map(|_| state.next_word()).last();
        assert_eq!(last, Some(4_123_659_995));
    }
}
