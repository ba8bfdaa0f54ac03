//! What is reported: the kind, the element, the lines, the threads and the block.

use super::block::{At, BlockCheck};
use super::shadow::{How, Mark};
use coluber_abi::check::{MAX_AXES, Site};
use coluber_runtime::checks::Access;
use std::fmt::Write;

/// Makes texts.
pub(super) struct Report<'c> {
    pub sites: &'c [&'static str],
    pub block: &'c BlockCheck,
    /// Extent of the grid in blocks.
    pub blocks: [u32; 3],
}

/// Threads that are told one by one.
const FEW: usize = 3;

impl Report<'_> {
    /// Two accesses that nothing orders.
    pub fn race(&self, old: &Mark, new: &Mark, access: &Access, shared: bool) -> String {
        let element = element(access, shared);
        let (first, second) = (self.deed(old), self.deed(new));
        if old.block == new.block {
            let block = self.block_index(new.block);
            return format!(
                "race on {element}: {first}, {second}, both of block {block}, and no barrier is between them"
            );
        }
        let [a, b] = [old, new].map(|mark| self.block_index(mark.block));
        format!("race on {element}: {first} of block {a}, {second} of block {b}, and nothing orders the blocks")
    }

    /// A read of shared memory that nothing wrote.
    pub fn unwritten(&self, new: &Mark, access: &Access) -> String {
        let (element, deed) = (element(access, true), self.deed(new));
        let block = self.block_index(new.block);
        format!("read of shared memory that nothing wrote: {element}, {deed} of block {block}")
    }

    /// A barrier that a part of the threads does not come to.
    pub fn apart(&self) -> String {
        let block = self.block_index(self.block.number);
        format!("barrier that not all threads of block {block} come to: {}", self.positions())
    }

    /// A barrier of the grid that another block does not come to.
    pub fn blocks_apart(&self, ended: u32) -> String {
        let [waiting, ended] = [self.block.number, ended].map(|block| self.block_index(block));
        let positions = self.positions();
        format!(
            "barrier of the grid that not all blocks come to: of block {waiting}, {positions}; block {ended} has ended"
        )
    }

    /// Threads that wait for each other.
    pub fn stuck(&self) -> String {
        let block = self.block_index(self.block.number);
        format!(
            "threads of block {block} wait for each other: not all of them come to the same barrier: {}",
            self.positions()
        )
    }

    /// Where the threads are that wait or have ended.
    fn positions(&self) -> String {
        let mut groups: Vec<(At, u16, Vec<u32>)> = Vec::new();
        for (number, thread) in (0..).zip(&self.block.threads).filter(|(_, thread)| thread.at != At::Running) {
            match groups.iter_mut().find(|(at, site, _)| (*at, *site) == (thread.at, thread.site)) {
                Some((.., members)) => members.push(number),
                None => groups.push((thread.at, thread.site, vec![number])),
            }
        }
        let told: Vec<String> = groups.iter().map(|(at, site, members)| self.position(*at, *site, members)).collect();
        told.join("; ")
    }

    fn position(&self, at: At, site: u16, members: &[u32]) -> String {
        let few = if members.len() > FEW { 1 } else { members.len() };
        let names: Vec<String> = members[..few].iter().map(|&thread| self.thread_index(thread)).collect();
        let mut text = format!("thread{} {}", if members.len() > 1 { "s" } else { "" }, names.join(", "));
        if members.len() > few {
            // Writing to a string does not fail.
            let _ = write!(text, " and {} more", members.len() - few);
        }
        let [one, many] = match at {
            At::Running => ["is on its way behind", "are on their way behind"],
            At::Barrier => ["is at the barrier of", "are at the barrier of"],
            At::Grid => ["is at the barrier of the grid of", "are at the barrier of the grid of"],
            At::Warp => ["waits for lanes of its warp at", "wait for lanes of their warps at"],
            At::Ended => ["has ended at", "have ended at"],
        };
        let verb = if members.len() > 1 { many } else { one };
        format!("{text} {verb} {}", self.place(site))
    }

    fn deed(&self, mark: &Mark) -> String {
        let how = match mark.how {
            How::Read => "read",
            How::Write => "write",
            How::Atomic => "atomic change",
        };
        format!("{how} at {} by thread {}", self.place(mark.site), self.thread_index(mark.thread.into()))
    }

    fn place(&self, site: u16) -> String {
        let site = Site::decode(self.sites.get(site as usize).copied().unwrap_or_default());
        let function = site.function.rsplit('.').next().unwrap_or_default();
        match site.line {
            0 => format!("an unknown line of {function}"),
            line => format!("line {line} of {function}"),
        }
    }

    fn thread_index(&self, thread: u32) -> String {
        format!("{:?}", self.block.index(thread))
    }

    fn block_index(&self, block: u32) -> String {
        let [x, y] = [self.blocks[0], self.blocks[1]].map(u64::from);
        let block = u64::from(block);
        format!("{:?}", [block % x, block / x % y, block / (x * y)])
    }
}

/// What is touched.
fn element(access: &Access, shared: bool) -> String {
    let site = Site::decode(access.site);
    let memory = if shared { "shared" } else { "global" };
    let axes = site.axes;
    let mut indices: Vec<String> = access.indices[..axes.min(MAX_AXES)].iter().map(i64::to_string).collect();
    if axes > MAX_AXES {
        indices.push("...".to_owned());
    }
    let indices = if axes == 0 { String::new() } else { format!("[{}]", indices.join(", ")) };
    match (&*site.array, site.view) {
        ("", _) if axes == 0 => format!("an element in {memory} memory"),
        ("", _) => format!("element {indices} of an array in {memory} memory"),
        (name, true) if axes == 0 => format!("an element of {name} in {memory} memory"),
        (name, true) => format!("element {indices} of a part of {name} in {memory} memory"),
        (name, false) => format!("{name}{indices} in {memory} memory"),
    }
}
