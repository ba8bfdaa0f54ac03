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
use coluber_types::{Kind, ObjId, Object, Ty};

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
    let context = args.get(2).map(|val| handled(*val));
    let cause = match args.get(1).map(|cause| cause.ty.kind()) {
        Some(Kind::None) => None,
        Some(Kind::CaughtException) => Some(None),
        Some(Kind::Exception { .. } | Kind::ExceptionClass(_)) => Some(Some(raise_alone(cx, &args[1..2])?)),
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
