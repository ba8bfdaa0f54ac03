//! Reads code objects and tables recorded by `tests/bytecode/record.py`. For tests.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;
use thiserror::Error;

use crate::{CodeFlags, CodeObject, CommonConstant, Const, Position, RawTables, Tables, TablesError};

/// A recording of one interpreter.
#[derive(Debug)]
pub struct Recording {
    /// The interpreter's tables.
    pub tables: Tables,
    /// The recorded functions.
    pub functions: Vec<Arc<CodeObject>>,
}

/// A recording that can't be read.
#[derive(Debug, Error)]
pub enum RecordingError {
    /// Not JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// A field that is missing or of another form.
    #[error("the recording has no valid {0:?}")]
    Field(String),
    /// Tables of an unknown version.
    #[error(transparent)]
    Tables(#[from] TablesError),
}

type Read<T> = Result<T, RecordingError>;

impl Recording {
    /// Reads a file that `record.py corpus` wrote.
    pub fn parse(text: &str) -> Read<Self> {
        let value: Value = serde_json::from_str(text)?;
        let tables = tables(field(&value, "tables")?)?;
        let functions =
            array(&value, "functions")?.iter().map(|value| code(value).map(Arc::new)).collect::<Read<_>>()?;
        Ok(Self { tables, functions })
    }

    /// The function of a name.
    pub fn function(&self, name: &str) -> Option<&Arc<CodeObject>> {
        self.functions.iter().find(|function| &*function.name == name)
    }
}

/// Reads the tables: the first line of what `record.py stdlib` wrote.
pub fn parse_tables(text: &str) -> Read<Tables> {
    tables(&serde_json::from_str(text)?)
}

/// Reads a code object: any other line of what `record.py stdlib` wrote.
pub fn parse_code(text: &str) -> Read<CodeObject> {
    code(&serde_json::from_str(text)?)
}

fn tables(value: &Value) -> Read<Tables> {
    let version = array(value, "version")?;
    let part = |index: usize| version.get(index).and_then(Value::as_u64).and_then(|part| u8::try_from(part).ok());
    let (Some(major), Some(minor)) = (part(0), part(1)) else {
        return Err(bad("version"));
    };
    Ok(Tables::new(RawTables {
        version: (major, minor),
        opmap: numbers(value, "opmap")?,
        inline_caches: numbers(value, "inline_caches")?,
        binary_ops: strings(value, "binary_ops")?,
        compare_ops: strings(value, "compare_ops")?,
        intrinsics_1: strings(value, "intrinsics_1")?,
        intrinsics_2: strings(value, "intrinsics_2")?,
        special_methods: strings(value, "special_methods")?,
        common_constants: array(value, "common_constants")?.iter().map(common_constant).collect::<Read<_>>()?,
    })?)
}

fn common_constant(value: &Value) -> Read<CommonConstant> {
    match value.get("builtin").and_then(Value::as_str) {
        Some(name) => Ok(CommonConstant::Builtin(name.into())),
        None => Ok(CommonConstant::Value(constant(field(value, "value")?)?)),
    }
}

fn code(value: &Value) -> Read<CodeObject> {
    Ok(CodeObject {
        name: text(value, "name")?.into(),
        qualname: text(value, "qualname")?.into(),
        filename: text(value, "filename")?.into(),
        first_line: number(value, "first_line")?,
        arg_count: number(value, "arg_count")?,
        posonly_arg_count: number(value, "posonly_arg_count")?,
        kwonly_arg_count: number(value, "kwonly_arg_count")?,
        flags: CodeFlags(number(value, "flags")?),
        local_names: strings(value, "local_names")?,
        cell_names: strings(value, "cell_names")?,
        free_names: strings(value, "free_names")?,
        names: strings(value, "names")?,
        consts: constants(array(value, "consts")?)?,
        code: bytes(value, "code")?,
        exception_table: bytes(value, "exception_table")?,
        positions: positions(array(value, "positions")?)?,
        assembled: None,
    })
}

/// Positions are recorded as runs: length, line, end line, column, end column.
fn positions(runs: &[Value]) -> Read<Vec<Position>> {
    let mut positions = Vec::new();
    for run in runs {
        let part = |index: usize| run.get(index).and_then(Value::as_u64).map(|part| part as u32);
        let length = part(0).ok_or_else(|| bad("positions"))?;
        let position = Position { line: part(1), end_line: part(2), col: part(3), end_col: part(4) };
        positions.extend((0..length).map(|_| position));
    }
    Ok(positions)
}

fn constants(values: &[Value]) -> Read<Vec<Const>> {
    values.iter().map(constant).collect()
}

fn constant(value: &Value) -> Read<Const> {
    match value {
        Value::Null => return Ok(Const::None),
        Value::Bool(value) => return Ok(Const::Bool(*value)),
        _ => {}
    }
    let entry = value.as_object().and_then(|object| object.iter().next());
    let (kind, content) = entry.ok_or_else(|| bad("constant"))?;
    Ok(match kind.as_str() {
        "int" => integer(text(value, "int")?),
        "float" => Const::Float(float(content)?),
        "complex" => Const::Complex(float(&content[0])?, float(&content[1])?),
        "str" => Const::Str(text(value, "str")?.into()),
        "bytes" => Const::Bytes(bytes(value, "bytes")?),
        "ellipsis" => Const::Ellipsis,
        "tuple" => Const::Tuple(constants(array(value, "tuple")?)?),
        "frozenset" => {
            let items = constants(array(value, "frozenset")?)?;
            Const::FrozenSet { added: (0..items.len() as u32).collect(), items }
        }
        "code" => Const::Code(Arc::new(code(content)?)),
        "slice" => {
            let parts = <[Const; 3]>::try_from(constants(array(value, "slice")?)?).map_err(|_| bad("slice"))?;
            Const::Slice(Box::new(parts))
        }
        _ => Const::Other(text(value, "other")?.to_owned()),
    })
}

fn integer(digits: &str) -> Const {
    digits.parse().map_or_else(|_| Const::BigInt(digits.to_owned()), Const::Int)
}

/// Floats are recorded as text, for the sake of infinities and NaN.
fn float(value: &Value) -> Read<f64> {
    value.as_str().and_then(|text| text.parse().ok()).ok_or_else(|| bad("float"))
}

fn field<'a>(value: &'a Value, name: &str) -> Read<&'a Value> {
    value.get(name).ok_or_else(|| bad(name))
}

fn array<'a>(value: &'a Value, name: &str) -> Read<&'a [Value]> {
    field(value, name)?.as_array().map(Vec::as_slice).ok_or_else(|| bad(name))
}

fn text<'a>(value: &'a Value, name: &str) -> Read<&'a str> {
    field(value, name)?.as_str().ok_or_else(|| bad(name))
}

fn number(value: &Value, name: &str) -> Read<u32> {
    let number = field(value, name)?.as_u64().and_then(|number| u32::try_from(number).ok());
    number.ok_or_else(|| bad(name))
}

fn numbers(value: &Value, name: &str) -> Read<HashMap<String, u32>> {
    let entries = field(value, name)?.as_object().ok_or_else(|| bad(name))?;
    entries.iter().map(|(key, _)| Ok((key.clone(), number(field(value, name)?, key)?))).collect()
}

fn strings<T: for<'a> From<&'a str>>(value: &Value, name: &str) -> Read<Vec<T>> {
    let items = array(value, name)?.iter();
    items.map(|item| item.as_str().map(T::from).ok_or_else(|| bad(name))).collect()
}

fn bytes(value: &Value, name: &str) -> Read<Vec<u8>> {
    let digits = text(value, name)?.as_bytes().chunks(2);
    let byte = |pair: &[u8]| std::str::from_utf8(pair).ok().and_then(|pair| u8::from_str_radix(pair, 16).ok());
    digits.map(|pair| byte(pair).ok_or_else(|| bad(name))).collect()
}

fn bad(name: &str) -> RecordingError {
    RecordingError::Field(name.to_owned())
}
