//! What inference knows of a value, and what it has decided for an operation.

use crate::emit::Emitter;
use coluber_ir::Value;
use coluber_types::{Kind, Literal, Ty, unify};
use smallvec::SmallVec;
use std::rc::Rc;

/// Results of an operation.
pub type Values = SmallVec<[Value; 1]>;

/// The type of a value, and whether it is *weak*: a Python scalar, which does not widen an array's dtype (NEP 50).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Val {
    /// Its type.
    pub ty: Ty,
    /// Whether it is a Python scalar and not a NumPy scalar.
    pub weak: bool,
}

impl Val {
    /// A value that is not weak.
    pub fn new(ty: Ty) -> Self {
        Val { ty, weak: false }
    }

    /// A Python scalar.
    pub fn weak(ty: Ty) -> Self {
        Val { ty, weak: true }
    }

    /// A value that has no type yet.
    pub fn undefined() -> Self {
        Val { ty: Ty::undefined(), weak: true }
    }

    /// Whether there is no type yet.
    pub fn is_undefined(self) -> bool {
        self.ty == Ty::undefined()
    }

    /// The join of two values.
    pub fn unify(self, other: Val) -> Option<Val> {
        if self.is_undefined() {
            return Some(other);
        }
        if other.is_undefined() {
            return Some(self);
        }
        let ty = unify(self.ty, other.ty)?;
        Some(Val { ty, weak: self.is_weak_as(ty) && other.is_weak_as(ty) })
    }

    /// Whether a number that this one becomes or makes, of type float64 or complex128, adapts to arrays beside it: it is what NumPy has as a
    /// Python number or in single precision, and widens no array of those.
    pub fn is_weak_as(self, ty: Ty) -> bool {
        let is_single = [Ty::float32(), Ty::complex64()].contains(&self.ty);
        self.weak || is_single && [Ty::float64(), Ty::complex128()].contains(&ty)
    }

    /// The literal, if the value is known.
    pub fn literal(self) -> Option<&'static Literal> {
        match self.ty.kind() {
            Kind::Literal(literal) => Some(literal),
            Kind::Enum { value, integral: true, .. } => Val { ty: *value, ..self }.literal(),
            _ => None,
        }
    }

    /// Whether it is known: a literal, or a tuple of such.
    pub fn is_constant(self) -> bool {
        match self.ty.kind() {
            Kind::Tuple(items) => items.iter().all(|&ty| Val { ty, ..self }.is_constant()),
            _ => self.literal().is_some(),
        }
    }

    /// The integer, if it is known.
    pub fn literal_int(self) -> Option<i64> {
        match self.literal() {
            Some(Literal::Int(v)) => Some(*v),
            Some(Literal::Bool(b)) => Some(i64::from(*b)),
            _ => None,
        }
    }

    /// The bool, if it is known.
    pub fn literal_bool(self) -> Option<bool> {
        match self.literal() {
            Some(Literal::Bool(v)) => Some(*v),
            _ => None,
        }
    }

    /// The text, if it is known.
    pub fn literal_str(self) -> Option<&'static str> {
        match self.literal() {
            Some(Literal::Str(s)) => Some(s),
            _ => None,
        }
    }
}

/// The closure that appends typed operations for an operation whose operand types are known.
pub type Emit = Rc<dyn Fn(&mut Emitter<'_>, &[Value]) -> Values>;

/// An elementwise operation on arrays, which can be fused with others.
#[derive(Clone)]
pub struct Elementwise {
    /// The scalar operation.
    pub kernel: Rc<Kernel>,
    /// The array type of the result.
    pub result: Ty,
}

/// A scalar operation that an elementwise operation applies.
pub struct Kernel {
    /// A name that stands for the operation and its types.
    pub name: String,
    /// The types that operands are converted to first.
    pub operands: Vec<Ty>,
    /// The result.
    pub result: Ty,
    /// Appends it.
    pub emit: Emit,
}

/// Makes a view from an array and an index.
pub type ViewOf = Rc<dyn Fn(&mut Emitter<'_>, Value, Value) -> Value>;

/// An assignment to elements of an array, into which an elementwise operation can write its results.
#[derive(Clone)]
pub enum Assignment {
    /// `array[index] = value`: makes the view that is assigned to from the array and the index.
    Item(ViewOf),
    /// `array op= value`: the operation.
    Update(Rc<Kernel>),
}

/// What inference has decided for an operation: the types of its results and how it is emitted.
#[derive(Clone)]
pub struct Resolved {
    /// The results.
    pub vals: SmallVec<[Val; 1]>,
    /// Appends the operation.
    pub emit: Emit,
    /// Set when it is elementwise.
    pub elementwise: Option<Elementwise>,
    /// Set when it is `array[index] = value` for more than one element, or `array op= value`.
    pub assignment: Option<Assignment>,
    /// Whether control never goes past it, so that its results are no values of any type.
    pub never: bool,
}

impl Resolved {
    /// An operation with one result.
    pub fn one(val: Val, emit: impl Fn(&mut Emitter<'_>, &[Value]) -> Value + 'static) -> Self {
        Resolved {
            vals: SmallVec::from_buf([val]),
            emit: Rc::new(move |e, args| SmallVec::from_buf([emit(e, args)])),
            elementwise: None,
            assignment: None,
            never: false,
        }
    }

    /// An operation with any number of results.
    pub fn many(
        vals: impl IntoIterator<Item = Val>,
        emit: impl Fn(&mut Emitter<'_>, &[Value]) -> Values + 'static,
    ) -> Self {
        let vals = vals.into_iter().collect();
        Resolved { vals, emit: Rc::new(emit), elementwise: None, assignment: None, never: false }
    }

    /// An operation without result.
    pub fn effect(emit: impl Fn(&mut Emitter<'_>, &[Value]) + 'static) -> Self {
        Self::many([], move |e, args| {
            emit(e, args);
            Values::new()
        })
    }

    /// A value without run-time part: its type says it all.
    pub fn constant(ty: Ty) -> Self {
        Self::one(Val::weak(ty), move |e, _| e.unit(ty))
    }

    /// An operation on the result of this one.
    pub fn then(self, next: Resolved) -> Self {
        let (first, second, never) = (self.emit, next.emit.clone(), self.never || next.never);
        let emit: Emit = Rc::new(move |e, args| {
            let made = first(e, args);
            second(e, &made)
        });
        Resolved { emit, never, ..next }
    }

    /// The first result.
    pub fn val(&self) -> Val {
        self.vals[0]
    }
}
