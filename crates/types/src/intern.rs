//! Interning: one address for each type of the process.

use crate::by_id::ById;
use crate::facts::Facts;
use crate::kind::{DictForm, FloatTy, IntTy, Kind, Layout, ListForm, Literal, MARK, RecordField};
use crate::unify::MOST_CHOICES;
use coluber_base::Name;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{LazyLock, RwLock};

/// A type. Equal types have equal addresses.
#[derive(Clone, Copy)]
pub struct Ty(&'static Entry);

struct Entry {
    id: u32,
    kind: Kind,
    facts: Facts,
}

#[derive(Default)]
struct Table {
    by_kind: FxHashMap<&'static Kind, Ty>,
    count: u32,
}

static TABLE: LazyLock<RwLock<Table>> = LazyLock::new(RwLock::default);
static BY_ID: ById<Entry> = ById::new();

impl Ty {
    /// The type of this kind.
    pub fn new(kind: Kind) -> Ty {
        if let Some(&ty) = TABLE.read().unwrap_or_else(|e| e.into_inner()).by_kind.get(&kind) {
            return ty;
        }
        let facts = Facts::of(&kind);
        let mut table = TABLE.write().unwrap_or_else(|e| e.into_inner());
        if let Some(&ty) = table.by_kind.get(&kind) {
            return ty;
        }
        let id = table.count;
        table.count += 1;
        let ty = Ty(BY_ID.set(id, Box::leak(Box::new(Entry { id, kind, facts }))));
        table.by_kind.insert(&ty.0.kind, ty);
        ty
    }

    /// A small number that names the type in this process.
    pub fn id(self) -> u32 {
        self.0.id
    }

    /// The type with this number.
    pub fn from_id(id: u32) -> Option<Ty> {
        BY_ID.get(id).map(Ty)
    }

    /// Whether there is a site in the type.
    pub fn has_site(self) -> bool {
        self.0.facts.site
    }

    /// Whether there is a dict in it whose names are known.
    pub(crate) fn has_names(self) -> bool {
        self.0.facts.names
    }

    /// Whether there is a list in the type of whose items nothing is known yet, but may be later.
    pub fn is_unsettled(self) -> bool {
        self.0.facts.unsettled
    }

    /// Whether there is an inner function in it, or what a function with `yield` gives.
    pub fn names_functions(self) -> bool {
        self.0.facts.functions
    }

    /// Whether choices between functions stand in each other so deeply in it that it has no end.
    pub fn is_endless_choice(self) -> bool {
        self.choices() >= MOST_CHOICES
    }

    /// How many choices between functions stand in each other in it.
    pub(crate) fn choices(self) -> u8 {
        self.0.facts.choices
    }

    /// Whether [`Ty::unliteral`] gives another type.
    pub(crate) fn has_literal(self) -> bool {
        self.0.facts.literal
    }

    /// What it is.
    pub fn kind(self) -> &'static Kind {
        &self.0.kind
    }
}

impl PartialEq for Ty {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Ty {}

impl Hash for Ty {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.id.hash(state);
    }
}

impl PartialOrd for Ty {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ty {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.id.cmp(&other.0.id)
    }
}

/// A type is written as its kind. Numbers of host objects in it are those of the process.
impl Serialize for Ty {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.kind().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Ty {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Kind::deserialize(deserializer).map(Ty::new)
    }
}

impl fmt::Debug for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

macro_rules! common {
    ($($(#[$doc:meta])* $name:ident = $kind:expr;)*) => {
        impl Ty {
            $($(#[$doc])* pub fn $name() -> Ty {
                static CELL: LazyLock<Ty> = LazyLock::new(|| Ty::new($kind));
                *CELL
            })*
        }
    };
}

const fn int(bits: u8, signed: bool) -> Kind {
    Kind::Int(IntTy { bits, signed })
}

common! {
    /// Bottom.
    undefined = Kind::Undefined;
    /// `None`
    none = Kind::None;
    /// `...`
    ellipsis = Kind::Ellipsis;
    /// bool
    boolean = Kind::Bool;
    /// int8
    int8 = int(8, true);
    /// int16
    int16 = int(16, true);
    /// int32
    int32 = int(32, true);
    /// int64
    int64 = int(64, true);
    /// uint8
    uint8 = int(8, false);
    /// uint16
    uint16 = int(16, false);
    /// uint32
    uint32 = int(32, false);
    /// uint64
    uint64 = int(64, false);
    /// float16
    float16 = Kind::Float(FloatTy::F16);
    /// bfloat16
    bfloat16 = Kind::Float(FloatTy::BF16);
    /// float32
    float32 = Kind::Float(FloatTy::F32);
    /// float64
    float64 = Kind::Float(FloatTy::F64);
    /// complex64
    complex64 = Kind::Complex(FloatTy::F32);
    /// complex128
    complex128 = Kind::Complex(FloatTy::F64);
    /// A Unicode string.
    string = Kind::Str;
    /// Bytes.
    bytes = Kind::Bytes;
    /// A raw pointer.
    ptr = Kind::Ptr;
    /// An owner word.
    owner = Kind::Owner;
}

impl Ty {
    /// A tuple type.
    pub fn tuple(items: impl Into<Box<[Ty]>>) -> Ty {
        Ty::new(Kind::Tuple(items.into()))
    }

    /// A homogeneous tuple type.
    pub fn uni_tuple(item: Ty, count: usize) -> Ty {
        Ty::tuple(vec![item; count])
    }

    /// A mutable array; aligned, unless its elements are records that are not.
    pub fn array(dtype: Ty, ndim: u8, layout: Layout) -> Ty {
        Ty::new(Kind::Array { dtype, ndim, layout, mutable: true, aligned: !dtype.is_packed() })
    }

    /// Whether it is a record whose fields need not be aligned.
    pub fn is_packed(self) -> bool {
        matches!(self.kind(), Kind::Record { aligned: false, .. })
    }

    /// T or None; an optional type stays itself.
    pub fn optional(inner: Ty) -> Ty {
        match inner.kind() {
            Kind::Optional(_) | Kind::None => inner,
            _ => Ty::new(Kind::Optional(inner)),
        }
    }

    /// The type of an integer known while compiling.
    pub fn literal_int(value: i64) -> Ty {
        Ty::new(Kind::Literal(Literal::Int(value)))
    }

    /// The type of a boolean known while compiling.
    pub fn literal_bool(value: bool) -> Ty {
        Ty::new(Kind::Literal(Literal::Bool(value)))
    }

    /// The type of a string known while compiling.
    pub fn literal_str(value: impl Into<Name>) -> Ty {
        Ty::new(Kind::Literal(Literal::Str(value.into())))
    }

    /// The integer type of this width.
    pub fn int(int: IntTy) -> Ty {
        Ty::new(Kind::Int(int))
    }

    /// The floating point type of this width.
    pub fn float(float: FloatTy) -> Ty {
        match float {
            FloatTy::F16 => Ty::float16(),
            FloatTy::BF16 => Ty::bfloat16(),
            FloatTy::F32 => Ty::float32(),
            FloatTy::F64 => Ty::float64(),
        }
    }

    /// The complex type with parts of this width, which is 32 at least.
    pub fn complex(float: FloatTy) -> Ty {
        match float {
            FloatTy::F16 | FloatTy::BF16 | FloatTy::F32 => Ty::complex64(),
            FloatTy::F64 => Ty::complex128(),
        }
    }

    /// The type of a variable that holds the value: `Literal[int](1)` becomes int64, tuples item by item.
    pub fn stored(self) -> Ty {
        if !self.0.facts.changes_in_variables {
            return self;
        }
        match self.kind() {
            Kind::Enum { class, value, integral } => {
                Ty::new(Kind::Enum { class: class.clone(), value: value.stored(), integral: *integral })
            }
            Kind::Tuple(items) => Ty::tuple(items.iter().map(|t| t.stored()).collect::<Vec<_>>()),
            Kind::NamedTuple { class, names, items } => {
                let items = items.iter().map(|t| t.stored()).collect();
                Ty::new(Kind::NamedTuple { class: class.clone(), names: names.clone(), items })
            }
            _ => self.unliteral(),
        }
    }

    /// A dict.
    pub fn dict(key: Ty, value: Ty) -> Ty {
        Ty::new(Kind::Dict { key, value, form: DictForm::Dict, site: None })
    }

    /// What a list is to the program.
    pub fn list_form(self) -> Option<ListForm> {
        match self.kind() {
            Kind::List { form, .. } => Some(*form),
            _ => None,
        }
    }

    /// What a dict is to the program.
    pub fn dict_form(self) -> Option<DictForm> {
        match self.kind() {
            Kind::Dict { form: DictForm::Named(_), .. } => Some(DictForm::Dict),
            Kind::Dict { form, .. } => Some(*form),
            _ => None,
        }
    }

    /// The type of lists of another form.
    pub fn as_list(self, form: ListForm) -> Ty {
        match *self.kind() {
            Kind::List { item, site, .. } => Ty::new(Kind::List { item, form, site }),
            _ => self,
        }
    }

    /// The type of dicts of another form.
    pub fn as_dict(self, form: DictForm) -> Ty {
        match *self.kind() {
            Kind::Dict { key, value, site, .. } => Ty::new(Kind::Dict { key, value, form, site }),
            _ => self,
        }
    }

    /// The type of dicts of the same form with other keys and values, without a site.
    pub fn with_entries(self, key: Ty, value: Ty) -> Ty {
        match *self.kind() {
            Kind::Dict { form, .. } => Ty::new(Kind::Dict { key, value, form, site: None }),
            _ => Ty::dict(key, value),
        }
    }

    /// A set.
    pub fn set(item: Ty) -> Ty {
        Ty::new(Kind::Set { frozen: false, item, site: None })
    }

    /// The type of frozensets for one of sets, or the other way.
    pub fn as_frozen(self, frozen: bool) -> Ty {
        match *self.kind() {
            Kind::Set { item, site, .. } => Ty::new(Kind::Set { frozen, item, site }),
            _ => self,
        }
    }

    /// A list of Python's.
    pub fn list(item: Ty) -> Ty {
        Ty::new(Kind::List { item, form: ListForm::List, site: None })
    }

    /// What it is to operations: `Literal[int](1)` becomes int64, and so does a member of an enumeration of integers. Other types,
    /// tuples included item by item, stay.
    pub fn unliteral(self) -> Ty {
        match self.kind() {
            Kind::Literal(Literal::Int(_)) => Ty::int64(),
            Kind::Literal(Literal::Bool(_)) => Ty::boolean(),
            Kind::Literal(Literal::Str(_)) => Ty::string(),
            Kind::Enum { value, integral: true, .. } => value.unliteral(),
            Kind::Tuple(items) if self.has_literal() => {
                Ty::tuple(items.iter().map(|t| t.unliteral()).collect::<Vec<_>>())
            }
            _ => self,
        }
    }

    /// The item types of a tuple or named tuple.
    pub fn tuple_items(self) -> Option<&'static [Ty]> {
        match self.kind() {
            Kind::Tuple(items) | Kind::NamedTuple { items, .. } => Some(items),
            _ => None,
        }
    }

    /// Whether it is a bool, an integer, a float or a complex number (literals excluded).
    pub fn is_number(self) -> bool {
        matches!(self.kind(), Kind::Bool | Kind::Int(_) | Kind::Float(_) | Kind::Complex(_))
    }

    /// Whether it is the type of one object that `object()` has made.
    pub fn is_mark(self) -> bool {
        matches!(self.kind(), Kind::Enum { class, .. } if &*class.text == MARK)
    }

    /// Whether it is an integer type (bool excluded).
    pub fn is_int(self) -> bool {
        matches!(self.kind(), Kind::Int(_))
    }

    /// Whether it is a floating point type.
    pub fn is_float(self) -> bool {
        matches!(self.kind(), Kind::Float(_))
    }

    /// Whether it is a floating point type of 16 bits.
    pub fn is_half(self) -> bool {
        matches!(self.kind(), Kind::Float(f) if f.is_half())
    }

    /// Whether it is an array.
    pub fn is_array(self) -> bool {
        matches!(self.kind(), Kind::Array { .. })
    }

    /// dtype, number of axes and layout of an array.
    pub fn as_array(self) -> Option<(Ty, u8, Layout)> {
        match *self.kind() {
            Kind::Array { dtype, ndim, layout, .. } => Some((dtype, ndim, layout)),
            _ => None,
        }
    }

    /// The size in bytes of an element of this type in an array, or None when it can't be one.
    pub fn itemsize(self) -> Option<u32> {
        Some(match self.kind() {
            Kind::Bool => 1,
            Kind::Int(i) => u32::from(i.bits / 8),
            Kind::Float(f) => u32::from(f.bits() / 8),
            Kind::Complex(f) => u32::from(f.bits() / 4),
            Kind::Record { size, .. } => *size,
            Kind::Date(_) | Kind::Span(_) => 8,
            Kind::Chars { length, unicode } => length.checked_mul(if *unicode { 4 } else { 1 })?,
            Kind::Vector { item, count } => item.itemsize()? * u32::from(*count),
            _ => return None,
        })
    }

    /// What an element of this type is when it has been read: text of a fixed length becomes a string or bytes.
    pub fn loaded(self) -> Ty {
        match self.kind() {
            Kind::Chars { unicode: true, .. } => Ty::string(),
            Kind::Chars { unicode: false, .. } => Ty::bytes(),
            _ => self,
        }
    }

    /// The field of a record with this name or title.
    pub fn record_field(self, name: &str) -> Option<&'static RecordField> {
        match self.kind() {
            Kind::Record { fields, .. } => {
                fields.iter().find(|field| *field.name == *name || field.title.as_deref() == Some(name))
            }
            _ => None,
        }
    }
}
