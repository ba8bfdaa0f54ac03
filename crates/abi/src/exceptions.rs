//! Exceptions of compiled code: class codes, and constant records that describe raise sites.
//!
//! The records are emitted by code generation as constants of a module and read by the runtime, so their layout is C's. They are
//! valid as long as the code that contains them.

use coluber_types::ObjId;
use std::sync::Arc;

macro_rules! builtin_exceptions {
    ($($name:ident $parent:ident)*) => {
        /// Names of the builtin exception classes; the position is the class's number. A class stands after its base.
        pub const BUILTIN_EXCEPTIONS: &[&str] = &[$(stringify!($name)),*];
        const BASES: &[&str] = &[$(stringify!($parent)),*];

        /// The number of the builtin exception class with this name.
        pub fn builtin_exception(name: &str) -> Option<u16> {
            #[derive(Clone, Copy)]
            #[allow(clippy::enum_variant_names, reason = "names of Python's classes")]
            #[repr(u16)]
            enum Number { $($name),* }
            match name {
                $(stringify!($name) => Some(Number::$name as u16),)*
                "IOError" | "EnvironmentError" => Some(Number::OSError as u16),
                _ => None,
            }
        }
    };
}

builtin_exceptions! {
    BaseException BaseException
    BaseExceptionGroup BaseException
    GeneratorExit BaseException
    KeyboardInterrupt BaseException
    SystemExit BaseException
    Exception BaseException
    ArithmeticError Exception
    FloatingPointError ArithmeticError
    OverflowError ArithmeticError
    ZeroDivisionError ArithmeticError
    AssertionError Exception
    AttributeError Exception
    BufferError Exception
    EOFError Exception
    ImportError Exception
    ModuleNotFoundError ImportError
    LookupError Exception
    IndexError LookupError
    KeyError LookupError
    MemoryError Exception
    NameError Exception
    UnboundLocalError NameError
    OSError Exception
    BlockingIOError OSError
    ChildProcessError OSError
    ConnectionError OSError
    BrokenPipeError ConnectionError
    ConnectionAbortedError ConnectionError
    ConnectionRefusedError ConnectionError
    ConnectionResetError ConnectionError
    FileExistsError OSError
    FileNotFoundError OSError
    InterruptedError OSError
    IsADirectoryError OSError
    NotADirectoryError OSError
    PermissionError OSError
    ProcessLookupError OSError
    TimeoutError OSError
    ReferenceError Exception
    RuntimeError Exception
    NotImplementedError RuntimeError
    RecursionError RuntimeError
    StopAsyncIteration Exception
    StopIteration Exception
    SyntaxError Exception
    IndentationError SyntaxError
    TabError IndentationError
    SystemError Exception
    TypeError Exception
    ValueError Exception
    UnicodeError ValueError
    UnicodeDecodeError UnicodeError
    UnicodeEncodeError UnicodeError
    UnicodeTranslateError UnicodeError
    Warning Exception
    BytesWarning Warning
    DeprecationWarning Warning
    EncodingWarning Warning
    FutureWarning Warning
    ImportWarning Warning
    PendingDeprecationWarning Warning
    ResourceWarning Warning
    RuntimeWarning Warning
    SyntaxWarning Warning
    UnicodeWarning Warning
    UserWarning Warning
}

/// The class of an exception.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExceptionClass {
    /// A class of module `builtins`, by its position in [`BUILTIN_EXCEPTIONS`].
    Builtin(u16),
    /// A class that the host knows.
    Host(ObjId),
}

/// The bit of a code that marks a class of the host.
const HOST: u32 = 1 << 31;

/// The bit of a raise site's class that marks a slot of the function's table, which holds the code.
pub const IN_TABLE: u32 = 1 << 30;

impl ExceptionClass {
    /// From the word in typed IR: a builtin's name, or `#n` for a host object.
    pub fn from_word(word: &str) -> Option<Self> {
        match word.strip_prefix('#') {
            Some(number) => {
                number.parse().ok().filter(|n| n & (HOST | IN_TABLE) == 0).map(|n| ExceptionClass::Host(ObjId(n)))
            }
            None => builtin_exception(word).map(ExceptionClass::Builtin),
        }
    }

    /// The number that stands for the class in compiled code.
    pub fn code(self) -> u32 {
        match self {
            ExceptionClass::Builtin(number) => u32::from(number),
            ExceptionClass::Host(object) => object.0 | HOST,
        }
    }

    /// The class with this number.
    pub fn from_code(code: u32) -> Self {
        if code & HOST != 0 { ExceptionClass::Host(ObjId(code & !HOST)) } else { ExceptionClass::Builtin(code as u16) }
    }

    /// The builtin's name.
    pub fn builtin_name(self) -> Option<&'static str> {
        match self {
            ExceptionClass::Builtin(number) => BUILTIN_EXCEPTIONS.get(number as usize).copied(),
            ExceptionClass::Host(_) => None,
        }
    }

    /// Whether this is `other` or derived from it, when both are builtin; None when only the host can tell.
    pub fn is_derived_from(self, other: ExceptionClass) -> Option<bool> {
        if self == other {
            return Some(true);
        }
        match (self, other) {
            (ExceptionClass::Builtin(number), ExceptionClass::Builtin(wanted)) => Some(builtin_derives(number, wanted)),
            // A builtin class is never derived from one that is not builtin.
            (ExceptionClass::Builtin(_), ExceptionClass::Host(_)) => Some(false),
            (ExceptionClass::Host(_), _) => None,
        }
    }
}

fn builtin_derives(mut number: u16, wanted: u16) -> bool {
    while number != wanted {
        if number == 0 {
            return false;
        }
        number = BASES.get(number as usize).and_then(|base| builtin_exception(base)).unwrap_or(0);
    }
    true
}

/// A text in a constant: UTF-8, not terminated. A null address means that there is none.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct StrRef {
    /// Address of the first byte.
    pub ptr: *const u8,
    /// Number of bytes.
    pub len: usize,
}

impl StrRef {
    /// No text.
    pub const NONE: StrRef = StrRef { ptr: std::ptr::null(), len: 0 };

    /// A text that lives for ever.
    pub const fn new(text: &'static str) -> Self {
        StrRef { ptr: text.as_ptr(), len: text.len() }
    }

    /// The text.
    ///
    /// # Safety
    /// The bytes must be alive for `'a`, and UTF-8.
    pub unsafe fn get<'a>(self) -> Option<&'a str> {
        if self.ptr.is_null() {
            return None;
        }
        // SAFETY: promised by the caller.
        Some(unsafe { std::str::from_utf8_unchecked(std::slice::from_raw_parts(self.ptr, self.len)) })
    }
}

/// A Python function, for tracebacks.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct FunctionInfo {
    /// Its qualified name.
    pub name: StrRef,
    /// Its file.
    pub file: StrRef,
    /// The table of what portable code refers to; null elsewhere.
    pub table: *const u64,
    /// The slot of the table with the address of a [`SourceInfo`]; it goes before `file`.
    pub source: usize,
}

impl FunctionInfo {
    /// Where the source is that code from another process was compiled from.
    ///
    /// # Safety
    /// The record is one of code that is alive.
    pub unsafe fn source<'a>(&self) -> Option<&'a SourceInfo> {
        if self.table.is_null() {
            return None;
        }
        // SAFETY: the table's slot was filled with the address of a record that lives as long as the code.
        unsafe { (*self.table.add(self.source) as *const SourceInfo).as_ref() }
    }
}

/// Where the source of a function is, for code that was compiled when it was in another file or at other lines.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct SourceInfo {
    /// Its file.
    pub file: StrRef,
    /// Pairs of a line in the code and the line that it is at, in the order of the former.
    pub lines: *const [u32; 2],
    /// How many there are.
    pub count: usize,
}

impl SourceInfo {
    /// The line that a line in the code is at.
    ///
    /// # Safety
    /// The pairs are alive.
    pub unsafe fn line(&self, line: u32) -> u32 {
        if self.count == 0 {
            return line;
        }
        // SAFETY: promised by the caller.
        let pairs = unsafe { std::slice::from_raw_parts(self.lines, self.count) };
        pairs.binary_search_by_key(&line, |pair| pair[0]).map_or(line, |found| pairs[found][1])
    }
}

/// A [`SourceInfo`] with what it points to.
pub struct OwnedSource {
    info: Box<SourceInfo>,
    _file: Arc<str>,
    _lines: Vec<[u32; 2]>,
}

// SAFETY: the pointers of the record are to the other parts, which nothing changes.
unsafe impl Send for OwnedSource {}
// SAFETY: as above.
unsafe impl Sync for OwnedSource {}

impl OwnedSource {
    /// A record of a file and pairs of lines, in the order of the first of each.
    pub fn new(file: Arc<str>, lines: Vec<[u32; 2]>) -> Self {
        let text = StrRef { ptr: file.as_ptr(), len: file.len() };
        let info = SourceInfo { file: text, lines: lines.as_ptr(), count: lines.len() };
        OwnedSource { info: Box::new(info), _file: file, _lines: lines }
    }

    /// The record's address.
    pub fn address(&self) -> u64 {
        &raw const *self.info as u64
    }
}

/// A place that raises.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct RaiseSite {
    /// Code of the class, or its slot in the function's table with the bit [`IN_TABLE`].
    pub class: u32,
    /// Line in the file of the function; 0 when unknown.
    pub line: u32,
    /// First argument of the exception, when there is one.
    pub message: StrRef,
    /// The function; null in the runtime.
    pub function: *const FunctionInfo,
    /// Numbers of the types of the other arguments.
    pub types: *const u64,
    /// How many there are.
    pub count: usize,
}

impl RaiseSite {
    /// The class.
    ///
    /// # Safety
    /// The record is one of code that is alive.
    pub unsafe fn class(&self) -> ExceptionClass {
        if self.class & IN_TABLE == 0 {
            return ExceptionClass::from_code(self.class);
        }
        // SAFETY: such a site has a function with a table, of which this is a slot.
        ExceptionClass::from_code(unsafe { *(*self.function).table.add((self.class & !IN_TABLE) as usize) } as u32)
    }
}

/// A call into the host.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct HostSite {
    /// What is called.
    pub name: StrRef,
    /// Numbers of the types of the arguments.
    pub types: *const u64,
    /// How many there are.
    pub count: usize,
}

// SAFETY: the records are constants; nothing changes what they point to.
unsafe impl Sync for RaiseSite {}
// SAFETY: as above.
unsafe impl Sync for FunctionInfo {}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(word: &str) -> ExceptionClass {
        ExceptionClass::from_word(word).expect("a class")
    }

    #[test]
    fn codes_go_both_ways() {
        for word in ["ValueError", "BaseException", "#0", "#17"] {
            assert_eq!(ExceptionClass::from_code(class(word).code()), class(word));
        }
        assert_eq!(class("OSError").builtin_name(), Some("OSError"));
        assert_eq!(ExceptionClass::from_word("Nonsense"), None);
        assert_eq!(ExceptionClass::from_word("#x"), None);
    }

    #[test]
    fn bases_come_first() {
        for (number, base) in BASES.iter().enumerate().skip(1) {
            assert!(usize::from(builtin_exception(base).expect("base is in the table")) < number);
        }
    }

    #[test]
    fn lines_that_have_moved() {
        let source = OwnedSource::new("f.py".into(), vec![[3, 13], [4, 14], [5, 17]]);
        // SAFETY: the record is alive.
        let line = |line| unsafe { source.info.line(line) };
        assert_eq!([3, 4, 5, 9].map(line), [13, 14, 17, 9]);
        // SAFETY: as above.
        assert_eq!(unsafe { source.info.file.get() }, Some("f.py"));
    }

    #[test]
    fn derivation() {
        assert_eq!(class("IndexError").is_derived_from(class("LookupError")), Some(true));
        assert_eq!(class("IndexError").is_derived_from(class("Exception")), Some(true));
        assert_eq!(class("LookupError").is_derived_from(class("IndexError")), Some(false));
        assert_eq!(class("KeyboardInterrupt").is_derived_from(class("Exception")), Some(false));
        assert_eq!(class("ValueError").is_derived_from(class("#1")), Some(false));
        assert_eq!(class("#1").is_derived_from(class("ValueError")), None);
    }
}
