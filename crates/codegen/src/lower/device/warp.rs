//! Operations of the threads of a warp together.

use crate::llvm::{IntCmp, Val};
use crate::lower::function::{Done, Leaves, Lower};
use coluber_abi::Leaf;
use coluber_ir::InstData;
use coluber_ir::typed::{Op, WarpOp};

/// The last operand of a shuffle: the highest lane, and no division of the warp.
const TO_HIGHEST: i32 = 31;
/// The same for `up`, where it is the lowest lane.
const TO_LOWEST: i32 = 0;

impl Lower<'_, '_, '_> {
    pub(super) fn warp(&mut self, inst: &InstData<Op>, op: WarpOp) -> Done {
        let args: Leaves = inst.args.iter().map(|&arg| self.scalar(arg)).collect();
        let mask = args[0];
        let value = match op {
            WarpOp::Sync => {
                self.call_plain("llvm.nvvm.bar.warp.sync", &[mask]);
                return Ok(());
            }
            WarpOp::ShuffleIndex => self.shuffle("idx", TO_HIGHEST, mask, args[1], args[2]),
            WarpOp::ShuffleUp => self.shuffle("up", TO_LOWEST, mask, args[1], args[2]),
            WarpOp::ShuffleDown => self.shuffle("down", TO_HIGHEST, mask, args[1], args[2]),
            WarpOp::ShuffleXor => self.shuffle("bfly", TO_HIGHEST, mask, args[1], args[2]),
            WarpOp::All => self.call_plain("llvm.nvvm.vote.all.sync", &[mask, args[1]]),
            WarpOp::Any => self.call_plain("llvm.nvvm.vote.any.sync", &[mask, args[1]]),
            WarpOp::Equal => self.call_plain("llvm.nvvm.vote.uni.sync", &[mask, args[1]]),
            WarpOp::Ballot => self.call_plain("llvm.nvvm.vote.ballot.sync", &[mask, args[1]]),
            WarpOp::MatchAny => self.match_any(mask, args[1]),
            WarpOp::MatchAll => self.match_all(mask, args[1]),
        };
        self.result(inst, value)
    }

    /// Values of 64 bits go in two halves.
    fn shuffle(&mut self, mode: &str, clamp: i32, mask: Val, value: Val, lane: Val) -> Val {
        let name = format!("llvm.nvvm.shfl.sync.{mode}.i32");
        let clamp = self.i32(clamp);
        let word = self.leaf(Leaf::I32);
        let bits = self.bits_of(value);
        let low = if bits.ty() == word { bits } else { self.b.trunc(bits, word) };
        let low = self.call_plain(&name, &[mask, low, lane, clamp]);
        if bits.ty() == word {
            return self.from_bits(low, value);
        }
        let shift = self.i64(32);
        let high = self.b.trunc(self.b.lshr(bits, shift), word);
        let high = self.call_plain(&name, &[mask, high, lane, clamp]);
        let wide = bits.ty();
        let high = self.b.shl(self.b.zext(high, wide), shift);
        let both = self.b.or(high, self.b.zext(low, wide));
        self.from_bits(both, value)
    }

    /// An integer of 32 or 64 bits with the bits of a scalar.
    fn bits_of(&mut self, value: Val) -> Val {
        let (word, wide) = (self.leaf(Leaf::I32), self.leaf(Leaf::I64));
        match value.ty() {
            ty if ty == self.leaf(Leaf::F32) => self.b.bitcast(value, word),
            ty if ty == self.leaf(Leaf::F64) => self.b.bitcast(value, wide),
            ty if ty == self.leaf(Leaf::Ptr) => self.b.ptr_to_int(value, wide),
            ty if ty.int_bits() < 32 => self.b.zext(value, word),
            _ => value,
        }
    }

    /// A scalar of the type of `like` from its bits.
    #[allow(clippy::wrong_self_convention, reason = "a value comes from bits, not a Lower")]
    fn from_bits(&mut self, bits: Val, like: Val) -> Val {
        match like.ty() {
            ty if ty == bits.ty() => bits,
            ty if ty == self.leaf(Leaf::F32) || ty == self.leaf(Leaf::F64) => self.b.bitcast(bits, ty),
            ty if ty == self.leaf(Leaf::Ptr) => self.b.int_to_ptr(bits, ty),
            ty => self.b.trunc(bits, ty),
        }
    }

    fn match_any(&mut self, mask: Val, value: Val) -> Val {
        let bits = self.bits_of(value);
        let name = if bits.ty() == self.leaf(Leaf::I32) { "i32" } else { "i64" };
        self.call_plain(&format!("llvm.nvvm.match.any.sync.{name}"), &[mask, bits])
    }

    /// The instruction gives the mask, and whether all have the same value.
    fn match_all(&mut self, mask: Val, value: Val) -> Val {
        let bits = self.bits_of(value);
        let name = if bits.ty() == self.leaf(Leaf::I32) { "i32p" } else { "i64p" };
        let both = self.call_plain(&format!("llvm.nvvm.match.all.sync.{name}"), &[mask, bits]);
        let (lanes, same) = (self.b.extract(both, 0), self.b.extract(both, 1));
        let same = self.b.icmp(IntCmp::Ne, same, self.i1().zero());
        self.b.select(same, lanes, self.i32(0))
    }
}
