//! Machine code of functions without `cache=True`, kept on disk under the LLVM IR that it was made of: a program that runs again waits for
//! the types of its functions, not for LLVM.
//!
//! The key is all that LLVM is given, so that code is right by construction; how it came about does not matter. What is different in each
//! process is not in it: the code is portable, and its symbols have a tag that is replaced when it is linked.

use crate::settings::ObjectFolder;
use coluber_cache::Folder;
use coluber_codegen::Objects;

/// The folder as code generation sees it.
pub(crate) struct KeptObjects<'a> {
    version: &'a str,
    folder: Folder,
}

impl<'a> KeptObjects<'a> {
    /// What is kept in a folder.
    pub fn of(settings: &'a ObjectFolder) -> Self {
        KeptObjects { version: &settings.version, folder: Folder::new(&settings.path, settings.limit) }
    }

    fn name(&self, made_of: &[u8]) -> String {
        let sum = blake3::Hasher::new().update(self.version.as_bytes()).update(&[0]).update(made_of).finalize();
        format!("{}.coluber", sum.to_hex())
    }
}

impl Objects for KeptObjects<'_> {
    fn find(&self, made_of: &[u8]) -> Option<Vec<u8>> {
        self.folder.only(&self.name(made_of))
    }

    fn keep(&self, made_of: &[u8], object: &[u8]) {
        self.folder.put(&self.name(made_of), object.to_vec());
    }
}
