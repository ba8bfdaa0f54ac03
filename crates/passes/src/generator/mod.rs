//! Makes two functions of one that yields: `make` puts the arguments into a new frame, `resume` runs the body from where it waited to the
//! next `yield` and says whether there was one.
//!
//! A frame is a tuple: the number of its type, the number of the place at which the function waits (0 before it has begun, -1 when it has
//! ended or is running), an exception to be raised there, the address of `close`, what it yields, is sent and returns, then parameters,
//! values that are needed behind a `yield`, and memory cells. All owner words in it are null or references, so that the runtime can give it
//! up whatever the place. `resume` takes everything out, and puts back at the next `yield` what is needed behind that; an exception finds the
//! frame empty.
//!
//! Only a function that can do something about an exception at a `yield` looks whether there is one, and has a `close`, which the runtime
//! calls when it gives up a frame that waits: it resumes the function, which finds a GeneratorExit.
//!
//! It runs before the other passes, while what is live are values of Python: a pointer is then never needed without its owner.

mod constants;
mod frame;
mod make;
mod next;
mod repair;
mod stops;

use coluber_ir::frame::{FRAME_ITEM, FRAME_STATE, FRAME_THROWN, exchange};
use coluber_ir::typed::Op;
use coluber_ir::{Block, Builder, Cfg, Const, Liveness, Terminator, Typed, Value, liveness::AllValues};
use coluber_ops::CmpOp;
use coluber_types::fields::fields;
use coluber_types::{Kind, Ty};
use frame::Frame;
use next::close_function;
pub use next::next_function;
use repair::Repair;
use stops::Stop;

/// The functions.
#[derive(Debug)]
pub struct Halves {
    /// Takes the arguments and gives the suspended function.
    pub make: Typed,
    /// Takes the suspended function and gives a bool.
    pub resume: Typed,
    /// Takes the suspended function, in which there is a GeneratorExit, and lets it end.
    pub close: Option<(u32, Typed)>,
}

/// The numbers of the functions.
pub struct Numbers<'a> {
    /// Of `resume`.
    pub resume: u32,
    /// Gives that of `close`, where it is needed.
    pub close: &'a mut dyn FnMut() -> u32,
}

/// The state of a function that has ended, or runs.
const ENDED: i64 = -1;

/// Splits a function that yields; `gen_ty` is the type of what calls of it give.
pub fn split(mut func: Typed, gen_ty: Ty, numbers: Numbers<'_>) -> Halves {
    let exchanged = exchanged(gen_ty);
    let cfg = Cfg::new(&func);
    func.layout.retain(|&block| cfg.is_reachable(block));
    let stops = stops::cut(&mut func);
    constants::sink(&mut func);
    stops::keep_in_cells(&mut func, &stops);
    let needed = needed(&func, &stops);
    let frame = Frame::new(&func, exchanged, &needed);
    let close = stops::may_handle(&func, &stops).then(|| (numbers.close)());
    let make = make::function(&func, &frame, gen_ty, close);
    let mut resume = Resume { entry: func.entry(), frame, stops, needed, func, handles: close.is_some() };
    resume.run(gen_ty);
    let close = close.map(|spec| (spec, close_function(gen_ty, numbers.resume)));
    Halves { make, resume: resume.func, close }
}

/// What a suspended function yields, and what goes between it and its callers.
fn exchanged(gen_ty: Ty) -> (Ty, Ty) {
    match gen_ty.kind() {
        Kind::Gen { yields, sends, returns, .. } => (*yields, exchange(*yields, *sends, *returns)),
        _ => (Ty::none(), Ty::none()),
    }
}

/// For each place at which the function waits, the values that are needed behind it.
fn needed(func: &Typed, stops: &[Stop]) -> Vec<Vec<Value>> {
    let cfg = Cfg::new(func);
    let live = Liveness::new(func, &cfg, &AllValues::of(func));
    stops.iter().map(|stop| live.live_in(stop.next).iter().map(|k| Value::from_u32(k as u32)).collect()).collect()
}

struct Resume {
    func: Typed,
    frame: Frame,
    stops: Vec<Stop>,
    needed: Vec<Vec<Value>>,
    /// The block in which the body begins.
    entry: Block,
    /// Whether it looks for exceptions to be raised where it waits.
    handles: bool,
}

/// What the function that is resumed begins with.
struct Start {
    /// Where the parts of the frame are.
    data: Value,
    /// What was left in the frame for it.
    exchanged: Value,
    /// The exception to be raised.
    thrown: Option<Thrown>,
}

/// An exception to be raised.
struct Thrown {
    owner: Value,
    /// Whether there is one.
    there: Value,
}

impl Resume {
    fn run(&mut self, gen_ty: Ty) {
        self.func.is_resumed = true;
        let first = self.func.add_block();
        self.func.layout.pop();
        self.func.layout.insert(0, first);
        let gen_value = self.func.add_param(first, gen_ty, None);
        let mut b = Builder::new(&mut self.func, first);
        let owner = b.value(Op::Part { index: 0 }, &[gen_value], Ty::owner());
        let data = b.value(Op::OwnerData {}, &[owner], Ty::ptr());
        let place = frame::place(&mut b, data, FRAME_STATE);
        let state = b.value(Op::Load {}, &[place], Ty::int64());
        let ended = b.value(Op::Const { value: Const::Int(ENDED) }, &[], Ty::int64());
        b.effect(Op::Store {}, &[place, ended]);
        let thrown = self.handles.then(|| thrown(&mut b, data));
        // What nobody has taken goes now.
        let item = frame::place(&mut b, data, FRAME_ITEM);
        let exchanged = frame::move_out(&mut b, item, self.frame.exchange);
        let start = Start { data, exchanged, thrown };
        self.returns(data);
        for k in 0..self.stops.len() {
            self.suspend(k, data);
        }
        let begin = self.begin(data);
        let mut targets = vec![begin];
        let mut repair = Repair::new(&self.func, &self.needed);
        for k in 0..self.stops.len() {
            targets.push(self.go_on(k, &start, &mut repair));
        }
        self.dispatch(first, state, &targets);
        repair.run(&mut self.func);
        self.func.ret = Ty::boolean();
    }

    /// The function ends: there is no item, but there may be a result.
    fn returns(&mut self, data: Value) {
        for block in self.func.layout.clone() {
            if let Terminator::Return(value) = self.func.blocks[block].term {
                let span = self.func.blocks[block].term_span;
                if self.func.ty(value) != Ty::none() {
                    self.hand_over(block, data, 2, value);
                }
                end_with(&mut self.func, block, false);
                self.func.blocks[block].term_span = span;
            }
        }
    }

    /// Puts a value into the frame: what is yielded is the first part of what is exchanged, what is returned the third.
    fn hand_over(&mut self, block: Block, data: Value, part: usize, value: Value) {
        let whole = self.frame.exchange;
        let mut b = Builder::new(&mut self.func, block);
        let mut parts = vec![value];
        if whole != self.frame.yields {
            parts = fields(whole).into_iter().map(|field| frame::empty(&mut b, field)).collect();
            parts[part] = value;
        }
        let value = if whole == self.frame.yields { value } else { b.value(Op::Pack {}, &parts, whole) };
        let place = frame::place(&mut b, data, FRAME_ITEM);
        b.effect(Op::Store {}, &[place, value]);
    }

    /// Puts what is needed into the frame, and returns.
    fn suspend(&mut self, k: usize, data: Value) {
        let block = self.stops[k].block;
        let Some(inst) = self.func.blocks[block].insts.pop() else { return };
        let (value, span) = (self.func.insts[inst].args[0], self.func.insts[inst].span);
        let mut b = Builder::new(&mut self.func, block);
        b.set_span(span);
        for &saved in &self.needed[k] {
            let place = frame::place(&mut b, data, self.frame.offset_of(saved));
            b.effect(Op::Store {}, &[place, saved]);
        }
        for &(slot, offset) in &self.frame.slots {
            let ty = b.func.slots[slot].ty;
            let content = b.value(Op::SlotLoad { slot }, &[], ty);
            let place = frame::place(&mut b, data, offset);
            b.effect(Op::Store {}, &[place, content]);
        }
        self.hand_over(block, data, 0, value);
        let mut b = Builder::new(&mut self.func, block);
        let place = frame::place(&mut b, data, FRAME_STATE);
        let state = b.value(Op::Const { value: Const::Int(k as i64 + 1) }, &[], Ty::int64());
        b.effect(Op::Store {}, &[place, state]);
        end_with(&mut self.func, block, true);
    }

    /// A block that takes the arguments out of the frame, and begins.
    fn begin(&mut self, data: Value) -> Block {
        let block = self.func.add_block();
        let params = self.func.blocks[self.entry].params.clone();
        let mut b = Builder::new(&mut self.func, block);
        let mut args = Vec::new();
        for &param in &params {
            let ty = b.func.ty(param);
            let place = frame::place(&mut b, data, self.frame.offset_of(param));
            args.push(frame::move_out(&mut b, place, ty));
        }
        b.jump(self.entry, &args);
        block
    }

    /// A block that takes what is needed out of the frame, and goes on behind a `yield`.
    fn go_on(&mut self, k: usize, start: &Start, repair: &mut Repair) -> Block {
        let (stop, block) = (self.stops[k], self.func.add_block());
        let mut b = Builder::new(&mut self.func, block);
        for &saved in &self.needed[k] {
            let ty = b.func.ty(saved);
            let place = frame::place(&mut b, start.data, self.frame.offset_of(saved));
            let again = frame::move_out(&mut b, place, ty);
            repair.defined(saved, block, again);
        }
        for &(slot, offset) in &self.frame.slots {
            let ty = b.func.slots[slot].ty;
            let place = frame::place(&mut b, start.data, offset);
            let content = frame::move_out(&mut b, place, ty);
            b.effect(Op::SlotStore { slot }, &[content]);
        }
        let hands_on = self.receive(stop.next, start);
        match &start.thrown {
            Some(thrown) if !hands_on => {
                let raising = self.raising(stop, thrown.owner);
                let mut b = Builder::new(&mut self.func, block);
                b.branch(thrown.there, (raising, &[]), (stop.next, &[]));
            }
            _ => Builder::new(&mut self.func, block).jump(stop.next, &[]),
        }
        block
    }

    /// A block that raises an exception where the function waits.
    fn raising(&mut self, stop: Stop, owner: Value) -> Block {
        let raising = self.func.add_block();
        self.func.blocks[raising].handler = self.func.blocks[stop.next].handler;
        let mut b = Builder::new(&mut self.func, raising);
        b.set_span(stop.span);
        let exception = b.value(Op::Pack {}, &[owner], Ty::new(Kind::CaughtException));
        b.effect(Op::Reraise {}, &[exception]);
        b.terminate(Terminator::Unreachable);
        raising
    }

    /// Lets the block behind a `yield` have what was left in the frame for it; whether it takes the exception itself.
    fn receive(&mut self, next: Block, start: &Start) -> bool {
        let mut takes = false;
        for inst in self.func.blocks[next].insts.clone() {
            let data = &mut self.func.insts[inst];
            match (&data.op, &start.thrown) {
                (Op::Sent {}, _) => {
                    data.op = Op::Part { index: 1 };
                    data.args = [start.exchanged].into_iter().collect();
                }
                (Op::Thrown {}, Some(thrown)) => {
                    data.op = Op::Pack {};
                    data.args = [thrown.owner].into_iter().collect();
                    takes = true;
                }
                _ => {}
            }
        }
        takes
    }

    /// Chooses by the state.
    fn dispatch(&mut self, first: Block, state: Value, targets: &[Block]) {
        let mut at = first;
        for (k, &target) in targets.iter().enumerate() {
            let next = self.func.add_block();
            let mut b = Builder::new(&mut self.func, at);
            let number = b.value(Op::Const { value: Const::Int(k as i64) }, &[], Ty::int64());
            let is_it = b.value(Op::Compare { op: CmpOp::Eq }, &[state, number], Ty::boolean());
            b.branch(is_it, (target, &[]), (next, &[]));
            at = next;
        }
        end_with(&mut self.func, at, false);
    }
}

/// Takes the exception to be raised out of the frame.
fn thrown(b: &mut Builder<'_, Op>, data: Value) -> Thrown {
    let place = frame::place(b, data, FRAME_THROWN);
    let word = b.value(Op::Load {}, &[place], Ty::int64());
    let null = b.value(Op::Const { value: Const::Int(0) }, &[], Ty::int64());
    let there = b.value(Op::Compare { op: CmpOp::Ne }, &[word, null], Ty::boolean());
    let owner = frame::move_out(b, place, Ty::owner());
    Thrown { owner, there }
}

fn end_with(func: &mut Typed, block: Block, value: bool) {
    let mut b = Builder::new(func, block);
    let result = b.value(Op::Const { value: Const::Bool(value) }, &[], Ty::boolean());
    b.ret(result);
}
