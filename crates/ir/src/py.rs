//! Python's operations, on values whose types are not known.

use crate::constant::Const;
use crate::entity::Slot;
use crate::operations;
use coluber_base::Name;
use coluber_ops::{BinOp, CmpOp, UnOp};

/// The name, in a call, of an argument that is itself named arguments: `f(**kwargs)`.
pub const STAR_NAMES: &str = "**";

operations! {
    /// An operation of Python. Nearly all can raise.
    Op {
        /// A constant.
        Const { value: Const } "const" 0 -> 1, pure;
        /// The value of a variable that has none yet.
        Undef {} "undef" 0 -> 1, pure;
        /// Raises UnboundLocalError unless the flag is true.
        CheckBound { name: Name } "check_bound" 1 -> 0, raises;
        /// The value of a field (first operand) in the function that tells what `__init__` gives to fields, which has one where the flag says so
        /// (second operand). None stands for that of a field that no statement sets.
        FieldValue {} "field_value" 2 -> 1, pure;
        /// A global or builtin name.
        Global { name: Name } "global" 0 -> 1, raises;
        /// A variable of an enclosing function, by name.
        Free { name: Name } "free" 0 -> 1, raises;
        /// What a function has captured of an enclosing one: a variable's value, or a cell that they share.
        FreeCell { name: Name } "free_cell" 0 -> 1, raises;
        /// A new cell, for a variable that inner functions share. It is empty.
        CellNew {} "cell_new" 0 -> 1, pure raises;
        /// What is in a cell.
        CellLoad { name: Name } "cell_load" 1 -> 1, raises;
        /// Puts a value into a cell: cell, value.
        CellStore { name: Name } "cell_store" 2 -> 0, raises;
        /// A builtin that the bytecode names itself, such as AssertionError.
        Builtin { name: Name } "builtin" 0 -> 1, pure;
        /// `import a.b`: the module, or the topmost package of it.
        Import { name: Name, top: bool } "import" 0 -> 1, raises;
        /// `a op b`
        Binary { op: BinOp } "binary" 2 -> 1, raises;
        /// `a op= b`; the result is bound to the target again.
        Inplace { op: BinOp } "inplace" 2 -> 1, raises;
        /// `op a`; `not` tests the truth.
        Unary { op: UnOp } "unary" 1 -> 1, raises;
        /// `a op b`
        Compare { op: CmpOp } "compare" 2 -> 1, raises;
        /// `a is b`, or `a is not b` when inverted.
        Is { invert: bool } "is" 2 -> 1, pure;
        /// `a in b`, or `a not in b` when inverted.
        Contains { invert: bool } "contains" 2 -> 1, raises;
        /// A value that a test has shown not to be None.
        NotNone {} "not_none" 1 -> 1, pure;
        /// An object that a test has shown to be of a class, or of one of a tuple of classes, or not to be.
        OfClass { is: bool } "of_class" 2 -> 1, pure;
        /// Whether a value that has one of several types has one of them, by its number in the table of inference.
        IsChoice { choice: u32 } "is_choice" 1 -> 1, pure;
        /// Such a value, which has that type.
        Choice { choice: u32 } "choice" 1 -> 1, pure;
        /// Such a value, which has another type.
        OtherChoice { choice: u32 } "other_choice" 1 -> 1, pure;
        /// The truth of a value, as a bool.
        Truth {} "truth" 1 -> 1, raises;
        /// `a.name`
        GetAttr { name: Name } "getattr" 1 -> 1, raises;
        /// `a.name = b`
        SetAttr { name: Name } "setattr" 2 -> 0, raises;
        /// `a[b]`
        GetItem {} "getitem" 2 -> 1, raises;
        /// `a[b] = c`
        SetItem {} "setitem" 3 -> 0, raises;
        /// `del a[b]`
        DelItem {} "delitem" 2 -> 0, raises;
        /// `f(args..., name=value...)`: the callee, positional arguments, then one value for each name.
        Call { names: Vec<Name> } "call" * -> 1, raises;
        /// `f(*args, name=value...)`: the callee, a tuple, then one value for each name, which may be [`STAR_NAMES`]; without names, a dict
        /// if there is one.
        CallStar { names: Vec<Name> } "call_star" * -> 1, raises;
        /// `(a, b, ...)`
        BuildTuple {} "build_tuple" * -> 1, pure;
        /// `[a, b, ...]`
        BuildList {} "build_list" * -> 1, raises;
        /// `{a, b, ...}`
        BuildSet {} "build_set" * -> 1, raises;
        /// `{a: b, ...}`: keys and values in turn.
        BuildMap {} "build_map" * -> 1, raises;
        /// `slice(a, b)` or `slice(a, b, c)`
        BuildSlice {} "build_slice" * -> 1, pure;
        /// Concatenation of the parts of an f-string.
        BuildString {} "build_string" * -> 1, raises;
        /// One field of an f-string: the value and, when there is one, the format specification.
        Format { conversion: Name } "format" * -> 1, raises;
        /// `a.append(b)` of a comprehension.
        ListAppend {} "list_append" 2 -> 0, raises;
        /// `a.append(b)` of a comprehension whose list got its length from `sized_iter`: the list, the item, what is iterated over, and
        /// the item of that.
        ListPut {} "list_put" 4 -> 0, raises;
        /// `a.extend(b)` of a list display with a star.
        ListExtend {} "list_extend" 2 -> 0, raises;
        /// `a.add(b)` of a comprehension.
        SetAdd {} "set_add" 2 -> 0, raises;
        /// `a.update(b)` of a set display.
        SetUpdate {} "set_update" 2 -> 0, raises;
        /// `a[b] = c` of a comprehension.
        MapAdd {} "map_add" 3 -> 0, raises;
        /// `a.update(b)` of a dict display.
        DictUpdate {} "dict_update" 2 -> 0, raises;
        /// `(*a, b, *c)`: the parts; a word for each says whether it is starred.
        BuildTupleStar { starred: Vec<Name> } "build_tuple_star" * -> 1, raises;
        /// `a, b = x`
        Unpack { count: u32 } "unpack" 1 -> *, raises;
        /// `a, *b, c = x`
        UnpackStar { before: u32, after: u32 } "unpack_star" 1 -> *, raises;
        /// `iter(a)`
        GetIter {} "get_iter" 1 -> 1, raises;
        /// `iter(a)` of a comprehension; where the number of items is known, the empty list b gets that length.
        SizedIter {} "sized_iter" 2 -> 1, raises;
        /// What stands for an item of such an iterator: the sequence and the item, which is an index where the iterator counts elements.
        SizedItem {} "sized_item" 2 -> 1, raises;
        /// Whether the iterator has an item.
        IterValid {} "iter_valid" 1 -> 1, raises;
        /// The item; only after `iter_valid` said yes.
        IterValue {} "iter_value" 1 -> 1, raises;
        /// The iterator that stands on the next item.
        IterAdvance {} "iter_advance" 1 -> 1, raises;
        /// First in a function with `yield`.
        Generator {} "generator" 0 -> 0, effect;
        /// As `iter_valid`, of an iterator that is sent a value: a step of `yield from`.
        IterSend {} "iter_send" 2 -> 1, raises;
        /// What a generator that has ended has returned; None of other iterators.
        IterResult {} "iter_result" 1 -> 1, effect;
        /// Hands a value to whoever resumed the function, and waits; gives what it is sent. In a `yield from` the second operand is the
        /// iterator, which exceptions are handed on to.
        Yield {} "yield" * -> 1, raises;
        /// A function made here: default values, then captured values. The counts say how many are defaults, keyword-only
        /// defaults (whose names are given) and captured variables.
        MakeFunction { code: u32, defaults: u32, kw_names: Vec<Name>, captured: Vec<Name> } "make_function" * -> 1, pure;
        /// The value of a memory cell.
        SlotLoad { slot: Slot } "slot_load" 0 -> 1, pure;
        /// Sets a memory cell.
        SlotStore { slot: Slot } "slot_store" 1 -> 0, effect;
        /// A value as a variable holds it whose type the program chose.
        AsVariable { name: Name } "as_variable" 1 -> 1, pure;
        /// Tells debuggers that a variable has this value from here on.
        Assign { name: Name } "assign" 1 -> 0, effect;
        /// `raise`: an exception class, a new instance or a caught exception, and a cause if there is one.
        Raise {} "raise" * -> 0, raises;
        /// In front of a `raise`: the exception that is being handled.
        Handled {} "handled" 1 -> 0, effect;
        /// First in a handler: takes the exception that led here. It is an ordinary value from then on.
        CaughtException {} "caught_exception" 0 -> 1, effect;
        /// Whether a caught exception (first operand) is of a class or of one of a tuple of classes (second operand).
        ExceptionMatch {} "exception_match" 2 -> 1, raises;
        /// A mapping pattern of `match`: the values of keys (second operand, a tuple) in a dict (first operand) as a tuple; else None.
        MatchKeys {} "match_keys" 2 -> 1, raises;
        /// A class pattern of `match`: of an instance (first operand) of a class (second operand) the attributes of so many positions, and
        /// those with these names; else None.
        MatchClass { positional: u32, names: Vec<Name> } "match_class" 2 -> 1, raises;
        /// `with`: enter; gives the value.
        WithEnter {} "with_enter" 1 -> 1, raises;
        /// `with`: leave; the exception, if one ends the block, is the second operand. Gives what `__exit__` returns.
        WithExit {} "with_exit" * -> 1, raises;
        /// A construct that has no meaning in compiled code; inference reports it when it is reachable.
        Unsupported { what: Name } "unsupported" * -> 1, raises;
    }
}
