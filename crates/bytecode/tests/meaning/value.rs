//! Symbolic values.

use std::cell::RefCell;
use std::fmt::{self, Display, Formatter};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;
use std::sync::Arc;

use coluber_bytecode::CodeObject;

pub type Cell = Rc<RefCell<Value>>;

#[derive(Debug, Clone)]
pub enum Value {
    /// An unbound variable, saved on the stack.
    Unbound,
    Text(String),
    Tuple(Vec<Value>),
    Cell(Cell),
    Code(Arc<CodeObject>),
    Function(Rc<Function>),
}

#[derive(Debug)]
pub struct Function {
    pub code: Arc<CodeObject>,
    pub defaults: Option<Value>,
    pub kwdefaults: Option<Value>,
    pub closure: Vec<Value>,
}

impl Value {
    /// A value that is known by its text; a long text is abbreviated.
    pub fn text(text: impl Into<String>) -> Self {
        let text = text.into();
        if text.len() < 200 { Self::Text(text) } else { Self::Text(format!("#{:016x}", hash(&text))) }
    }

    pub fn not(&self) -> Self {
        let text = self.to_string();
        match text.strip_prefix("not ") {
            Some(inner) => Self::Text(format!("bool {inner}")),
            None => Self::text(format!("not {}", text.strip_prefix("bool ").unwrap_or(&text))),
        }
    }

    /// An iterator is its own iterator.
    pub fn iter(&self) -> Self {
        let text = self.to_string();
        if text.starts_with("iter ") { self.clone() } else { Self::text(format!("iter {text}")) }
    }
}

impl Display for Value {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unbound => f.write_str("unbound"),
            Self::Text(text) => f.write_str(text),
            Self::Tuple(items) => write!(f, "({})", joined(items)),
            Self::Cell(cell) => write!(f, "cell {}", cell.borrow()),
            Self::Code(code) => write!(f, "code {}", code.name),
            Self::Function(function) => {
                write!(f, "function {} [{}]", function.code.name, joined(&function.closure))?;
                function.defaults.iter().try_for_each(|value| write!(f, " defaults {value}"))?;
                function.kwdefaults.iter().try_for_each(|value| write!(f, " kwdefaults {value}"))
            }
        }
    }
}

pub fn joined(values: &[Value]) -> String {
    values.iter().map(Value::to_string).collect::<Vec<_>>().join(", ")
}

/// The same in each run.
pub fn hash(key: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    hasher.finish()
}
