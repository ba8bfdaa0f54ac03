//! Streams of neutral instructions as plain data of Python, for passes of programs, and back.
//!
//! An instruction is a tuple of its name and operands; targets of jumps are positions in the list of instructions.

use super::code::{constant, read};
use crate::values::strings;
use coluber_bytecode::{
    BinOp, CmpOp, CodeObject, Const, Conversion, DerefId, FunctionParts, Handler, Instr, InstrId, LocalId, Name, Op,
    Position, Stream, UnaryOp, When,
};
use coluber_runtime::strings::Points;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCode, PyComplex, PyEllipsis, PyFrozenSet, PyTuple};

/// The attribute of a function that has what a program's passes have made of its code.
pub const ASSEMBLED: &str = "__coluber_stream__";

type Place = (Option<u32>, Option<u32>, Option<u32>, Option<u32>);
type Range = (u32, u32, u32, u32, bool);

/// `neutral_stream(code)`: instructions with their places and offsets, handlers, names of variables, names of cells, how many of
/// these are the function's own.
#[pyfunction]
pub fn neutral_stream<'py>(code: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
    let py = code.py();
    let tables = super::tables::get(py)?;
    let stream = coluber_bytecode::decode(&read(code)?, &tables).map_err(|error| invalid(error.to_string()))?;
    let codes = nested(code)?;
    let mut instrs = Vec::with_capacity(stream.instrs.len());
    for Instr { op, span, offset } in &stream.instrs {
        let place: Place = (span.line, span.end_line, span.col, span.end_col);
        instrs.push((written(py, op, &codes)?, place, *offset));
    }
    let range = |h: &Handler| -> Range { (h.start.0, h.end.0, h.target.0, h.depth, h.lasti) };
    let handlers: Vec<Range> = stream.exception_table.iter().map(range).collect();
    let names = |names: &[Name]| names.iter().map(|name| name.to_string()).collect::<Vec<_>>();
    (instrs, handlers, names(&stream.local_names), names(&stream.deref_names), stream.cell_count).into_pyobject(py)
}

/// Puts what passes have made of a function in the place of its code.
pub fn put_into(code: &mut CodeObject, assembled: &Bound<'_, PyAny>) -> PyResult<()> {
    type Data<'py> = (Vec<(Bound<'py, PyTuple>, Place, u32)>, Vec<Range>, Vec<String>, Vec<String>, u32);
    let (instrs, handlers, locals, derefs, cell_count): Data<'_> = assembled.extract()?;
    let names = |names: Vec<String>| names.into_iter().map(|name| Name::from(&*name)).collect::<Vec<_>>();
    let mut stream = Stream { local_names: names(locals), deref_names: names(derefs), cell_count, ..Stream::default() };
    for (op, (line, end_line, col, end_col), offset) in instrs {
        stream.instrs.push(Instr { op: op_of(&op)?, span: Position { line, end_line, col, end_col }, offset });
    }
    for (start, end, target, depth, lasti) in handlers {
        let (start, end, target) = (InstrId(start), InstrId(end), InstrId(target));
        stream.exception_table.push(Handler { start, end, target, depth, lasti });
    }
    check(&stream)?;
    code.local_names.clone_from(&stream.local_names);
    let cells = stream.deref_names.split_at(cell_count as usize);
    (code.cell_names, code.free_names) = (cells.0.to_vec(), cells.1.to_vec());
    code.assembled = Some(stream.into());
    Ok(())
}

/// Numbers of variables are positions in the lists of names.
fn check(stream: &Stream) -> PyResult<()> {
    let is_known = |op: &Op| match op {
        Op::LoadFast(id) | Op::StoreFast(id) | Op::DeleteFast(id) => id.index() < stream.local_names.len(),
        Op::LoadDeref(id) | Op::StoreDeref(id) | Op::DeleteDeref(id) | Op::LoadClosure(id) | Op::MakeCell(id) => {
            id.index() < stream.deref_names.len()
        }
        _ => true,
    };
    if stream.cell_count as usize > stream.deref_names.len() || !stream.instrs.iter().all(|i| is_known(&i.op)) {
        return Err(invalid("a variable that is not declared".to_owned()));
    }
    Ok(())
}

fn invalid(message: String) -> PyErr {
    PyValueError::new_err(message)
}

/// The code objects among the constants of another one, which a stream has as plain data.
type Codes<'py> = Vec<(CodeObject, Bound<'py, PyAny>)>;

fn nested<'py>(code: &Bound<'py, PyAny>) -> PyResult<Codes<'py>> {
    let mut found = Vec::new();
    for item in code.getattr("co_consts")?.try_iter()? {
        let item = item?;
        if item.is_instance_of::<PyCode>() {
            found.push((read(&item)?, item));
        }
    }
    Ok(found)
}

fn object_of<'py>(py: Python<'py>, value: &Const, codes: &Codes<'py>) -> PyResult<Bound<'py, PyAny>> {
    let all = |items: &[Const]| items.iter().map(|item| object_of(py, item, codes)).collect::<PyResult<Vec<_>>>();
    match value {
        Const::None => Ok(py.None().into_bound(py)),
        Const::Bool(value) => value.into_bound_py_any(py),
        Const::Int(value) => value.into_bound_py_any(py),
        Const::BigInt(digits) => py.import("builtins")?.getattr("int")?.call1((digits,)),
        Const::Float(value) => value.into_bound_py_any(py),
        Const::Complex(re, im) => Ok(PyComplex::from_doubles(py, *re, *im).into_any()),
        Const::Str(text) => (**text).into_bound_py_any(py),
        Const::Points(points) => strings::of_points(py, Points::Four(points)),
        Const::Bytes(bytes) => Ok(PyBytes::new(py, bytes).into_any()),
        Const::Ellipsis => Ok(PyEllipsis::get(py).to_owned().into_any()),
        Const::Tuple(items) => Ok(PyTuple::new(py, all(items)?)?.into_any()),
        Const::FrozenSet { items, .. } => Ok(PyFrozenSet::new(py, all(items)?)?.into_any()),
        Const::Code(code) => match codes.iter().find(|(known, _)| *known == **code) {
            Some((_, object)) => Ok(object.clone()),
            None => Err(invalid(format!("the code of {} is not among the constants", code.qualname))),
        },
        Const::Slice(_) => Err(invalid("a constant slice".to_owned())),
        Const::Other(class) => Err(invalid(format!("a constant of class {class}"))),
    }
}

fn conversion(name: &str) -> Option<Conversion> {
    let all = [("s", Conversion::Str), ("r", Conversion::Repr), ("a", Conversion::Ascii)];
    all.into_iter().find_map(|(known, kind)| (known == name).then_some(kind))
}

fn conversion_name(kind: Conversion) -> &'static str {
    match kind {
        Conversion::Str => "s",
        Conversion::Repr => "r",
        Conversion::Ascii => "a",
    }
}

const UNARY: [(&str, UnaryOp); 4] =
    [("+", UnaryOp::Positive), ("-", UnaryOp::Negative), ("not", UnaryOp::Not), ("~", UnaryOp::Invert)];

const WHEN: [(&str, When); 4] =
    [("true", When::True), ("false", When::False), ("none", When::None), ("not none", When::NotNone)];

fn name_in<T: Copy + PartialEq>(table: &[(&'static str, T)], value: T) -> &'static str {
    table.iter().find(|(_, known)| *known == value).map_or("", |(name, _)| name)
}

/// An operation as a tuple.
fn written<'py>(py: Python<'py>, op: &Op, codes: &Codes<'py>) -> PyResult<Bound<'py, PyTuple>> {
    macro_rules! row {
        ($name:literal $(, $operand:expr)*) => {
            ($name, $($operand,)*).into_pyobject(py)
        };
    }
    match op {
        Op::LoadConst(value) => row!("load_const", object_of(py, value, codes)?),
        Op::LoadBuiltin(name) => row!("load_builtin", &**name),
        Op::LoadGlobal(name) => row!("load_global", &**name),
        Op::StoreGlobal(name) => row!("store_global", &**name),
        Op::LoadFast(id) => row!("load_fast", id.0),
        Op::StoreFast(id) => row!("store_fast", id.0),
        Op::DeleteFast(id) => row!("delete_fast", id.0),
        Op::LoadFastAndClear(id) => row!("load_fast_and_clear", id.0),
        Op::LoadDeref(id) => row!("load_deref", id.0),
        Op::StoreDeref(id) => row!("store_deref", id.0),
        Op::DeleteDeref(id) => row!("delete_deref", id.0),
        Op::MakeCell(id) => row!("make_cell", id.0),
        Op::LoadClosure(id) => row!("load_closure", id.0),
        Op::SaveCell(id) => row!("save_cell", id.0),
        Op::RestoreCell(id) => row!("restore_cell", id.0),
        Op::LoadAttr(name) => row!("load_attr", &**name),
        Op::StoreAttr(name) => row!("store_attr", &**name),
        Op::DeleteAttr(name) => row!("delete_attr", &**name),
        Op::Subscript => row!("subscript"),
        Op::StoreSubscript => row!("store_subscript"),
        Op::DeleteSubscript => row!("delete_subscript"),
        Op::Unary(kind) => row!("unary", name_in(&UNARY, *kind)),
        Op::ToBool => row!("to_bool"),
        Op::BinaryOp(kind) => row!("binary", kind.symbol()),
        Op::InplaceOp(kind) => row!("inplace", kind.symbol()),
        Op::Compare(kind) => row!("compare", kind.symbol()),
        Op::Is { invert } => row!("is", *invert),
        Op::Contains { invert } => row!("contains", *invert),
        Op::BuildTuple(n) => row!("build_tuple", *n),
        Op::BuildList(n) => row!("build_list", *n),
        Op::BuildSet(n) => row!("build_set", *n),
        Op::BuildMap(n) => row!("build_map", *n),
        Op::BuildString(n) => row!("build_string", *n),
        Op::BuildSlice(n) => row!("build_slice", *n),
        Op::ListAppend(n) => row!("list_append", *n),
        Op::ListExtend(n) => row!("list_extend", *n),
        Op::SetAdd(n) => row!("set_add", *n),
        Op::SetUpdate(n) => row!("set_update", *n),
        Op::MapAdd(n) => row!("map_add", *n),
        Op::DictMerge(n) => row!("dict_merge", *n),
        Op::DictUpdate(n) => row!("dict_update", *n),
        Op::ListToTuple => row!("list_to_tuple"),
        Op::UnpackSequence(n) => row!("unpack", *n),
        Op::UnpackEx { before, after } => row!("unpack_ex", *before, *after),
        Op::ConvertValue(kind) => row!("convert", conversion_name(*kind)),
        Op::FormatValue { has_spec } => row!("format", *has_spec),
        Op::MakeFunction(parts) => {
            row!("make_function", parts.defaults, parts.kwdefaults, parts.annotations, parts.closure)
        }
        Op::Call { argc, kw_names } => {
            row!("call", *argc, PyTuple::new(py, kw_names.iter().map(|name| &**name))?)
        }
        Op::CallEx { has_kwargs } => row!("call_ex", *has_kwargs),
        Op::GetIter => row!("get_iter"),
        Op::ForIter { exhausted } => row!("for_iter", exhausted.0),
        Op::Jump(target) => row!("jump", target.0),
        Op::PopJumpIf { when, target } => row!("pop_jump_if", name_in(&WHEN, *when), target.0),
        Op::Copy(n) => row!("copy", *n),
        Op::Swap(n) => row!("swap", *n),
        Op::Pop => row!("pop"),
        Op::Return => row!("return"),
        Op::Yield => row!("yield"),
        Op::Raise { argc } => row!("raise", *argc),
        Op::Reraise => row!("reraise"),
        Op::PushExcInfo => row!("push_exc_info"),
        Op::PopExcept => row!("pop_except"),
        Op::CheckExcMatch => row!("check_exc_match"),
        Op::BeforeWith => row!("before_with"),
        Op::WithExceptStart => row!("with_except_start"),
        Op::WithExit { raised } => row!("with_exit", *raised),
        Op::GetYieldFromIter => row!("get_yield_from_iter"),
        Op::Send { finished } => row!("send", finished.0),
        Op::ImportName(name) => row!("import_name", &**name),
        Op::ImportFrom(name) => row!("import_from", &**name),
        Op::GetLen => row!("get_len"),
        Op::MatchMapping => row!("match_mapping"),
        Op::MatchSequence => row!("match_sequence"),
        Op::MatchKeys => row!("match_keys"),
        Op::MatchClass { positional } => row!("match_class", *positional),
        Op::Unsupported { name, .. } => row!("other", &**name),
        other => row!("other", format!("{other:?}")),
    }
}

/// The operation that a tuple says.
fn op_of(row: &Bound<'_, PyTuple>) -> PyResult<Op> {
    let name: String = row.get_item(0)?.extract()?;
    let item = |k: usize| row.get_item(k + 1);
    let number = || item(0)?.extract::<u32>();
    let flag = |k: usize| item(k)?.extract::<bool>();
    let text = || Ok::<_, PyErr>(Name::from(&*item(0)?.extract::<String>()?));
    let word = || item(0)?.extract::<String>();
    let local = || Ok::<_, PyErr>(LocalId(number()?));
    let deref = || Ok::<_, PyErr>(DerefId(number()?));
    let unknown = || invalid(format!("an unknown operation: {row}"));
    Ok(match &*name {
        "load_const" => Op::LoadConst(constant(&item(0)?)?),
        "load_builtin" => Op::LoadBuiltin(text()?),
        "load_global" => Op::LoadGlobal(text()?),
        "store_global" => Op::StoreGlobal(text()?),
        "load_fast" => Op::LoadFast(local()?),
        "store_fast" => Op::StoreFast(local()?),
        "delete_fast" => Op::DeleteFast(local()?),
        "load_deref" => Op::LoadDeref(deref()?),
        "store_deref" => Op::StoreDeref(deref()?),
        "delete_deref" => Op::DeleteDeref(deref()?),
        "make_cell" => Op::MakeCell(deref()?),
        "load_closure" => Op::LoadClosure(deref()?),
        "load_attr" => Op::LoadAttr(text()?),
        "store_attr" => Op::StoreAttr(text()?),
        "delete_attr" => Op::DeleteAttr(text()?),
        "subscript" => Op::Subscript,
        "store_subscript" => Op::StoreSubscript,
        "delete_subscript" => Op::DeleteSubscript,
        "unary" => Op::Unary(UNARY.iter().find(|(known, _)| word().is_ok_and(|w| w == *known)).ok_or_else(unknown)?.1),
        "to_bool" => Op::ToBool,
        "binary" | "inplace" => {
            let kind = BinOp::ALL.into_iter().find(|kind| word().is_ok_and(|word| word == kind.symbol()));
            let kind = kind.ok_or_else(unknown)?;
            if name == "binary" { Op::BinaryOp(kind) } else { Op::InplaceOp(kind) }
        }
        "compare" => {
            let kind = CmpOp::ALL.into_iter().find(|kind| word().is_ok_and(|word| word == kind.symbol()));
            Op::Compare(kind.ok_or_else(unknown)?)
        }
        "is" => Op::Is { invert: flag(0)? },
        "contains" => Op::Contains { invert: flag(0)? },
        "build_tuple" => Op::BuildTuple(number()?),
        "build_list" => Op::BuildList(number()?),
        "build_set" => Op::BuildSet(number()?),
        "build_map" => Op::BuildMap(number()?),
        "build_string" => Op::BuildString(number()?),
        "build_slice" => Op::BuildSlice(number()?),
        "list_append" => Op::ListAppend(number()?),
        "list_extend" => Op::ListExtend(number()?),
        "set_add" => Op::SetAdd(number()?),
        "set_update" => Op::SetUpdate(number()?),
        "map_add" => Op::MapAdd(number()?),
        "dict_merge" => Op::DictMerge(number()?),
        "dict_update" => Op::DictUpdate(number()?),
        "list_to_tuple" => Op::ListToTuple,
        "unpack" => Op::UnpackSequence(number()?),
        "unpack_ex" => Op::UnpackEx { before: number()?, after: item(1)?.extract()? },
        "convert" => Op::ConvertValue(conversion(&word()?).ok_or_else(unknown)?),
        "format" => Op::FormatValue { has_spec: flag(0)? },
        "make_function" => Op::MakeFunction(FunctionParts {
            defaults: flag(0)?,
            kwdefaults: flag(1)?,
            annotations: flag(2)?,
            closure: flag(3)?,
        }),
        "call" => {
            let names: Vec<String> = item(1)?.extract()?;
            Op::Call { argc: number()?, kw_names: names.into_iter().map(|name| Name::from(&*name)).collect() }
        }
        "call_ex" => Op::CallEx { has_kwargs: flag(0)? },
        "get_iter" => Op::GetIter,
        "for_iter" => Op::ForIter { exhausted: InstrId(number()?) },
        "jump" => Op::Jump(InstrId(number()?)),
        "pop_jump_if" => {
            let when = WHEN.iter().find(|(known, _)| word().is_ok_and(|word| word == *known)).ok_or_else(unknown)?.1;
            Op::PopJumpIf { when, target: InstrId(item(1)?.extract()?) }
        }
        "copy" => Op::Copy(number()?),
        "swap" => Op::Swap(number()?),
        "pop" => Op::Pop,
        "return" => Op::Return,
        "yield" => Op::Yield,
        "raise" => Op::Raise { argc: number()? },
        "reraise" => Op::Reraise,
        "push_exc_info" => Op::PushExcInfo,
        "pop_except" => Op::PopExcept,
        "check_exc_match" => Op::CheckExcMatch,
        "before_with" => Op::BeforeWith,
        "with_except_start" => Op::WithExceptStart,
        "with_exit" => Op::WithExit { raised: flag(0)? },
        "get_yield_from_iter" => Op::GetYieldFromIter,
        "send" => Op::Send { finished: InstrId(number()?) },
        "import_name" => Op::ImportName(text()?),
        "import_from" => Op::ImportFrom(text()?),
        "get_len" => Op::GetLen,
        "match_mapping" => Op::MatchMapping,
        "match_sequence" => Op::MatchSequence,
        "match_keys" => Op::MatchKeys,
        "match_class" => Op::MatchClass { positional: number()? },
        _ => return Err(unknown()),
    })
}
