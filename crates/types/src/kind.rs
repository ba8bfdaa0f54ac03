//! The kinds of types, one variant a family.

use crate::{Shape, TimeUnit, Ty};
use coluber_base::Name;
use serde::{Deserialize, Serialize};

/// An integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct IntTy {
    /// 8, 16, 32 or 64.
    pub bits: u8,
    /// Whether it has negative values.
    pub signed: bool,
}

/// A floating point type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum FloatTy {
    /// float16
    F16,
    /// bfloat16: the upper half of a float32.
    BF16,
    /// float32
    F32,
    /// float64
    F64,
}

impl FloatTy {
    /// 16, 32 or 64.
    pub fn bits(self) -> u8 {
        match self {
            FloatTy::F16 | FloatTy::BF16 => 16,
            FloatTy::F32 => 32,
            FloatTy::F64 => 64,
        }
    }

    /// The name of the type.
    pub fn name(self) -> &'static str {
        match self {
            FloatTy::F16 => "float16",
            FloatTy::BF16 => "bfloat16",
            FloatTy::F32 => "float32",
            FloatTy::F64 => "float64",
        }
    }

    /// Whether it has 16 bits: arithmetic is that of float32, rounded.
    pub fn is_half(self) -> bool {
        self.bits() == 16
    }

    /// Whether all its values are values of `other`.
    pub fn fits(self, other: FloatTy) -> bool {
        self == other || self < other && !other.is_half()
    }

    /// The smallest type that has the values of both.
    pub fn join(self, other: FloatTy) -> FloatTy {
        let wider = self.max(other);
        if self.fits(wider) && other.fits(wider) { wider } else { FloatTy::F32 }
    }
}

/// Memory order of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Layout {
    /// Row major, contiguous.
    C,
    /// Column major, contiguous.
    F,
    /// Any strides.
    A,
}

/// A handle of an object that only the host (Python) knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ObjId(pub u32);

/// A host object that is a type's identity, with the text that messages show for it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Object {
    /// The handle.
    pub id: ObjId,
    /// Its `repr`, or its name.
    pub text: Name,
}

/// A value that is known while compiling.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Literal {
    /// `Literal[int](1)`
    Int(i64),
    /// `Literal[bool](True)`
    Bool(bool),
    /// `Literal[str](x)`
    Str(Name),
}

/// A field of a record.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RecordField {
    /// Its name.
    pub name: Name,
    /// Another name, which NumPy calls a title.
    pub title: Option<Name>,
    /// Its type; for a field that is an array, that of its elements.
    pub ty: Ty,
    /// Extents of a field that is an array (in C order); empty for any other.
    pub shape: Box<[u32]>,
    /// Distance in bytes from the start of the record.
    pub offset: u32,
}

/// How a value becomes text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TextForm {
    /// `str(value)`
    Str,
    /// `repr(value)`
    Repr,
    /// `ascii(value)`
    Ascii,
    /// `format(value, specification)`
    Format,
    /// `specification % value`
    Percent,
    /// `specification.format(*value)`
    Method,
    /// `specification.format(*value[:-1], **value[-1])`
    Named,
}

/// What an iterator over a dict gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DictPart {
    /// The keys; of a set the items.
    Keys,
    /// The values.
    Values,
    /// Pairs of both.
    Items,
}

/// Whether the iterations of a loop over a range may run side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Spread {
    /// They run in order.
    No,
    /// They may.
    Loop,
    /// They may where there are many: each is the work of one element.
    Elements,
    /// They may; the items are the indices of an array of so many axes, of which the numbers of the range are positions.
    Indices(u8),
}

impl Spread {
    /// Whether they may run side by side.
    pub fn is_parallel(self) -> bool {
        self != Spread::No
    }

    /// The fields of a range and its iterator behind the numbers: the extents of an array.
    pub fn extents(self) -> Option<Ty> {
        match self {
            Spread::Indices(ndim) => Some(Ty::uni_tuple(Ty::int64(), ndim.into())),
            _ => None,
        }
    }
}

/// The text of objects that `object()` has made.
pub const MARK: &str = "object()";

/// Which text of an exception is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorText {
    /// As `str` gives it.
    Str,
    /// As `repr` gives it.
    Repr,
    /// The name of its class.
    Name,
    /// The name of its class with the functions and classes around it.
    QualifiedName,
}

impl ErrorText {
    /// The text with this number.
    pub fn from_number(number: i64) -> Self {
        match number {
            1 => ErrorText::Repr,
            2 => ErrorText::Name,
            3 => ErrorText::QualifiedName,
            _ => ErrorText::Str,
        }
    }
}

/// What a list is to a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ListForm {
    /// A list of Python's.
    List,
    /// A `typed.List`, whose memory Python shares.
    Typed,
    /// A `collections.deque`.
    Deque,
    /// A tuple whose length is known at run time only. Nothing changes it.
    Tuple,
}

/// What a dict is to a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DictForm {
    /// A dict of Python's.
    Dict,
    /// A dict of Python's that constant names are looked up in, with what their values are: see [`crate::named`].
    Named(Ty),
    /// A `collections.OrderedDict`.
    Ordered,
    /// A `collections.Counter`.
    Counter,
    /// A `collections.defaultdict`, with the type of its factory: a function that carries nothing, or None.
    Default(Ty),
}

/// What a type is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// The type of a variable that has no value yet; unifies with everything.
    Undefined,
    /// `None`
    None,
    /// `...`
    Ellipsis,
    /// bool
    Bool,
    /// int8 … uint64
    Int(IntTy),
    /// float16, bfloat16, float32, float64
    Float(FloatTy),
    /// complex64, complex128 (named by the type of its parts)
    Complex(FloatTy),
    /// datetime64: an integer that counts units from 1970; the smallest one is NaT.
    Date(TimeUnit),
    /// timedelta64: an integer that counts units; the smallest one is NaT.
    Span(TimeUnit),
    /// A Unicode string.
    Str,
    /// Bytes, with the same fields as a string of characters of one byte.
    Bytes,
    /// Text of a fixed length in the memory of an array or a record, as `U5` and `S3` have it: read, it is a string or bytes.
    Chars {
        /// How many characters there is room for.
        length: u32,
        /// Whether characters have four bytes; else one.
        unicode: bool,
    },
    /// Text that is put together where it leaves compiled code: its pieces in order.
    Text(Box<[Ty]>),
    /// A piece of [`Kind::Text`]: a value that becomes text there.
    Formatted {
        /// How.
        form: TextForm,
        /// Type of the value; for `Method` a tuple.
        value: Ty,
        /// Type of the specification; `None` when the form has none.
        spec: Ty,
    },
    /// `slice(start, stop, step)`; each is `None` or int64.
    Slice {
        /// Type of the start.
        start: Ty,
        /// Type of the stop.
        stop: Ty,
        /// Type of the step.
        step: Ty,
    },
    /// `range(...)`; the step where it is known.
    Range {
        /// Type of the items.
        int: IntTy,
        /// The step, when it is a constant.
        step: Option<i64>,
        /// Whether a loop over it may run on several threads.
        parallel: Spread,
    },
    /// A tuple, homogeneous or not.
    Tuple(Box<[Ty]>),
    /// A vector of CUDA's, `float32x4`: up to four numbers with the names x, y, z, w.
    Vector {
        /// Type of a number.
        item: Ty,
        /// How many.
        count: u8,
    },
    /// An address of values of a type, which foreign functions and kernels take.
    Pointer(Ty),
    /// An instance of a `collections.namedtuple` class.
    NamedTuple {
        /// The class.
        class: Object,
        /// Names of the fields.
        names: Box<[Name]>,
        /// Their types.
        items: Box<[Ty]>,
    },
    /// What a parameter of the form `**kwargs` is given: values with names that are known.
    Keywords {
        /// The names.
        names: Box<[Name]>,
        /// Types of the values.
        items: Box<[Ty]>,
    },
    /// What an overload function is asked with for a display of a list, dict or mixed values: what it was made of is known. No value has
    /// this type: what is called gets one of the type of the display.
    Display {
        /// The type of the display.
        of: Ty,
        /// Types of the items, those of keys and values of a dict in turns: literal types where they are constants.
        items: Box<[Ty]>,
    },
    /// A member of a class of `enum`: its value, by which members are compared. An object that `object()` has made stands for its own class,
    /// of which [`MARK`] is the name.
    Enum {
        /// The class.
        class: Object,
        /// Type of the value; a literal for a member that is known.
        value: Ty,
        /// Whether members are integers.
        integral: bool,
    },
    /// A NumPy array.
    Array {
        /// Type of an element.
        dtype: Ty,
        /// Number of axes.
        ndim: u8,
        /// Memory order.
        layout: Layout,
        /// Whether it can be written to.
        mutable: bool,
        /// Whether elements are aligned.
        aligned: bool,
    },
    /// A list.
    List {
        /// Type of an item.
        item: Ty,
        /// What it is to the program.
        form: ListForm,
        /// While types are being found: the operation that makes it, whose items may still become of a wider type.
        site: Option<u32>,
    },
    /// A dict.
    Dict {
        /// Type of a key.
        key: Ty,
        /// Type of a value.
        value: Ty,
        /// What it is to the program.
        form: DictForm,
        /// As for a list; what is found is the tuple of both types.
        site: Option<u32>,
    },
    /// A set.
    Set {
        /// Whether it is a frozenset.
        frozen: bool,
        /// Type of an item.
        item: Ty,
        /// As for a list.
        site: Option<u32>,
    },
    /// `keys()`, `values()` or `items()` of a dict.
    DictView {
        /// The dict.
        dict: Ty,
        /// Which.
        part: DictPart,
    },
    /// Iterator over a dict or a set.
    DictIter {
        /// The dict or set.
        dict: Ty,
        /// What it gives.
        part: DictPart,
    },
    /// A reference to a record: memory with named fields, an element of an array of structured dtype.
    Record {
        /// The fields, in the order of the dtype.
        fields: Box<[RecordField]>,
        /// Bytes from one record of an array to the next.
        size: u32,
        /// Whether fields are aligned as in C.
        aligned: bool,
    },
    /// T or `None`.
    Optional(Ty),
    /// A value known while compiling; it has no run-time part.
    Literal(Literal),
    /// A parameter that was not given; its default is a constant of the function (by position).
    Omitted(u32),
    /// A dtype object, `np.dtype(T)`.
    DType(Ty),
    /// A class that makes numbers: `np.float32`, `types.float32`, also used as a dtype.
    NumberClass(Ty),
    /// A function, class or ufunc that the host knows by identity.
    Function(Object),
    /// A jitted function.
    Dispatcher(Object),
    /// A module.
    Module(Object),
    /// An exception class.
    ExceptionClass(Object),
    /// An exception that has been made, not yet raised: its class and the types of its arguments.
    Exception {
        /// The class.
        class: Object,
        /// Types of the arguments.
        args: Box<[Ty]>,
    },
    /// The exception that an `except E as e` clause caught: text and class are known at run time only.
    CaughtException,
    /// A function made inside a compiled function: nested code and the types of what it captured.
    Closure {
        /// The function, in the host's table.
        func: u32,
        /// Captured values and default values.
        captured: Box<[Ty]>,
        /// Name, for messages.
        name: Name,
    },
    /// One of several functions, of several objects, or of values of several types ([`crate::unify::variants`]): which one, then what each carries.
    OneOf(Box<[Ty]>),
    /// A variable of a function that inner functions share: a list of its value, or of nothing while it has none.
    Cell(Ty),
    /// A suspended function: what a call of a function with `yield` gives. Its frame is an allocation of the runtime.
    Gen {
        /// The function, in the host's table.
        func: u32,
        /// Types of its parameters and of what it captured.
        args: Box<[Ty]>,
        /// Type of what it yields.
        yields: Ty,
        /// Type of the value of its `yield` expressions: an optional, or None where no value is used.
        sends: Ty,
        /// Type of what it returns.
        returns: Ty,
        /// Whether what it yields are Python scalars.
        weak: bool,
        /// Name, for messages.
        name: Name,
    },
    /// A method of a value: the name, and the receiver as the only field.
    BoundMethod {
        /// The receiver.
        receiver: Ty,
        /// The method's name.
        name: Name,
    },
    /// Iterator over a range.
    RangeIter {
        /// Type of the items.
        int: IntTy,
        /// The step, when it is a constant.
        step: Option<i64>,
        /// Whether a loop over it may run on several threads.
        parallel: Spread,
    },
    /// Iterator over the first axis of an array.
    ArrayIter(Ty),
    /// Iterator over a homogeneous tuple.
    TupleIter(Ty),
    /// Iterator over a list.
    ListIter(Ty),
    /// `enumerate(x)` as an iterator over an iterator.
    Enumerate(Ty),
    /// `zip(...)` of iterators.
    Zip(Box<[Ty]>),
    /// `reversed(x)` of an array or a tuple.
    Reversed(Ty),
    /// Elements of an array in C order: `a.flat`.
    FlatIter(Ty),
    /// Iterator over the characters of a string.
    StrIter,
    /// Iterator over bytes.
    BytesIter,
    /// `np.ndindex(...)` with the number of axes.
    NdIndex(u8),
    /// All threads of a launch, `cuda.cg.this_grid()`.
    GridGroup,
    /// A generator of random numbers: NumPy's `Generator`, or the state of a thread.
    Generator,
    /// `np.ndenumerate(a)`
    NdEnumerate(Ty),
    /// An instance of a class whose fields are known.
    Instance(Shape),
    /// An instance of a class of another process, with the types of the fields where the class does not say them.
    InstanceOf {
        /// Stands for the class.
        class: Object,
        /// As in [`Shape::new`].
        types: Option<Box<[Ty]>>,
    },
    /// The instance that has the field whose type this stands in ([`recursive`](crate::recursive)).
    Itself,
    /// The instance of this class in whose fields the instance stands, at whatever depth, in the types of whose fields this stands.
    Around(Object),
    /// A type that is said after it is used first ([`Ty::define`]).
    Deferred(u32),
    /// An attribute of the host that is data with no type: named so that messages can show it.
    Opaque(Object),
    /// A type that a program has defined; [`set_fields`](crate::extension::set_fields) says what its values consist of.
    Extension(Object),
    /// A raw pointer (internal).
    Ptr,
    /// The owner word of an array or string (internal).
    Owner,
}
