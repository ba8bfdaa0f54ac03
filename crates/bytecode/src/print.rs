//! The stable text form of a stream, for tests and dumps.

use std::fmt::{self, Display, Formatter};

use crate::{BinOp, CmpOp, Const, Conversion, Handler, Name, Op, Stream, UnaryOp, When};

impl Display for Stream {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (index, instr) in self.instrs.iter().enumerate() {
            write!(f, "{index:4}  ")?;
            self.write_op(f, &instr.op)?;
            writeln!(f)?;
        }
        self.exception_table.iter().try_for_each(|handler| writeln!(f, "{handler}"))
    }
}

impl Display for Handler {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let lasti = if self.lasti { ", lasti" } else { "" };
        write!(f, "handler {}..{} -> {}, depth {}{lasti}", self.start.0, self.end.0, self.target.0, self.depth)
    }
}

impl Stream {
    fn write_op(&self, f: &mut Formatter<'_>, op: &Op) -> fmt::Result {
        let local = |id: &crate::LocalId| self.local_names.get(id.index()).map_or("?", |name| name);
        let deref = |id: &crate::DerefId| self.deref_names.get(id.index()).map_or("?", |name| name);
        match op {
            Op::LoadFast(id) => write!(f, "load_fast {}", local(id)),
            Op::StoreFast(id) => write!(f, "store_fast {}", local(id)),
            Op::DeleteFast(id) => write!(f, "delete_fast {}", local(id)),
            Op::LoadFastAndClear(id) => write!(f, "load_fast_and_clear {}", local(id)),
            Op::LoadDeref(id) => write!(f, "load_deref {}", deref(id)),
            Op::StoreDeref(id) => write!(f, "store_deref {}", deref(id)),
            Op::DeleteDeref(id) => write!(f, "delete_deref {}", deref(id)),
            Op::MakeCell(id) => write!(f, "make_cell {}", deref(id)),
            Op::LoadClosure(id) => write!(f, "load_closure {}", deref(id)),
            Op::SaveCell(id) => write!(f, "save_cell {}", deref(id)),
            Op::RestoreCell(id) => write!(f, "restore_cell {}", deref(id)),
            other => write!(f, "{other}"),
        }
    }
}

/// Without the names of variables: they are in the [`Stream`].
impl Display for Op {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::LoadConst(value) => write!(f, "load_const {value}"),
            Self::LoadBuiltin(name) => write!(f, "load_builtin {name}"),
            Self::LoadGlobal(name) => write!(f, "load_global {name}"),
            Self::StoreGlobal(name) => write!(f, "store_global {name}"),
            Self::DeleteGlobal(name) => write!(f, "delete_global {name}"),
            Self::LoadName(name) => write!(f, "load_name {name}"),
            Self::StoreName(name) => write!(f, "store_name {name}"),
            Self::DeleteName(name) => write!(f, "delete_name {name}"),
            Self::LoadFast(id) => write!(f, "load_fast #{}", id.0),
            Self::StoreFast(id) => write!(f, "store_fast #{}", id.0),
            Self::DeleteFast(id) => write!(f, "delete_fast #{}", id.0),
            Self::LoadFastAndClear(id) => write!(f, "load_fast_and_clear #{}", id.0),
            Self::LoadDeref(id) => write!(f, "load_deref #{}", id.0),
            Self::StoreDeref(id) => write!(f, "store_deref #{}", id.0),
            Self::DeleteDeref(id) => write!(f, "delete_deref #{}", id.0),
            Self::MakeCell(id) => write!(f, "make_cell #{}", id.0),
            Self::LoadClosure(id) => write!(f, "load_closure #{}", id.0),
            Self::SaveCell(id) => write!(f, "save_cell #{}", id.0),
            Self::RestoreCell(id) => write!(f, "restore_cell #{}", id.0),
            Self::LoadAttr(name) => write!(f, "load_attr {name}"),
            Self::StoreAttr(name) => write!(f, "store_attr {name}"),
            Self::DeleteAttr(name) => write!(f, "delete_attr {name}"),
            Self::Subscript => f.write_str("subscript"),
            Self::StoreSubscript => f.write_str("store_subscript"),
            Self::DeleteSubscript => f.write_str("delete_subscript"),
            Self::Unary(op) => write!(f, "unary {op}"),
            Self::ToBool => f.write_str("to_bool"),
            Self::BinaryOp(op) => write!(f, "binary {op}"),
            Self::InplaceOp(op) => write!(f, "inplace {op}="),
            Self::Compare(op) => write!(f, "compare {op}"),
            Self::Is { invert } => f.write_str(if *invert { "is_not" } else { "is" }),
            Self::Contains { invert } => f.write_str(if *invert { "not_in" } else { "in" }),
            Self::BuildTuple(n) => write!(f, "build_tuple {n}"),
            Self::BuildList(n) => write!(f, "build_list {n}"),
            Self::BuildSet(n) => write!(f, "build_set {n}"),
            Self::BuildMap(n) => write!(f, "build_map {n}"),
            Self::BuildString(n) => write!(f, "build_string {n}"),
            Self::BuildSlice(n) => write!(f, "build_slice {n}"),
            Self::ListAppend(n) => write!(f, "list_append {n}"),
            Self::ListExtend(n) => write!(f, "list_extend {n}"),
            Self::SetAdd(n) => write!(f, "set_add {n}"),
            Self::SetUpdate(n) => write!(f, "set_update {n}"),
            Self::MapAdd(n) => write!(f, "map_add {n}"),
            Self::DictMerge(n) => write!(f, "dict_merge {n}"),
            Self::DictUpdate(n) => write!(f, "dict_update {n}"),
            Self::ListToTuple => f.write_str("list_to_tuple"),
            Self::UnpackSequence(n) => write!(f, "unpack_sequence {n}"),
            Self::UnpackEx { before, after } => write!(f, "unpack_ex {before}, {after}"),
            Self::ConvertValue(conversion) => write!(f, "convert_value {conversion}"),
            Self::FormatValue { has_spec } => f.write_str(if *has_spec { "format_value spec" } else { "format_value" }),
            Self::MakeFunction(parts) => write_function(f, parts),
            Self::Call { argc, kw_names } => write_call(f, *argc, kw_names),
            Self::CallEx { has_kwargs } => f.write_str(if *has_kwargs { "call_ex kwargs" } else { "call_ex" }),
            Self::GetIter => f.write_str("get_iter"),
            Self::ForIter { exhausted } => write!(f, "for_iter -> {}", exhausted.0),
            Self::Jump(target) => write!(f, "jump -> {}", target.0),
            Self::PopJumpIf { when, target } => write!(f, "pop_jump_if {when} -> {}", target.0),
            Self::Copy(n) => write!(f, "copy {n}"),
            Self::Swap(n) => write!(f, "swap {n}"),
            Self::Pop => f.write_str("pop"),
            Self::Return => f.write_str("return"),
            Self::Yield => f.write_str("yield"),
            Self::GetYieldFromIter => f.write_str("get_yield_from_iter"),
            Self::Send { finished } => write!(f, "send -> {}", finished.0),
            Self::Raise { argc } => write!(f, "raise {argc}"),
            Self::Reraise => f.write_str("reraise"),
            Self::PushExcInfo => f.write_str("push_exc_info"),
            Self::PopExcept => f.write_str("pop_except"),
            Self::CheckExcMatch => f.write_str("check_exc_match"),
            Self::BeforeWith => f.write_str("before_with"),
            Self::WithExceptStart => f.write_str("with_except_start"),
            Self::WithExit { raised } => write!(f, "with_exit{}", if *raised { " raised" } else { "" }),
            Self::ImportName(name) => write!(f, "import_name {name}"),
            Self::ImportFrom(name) => write!(f, "import_from {name}"),
            Self::GetLen => f.write_str("get_len"),
            Self::MatchMapping => f.write_str("match_mapping"),
            Self::MatchSequence => f.write_str("match_sequence"),
            Self::MatchKeys => f.write_str("match_keys"),
            Self::MatchClass { positional } => write!(f, "match_class {positional}"),
            Self::Unsupported { name, pops, pushes } => {
                write!(f, "unsupported {name} ({pops} -> {pushes})")
            }
        }
    }
}

fn write_function(f: &mut Formatter<'_>, parts: &crate::FunctionParts) -> fmt::Result {
    f.write_str("make_function")?;
    let named = [
        (parts.defaults, "defaults"),
        (parts.kwdefaults, "kwdefaults"),
        (parts.annotations, "annotations"),
        (parts.closure, "closure"),
    ];
    named.iter().filter(|(there, _)| *there).try_for_each(|(_, name)| write!(f, " {name}"))
}

fn write_call(f: &mut Formatter<'_>, argc: u32, kw_names: &[Name]) -> fmt::Result {
    write!(f, "call {argc}")?;
    kw_names.iter().try_for_each(|name| write!(f, " {name}="))
}

impl Display for Const {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("None"),
            Self::Bool(true) => f.write_str("True"),
            Self::Bool(false) => f.write_str("False"),
            Self::Int(value) => write!(f, "{value}"),
            Self::BigInt(digits) => f.write_str(digits),
            Self::Float(value) => write!(f, "{value:?}"),
            Self::Complex(re, im) => write!(f, "({re:?}, {im:?}j)"),
            Self::Str(text) => write!(f, "{text:?}"),
            Self::Points(points) => write!(f, "points {points:?}"),
            Self::Bytes(bytes) => write!(f, "b\"{}\"", bytes.escape_ascii()),
            Self::Ellipsis => f.write_str("..."),
            Self::Tuple(items) => write_items(f, "(", items, ")"),
            Self::FrozenSet { items, .. } => write_items(f, "frozenset{", items, "}"),
            Self::Code(code) => write!(f, "<code {}>", code.qualname),
            Self::Slice(parts) => write_items(f, "slice(", parts.as_slice(), ")"),
            Self::Other(type_name) => write!(f, "<{type_name}>"),
        }
    }
}

fn write_items(f: &mut Formatter<'_>, open: &str, items: &[Const], close: &str) -> fmt::Result {
    f.write_str(open)?;
    for (index, item) in items.iter().enumerate() {
        let comma = if index == 0 { "" } else { ", " };
        write!(f, "{comma}{item}")?;
    }
    f.write_str(close)
}

impl Display for UnaryOp {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Positive => "+",
            Self::Negative => "-",
            Self::Not => "not",
            Self::Invert => "~",
        })
    }
}

impl Display for BinOp {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.symbol())
    }
}

impl Display for CmpOp {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.symbol())
    }
}

impl Display for Conversion {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Str => "!s",
            Self::Repr => "!r",
            Self::Ascii => "!a",
        })
    }
}

impl Display for When {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::True => "true",
            Self::False => "false",
            Self::None => "none",
            Self::NotNone => "not_none",
        })
    }
}
