//! The running interpreter's opcode tables.

use std::collections::HashMap;

use crate::lift::LiftFn;
use crate::{BinOp, CmpOp, Const, Name, TablesError, versions};

/// The tables as Python's `opcode` module has them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RawTables {
    /// `sys.version_info[:2]`.
    pub version: (u8, u8),
    /// `opcode.opmap`: numbers above 255 (pseudo-instructions) are ignored.
    pub opmap: HashMap<String, u32>,
    /// `opcode._inline_cache_entries` by name; a missing entry is 0.
    pub inline_caches: HashMap<String, u32>,
    /// The symbols of `opcode._nb_ops`: `+`, `+=`, `[]`, ...
    pub binary_ops: Vec<String>,
    /// `opcode.cmp_op`.
    pub compare_ops: Vec<String>,
    /// `opcode._intrinsic_1_descs`; empty before 3.12.
    pub intrinsics_1: Vec<String>,
    /// `opcode._intrinsic_2_descs`; empty before 3.12.
    pub intrinsics_2: Vec<String>,
    /// `opcode._special_method_names`; empty before 3.14.
    pub special_methods: Vec<String>,
    /// `opcode._common_constants`; empty before 3.14.
    pub common_constants: Vec<CommonConstant>,
}

/// An entry of `opcode._common_constants`.
#[derive(Debug, Clone, PartialEq)]
pub enum CommonConstant {
    /// A class or function of the module `builtins`, by its `__name__`.
    Builtin(Name),
    /// A value.
    Value(Const),
}

/// The operand of `BINARY_OP`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BinaryKind {
    Plain(BinOp),
    Inplace(BinOp),
    Subscript,
}

/// What is known about an opcode.
#[derive(Clone)]
pub(crate) struct Opcode {
    pub(crate) name: Name,
    pub(crate) caches: u32,
    /// `None`: an instruction of a version that this crate doesn't know.
    pub(crate) lift: Option<LiftFn>,
}

/// The tables, ready for use. Made once for an interpreter.
#[derive(Clone)]
pub struct Tables {
    pub(crate) version: (u8, u8),
    pub(crate) opcodes: Vec<Option<Opcode>>,
    pub(crate) extended_arg: u8,
    pub(crate) binary_ops: Vec<BinaryKind>,
    pub(crate) compare_ops: Vec<CmpOp>,
    pub(crate) intrinsics_1: Vec<String>,
    pub(crate) intrinsics_2: Vec<String>,
    pub(crate) special_methods: Vec<String>,
    pub(crate) common_constants: Vec<CommonConstant>,
}

impl std::fmt::Debug for Tables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Tables of CPython {}.{}", self.version.0, self.version.1)
    }
}

impl Tables {
    /// Checks the tables and joins them with what this crate knows about the version.
    pub fn new(raw: RawTables) -> Result<Self, TablesError> {
        let (major, minor) = raw.version;
        let lookup = versions::lookup(raw.version).ok_or(TablesError::UnsupportedVersion(major, minor))?;
        let extended_arg = raw.opmap.get("EXTENDED_ARG").and_then(|&number| u8::try_from(number).ok());
        Ok(Self {
            version: raw.version,
            opcodes: opcodes(&raw.opmap, &raw.inline_caches, lookup),
            extended_arg: extended_arg.ok_or(TablesError::NoExtendedArg)?,
            binary_ops: raw.binary_ops.iter().map(|symbol| binary_kind(symbol)).collect::<Result<_, _>>()?,
            compare_ops: raw.compare_ops.iter().map(|symbol| cmp_op(symbol)).collect::<Result<_, _>>()?,
            intrinsics_1: raw.intrinsics_1,
            intrinsics_2: raw.intrinsics_2,
            special_methods: raw.special_methods,
            common_constants: raw.common_constants,
        })
    }

    /// The interpreter's version.
    pub fn version(&self) -> (u8, u8) {
        self.version
    }

    pub(crate) fn opcode(&self, number: u8) -> Option<&Opcode> {
        self.opcodes.get(usize::from(number))?.as_ref()
    }
}

fn opcodes(
    opmap: &HashMap<String, u32>,
    caches: &HashMap<String, u32>,
    lookup: versions::Lookup,
) -> Vec<Option<Opcode>> {
    let mut opcodes = vec![None; 256];
    for (name, &number) in opmap {
        if let Some(slot) = opcodes.get_mut(number as usize) {
            let caches = caches.get(name).copied().unwrap_or(0);
            *slot = Some(Opcode { name: name.as_str().into(), caches, lift: lookup(name) });
        }
    }
    opcodes
}

fn binary_kind(symbol: &str) -> Result<BinaryKind, TablesError> {
    let find = |symbol: &str| BinOp::ALL.into_iter().find(|op| op.symbol() == symbol);
    let kind = match symbol.strip_suffix('=') {
        _ if symbol == "[]" => Some(BinaryKind::Subscript),
        Some(plain) => find(plain).map(BinaryKind::Inplace),
        None => find(symbol).map(BinaryKind::Plain),
    };
    kind.ok_or_else(|| TablesError::UnknownOperator(symbol.to_owned()))
}

fn cmp_op(symbol: &str) -> Result<CmpOp, TablesError> {
    let found = CmpOp::ALL.into_iter().find(|op| op.symbol() == symbol);
    found.ok_or_else(|| TablesError::UnknownOperator(symbol.to_owned()))
}
