//! What operations of warps order. Each thread has a clock, which counts the operations that it has come to, and knows up to which
//! clock it sees what other lanes did. Lanes that wait for each other see what both saw.

use coluber_abi::kernel::WARP;

/// Lanes of a warp.
pub(super) const LANES: u32 = WARP as u32;

/// A thread in its warp.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lane {
    pub clock: u32,
    /// Up to which clock it sees the other lanes.
    seen: [u32; LANES as usize],
    /// The lanes that it waits for, while it waits, and those of them that have come.
    mask: u32,
    met: u32,
}

impl Lane {
    /// The lane goes on.
    pub fn go_on(&mut self) {
        self.mask = 0;
    }

    /// Whether the lane sees what another one did at that clock.
    pub fn sees(&self, lane: u32, clock: u32) -> bool {
        clock < self.seen[(lane % LANES) as usize]
    }
}

/// A lane waits for those of a mask.
pub(super) fn wait(lanes: &mut [Lane], lane: usize, mask: u32) {
    let own = &mut lanes[lane];
    own.clock += 1;
    own.seen[lane] = own.clock;
    (own.mask, own.met) = (mask, 1 << lane);
    for other in 0..lanes.len() {
        let waits = lanes[other].mask >> lane & 1 != 0 && lanes[other].met >> lane & 1 == 0;
        if other != lane && mask >> other & 1 != 0 && waits {
            lanes[lane].met |= 1 << other;
            lanes[other].met |= 1 << lane;
            let (a, b) = (lanes[lane].seen, lanes[other].seen);
            let both: [u32; LANES as usize] = std::array::from_fn(|k| a[k].max(b[k]));
            (lanes[lane].seen, lanes[other].seen) = (both, both);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_that_wait_see_each_other() {
        let mut lanes = [Lane::default(); 4];
        assert!(!lanes[1].sees(0, 0));
        (0..3).for_each(|lane| wait(&mut lanes, lane, 0b0111));
        assert!(lanes[1].sees(0, 0) && lanes[0].sees(2, 0) && !lanes[3].sees(0, 0) && !lanes[0].sees(3, 0));
        assert!(!lanes[1].sees(0, 1));
    }

    #[test]
    fn who_comes_to_the_next_wait_first_does_not_see_the_others_behind_the_last() {
        let mut lanes = [Lane::default(); 2];
        (0..2).for_each(|lane| wait(&mut lanes, lane, 0b11));
        lanes[0].go_on();
        wait(&mut lanes, 0, 0b11);
        assert!(!lanes[0].sees(1, 1) && !lanes[1].sees(0, 1));
        lanes[1].go_on();
        wait(&mut lanes, 1, 0b11);
        assert!(lanes[0].sees(1, 1) && lanes[1].sees(0, 1));
    }
}
