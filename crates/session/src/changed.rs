//! Functions as passes of programs change them, before they are typed.

use crate::adapter::Adapter;
use crate::environment::{Environment, FunctionDef};
use crate::record::Target;
use crate::state::{Session, State};
use crate::typing;
use coluber_base::{Name, Result, Span};
use coluber_infer::{FuncId, Options};
use coluber_types::Ty;

impl State {
    /// Whether passes of the program may change a function, or have done so.
    pub fn is_changed(&self, func: FuncId) -> bool {
        self.is_given_to_passes(func) || self.changed.keys().any(|key| key.0 == func)
    }

    fn is_given_to_passes(&self, func: FuncId) -> bool {
        self.is_original(func) && (self.function(func).options.pipeline.is_some() || self.settings.rewrites)
    }

    /// Whether the host is to be asked what becomes of a function.
    fn may_be_changed(&self, func: FuncId) -> bool {
        self.is_given_to_passes(func) || self.settings.inliners && self.is_original(func)
    }

    /// What passes have made is not changed again, nor is what it has inside.
    fn is_original(&self, func: FuncId) -> bool {
        let record = self.function(func);
        !record.own && record.parent.is_none() && record.code.assembled.is_none()
    }
}

/// The function that is compiled for these types in the place of another one: what the program's passes make of that, or itself.
pub(crate) fn changed(adapter: &mut Adapter<'_>, func: FuncId, args: &[Ty], ret: Option<Ty>) -> Result<FuncId> {
    let (object, options) = {
        let state = adapter.session.lock();
        if adapter.target != Target::Cpu || !state.may_be_changed(func) {
            return Ok(func);
        }
        let record = state.function(func);
        (record.object, record.options.clone())
    };
    let Some(made) = adapter.env.changed(object, options.pipeline, args, ret)? else { return Ok(func) };
    if let Some(&known) = adapter.session.lock().changed.get(&(func, made)) {
        return Ok(known);
    }
    let definition = adapter.env.definition(made, &options)?;
    let id = adapter.session.add_function(definition);
    let mut state = adapter.session.lock();
    // Its calls are those of the function that it is made of, and so are the rules that it follows.
    let original = state.function(func);
    let (signatures, library, known_as) = (original.signatures.clone(), original.library, original.known_as.clone());
    let record = state.function_mut(id);
    (record.signatures, record.library, record.known_as) = (signatures, library, known_as);
    state.changed.insert((func, made), id);
    Ok(id)
}

/// The types of variables: of the result, and of what is assigned to each name, in the order of the assignments.
#[derive(Clone, Debug)]
pub struct Variables {
    /// Of the result.
    pub ret: Ty,
    /// Of the variables; one may be there several times.
    pub types: Vec<(Name, Ty)>,
}

impl Session {
    /// Types a function for these arguments, and tells of its variables.
    pub fn variables(
        &self,
        env: &mut dyn Environment,
        definition: FunctionDef,
        args: &[Ty],
        ret: Option<Ty>,
    ) -> Result<Variables> {
        // The operations that name variables are there for debuggers.
        let options = Options { debug: true, ..definition.options };
        let func = self.add_function(FunctionDef { options, ..definition });
        let mut adapter = Adapter::new(self, env, Target::Cpu);
        adapter.watched = Some((func, Vec::new()));
        let typed = typing::specialise(&mut adapter, func, args, ret, Span::default());
        let types = adapter.watched.take().map_or_else(Vec::new, |watched| watched.1);
        drop(adapter);
        self.remove_function(func);
        Ok(Variables { ret: typed?.ret, types })
    }
}
