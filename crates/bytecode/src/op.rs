//! The neutral operations.
//!
//! In the comments, `a, b -> c` means: `b` is on top, both are popped, `c` is pushed.

use std::sync::Arc;

use crate::{Const, DerefId, InstrId, LocalId};

/// A name or another piece of text, shared.
pub type Name = Arc<str>;

/// A neutral stack operation. See the crate's documentation for what "neutral" means.
#[derive(Debug, Clone, PartialEq)]
pub enum Op {
    /// `-> constant`. Never a slice, nor a tuple with a slice in it.
    LoadConst(Const),
    /// `-> builtin` that CPython loads without looking up its name (`AssertionError`, `all`, `tuple`, ...).
    LoadBuiltin(Name),
    /// `-> value` of a global or builtin.
    LoadGlobal(Name),
    /// `value ->`.
    StoreGlobal(Name),
    /// Unbinds a global.
    DeleteGlobal(Name),
    /// `-> value` in a class body or module.
    LoadName(Name),
    /// `value ->` in a class body or module.
    StoreName(Name),
    /// Unbinds a name in a class body or module.
    DeleteName(Name),

    /// `-> value`; raises `UnboundLocalError` when the variable is unbound.
    LoadFast(LocalId),
    /// `value ->`. The value may be the "unbound" of [`Op::LoadFastAndClear`]: then the variable is unbound afterwards.
    StoreFast(LocalId),
    /// Unbinds a variable; raises when it is unbound.
    DeleteFast(LocalId),
    /// `-> value or unbound`: saves a variable around an inlined comprehension and unbinds it. Never raises.
    LoadFastAndClear(LocalId),

    /// `-> value` in a cell; raises when it is empty.
    LoadDeref(DerefId),
    /// `value ->` into a cell.
    StoreDeref(DerefId),
    /// Empties a cell; raises when it is empty.
    DeleteDeref(DerefId),
    /// Makes a new cell for a cell variable. At the function's start the cell of a parameter gets the parameter's value; any other
    /// new cell is empty.
    MakeCell(DerefId),
    /// `-> cell` itself, for a closure.
    LoadClosure(DerefId),
    /// `-> cell or unbound`: saves a cell variable's cell around an inlined comprehension, which makes its own.
    SaveCell(DerefId),
    /// `cell ->`: undoes [`Op::SaveCell`].
    RestoreCell(DerefId),

    /// `object -> attribute`. Also for methods: the attribute is the bound method.
    LoadAttr(Name),
    /// `value, object ->`.
    StoreAttr(Name),
    /// `object ->`.
    DeleteAttr(Name),
    /// `object, key -> item`.
    Subscript,
    /// `value, object, key ->`.
    StoreSubscript,
    /// `object, key ->`.
    DeleteSubscript,

    /// `a -> result`.
    Unary(UnaryOp),
    /// `a -> bool(a)`.
    ToBool,
    /// `a, b -> a op b`.
    BinaryOp(BinOp),
    /// `a, b -> result` of `a op= b`.
    InplaceOp(BinOp),
    /// `a, b -> a cmp b`.
    Compare(CmpOp),
    /// `a, b -> a is b` (or `is not`).
    Is {
        /// `is not`.
        invert: bool,
    },
    /// `item, container -> item in container` (or `not in`).
    Contains {
        /// `not in`.
        invert: bool,
    },

    /// `n items -> tuple`.
    BuildTuple(u32),
    /// `n items -> list`.
    BuildList(u32),
    /// `n items -> set`.
    BuildSet(u32),
    /// `n times (key, value) -> dict`.
    BuildMap(u32),
    /// `n strings -> string`.
    BuildString(u32),
    /// `start, stop -> slice` (2) or `start, stop, step -> slice` (3).
    BuildSlice(u32),
    /// `item ->`, appended to the list that is then in the slot of this depth (1: top).
    ListAppend(u32),
    /// `iterable ->`, added to the list at this depth.
    ListExtend(u32),
    /// `item ->`, added to the set at this depth.
    SetAdd(u32),
    /// `iterable ->`, added to the set at this depth.
    SetUpdate(u32),
    /// `key, value ->`, stored in the dict at this depth.
    MapAdd(u32),
    /// `mapping ->`, added to the dict at this depth; raises when a key is there (for `**kwargs` of a call).
    DictMerge(u32),
    /// `mapping ->`, added to the dict at this depth.
    DictUpdate(u32),
    /// `list -> tuple`.
    ListToTuple,
    /// `sequence -> itemN, …, item1`: the first item is on top.
    UnpackSequence(u32),
    /// `sequence -> …`: `before` items, a list, `after` items; the first item is on top.
    UnpackEx {
        /// Items before the starred one.
        before: u32,
        /// Items after the starred one.
        after: u32,
    },

    /// `value -> string`: the `!s`, `!r` or `!a` of an f-string.
    ConvertValue(Conversion),
    /// `value -> string`, or `value, spec -> string`.
    FormatValue {
        /// Whether a format specification is on the stack.
        has_spec: bool,
    },

    /// `[defaults tuple], [keyword defaults dict], [annotations], [closure tuple of cells], code -> function`.
    MakeFunction(FunctionParts),
    /// `callable, arg1, …, argN -> result`. The last arguments are the keyword arguments, one for each name.
    Call {
        /// All arguments, the keyword arguments among them.
        argc: u32,
        /// The names of the keyword arguments.
        kw_names: Box<[Name]>,
    },
    /// `callable, args iterable, [kwargs mapping] -> result`.
    CallEx {
        /// Whether a mapping of keyword arguments is on the stack.
        has_kwargs: bool,
    },

    /// `iterable -> iterator`. An iterator gives itself.
    GetIter,
    /// `iterator -> iterator, value`; when the iterator is exhausted, `iterator ->` and jump.
    ForIter {
        /// Where to go at the end.
        exhausted: InstrId,
    },
    /// Jump.
    Jump(InstrId),
    /// `value ->`, jump when it has the stated truth (or is or isn't None), else go on.
    PopJumpIf {
        /// The condition.
        when: When,
        /// Where to go.
        target: InstrId,
    },

    /// Pushes a copy of the n-th slot (1: top).
    Copy(u32),
    /// Exchanges the top with the n-th slot (2: the one below the top).
    Swap(u32),
    /// `value ->`.
    Pop,

    /// `value ->`, leaves the function (a generator: ends the iteration).
    Return,
    /// `value -> sent`: suspends a generator.
    Yield,
    /// `iterable -> iterator` of a `yield from`.
    GetYieldFromIter,
    /// `receiver, value -> receiver, yielded`; when the receiver is finished, `receiver, value -> result` and jump.
    Send {
        /// Where to go at the end.
        finished: InstrId,
    },

    /// `-> raise again`, `exception -> raise`, `exception, cause -> raise`.
    Raise {
        /// 0, 1 or 2.
        argc: u32,
    },
    /// `exception -> raise` it on, without a change of its traceback.
    Reraise,
    /// `exception -> previous, exception`: at a handler's start, makes it the exception that is being handled.
    PushExcInfo,
    /// `previous ->`: at a handler's end, undoes [`Op::PushExcInfo`].
    PopExcept,
    /// `exception, type -> exception, bool`.
    CheckExcMatch,
    /// `manager -> exit, entered`: loads the bound `__exit__`, and calls `__enter__`. A normal end calls `exit(None, None, None)`.
    BeforeWith,
    /// `exit, lasti, previous, exception -> exit, lasti, previous, exception, result` of `exit(type, exception, traceback)`.
    WithExceptStart,
    /// `manager -> result` of its `__exit__` at a normal end; `manager, exception -> result` with an exception. Passes of programs write
    /// this, CPython does not: between entering and leaving the manager is a variable there.
    WithExit {
        /// Whether an exception is on the stack.
        raised: bool,
    },

    /// `level, fromlist -> module`.
    ImportName(Name),
    /// `module -> module, attribute`.
    ImportFrom(Name),

    /// `object -> object, len(object)`.
    GetLen,
    /// `subject -> subject, bool`.
    MatchMapping,
    /// `subject -> subject, bool`.
    MatchSequence,
    /// `subject, keys -> subject, keys, tuple of values or None`.
    MatchKeys,
    /// `subject, type, tuple of keyword names -> tuple of attributes or None`.
    MatchClass {
        /// Number of positional patterns.
        positional: u32,
    },

    /// Something that no compiled function may contain, so that a message can name it. Its effect on the stack is known.
    Unsupported {
        /// CPython's name of the instruction or intrinsic.
        name: Name,
        /// Slots popped.
        pops: u32,
        /// Slots pushed.
        pushes: u32,
    },
}

/// Unary operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `+a`
    Positive,
    /// `-a`
    Negative,
    /// `not a`
    Not,
    /// `~a`
    Invert,
}

/// Binary operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BinOp {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    TrueDivide,
    /// `//`
    FloorDivide,
    /// `%`
    Remainder,
    /// `**`
    Power,
    /// `@`
    MatrixMultiply,
    /// `<<`
    LeftShift,
    /// `>>`
    RightShift,
    /// `&`
    And,
    /// `|`
    Or,
    /// `^`
    Xor,
}

impl BinOp {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::Add,
        Self::Subtract,
        Self::Multiply,
        Self::TrueDivide,
        Self::FloorDivide,
        Self::Remainder,
        Self::Power,
        Self::MatrixMultiply,
        Self::LeftShift,
        Self::RightShift,
        Self::And,
        Self::Or,
        Self::Xor,
    ];

    /// The operator as written in Python.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::TrueDivide => "/",
            Self::FloorDivide => "//",
            Self::Remainder => "%",
            Self::Power => "**",
            Self::MatrixMultiply => "@",
            Self::LeftShift => "<<",
            Self::RightShift => ">>",
            Self::And => "&",
            Self::Or => "|",
            Self::Xor => "^",
        }
    }
}

/// Comparisons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CmpOp {
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

impl CmpOp {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Lt, Self::Le, Self::Eq, Self::Ne, Self::Gt, Self::Ge];

    /// The operator as written in Python.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Lt => "<",
            Self::Le => "<=",
            Self::Eq => "==",
            Self::Ne => "!=",
            Self::Gt => ">",
            Self::Ge => ">=",
        }
    }
}

/// The conversion of a replacement field in an f-string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Conversion {
    /// `!s`
    Str,
    /// `!r`
    Repr,
    /// `!a`
    Ascii,
}

/// When [`Op::PopJumpIf`] jumps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum When {
    /// The value is true.
    True,
    /// The value is false.
    False,
    /// The value is None.
    None,
    /// The value is not None.
    NotNone,
}

/// What [`Op::MakeFunction`] finds on the stack beside the code, in this order from below.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct FunctionParts {
    /// A tuple of defaults of positional parameters.
    pub defaults: bool,
    /// A dict of defaults of keyword-only parameters.
    pub kwdefaults: bool,
    /// Annotations, or a function that gives them; they have no meaning for a compiler.
    pub annotations: bool,
    /// A tuple of cells.
    pub closure: bool,
}

impl FunctionParts {
    /// How many slots the parts take.
    pub fn count(self) -> u32 {
        [self.defaults, self.kwdefaults, self.annotations, self.closure].into_iter().map(u32::from).sum()
    }
}

impl Op {
    /// Where the operation may jump.
    pub fn target(&self) -> Option<InstrId> {
        match *self {
            Self::ForIter { exhausted: target }
            | Self::Jump(target)
            | Self::PopJumpIf { target, .. }
            | Self::Send { finished: target } => Some(target),
            _ => None,
        }
    }

    pub(crate) fn target_mut(&mut self) -> Option<&mut InstrId> {
        match self {
            Self::ForIter { exhausted: target }
            | Self::Jump(target)
            | Self::PopJumpIf { target, .. }
            | Self::Send { finished: target } => Some(target),
            _ => None,
        }
    }

    /// Whether control never goes on to the next instruction.
    pub fn is_terminator(&self) -> bool {
        matches!(self, Self::Jump(_) | Self::Return | Self::Raise { .. } | Self::Reraise)
    }
}
