//! Which references can move instead of being taken anew.

use super::provenance::{Leaf, Provenance};
use coluber_ir::Value;
use smallvec::SmallVec;

/// How references for some values are handed over.
pub(super) struct Transfer {
    /// The values that must be retained first.
    pub retain: SmallVec<[Value; 4]>,
    /// The roots whose references move; they are not released.
    pub moved: SmallVec<[usize; 4]>,
}

/// Hands references for `values` over, while the roots `dying` end. A root moves when each of its owners is in one of the values
/// and all owners of these values are provided in this way; so it takes part in nothing or gives all.
pub(super) fn transfer(provenance: &Provenance, values: &[Value], dying: &[usize]) -> Transfer {
    let mut candidates: SmallVec<[u32; 4]> = SmallVec::new();
    for &value in values {
        for leaf in &provenance.info(value).leaves {
            if let &Leaf::Root(root, _) = leaf
                && dying.contains(&(root as usize))
                && !candidates.contains(&root)
            {
                candidates.push(root);
            }
        }
    }
    loop {
        let attempt = Attempt::new(provenance, values, &candidates);
        let before = candidates.len();
        candidates.retain(|root| attempt.gives_all(provenance, *root));
        if candidates.len() == before {
            return attempt.finish(candidates);
        }
    }
}

struct Attempt<'v> {
    values: &'v [Value],
    /// Whether all owners of each value are provided.
    covered: SmallVec<[bool; 4]>,
    /// The owners of roots that are used, and by which value.
    taken: SmallVec<[(u32, u32, usize); 4]>,
}

impl<'v> Attempt<'v> {
    fn new(provenance: &Provenance, values: &'v [Value], candidates: &[u32]) -> Self {
        let mut attempt = Attempt { values, covered: SmallVec::new(), taken: SmallVec::new() };
        for (k, &value) in values.iter().enumerate() {
            let mut covered = true;
            for leaf in &provenance.info(value).leaves {
                covered &= match *leaf {
                    Leaf::Null => true,
                    Leaf::Root(root, index) => candidates.contains(&root) && attempt.take(root, index, k),
                    Leaf::Other => false,
                };
            }
            attempt.covered.push(covered);
        }
        attempt
    }

    fn take(&mut self, root: u32, index: u32, by: usize) -> bool {
        let free = !self.taken.iter().any(|&(r, i, _)| (r, i) == (root, index));
        if free {
            self.taken.push((root, index, by));
        }
        free
    }

    /// Whether each owner of the root went to a value that is covered.
    fn gives_all(&self, provenance: &Provenance, root: u32) -> bool {
        let owners = provenance.info(provenance.roots[root as usize].value).leaves.len();
        let given = self.taken.iter().filter(|&&(r, _, by)| r == root && self.covered[by]).count();
        given == owners
    }

    fn finish(self, candidates: SmallVec<[u32; 4]>) -> Transfer {
        let uncovered = self.values.iter().zip(&self.covered).filter(|&(_, covered)| !covered);
        Transfer {
            retain: uncovered.map(|(&value, _)| value).collect(),
            moved: candidates.into_iter().map(|r| r as usize).collect(),
        }
    }
}
