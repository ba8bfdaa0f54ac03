//! Functions of programs that convert values of their types, which lowering asks for where types meet.

use crate::emit::Synthesis;
use crate::host::Host;
use crate::lowering::{self, Source};
use coluber_base::{Diagnostic, ErrorClass, Result, Span};
use coluber_ir::Typed;
use coluber_types::Ty;

/// The key of the question for such a function: it is asked with both types, and answered with a function of the value.
const KEY: &str = "coluber.cast";

/// Lowers a typed function; fails where a program has no function for a conversion that its types promise.
pub fn lower(host: &mut dyn Host, source: Source<'_>, args: &[Ty]) -> Result<Typed> {
    let mut casts = Casts { host, cuda: source.cuda, failed: None };
    let typed = lowering::lower(source, args, &mut casts);
    casts.failed.map_or(Ok(typed), Err)
}

struct Casts<'h> {
    host: &'h mut dyn Host,
    cuda: bool,
    failed: Option<Box<Diagnostic>>,
}

impl Casts<'_> {
    fn find(&mut self, from: Ty, to: Ty) -> Result<u32> {
        let key = if self.cuda { format!("cuda:{KEY}") } else { KEY.to_owned() };
        let span = Span::default();
        match self.host.overload(&key, &[from, to], &[], span)? {
            Some(func) => Ok(self.host.specialise(func, &[from], span)?.spec),
            None => Err(Diagnostic::new(
                ErrorClass::Lowering,
                format!("Cannot cast {from} to {to}: there is no lower_cast for these types"),
                span,
            )),
        }
    }
}

impl Synthesis for Casts<'_> {
    fn add(&mut self, name: &str, build: &mut dyn FnMut() -> Typed) -> u32 {
        self.host.add_typed(name, build).spec
    }

    fn cast(&mut self, from: Ty, to: Ty) -> Option<u32> {
        match self.find(from, to) {
            Ok(spec) => Some(spec),
            Err(error) => {
                self.failed.get_or_insert(error);
                None
            }
        }
    }
}
