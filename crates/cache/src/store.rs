//! Where records are found and kept: a folder, memory, or both.

use super::{Folder, put_first};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A few records of bytes under each name.
pub trait Store {
    /// The records under a name, the newest first.
    fn read(&self, name: &str) -> Vec<Vec<u8>>;

    /// Puts a record before those under a name. False where it can't be kept.
    fn add(&self, name: &str, record: Vec<u8>) -> bool;

    /// Whether what is compiled is to be added.
    fn keeps(&self) -> bool {
        true
    }
}

impl Store for Folder {
    fn read(&self, name: &str) -> Vec<Vec<u8>> {
        Folder::read(self, name)
    }

    fn add(&self, name: &str, record: Vec<u8>) -> bool {
        Folder::add(self, name, record)
    }
}

/// Records in memory, which another process can be given.
#[derive(Debug, Default)]
pub struct Memory(Mutex<BTreeMap<String, Vec<Vec<u8>>>>);

impl Memory {
    /// All records with their names; of each name the oldest first, so that adding them elsewhere leads to the same.
    pub fn records(&self) -> Vec<(String, Vec<u8>)> {
        let held = self.held();
        held.iter().flat_map(|(name, all)| all.iter().rev().map(|record| (name.clone(), record.clone()))).collect()
    }

    /// Whether there are no records.
    pub fn is_empty(&self) -> bool {
        self.held().is_empty()
    }

    fn held(&self) -> MutexGuard<'_, BTreeMap<String, Vec<Vec<u8>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store for Memory {
    fn read(&self, name: &str) -> Vec<Vec<u8>> {
        self.held().get(name).cloned().unwrap_or_default()
    }

    fn add(&self, name: &str, record: Vec<u8>) -> bool {
        put_first(self.held().entry(name.to_owned()).or_default(), record);
        true
    }
}

/// What came in memory, before what is in a folder, which alone is added to.
#[derive(Clone, Debug)]
pub struct Layers {
    /// Records that another process gave.
    pub memory: Arc<Memory>,
    /// The folder of the cache; None where nothing is kept.
    pub folder: Option<Folder>,
}

impl Store for Layers {
    fn read(&self, name: &str) -> Vec<Vec<u8>> {
        let mut found = self.memory.read(name);
        found.extend(self.folder.iter().flat_map(|folder| folder.read(name)));
        found
    }

    fn add(&self, name: &str, record: Vec<u8>) -> bool {
        self.folder.as_ref().is_some_and(|folder| folder.add(name, record))
    }

    fn keeps(&self) -> bool {
        self.folder.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_comes_before_the_folder() {
        let place = tempfile::tempdir().expect("a folder for the test");
        let layers = Layers { memory: Arc::default(), folder: Some(Folder::new(place.path(), 1 << 20)) };
        assert!(layers.keeps() && layers.add("f", vec![1]));
        assert!(layers.memory.records().is_empty());
        layers.memory.add("f", vec![2]);
        assert_eq!(layers.read("f"), [vec![2], vec![1]]);
        let without = Layers { folder: None, ..layers };
        assert!(!without.keeps() && !without.add("f", vec![3]));
        assert_eq!(without.read("f"), [vec![2]]);
    }

    #[test]
    fn records_move_to_another_memory_in_order() {
        let (first, second) = (Memory::default(), Memory::default());
        for number in 1..4 {
            first.add("f", vec![number]);
        }
        first.add("g", vec![9]);
        for (name, record) in first.records() {
            second.add(&name, record);
        }
        assert_eq!(second.read("f"), [[3], [2], [1]]);
        assert_eq!(second.read("g"), [[9]]);
    }
}
