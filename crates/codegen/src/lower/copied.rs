//! Floats that are only copied from a place in memory that other values in memory choose, as in `b[k] = a[index[k]]`: they pass through
//! integer registers.
//!
//! A processor has more loads and stores of integers under way than of floats: on Zen 5 such a loop takes four fifths of the time.

use coluber_abi::{Leaf, layout};
use coluber_ir::typed::Op;
use coluber_ir::{Block, InstData, Typed, Value};
use rustc_hash::FxHashSet;

/// The values of a function that are loaded from such places and that nothing but stores uses. Blocks come in reverse postorder.
pub(super) fn copied(ir: &Typed, order: &[Block]) -> FxHashSet<Value> {
    let mut found = Chosen::default().loads(ir, order);
    if found.is_empty() {
        return found;
    }
    for data in insts(ir, order) {
        let stored = usize::from(matches!(data.op, Op::Store {}));
        for value in &data.args[..data.args.len() - stored] {
            found.remove(value);
        }
    }
    for &block in order {
        ir.blocks[block].term.visit_uses(|value| {
            found.remove(&value);
        });
    }
    found
}

fn insts<'a>(ir: &'a Typed, order: &'a [Block]) -> impl Iterator<Item = &'a InstData<Op>> {
    order.iter().flat_map(|&block| ir.blocks[block].insts.iter()).map(|&inst| &ir.insts[inst])
}

/// What depends on integers in memory.
#[derive(Default)]
struct Chosen {
    /// Integers that were loaded, or computed from such.
    integers: FxHashSet<Value>,
    /// Addresses of elements with such indices.
    places: FxHashSet<Value>,
}

impl Chosen {
    /// The floats that are loaded from the addresses.
    fn loads(mut self, ir: &Typed, order: &[Block]) -> FxHashSet<Value> {
        let mut floats = FxHashSet::default();
        for &block in order {
            for data in insts(ir, &[block]) {
                if matches!(data.op, Op::Load {})
                    && self.places.contains(&data.args[0])
                    && is_float(ir, data.results[0])
                {
                    floats.insert(data.results[0]);
                } else {
                    self.note(ir, data);
                }
            }
            self.pass_on(ir, block);
        }
        floats
    }

    fn note(&mut self, ir: &Typed, data: &InstData<Op>) {
        let &[result] = &data.results[..] else { return };
        let depends = || data.args.iter().any(|value| self.integers.contains(value));
        if matches!(data.op, Op::ElemPtr {}) && depends() {
            self.places.insert(result);
        } else if ir.ty(result).is_int() && (matches!(data.op, Op::Load {}) || depends()) {
            self.integers.insert(result);
        }
    }

    /// Notes parameters of blocks that are given such integers.
    fn pass_on(&mut self, ir: &Typed, block: Block) {
        for target in ir.blocks[block].term.targets() {
            let pairs = ir.blocks[target.block].params.iter().zip(&target.args);
            let given = pairs.filter(|(_, value)| self.integers.contains(value)).map(|(&param, _)| param);
            let given: Vec<Value> = given.collect();
            self.integers.extend(given);
        }
    }
}

fn is_float(ir: &Typed, value: Value) -> bool {
    let leaves = &layout(ir.ty(value)).leaves;
    !leaves.is_empty() && leaves.iter().all(|&leaf| as_integer(leaf) != leaf)
}

/// The integer with as many bits as a float.
pub(super) fn as_integer(leaf: Leaf) -> Leaf {
    match leaf {
        Leaf::F32 => Leaf::I32,
        Leaf::F64 => Leaf::I64,
        other => other,
    }
}
