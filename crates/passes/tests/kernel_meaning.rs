//! Random kernels mean the same as threads that run in turn and as functions of blocks.

use coluber_abi::kernel::offset;
use coluber_ir::verify::verify_typed;
use coluber_passes::kernel::{Mode, block_function};
use coluber_runtime::kernels;
use coluber_testkit::kernels::{MOST_THREADS, RESULTS, SHARED_BYTES, TABLE, random_kernel};
use coluber_testkit::random::Random;
use coluber_testkit::threads::{Arrays, run_alone, run_block};

const EXTENTS: [[usize; 3]; 7] = [[1, 1, 1], [7, 1, 1], [40, 1, 1], [5, 3, 2], [33, 2, 1], [1, 4, 3], [4, 4, 5]];

// Places in memory.
const CONTEXT: usize = 64;
const TABLE_AT: usize = 256;
const RESULTS_AT: usize = TABLE_AT + 8 * TABLE;
const RESULT_BYTES: usize = 8 * (1 + RESULTS * MOST_THREADS);
const SHARED_AT: usize = (RESULTS_AT + RESULT_BYTES).next_multiple_of(64);
const REST_AT: usize = SHARED_AT + 4 * SHARED_BYTES as usize;
const LOCAL_AT: usize = REST_AT + (1 << 18);
const ALL: usize = LOCAL_AT + 1024;

fn memory() -> Vec<u8> {
    let mut memory = vec![0; ALL];
    for k in 0..TABLE {
        let value = (k as i64 * 7919) % 31 - 9;
        memory[TABLE_AT + 8 * k..][..8].copy_from_slice(&value.to_le_bytes());
    }
    memory
}

fn fill_context(memory: &mut [u8], extents: [usize; 3]) {
    let mut put = |at: i64, bytes: &[u8]| memory[CONTEXT + at as usize..][..bytes.len()].copy_from_slice(bytes);
    for (k, extent) in (0..).zip(extents) {
        put(offset::NTID + 4 * k, &(extent as i32).to_le_bytes());
    }
    put(offset::SHARED, &SHARED_AT.to_le_bytes());
    put(offset::SCRATCH, &REST_AT.to_le_bytes());
    put(offset::THREADS, &extents.iter().product::<usize>().to_le_bytes());
}

/// An array over the threads; none for null.
fn array(memory: &[u8], at: i128, threads: i128) -> Vec<i32> {
    let bytes = if at == 0 { &[] } else { &memory[at as usize..][..4 * threads as usize] };
    bytes.chunks(4).map(|c| c.try_into().map_or(0, i32::from_le_bytes)).collect()
}

fn put(memory: &mut [u8], at: i128, values: &[i32]) {
    let bytes = values.iter().flat_map(|v| v.to_le_bytes());
    memory[at as usize..].iter_mut().zip(bytes).for_each(|(place, byte)| *place = byte);
}

fn runtime(name: &str, args: &[i128], memory: &mut [u8]) -> i128 {
    let ints = |at: i128, threads: i128| array(memory, at, threads);
    let result = match (name, args) {
        ("kernel_count", &[cells, states, n]) => kernels::count(&ints(cells, n), &ints(states, n)),
        ("kernel_live", &[states, n]) => kernels::live(&ints(states, n), n as i64),
        ("kernel_any", &[states, n]) => (kernels::live(&ints(states, n), n as i64) > 0).into(),
        ("kernel_lanes", &[states, thread, n, mask]) => {
            kernels::lanes(&ints(states, n), thread as i64, n as i64, mask as i32, |_| true)
        }
        ("kernel_ballot", &[cells, states, thread, n, mask]) => {
            let cells = ints(cells, n);
            kernels::lanes(&ints(states, n), thread as i64, n as i64, mask as i32, |k| cells[k] != 0)
        }
        ("kernel_match", &[cells, states, thread, n, mask]) => {
            let words = ints(cells, 2 * n);
            let cell = |k: usize| &words[2 * k..2 * k + 2];
            let own = cell(thread as usize);
            kernels::lanes(&ints(states, n), thread as i64, n as i64, mask as i32, |k| cell(k) == own)
        }
        ("kernel_active", &[states, masks, thread, n]) => {
            kernels::active(&ints(states, n), &ints(masks, n), thread as i64, n as i64)
        }
        ("kernel_schedule", &[states, masks, n]) => {
            let (mut of_states, mut of_masks) = (ints(states, n), ints(masks, n));
            let next = kernels::schedule(&mut of_states, &mut of_masks);
            put(memory, states, &of_states);
            put(memory, masks, &of_masks);
            next
        }
        other => panic!("no function {other:?}"),
    };
    result.into()
}

/// How many kernels were irregular, masked, or neither.
type Kinds = [usize; 3];

fn check(seed: u64, debug: bool, kinds: &mut Kinds) {
    let mut random = Random::new(seed);
    let kernel = random_kernel(&mut random);
    verify_typed(&kernel).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{kernel}"));
    let made = match block_function(&kernel, &|_| None, Mode { debug, check: false }) {
        Err(error) if error.message.contains("barrier of the grid") => return,
        made => made.unwrap_or_else(|e| panic!("seed {seed}: {}\n{kernel}", e.message)),
    };
    verify_typed(&made.typed).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{kernel}\n{}", made.typed));
    kinds[if made.layout.irregular {
        0
    } else if made.layout.masked {
        1
    } else {
        2
    }] += 1;
    assert!(made.layout.shared_bytes <= 3 * SHARED_BYTES);
    for extents in EXTENTS {
        let args = [RESULTS_AT, TABLE_AT, random.below(9), random.below(9)].map(|a| a as i128);
        let arrays = Arrays { shared: SHARED_AT, shared_bytes: SHARED_BYTES as usize, local: REST_AT };
        let (mut want, mut have) = (memory(), memory());
        assert!(run_block(&kernel, &args, extents, arrays, &mut want, 20_000), "seed {seed}: endless\n{kernel}");
        fill_context(&mut have, extents);
        let all = [&[CONTEXT as i128], &args[..]].concat();
        let resume = CONTEXT + offset::RESUME as usize;
        loop {
            let ended = run_alone(&made.typed, &all, LOCAL_AT, &mut have, &runtime, 4_000_000);
            assert!(ended, "seed {seed}: endless\n{}", made.typed);
            if have[resume] == 0 {
                break;
            }
        }
        let part = RESULTS_AT..RESULTS_AT + RESULT_BYTES;
        let numbers = |m: &[u8]| {
            m[part.clone()].chunks(8).map(|c| c.try_into().map_or(0, i64::from_le_bytes)).collect::<Vec<_>>()
        };
        let differ = numbers(&want).into_iter().zip(numbers(&have)).enumerate().find(|(_, (a, b))| a != b);
        let text = || format!("{kernel}\n{:?}\n{}", made.layout, made.typed);
        assert_eq!(differ, None, "seed {seed}, {extents:?}: a number of {args:?} differs\n{}", text());
    }
}

#[test]
fn blocks_mean_what_their_threads_mean() {
    let mut kinds = Kinds::default();
    (0..200).for_each(|seed| check(seed, false, &mut kinds));
    assert!(kinds.iter().all(|&k| k > 10), "each kind is tested: {kinds:?}");
}

#[test]
fn debugged_blocks_mean_what_their_threads_mean() {
    (1000..1030).for_each(|seed| check(seed, true, &mut Kinds::default()));
}
