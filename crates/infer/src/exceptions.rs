//! Exceptions: making, raising, matching.

use crate::calls::CallArgs;
use crate::context::Cx;
use crate::emit::Emitter;
use crate::host::{HostData, HostValue};
use crate::text::is_deferred;
use crate::value::{Resolved, Val};
use coluber_base::{Name, Result};
use coluber_ir::typed::Op;
use coluber_ir::{Terminator, Value};
use coluber_types::containers::item_type;
use coluber_types::{Kind, ObjId, Object, Ty};

/// `E(args...)`
pub fn make(cx: &mut Cx<'_>, class: &Object, args: &CallArgs) -> Result<Resolved> {
    if args.names.is_empty() {
        let is_own = args.star.is_none() && class_name(cx, class).starts_with('#');
        let parameters = if is_own { Parameters::of(cx, class) } else { None };
        // The arguments of classes with keyword-only parameters are always all, so that it is known which are those.
        return match parameters.filter(Parameters::are_all_given) {
            Some(parameters) => make_by_names(cx, class, &parameters, args),
            None => Ok(of_arguments(class, args)),
        };
    }
    let Some(parameters) = Parameters::of(cx, class) else {
        return Err(cx.error(format!("{}() takes no keyword arguments", class.text)));
    };
    make_by_names(cx, class, &parameters, args)
}

fn of_arguments(class: &Object, args: &CallArgs) -> Resolved {
    let types: Vec<Ty> = args.vals().iter().map(|v| v.ty).collect();
    let ty = Ty::new(Kind::Exception { class: class.clone(), args: types.into() });
    Resolved::one(Val::new(ty), move |e, args| e.pack(args, ty))
}

/// Where an argument of an exception comes from.
enum Source {
    Operand(usize),
    Default(Resolved),
    /// What `**kwargs` is given, as a value of this type.
    Named(Ty, Vec<usize>),
}

impl Source {
    fn value(&self, e: &mut Emitter<'_>, operands: &[Value]) -> Value {
        match self {
            Source::Operand(operand) => operands[*operand],
            Source::Default(made) => e.resolved(made, &[]),
            Source::Named(ty, given) => {
                let fields = coluber_types::fields::fields(*ty);
                let values: Vec<Value> =
                    given.iter().zip(fields).map(|(operand, field)| e.coerce(operands[*operand], field)).collect();
                e.pack(&values, *ty)
            }
        }
    }
}

/// `E(args..., name=value...)`: the arguments in the order of the parameters of `__init__`, with defaults up to the last one given. What
/// `*args` is given comes before keyword-only ones, what `**kwargs` is given at the end.
fn make_by_names(cx: &mut Cx<'_>, class: &Object, parameters: &Parameters, args: &CallArgs) -> Result<Resolved> {
    let Some(bound) = parameters.bind(args) else {
        let known = parameters.text();
        return Err(cx.error(format!("the arguments of {}() do not fit its __init__({known})", class.text)));
    };
    let mut sources = Vec::new();
    for operand in bound {
        sources.push(match operand {
            Bound::Given(operand) => (args.vals()[operand], Source::Operand(operand)),
            Bound::Named(given) => {
                let ty = named_type(args, &given);
                (Val::new(ty), Source::Named(ty, given))
            }
            Bound::Missing(k) => match &parameters.defaults[k] {
                Some(default) => {
                    let made = crate::attributes::host_constant(default.clone());
                    (made.val(), Source::Default(made))
                }
                None => return Err(cx.error(format!("missing a required argument: '{}'", parameters.names[k]))),
            },
        });
    }
    let inner = of_arguments(class, &CallArgs::of(&sources.iter().map(|source| source.0).collect::<Vec<_>>()));
    Ok(Resolved::one(inner.val(), move |e, a| {
        let operands: Vec<Value> = sources.iter().map(|(_, source)| source.value(e, a)).collect();
        e.resolved(&inner, &operands)
    }))
}

/// The type of what is given by name, of these operands.
fn named_type(args: &CallArgs, given: &[usize]) -> Ty {
    let named = given.iter().filter_map(|operand| args.names.get(operand - args.positional.len()));
    let (names, items): (Vec<Name>, Vec<Ty>) =
        named.map(|(name, val)| (name.clone(), item_type(val.ty).bare())).unzip();
    Ty::new(Kind::Keywords { names: names.into(), items: items.into() })
}

/// The parameters of the `__init__` of a program's class, without the object.
struct Parameters {
    /// The keyword-only ones come last.
    names: Vec<Name>,
    defaults: Vec<Option<HostValue>>,
    /// How many may be given by position.
    positional: usize,
    /// Whether there are `*args` and `**kwargs`.
    takes_more: bool,
    takes_names: bool,
}

/// An argument: an operand, what goes to `**kwargs`, or the default of a parameter.
enum Bound {
    Given(usize),
    Named(Vec<usize>),
    Missing(usize),
}

impl Parameters {
    fn of(cx: &mut Cx<'_>, class: &Object) -> Option<Parameters> {
        let init = object_of(&cx.host.attribute(class.id, "__init__")?)?;
        let code = object_of(&cx.host.attribute(init, "__code__")?)?;
        let mut count = |name: &str| {
            let count = Val::new(cx.host.attribute(code, name)?.ty).literal_int()?;
            usize::try_from(count).ok()
        };
        let (all, keyword_only) = (count("co_argcount")?, count("co_kwonlyargcount")?);
        let flags = count("co_flags")?;
        let positional = all.checked_sub(1)?;
        let names = tuple_of(cx, code, "co_varnames")?;
        let names = names.iter().map(|name| Val::new(name.ty).literal_str().map(Name::from));
        let names: Vec<Name> = names.skip(1).take(positional + keyword_only).collect::<Option<_>>()?;
        let mut defaults = vec![None; names.len()];
        let last = tuple_of(cx, init, "__defaults__").unwrap_or_default();
        for (place, default) in defaults[..positional].iter_mut().rev().zip(last.into_iter().rev()) {
            *place = Some(default);
        }
        for pair in tuple_of(cx, init, "__kwdefaults__").unwrap_or_default() {
            let HostData::Tuple(parts) = pair.data else { continue };
            let [name, default] = <[HostValue; 2]>::try_from(parts).ok()?;
            let at = names.iter().position(|known| Val::new(name.ty).literal_str() == Some(&**known))?;
            defaults[at] = Some(default);
        }
        let (takes_more, takes_names) = (flags & TAKES_MORE != 0, flags & TAKES_NAMES != 0);
        Some(Parameters { names, defaults, positional, takes_more, takes_names })
    }

    /// Whether exceptions have an argument for each parameter, also where none is given.
    fn are_all_given(&self) -> bool {
        self.positional < self.names.len() || self.takes_names
    }

    /// The arguments in their order; None where they do not fit.
    fn bind(&self, args: &CallArgs) -> Option<Vec<Bound>> {
        let given = args.positional.len();
        let is_too_much = given > self.positional && !self.takes_more;
        if args.star.is_some() || is_too_much {
            return None;
        }
        let mut places: Vec<Option<usize>> =
            (0..self.names.len()).map(|k| (k < given.min(self.positional)).then_some(k)).collect();
        let mut others = Vec::new();
        for (k, (name, _)) in args.names.iter().enumerate() {
            match self.names.iter().position(|known| known == name) {
                Some(slot) if places[slot].replace(given + k).is_some() => return None,
                Some(_) => {}
                None if self.takes_names => others.push(given + k),
                None => return None,
            }
        }
        let count = match self.are_all_given() || given > self.positional {
            true => self.names.len(),
            false => places.iter().rposition(Option::is_some).map_or(0, |last| last + 1),
        };
        let place = |(k, place): (usize, &Option<usize>)| place.map_or(Bound::Missing(k), Bound::Given);
        let mut bound: Vec<Bound> = places.iter().enumerate().take(count.min(self.positional)).map(place).collect();
        bound.extend((self.positional..given).map(Bound::Given));
        bound.extend(places.iter().enumerate().take(count).skip(self.positional).map(place));
        bound.extend(self.takes_names.then_some(Bound::Named(others)));
        Some(bound)
    }

    /// What a signature says of them.
    fn text(&self) -> String {
        let mut parts = vec!["self"];
        parts.extend(self.names[..self.positional].iter().map(|name| &**name));
        match (self.takes_more, self.positional < self.names.len()) {
            (true, _) => parts.push("*args"),
            (false, true) => parts.push("*"),
            (false, false) => {}
        }
        parts.extend(self.names[self.positional..].iter().map(|name| &**name));
        parts.extend(self.takes_names.then_some("**kwargs"));
        parts.join(", ")
    }
}

/// Flags of code objects with `*args` and with `**kwargs`.
const TAKES_MORE: usize = 0x04;
const TAKES_NAMES: usize = 0x08;

/// The items of an attribute that is a tuple.
fn tuple_of(cx: &mut Cx<'_>, object: ObjId, name: &str) -> Option<Vec<HostValue>> {
    match cx.host.attribute(object, name)?.data {
        HostData::Tuple(items) => Some(items),
        _ => None,
    }
}

/// The object of the host that a value is.
fn object_of(value: &HostValue) -> Option<ObjId> {
    match value.ty.kind() {
        Kind::Function(object) | Kind::Dispatcher(object) | Kind::Opaque(object) => Some(object.id),
        _ => None,
    }
}

/// The word of a class in typed IR: builtin classes by name, because that is how operations raise them.
pub fn class_name(cx: &mut Cx<'_>, object: &Object) -> Name {
    let key = cx.host.key(object.id);
    match key.as_deref().and_then(|key| key.strip_prefix("builtins.")) {
        Some(name) => name.into(),
        None => format!("#{}", object.id.0).into(),
    }
}

/// `raise value`, or `raise value from cause`
pub fn raise(cx: &mut Cx<'_>, args: &[Val]) -> Result<Resolved> {
    let raised = raise_alone(cx, args)?;
    let context = args.get(2).map(|val| handled(*val));
    let is_exception = !is_no_exception(args[0].ty);
    let cause = match args.get(1).map(|cause| cause.ty.kind()) {
        Some(Kind::None) => None,
        Some(_) if !is_exception => return Ok(raised),
        Some(Kind::CaughtException) => Some(None),
        Some(Kind::Exception { .. } | Kind::ExceptionClass(_)) => Some(Some(raise_alone(cx, &args[1..2])?)),
        Some(_) if is_no_exception(args[1].ty) => {
            return Ok(type_error("exception causes must derive from BaseException"));
        }
        _ => return Ok(raised),
    };
    Ok(Resolved::effect(move |e, args| {
        let cause = match &cause {
            Some(None) => e.part(args[1], 0),
            Some(Some(made)) => {
                let caught = caught(e, made, args[1]);
                e.part(caught, 0)
            }
            None => e.int(0, Ty::owner()),
        };
        e.runtime("exception_cause", &[cause], &[]);
        if let Some(context) = &context {
            (context.emit)(e, &args[2..]);
        }
        (raised.emit)(e, &args[..1]);
    }))
}

/// The exception that is handled where another one is raised.
pub fn handled(exception: Val) -> Resolved {
    let is_caught = matches!(exception.ty.kind(), Kind::CaughtException);
    Resolved::effect(move |e, a| {
        if is_caught {
            let owner = e.part(a[0], 0);
            e.runtime("exception_context", &[owner], &[]);
        }
    })
}

/// An exception that is raised for its being made: it is caught at once.
pub fn caught(e: &mut Emitter<'_>, raised: &Resolved, exception: Value) -> Value {
    let (raising, handler) = (e.following_block(), e.following_block());
    e.builder().func.blocks[raising].handler = Some(handler);
    e.builder().jump(raising, &[]);
    e.builder().switch_to(raising);
    (raised.emit)(e, &[exception]);
    e.builder().terminate(Terminator::Unreachable);
    e.builder().switch_to(handler);
    e.builder().value(Op::CaughtException {}, &[], Ty::new(Kind::CaughtException))
}

fn raise_alone(cx: &mut Cx<'_>, args: &[Val]) -> Result<Resolved> {
    let Some(val) = args.first() else {
        return Err(cx.error("No active exception to reraise"));
    };
    if cx.options.cuda && !cx.options.debug {
        // As on a GPU, where there is nobody to tell: the thread ends.
        return Ok(Resolved::effect(|e, _| e.builder().effect(Op::Exit {}, &[])));
    }
    match val.ty.kind() {
        Kind::ExceptionClass(object) => {
            let class = class_name(cx, object);
            Ok(Resolved::effect(move |e, _| {
                e.builder().effect(Op::Raise { class: class.clone(), message: "".into() }, &[]);
            }))
        }
        Kind::Exception { class, .. } => {
            let class = class_name(cx, class);
            Ok(Resolved::effect(move |e, args| {
                let mut parts = e.parts(args[0]);
                if parts.len() > 1 {
                    // Only the text of a lone argument can be made later.
                    parts.iter_mut().for_each(|part| *part = settled(e, *part));
                }
                e.builder().effect(Op::Raise { class: class.clone(), message: "".into() }, &parts);
            }))
        }
        Kind::CaughtException => Ok(Resolved::effect(|e, args| e.builder().effect(Op::Reraise {}, &args[..1]))),
        // As in CPython, this is an error where the statement is reached.
        _ if is_no_exception(val.ty) => Ok(type_error("exceptions must derive from BaseException")),
        _ => Err(cx
            .error("exceptions must derive from BaseException")
            .note(format!("the value raised has type {}", val.ty))
            .hint("raise an exception, such as ValueError(...)")),
    }
}

/// Whether no value of a type is an exception or a class of exceptions.
fn is_no_exception(ty: Ty) -> bool {
    match ty.kind() {
        Kind::Optional(inner) => is_no_exception(*inner),
        Kind::Undefined | Kind::ExceptionClass(_) | Kind::Exception { .. } | Kind::CaughtException => false,
        Kind::OneOf(_) | Kind::Deferred(_) | Kind::Itself | Kind::Extension(_) | Kind::Opaque(_) => false,
        _ => true,
    }
}

fn type_error(text: &'static str) -> Resolved {
    Resolved::effect(move |e, _| {
        e.builder().effect(Op::Raise { class: "TypeError".into(), message: text.into() }, &[]);
    })
}

/// A value with text that is put together as a string.
fn settled(e: &mut Emitter<'_>, v: Value) -> Value {
    if is_deferred(e.ty(v)) { e.coerce(v, Ty::string()) } else { v }
}

/// Whether a caught exception is of a class, or of one of a tuple of classes.
pub fn matches(cx: &mut Cx<'_>, classes: Val) -> Result<Resolved> {
    let list: Vec<Ty> = classes.ty.tuple_items().map_or_else(|| vec![classes.ty], <[Ty]>::to_vec);
    let mut names = Vec::new();
    for ty in list {
        match ty.kind() {
            Kind::ExceptionClass(object) => names.push(class_name(cx, object)),
            _ => {
                return Err(cx
                    .error("catching classes that do not inherit from BaseException is not allowed")
                    .note(format!("the class has type {ty}")));
            }
        }
    }
    Ok(Resolved::one(Val::weak(Ty::boolean()), move |e, args| {
        e.builder().value(Op::ExceptionMatch { classes: names.clone() }, &args[..1], Ty::boolean())
    }))
}
