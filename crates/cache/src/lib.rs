//! Files of the cache: a few records of bytes under a name, in a folder.
//!
//! A file is written whole beside its place and then moved there, so that readers see an old or a new one, never a part. Each record
//! carries a checksum of itself and of the file's name; what is damaged, or a file that was put in the place of another, is as if it were
//! not there. Nothing here is ever an error for the program: where a file can't be read there is nothing in the cache, and where it can't
//! be written nothing is kept.

mod store;

pub use store::{Layers, Memory, Store};

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// First bytes of a file. The number changes with the form of files.
const MAGIC: &[u8; 8] = b"COLUBER2";

/// Records that a file keeps, the newest first.
const MOST_RECORDS: usize = 8;

/// How the names of files end.
const SUFFIX: &str = ".coluber";

/// A file that is read is marked as used when that was not done for so long.
const USED_FOR: Duration = Duration::from_secs(24 * 60 * 60);

/// Larger files are none of ours.
const MOST_BYTES: u64 = 1 << 30;

const CHECKSUM: usize = 32;

/// A folder with cache files.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    limit: u64,
}

impl Folder {
    /// The folder with this path, for so many bytes; it is made when something is first written. Where files have more bytes than
    /// that, those go that were not used for longest.
    pub fn new(path: impl Into<PathBuf>, limit: u64) -> Self {
        Folder { path: path.into(), limit }
    }

    /// The records under a name, the newest first.
    fn read(&self, name: &str) -> Vec<Vec<u8>> {
        self.bytes(&self.file(name)).map(|bytes| records(name, &bytes)).unwrap_or_default()
    }

    /// What stands in a file, unless it is none of ours. What is looked at is the file that is read, not what has its name by then.
    fn bytes(&self, path: &Path) -> Option<Vec<u8>> {
        // A pipe would keep whoever opens it.
        let mut file = fs::metadata(path).is_ok_and(|found| found.is_file()).then(|| fs::File::open(path))?.ok()?;
        let found = file.metadata().ok()?;
        if !found.is_file() || found.len() > MOST_BYTES || !self.trusts(&found) {
            return None;
        }
        mark_as_used(path, &found);
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).ok()?;
        Some(bytes)
    }

    /// Whether a file belongs to the user, the system or whom the folder belongs to: its code will run. Others may be allowed to write
    /// into the folder.
    #[cfg(unix)]
    fn trusts(&self, file: &fs::Metadata) -> bool {
        use std::os::unix::fs::MetadataExt;
        let owner = file.uid();
        owner == rustix::process::geteuid().as_raw()
            || owner == rustix::process::Uid::ROOT.as_raw()
            || fs::metadata(&self.path).is_ok_and(|folder| owner == folder.uid())
    }

    #[cfg(not(unix))]
    fn trusts(&self, _: &fs::Metadata) -> bool {
        true
    }

    /// Puts a record before those under a name. False where it can't be written.
    fn add(&self, name: &str, record: Vec<u8>) -> bool {
        let mut all = self.read(name);
        put_first(&mut all, record);
        let written = self.write(name, &all).is_ok();
        self.prune(name);
        written
    }

    /// The only record under a name.
    pub fn only(&self, name: &str) -> Option<Vec<u8>> {
        self.read(name).into_iter().next()
    }

    /// Makes a record the only one under a name. False where it can't be written. How much is in the folder is looked at after one of some
    /// hundred records only, which the record itself decides: it may hold many files.
    pub fn put(&self, name: &str, record: Vec<u8>) -> bool {
        let is_chosen = checksum(name, &record).as_bytes()[0] == 0;
        let written = self.write(name, &[record]).is_ok();
        if is_chosen {
            self.prune(name);
        }
        written
    }

    /// Removes files until the others have half as many bytes as there is room for; the one that was just written stays.
    fn prune(&self, newest: &str) {
        let mut files = self.files();
        let mut total: u64 = files.iter().map(|file| file.bytes).sum();
        if total <= self.limit {
            return;
        }
        files.sort_by_key(|file| file.used);
        for file in files.iter().filter(|file| !file.path.ends_with(newest)) {
            if total <= self.limit / 2 {
                break;
            }
            if fs::remove_file(&file.path).is_ok() {
                total -= file.bytes;
            }
        }
    }

    fn files(&self) -> Vec<Entry> {
        let Ok(entries) = fs::read_dir(&self.path) else { return Vec::new() };
        let ours = entries.flatten().filter(|entry| entry.file_name().to_string_lossy().ends_with(SUFFIX));
        ours.filter_map(|entry| {
            let found = entry.metadata().ok()?;
            Some(Entry { path: entry.path(), bytes: found.len(), used: found.modified().ok()? })
        })
        .collect()
    }

    fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    fn write(&self, name: &str, records: &[Vec<u8>]) -> std::io::Result<()> {
        make_private(&self.path)?;
        let mut file = tempfile::Builder::new().prefix(".coluber-").tempfile_in(&self.path)?;
        file.write_all(MAGIC)?;
        for record in records {
            file.write_all(checksum(name, record).as_bytes())?;
            file.write_all(&(record.len() as u64).to_le_bytes())?;
            file.write_all(record)?;
        }
        file.persist(self.file(name)).map(drop).map_err(|error| error.error)
    }
}

/// Puts a record before others; the oldest go where there are too many.
fn put_first(records: &mut Vec<Vec<u8>>, record: Vec<u8>) {
    records.retain(|known| *known != record);
    records.insert(0, record);
    records.truncate(MOST_RECORDS);
}

/// A file of the cache.
struct Entry {
    path: PathBuf,
    bytes: u64,
    used: SystemTime,
}

/// Sets the time of a file that is used again. Where that can't be done it stays as it is.
fn mark_as_used(path: &Path, found: &fs::Metadata) {
    let now = SystemTime::now();
    let is_recent = found.modified().is_ok_and(|time| now.duration_since(time).is_ok_and(|age| age < USED_FOR));
    if !is_recent {
        let _ = fs::File::options().append(true).open(path).and_then(|file| file.set_modified(now));
    }
}

/// Makes a folder of the user alone, unless it is there. The interpreter's own folders beside sources are as it makes them.
fn make_private(path: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    if path.file_name().is_none_or(|name| name != "__pycache__") {
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    }
    builder.create(path)
}

/// The checksum of a record in a file with a name: code of another function is no code of this one.
fn checksum(name: &str, record: &[u8]) -> blake3::Hash {
    blake3::Hasher::new().update(name.as_bytes()).update(&[0]).update(record).finalize()
}

/// The records of a file with a name, up to the first that is damaged.
fn records(name: &str, bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    let Some(mut rest) = bytes.strip_prefix(MAGIC) else { return found };
    while let Some((record, after)) = first_record(name, rest) {
        found.push(record.to_vec());
        rest = after;
    }
    found
}

fn first_record<'a>(name: &str, bytes: &'a [u8]) -> Option<(&'a [u8], &'a [u8])> {
    let (expected, rest) = bytes.split_at_checked(CHECKSUM)?;
    let (length, rest) = rest.split_first_chunk()?;
    let (record, rest) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
    (checksum(name, record).as_bytes() == expected).then_some((record, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> (tempfile::TempDir, Folder) {
        let place = tempfile::tempdir().expect("a folder for the test");
        let folder = Folder::new(place.path().join("inner"), 1 << 20);
        (place, folder)
    }

    #[test]
    fn records_come_back_the_newest_first() {
        let (_place, folder) = folder();
        assert!(folder.read("f").is_empty());
        for number in [1u8, 2, 3, 2] {
            assert!(folder.add("f", vec![number; 10]));
        }
        assert_eq!(folder.read("f"), [vec![2; 10], vec![3; 10], vec![1; 10]]);
        assert!(folder.read("g").is_empty());
        for number in 0..20 {
            folder.add("f", vec![number]);
        }
        assert_eq!(folder.read("f").len(), MOST_RECORDS);
    }

    #[test]
    fn damage_is_absence() {
        let (_place, folder) = folder();
        folder.add("f", vec![1; 100]);
        folder.add("f", vec![2; 100]);
        let good = fs::read(folder.file("f")).expect("written");
        for position in 0..good.len() {
            let mut bad = good.clone();
            bad[position] ^= 0x40;
            fs::write(folder.file("f"), &bad).expect("writable");
            let found = folder.read("f");
            assert!(found.len() < 2 && found.iter().all(|record| *record == vec![2; 100]), "byte {position}");
        }
        for length in 0..good.len() {
            fs::write(folder.file("f"), &good[..length]).expect("writable");
            assert!(folder.read("f").len() < 2);
        }
        assert!(folder.add("f", vec![3]));
        assert_eq!(folder.read("f"), [vec![3], vec![2; 100]]);
    }

    /// Only the system's user can give files away; others have nothing to test here.
    #[cfg(unix)]
    #[test]
    fn the_code_of_strangers_is_absent() {
        let (_place, folder) = folder();
        folder.add("f", vec![1; 100]);
        if !rustix::process::geteuid().is_root() {
            return;
        }
        std::os::unix::fs::chown(folder.file("f"), Some(12345), None).expect("root's right");
        assert!(folder.read("f").is_empty());
        std::os::unix::fs::chown(&folder.path, Some(12345), None).expect("root's right");
        assert_eq!(folder.read("f"), [vec![1; 100]]);
    }

    #[test]
    fn a_file_in_the_place_of_another_is_damage() {
        let (_place, folder) = folder();
        folder.add("f", vec![1; 100]);
        fs::copy(folder.file("f"), folder.file("g")).expect("writable");
        assert!(folder.read("g").is_empty());
        assert_eq!(folder.read("f"), [vec![1; 100]]);
    }

    #[test]
    fn what_was_not_used_for_longest_goes() {
        let (place, _) = folder();
        let folder = Folder::new(place.path().join("inner"), 10_000);
        let day = Duration::from_secs(24 * 60 * 60);
        for number in 0..10u8 {
            let name = format!("f{number}.coluber");
            assert!(folder.add(&name, vec![number; 900]));
            let file = fs::File::options().append(true).open(folder.file(&name)).expect("written");
            file.set_modified(SystemTime::now() - day * u32::from(20 - number)).expect("our file");
        }
        fs::write(folder.file("other"), [0; 20_000]).expect("writable");
        assert_eq!(folder.read("f0.coluber").len(), 1);
        assert!(folder.add("f10.coluber", vec![10; 900]));
        let left: Vec<u8> = (0..11).filter(|number| !folder.read(&format!("f{number}.coluber")).is_empty()).collect();
        assert_eq!(left, [0, 7, 8, 9, 10]);
        assert!(folder.file("other").exists());
    }

    #[test]
    fn there_is_one_record_of_those_that_are_put() {
        let (_place, folder) = folder();
        assert_eq!(folder.only("f"), None);
        assert!(folder.put("f", vec![1; 10]) && folder.put("f", vec![2; 10]));
        assert_eq!(folder.only("f"), Some(vec![2; 10]));
        assert_eq!(folder.read("f").len(), 1);
    }

    #[test]
    fn a_full_folder_is_emptied_sometimes() {
        let (place, _) = folder();
        let folder = Folder::new(place.path().join("inner"), 10_000);
        for number in 0..2000u32 {
            let name = format!("f{number}.coluber");
            assert!(folder.put(&name, number.to_le_bytes().to_vec()));
        }
        assert!(folder.files().len() < 2000);
    }

    #[test]
    fn a_place_that_cannot_be_written_is_no_error() {
        let (place, _) = folder();
        let file = place.path().join("file");
        fs::write(&file, b"").expect("writable");
        let folder = Folder::new(file.join("below"), 1 << 20);
        assert!(!folder.add("f", vec![1]));
        assert!(folder.read("f").is_empty());
    }
}
