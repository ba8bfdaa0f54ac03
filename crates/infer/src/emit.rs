//! Appends typed operations: the vocabulary in which rules say what an operation does.

use crate::host::Divided;
use crate::text::is_deferred;
use crate::times;
use crate::value::{Elementwise, Resolved};
use coluber_base::{Name, Span};
use coluber_ir::typed::{Arith, CacheHint, Op, Unary};
use coluber_ir::{Block, Builder, Const, Slot, Typed, Value};
use coluber_ops::{CmpOp, MathFn};
use coluber_types::fields::fields;
use coluber_types::named::are_alike;
use coluber_types::unify::{place, variants};
use coluber_types::{Kind, ListForm, Literal, Shape, Ty, conversion};
use rustc_hash::FxHashMap;

/// A position in the typed function that is being made.
pub struct Emitter<'f> {
    b: Builder<'f, Op>,
    /// Parameters that hold the free variables of a closure.
    pub frees: Vec<Value>,
    /// Strings that have been made of deferred text.
    pub texts: FxHashMap<Value, Value>,
    /// Containers and instances of the program that the function has read where it begins, by number.
    pub shared: FxHashMap<u32, Value>,
    /// Whether the function is for a CUDA kernel, which cannot allocate.
    pub cuda: bool,
    /// The hint for the caches of what is read and written.
    cache_hint: Option<CacheHint>,
    /// What of statements over large arrays runs on all cores.
    pub divided: Vec<Divided>,
    /// Adds functions that the function calls.
    pub synthesis: &'f mut dyn Synthesis,
}

/// Where functions come from that inference did not ask for.
pub trait Synthesis {
    /// Builds a function under a name that stands for its contents; returns its number.
    fn add(&mut self, name: &str, build: &mut dyn FnMut() -> Typed) -> u32;
    /// The number of the function of a program that converts values of one type to another, one of which is the program's. None where there
    /// is none: then what is emitted is never run.
    fn cast(&mut self, from: Ty, to: Ty) -> Option<u32>;
}

/// For functions that call none.
pub struct NoSynthesis;

impl Synthesis for NoSynthesis {
    fn add(&mut self, _: &str, _: &mut dyn FnMut() -> Typed) -> u32 {
        0
    }

    fn cast(&mut self, _: Ty, _: Ty) -> Option<u32> {
        None
    }
}

impl<'f> Emitter<'f> {
    /// At the end of `block`.
    pub fn new(func: &'f mut Typed, block: Block, synthesis: &'f mut dyn Synthesis) -> Self {
        Emitter {
            b: Builder::new(func, block),
            frees: Vec::new(),
            texts: FxHashMap::default(),
            shared: FxHashMap::default(),
            cuda: false,
            cache_hint: None,
            divided: Vec::new(),
            synthesis,
        }
    }

    /// Whether this runs on all cores.
    pub fn divides(&self, what: Divided) -> bool {
        self.divided.contains(&what)
    }

    /// The builder below.
    pub fn builder(&mut self) -> &mut Builder<'f, Op> {
        &mut self.b
    }

    /// Sets the source position.
    pub fn set_span(&mut self, span: Span) {
        self.b.set_span(span);
    }

    /// The type of a value.
    pub fn ty(&self, v: Value) -> Ty {
        self.b.func.ty(v)
    }

    /// Appends an operation with one result.
    pub fn value(&mut self, op: Op, args: &[Value], ty: Ty) -> Value {
        self.b.value(op, args, ty.bare())
    }

    /// A constant of type `ty`.
    pub fn constant(&mut self, value: Const, ty: Ty) -> Value {
        self.value(Op::Const { value }, &[], ty)
    }

    /// A value of a type without run-time part.
    pub fn unit(&mut self, ty: Ty) -> Value {
        self.constant(Const::None, ty)
    }

    /// An int64.
    pub fn i64(&mut self, v: i64) -> Value {
        self.constant(Const::Int(v), Ty::int64())
    }

    /// An integer of a type.
    pub fn int(&mut self, v: i64, ty: Ty) -> Value {
        self.constant(Const::Int(v), ty)
    }

    /// A float of a type.
    pub fn float(&mut self, v: f64, ty: Ty) -> Value {
        self.constant(Const::Float(v), ty)
    }

    /// A bool.
    pub fn bool(&mut self, v: bool) -> Value {
        self.constant(Const::Bool(v), Ty::boolean())
    }

    /// A number: 0, 1, ... in any scalar type.
    pub fn number(&mut self, v: i64, ty: Ty) -> Value {
        match ty.kind() {
            Kind::Float(_) => self.float(v as f64, ty),
            Kind::Bool => self.bool(v != 0),
            Kind::Complex(f) => {
                let part = Ty::float(*f);
                let (re, im) = (self.float(v as f64, part), self.float(0.0, part));
                self.pack(&[re, im], ty)
            }
            _ => self.int(v, ty),
        }
    }

    /// Any value of the type.
    pub fn undef(&mut self, ty: Ty) -> Value {
        self.value(Op::Undef {}, &[], ty)
    }

    /// Arithmetic on two values of one type.
    pub fn arith(&mut self, op: Arith, a: Value, b: Value) -> Value {
        let ty = self.ty(a);
        self.value(Op::Arith { op }, &[a, b], ty)
    }

    /// `a + b`
    pub fn add(&mut self, a: Value, b: Value) -> Value {
        self.arith(Arith::Add, a, b)
    }

    /// `a - b`
    pub fn sub(&mut self, a: Value, b: Value) -> Value {
        self.arith(Arith::Sub, a, b)
    }

    /// `a * b`
    pub fn mul(&mut self, a: Value, b: Value) -> Value {
        self.arith(Arith::Mul, a, b)
    }

    /// `a / b`
    pub fn div(&mut self, a: Value, b: Value) -> Value {
        self.arith(Arith::Div, a, b)
    }

    /// `a & b`
    pub fn and(&mut self, a: Value, b: Value) -> Value {
        self.arith(Arith::And, a, b)
    }

    /// `a | b`
    pub fn or(&mut self, a: Value, b: Value) -> Value {
        self.arith(Arith::Or, a, b)
    }

    /// Arithmetic on one value.
    pub fn unary(&mut self, op: Unary, a: Value) -> Value {
        let ty = self.ty(a);
        self.value(Op::Unary { op }, &[a], ty)
    }

    /// `not a` of a bool, `~a` of an integer.
    pub fn not(&mut self, a: Value) -> Value {
        self.unary(Unary::Not, a)
    }

    /// `-a`
    pub fn neg(&mut self, a: Value) -> Value {
        self.unary(Unary::Neg, a)
    }

    /// An elementary function.
    pub fn math(&mut self, func: MathFn, args: &[Value]) -> Value {
        let ty = self.ty(args[0]);
        if func == MathFn::Nextafter && ty.is_half() {
            return crate::numbers::half_nextafter(self, args[0], args[1]);
        }
        self.value(Op::Math { func }, args, ty)
    }

    /// Comparison of two scalars of one type.
    pub fn compare(&mut self, op: CmpOp, a: Value, b: Value) -> Value {
        self.value(Op::Compare { op }, &[a, b], Ty::boolean())
    }

    /// `a op constant`
    pub fn compare_int(&mut self, op: CmpOp, a: Value, b: i64) -> Value {
        let ty = self.ty(a);
        let b = self.number(b, ty);
        self.compare(op, a, b)
    }

    /// `cond ? a : b`
    pub fn select(&mut self, cond: Value, a: Value, b: Value) -> Value {
        let ty = self.ty(a);
        self.value(Op::Select {}, &[cond, a, b], ty)
    }

    /// An aggregate from its fields.
    pub fn pack(&mut self, parts: &[Value], ty: Ty) -> Value {
        self.value(Op::Pack {}, parts, ty)
    }

    /// A field of an aggregate.
    pub fn part(&mut self, v: Value, index: usize) -> Value {
        let ty = fields(self.ty(v))[index];
        self.value(Op::Part { index: index as u32 }, &[v], ty)
    }

    /// All fields of an aggregate.
    pub fn parts(&mut self, v: Value) -> Vec<Value> {
        (0..fields(self.ty(v)).len()).map(|k| self.part(v, k)).collect()
    }

    /// The same fields as another type.
    pub fn repack(&mut self, v: Value, ty: Ty) -> Value {
        let ty = ty.bare();
        if self.ty(v) == ty {
            return v;
        }
        let parts = self.parts(v);
        self.pack(&parts, ty)
    }

    /// A value read from memory.
    pub fn load(&mut self, ptr: Value, ty: Ty) -> Value {
        let ptr = self.hinted(ptr);
        self.value(Op::Load {}, &[ptr], ty)
    }

    /// A value written to memory.
    pub fn store(&mut self, ptr: Value, v: Value) {
        let ptr = self.hinted(ptr);
        self.b.effect(Op::Store {}, &[ptr, v]);
    }

    /// Emits code whose reads and writes have a hint for the caches.
    pub fn with_cache_hint<T>(&mut self, hint: CacheHint, emit: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.cache_hint.replace(hint);
        let result = emit(self);
        self.cache_hint = before;
        result
    }

    fn hinted(&mut self, ptr: Value) -> Value {
        match self.cache_hint {
            Some(hint) => self.value(Op::CacheHint { hint }, &[ptr], Ty::ptr()),
            None => ptr,
        }
    }

    /// A pointer moved by bytes.
    pub fn ptr_add(&mut self, ptr: Value, bytes: Value) -> Value {
        self.value(Op::PtrAdd {}, &[ptr, bytes], Ty::ptr())
    }

    /// The address of an element.
    pub fn elem_ptr(&mut self, array: Value, indices: &[Value]) -> Value {
        let mut args = vec![array];
        args.extend_from_slice(indices);
        self.value(Op::ElemPtr {}, &args, Ty::ptr())
    }

    /// A conversion between scalars; the identity costs nothing.
    pub fn cast(&mut self, v: Value, ty: Ty) -> Value {
        if self.ty(v) == ty { v } else { self.value(Op::Cast {}, &[v], ty) }
    }

    /// Raises a builtin exception unless `ok`.
    pub fn guard(&mut self, class: &str, message: &str, ok: Value) {
        self.b.effect(Op::Guard { class: class.into(), message: message.into() }, &[ok]);
    }

    /// Calls a specialisation.
    pub fn call(&mut self, spec: u32, name: &Name, args: &[Value], ret: Ty) -> Value {
        self.value(Op::Call { spec, name: name.clone() }, args, ret)
    }

    /// Calls a runtime function.
    pub fn runtime(&mut self, func: &str, args: &[Value], results: &[Ty]) -> Vec<Value> {
        let results: Vec<Ty> = results.iter().map(|ty| ty.bare()).collect();
        let inst = self.b.inst(Op::Runtime { func: func.into() }, args, &results);
        self.b.func.insts[inst].results.to_vec()
    }

    /// Marks the block as the head of a loop that is to run on all cores, in pieces of at least so many iterations.
    pub fn distribute(&mut self, least: Option<Value>) {
        self.b.effect(Op::Distribute {}, least.as_slice());
    }

    /// Marks the block as the head of a loop over a parallel range that runs in order.
    pub fn in_order(&mut self, why: &str) {
        self.b.effect(Op::InOrder { why: why.into() }, &[]);
    }

    /// Marks the first of these parameters of such a block as a reduction, with the functions that begin and join partial results.
    pub fn reduce(&mut self, start: u32, combine: u32, params: &[Value]) {
        self.b.effect(Op::Reduce { start, combine }, params);
    }

    /// Appends a decided operation with one result.
    pub fn resolved(&mut self, resolved: &Resolved, args: &[Value]) -> Value {
        (resolved.emit)(self, args)[0]
    }

    /// Converts to another type as assignment does: literals to values, numbers, `None` and values to optionals, tuples item by
    /// item, arrays to a more general layout. An optional that must not be None is checked.
    pub fn coerce(&mut self, v: Value, to: Ty) -> Value {
        let (from, to) = (self.ty(v), to.bare().loaded());
        if from == to {
            return v;
        }
        match (from.kind(), to.kind()) {
            (Kind::Undefined, _) => self.undef(to),
            (Kind::Literal(_), Kind::Extension(_)) => {
                let plain = self.coerce(v, from.unliteral());
                self.coerce_extension(plain, from.unliteral(), to)
            }
            (_, Kind::OneOf(all)) if variants(to).is_some() => self.coerce_choice(v, all, to),
            (Kind::OneOf(all), _) if variants(from).is_some() && !matches!(to.kind(), Kind::Optional(_)) => {
                self.coerce_member(v, all, to)
            }
            (Kind::Literal(literal), _) => self.coerce_literal(literal, to),
            (from, Kind::OneOf(functions)) if !matches!(from, Kind::Optional(_)) => {
                self.coerce_choice(v, functions, to)
            }
            (Kind::Enum { .. }, Kind::Enum { value, .. }) => {
                let inner = self.part(v, 0);
                let inner = self.coerce(inner, *value);
                self.pack(&[inner], to)
            }
            (Kind::Enum { .. }, _) if !matches!(to.kind(), Kind::Optional(_)) => {
                let inner = self.part(v, 0);
                self.coerce(inner, to)
            }
            (Kind::None, Kind::Optional(inner)) => {
                let (flag, payload) = (self.bool(false), self.undef(*inner));
                let payload = self.null_if_owning(payload);
                self.pack(&[flag, payload], to)
            }
            (Kind::Optional(text), Kind::Optional(inner)) if is_deferred(*text) && *inner == Ty::string() => {
                self.optional_string(v)
            }
            (Kind::Text(_) | Kind::Formatted { .. }, Kind::Str) => self.text_string(v),
            (Kind::Optional(_), Kind::Optional(inner)) => {
                let (flag, payload) = (self.part(v, 0), self.part(v, 1));
                let payload = self.coerce(payload, *inner);
                self.pack(&[flag, payload], to)
            }
            (Kind::Optional(_), _) => {
                let flag = self.part(v, 0);
                self.guard("TypeError", "expected a value, got None", flag);
                let payload = self.part(v, 1);
                self.coerce(payload, to)
            }
            (_, Kind::Optional(inner)) => {
                let payload = self.coerce(v, *inner);
                let flag = self.bool(true);
                self.pack(&[flag, payload], to)
            }
            _ => self.coerce_same_shape(v, from, to),
        }
    }

    /// The value in an optional whose attribute is wanted; None has no such attribute.
    pub fn having(&mut self, v: Value, attribute: &str) -> Value {
        if !matches!(self.ty(v).kind(), Kind::Optional(_)) {
            return v;
        }
        let flag = self.part(v, 0);
        self.guard("AttributeError", &format!("'NoneType' object has no attribute '{attribute}'"), flag);
        self.part(v, 1)
    }

    /// A value of this type whose owner words are null, so that releasing it does nothing.
    pub fn null_if_owning(&mut self, undef: Value) -> Value {
        let ty = self.ty(undef);
        if !coluber_types::fields::has_owner(ty) {
            return undef;
        }
        if ty == Ty::owner() {
            return self.int(0, ty);
        }
        let parts: Vec<Value> = fields(ty)
            .into_iter()
            .map(|t| {
                let part = self.undef(t);
                self.null_if_owning(part)
            })
            .collect();
        self.pack(&parts, ty)
    }

    fn coerce_same_shape(&mut self, v: Value, from: Ty, to: Ty) -> Value {
        match (from.kind(), to.kind()) {
            (Kind::Extension(_), _) | (_, Kind::Extension(_)) => self.coerce_extension(v, from, to),
            (Kind::Date(_) | Kind::Span(_), _) | (_, Kind::Date(_) | Kind::Span(_)) => self.coerce_time(v, to),
            (_, Kind::Complex(f)) if !matches!(from.kind(), Kind::Complex(_)) => {
                let part = Ty::float(*f);
                let (re, im) = (self.cast(v, part), self.float(0.0, part));
                self.pack(&[re, im], to)
            }
            (Kind::Complex(_), Kind::Bool) => {
                let (re, im) = (self.part(v, 0), self.part(v, 1));
                let (a, b) = (self.cast(re, to), self.cast(im, to));
                self.or(a, b)
            }
            (Kind::Complex(_), Kind::Float(_) | Kind::Int(_)) => {
                let re = self.part(v, 0);
                self.cast(re, to)
            }
            (Kind::Tuple(_), Kind::List { item, form: ListForm::Tuple, .. }) => {
                let items = self.parts(v);
                crate::lists::filled(self, to, *item, &items)
            }
            (Kind::Int(_), Kind::Pointer(_)) => {
                let address = self.cast(v, Ty::ptr());
                self.pack(&[address], to)
            }
            (Kind::Array { .. }, Kind::Array { .. }) => self.repack(v, to),
            (Kind::List { item, .. }, Kind::List { item: other, .. })
            | (Kind::Set { item, .. }, Kind::Set { item: other, .. })
                if are_others(*item, *other) =>
            {
                self.no_conversion(from, to)
            }
            (Kind::Dict { key, value, .. }, Kind::Dict { key: other, value: held, .. })
                if are_others(*key, *other) || are_others(*value, *held) =>
            {
                self.no_conversion(from, to)
            }
            (Kind::Instance(a), Kind::Instance(b)) if have_other_numbers(*a, *b) => self.no_conversion(from, to),
            (Kind::RangeIter { .. }, Kind::RangeIter { .. }) => crate::iteration::widen_range_iter(self, v, to),
            _ if coluber_types::fields::is_scalar(to) && coluber_types::fields::is_scalar(from) => self.cast(v, to),
            _ => self.coerce_fields(v, to),
        }
    }

    /// What stands for a container as one with other items, which it can't become: its memory would be taken for something else.
    fn no_conversion(&mut self, from: Ty, to: Ty) -> Value {
        let never = self.bool(false);
        self.guard("TypeError", &format!("{from} can't become {to}: what is in it has another type"), never);
        self.undef(to)
    }

    /// A value of a type of a program, by the program's function.
    fn coerce_extension(&mut self, v: Value, from: Ty, to: Ty) -> Value {
        match self.synthesis.cast(from, to) {
            Some(spec) => self.call(spec, &"cast".into(), &[v], to),
            None => self.undef(to),
        }
    }

    /// A time in another unit, as an integer or float, or of an integer.
    fn coerce_time(&mut self, v: Value, to: Ty) -> Value {
        if times::is_time(to) {
            return times::convert::convert(self, v, to);
        }
        if to == Ty::boolean() {
            return times::convert::truth(self, v);
        }
        let count = times::count(self, v);
        self.cast(count, to)
    }

    /// Field by field; a missing last field (the known step of a range) is filled in.
    fn coerce_fields(&mut self, v: Value, to: Ty) -> Value {
        let wanted = fields(to);
        let from = self.ty(v);
        let mut parts = self.parts(v);
        if let (Kind::Range { step: Some(step), .. }, true) = (from.kind(), parts.len() < wanted.len()) {
            let step = self.int(*step, wanted[2]);
            parts.push(step);
        }
        if parts.len() != wanted.len() {
            return self.undef(to);
        }
        let parts: Vec<Value> = parts.iter().zip(&wanted).map(|(p, t)| self.coerce(*p, *t)).collect();
        self.pack(&parts, to)
    }

    /// A function, an object or a value as one of several.
    fn coerce_choice(&mut self, v: Value, all: &[Ty], to: Ty) -> Value {
        let from = self.ty(v);
        let place = |ty: Ty| place(all, ty).unwrap_or(0);
        match from.kind() {
            Kind::Optional(inner) => {
                let (flag, payload) = (self.part(v, 0), self.part(v, 1));
                let (none, some) = (self.i64(place(Ty::none()) as i64), self.i64(place(*inner) as i64));
                let number = self.select(flag, some, none);
                self.choice(number, all, to, &[(place(*inner), payload)])
            }
            Kind::OneOf(own) => {
                let old = self.part(v, 0);
                let mut number = self.i64(own.first().map_or(0, |ty| place(*ty)) as i64);
                for (k, ty) in own.iter().enumerate().skip(1) {
                    let (is_it, new) = (self.compare_int(CmpOp::Eq, old, k as i64), self.i64(place(*ty) as i64));
                    number = self.select(is_it, new, number);
                }
                let parts: Vec<_> = own.iter().enumerate().map(|(k, ty)| (place(*ty), self.part(v, k + 1))).collect();
                self.choice(number, all, to, &parts)
            }
            _ => {
                let number = self.i64(place(from) as i64);
                self.choice(number, all, to, &[(place(from), v)])
            }
        }
    }

    /// A value of one of several types, of which only some become the wanted one.
    fn coerce_member(&mut self, v: Value, all: &[Ty], to: Ty) -> Value {
        let number = self.part(v, 0);
        let (end, result) = self.join_block(to);
        let texts = self.texts.clone();
        for (k, _) in all.iter().enumerate().filter(|(_, ty)| conversion(**ty, to).is_some()) {
            let (own, other) = (self.following_block(), self.following_block());
            let is_it = self.compare_int(CmpOp::Eq, number, k as i64);
            self.builder().branch(is_it, (own, &[]), (other, &[]));
            self.builder().switch_to(own);
            let value = self.part(v, k + 1);
            let value = self.coerce(value, to);
            self.builder().jump(end, &[value]);
            self.texts = texts.clone();
            self.builder().switch_to(other);
        }
        let never = self.bool(false);
        self.guard("TypeError", &format!("expected a value of type {to}"), never);
        let none = self.undef(to);
        let none = self.null_if_owning(none);
        self.builder().jump(end, &[none]);
        self.builder().switch_to(end);
        self.texts = texts;
        result
    }

    /// One of several: its number, and what is known of the values of each.
    fn choice(&mut self, number: Value, all: &[Ty], to: Ty, known: &[(usize, Value)]) -> Value {
        let mut parts = vec![number];
        for (k, &ty) in all.iter().enumerate() {
            let part = match known.iter().find(|(at, _)| *at == k) {
                Some((_, part)) => self.coerce(*part, ty),
                None => {
                    let any = self.undef(ty);
                    self.null_if_owning(any)
                }
            };
            parts.push(part);
        }
        self.pack(&parts, to)
    }

    fn coerce_literal(&mut self, literal: &Literal, to: Ty) -> Value {
        if let Kind::Optional(inner) = to.kind() {
            let (flag, payload) = (self.bool(true), self.coerce_literal(literal, *inner));
            return self.pack(&[flag, payload], to);
        }
        match literal {
            Literal::Int(v) if matches!(to.kind(), Kind::Pointer(_)) => {
                let number = self.int(*v, Ty::int64());
                self.coerce(number, to)
            }
            Literal::Int(v) => self.number_exact(*v, to),
            Literal::Bool(b) => self.number_exact(i64::from(*b), to),
            Literal::Str(s) => self.constant(Const::Str(s.clone()), Ty::string()),
        }
    }

    fn number_exact(&mut self, v: i64, to: Ty) -> Value {
        if to.is_number() || times::is_time(to) { self.number(v, to) } else { self.int(v, Ty::int64()) }
    }

    /// Emits a call of a fused elementwise function.
    pub fn call_synthetic(&mut self, name: &str, build: &mut dyn FnMut() -> Typed, args: &[Value], ret: Ty) -> Value {
        let spec = self.synthesis.add(name, build);
        self.call(spec, &"map".into(), args, ret)
    }

    /// A block behind the present one, with the same handler.
    pub fn following_block(&mut self) -> Block {
        let handler = self.b.func.blocks[self.b.block()].handler;
        let block = self.b.func.add_block();
        self.b.func.blocks[block].handler = handler;
        block
    }

    /// The same with a parameter.
    pub fn join_block(&mut self, ty: Ty) -> (Block, Value) {
        let block = self.following_block();
        (block, self.b.func.add_param(block, ty, None))
    }

    /// A free variable of a closure.
    pub fn free_variable(&mut self, index: usize) -> Value {
        self.frees[index]
    }

    /// The value of a memory cell.
    pub fn slot_load(&mut self, slot: Slot) -> Value {
        let ty = self.b.func.slots[slot].ty;
        self.value(Op::SlotLoad { slot }, &[], ty)
    }

    /// Sets a memory cell.
    pub fn slot_store(&mut self, slot: Slot, v: Value) {
        let ty = self.b.func.slots[slot].ty;
        let v = self.coerce(v, ty);
        self.b.effect(Op::SlotStore { slot }, &[v]);
    }

    /// A number as an index or a count. One that is too large for those raises an exception of this class.
    pub fn index_sized(&mut self, number: Value, class: &str) -> Value {
        self.sized(number, class, "cannot fit 'numpy.uint64' into an index-sized integer")
    }

    /// A number in 64 bits with a sign. One that is too large for those raises an exception.
    pub fn sized(&mut self, number: Value, class: &str, message: &str) -> Value {
        let is_wide = matches!(self.ty(number).kind(), Kind::Int(int) if !int.signed && int.bits == 64);
        let index = self.coerce(number, Ty::int64());
        if is_wide {
            let fits = self.compare_int(CmpOp::Ge, index, 0);
            self.guard(class, message, fits);
        }
        index
    }

    /// An index into something of length `n`, which may count from the end, as one that counts from the start; one that is out of
    /// range raises IndexError.
    pub fn checked_index(&mut self, k: Value, n: Value, message: &str) -> Value {
        let k = self.value(Op::WrapIndex {}, &[k, n], Ty::int64());
        // Two guards: of an index that is known not to be negative, one goes.
        let low = self.compare_int(CmpOp::Ge, k, 0);
        self.guard("IndexError", message, low);
        let high = self.compare(CmpOp::Lt, k, n);
        self.guard("IndexError", message, high);
        k
    }

    /// Tells debuggers that a variable has this value.
    pub fn assign(&mut self, name: &Name, v: Value) {
        self.b.effect(Op::Assign { name: name.clone() }, &[v]);
    }

    /// Gives a value this name, unless it has one.
    pub fn name(&mut self, value: Value, name: &Name) {
        self.b.func.values[value].name.get_or_insert_with(|| name.clone());
    }

    /// A number for an array in shared or local memory that no other in the function has.
    pub fn next_array_id(&mut self) -> u32 {
        let ids = self.b.func.insts.values().filter_map(|inst| match inst.op {
            Op::Shared { id, .. } | Op::Local { id, .. } => Some(id + 1),
            _ => None,
        });
        ids.max().unwrap_or(0)
    }

    /// The elementwise operation alone, not fused with others.
    pub fn elementwise(&mut self, op: &Elementwise, args: &[Value]) -> Value {
        crate::arrays::elementwise::emit_single(self, op, args)
    }
}

/// Whether a field of two objects of one class holds numbers of different types, and so different bytes.
fn have_other_numbers(a: Shape, b: Shape) -> bool {
    let fields = a.own_types().zip(b.own_types()).filter(|_| a.class().object.id == b.class().object.id);
    fields.is_some_and(|(x, y)| x.iter().zip(y).any(|(x, y)| x.is_number() && y.is_number() && x != y))
}

/// Whether items of a container have another form in memory than those of another one.
fn are_others(item: Ty, other: Ty) -> bool {
    item != Ty::undefined() && other != Ty::undefined() && !are_alike(item.loaded(), other.loaded())
}
