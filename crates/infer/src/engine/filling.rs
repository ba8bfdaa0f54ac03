//! Lists, dicts and sets that are made in one function and filled in another: what they become.

use super::Engine;
use crate::value::{Resolved, Val};
use coluber_ir::py::Op;
use coluber_ir::{InstData, Untyped};
use coluber_types::{Kind, Ty};

impl Engine<'_> {
    /// With the type of the result that the caller wants, when lists in it are to be filled.
    pub fn expecting(mut self, result: Option<Ty>) -> Self {
        self.expected = result;
        self
    }

    /// The types of the arguments when the function has put its items into the lists that are among them.
    pub fn fill(mut self) -> Vec<Ty> {
        self.fills = true;
        self.bind_arguments();
        // What has been found before an error is worth knowing: the caller tries with it.
        while let Ok(Some((inst, count))) = self.propagate() {
            if self.write_out(inst, count).is_err() {
                break;
            }
        }
        let args = self.args.clone();
        args.iter().enumerate().map(|(k, ty)| self.sites.parameter(*ty, k).bare()).collect()
    }

    /// Arguments and captured values whose lists the caller makes have a site for each of them.
    pub(super) fn bind_filled(&mut self, body: &Untyped) {
        let params = body.params();
        for k in 0..self.args.len() {
            if !self.args[k].has_site() {
                continue;
            }
            let val = Val::weak(self.sites.parameter(self.args[k], k));
            match params.get(k) {
                Some(param) => self.typing.vals[*param] = val,
                None => self.frees.iter_mut().skip(k - params.len()).take(1).for_each(|free| free.1 = val),
            }
        }
    }

    /// Lists of unknown items in the result become what the caller fills them with.
    pub(super) fn expect_result(&mut self) {
        if let Some(expected) = self.expected {
            self.sites.flow(self.typing.ret.ty, expected);
        }
    }

    /// The results of some functions are known before their arguments: what depends on them may say what lists are filled with, and what a
    /// function gives that calls itself.
    pub(super) fn expected_result(&mut self, data: &InstData<Op>, vals: &[Val], resolved: Resolved) -> Resolved {
        let waits =
            (self.fills || self.supposes) && matches!(data.op, Op::Call { .. }) && resolved.vals[0].is_undefined();
        let Some(Kind::Function(object)) = vals.first().filter(|_| waits).map(|val| val.ty.kind()) else {
            return resolved;
        };
        let ty = match self.host.key(object.id).as_deref() {
            Some("builtins.sum") if self.supposes && vals.len() == 2 => Ty::int64(),
            Some("builtins.any" | "builtins.all" | "builtins.bool") => Ty::boolean(),
            Some("builtins.len" | "builtins.int") => Ty::int64(),
            Some("builtins.str" | "builtins.repr") => Ty::string(),
            Some("builtins.float") => Ty::float64(),
            _ => return resolved,
        };
        Resolved::one(Val::weak(ty), move |e, _| e.undef(ty))
    }
}
