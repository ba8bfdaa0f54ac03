//! Makes two functions of one that yields: `make` puts the arguments into a new frame, `resume` runs the body from where it waited to the
//! next `yield` and says whether there was one.
//!
//! A frame is a tuple: the number of its type, the number of the place at which the function waits (0 before it has begun, -1 when it has
//! ended or is running), what it yields, then parameters, values that are needed behind a `yield`, and memory cells. All owner words in it are
//! null or references, so that the runtime can give it up whatever the place. `resume` takes everything out, and puts back at the next
//! `yield` what is needed behind that; an exception finds the frame empty.
//!
//! It runs before the other passes, while what is live are values of Python: a pointer is then never needed without its owner.

mod constants;
mod frame;
mod make;
mod next;
mod repair;
mod stops;

use coluber_ir::frame::{FRAME_ITEM, FRAME_STATE};
use coluber_ir::typed::Op;
use coluber_ir::{Block, Builder, Cfg, Const, Liveness, Terminator, Typed, Value, liveness::AllValues};
use coluber_ops::CmpOp;
use coluber_types::{Kind, Ty};
use frame::Frame;
pub use next::next_function;
use repair::Repair;
use stops::Stop;

/// The two functions.
#[derive(Debug)]
pub struct Halves {
    /// Takes the arguments and gives the suspended function.
    pub make: Typed,
    /// Takes the suspended function and gives a bool.
    pub resume: Typed,
}

/// The state of a function that has ended, or runs.
const ENDED: i64 = -1;

/// Splits a function that yields; `gen_ty` is the type of what calls of it give.
pub fn split(mut func: Typed, gen_ty: Ty) -> Halves {
    let yields = match gen_ty.kind() {
        Kind::Gen { yields, .. } => *yields,
        _ => Ty::none(),
    };
    let cfg = Cfg::new(&func);
    func.layout.retain(|&block| cfg.is_reachable(block));
    let stops = stops::cut(&mut func);
    constants::sink(&mut func);
    stops::keep_in_cells(&mut func, &stops);
    let needed = needed(&func, &stops);
    let frame = Frame::new(&func, yields, &needed);
    let make = make::function(&func, &frame, gen_ty);
    let mut resume = Resume { entry: func.entry(), frame, stops, needed, func };
    resume.run(gen_ty);
    Halves { make, resume: resume.func }
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
}

impl Resume {
    fn run(&mut self, gen_ty: Ty) {
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
        // What nobody has taken goes now.
        let item = frame::place(&mut b, data, FRAME_ITEM);
        frame::move_out(&mut b, item, self.frame.yields);
        self.returns();
        for k in 0..self.stops.len() {
            self.suspend(k, data);
        }
        let begin = self.begin(data);
        let mut targets = vec![begin];
        let mut repair = Repair::new(&self.func, &self.needed);
        for k in 0..self.stops.len() {
            targets.push(self.go_on(k, data, &mut repair));
        }
        self.dispatch(first, state, &targets);
        repair.run(&mut self.func);
        self.func.ret = Ty::boolean();
    }

    /// The function ends: there is no item.
    fn returns(&mut self) {
        for block in self.func.layout.clone() {
            if let Terminator::Return(_) = self.func.blocks[block].term {
                let span = self.func.blocks[block].term_span;
                end_with(&mut self.func, block, false);
                self.func.blocks[block].term_span = span;
            }
        }
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
        let place = frame::place(&mut b, data, FRAME_ITEM);
        b.effect(Op::Store {}, &[place, value]);
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
    fn go_on(&mut self, k: usize, data: Value, repair: &mut Repair) -> Block {
        let block = self.func.add_block();
        let mut b = Builder::new(&mut self.func, block);
        for &saved in &self.needed[k] {
            let ty = b.func.ty(saved);
            let place = frame::place(&mut b, data, self.frame.offset_of(saved));
            let again = frame::move_out(&mut b, place, ty);
            repair.defined(saved, block, again);
        }
        for &(slot, offset) in &self.frame.slots {
            let ty = b.func.slots[slot].ty;
            let place = frame::place(&mut b, data, offset);
            let content = frame::move_out(&mut b, place, ty);
            b.effect(Op::SlotStore { slot }, &[content]);
        }
        b.jump(self.stops[k].next, &[]);
        block
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

fn end_with(func: &mut Typed, block: Block, value: bool) {
    let mut b = Builder::new(func, block);
    let result = b.value(Op::Const { value: Const::Bool(value) }, &[], Ty::boolean());
    b.ret(result);
}
