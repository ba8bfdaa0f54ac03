//! A table of addresses by number, which is read without a lock.

use std::sync::OnceLock;

/// Numbers below this have their place in the table itself: most that a program asks for at run time.
const NEAR: usize = 512;

/// Numbers on the first page; each page has twice as many as the one before.
const FIRST: usize = 64;
const PAGES: usize = 26;

/// Addresses of what lives for ever, by small numbers. Pages are never moved, so that readers need no lock.
pub struct ById<T: 'static> {
    near: [OnceLock<&'static T>; NEAR],
    pages: [OnceLock<Box<[OnceLock<&'static T>]>>; PAGES],
}

impl<T> ById<T> {
    /// Without entries.
    pub const fn new() -> Self {
        ById { near: [const { OnceLock::new() }; NEAR], pages: [const { OnceLock::new() }; PAGES] }
    }

    /// The page of a number, and where on it the number is.
    fn place(id: u32) -> (usize, usize) {
        let at = id as usize + FIRST;
        let page = (at / FIRST).ilog2() as usize;
        (page, at - (FIRST << page))
    }

    /// What has the number.
    #[inline]
    pub fn get(&self, id: u32) -> Option<&'static T> {
        match self.near.get(id as usize) {
            Some(near) => near.get().copied(),
            None => self.get_far(id),
        }
    }

    #[cold]
    #[inline(never)]
    fn get_far(&self, id: u32) -> Option<&'static T> {
        let (page, at) = Self::place(id);
        self.pages.get(page)?.get()?.get(at)?.get().copied()
    }

    /// Gives the number to something, unless it has been given; returns what has it then. The number is below 2^31.
    pub fn set(&self, id: u32, value: &'static T) -> &'static T {
        if let Some(near) = self.near.get(id as usize) {
            return near.get_or_init(|| value);
        }
        let (page, at) = Self::place(id);
        let cells = self.pages[page].get_or_init(|| (0..FIRST << page).map(|_| OnceLock::new()).collect());
        cells[at].get_or_init(|| value)
    }
}

impl<T> Default for ById<T> {
    fn default() -> Self {
        ById::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_has_a_place_of_its_own() {
        static TABLE: ById<u32> = ById::new();
        let numbers = [0, 1, 63, 511, 512, 513, 1000, 3000, 1 << 20];
        assert!(TABLE.get(3).is_none() && TABLE.get(u32::MAX).is_none());
        for id in numbers {
            TABLE.set(id, Box::leak(Box::new(id)));
        }
        assert!(numbers.iter().all(|id| TABLE.get(*id) == Some(id)));
        assert_eq!(*TABLE.set(63, &7), 63, "the first one stays");
        assert!(TABLE.get(62).is_none());
    }
}
