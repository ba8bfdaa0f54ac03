//! Low-level operations on typed values. No Python semantics are left in them.
//!
//! The type of an operation's result is the type of its result value. Operands of arithmetic have one type; signedness and
//! precision come from it.

use crate::constant::Const;
use crate::entity::Slot;
use crate::op::{Imm, Immediate};
use crate::operations;
use coluber_base::Name;
use coluber_ops::{CmpOp, MathFn};

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$row:meta])* $variant:ident $text:literal;)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$row])* $variant,)* }

        impl $name {
            /// The word in the IR's text.
            pub fn word(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }
        }

        impl Immediate for $name {
            fn to_imm(&self) -> Imm {
                Imm::Word(self.word().into())
            }
            fn from_imm(imm: &Imm) -> Option<Self> {
                match imm {
                    Imm::Word(w) => match &**w { $($text => Some($name::$variant),)* _ => None },
                    _ => None,
                }
            }
        }
    };
}

words! {
    /// Arithmetic of two operands of one type.
    Arith {
        /// Integers wrap around.
        Add "add";
        /// Integers wrap around.
        Sub "sub";
        /// Integers wrap around.
        Mul "mul";
        /// Floats: IEEE. Integers: toward zero; the divisor is not zero and MIN / -1 gives MIN.
        Div "div";
        /// The remainder of `div` (floats: C's fmod).
        Rem "rem";
        /// Bitwise and; of bools too.
        And "and";
        /// Bitwise or; of bools too.
        Or "or";
        /// Bitwise exclusive or; of bools too.
        Xor "xor";
        /// Left shift; a count of the width or more gives 0.
        Shl "shl";
        /// Right shift, arithmetic for signed types; a count of the width or more gives 0 or -1.
        Shr "shr";
        /// Magnitude of the first, sign of the second (floats).
        CopySign "copysign";
        /// An addition that is known not to overflow (integers).
        AddNoWrap "add_nw";
        /// A term of a sum whose terms may be added in any order (floats).
        AddFree "add_free";
        /// A term that is subtracted from such a sum.
        SubFree "sub_free";
        /// A factor of a product whose factors may be multiplied in any order (floats).
        MulFree "mul_free";
    }
}

words! {
    /// Arithmetic of one operand.
    Unary {
        /// Minus.
        Neg "neg";
        /// Complement of the bits; of a bool its negation.
        Not "not";
        /// Magnitude; of the least integer itself.
        Abs "abs";
        /// Square root (floats).
        Sqrt "sqrt";
        /// Largest integer not above (floats).
        Floor "floor";
        /// Least integer not below (floats).
        Ceil "ceil";
        /// Toward zero (floats).
        Trunc "trunc";
        /// To nearest, ties to even (floats).
        Rint "rint";
        /// Number of bits set (integers).
        PopCount "popcount";
        /// Number of zero bits above the highest bit set (integers).
        LeadingZeros "leading_zeros";
        /// Number of zero bits below the lowest bit set (integers).
        TrailingZeros "trailing_zeros";
        /// The bits in reverse order (integers).
        ReverseBits "reverse_bits";
    }
}

words! {
    /// What a thread of a kernel knows of itself and of the launch. The values are non-negative and fit int32.
    ThreadWord {
        /// Index in the block, first axis.
        TidX "tid_x";
        /// Index in the block, second axis.
        TidY "tid_y";
        /// Index in the block, third axis.
        TidZ "tid_z";
        /// Extent of the block, first axis.
        NtidX "ntid_x";
        /// Extent of the block, second axis.
        NtidY "ntid_y";
        /// Extent of the block, third axis.
        NtidZ "ntid_z";
        /// Index of the block, first axis.
        CtaidX "ctaid_x";
        /// Index of the block, second axis.
        CtaidY "ctaid_y";
        /// Index of the block, third axis.
        CtaidZ "ctaid_z";
        /// Number of blocks, first axis.
        NctaidX "nctaid_x";
        /// Number of blocks, second axis.
        NctaidY "nctaid_y";
        /// Number of blocks, third axis.
        NctaidZ "nctaid_z";
        /// Index in the warp.
        Lane "lane";
        /// Bytes of shared memory that the launch asked for.
        DynamicShared "dynamic_shared";
    }
}

words! {
    /// Points at which the threads of a block wait for each other.
    BarrierKind {
        /// No operand, no result.
        Sync "sync";
        /// An int32; the number of threads for which it is not zero, an int32.
        Count "count";
        /// An int32; whether it is not zero for all threads, an int32.
        And "and";
        /// An int32; whether it is not zero for any thread, an int32.
        Or "or";
        /// Waits for all threads of the grid: no operand, no result.
        Grid "grid";
    }
}

words! {
    /// Operations of the threads of a warp together. The first operand is the mask of the threads that take part, an int32.
    WarpOp {
        /// Waits. Mask.
        Sync "sync";
        /// The value of lane `b`. Mask, value, b (int32).
        ShuffleIndex "shfl_idx";
        /// The value of the lane `b` below, or the own one. Mask, value, b.
        ShuffleUp "shfl_up";
        /// The value of the lane `b` above, or the own one. Mask, value, b.
        ShuffleDown "shfl_down";
        /// The value of the lane whose index is the own one exclusive-or `b`. Mask, value, b.
        ShuffleXor "shfl_xor";
        /// Whether a bool is true for all. Mask, bool; a bool.
        All "all";
        /// Whether a bool is true for any. Mask, bool; a bool.
        Any "any";
        /// Whether a bool is the same for all. Mask, bool; a bool.
        Equal "eq";
        /// The lanes for which a bool is true. Mask, bool; an int32.
        Ballot "ballot";
        /// The lanes that have the same value. Mask, value; an int32.
        MatchAny "match_any";
        /// The mask if all lanes have the same value, else 0. Mask, value; an int32.
        MatchAll "match_all";
    }
}

words! {
    /// Atomic changes of memory: pointer and operands; the result is the value before.
    AtomicOp {
        /// Sum.
        Add "add";
        /// Difference.
        Sub "sub";
        /// Bitwise and (integers).
        And "and";
        /// Bitwise or (integers).
        Or "or";
        /// Bitwise exclusive or (integers).
        Xor "xor";
        /// The operand.
        Exchange "exch";
        /// The larger one; a NaN in memory stays, a NaN operand is ignored.
        Max "max";
        /// The smaller one; a NaN in memory stays, a NaN operand is ignored.
        Min "min";
        /// The larger one that is a number.
        NanMax "nanmax";
        /// The smaller one that is a number.
        NanMin "nanmin";
        /// One more, or 0 from the operand on (unsigned).
        Increment "inc";
        /// One less, or the operand when it is 0 or more than the operand (unsigned).
        Decrement "dec";
        /// The second operand if the value is equal to the first.
        CompareSwap "cas";
    }
}

words! {
    /// Who sees writes before a fence before those behind it.
    FenceScope {
        /// The threads of the block.
        Block "block";
        /// The threads of the device.
        Device "device";
        /// All devices and the host.
        System "system";
    }
}

words! {
    /// What caches do with an element that is read or written; the words are those of PTX.
    CacheHint {
        /// Reads: cached at all levels.
        All "ca";
        /// Cached at the global level alone.
        Global "cg";
        /// Likely used once.
        Streaming "cs";
        /// Reads: used for the last time.
        LastUse "lu";
        /// Reads: fetched again each time.
        Volatile "cv";
        /// Writes: written back from all levels.
        WriteBack "wb";
        /// Writes: written through to memory.
        WriteThrough "wt";
    }
}

words! {
    /// How a function of other CUDA code is called.
    ExternalAbi {
        /// As in C: the result is returned.
        C "c";
        /// As Numba does: the address of the result is the first parameter, a status is returned.
        Numba "numba";
    }
}

operations! {
    /// A typed operation.
    Op {
        /// A constant of the result's type: number, bool, string, pointer (an integer), or a type without run-time part.
        Const { value: Const } "const" 0 -> 1, pure;
        /// Any value of the result's type.
        Undef {} "undef" 0 -> 1, pure;
        /// Arithmetic on two scalars.
        Arith { op: Arith } "arith" 2 -> 1, pure;
        /// Arithmetic on one scalar.
        Unary { op: Unary } "unary" 1 -> 1, pure;
        /// `a * b + c` in one rounding.
        Fma {} "fma" 3 -> 1, pure;
        /// An elementary function.
        Math { func: MathFn } "math" * -> 1, pure;
        /// Comparison of two scalars; with a NaN only `ne` is true.
        Compare { op: CmpOp } "compare" 2 -> 1, pure;
        /// Conversion between scalars of numeric types: floats to integers toward zero (saturating at the limits of int64/uint64,
        /// then wrapping), integers wrap, anything to bool tests for non-zero, also pointer and owner to int64.
        Cast {} "cast" 1 -> 1, pure;
        /// The same bits as another scalar type of the same size.
        Bitcast {} "bitcast" 1 -> 1, pure;
        /// The second operand when the first (a bool) is true, else the third; of any type.
        Select {} "select" 3 -> 1, pure;
        /// An aggregate from its fields.
        Pack {} "pack" * -> 1, pure;
        /// A field of an aggregate.
        Part { index: u32 } "part" 1 -> 1, pure;
        /// Item of a homogeneous tuple at an index that is in range.
        TupleItem {} "tuple_item" 2 -> 1, pure;
        /// A pointer moved by a number of bytes.
        PtrAdd {} "ptr_add" 2 -> 1, pure;
        /// Reads a value. Memory keeps its references to what the value owns; the result is owned.
        Load {} "load" 1 -> 1, effect;
        /// Reads a code point: address, bytes that it has (an int32: 1, 2 or 4). The result is an int64.
        CodePoint {} "code_point" 2 -> 1, effect;
        /// Reads a value and leaves its memory undefined: the references in it move. The result is owned.
        Take {} "take" 1 -> 1, effect;
        /// Writes a value: pointer, value. Memory takes references to what the value owns, and forgets those to what was there.
        Store {} "store" 2 -> 0, effect;
        /// Address for one more item at the end of a list, which is to be written there.
        ListOpen {} "list_open" 1 -> 1, raises;
        /// Makes a list shorter whose last items have been taken, or hold no references: list, number of items that stay.
        ListShorten {} "list_shorten" 2 -> 0, effect;
        /// Number of items of a list.
        ListLen {} "list_len" 1 -> 1, effect;
        /// Address of an item: list, index in range. It holds until the list changes its length.
        ListPlace {} "list_place" 2 -> 1, effect;
        /// Hands a value over and waits; `passes::generator` makes a function that can be resumed of one that does so.
        Yield {} "yield" 1 -> 0, effect;
        /// Behind a `yield`: what the function was sent.
        Sent {} "sent" 0 -> 1, effect;
        /// Behind a `yield`: the exception that is to be raised, or null. Without this operation it is raised.
        Thrown {} "thrown" 0 -> 1, effect;
        /// The owner word of a frame of a suspended function that lies on the stack; the operand has the type of what is in it. It is used
        /// before the operation runs again.
        FrameLocal {} "frame_local" 1 -> 1, effect;
        /// Address of a part of an instance's memory: 0 is the word that notes which fields have been changed, the fields follow.
        FieldPlace { index: u32 } "field_place" 1 -> 1, pure;
        /// Notes that a list has been changed, so that it is written back to where it came from.
        ListTouch {} "list_touch" 1 -> 0, effect;
        /// Raises what the host raises when a signal has come. It looks once in `turns` times.
        Poll { turns: u32 } "poll" 0 -> 0, raises;
        /// The address of a copy of a value in the frame, without references of its own. It is used before the operation runs again.
        Spill {} "spill" 1 -> 1, effect;
        /// The address of a word with the number of the operand's type, for the runtime.
        TypeWord {} "type_word" 1 -> 1, pure;
        /// Address of an element: the array, then one int64 for each axis, in range.
        ElemPtr {} "elem_ptr" * -> 1, pure;
        /// The address with a hint for the caches, which counts for what is read and written there.
        CacheHint { hint: CacheHint } "cache_hint" 1 -> 1, pure;
        /// A possibly negative index made non-negative: index, extent.
        WrapIndex {} "wrap_index" 2 -> 1, pure;
        /// The data of an owned allocation.
        OwnerData {} "owner_data" 1 -> 1, pure;
        /// Calls a specialisation. Its result is owned.
        Call { spec: u32, name: Name } "call" * -> 1, raises;
        /// Calls a function of the runtime (the table is in `coluber-abi`).
        Runtime { func: Name } "runtime" * -> *, raises;
        /// First in the head of a loop over a parallel range: its iterations are to run on all cores (`passes::outline`). The operand, if
        /// there is one, is the least number of iterations that pay for a thread, an int64. What the iterations raise, the head then does.
        Distribute {} "distribute" * -> 0, raises;
        /// In such a head: the first of these parameters is a reduction. The function `start` makes what a thread begins with from the value
        /// before the loop; `combine` joins two partial results, of which it is given all these parameters.
        Reduce { start: u32, combine: u32 } "reduce" * -> 0, effect;
        /// First in the head of a loop over a parallel range that runs in order, on one thread: why it does.
        InOrder { why: Name } "in_order" 0 -> 0, effect;
        /// Calls a function twice, side by side: `f(a, b, rest...)` and `f(b, c, rest...)` for operands `a`, `b`, `c`, `rest`. The first
        /// of the rest is the address of a word that is set when a call raises: calls that have not begun then don't.
        Fork { spec: u32, name: Name } "fork" * -> 2, raises;
        /// Calls into Python with boxed arguments: `print`, and `text`, which gives a string.
        Host { func: Name } "host" * -> *, raises;
        /// Raises unless the first operand is true. `class` is the name of a builtin exception or `#n` for a host object;
        /// other operands are the exception's arguments, and so are none with an empty message. Kernels on a GPU have the message alone.
        Guard { class: Name, message: Name } "guard" * -> 0, raises;
        /// Raises with the operands as arguments, after the message if it is not empty.
        Raise { class: Name, message: Name } "raise" * -> 0, raises;
        /// Raises a caught exception again.
        Reraise {} "reraise" 1 -> 0, raises;
        /// First in a handler: takes the exception that led here. The result is owned.
        CaughtException {} "caught_exception" 0 -> 1, effect;
        /// Whether a caught exception is an instance of one of the classes (written as in `guard`).
        ExceptionMatch { classes: Vec<Name> } "exception_match" 1 -> 1, effect;
        /// Takes a reference to what the value owns.
        Retain {} "retain" 1 -> 0, effect;
        /// Gives a reference up.
        Release {} "release" 1 -> 0, effect;
        /// The value of a memory cell.
        SlotLoad { slot: Slot } "slot_load" 0 -> 1, effect;
        /// Sets a memory cell.
        SlotStore { slot: Slot } "slot_store" 1 -> 0, effect;
        /// Tells debuggers that a variable has this value, a scalar, from here on.
        Assign { name: Name } "assign" 1 -> 0, effect;
        /// A word of the thread, an int32 or int64. Operations from here on are for kernels.
        Thread { word: ThreadWord } "thread" 0 -> 1, pure;
        /// Address of an array that the threads of a block share. The same `id` is the same memory.
        Shared { id: u32, bytes: u32, align: u32 } "shared" 0 -> 1, pure;
        /// Address of the shared memory that the launch asked for.
        SharedDynamic {} "shared_dynamic" 0 -> 1, pure;
        /// Address of an array that each thread has for itself. The same `id` is the same memory.
        Local { id: u32, bytes: u32, align: u32 } "local" 0 -> 1, pure;
        /// A barrier of the block or grid.
        Barrier { kind: BarrierKind } "barrier" * -> *, effect;
        /// An operation of the warp.
        Warp { op: WarpOp } "warp" * -> *, effect;
        /// The lanes of the warp that are at this point, an int32.
        ActiveMask {} "active_mask" 0 -> 1, effect;
        /// A memory fence.
        Fence { scope: FenceScope } "fence" 0 -> 0, effect;
        /// Stops in a debugger, if one is there.
        Breakpoint {} "breakpoint" 0 -> 0, effect;
        /// An atomic change of a scalar in memory.
        Atomic { op: AtomicOp } "atomic" * -> 1, effect;
        /// Calls a function that other CUDA code defines. It may do anything to memory.
        External { symbol: Name, abi: ExternalAbi } "external" * -> 1, effect;
        /// Runs LLVM IR that a program wrote: the text of a module in which the function `coluber.splice` has the calling convention of
        /// compiled code. The result is owned.
        Splice { text: Name } "splice" * -> 1, raises;
        /// The address of a specialisation, which has the calling convention of compiled code.
        FunctionAddress { spec: u32, name: Name } "function_address" 0 -> 1, pure;
        /// Ends the thread. What follows is not reached.
        Exit {} "exit" 0 -> 0, effect;
    }
}
