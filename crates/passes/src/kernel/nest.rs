//! The loops around the turn of a thread: one over the rows of the block, which counts y and z, and one over x in it. A block has at
//! least one thread on each axis, so that the conditions are tested behind the turns. That y and z are not multiples of a counter
//! keeps LLVM from unrolling the loop over the rows, whose turns are long.

use super::make::Maker;
use coluber_abi::kernel::offset;
use coluber_base::Span;
use coluber_ir::function::Values;
use coluber_ir::typed::{Arith, Op};
use coluber_ir::{Block, Inst, Target, Terminator, Value};
use coluber_ops::CmpOp;
use coluber_types::Ty;

/// The thread whose turn it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Coords {
    pub x: Value,
    pub y: Value,
    pub z: Value,
    /// Its number in the block.
    pub linear: Value,
}

/// What is known of the turns of a loop.
pub(super) struct Turn {
    /// The state in which a thread has its turn; None for all.
    pub number: Option<i32>,
    /// Whether they can run side by side.
    pub parallel: bool,
    /// Where the threads have waited.
    pub span: Span,
}

/// Loops over the threads.
pub(super) struct Nest {
    first: Block,
    /// Heads of the loops over the rows and over x; none for code that runs once.
    heads: Option<[Block; 2]>,
    /// The ends of a turn and of a row.
    latches: [Block; 2],
    after: Block,
    coords: Coords,
    /// Number of the first thread of the row.
    start: Value,
    /// Computes the number of the thread.
    number: Vec<Inst>,
}

impl Nest {
    /// Code that runs once for the block.
    pub fn once(m: &mut Maker<'_>, first: Block) -> Self {
        let after = m.out.add_block();
        let zero = m.base.zero;
        let coords = Coords { x: zero, y: zero, z: zero, linear: zero };
        Nest { first, heads: None, latches: [after; 2], after, coords, start: zero, number: Vec::new() }
    }

    /// Loops that start with a block that is empty so far.
    pub fn loops(m: &mut Maker<'_>, first: Block) -> Self {
        let heads @ [outer, inner] = [0; 2].map(|_| m.out.add_block());
        m.rows.push(inner);
        let latches = [0; 2].map(|_| m.out.add_block());
        let after = m.out.add_block();
        let mut counter = |block, name: &str| m.out.add_param(block, Ty::int64(), Some(name.into()));
        let (z, y, start, x) = (counter(outer, "z"), counter(outer, "y"), counter(outer, "row"), counter(inner, "x"));
        let mut number = Vec::new();
        let linear = m.emit(&mut number, Op::Arith { op: Arith::AddNoWrap }, &[start, x], Ty::int64());
        Nest { first, heads: Some(heads), latches, after, coords: Coords { x, y, z, linear }, start, number }
    }

    pub fn coords(&self) -> Coords {
        self.coords
    }

    /// Where a turn ends.
    pub fn latch(&self) -> Block {
        self.latches[0]
    }

    /// Where the function goes on; it is empty.
    pub fn after(&self) -> Block {
        self.after
    }

    /// Whether there are no loops.
    pub fn is_once(&self) -> bool {
        self.heads.is_none()
    }

    /// Fills the blocks of the loops. `before` is computed first; a turn starts at `body`. With a number in `turn`, a thread has its turn only
    /// when that is its state, or 0 in a masked kernel.
    pub fn finish(&self, m: &mut Maker<'_>, mut before: Vec<Inst>, body: Block, turn: &Turn) {
        m.out.blocks[self.first].insts.append(&mut before);
        let Some([outer, inner]) = self.heads else {
            m.out.blocks[self.first].term = jump(body, &[]);
            return;
        };
        let zero = m.base.zero;
        m.out.blocks[self.first].term = jump(outer, &[zero; 3]);
        m.out.blocks[outer].term = jump(inner, &[zero]);
        m.out.blocks[inner].insts = self.number.clone();
        m.out.blocks[inner].parallel = turn.parallel;
        self.turn(m, inner, body, turn);
        self.close_turn(m, inner);
        self.close_row(m, outer);
    }

    /// The end of a turn: the next x, or on to the end of the row.
    fn close_turn(&self, m: &mut Maker<'_>, inner: Block) {
        let [latch, row_end] = self.latches;
        let mut list = Vec::new();
        let next = add(m, &mut list, self.coords.x, m.base.one);
        let more = compare(m, &mut list, CmpOp::Lt, next, m.base.extents[0]);
        let data = &mut m.out.blocks[latch];
        data.insts = list;
        data.term = Terminator::Branch { cond: more, then: target(inner, &[next]), otherwise: target(row_end, &[]) };
    }

    /// The end of a row: the next y, or the next z and the first y.
    fn close_row(&self, m: &mut Maker<'_>, outer: Block) {
        let Coords { y, z, .. } = self.coords;
        let [width, height, depth] = m.base.extents;
        let mut list = Vec::new();
        let (one, zero) = (m.base.one, m.base.zero);
        let next_y = add(m, &mut list, y, one);
        let next_z = add(m, &mut list, z, one);
        let same_z = compare(m, &mut list, CmpOp::Lt, next_y, height);
        let next_y = m.emit(&mut list, Op::Select {}, &[same_z, next_y, zero], Ty::int64());
        let next_z = m.emit(&mut list, Op::Select {}, &[same_z, z, next_z], Ty::int64());
        let start = add(m, &mut list, self.start, width);
        let more = compare(m, &mut list, CmpOp::Lt, next_z, depth);
        let data = &mut m.out.blocks[self.latches[1]];
        data.insts = list;
        let then = target(outer, &[next_z, next_y, start]);
        data.term = Terminator::Branch { cond: more, then, otherwise: target(self.after, &[]) };
    }

    /// The start of a turn, at the head of the inner loop.
    fn turn(&self, m: &mut Maker<'_>, inner: Block, body: Block, turn: &Turn) {
        let mut list = Vec::new();
        let term = match (turn.number, m.base.states) {
            (Some(number), Some(states)) => {
                let number = if m.source.plan.irregular { number } else { 0 };
                let place = m.element(&mut list, states, self.coords.linear, 4);
                let state = m.emit(&mut list, Op::Load {}, &[place], Ty::int32());
                let number = m.int(&mut list, number.into(), Ty::int32());
                let cond = m.emit(&mut list, Op::Compare { op: CmpOp::Eq }, &[state, number], Ty::boolean());
                Terminator::Branch { cond, then: target(body, &[]), otherwise: target(self.latch(), &[]) }
            }
            _ => jump(body, &[]),
        };
        m.out.blocks[inner].insts.append(&mut list);
        m.out.blocks[inner].term = term;
        let mode = m.source.mode;
        let mut first = Vec::new();
        if mode.debug {
            self.write_tid(m, &mut first);
        }
        if mode.check {
            let tell = Op::Runtime { func: "check_thread".into() };
            first.push(m.out.make_inst(tell, &[self.coords.linear], &[], turn.span));
        }
        m.out.blocks[body].insts.splice(0..0, first);
    }

    fn write_tid(&self, m: &mut Maker<'_>, list: &mut Vec<Inst>) {
        let Coords { x, y, z, .. } = self.coords;
        for (k, index) in (0..).zip([x, y, z]) {
            let offset = m.int(list, offset::TID + 4 * k, Ty::int64());
            let place = m.emit(list, Op::PtrAdd {}, &[m.base.ctx, offset], Ty::ptr());
            let index = m.emit(list, Op::Cast {}, &[index], Ty::int32());
            m.effect(list, Op::Store {}, &[place, index]);
        }
    }
}

fn target(block: Block, args: &[Value]) -> Target {
    Target { block, args: Values::from_slice(args) }
}

fn jump(block: Block, args: &[Value]) -> Terminator {
    Terminator::Jump(target(block, args))
}

fn add(m: &mut Maker<'_>, list: &mut Vec<Inst>, a: Value, b: Value) -> Value {
    m.emit(list, Op::Arith { op: Arith::AddNoWrap }, &[a, b], Ty::int64())
}

fn compare(m: &mut Maker<'_>, list: &mut Vec<Inst>, op: CmpOp, a: Value, b: Value) -> Value {
    m.emit(list, Op::Compare { op }, &[a, b], Ty::boolean())
}
