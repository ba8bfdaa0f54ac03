//! What a typing rule is given: the outside, the function's options and how to report errors.

use crate::calls::CallArgs;
use crate::hints;
use crate::host::{FuncId, Host, Options};
use crate::sites::Sites;
use crate::value::{Resolved, Val};
use coluber_base::{Diagnostic, Name, Result, Span};
use coluber_types::unify::unify_all;
use coluber_types::{Kind, Ty};
use std::sync::Arc;

/// The context of a typing rule.
pub struct Cx<'h> {
    /// The outside.
    pub host: &'h mut dyn Host,
    /// The function being typed.
    pub func: FuncId,
    /// Its options.
    pub options: Arc<Options>,
    /// Where the operation is.
    pub span: Span,
    /// The lists that the function makes.
    pub sites: &'h mut Sites,
}

/// A rule's answer: None when it does not apply to these types.
pub type Rule = Result<Option<Resolved>>;

/// Whether there are lists among the arguments of whose items nothing is known.
pub fn is_any_unsettled(args: &[Val]) -> bool {
    args.iter().any(|v| v.ty.is_unsettled())
}

impl Cx<'_> {
    /// A typing error at the operation.
    pub fn error(&self, message: impl Into<String>) -> Box<Diagnostic> {
        Diagnostic::typing(message, self.span)
    }

    /// The common type of values of which an operation gives one: containers among them that the function makes are made with its items.
    pub fn common(&mut self, types: &[Ty]) -> Option<Ty> {
        let joined = unify_all(types.iter().copied())?;
        types.iter().for_each(|ty| self.sites.flow(*ty, joined));
        Some(joined)
    }

    /// The value that an operation gives which gives one of several: see [`Cx::common`].
    pub fn one_of(&mut self, vals: &[Val]) -> Option<Val> {
        let stored = vals.iter().map(|val| Val { ty: val.ty.stored(), ..*val });
        let joined = stored.clone().try_fold(Val::undefined(), Val::unify)?;
        stored.for_each(|val| self.sites.flow(val.ty, joined.ty));
        Some(joined)
    }

    /// Refuses to write to an array that is not to be changed.
    pub fn check_writable(&self, array: Ty) -> Result<()> {
        match array.kind() {
            Kind::Array { mutable: false, .. } => Err(self
                .error(format!("Cannot modify readonly array of type: {array}"))
                .hint("pass a writable array, or copy it first: a = a.copy()")),
            _ => Ok(()),
        }
    }

    /// "not supported yet", at the operation.
    pub fn unsupported(&self, message: impl Into<String>) -> Box<Diagnostic> {
        Diagnostic::unsupported(message, self.span)
    }

    /// Numba's text for a call that no rule fits.
    pub fn no_implementation(&self, function: &str, display: &str, args: &[Val]) -> Box<Diagnostic> {
        self.no_call(function, display, &CallArgs { positional: args.to_vec(), ..CallArgs::default() })
    }

    /// As [`no_implementation`](Self::no_implementation), for a call that may have arguments given by name.
    pub fn no_call(&self, function: &str, display: &str, args: &CallArgs) -> Box<Diagnostic> {
        let types: Vec<Ty> = args.vals().iter().map(|a| a.ty).collect();
        let named = args.names.iter().map(|(name, val)| format!("{name}={}", val.ty));
        let unnamed = args.positional.iter().chain(&args.star).map(|val| val.ty.to_string());
        let list = unnamed.chain(named).collect::<Vec<_>>().join(", ");
        let error = self.error(format!(
            "No implementation of function Function({display}) found for signature:\n\n>>> {function}({list})"
        ));
        error.hint_if(hints::operation(function, &types))
    }

    /// Postpones a call while there are lists among its arguments of whose items nothing is known.
    pub fn check_settled(&mut self, args: &[Val]) -> Result<()> {
        if is_any_unsettled(args) { Err(self.sites.postpone(self.span)) } else { Ok(()) }
    }

    /// What the host is asked for: in kernels `cuda:` is in front, since a program may have an implementation for each target.
    pub fn key_of_target<'k>(&self, key: &'k str) -> std::borrow::Cow<'k, str> {
        if self.options.cuda { format!("cuda:{key}").into() } else { key.into() }
    }

    /// Calls a function of the library for these arguments, when there is one.
    pub fn overload(&mut self, key: &str, args: &[Val]) -> Rule {
        if is_any_unsettled(args) && self.host.has_overload(key) {
            return Err(self.sites.postpone(self.span));
        }
        let types: Vec<Ty> = args.iter().map(|a| a.ty.bare()).collect();
        let key = self.key_of_target(key);
        let Some(func) = self.host.overload(&key, &types, &[], self.span)? else {
            return Ok(None);
        };
        let call = CallArgs { positional: args.to_vec(), names: Vec::new(), star: None };
        crate::calls::call_function(self, func, &call, &[]).map(Some)
    }

    /// Calls what a program has for an operator, as any function of its is called: what it wants to know of values are constants.
    pub fn operator(&mut self, function: &str, args: &[Val]) -> Rule {
        let types: Vec<Ty> = args.iter().map(|a| a.ty).collect();
        let call = CallArgs { positional: args.to_vec(), names: Vec::new(), star: None };
        crate::calls::call_overload(self, &format!("operator.{function}"), &types, &[], &call)
    }

    /// The name by which messages show an operator's function.
    pub fn operator_display(function: &str) -> String {
        format!("<built-in function {}>", function.trim_end_matches('_'))
    }

    /// The name of an object, for messages.
    pub fn name(&self, text: &str) -> Name {
        text.into()
    }
}
