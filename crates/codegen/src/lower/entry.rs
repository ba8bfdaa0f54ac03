//! The function that the dispatcher calls: words in, words out.

use super::cx::{Callee, Cx};
use crate::llvm::{Attribute, Builder, Func, Linkage, Module, Val};
use crate::unit::UnitFunction;
use coluber_abi::{Leaf, entry_symbol, layout, leaves};

/// Declares `i32 entry(const u64 *args, u64 *result)` for a function.
pub(super) fn declare_entry(cx: &mut Cx<'_>, function: &UnitFunction<'_>, linkage: Linkage) -> Func {
    let ptr = cx.module.leaf(Leaf::Ptr);
    let ty = cx.module.leaf(Leaf::I32).function(&[ptr, ptr]);
    let entry = cx.module.add_function(&entry_symbol(&function.symbol), ty, linkage);
    for attribute in [Attribute::ParamNoAlias(0), Attribute::ParamReadOnly(0), Attribute::ParamNoAlias(1)] {
        cx.module.add_attribute(entry, attribute);
    }
    cx.set_vector_width(entry);
    entry
}

/// Fills an entry in.
pub(super) fn lower_entry(cx: &Cx<'_>, function: &UnitFunction<'_>, callee: Callee, entry: Func) {
    let b = Builder::new(cx.module);
    b.position(cx.module.add_block(entry, "entry"));
    let args = load_args(cx, &b, function, entry.param(0));
    let result = b.call(callee.func, &args);
    store_result(cx, &b, callee, result, entry.param(1));
}

fn load_args(cx: &Cx<'_>, b: &Builder, function: &UnitFunction<'_>, words: Val) -> Vec<Val> {
    let ir = function.ir;
    let all = ir.params().iter().flat_map(|&param| leaves(ir.ty(param)));
    all.enumerate().map(|(position, &leaf)| load_word(cx, b, word_at(cx, b, words, position), leaf)).collect()
}

fn word_at(cx: &Cx<'_>, b: &Builder, words: Val, position: usize) -> Val {
    let word = cx.module.leaf(Leaf::I64);
    b.element(word, words, word.int(position as u64), true)
}

/// The low bytes of a word come first in memory, so that leaves are loaded directly; bools need a test.
pub(super) fn load_word(cx: &Cx<'_>, b: &Builder, place: Val, leaf: Leaf) -> Val {
    let value = b.load(cx.module.memory_leaf(leaf), place, 8);
    if leaf == Leaf::I1 { b.trunc(value, cx.module.leaf(leaf)) } else { value }
}

/// The leaves of the result are undefined when the status is bad; then it does not matter what is stored.
fn store_result(cx: &Cx<'_>, b: &Builder, callee: Callee, result: Val, words: Val) {
    let ty = layout(callee.ret);
    if ty.leaves.is_empty() {
        return b.ret(result);
    }
    for (position, (&leaf, &signed)) in ty.leaves.iter().zip(&ty.signed).enumerate() {
        let part = b.extract(result, position + 1);
        let word = to_word(b, cx.module, part, leaf, signed);
        b.store(word, word_at(cx, b, words, position), 8);
    }
    b.ret(b.extract(result, 0));
}

/// A leaf as a word.
pub(super) fn to_word(b: &Builder, module: &Module, value: Val, leaf: Leaf, signed: bool) -> Val {
    let word = module.leaf(Leaf::I64);
    match leaf {
        Leaf::I64 | Leaf::F64 | Leaf::Ptr => value,
        Leaf::F32 => b.zext(b.bitcast(value, module.leaf(Leaf::I32)), word),
        _ if signed => b.sext(value, word),
        _ => b.zext(value, word),
    }
}

const _: () = assert!(cfg!(target_endian = "little"), "words are read by their low bytes");
