//! Suspended functions: what calls of functions with `yield` give.
//!
//! A value is the owner word of a frame, which the function that resumes it changes: asking for an item (`iter_valid`) runs the function
//! as far as its next `yield`, which leaves the item in the frame, from where `iter_value` takes it. `passes::generator` makes the functions.

use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::host::{FuncId, Host};
use crate::value::{Resolved, Val};
use crate::{exceptions, iteration};
use coluber_base::{Name, Result};
use coluber_ir::frame::{FRAME_ITEM, FRAME_STATE, exchange};
use coluber_ir::function::InstData;
use coluber_ir::py::Op;
use coluber_ir::{Terminator, Untyped, Value, typed};
use coluber_ops::CmpOp;
use coluber_types::containers::item_type;
use coluber_types::fields::has_owner;
use coluber_types::{Kind, Ty};

/// What is tried as the type of what a function is sent, when nobody has said it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guess {
    /// That of what it yields; int64 where that is None.
    Yielded,
    /// Numbers.
    Float,
    /// Text.
    Text,
}

impl Guess {
    /// The type of the value of a `yield` expression: None where nothing is sent.
    pub fn sends(self, yields: Ty) -> Ty {
        match self {
            Guess::Yielded if yields != Ty::none() => Ty::optional(yields.unliteral()),
            Guess::Yielded => Ty::optional(Ty::int64()),
            Guess::Float => Ty::optional(Ty::float64()),
            Guess::Text => Ty::optional(Ty::string()),
        }
    }
}

/// What is tried for a function.
pub fn guesses(host: &mut dyn Host, func: FuncId) -> Result<&'static [Guess]> {
    let body = host.untyped(func)?;
    let guesses = crate::is_generator(&body) && uses_sent(&body) && host.options(func).sends.is_none();
    Ok(if guesses { &[Guess::Yielded, Guess::Float, Guess::Text] } else { &[Guess::Yielded] })
}

/// Whether the value of a `yield` expression is used, other than by being handed on by a `yield from`.
pub fn uses_sent(body: &Untyped) -> bool {
    let insts = || body.layout.iter().flat_map(|&block| &body.blocks[block].insts).map(|&inst| &body.insts[inst]);
    let mut waiting: Vec<Value> =
        insts().filter(|data| matches!(data.op, Op::Yield {})).map(|data| data.results[0]).collect();
    let mut seen = Vec::new();
    while let Some(value) = waiting.pop() {
        if seen.contains(&value) {
            continue;
        }
        seen.push(value);
        let hands_on = |data: &InstData<Op>| matches!(data.op, Op::IterSend {}) && data.args[0] != value;
        if insts().any(|data| data.args.contains(&value) && !hands_on(data)) {
            return true;
        }
        for &block in &body.layout {
            let term = &body.blocks[block].term;
            match term {
                Terminator::Branch { cond, .. } if *cond == value => return true,
                Terminator::Return(returned) if *returned == value => return true,
                _ => {}
            }
            for target in term.targets() {
                let params = &body.blocks[target.block].params;
                waiting.extend(target.args.iter().zip(params).filter(|(arg, _)| **arg == value).map(|(_, p)| *p));
            }
        }
    }
    false
}

/// The value of a `yield` expression.
pub fn sent(sends: Ty) -> Resolved {
    Resolved::one(Val::weak(sends), |e, _| e.unit(Ty::none()))
}

/// What a suspended function is sent; None where it is sent nothing.
pub fn sends(ty: Ty) -> Ty {
    match ty.kind() {
        Kind::Gen { sends, .. } => *sends,
        _ => Ty::none(),
    }
}

fn parts(ty: Ty) -> (Ty, Ty, Ty) {
    match ty.kind() {
        Kind::Gen { yields, sends, returns, .. } => (*yields, *sends, *returns),
        _ => (Ty::none(), Ty::none(), Ty::none()),
    }
}

/// The type of what a call gives.
pub fn gen_type(func: FuncId, args: &[Ty], yields: Val, (sends, returns): (Ty, Ty), name: Name) -> Ty {
    let weak = yields.weak;
    let (yields, sends, returns) = (yields.ty.bare(), sends.bare(), returns.bare());
    Ty::new(Kind::Gen { func: func.0, args: args.into(), yields, sends, returns, weak, name })
}

/// The type of two generators of one function whose arguments are the wider ones, with the same items.
pub fn wider(a: Ty, b: Ty) -> Option<Ty> {
    let (Kind::Gen { func, args, .. }, Kind::Gen { func: other, args: others, .. }) = (a.kind(), b.kind()) else {
        return None;
    };
    let joined: Vec<Ty> = args.iter().zip(others).map(|(a, b)| coluber_types::unify(*a, *b)).collect::<Option<_>>()?;
    let is_same = func == other && args.len() == others.len();
    let is = |args: &[Ty]| is_same && args.iter().zip(&joined).all(|(a, b)| a.bare() == b.bare());
    if is(others) { Some(b) } else { Some(a).filter(|_| is(args)) }
}

/// Resumes it; whether there is an item.
pub fn valid(cx: &mut Cx<'_>, ty: Ty) -> Rule {
    let Kind::Gen { func, args, name, .. } = ty.kind() else {
        return Ok(None);
    };
    let spec = cx.host.resume(FuncId(*func), args, cx.span)?;
    Ok(Some(Resolved::one(Val::weak(Ty::boolean()), move |e, a| e.call(spec, name, &[a[0]], Ty::boolean()))))
}

/// Resumes an iterator that is sent a value; whether there is an item. Only generators that use it take the value.
pub fn send_valid(cx: &mut Cx<'_>, receiver: Val, value: Val) -> Rule {
    let sends = sends(receiver.ty);
    if sends == Ty::none() {
        let found = iteration::iter_valid(cx, receiver)?;
        return Ok(found.map(|found| Resolved::one(found.val(), move |e, a| e.resolved(&found, &a[..1]))));
    }
    check_sent(cx, receiver.ty, value)?;
    let gen_ty = receiver.ty;
    Ok(valid(cx, gen_ty)?.map(|found| {
        Resolved::one(found.val(), move |e, a| {
            e.put_sent(a[0], a[1], gen_ty);
            e.resolved(&found, &a[..1])
        })
    }))
}

/// A generator can only be sent what its function is typed for: otherwise that is typed again.
fn check_sent(cx: &mut Cx<'_>, gen_ty: Ty, value: Val) -> Result<()> {
    let (expected, given) = (sends(gen_ty), value.ty.bare());
    if given == Ty::none() || given == expected || fits(given, expected) {
        return Ok(());
    }
    let Kind::Gen { func, args, .. } = gen_ty.kind() else { return Ok(()) };
    let wanted = Ty::optional(item_type(given).unliteral());
    let known = cx.sites.tell_sent(cx.host.unsent(FuncId(*func)), args, wanted);
    let error = cx.error(format!("a generator that is sent {expected} can't be sent {given}"));
    Err(if known.is_none() { error.hint("send values of one type where the generator is made") } else { error })
}

/// Whether a value may be sent without a loss.
fn fits(given: Ty, expected: Ty) -> bool {
    let is_integer = |ty: Ty| matches!(ty.unliteral().kind(), Kind::Int(_) | Kind::Bool);
    let inner = match expected.kind() {
        Kind::Optional(inner) => *inner,
        _ => expected,
    };
    let loses = matches!(given.unliteral().kind(), Kind::Float(_) | Kind::Complex(_)) && is_integer(inner);
    !loses && coluber_types::conversion(given, expected).is_some()
}

/// The item that it has left in its frame.
pub fn value(gen_ty: Ty) -> Option<Resolved> {
    let Kind::Gen { yields, weak, .. } = gen_ty.kind() else { return None };
    let val = Val { ty: *yields, weak: *weak };
    Some(Resolved::one(val, move |e, a| e.take_exchanged(a[0], gen_ty).0))
}

/// What an iterator that has ended has returned.
pub fn result(ty: Ty) -> Resolved {
    let (yields, sends, returns) = parts(ty);
    Resolved::one(Val::weak(returns), move |e, a| {
        if returns == Ty::none() {
            return e.unit(returns);
        }
        let place = e.exchange_place(a[0]);
        let whole = e.load(place, exchange(yields, sends, returns));
        e.part(whole, 2)
    })
}

/// The methods of suspended functions.
pub const METHODS: &[&str] = &["send", "throw", "close", "__next__"];

/// `g.send(value)`, `g.throw(exception)`, `g.close()`; the generator is the first argument.
pub fn method(cx: &mut Cx<'_>, name: &str, args: &CallArgs) -> Rule {
    match (name, &args.vals()[..]) {
        ("send", [receiver, value]) => {
            let found = send_valid(cx, *receiver, *value)?;
            let given = value.ty;
            let next = found.map(|found| item_or_stop(receiver.ty, found));
            Ok(next.map(|next| {
                Resolved::one(next.val(), move |e, a| {
                    e.check_begun(a[0], a[1], given);
                    e.resolved(&next, a)
                })
            }))
        }
        ("__next__", [receiver]) => next(cx, *receiver),
        ("throw", [receiver, class]) => throw(cx, *receiver, &[*class]),
        ("throw", [receiver, class, value]) if matches!(class.ty.kind(), Kind::ExceptionClass(_)) => {
            throw(cx, *receiver, &[*class, *value])
        }
        ("close", [_]) => Ok(Some(Resolved::one(Val::weak(Ty::none()), |e, a| {
            let owner = e.part(a[0], 0);
            e.runtime("frame_close", &[owner], &[]);
            e.unit(Ty::none())
        }))),
        _ => Ok(None),
    }
}

/// `next(g)`
pub fn next(cx: &mut Cx<'_>, receiver: Val) -> Rule {
    Ok(valid(cx, receiver.ty)?.map(|found| item_or_stop(receiver.ty, found)))
}

/// The item, or StopIteration with what the function has returned.
fn item_or_stop(gen_ty: Ty, valid: Resolved) -> Resolved {
    let (yields, _, returns) = parts(gen_ty);
    Resolved::one(Val::weak(yields), move |e, a| {
        let valid = e.resolved(&valid, a);
        let (item, returned) = e.take_exchanged(a[0], gen_ty);
        let mut operands = vec![valid];
        operands.extend(returned.filter(|_| returns != Ty::none()));
        let stop = typed::Op::Guard { class: "StopIteration".into(), message: "".into() };
        e.builder().effect(stop, &operands);
        item
    })
}

fn throw(cx: &mut Cx<'_>, receiver: Val, thrown: &[Val]) -> Rule {
    let made = match (thrown[0].ty.kind(), thrown) {
        (Kind::ExceptionClass(class), [_, value]) => Some(exceptions::make(cx, class, &CallArgs::of(&[*value]))?),
        _ => None,
    };
    let exception = made.as_ref().map_or(thrown[0], Resolved::val);
    let raised = exceptions::raise(cx, &[exception])?;
    let is_caught = matches!(exception.ty.kind(), Kind::CaughtException);
    let Some(next) = next(cx, receiver)? else { return Ok(None) };
    Ok(Some(Resolved::one(next.val(), move |e, a| {
        let exception = match &made {
            Some(made) => e.resolved(made, &a[2..]),
            None => a[1],
        };
        let caught = if is_caught { exception } else { exceptions::caught(e, &raised, exception) };
        e.throw_into(a[0], caught);
        e.resolved(&next, &a[..1])
    })))
}

/// A list of what an iterator, a range, set or dict, or an instance with `__iter__` gives, and its type.
pub fn as_list(cx: &mut Cx<'_>, val: Val) -> Result<Option<(Resolved, Ty)>> {
    if let Some(iterator) = crate::instances::several::iterator(cx, val)? {
        return Ok(as_list(cx, iterator.val())?.map(|(list, ty)| (iterator.then(list), ty)));
    }
    let has_iter = val.ty.shape().is_some() && crate::instances::get_iter(cx, val)?.is_some();
    let is_iterable = matches!(
        val.ty.kind(),
        Kind::Gen { .. }
            | Kind::Range { .. }
            | Kind::Set { .. }
            | Kind::Dict { .. }
            | Kind::DictView { .. }
            | Kind::Bytes
            | Kind::Zip(_)
            | Kind::Enumerate(_)
            | Kind::Reversed(_)
            | Kind::ListIter(_)
            | Kind::DictIter { .. }
    );
    if !has_iter && !is_iterable && !crate::strings::is_text(val.ty) {
        return Ok(None);
    }
    Ok(cx.overload("coluber.list", &[val])?.map(|list| {
        let ty = list.val().ty;
        (list, ty)
    }))
}

impl Emitter<'_> {
    /// Hands a value to whoever resumed the function, and gives what it is sent.
    pub fn yield_value(&mut self, value: Value, yields: Ty, sends: Ty, receiver: Option<Value>) -> Value {
        let value = self.coerce(value, yields);
        self.builder().effect(typed::Op::Yield {}, &[value]);
        let sent = match sends == Ty::none() {
            true => self.unit(Ty::none()),
            false => self.value(typed::Op::Sent {}, &[], sends),
        };
        let is_suspended = |ty: Ty| matches!(ty.kind(), Kind::Gen { .. });
        if let Some(receiver) = receiver.filter(|receiver| is_suspended(self.ty(*receiver))) {
            let thrown = self.value(typed::Op::Thrown {}, &[], Ty::new(Kind::CaughtException));
            let (owner, thrown) = (self.part(receiver, 0), self.part(thrown, 0));
            self.runtime("frame_hand_on", &[owner, thrown], &[]);
        }
        sent
    }

    fn exchange_place(&mut self, suspended: Value) -> Value {
        self.place_in_frame(suspended, FRAME_ITEM)
    }

    fn place_in_frame(&mut self, suspended: Value, offset: i64) -> Value {
        let owner = self.part(suspended, 0);
        let (data, offset) = (self.value(typed::Op::OwnerData {}, &[owner], Ty::ptr()), self.i64(offset));
        self.ptr_add(data, offset)
    }

    /// A suspended function that has not begun takes nothing but None.
    fn check_begun(&mut self, suspended: Value, sent: Value, given: Ty) {
        if given == Ty::none() {
            return;
        }
        let place = self.place_in_frame(suspended, FRAME_STATE);
        let state = self.load(place, Ty::int64());
        let mut is_right = self.compare_int(CmpOp::Ne, state, 0);
        if matches!(given.kind(), Kind::Optional(_)) {
            let has_value = self.part(sent, 0);
            let is_none = self.not(has_value);
            is_right = self.or(is_right, is_none);
        }
        self.guard("TypeError", "can't send non-None value to a just-started generator", is_right);
    }

    /// What a suspended function has yielded, and what it has returned where it returns something.
    fn take_exchanged(&mut self, suspended: Value, gen_ty: Ty) -> (Value, Option<Value>) {
        let (yields, sends, returns) = parts(gen_ty);
        let (place, whole) = (self.exchange_place(suspended), exchange(yields, sends, returns));
        let all = self.move_out(place, whole);
        if whole == yields { (all, None) } else { (self.part(all, 0), Some(self.part(all, 2))) }
    }

    /// Leaves a value for a suspended function.
    fn put_sent(&mut self, suspended: Value, value: Value, gen_ty: Ty) {
        let (yields, sends, returns) = parts(gen_ty);
        let (place, whole) = (self.exchange_place(suspended), exchange(yields, sends, returns));
        self.move_out(place, whole);
        let value = self.coerce(value, sends);
        let value = self.held(value);
        let (item, returned) = (self.undef(yields), self.undef(returns));
        let (item, returned) = (self.null_if_owning(item), self.null_if_owning(returned));
        let all = self.pack(&[item, value, returned], whole);
        self.store(place, all);
    }

    /// Has an exception raised where a function waits, or here where it can't handle it.
    fn throw_into(&mut self, suspended: Value, exception: Value) {
        let (owner, exception) = (self.part(suspended, 0), self.part(exception, 0));
        self.runtime("frame_throw", &[owner, exception], &[]);
    }

    /// The value at an address, which has null owners afterwards.
    fn move_out(&mut self, place: Value, ty: Ty) -> Value {
        if !has_owner(ty) {
            return self.load(place, ty);
        }
        let value = self.value(typed::Op::Take {}, &[place], ty);
        let empty = self.undef(ty);
        let empty = self.null_if_owning(empty);
        self.store(place, empty);
        value
    }
}
