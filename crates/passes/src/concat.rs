//! `a + b + c` of strings makes one string: those in between, which nothing else uses, are not made.
//!
//! The memory of `a` may have room for what comes behind it, for all pieces as for one
//! ([`str_concat_all`](coluber_abi::runtime)).

use crate::uses;
use coluber_ir::typed::Op;
use coluber_ir::{Block, Const, Inst, Typed, Value};
use coluber_types::Ty;
use rustc_hash::{FxHashMap, FxHashSet};

/// Most pieces of a text that are put together at once.
const MOST: usize = 64;

/// Runs the pass.
pub fn run(func: &mut Typed) {
    if func.insts.values().filter(|inst| is_sum(&inst.op)).nth(1).is_none() {
        return;
    }
    let uses = uses::counts(func, &func.layout);
    for block in func.layout.clone() {
        sum_up(func, block, &uses);
    }
}

/// Whether it puts one string behind another one.
fn is_sum(op: &Op) -> bool {
    matches!(op, Op::Runtime { func } if **func == *"str_concat")
}

/// Makes one instruction of each row of sums in a block.
fn sum_up(func: &mut Typed, block: Block, uses: &FxHashMap<Value, u32>) {
    let insts = std::mem::take(&mut func.blocks[block].insts);
    let sums: FxHashMap<Value, Inst> =
        insts.iter().filter(|inst| is_sum(&func.insts[**inst].op)).map(|&inst| (func.result(inst), inst)).collect();
    let (mut dropped, mut rows) = (FxHashSet::default(), FxHashMap::default());
    for &inst in insts.iter().rev().filter(|inst| is_sum(&func.insts[**inst].op)) {
        if !dropped.contains(&inst) {
            let row = row_of(func, inst, &sums, uses);
            dropped.extend(row.inner.iter().copied());
            rows.insert(inst, row);
        }
    }
    let mut out = Vec::with_capacity(insts.len());
    for inst in insts.into_iter().filter(|inst| !dropped.contains(inst)) {
        if let Some(row) = rows.get(&inst).filter(|row| !row.inner.is_empty()) {
            put_together(func, inst, row, &mut out);
        }
        out.push(inst);
    }
    func.blocks[block].insts = out;
}

/// Sums that follow each other.
struct Row {
    first: Value,
    /// What comes behind it, in order.
    pieces: Vec<Value>,
    /// The sums whose results only the next one uses.
    inner: Vec<Inst>,
}

/// The row that ends with a sum.
fn row_of(func: &Typed, last: Inst, sums: &FxHashMap<Value, Inst>, uses: &FxHashMap<Value, u32>) -> Row {
    let mut row = Row { first: func.insts[last].args[0], pieces: vec![func.insts[last].args[1]], inner: Vec::new() };
    while let Some(&inner) = sums.get(&row.first)
        && uses.get(&row.first) == Some(&1)
        && row.pieces.len() < MOST
    {
        row.first = func.insts[inner].args[0];
        row.pieces.push(func.insts[inner].args[1]);
        row.inner.push(inner);
    }
    row.pieces.reverse();
    row
}

/// Makes the last sum of a row one of all its pieces, which lie in the frame.
fn put_together(func: &mut Typed, last: Inst, row: &Row, out: &mut Vec<Inst>) {
    let span = func.insts[last].span;
    let mut add = |op: Op, args: &[Value], ty: Ty| {
        let inst = func.make_inst(op, args, &[ty], span);
        out.push(inst);
        func.result(inst)
    };
    let count = add(Op::Const { value: Const::Int(row.pieces.len() as i64) }, &[], Ty::int64());
    let all = add(Op::Pack {}, &row.pieces, Ty::uni_tuple(Ty::string(), row.pieces.len()));
    let place = add(Op::Spill {}, &[all], Ty::ptr());
    let data = &mut func.insts[last];
    data.op = Op::Runtime { func: "str_concat_all".into() };
    data.args = [row.first, place, count].into_iter().collect();
}
