//! Executes functions on integers with memory: kernels, whose threads wait for each other, and functions of one thread.

use crate::eval::{Val, arith, compare, unary, wrap};
use coluber_ir::typed::{AtomicOp, BarrierKind, Op, ThreadWord, WarpOp};
use coluber_ir::{Block, Const, InstData, Slot, Terminator, Typed, Value};
use coluber_types::fields::is_scalar;
use coluber_types::{Kind, Ty};
use cranelift_entity::SecondaryMap;
use std::collections::HashMap;

/// The extent of a warp.
const LANES: usize = 32;

/// Calls a function of the runtime: its name, arguments, and the memory that addresses are places in.
pub type Runtime<'a> = &'a dyn Fn(&str, &[i128], &mut [u8]) -> i128;

/// Where the arrays of a block are in memory.
#[derive(Clone, Copy, Debug)]
pub struct Arrays {
    /// The shared arrays.
    pub shared: usize,
    /// Bytes for each of them.
    pub shared_bytes: usize,
    /// The local arrays: four for each thread.
    pub local: usize,
}

/// Bytes for each local array.
const LOCAL_BYTES: usize = 64;

/// Where a thread is.
#[derive(Clone, Copy, Debug)]
enum Place {
    Alone { local: usize },
    InBlock(Member),
}

/// A thread of a block.
#[derive(Clone, Copy, Debug)]
struct Member {
    tid: [i128; 3],
    ntid: [i128; 3],
    linear: usize,
    arrays: Arrays,
}

/// Executes a function of one thread for at most `limit` blocks; whether it returned. Its local arrays are at `local`.
pub fn run_alone(
    func: &Typed,
    args: &[i128],
    local: usize,
    memory: &mut [u8],
    runtime: Runtime<'_>,
    limit: usize,
) -> bool {
    let mut thread = Thread::new(func, args, Place::Alone { local });
    for _ in 0..limit {
        match thread.block(memory, runtime) {
            Event::On => {}
            Event::Ended => return true,
            Event::Waits => panic!("it waits\n{func}"),
        }
    }
    false
}

/// Executes the threads of a block for at most `limit` blocks each; whether all of them returned. Those that wait at different
/// barriers wait together.
pub fn run_block(
    kernel: &Typed,
    args: &[i128],
    extents: [usize; 3],
    arrays: Arrays,
    memory: &mut [u8],
    limit: usize,
) -> bool {
    let ntid = extents.map(|e| e as i128);
    let count = extents.iter().product();
    let place = |linear: usize| {
        let (x, rest) = (linear % extents[0], linear / extents[0]);
        let tid = [x, rest % extents[1], rest / extents[1]].map(|i| i as i128);
        Place::InBlock(Member { tid, ntid, linear, arrays })
    };
    let mut threads: Vec<Thread<'_>> = (0..count).map(|k| Thread::new(kernel, args, place(k))).collect();
    for _ in 0..limit {
        let mut moved = false;
        for thread in &mut threads {
            while !thread.waits && !thread.ended {
                moved = true;
                match thread.block(memory, &|name, _, _| panic!("{name} in a kernel")) {
                    Event::On => thread.turns += 1,
                    Event::Waits => thread.waits = true,
                    Event::Ended => thread.ended = true,
                }
                if thread.turns > limit {
                    return false;
                }
            }
        }
        if threads.iter().all(|t| t.ended) {
            return true;
        }
        threads.chunks_mut(LANES).for_each(|warp| moved |= meet_warp(warp));
        if !moved {
            meet_block(&mut threads);
        }
    }
    false
}

enum Event {
    On,
    Waits,
    Ended,
}

struct Thread<'f> {
    func: &'f Typed,
    values: SecondaryMap<Value, Option<Val>>,
    slots: HashMap<Slot, Val>,
    block: Block,
    at: usize,
    place: Place,
    waits: bool,
    ended: bool,
    turns: usize,
}

impl<'f> Thread<'f> {
    fn new(func: &'f Typed, args: &[i128], place: Place) -> Self {
        let mut values = SecondaryMap::new();
        for (&param, &arg) in func.params().iter().zip(args) {
            values[param] = Some(Val::Int(arg));
        }
        let slots = HashMap::new();
        Thread { func, values, slots, block: func.entry(), at: 0, place, waits: false, ended: false, turns: 0 }
    }

    fn get(&self, value: Value) -> Val {
        self.values[value].clone().unwrap_or_else(|| panic!("{value} is not set\n{}", self.func))
    }

    fn int(&self, value: Value) -> i128 {
        match self.get(value) {
            Val::Int(v) => v,
            Val::Tuple(_) => panic!("{value} is an aggregate"),
        }
    }

    /// Executes to the end of the block, or to an operation that waits, which is passed by `resume`.
    fn block(&mut self, memory: &mut [u8], runtime: Runtime<'_>) -> Event {
        let func = self.func;
        let data = &func.blocks[self.block];
        while self.at < data.insts.len() {
            let inst = &func.insts[data.insts[self.at]];
            match inst.op {
                Op::Barrier { .. } | Op::Warp { .. } | Op::ActiveMask {} => return Event::Waits,
                Op::Exit {} => return Event::Ended,
                _ => self.inst(inst, memory, runtime),
            }
            self.at += 1;
        }
        let target = match &data.term {
            Terminator::Jump(target) => target,
            Terminator::Branch { cond, then, .. } if self.int(*cond) != 0 => then,
            Terminator::Branch { otherwise, .. } => otherwise,
            Terminator::Return(_) => return Event::Ended,
            Terminator::Unreachable => panic!("control comes to `unreachable`\n{func}"),
        };
        let args: Vec<Val> = target.args.iter().map(|&a| self.get(a)).collect();
        for (&param, arg) in func.blocks[target.block].params.iter().zip(args) {
            self.values[param] = Some(arg);
        }
        (self.block, self.at) = (target.block, 0);
        Event::On
    }

    fn inst(&mut self, data: &InstData<Op>, memory: &mut [u8], runtime: Runtime<'_>) {
        let func = self.func;
        let args: Vec<Val> = data.args.iter().map(|&a| self.get(a)).collect();
        let value = match (&data.op, &args[..]) {
            (Op::Pack {}, parts) => Val::Tuple(parts.to_vec()),
            (Op::Part { index }, [Val::Tuple(parts)]) => parts[*index as usize].clone(),
            (Op::Select {}, [cond, a, b]) => if *cond != Val::Int(0) { a } else { b }.clone(),
            (Op::Store {}, [Val::Int(place), Val::Int(value)]) => {
                write(memory, *place, func.ty(data.args[1]), *value);
                return;
            }
            (Op::SlotStore { slot }, [value]) => {
                self.slots.insert(*slot, value.clone());
                return;
            }
            (Op::SlotLoad { slot }, _) => self.slots.get(slot).cloned().unwrap_or_else(|| zero(func.slots[*slot].ty)),
            _ if data.results.is_empty() => return,
            _ => {
                let ints: Vec<i128> = args.iter().map(int_of).collect();
                let ty = func.ty(data.results[0]);
                match data.op {
                    Op::Const { value: Const::None } => Val::Tuple(Vec::new()),
                    _ => Val::Int(in_range(self.scalar(data, &ints, memory, runtime), ty)),
                }
            }
        };
        self.values[data.results[0]] = Some(value);
    }

    fn scalar(&self, data: &InstData<Op>, args: &[i128], memory: &mut [u8], runtime: Runtime<'_>) -> i128 {
        let func = self.func;
        let result = func.ty(data.results[0]);
        match &data.op {
            Op::Const { value: Const::Int(v) } => (*v).into(),
            Op::Const { value: Const::Bool(v) } => (*v).into(),
            Op::Arith { op } => arith(*op, args[0], args[1], func.ty(data.args[0])),
            Op::Unary { op } => unary(*op, args[0], func.ty(data.args[0])),
            Op::Compare { op } => compare(*op, args[0], args[1]).into(),
            Op::Cast {} if result == Ty::boolean() => (args[0] != 0).into(),
            Op::Cast {} => args[0],
            Op::PtrAdd {} => args[0] + args[1],
            Op::CacheHint { .. } => args[0],
            Op::Load {} => read(memory, args[0], result),
            Op::Runtime { func: name } => runtime(name, args, memory),
            Op::Atomic { op: AtomicOp::Add } => {
                let old = read(memory, args[0], result);
                write(memory, args[0], result, old + args[1]);
                old
            }
            op => self.of_thread(op),
        }
    }

    fn of_thread(&self, op: &Op) -> i128 {
        let at = match (op, &self.place) {
            (Op::Local { id, .. }, Place::Alone { local }) => local + *id as usize * LOCAL_BYTES,
            (Op::Local { id, .. }, Place::InBlock(m)) => m.arrays.local + (*id as usize + 4 * m.linear) * LOCAL_BYTES,
            (Op::Shared { id, .. }, Place::InBlock(m)) => m.arrays.shared + *id as usize * m.arrays.shared_bytes,
            (Op::Thread { word }, Place::InBlock(member)) => return word_of(member, *word),
            _ => panic!("{op:?} is not for integers, or not for a thread without a block"),
        };
        at as i128
    }

    fn waiting(&self) -> &'f InstData<Op> {
        let func = self.func;
        &func.insts[func.blocks[self.block].insts[self.at]]
    }

    fn resume(&mut self, result: Option<i128>) {
        let data = self.waiting();
        if let (Some(value), Some(&to)) = (result, data.results.first()) {
            self.values[to] = Some(Val::Int(in_range(value, self.func.ty(to))));
        }
        self.at += 1;
        self.waits = false;
    }

    fn operand(&self, k: usize) -> i128 {
        self.int(self.waiting().args[k])
    }
}

fn word_of(place: &Member, word: ThreadWord) -> i128 {
    match word {
        ThreadWord::TidX => place.tid[0],
        ThreadWord::TidY => place.tid[1],
        ThreadWord::TidZ => place.tid[2],
        ThreadWord::NtidX => place.ntid[0],
        ThreadWord::NtidY => place.ntid[1],
        ThreadWord::NtidZ => place.ntid[2],
        ThreadWord::Lane => (place.linear % LANES) as i128,
        other => panic!("{other:?}"),
    }
}

/// Lets lanes go on that wait for each other, or else for whoever comes; whether there are some.
fn meet_warp(warp: &mut [Thread<'_>]) -> bool {
    let at_warp = |t: &Thread<'_>| t.waits && matches!(t.waiting().op, Op::Warp { .. });
    let in_mask = |mask: i128, k: usize| mask >> k & 1 != 0;
    let complete = |t: &Thread<'_>| {
        let mask = t.operand(0);
        warp.iter().enumerate().all(|(k, other)| !in_mask(mask, k) || other.ended || at_warp(other))
    };
    let ready: Vec<usize> = (0..warp.len()).filter(|&k| at_warp(&warp[k]) && complete(&warp[k])).collect();
    if !ready.is_empty() {
        let results: Vec<Option<i128>> = ready.iter().map(|&k| warp_result(warp, k)).collect();
        ready.into_iter().zip(results).for_each(|(k, result)| warp[k].resume(result));
        return true;
    }
    let asks = |t: &Thread<'_>| t.waits && matches!(t.waiting().op, Op::ActiveMask {});
    let Some(first) = warp.iter().position(asks) else { return false };
    let same = |t: &Thread<'_>| asks(t) && std::ptr::eq(t.waiting(), warp[first].waiting());
    let group: Vec<usize> = (0..warp.len()).filter(|&k| same(&warp[k])).collect();
    let mask = group.iter().fold(0, |m, &k| m | 1 << k);
    group.into_iter().for_each(|k| warp[k].resume(Some(mask)));
    true
}

/// What an operation of the warp gives a lane.
fn warp_result(warp: &[Thread<'_>], own: usize) -> Option<i128> {
    let Op::Warp { op } = warp[own].waiting().op else { return None };
    if op == WarpOp::Sync {
        return None;
    }
    let mask = warp[own].operand(0);
    let lanes: Vec<usize> = (0..warp.len()).filter(|&k| mask >> k & 1 != 0 && !warp[k].ended).collect();
    let of = |k: usize| warp[k].operand(1);
    let where_ = |holds: &dyn Fn(usize) -> bool| lanes.iter().filter(|&&k| holds(k)).fold(0i128, |m, &k| m | 1 << k);
    let all = where_(&|_| true);
    let votes = where_(&|k| of(k) != 0);
    let equal = where_(&|k| of(k) == of(own));
    let from = |lane: i128| match usize::try_from(lane) {
        Ok(lane) if lane < LANES && lane < warp.len() => of(lane),
        _ => of(own),
    };
    Some(match op {
        WarpOp::ShuffleIndex => from(warp[own].operand(2) & 31),
        WarpOp::ShuffleUp => from(own as i128 - warp[own].operand(2)),
        WarpOp::ShuffleDown => from(own as i128 + warp[own].operand(2)),
        WarpOp::ShuffleXor => from(own as i128 ^ warp[own].operand(2)),
        WarpOp::Ballot => votes,
        WarpOp::All => (votes == all).into(),
        WarpOp::Any => (votes != 0).into(),
        WarpOp::Equal => (votes == all || votes == 0).into(),
        WarpOp::MatchAny => equal,
        WarpOp::MatchAll => {
            if equal == all {
                all
            } else {
                0
            }
        }
        WarpOp::Sync => return None,
    })
}

/// Lets the threads of a block go on that are all at barriers.
fn meet_block(threads: &mut [Thread<'_>]) {
    let kind = |t: &Thread<'_>| match t.waiting().op {
        Op::Barrier { kind } => kind,
        ref other => panic!("a thread waits for ever at {other:?}\n{}", t.func),
    };
    let left: Vec<usize> = (0..threads.len()).filter(|&k| !threads[k].ended).collect();
    let asks = |k: usize| matches!(kind(&threads[k]), BarrierKind::Count | BarrierKind::And | BarrierKind::Or);
    let yes = left.iter().filter(|&&k| asks(k) && threads[k].operand(0) != 0).count();
    let result = |k: usize| match kind(&threads[k]) {
        BarrierKind::Count => Some(yes as i128),
        BarrierKind::And => Some((yes == left.len()).into()),
        BarrierKind::Or => Some((yes > 0).into()),
        BarrierKind::Sync | BarrierKind::Grid => None,
    };
    let results: Vec<Option<i128>> = left.iter().map(|&k| result(k)).collect();
    left.iter().zip(results).for_each(|(&k, result)| threads[k].resume(result));
}

fn int_of(value: &Val) -> i128 {
    match value {
        Val::Int(v) => *v,
        Val::Tuple(_) => panic!("an aggregate where an integer is needed"),
    }
}

fn zero(ty: Ty) -> Val {
    if is_scalar(ty) {
        return Val::Int(0);
    }
    Val::Tuple(coluber_types::fields::fields(ty).into_iter().map(zero).collect())
}

fn in_range(value: i128, ty: Ty) -> i128 {
    if matches!(ty.kind(), Kind::Ptr) { value } else { wrap(value, ty) }
}

fn size(ty: Ty) -> usize {
    if matches!(ty.kind(), Kind::Ptr) { 8 } else { ty.itemsize().unwrap_or(8) as usize }
}

fn read(memory: &[u8], place: i128, ty: Ty) -> i128 {
    let (place, size) = (place as usize, size(ty));
    assert_eq!(place % size, 0, "a read that is not aligned");
    let mut bytes = [0; 16];
    bytes[..size].copy_from_slice(&memory[place..place + size]);
    in_range(i128::from_le_bytes(bytes), ty)
}

fn write(memory: &mut [u8], place: i128, ty: Ty, value: i128) {
    let (place, size) = (place as usize, size(ty));
    assert_eq!(place % size, 0, "a write that is not aligned");
    memory[place..place + size].copy_from_slice(&value.to_le_bytes()[..size]);
}
