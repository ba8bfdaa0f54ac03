//! Exceptions: making, raising, matching.

use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::host::{HostData, HostValue};
use crate::text::is_deferred;
use crate::value::{Resolved, Val};
use coluber_base::{Name, Result};
use coluber_ir::typed::Op;
use coluber_ir::{Terminator, Value};
use coluber_types::containers::item_type;
use coluber_types::text::argument_list;
use coluber_types::{Kind, ObjId, Object, Ty, unify};

/// `E(args...)`
pub fn make(cx: &mut Cx<'_>, class: &Object, args: &CallArgs) -> Result<Resolved> {
    if !args.names.is_empty() {
        return make_by_names(cx, class, args);
    }
    let vals = args.vals();
    let types: Vec<Ty> = vals.iter().map(|v| v.ty).collect();
    let ty = Ty::new(Kind::Exception { class: class.clone(), args: types.into() });
    Ok(Resolved::one(Val::new(ty), move |e, args| e.pack(args, ty)))
}

/// `E(args..., name=value...)`: the arguments in the order of the parameters of `__init__`, with defaults up to the last one given.
fn make_by_names(cx: &mut Cx<'_>, class: &Object, args: &CallArgs) -> Result<Resolved> {
    let Some((parameters, defaults)) = parameters_of(cx, class) else {
        return Err(cx.error(format!("{}() takes no keyword arguments", class.text)));
    };
    let names: Vec<&str> = parameters.iter().map(|name| &**name).collect();
    let Some(bound) = args.bind(&names) else {
        let known = names.join(", ");
        return Err(cx.error(format!("the arguments of {}() do not fit its __init__(self, {known})", class.text)));
    };
    let count = bound.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
    let first_default = names.len() - defaults.len().min(names.len());
    let mut sources = Vec::new();
    for (k, operand) in bound.into_iter().take(count).enumerate() {
        sources.push(match operand {
            Some(operand) => (args.vals()[operand], Ok(operand)),
            None if k >= first_default => {
                let made = crate::attributes::host_constant(defaults[k - first_default].clone());
                (made.val(), Err(made))
            }
            None => return Err(cx.error(format!("missing a required argument: '{}'", names[k]))),
        });
    }
    let inner = make(cx, class, &CallArgs::of(&sources.iter().map(|source| source.0).collect::<Vec<_>>()))?;
    Ok(Resolved::one(inner.val(), move |e, a| {
        let operands: Vec<Value> = sources
            .iter()
            .map(|(_, source)| match source {
                Ok(operand) => a[*operand],
                Err(made) => e.resolved(made, &[]),
            })
            .collect();
        e.resolved(&inner, &operands)
    }))
}

/// The parameters of the `__init__` of a program's class, and the defaults of the last of them.
fn parameters_of(cx: &mut Cx<'_>, class: &Object) -> Option<(Vec<Name>, Vec<HostValue>)> {
    let init = object_of(&cx.host.attribute(class.id, "__init__")?)?;
    let code = object_of(&cx.host.attribute(init, "__code__")?)?;
    let count = Val::new(cx.host.attribute(code, "co_argcount")?.ty).literal_int()?;
    let HostData::Tuple(names) = cx.host.attribute(code, "co_varnames")?.data else { return None };
    let names = names.iter().map(|name| Val::new(name.ty).literal_str().map(Name::from));
    let parameters: Option<Vec<Name>> = names.take(usize::try_from(count).ok()?).skip(1).collect();
    let defaults = match cx.host.attribute(init, "__defaults__")?.data {
        HostData::Tuple(defaults) => defaults,
        _ => Vec::new(),
    };
    Some((parameters?, defaults))
}

/// The object of the host that a value is.
fn object_of(value: &HostValue) -> Option<ObjId> {
    match value.ty.kind() {
        Kind::Function(object) | Kind::Opaque(object) => Some(object.id),
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
    let cause = match args.get(1).map(|cause| cause.ty.kind()) {
        Some(Kind::None) => None,
        Some(Kind::CaughtException) => Some(None),
        Some(Kind::Exception { .. } | Kind::ExceptionClass(_)) => Some(Some(raise_alone(cx, &args[1..])?)),
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
        (raised.emit)(e, args);
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
        _ => Err(cx
            .error("exceptions must derive from BaseException")
            .note(format!("the value raised has type {}", val.ty))),
    }
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

/// What is known of the exceptions that come to a handler.
pub struct Handled {
    /// Their classes.
    classes: Ty,
    /// The arguments that they were made of, of the exception that is the operand.
    arguments: Resolved,
}

impl Handled {
    /// `e.name`: what the class made of the arguments. None for what it has not.
    pub fn attribute(&self, cx: &mut Cx<'_>, name: &Name) -> Rule {
        let (classes, arguments) = (self.classes, self.arguments.clone());
        let literal = Ty::literal_str(name.clone());
        let vals = [Val::new(classes), Val::weak(literal), arguments.val()];
        let Some(found) = cx.overload("coluber.exception_attribute", &vals)? else { return Ok(None) };
        Ok(Some(Resolved::one(found.val(), move |e, a| {
            let units: Vec<Value> = classes.tuple_items().unwrap_or(&[]).iter().map(|class| e.unit(*class)).collect();
            let operands = [e.pack(&units, classes), e.unit(literal), e.resolved(&arguments, a)];
            e.resolved(&found, &operands)
        })))
    }

    /// `e.args`
    pub fn arguments(self, cx: &mut Cx<'_>) -> Result<Resolved> {
        if self.classes.tuple_items().is_some_and(|classes| classes.is_empty()) {
            return Ok(self.arguments);
        }
        Ok(self.attribute(cx, &"args".into())?.unwrap_or(self.arguments))
    }
}

/// What comes to a handler for these classes, in a function that raises values of these types itself.
pub fn handled_by(cx: &mut Cx<'_>, handled: &[Ty], raised: &[Ty]) -> Result<Handled> {
    let class = |ty: &Ty| match ty.kind() {
        Kind::ExceptionClass(object) => Some(object.id),
        _ => None,
    };
    let handled: Vec<ObjId> = handled
        .iter()
        .flat_map(|ty| ty.tuple_items().map_or_else(|| vec![*ty], <[Ty]>::to_vec))
        .filter_map(|ty| class(&ty))
        .collect();
    let mut found: Vec<(ObjId, Vec<Ty>)> = Vec::new();
    for ty in raised {
        match ty.kind() {
            Kind::Exception { class, args } => found.push((class.id, args.to_vec())),
            Kind::ExceptionClass(object) => found.push((object.id, Vec::new())),
            _ => {}
        }
    }
    for (word, args) in cx.host.raised() {
        if let Some(id) = class_of_word(cx, &word) {
            found.push((id, args));
        }
    }
    found.retain(|(id, _)| handled.is_empty() || handled.iter().any(|handled| cx.host.is_subclass(*id, *handled)));
    let mut ids: Vec<ObjId> = found.iter().map(|(id, _)| *id).collect();
    ids.sort_unstable();
    ids.dedup();
    let class = |id: ObjId| Ty::new(Kind::ExceptionClass(Object { id, text: "exception".into() }));
    let classes = Ty::tuple(ids.into_iter().map(class).collect::<Vec<_>>());
    let plain = |args: Vec<Ty>| args.into_iter().map(|ty| item_type(ty).bare()).collect::<Vec<Ty>>();
    let mut lists: Vec<Vec<Ty>> = found.into_iter().map(|(_, args)| plain(args)).collect();
    lists.dedup();
    // Exceptions of operations have a message.
    let mut types = lists.first().cloned().unwrap_or_else(|| vec![Ty::string()]);
    for list in &lists {
        let joined: Option<Vec<Ty>> = match list.len() == types.len() {
            true => types.iter().zip(list).map(|(a, b)| unify(*a, *b)).collect(),
            false => None,
        };
        types = joined.ok_or_else(|| {
            let (a, b) = (argument_list(&types), argument_list(list));
            cx.error(format!("exceptions with different arguments come to this handler: {a} and {b}"))
                .hint("catch each class in a clause of its own")
        })?;
    }
    let ty = Ty::tuple(types);
    let arguments = Resolved::one(Val::new(ty), move |e, a| {
        let (exception, word) = (e.part(a[0], 0), e.type_word(ty));
        let place = e.runtime("exception_args", &[exception, word], &[Ty::ptr()])[0];
        match ty.tuple_items() {
            Some([]) | None => e.pack(&[], ty),
            _ => e.load(place, ty),
        }
    });
    Ok(Handled { classes, arguments })
}

/// `e.value` of a StopIteration: the first argument.
pub fn first_or_none(arguments: Resolved) -> Resolved {
    match arguments.val().ty.tuple_items().and_then(|items| items.first().copied()) {
        Some(ty) => Resolved::one(Val::weak(ty), move |e, a| {
            let all = e.resolved(&arguments, a);
            e.part(all, 0)
        }),
        None => Resolved::one(Val::weak(Ty::none()), |e, _| e.unit(Ty::none())),
    }
}

/// The class of a word of typed IR.
fn class_of_word(cx: &mut Cx<'_>, word: &str) -> Option<ObjId> {
    if let Some(number) = word.strip_prefix('#') {
        return number.parse().ok().map(ObjId);
    }
    match cx.host.builtin(word)?.ty.kind() {
        Kind::ExceptionClass(object) => Some(object.id),
        _ => None,
    }
}
