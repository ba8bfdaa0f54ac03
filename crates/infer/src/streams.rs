//! `sys.stdout` and `sys.stderr`: whatever they are when something is written. No other stream of the host is known.

use crate::builtins;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::value::{Resolved, Val};
use coluber_base::Name;
use coluber_ir::typed::Op;
use coluber_types::{Kind, Ty};

/// What the module is called by messages, by which it is known.
const MODULE: &str = "<module 'sys' (built-in)>";

const STREAMS: &[&str] = &["stderr", "stdout"];

const METHODS: &[&str] = &["flush", "write"];

/// A stream as an attribute of its module, which is not looked up before it is used; or a method of one.
pub fn attribute(val: Val, name: &Name) -> Option<Resolved> {
    let is_stream =
        matches!(val.ty.kind(), Kind::Module(module) if &*module.text == MODULE) && STREAMS.contains(&&**name);
    let is_method = stream_of(val.ty).is_some() && METHODS.contains(&&**name);
    (is_stream || is_method).then(|| crate::methods::bound(val, name))
}

/// The name of the stream that a value is.
pub fn stream_of(ty: Ty) -> Option<Name> {
    let Kind::BoundMethod { receiver, name } = ty.kind() else { return None };
    matches!(receiver.kind(), Kind::Module(module) if &*module.text == MODULE).then(|| name.clone())
}

/// Calls a method of a stream; the first operand is the stream. What is written is printed without an end.
pub fn call(cx: &mut Cx<'_>, receiver: Ty, name: &str, args: &CallArgs) -> Rule {
    let Some(stream) = stream_of(receiver).filter(|_| args.names.is_empty() && args.star.is_none() && !cx.options.cuda)
    else {
        return Ok(None);
    };
    match (name, &args.positional[..]) {
        ("write", &[text]) if crate::strings::is_text(text.ty) => {
            let Some(length) = builtins::call(cx, "builtins.len", &CallArgs::of(&[text]))? else { return Ok(None) };
            let func: Name = format!("print:end=>{stream}").as_str().into();
            Ok(Some(Resolved::one(length.val(), move |e, a| {
                e.builder().effect(Op::Host { func: func.clone() }, &a[1..]);
                e.resolved(&length, &a[1..])
            })))
        }
        ("flush", []) => {
            let func: Name = format!("print:end=,flush!>{stream}").as_str().into();
            Ok(Some(Resolved::one(Val::new(Ty::none()), move |e, _| {
                e.builder().effect(Op::Host { func: func.clone() }, &[]);
                e.unit(Ty::none())
            })))
        }
        _ => Ok(None),
    }
}
