//! Control flow between single instructions.
//!
//! Jumps are followed to where they lead. Instructions that mean the same and go on in the same way are made one: compilers of
//! some CPython versions copy the condition of a `while` loop, the end of a function and the like, others don't.

use crate::error;
use coluber_base::Result;
use coluber_bytecode::{CodeObject, Handler, Instr, InstrId, Op, Stream, When, verify_stack};

/// No instruction, no handler.
pub(crate) const NONE: u32 = u32::MAX;

/// Chains of jumps are followed this far; what is left of a longer one (or of a circle) is an instruction without effect.
const MAX_JUMPS: usize = 16;

/// The graph of instructions.
pub(crate) struct Flow<'s> {
    pub(crate) stream: &'s Stream,
    /// The first instruction.
    pub(crate) entry: u32,
    /// Where control goes on; `NONE` after a return or raise.
    pub(crate) next: Vec<u32>,
    /// Where an instruction may jump.
    pub(crate) jump: Vec<u32>,
    /// The stack's depth before each instruction.
    pub(crate) depth: Vec<u32>,
    /// The row of the exception table for each instruction. Rows with the same target, depth and lasti are one.
    pub(crate) handler: Vec<u32>,
    /// The handlers' first instructions, for each row of the exception table.
    pub(crate) landing: Vec<u32>,
}

impl<'s> Flow<'s> {
    /// Checks the stream and finds its flow.
    pub(crate) fn new(code: &CodeObject, stream: &'s Stream) -> Result<Self> {
        let depth = verify_stack(stream).map_err(|e| {
            let at = stream.instrs.get(e.at.index());
            error::damaged(code, &e.to_string(), at.map(|i| error::span(&i.span)).unwrap_or_default())
        })?;
        check_rows(code, stream)?;
        let mut flow = Flow {
            stream,
            entry: target(stream, 0),
            next: Vec::with_capacity(stream.instrs.len()),
            jump: Vec::with_capacity(stream.instrs.len()),
            depth,
            handler: handlers(stream),
            landing: stream.exception_table.iter().map(|h| target(stream, h.target.0)).collect(),
        };
        flow.link();
        Merger::new(&mut flow).run();
        Ok(flow)
    }

    fn link(&mut self) {
        for (i, instr) in self.stream.instrs.iter().enumerate() {
            let (next, jump) = match instr.op {
                Op::Jump(to) => (target(self.stream, to.0), NONE),
                ref op if op.is_terminator() => (NONE, NONE),
                ref op => {
                    let jump = op.target().map_or(NONE, |to| target(self.stream, to.0));
                    (target(self.stream, i as u32 + 1), jump)
                }
            };
            self.next.push(next);
            self.jump.push(jump);
        }
    }

    pub(crate) fn instr(&self, i: u32) -> &'s Instr {
        &self.stream.instrs[i as usize]
    }

    pub(crate) fn op(&self, i: u32) -> &'s Op {
        &self.instr(i).op
    }

    /// Where control goes when the condition of a `PopJumpIf` holds, in the positive form ("is true", "is None"), and when not.
    pub(crate) fn branches(&self, i: u32, when: When) -> [u32; 2] {
        let (next, jump) = (self.next[i as usize], self.jump[i as usize]);
        match when {
            When::True | When::None => [jump, next],
            When::False | When::NotNone => [next, jump],
        }
    }

    /// Whether a test of truth does nothing, since what follows tests the truth itself.
    pub(crate) fn is_idle_test(&self, i: u32) -> bool {
        let next = self.next[i as usize];
        let tests = |op: &Op| {
            use coluber_bytecode::UnaryOp::Not;
            matches!(op, Op::PopJumpIf { when: When::True | When::False, .. } | Op::Unary(Not) | Op::ToBool)
        };
        *self.op(i) == Op::ToBool && next != NONE && tests(self.op(next))
    }

    /// Whether an instruction can raise, apart from reads of variables that may be unbound.
    pub(crate) fn can_raise(&self, i: u32) -> bool {
        match self.op(i) {
            Op::LoadConst(_) | Op::LoadBuiltin(_) | Op::BuildTuple(_) | Op::BuildSlice(_) | Op::Is { .. } => false,
            Op::LoadFast(_) | Op::StoreFast(_) | Op::DeleteFast(_) | Op::LoadFastAndClear(_) => false,
            Op::SaveCell(_) | Op::RestoreCell(_) | Op::MakeCell(_) => false,
            Op::LoadDeref(id) | Op::StoreDeref(id) | Op::DeleteDeref(id) | Op::LoadClosure(id) => {
                id.0 >= self.stream.cell_count
            }
            Op::Copy(_)
            | Op::Swap(_)
            | Op::Pop
            | Op::Jump(_)
            | Op::PopJumpIf { when: When::None | When::NotNone, .. }
            | Op::Return => false,
            Op::PushExcInfo | Op::PopExcept => false,
            Op::ToBool => !self.is_idle_test(i),
            _ => true,
        }
    }
}

fn check_rows(code: &CodeObject, stream: &Stream) -> Result<()> {
    let n = stream.instrs.len();
    let fine = |h: &Handler| h.start <= h.end && h.end.index() <= n && h.target.index() < n;
    if stream.exception_table.iter().all(fine) {
        Ok(())
    } else {
        Err(error::damaged(code, "the exception table is damaged", Default::default()))
    }
}

/// Follows jumps.
fn target(stream: &Stream, mut at: u32) -> u32 {
    for _ in 0..MAX_JUMPS {
        match stream.instrs[at as usize].op {
            Op::Jump(InstrId(to)) => at = to,
            _ => break,
        }
    }
    at
}

fn handlers(stream: &Stream) -> Vec<u32> {
    let mut of = vec![NONE; stream.instrs.len()];
    if stream.exception_table.is_empty() {
        return of;
    }
    let mut first_row = vec![NONE; stream.instrs.len()];
    for (k, row) in stream.exception_table.iter().enumerate() {
        let first = &mut first_row[row.target.index()];
        let same =
            stream.exception_table.get(*first as usize).is_some_and(|f| (f.depth, f.lasti) == (row.depth, row.lasti));
        if !same {
            *first = k as u32;
        }
        of[row.start.index()..row.end.index()].fill(*first);
    }
    of
}

/// Makes equal instructions one, beginning where paths meet and going backward.
struct Merger<'f, 's> {
    flow: &'f mut Flow<'s>,
    /// Edge `2 i` is that to `next`, edge `2 i + 1` that to `jump`; each is in the list of the edges to its target.
    first_edge: Vec<u32>,
    more_edges: Vec<u32>,
    replaced: Vec<bool>,
    work: Vec<u32>,
}

impl<'f, 's> Merger<'f, 's> {
    fn new(flow: &'f mut Flow<'s>) -> Self {
        let n = flow.next.len();
        let mut merger = Merger {
            first_edge: vec![NONE; n],
            more_edges: vec![NONE; 2 * n],
            replaced: vec![false; n],
            work: Vec::new(),
            flow,
        };
        for i in 0..n as u32 {
            if !matches!(merger.flow.op(i), Op::Jump(_)) {
                merger.add_edge(2 * i, merger.flow.next[i as usize]);
                merger.add_edge(2 * i + 1, merger.flow.jump[i as usize]);
            }
        }
        merger
    }

    fn run(mut self) {
        self.merge_returns();
        while let Some(join) = self.work.pop() {
            if !self.replaced[join as usize] {
                self.merge_sources(join);
            }
        }
    }

    fn add_edge(&mut self, edge: u32, to: u32) {
        let Some(first) = self.first_edge.get_mut(to as usize) else {
            return;
        };
        if *first != NONE {
            self.work.push(to);
        }
        self.more_edges[edge as usize] = *first;
        *first = edge;
    }

    /// The instructions that go on at `to`.
    fn sources(&self, to: u32) -> Vec<u32> {
        let mut sources = Vec::new();
        let mut edge = self.first_edge[to as usize];
        while edge != NONE {
            if !self.replaced[edge as usize / 2] {
                sources.push(edge / 2);
            }
            edge = self.more_edges[edge as usize];
        }
        sources
    }

    fn merge_sources(&mut self, join: u32) {
        let mut keyed: Vec<_> = self.sources(join).into_iter().map(|i| (self.key(i), i)).collect();
        keyed.sort_unstable();
        keyed.dedup();
        for group in keyed.chunk_by(|a, b| a.0 == b.0) {
            let mut kept = Vec::new();
            for &(_, i) in group {
                match kept.iter().find(|&&k| self.same(k, i)) {
                    Some(&k) => self.replace(i, k),
                    None => kept.push(i),
                }
            }
        }
    }

    /// Equal for equal instructions.
    fn key(&self, i: u32) -> (u32, u32) {
        match self.flow.op(i) {
            Op::PopJumpIf { when, .. } => {
                let [yes, no] = self.flow.branches(i, *when);
                (yes, no)
            }
            _ => {
                let span = &self.flow.instr(i).span;
                (span.line.unwrap_or(0), span.col.unwrap_or(NONE))
            }
        }
    }

    fn same(&self, a: u32, b: u32) -> bool {
        let flow = &*self.flow;
        let (x, y) = (flow.instr(a), flow.instr(b));
        let (ia, ib) = (a as usize, b as usize);
        let handlers = flow.handler[ia] == flow.handler[ib] || !flow.can_raise(a) && !defines(&x.op);
        let alike = match (&x.op, &y.op) {
            (Op::PopJumpIf { when: p, .. }, Op::PopJumpIf { when: q, .. }) => {
                on_none(*p) == on_none(*q) && flow.branches(a, *p) == flow.branches(b, *q)
            }
            (Op::ForIter { .. } | Op::Send { .. }, _) => false,
            (p, q) => p == q && x.span == y.span && flow.next[ia] == flow.next[ib],
        };
        alike && handlers && flow.depth[ia] == flow.depth[ib]
    }

    /// Makes one the copies of a `return` statement, then all statements that return the same constant.
    fn merge_returns(&mut self) {
        let is_return = |&i: &u32| matches!(self.flow.op(i), Op::Return);
        let mut returns: Vec<u32> = (0..self.flow.next.len() as u32).filter(is_return).collect();
        returns.sort_unstable_by_key(|&i| (self.key(i), i));
        for k in 1..returns.len() {
            let (first, copy) = (returns[k - 1], returns[k]);
            if self.flow.instr(first).span.line.is_some() && self.same(first, copy) {
                self.replace(copy, first);
                returns[k] = first;
            }
        }
        returns.dedup();
        self.merge_constants(&returns);
    }

    fn merge_constants(&mut self, returns: &[u32]) {
        let mut kept: Vec<u32> = Vec::new();
        for &ret in returns {
            let [load] = self.sources(ret)[..] else {
                continue;
            };
            let Op::LoadConst(value) = self.flow.op(load) else {
                continue;
            };
            let depth = self.flow.depth[load as usize];
            let is_same = |&&l: &&u32| {
                self.flow.depth[l as usize] == depth && matches!(self.flow.op(l), Op::LoadConst(v) if v == value)
            };
            match kept.iter().find(is_same) {
                Some(&first_load) => {
                    self.replaced[ret as usize] = true;
                    self.replace(load, first_load);
                }
                None if kept.len() < 16 => kept.push(load),
                None => {}
            }
        }
    }

    /// Leads all edges to `old` to `new` instead.
    fn replace(&mut self, old: u32, new: u32) {
        self.replaced[old as usize] = true;
        let mut edge = self.first_edge[old as usize];
        while edge != NONE {
            let more = self.more_edges[edge as usize];
            let from = edge as usize / 2;
            if edge.is_multiple_of(2) {
                self.flow.next[from] = new;
            } else {
                self.flow.jump[from] = new;
            }
            self.add_edge(edge, new);
            edge = more;
        }
        self.first_edge[old as usize] = NONE;
        let redirect = |at: &mut u32| {
            if *at == old {
                *at = new;
            }
        };
        redirect(&mut self.flow.entry);
        self.flow.landing.iter_mut().for_each(redirect);
    }
}

fn on_none(when: When) -> bool {
    matches!(when, When::None | When::NotNone)
}

/// Whether an operation changes a variable.
pub(crate) fn defines(op: &Op) -> bool {
    matches!(
        op,
        Op::StoreFast(_)
            | Op::DeleteFast(_)
            | Op::LoadFastAndClear(_)
            | Op::StoreDeref(_)
            | Op::DeleteDeref(_)
            | Op::MakeCell(_)
            | Op::SaveCell(_)
            | Op::RestoreCell(_)
    )
}
