//! Exceptions: making, raising, matching.

use crate::calls::CallArgs;
use crate::context::Cx;
use crate::value::{Resolved, Val};
use coluber_base::{Name, Result};
use coluber_ir::typed::Op;
use coluber_types::{Kind, Object, Ty};

/// `E(args...)`
pub fn make(class: &Object, args: &CallArgs) -> Resolved {
    let vals = args.vals();
    let types: Vec<Ty> = vals.iter().map(|v| v.ty).collect();
    let ty = Ty::new(Kind::Exception { class: class.clone(), args: types.into() });
    Resolved::one(Val::new(ty), move |e, args| e.pack(args, ty))
}

/// The word of a class in typed IR: builtin classes by name, because that is how operations raise them.
fn class_name(cx: &mut Cx<'_>, object: &Object) -> Name {
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
        Some(Kind::CaughtException) => Some(()),
        // A cause that is made here is left out.
        _ => return Ok(raised),
    };
    Ok(Resolved::effect(move |e, args| {
        let cause = match cause {
            Some(()) => e.part(args[1], 0),
            None => e.int(0, Ty::owner()),
        };
        e.runtime("exception_cause", &[cause], &[]);
        (raised.emit)(e, args);
    }))
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
                let parts = e.parts(args[0]);
                e.builder().effect(Op::Raise { class: class.clone(), message: "".into() }, &parts);
            }))
        }
        Kind::CaughtException => Ok(Resolved::effect(|e, args| e.builder().effect(Op::Reraise {}, &args[..1]))),
        _ => Err(cx
            .error("exceptions must derive from BaseException")
            .note(format!("the value raised has type {}", val.ty))),
    }
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
