//! How the keys of dicts are hashed and compared, by their type.

use crate::host_hash::HostHash;
use crate::items::{ItemType, Order, mixed, unmixed};
use coluber_types::by_id::ById;
use coluber_types::containers::{is_own_key, key_words};

/// How keys of a type are found: those that are made of words without a detour.
pub enum Keys {
    Words(usize),
    Text,
    Ordered(Order),
    /// By compiled code alone.
    Own,
}

/// What is known of the keys of a type.
pub struct KeyType {
    /// How they are found.
    pub find: Keys,
    /// How the host hashes them.
    host: Host,
}

/// How the host's hash of a key is found.
enum Host {
    /// From the key.
    Key(HostHash),
    /// From the mark of its entry: compiled code has computed it.
    Mark,
    Unknown,
}

impl KeyType {
    /// Whether the hashes that the host has for such keys can be told.
    #[inline]
    pub fn has_host_hash(&self) -> bool {
        !matches!(self.host, Host::Unknown)
    }

    /// Whether it takes long to compute the host's hash of a key.
    pub fn is_long_to_hash(&self) -> bool {
        matches!(self.host, Host::Key(_)) && !matches!(self.find, Keys::Words(_))
    }

    /// The host's hash of a key, whose entry has a mark. 0 where it can't be told.
    ///
    /// # Safety
    /// The address is that of a live key of the type.
    #[inline]
    pub unsafe fn host_hash(&self, mark: u64, key: *const u8) -> i64 {
        match &self.host {
            // SAFETY: promised by the caller.
            Host::Key(host) => unsafe { host.hash(key) },
            Host::Mark => hash_of(mark),
            Host::Unknown => 0,
        }
    }
}

static KEYS: ById<KeyType> = ById::new();

/// How keys of a type are found; None when they can't be.
pub fn keys_of(key: ItemType) -> Option<&'static KeyType> {
    let id = key.ty.id();
    if let Some(known) = KEYS.get(id) {
        return Some(known);
    }
    let find = match key_words(key.ty) {
        Some(words) => Keys::Words(words),
        None => match Order::of(key.ty) {
            Some(Order::Text) => Keys::Text,
            Some(order) => Keys::Ordered(order),
            None if is_own_key(key.ty) => Keys::Own,
            None => return None,
        },
    };
    let host = match HostHash::of(key.ty) {
        _ if is_own_key(key.ty) => Host::Mark,
        Some(host) => Host::Key(host),
        None => Host::Unknown,
    };
    // Types live for ever, and so does what is known of them.
    Some(KEYS.set(id, Box::leak(Box::new(KeyType { find, host }))))
}

/// Turns a hash, so that the one whose mark would be 0 is none that programs use.
const TURN: u64 = 0x5851_f42d_4c95_7f2d;

/// The mark of entries whose keys have a hash that compiled code computed.
pub fn mark_of(hash: i64) -> u64 {
    mixed(hash.cast_unsigned() ^ TURN).max(1)
}

/// The hash of such entries.
fn hash_of(mark: u64) -> i64 {
    (unmixed(mark) ^ TURN).cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_tell_their_hashes() {
        for hash in [0, 1, -2, i64::MAX, i64::MIN, 1 << 40] {
            assert_ne!(mark_of(hash), 0);
            assert_eq!(hash_of(mark_of(hash)), hash);
        }
    }
}
