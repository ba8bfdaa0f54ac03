//! What is wrong with a user's program, as data. Rendering and the mapping to Python's classes are at the edge.

use crate::{Name, Span};
use std::fmt;

/// The class of `coluber.core.errors` that a diagnostic arrives as in Python.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorClass {
    /// Types do not fit.
    Typing,
    /// A language feature that is not supported.
    Unsupported,
    /// Bytecode that is not supported or damaged.
    Bytecode,
    /// A name that is not defined.
    NotDefined,
    /// An attribute that a type does not have.
    UntypedAttribute,
    /// A literal value was required.
    RequireLiteral,
    /// A value (not a type) is wrong.
    Value,
    /// A CUDA kernel has types that kernels can't have.
    Kernel,
    /// Code generation failed.
    Lowering,
    /// A bug in Coluber.
    Internal,
}

impl ErrorClass {
    /// The class's name in `coluber.core.errors`.
    pub fn python_name(self) -> &'static str {
        match self {
            ErrorClass::Typing => "TypingError",
            ErrorClass::Unsupported => "UnsupportedError",
            ErrorClass::Bytecode => "UnsupportedBytecodeError",
            ErrorClass::NotDefined => "NotDefinedError",
            ErrorClass::UntypedAttribute => "UntypedAttributeError",
            ErrorClass::RequireLiteral => "RequireLiteralValue",
            ErrorClass::Value => "NumbaValueError",
            ErrorClass::Kernel => "KernelTypeError",
            ErrorClass::Lowering => "LoweringError",
            ErrorClass::Internal => "InternalError",
        }
    }
}

/// One failure: what does not work and why, where, the types involved, and what to do.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// The Python class that it arrives as.
    pub class: ErrorClass,
    /// What does not work and why; keeps the key phrases that Numba's users know.
    pub message: String,
    /// Where.
    pub span: Span,
    /// The file of `span`; empty until the compiler of the function fills it in.
    pub file: Name,
    /// Facts: the types of the values there.
    pub notes: Vec<String>,
    /// What to do.
    pub hints: Vec<String>,
    /// "During: ..." lines, innermost first.
    pub contexts: Vec<String>,
    /// Arguments of the call, or parameters of the function, that would have to be constants: with their values it may work.
    pub wants_constants: Vec<usize>,
    /// Captured variables that would have to be constants: the numbers of inner functions, and the names.
    pub wants_captured: Vec<(u32, Name)>,
    /// Whether the constants of a call have been tried, too: callers need not try theirs.
    pub tried_constants: bool,
    /// Whether no other implementation of a call is looked for: it would fail in the same way, behind as many calls.
    pub ends_search: bool,
    /// Whether a function on its way to itself had other constants each time: attempts of all the functions on that way would take that way again.
    pub runs_away: bool,
    /// The LLVM IR of programs in what can't be compiled.
    pub foreign_texts: Vec<Name>,
    /// The number of the type that a list, dict or set can't hold, if it is about that; of a dict that of the pair of a key and a value.
    pub room_for: Option<u32>,
    /// Whether that is such a pair.
    pub is_about_entry: bool,
    /// A field of a class that would have to hold more: the numbers of the class, of the field and of the type.
    pub wants_field: Option<(u32, usize, u32)>,
    /// Whether it is about what a field can hold, which other errors come from.
    pub is_about_field: bool,
}

/// The result of a compiler stage.
pub type Result<T, E = Box<Diagnostic>> = std::result::Result<T, E>;

impl Diagnostic {
    /// A diagnostic without notes.
    pub fn new(class: ErrorClass, message: impl Into<String>, span: Span) -> Box<Self> {
        Box::new(Diagnostic {
            class,
            message: message.into(),
            span,
            file: Name::from(""),
            notes: Vec::new(),
            hints: Vec::new(),
            contexts: Vec::new(),
            wants_constants: Vec::new(),
            wants_captured: Vec::new(),
            tried_constants: false,
            ends_search: false,
            runs_away: false,
            foreign_texts: Vec::new(),
            room_for: None,
            is_about_entry: false,
            wants_field: None,
            is_about_field: false,
        })
    }

    /// The diagnostic as one after which nothing else is tried.
    pub fn ending_search(mut self: Box<Self>) -> Box<Self> {
        self.tried_constants = true;
        self.ends_search = true;
        self
    }

    /// The diagnostic as one of a function that is on its way to itself without an end.
    pub fn running_away(mut self: Box<Self>) -> Box<Self> {
        (self.tried_constants, self.runs_away) = (true, true);
        self
    }

    /// A typing error.
    pub fn typing(message: impl Into<String>, span: Span) -> Box<Self> {
        Self::new(ErrorClass::Typing, message, span)
    }

    /// A feature that is not supported.
    pub fn unsupported(message: impl Into<String>, span: Span) -> Box<Self> {
        Self::new(ErrorClass::Unsupported, message, span)
    }

    /// A bug in Coluber.
    pub fn internal(message: impl Into<String>, span: Span) -> Box<Self> {
        Self::new(ErrorClass::Internal, message, span)
    }

    /// Adds a fact.
    pub fn note(mut self: Box<Self>, note: impl Into<String>) -> Box<Self> {
        self.notes.push(note.into());
        self
    }

    /// Adds advice, where there is some.
    pub fn hint_if(mut self: Box<Self>, hint: Option<impl Into<String>>) -> Box<Self> {
        self.hints.extend(hint.map(Into::into));
        self
    }

    /// Adds advice.
    pub fn hint(mut self: Box<Self>, hint: impl Into<String>) -> Box<Self> {
        self.hints.push(hint.into());
        self
    }

    /// Whether it is about what a list, dict or set can hold: who makes it could make one that holds more.
    pub fn wants_room(&self) -> bool {
        self.room_for.is_some()
    }

    /// Whether it is about a line of the same function that stands below that of another error: what that was about is right here.
    pub fn is_behind(&self, other: &Diagnostic) -> bool {
        let is_same = self.file == other.file && self.contexts.len() == other.contexts.len();
        is_same && other.span.is_known() && self.span.line > other.span.line && !self.wants_something()
    }

    /// Whether the function may work with other constants or fields, which the caller sees to.
    pub fn wants_something(&self) -> bool {
        !self.wants_constants.is_empty() || !self.wants_captured.is_empty() || self.wants_field.is_some()
    }

    /// Says which values would have to be constants.
    pub fn wanting_constants(mut self: Box<Self>, which: Vec<usize>) -> Box<Self> {
        self.wants_constants = which;
        self
    }

    /// The same error, which is about what a container can hold: not values of the type of this number.
    pub fn wanting_room(mut self: Box<Self>, room_for: u32) -> Box<Self> {
        self.room_for = Some(room_for);
        self
    }

    /// As [`wanting_room`](Self::wanting_room), of a dict: the type of the pair of a key and a value.
    pub fn wanting_entry(mut self: Box<Self>, pair: u32) -> Box<Self> {
        self.is_about_entry = true;
        self.wanting_room(pair)
    }

    /// Says that a field would have to hold more.
    pub fn wanting_field(mut self: Box<Self>, class: u32, field: usize, ty: u32) -> Box<Self> {
        self.wants_field = Some((class, field, ty));
        self.about_field()
    }

    /// Says that it is about what a field can hold: errors of what is done with the field come from that.
    pub fn about_field(mut self: Box<Self>) -> Box<Self> {
        self.is_about_field = true;
        self
    }

    /// Adds a "During: ..." line.
    pub fn context(mut self: Box<Self>, context: impl Into<String>) -> Box<Self> {
        self.contexts.push(context.into());
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.class.python_name(), self.message)?;
        if self.span.is_known() {
            write!(f, " (line {})", self.span.line)?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostic {}
