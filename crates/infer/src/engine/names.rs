//! Constants, and names from outside of the function.

use super::Engine;
use super::refused::unsupported;
use crate::host::{HostData, HostValue};
use crate::shared::Begun;
use crate::value::{Resolved, Val};
use crate::{attributes, cells, hints, shared, suggest, tuples};
use coluber_base::{Diagnostic, Name, Result, Span};
use coluber_ir::{Const, Value};
use coluber_types::begun::BEGUN;
use coluber_types::containers::has_unknown;
use coluber_types::{Kind, Object, Ty};

/// Modules that programs use in compiled code, by their usual names, and how they are imported.
const OFTEN_FORGOTTEN: &[(&str, &str)] = &[
    ("cmath", "import cmath"),
    ("collections", "import collections"),
    ("functools", "import functools"),
    ("heapq", "import heapq"),
    ("itertools", "import itertools"),
    ("math", "import math"),
    ("np", "import numpy as np"),
    ("numpy", "import numpy"),
    ("operator", "import operator"),
    ("random", "import random"),
    ("statistics", "import statistics"),
];

/// The class of what stands for a type in generic classes: `Stack[T]` is the class.
const TYPE_VARIABLE: &str = "<class 'typing.TypeVar'>";

/// The error of an integer that has more than 64 bits.
pub(super) fn too_large(text: &str, span: Span) -> Box<Diagnostic> {
    Diagnostic::typing(format!("Int value is too large: {text}"), span)
        .hint("integers have 64 bits: use a float, or reduce the number modulo 2**64")
}

impl Engine<'_> {
    pub(super) fn constant(&mut self, value: &Const, span: Span) -> Result<Resolved> {
        Ok(match value {
            Const::None => Resolved::constant(Ty::none()),
            Const::Ellipsis => Resolved::constant(Ty::ellipsis()),
            Const::Bool(b) => Resolved::constant(Ty::literal_bool(*b)),
            Const::Int(v) => Resolved::constant(Ty::literal_int(*v)),
            Const::Str(s) => Resolved::constant(Ty::literal_str(s.clone())),
            Const::Float(_) => crate::numbers::scalar_constant(value, Ty::float64(), true),
            Const::Complex(..) => crate::numbers::scalar_constant(value, Ty::complex128(), true),
            Const::BigInt(text) => match text.parse::<u64>() {
                Ok(v) => crate::numbers::scalar_constant(&Const::Int(v as i64), Ty::uint64(), true),
                Err(_) => return Err(too_large(text, span)),
            },
            Const::Tuple(items) => {
                let parts = items.iter().map(|c| self.constant(c, span)).collect::<Result<Vec<_>>>()?;
                let vals: Vec<Val> = parts.iter().map(Resolved::val).collect();
                let pack = tuples::build(&vals);
                Resolved::one(pack.val(), move |e, _| {
                    let items: Vec<_> = parts.iter().map(|p| e.resolved(p, &[])).collect();
                    e.resolved(&pack, &items)
                })
            }
            Const::Object(id) => Resolved::constant(Ty::new(Kind::Opaque(Object { id: *id, text: "object".into() }))),
            Const::Bytes(bytes) => {
                let bytes = bytes.clone();
                Resolved::one(Val::weak(Ty::bytes()), move |e, _| e.constant(Const::Bytes(bytes.clone()), Ty::bytes()))
            }
            Const::Points(_) => {
                let value = value.clone();
                Resolved::one(Val::weak(Ty::string()), move |e, _| e.constant(value.clone(), Ty::string()))
            }
            Const::Code(_) => return Err(unsupported("a code object as a value", span)),
            Const::Memory { .. } | Const::DeviceAddress(_) => return Err(unsupported("memory as a value", span)),
        })
    }

    pub(super) fn global(&mut self, name: &Name, span: Span) -> Result<Resolved> {
        let Some(value) = self.host.global(self.func, name) else {
            return Err(self.undefined_name(name, span));
        };
        self.known_global(name, value, "global", span)
    }

    pub(super) fn undefined_name(&mut self, name: &Name, span: Span) -> Box<Diagnostic> {
        if let Some(own) = name.strip_suffix(".__dict__") {
            let text = format!("compiled code knows the fields that statements name, not the dict {name}");
            return Diagnostic::typing(text, span)
                .hint(format!("set each field by a statement of its own, as in {own}.x = x"));
        }
        if name.contains('.') {
            // A field in the function that stands for `__init__`, which nothing has set.
            return Diagnostic::typing(format!("{name} is no field that is set before it is used here"), span)
                .note("what __init__ gives to fields is computed before the object exists");
        }
        let error = Diagnostic::typing(format!("NameError: name '{name}' is not defined"), span);
        if let Some((_, import)) = OFTEN_FORGOTTEN.iter().find(|known| known.0 == &**name) {
            return error.hint(format!("the module is not imported: {import}"));
        }
        let mut known = self.host.global_names(self.func);
        known.extend(self.params.names.iter().map(|n| n.to_string()));
        match suggest::closest(name, known.iter().map(String::as_str)) {
            Some(best) => error.hint(format!("did you mean '{best}'?")),
            None => error,
        }
    }

    pub(super) fn free(&mut self, name: &Name, span: Span) -> Result<Resolved> {
        let captured = self.free_cell(name, span)?;
        let val = captured.val();
        Ok(if matches!(val.ty.kind(), Kind::Cell(_)) { captured.then(cells::load(val, name, true)) } else { captured })
    }

    /// What has been captured under a name.
    pub(super) fn free_cell(&mut self, name: &Name, span: Span) -> Result<Resolved> {
        if let Some(k) = self.frees.iter().position(|f| f.0 == *name) {
            let val = self.frees[k].1;
            return Ok(Resolved::one(val, move |e, _| e.free_variable(k)));
        }
        if let Some(value) = self.host.free(self.func, name) {
            return self.known_global(name, value, "freevar", span);
        }
        self.itself(name)?.ok_or_else(|| {
            let text =
                format!("NameError: cannot access free variable '{name}' where it is not associated with a value");
            Diagnostic::typing(text, span)
        })
    }

    /// An inner function that calls itself, or one that calls it, finds that under its name, with what both have captured.
    pub(super) fn itself(&mut self, name: &Name) -> Result<Option<Resolved>> {
        let own = self.host.function_name(self.func);
        if self.host.captured_names(self.func).len() != self.frees.len() {
            return Ok(None);
        }
        let func = match own.rsplit('.').next() == Some(&**name) {
            true => Some(self.func),
            false => self.host.sibling(self.func, name)?,
        };
        let Some(func) = func else { return Ok(None) };
        let captured = self.frees.iter().map(|free| free.1.ty).collect();
        let ty = Ty::new(Kind::Closure { func: func.0, captured, name: self.host.function_name(func) });
        let count = self.frees.len();
        Ok(Some(Resolved::one(Val::new(ty), move |e, _| {
            let captured: Vec<Value> = (0..count).map(|k| e.free_variable(k)).collect();
            e.pack(&captured, ty)
        })))
    }

    pub(super) fn known_global(&mut self, name: &Name, value: HostValue, what: &str, span: Span) -> Result<Resolved> {
        if let Kind::Opaque(object) | Kind::Function(object) = value.ty.kind()
            && let Some(found) = self.kernel_global(value.ty, object, span)?
        {
            return Ok(found);
        }
        if value.is_on_device() && !self.options.cuda {
            let text = format!("Untyped {what} name '{name}': Cannot determine Numba type of an array of a device");
            return Err(Diagnostic::typing(text, span)
                .hint("only kernels use the memory of a device: copy_to_host() copies it"));
        }
        if value.is_shared() && self.options.cuda {
            return Err(shared::refused(name, what, &value, span));
        }
        if let HostData::Begun { number, shared } = value.data {
            let begun = Begun { number, shared, site: self.sites.current, empty: value.ty, name: name.clone(), span };
            return Ok(self.begun_global(begun));
        }
        if let HostData::Shared(number) = value.data
            && !self.typing.shared.iter().any(|known| known.0 == number)
        {
            self.typing.shared.push((number, value.ty));
        }
        if let Kind::Opaque(object) = value.ty.kind()
            && &*object.text != TYPE_VARIABLE
        {
            return Err(Diagnostic::typing(
                format!("Untyped {what} name '{name}': Cannot determine Numba type of {}", object.text),
                span,
            )
            .hint(hints::untyped(name, &object.text)));
        }
        Ok(attributes::host_constant(value))
    }

    /// A container under a global name that is empty, or a list of None: it has one site in the function, as if it were made there.
    fn begun_global(&mut self, begun: Begun) -> Resolved {
        let shared = begun.shared;
        let known = self.typing.begun.iter().find(|known| known.number == begun.number).map(|known| known.site);
        let site = known.unwrap_or(begun.site);
        if known.is_none() {
            if let Some(number) = shared {
                self.sites.items(Ty::none());
                self.typing.shared.push((number, begun.empty));
            }
            self.typing.begun.push(begun.clone());
        }
        let ty = self.sites.made_at(site, begun.empty);
        Resolved::one(Val::weak(ty), move |e, _| match shared {
            Some(number) => shared::read(e, number, ty.bare()),
            None => e.undef(ty),
        })
    }

    /// Tells what the function has put into such containers: it is typed again when that is known.
    pub(super) fn tell_begun(&mut self) -> Result<()> {
        for begun in self.typing.begun.clone() {
            let ty = self.sites.made_at(begun.site, begun.empty).bare();
            if begun.shared.is_some() && ty == begun.empty {
                continue;
            }
            return Err(match has_unknown(ty) {
                true => begun.unknown(),
                false => begun.unknown().wanting_field(BEGUN, begun.number as usize, ty.id()),
            });
        }
        Ok(())
    }

    /// The error of an empty container of the program into which the function puts nothing.
    pub(super) fn unknown_begun(&mut self) -> Option<Box<Diagnostic>> {
        let all = self.typing.begun.clone();
        let found = all.into_iter().find(|begun| has_unknown(self.sites.made_at(begun.site, begun.empty)));
        found.map(|begun| begun.unknown())
    }

    /// An object of the vocabulary of kernels.
    pub(super) fn kernel_global(&mut self, ty: Ty, object: &Object, span: Span) -> Result<Option<Resolved>> {
        let mut cx = self.cx(span);
        if let Some(found) = crate::cuda::value(&mut cx, object.id)? {
            return Ok(Some(found));
        }
        let namespace = crate::cuda::is_namespace(&mut cx, object.id);
        Ok(namespace.then(|| Resolved::constant(ty)))
    }
}
