//! The loops over z, y and x around the turn of a thread. A block has at least one thread on each axis, so that the conditions
//! are tested behind the turns.

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

/// Loops over the threads.
pub(super) struct Nest {
    first: Block,
    /// Heads of the loops over z, y and x; none for code that runs once.
    heads: Option<[Block; 3]>,
    /// The end of a turn, and of the loops over y and z.
    latches: [Block; 3],
    after: Block,
    coords: Coords,
    /// Computes the number of the first thread of a row, and of the thread.
    row: Vec<Inst>,
    number: Vec<Inst>,
}

impl Nest {
    /// Code that runs once for the block.
    pub fn once(m: &mut Maker<'_>, first: Block) -> Self {
        let after = m.out.add_block();
        let zero = m.base.zero;
        let coords = Coords { x: zero, y: zero, z: zero, linear: zero };
        let (row, number) = Default::default();
        Nest { first, heads: None, latches: [after; 3], after, coords, row, number }
    }

    /// Loops that start with a block that is empty so far.
    pub fn loops(m: &mut Maker<'_>, first: Block) -> Self {
        let heads @ [outer, middle, inner] = [0; 3].map(|_| m.out.add_block());
        m.rows.push(inner);
        let latches = [0; 3].map(|_| m.out.add_block());
        let after = m.out.add_block();
        let mut counter = |block, name: &str| m.out.add_param(block, Ty::int64(), Some(name.into()));
        let (z, y, x) = (counter(outer, "z"), counter(middle, "y"), counter(inner, "x"));
        let [width, height, _] = m.base.extents;
        let (mut row, mut number) = (Vec::new(), Vec::new());
        let mul = || Op::Arith { op: Arith::Mul };
        let add = || Op::Arith { op: Arith::AddNoWrap };
        let plane = m.emit(&mut row, mul(), &[z, height], Ty::int64());
        let line = m.emit(&mut row, add(), &[plane, y], Ty::int64());
        let start = m.emit(&mut row, mul(), &[line, width], Ty::int64());
        let linear = m.emit(&mut number, add(), &[start, x], Ty::int64());
        Nest { first, heads: Some(heads), latches, after, coords: Coords { x, y, z, linear }, row, number }
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

    /// Fills the blocks of the loops. `before` is computed first; a turn starts at `body`. With a number, a thread has its turn only
    /// when that is its state, or 0 in a masked kernel.
    pub fn finish(&self, m: &mut Maker<'_>, mut before: Vec<Inst>, body: Block, checked: Option<i32>, parallel: bool) {
        m.out.blocks[self.first].insts.append(&mut before);
        let Some([outer, middle, inner]) = self.heads else {
            m.out.blocks[self.first].term = jump(body, None);
            return;
        };
        let zero = m.base.zero;
        m.out.blocks[self.first].term = jump(outer, Some(zero));
        m.out.blocks[outer].term = jump(middle, Some(zero));
        m.out.blocks[middle].insts = self.row.clone();
        m.out.blocks[middle].term = jump(inner, Some(zero));
        m.out.blocks[inner].insts = self.number.clone();
        m.out.blocks[inner].parallel = parallel;
        self.turn(m, inner, body, checked);
        let Coords { x, y, z, .. } = self.coords;
        let [last_x, last_y, last_z] = self.latches;
        close(m, last_x, x, 0, inner, last_y);
        close(m, last_y, y, 1, middle, last_z);
        close(m, last_z, z, 2, outer, self.after);
    }

    /// The start of a turn, at the head of the inner loop.
    fn turn(&self, m: &mut Maker<'_>, inner: Block, body: Block, checked: Option<i32>) {
        let mut list = Vec::new();
        let term = match (checked, m.base.states) {
            (Some(number), Some(states)) => {
                let number = if m.source.plan.irregular { number } else { 0 };
                let place = m.element(&mut list, states, self.coords.linear, 4);
                let state = m.emit(&mut list, Op::Load {}, &[place], Ty::int32());
                let number = m.int(&mut list, number.into(), Ty::int32());
                let cond = m.emit(&mut list, Op::Compare { op: CmpOp::Eq }, &[state, number], Ty::boolean());
                Terminator::Branch { cond, then: target(body, None), otherwise: target(self.latch(), None) }
            }
            _ => jump(body, None),
        };
        m.out.blocks[inner].insts.append(&mut list);
        m.out.blocks[inner].term = term;
        if m.source.debug {
            let mut tid = Vec::new();
            self.write_tid(m, &mut tid);
            m.out.blocks[body].insts.splice(0..0, tid);
        }
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

fn target(block: Block, arg: Option<Value>) -> Target {
    Target { block, args: arg.into_iter().collect::<Values>() }
}

fn jump(block: Block, arg: Option<Value>) -> Terminator {
    Terminator::Jump(target(block, arg))
}

/// The end of a loop: one more, or on to what follows.
fn close(m: &mut Maker<'_>, latch: Block, counter: Value, axis: usize, head: Block, after: Block) {
    let add = Op::Arith { op: Arith::AddNoWrap };
    let next = m.out.make_inst(add, &[counter, m.base.one], &[Ty::int64()], Span::default());
    let next_value = m.out.result(next);
    let extent = m.base.extents[axis];
    let compare = Op::Compare { op: CmpOp::Lt };
    let more = m.out.make_inst(compare, &[next_value, extent], &[Ty::boolean()], Span::default());
    let cond = m.out.result(more);
    let data = &mut m.out.blocks[latch];
    data.insts = vec![next, more];
    data.term = Terminator::Branch { cond, then: target(head, Some(next_value)), otherwise: target(after, None) };
}
