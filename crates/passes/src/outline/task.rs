//! The function that runs pieces of a loop, or divides them.

use super::{Shape, Write};
use coluber_base::Name;
use coluber_ir::typed::{Arith, Op};
use coluber_ir::{Block, Builder, Typed, Value};
use coluber_ops::CmpOp;
use coluber_types::Ty;

/// Makes the task `(first, last, record, quotient, remainder, captured...)` of a loop. The first `remainder` pieces have an iteration more
/// than the `quotient`.
pub(super) fn make(shape: &Shape, body: u32, own: u32, name: &Name) -> Typed {
    let mut func = Typed::new(name.clone());
    func.ret = shape.result();
    let [entry, leaf, split] = [(); 3].map(|()| func.add_block());
    let int = Ty::int64();
    let types = [int, int, Ty::ptr(), int, int].into_iter().chain(shape.captured.iter().copied());
    let params: Vec<Value> = types.map(|ty| func.add_param(entry, ty, None)).collect();
    let mut b = Builder::new(&mut func, entry);
    let width = b.arith(Arith::Sub, params[1], params[0]);
    let one = b.int(1);
    let is_one = b.compare(CmpOp::Eq, width, one);
    b.branch(is_one, (leaf, &[]), (split, &[]));
    let task = Task { shape, name, params };
    task.leaf(&mut b, leaf, body);
    task.split(&mut b, split, own, width);
    func
}

struct Task<'s> {
    shape: &'s Shape,
    name: &'s Name,
    params: Vec<Value>,
}

impl Task<'_> {
    /// Runs one piece.
    fn leaf(&self, b: &mut Builder<'_, Op>, block: Block, body: u32) {
        b.switch_to(block);
        let one = b.int(1);
        let next = b.arith(Arith::Add, self.params[0], one);
        let mut args = vec![self.first_iteration(b, self.params[0]), self.first_iteration(b, next)];
        args.extend_from_slice(&self.params[5..]);
        let result = b.call(body, self.name, &args, self.shape.result());
        b.ret(result);
    }

    /// The number of the first iteration of a piece.
    fn first_iteration(&self, b: &mut Builder<'_, Op>, piece: Value) -> Value {
        let (quotient, remainder) = (self.params[3], self.params[4]);
        let whole = b.arith(Arith::Mul, piece, quotient);
        let longer = b.compare(CmpOp::Lt, piece, remainder);
        let more = b.value(Op::Select {}, &[longer, piece, remainder], Ty::int64());
        b.arith(Arith::Add, whole, more)
    }

    /// Runs the two halves of the pieces side by side, and joins what they give.
    fn split(&self, b: &mut Builder<'_, Op>, block: Block, own: u32, width: Value) {
        b.switch_to(block);
        let one = b.int(1);
        let half = b.arith(Arith::Shr, width, one);
        let middle = b.arith(Arith::Add, self.params[0], half);
        let mut args = vec![self.params[0], middle];
        args.extend_from_slice(&self.params[1..]);
        let ty = self.shape.result();
        let fork = b.inst(Op::Fork { spec: own, name: self.name.clone() }, &args, &[ty, ty]);
        let (left, right) = (b.func.insts[fork].results[0], b.func.insts[fork].results[1]);
        let count = self.shape.results.len();
        let (left, right) = (b.unpacked(left, count), b.unpacked(right, count));
        let joined = join(b, self.shape, &left, &right);
        let result = b.packed(&joined, ty);
        b.ret(result);
    }
}

/// What two partial results make, the first from before the second; the second where the last value counts.
pub(super) fn join(b: &mut Builder<'_, Op>, shape: &Shape, first: &[Value], second: &[Value]) -> Vec<Value> {
    let results = shape.results.iter().zip(second);
    let joined = results.map(|((ty, reduction), &last)| match reduction {
        Some(reduction) => {
            let of = |values: &[Value]| reduction.given.iter().map(|&k| values[k]).collect::<Vec<_>>();
            b.call(reduction.combine, "combine", &[of(first), of(second)].concat(), *ty)
        }
        None => last,
    });
    joined.collect()
}
