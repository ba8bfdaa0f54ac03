//! The session: tables of functions and specialisations, and the compiler's public face.

use crate::adapter::Adapter;
use crate::cache::{Cache, Event, Request};
use crate::environment::{Environment, FunctionDef};
use crate::record::{Compiled, FoundBy, FunctionRecord, Progress, SpecRecord, Target, Text};
use crate::settings::Settings;
use crate::stages::{FROM_CACHE, Whole, note, noted};
use crate::{typing, units};
use coluber_base::{Diagnostic, Name, Result, Span};
use coluber_cache::Store;
use coluber_infer::{FuncId, Options};
use coluber_passes::kernel::{KernelLayout, Mode};
use coluber_passes::outline::Outcome as LoopOutcome;
use coluber_types::classes::{self, Found, widenings};
use coluber_types::unify::holds_variants;
use coluber_types::{ObjId, Ty, begun, functions};
use parking_lot::{Mutex, MutexGuard};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;
use std::hash::Hash;
use std::sync::{Arc, LazyLock};
use std::time::Instant;

/// What has been compiled.
#[derive(Default)]
pub struct Session {
    state: Mutex<State>,
}

/// A function, the types of its arguments, the result asked for, the target.
pub(crate) type SpecKey = (FuncId, Vec<Ty>, Option<Ty>, Target);

/// The tables. Locked only for look-ups, never while Python is asked.
#[derive(Default)]
pub(crate) struct State {
    functions: FxHashMap<FuncId, FunctionRecord>,
    /// What stands for functions that have been removed.
    gone: Option<FunctionRecord>,
    next_function: u32,
    pub specs: Vec<Option<SpecRecord>>,
    pub by_key: FxHashMap<SpecKey, u32>,
    pub synthetic: FxHashMap<String, u32>,
    library: FxHashMap<ObjId, FuncId>,
    /// Functions of the package as functions with `parallel=True` call them.
    parallel_forms: FxHashMap<FuncId, FuncId>,
    /// The compilations that are under way, each asked for by Python code that the one before it runs. What one has made may still
    /// be dropped, so that the others don't see it.
    pub running: Vec<u64>,
    next_compilation: u64,
    /// The functions of a block, by the kernel.
    pub blocks: FxHashMap<u32, (u32, KernelLayout)>,
    /// What happened while a specialisation was typed; also of those that were dropped, because what replaced them followed from it.
    pub events: FxHashMap<u32, Arc<[Event]>>,
    /// For specialisations that read objects by name, how often fields had been found to hold more when the types of these were compared last.
    pub compared: FxHashMap<u32, u64>,
    /// What became of the parallel loops of a specialisation.
    pub loops: FxHashMap<u32, Vec<LoopOutcome>>,
    /// For specialisations of functions with `yield`, those that resume what they give.
    pub resumes: FxHashMap<u32, u32>,
    /// For functions with `yield` and what callers send, the functions that are typed for that.
    pub sent: FxHashMap<(FuncId, Ty), FuncId>,
    /// Functions as they are where parameters, in bits, are numbers of NumPy.
    pub strong_forms: FxHashMap<(FuncId, u32), FuncId>,
    /// What passes of the program have made of functions, by the Python functions that they gave.
    pub changed: FxHashMap<(FuncId, ObjId), FuncId>,
    /// For types of suspended functions, the function that gives the host their items.
    pub next_entries: FxHashMap<Ty, u32>,
    /// The function for which it was forgotten last what fields of classes have been found to hold, until it is compiled.
    anew: Option<FuncId>,
    /// What fields would have to hold, by the numbers of their classes, for what functions do with objects of which not all is known yet.
    pub suggested: Vec<(u32, usize, u32)>,
    pub settings: Settings,
}

/// Where an inner function comes from.
pub struct InnerFunction {
    /// The Python function that it is part of.
    pub object: ObjId,
    /// Its qualified name.
    pub name: Name,
    /// Its first line.
    pub line: u32,
    /// How many functions of this name begin on this line before it.
    pub before: usize,
    /// The names of what it carries.
    pub captured: Vec<Name>,
}

static SESSION: LazyLock<Session> = LazyLock::new(Session::default);

impl Session {
    /// The process's session.
    pub fn global() -> &'static Session {
        &SESSION
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }

    /// Sets the switches for the compilations that follow.
    pub fn configure(&self, settings: Settings) {
        crate::profiling::enable(settings.profiling);
        self.lock().settings = settings;
    }

    /// Registers a function.
    pub fn add_function(&self, def: FunctionDef) -> FuncId {
        self.lock().add(FunctionRecord {
            name: Name::from(&*def.code.qualname),
            file: Name::from(&*def.code.filename),
            tables: def.tables,
            params: Arc::new(def.params),
            options: Arc::new(def.options),
            object: def.object,
            body: None,
            captured: Vec::new(),
            nested: FxHashMap::default(),
            parent: None,
            signatures: None,
            library: false,
            known_as: None,
            own: def.own,
            whole: def.code.clone(),
            specs: Vec::new(),
            code: def.code,
        })
    }

    /// The function of a library definition; the same Python function is registered once.
    pub(crate) fn library_function(&self, def: FunctionDef) -> FuncId {
        let known = self.lock().library.get(&def.object).copied();
        known.unwrap_or_else(|| {
            let object = def.object;
            let id = self.add_function(def);
            let mut state = self.lock();
            state.function_mut(id).library = true;
            state.library.insert(object, id);
            id
        })
    }

    /// Has the next definition of a function of the library count anew: what it captures has changed. Code that has been compiled stays.
    pub fn renew_library_function(&self, object: ObjId) {
        self.lock().library.remove(&object);
    }

    /// An inner function of a function of the program; None when that is gone.
    pub fn inner_function(&self, func: FuncId) -> Option<InnerFunction> {
        let state = self.lock();
        let record = state.functions.get(&func)?;
        Some(InnerFunction {
            object: record.object,
            name: record.name.clone(),
            line: record.code.first_line,
            before: record.whole.inner_before(&record.code),
            captured: record.captured.clone(),
        })
    }

    /// Restricts a function to signatures: argument types and result of each.
    pub fn restrict(&self, func: FuncId, signatures: Option<Vec<(Vec<Ty>, Ty)>>) {
        if let Some(record) = self.lock().functions.get_mut(&func) {
            record.signatures = signatures;
        }
    }

    /// The types of the arguments for which a function has been typed for the processor, be it for Python or for compiled callers;
    /// or for kernels.
    pub fn argument_types(&self, func: FuncId, in_kernels: bool) -> Vec<Vec<Ty>> {
        let state = self.lock();
        let wanted = |target: Target| (target != Target::Cpu) == in_kernels;
        let own = state.functions.get(&func).map_or(&[][..], |record| &record.specs);
        let own = own.iter().map(|&spec| state.spec(spec)).filter(|spec| wanted(spec.target));
        own.map(|spec| spec.args.clone()).collect()
    }

    /// Forgets a function that is not used any more and frees its machine code.
    pub fn remove_function(&self, func: FuncId) {
        let mut removed = FxHashSet::default();
        self.remove_with_inner(func, &mut removed);
        functions::forget(&removed);
    }

    fn remove_with_inner(&self, func: FuncId, removed: &mut FxHashSet<u32>) {
        let dead = self.forget(func);
        let nested = self.lock().remove(func);
        removed.insert(func.0);
        drop(dead);
        let sent: Vec<FuncId> =
            self.lock().sent.extract_if(|key, _| key.0 == func).map(|(_, derived)| derived).collect();
        let strong: Vec<FuncId> =
            self.lock().strong_forms.extract_if(|key, _| key.0 == func).map(|(_, form)| form).collect();
        let changed: Vec<FuncId> =
            self.lock().changed.extract_if(|key, _| key.0 == func).map(|(_, made)| made).collect();
        for inner in nested.into_iter().chain(sent).chain(strong).chain(changed) {
            self.remove_with_inner(inner, removed);
        }
    }

    /// Forgets the specialisations of a function, so that they are compiled anew. Code that others call stays until they go.
    pub fn recompile(&self, func: FuncId) {
        drop(self.forget(func));
    }

    /// Forgets specialisations, as [`Session::recompile`] does those of a function.
    pub(crate) fn forget_specs(&self, specs: &[u32]) {
        let mut state = self.lock();
        let dead: Vec<_> = specs.iter().filter_map(|&spec| state.take_spec(spec)).collect();
        drop(state);
        drop(dead);
    }

    fn forget(&self, func: FuncId) -> Vec<SpecRecord> {
        let mut state = self.lock();
        let own = state.functions.get_mut(&func).map(|record| std::mem::take(&mut record.specs));
        own.into_iter().flatten().filter_map(|spec| state.take_spec(spec)).collect()
    }

    /// Compiles a function for arguments of these types (one for each parameter) to machine code, or finds it compiled.
    ///
    /// With a store, the code is looked for there first, and kept there.
    pub fn compile(
        &self,
        env: &mut dyn Environment,
        func: FuncId,
        args: &[Ty],
        ret: Option<Ty>,
        store: Option<&dyn Store>,
    ) -> Result<Compiled> {
        let begin = functions::begin();
        let done = self.compile_anew(env, func, args, ret, store);
        match done {
            // Objects that are arguments get room for what the function puts into them.
            Err(_) if !args.iter().any(|ty| ty.has_data()) => functions::undo(begin),
            _ => functions::keep(begin),
        }
        done
    }

    /// As [`Session::compile`], until what is known of fields suffices.
    fn compile_anew(
        &self,
        env: &mut dyn Environment,
        func: FuncId,
        args: &[Ty],
        ret: Option<Ty>,
        store: Option<&dyn Store>,
    ) -> Result<Compiled> {
        let whole = Whole::begin(self, func);
        let accepts_several = Cell::new(false);
        let mut compiled = || loop {
            match self.compile_once(env, func, args, ret, store) {
                Err(error) if wants_several(&error) && !accepts_several.get() => {
                    if !self.takes_suggestion() {
                        return Err(error);
                    }
                }
                // What objects that are arguments have in a field that no code has read before only the caller knows.
                Err(error) if wakes(&error) && args.iter().any(|ty| ty.has_data()) => {
                    has_widened(&error);
                    return Err(error);
                }
                Err(error) if has_widened(&error) => self.take_beginnings(),
                Err(error) if !self.takes_suggestion() => return Err(error),
                Err(_) => {}
                done => return done,
            }
        };
        let done = compiled().or_else(|error| self.anew(func, args, error, (&accepts_several, &mut compiled)));
        done.inspect(|code| {
            self.lock().anew.take_if(|known| *known == func);
            whole.note(self, code.spec);
        })
    }

    /// Whether a field is going to hold what a function wants that could not be typed, since not all was known of the objects that it was given.
    fn takes_suggestion(&self) -> bool {
        let suggested = std::mem::take(&mut self.lock().suggested);
        suggested.into_iter().any(widens)
    }

    /// Fields of which nothing is known are going to hold what functions want that were typed in vain, too.
    fn take_beginnings(&self) {
        let suggested = std::mem::take(&mut self.lock().suggested);
        let is_unknown = |&(class, field, _): &(u32, usize, u32)| {
            classes::find(ObjId(class)).is_some_and(|class| class.declared(field) == Ty::undefined())
        };
        suggested.into_iter().filter(is_unknown).for_each(|wanted| {
            widens(wanted);
        });
    }

    /// Compiles once more without what other code has found fields of classes to hold, which may not fit what this code puts into them. Code
    /// that is compiled from then on goes by what this code puts there. Objects that are arguments have types by what was found: it is
    /// forgotten, once, and the caller converts them again. A field holds values of several types where this code alone puts them there.
    fn anew(
        &self,
        func: FuncId,
        args: &[Ty],
        error: Box<Diagnostic>,
        (accepts_several, compiled): (&Cell<bool>, &mut dyn FnMut() -> Result<Compiled>),
    ) -> Result<Compiled> {
        let is_again = self.lock().anew.replace(func) == Some(func);
        accepts_several.set(wants_several(&error));
        if (error.wants_field.is_some() || is_again) && !accepts_several.get() {
            return Err(error);
        }
        let found = if is_again { None } else { Found::take() };
        let Some(before) = found else { return if accepts_several.get() { compiled() } else { Err(error) } };
        if args.iter().any(|ty| ty.has_data()) {
            return Err(error);
        }
        match compiled() {
            Ok(done) => {
                before.complete();
                Ok(done)
            }
            Err(_) => {
                before.restore();
                Err(error)
            }
        }
    }

    /// The types of arguments when a function has put its items into the lists, dicts and sets among them whose items are not known.
    pub fn filled(&self, env: &mut dyn Environment, func: FuncId, args: &[Ty]) -> Vec<Ty> {
        let _whole = Whole::begin(self, func);
        let open: Vec<Ty> = args.iter().map(|ty| coluber_types::containers::with_open_items(*ty)).collect();
        let mut adapter = Adapter::new(self, env, Target::Cpu);
        match coluber_infer::host::Host::filled(&mut adapter, func, &open) {
            Ok(Some((filled, _))) => filled,
            Ok(None) | Err(_) => args.to_vec(),
        }
    }

    fn compile_once(
        &self,
        env: &mut dyn Environment,
        func: FuncId,
        args: &[Ty],
        ret: Option<Ty>,
        store: Option<&dyn Store>,
    ) -> Result<Compiled> {
        let start = Instant::now();
        self.lock().suggested.clear();
        let mut adapter = Adapter::new(self, env, Target::Cpu);
        let request = Request::new(func, args, ret);
        let cache = store.and_then(|store| Cache::open(&adapter, store, &request));
        if let Some((found, _)) = cache.as_ref().and_then(|cache| cache.find_code(&mut adapter, &request)) {
            note(self, found.spec, &[(FROM_CACHE, start.elapsed())]);
            return Ok(found);
        }
        let spec = typing::specialise(&mut adapter, func, args, ret, Span::default())?.spec;
        note(self, spec, &[("typing", start.elapsed())]);
        let Some(cache) = cache.filter(Cache::keeps) else { return units::link(self, spec) };
        let (mut compiled, object) = units::link_portable(self, spec)?;
        if let Some(object) = object {
            cache.keep_code(self, spec, &object, None);
        }
        compiled.from_cache = Some(false);
        Ok(compiled)
    }

    /// A text of a specialisation. What came from the cache is typed for it.
    pub fn text(&self, env: &mut dyn Environment, spec: u32, text: Text) -> Result<String> {
        match text {
            Text::Timings => Ok(noted(&self.lock(), spec)),
            _ => units::text(self, self.typed(env, spec)?, text),
        }
    }

    /// The loops over parallel ranges of a specialisation that run on one thread and have none around them that does not, when it was
    /// typed in this process: their lines, and why.
    pub fn serial_loops(&self, spec: u32) -> Vec<(u32, String)> {
        let state = self.lock();
        let loops = state.loops.get(&spec).into_iter().flatten();
        let loops = loops.filter(|found| !found.is_inner && found.line != 0);
        loops.filter_map(|found| Some((found.line, found.in_order.as_ref()?.to_string()))).collect()
    }

    /// A specialisation with typed IR that is the same as this one.
    fn typed(&self, env: &mut dyn Environment, spec: u32) -> Result<u32> {
        let (func, target, args, ret) = match self.lock().spec(spec) {
            SpecRecord { func: Some(func), target, args, ret, progress: Progress::Cached, .. } => {
                (*func, *target, args.clone(), *ret)
            }
            _ => return Ok(spec),
        };
        let mut adapter = Adapter::new(self, env, target);
        let ret = (target == Target::Cpu).then_some(ret);
        let typed = typing::specialise(&mut adapter, func, &args, ret, Span::default())?.spec;
        match target {
            Target::Cpu => Ok(typed),
            Target::Cuda { debug, check } => Ok(self.block_function(func, typed, Mode { debug, check })?.0),
        }
    }
}

/// Whether an error is about a field that holds too little and is going to hold more.
fn has_widened(error: &Diagnostic) -> bool {
    error.wants_field.is_some_and(widens)
}

/// Whether a field, by the number of its class, is going to hold a type that it did not hold.
fn widens((class, field, ty): (u32, usize, u32)) -> bool {
    if class == begun::BEGUN {
        return Ty::from_id(ty).is_some_and(|ty| begun::note(field as u32, ty));
    }
    let known = classes::find(ObjId(class)).zip(Ty::from_id(ty));
    known.is_some_and(|(class, ty)| class.widen(field, ty))
}

/// Whether an error is about a field that would have to hold values of several types.
fn wants_several(error: &Diagnostic) -> bool {
    let wanted = error.wants_field.filter(|(class, ..)| *class != begun::BEGUN);
    wanted.and_then(|(.., ty)| Ty::from_id(ty)).is_some_and(holds_variants)
}

/// Whether an error is about a field that no code has read before.
fn wakes(error: &Diagnostic) -> bool {
    error.wants_field.is_some_and(|(class, _, ty)| class != begun::BEGUN && Ty::from_id(ty) == Some(Ty::none()))
}

impl State {
    pub fn add(&mut self, record: FunctionRecord) -> FuncId {
        let id = FuncId(self.next_function);
        self.next_function += 1;
        // One that is made like another function has none of its specialisations.
        self.functions.insert(id, FunctionRecord { specs: Vec::new(), ..record });
        id
    }

    /// A function of the package in which loops run on all cores; another function itself.
    pub fn parallel_form(&mut self, func: FuncId) -> FuncId {
        let Some(record) =
            self.functions.get(&func).filter(|r| r.own && r.library && !r.options.parallel && !r.options.in_order)
        else {
            return func;
        };
        if let Some(&known) = self.parallel_forms.get(&func) {
            return known;
        }
        let options = Options { parallel: true, ..Options::clone(&record.options) };
        let form = FunctionRecord { options: Arc::new(options), nested: FxHashMap::default(), ..record.clone() };
        let form = self.add(form);
        self.parallel_forms.insert(func, form);
        form
    }

    /// Notes the key that a function of the package implements; the first one names it.
    pub fn note_key(&mut self, func: FuncId, key: &str) {
        if let Some(record) = self.functions.get_mut(&func).filter(|record| record.own && record.known_as.is_none()) {
            record.known_as = Some(Name::from(key));
        }
    }

    /// Whether a function is part of the package.
    pub fn is_own(&self, func: FuncId) -> bool {
        self.functions.get(&func).is_some_and(|record| record.own)
    }

    /// A function; one without code where it has been removed.
    ///
    /// # Panics
    /// When there was no such function ever.
    pub fn function(&self, func: FuncId) -> &FunctionRecord {
        self.functions.get(&func).or(self.gone.as_ref()).expect("a registered function")
    }

    /// Whether a function is there and has not been removed.
    pub fn has_function(&self, func: FuncId) -> bool {
        self.functions.contains_key(&func)
    }

    /// Takes a function out of the table; its inner functions.
    fn remove(&mut self, func: FuncId) -> Vec<FuncId> {
        let Some(record) = self.functions.remove(&func) else { return Vec::new() };
        let inner = record.nested.into_values().collect();
        self.gone.get_or_insert_with(|| FunctionRecord {
            name: "a function that is gone".into(),
            code: Arc::default(),
            whole: Arc::default(),
            params: Arc::default(),
            body: None,
            captured: Vec::new(),
            nested: FxHashMap::default(),
            parent: None,
            signatures: None,
            specs: Vec::new(),
            ..record
        });
        inner
    }

    pub fn function_mut(&mut self, func: FuncId) -> &mut FunctionRecord {
        self.functions.get_mut(&func).expect("a registered function")
    }

    pub fn spec(&self, spec: u32) -> &SpecRecord {
        self.specs[spec as usize].as_ref().expect("a specialisation in use")
    }

    pub fn spec_mut(&mut self, spec: u32) -> &mut SpecRecord {
        self.specs[spec as usize].as_mut().expect("a specialisation in use")
    }

    /// Begins a compilation; returns its number.
    pub fn begin_compilation(&mut self) -> u64 {
        self.next_compilation += 1;
        self.running.push(self.next_compilation);
        self.next_compilation
    }

    /// Whether a specialisation is of a Python function that is not jitted, such as a method: the interpreter runs it where it calls it.
    pub fn is_interpreted(&self, spec: u32) -> bool {
        let func = self.specs.get(spec as usize).and_then(Option::as_ref).and_then(|record| record.func);
        let record = func.and_then(|func| self.functions.get(&func));
        record.is_some_and(|record| record.options.live || !record.own && self.library.contains_key(&record.object))
    }

    /// Whether a compilation may use a specialisation: one of its own, or of a compilation that is over.
    pub fn is_visible(&self, spec: u32, to: u64) -> bool {
        let owner = self.spec(spec).owner;
        owner == to || !self.running.contains(&owner)
    }

    pub fn add_spec(
        &mut self,
        func: Option<FuncId>,
        target: Target,
        name: Name,
        args: Vec<Ty>,
        progress: Progress,
    ) -> u32 {
        let number = self.specs.len() as u32;
        let symbol = coluber_abi::symbol(&name, u64::from(number));
        let ret = match &progress {
            Progress::Typed(typed) => typed.ret,
            Progress::Typing { assumed, .. } => *assumed,
            Progress::Cached => Ty::undefined(),
        };
        let owner = self.running.last().copied().unwrap_or_default();
        if let Some(record) = func.and_then(|func| self.functions.get_mut(&func)) {
            record.specs.push(number);
        }
        self.specs.push(Some(SpecRecord {
            func,
            owner,
            target,
            args,
            found_by: FoundBy::Caller,
            ret,
            symbol,
            progress,
            waits: None,
            settled: false,
            widenings: widenings(),
            linked: None,
            short: None,
            took: Vec::new(),
        }));
        number
    }

    /// Has callers find a specialisation by its key.
    pub fn found_by_key(&mut self, key: SpecKey, spec: u32) {
        self.spec_mut(spec).found_by = FoundBy::Key(key.2);
        self.by_key.insert(key, spec);
    }

    /// Has callers find what inference made by its name.
    pub fn found_by_name(&mut self, name: &str, spec: u32) {
        self.spec_mut(spec).found_by = FoundBy::Name(name.to_owned());
        self.synthetic.insert(name.to_owned(), spec);
    }

    /// Takes a specialisation out of all tables. The time that takes does not depend on how many there are.
    pub fn take_spec(&mut self, spec: u32) -> Option<SpecRecord> {
        let record = self.specs.get_mut(spec as usize)?.take()?;
        match (&record.found_by, record.func) {
            (FoundBy::Key(ret), Some(func)) => {
                let key = (func, record.args.clone(), *ret, record.target);
                remove_if(&mut self.by_key, &key, spec);
            }
            (FoundBy::Name(name), _) => remove_if(&mut self.synthetic, name, spec),
            _ => {}
        }
        let function = record.func.and_then(|func| self.functions.get_mut(&func));
        if let Some(function) = function
            && let Some(position) = function.specs.iter().rposition(|&own| own == spec)
        {
            function.specs.remove(position);
        }
        Some(record)
    }
}

/// Removes a key that stands for this specialisation; another one may have come in its place.
fn remove_if<K: Eq + Hash>(table: &mut FxHashMap<K, u32>, key: &K, spec: u32) {
    if table.get(key) == Some(&spec) {
        table.remove(key);
    }
}
