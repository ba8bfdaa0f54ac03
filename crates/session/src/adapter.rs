//! The outside as inference sees it: the session's tables, and Python behind them.

use crate::cache::{Answer, Event, Question};
use crate::environment::{Environment, Overload};
use crate::record::{FunctionRecord, Progress, Target};
use crate::state::Session;
use crate::typing;
use coluber_base::{Diagnostic, ErrorClass, Name, Result, Span};
use coluber_bytecode::CodeObject;
use coluber_frontend::Assignments;
use coluber_infer::{FuncId, Host, HostValue, Options, Params, Specialised};
use coluber_ir::typed::Op;
use coluber_ir::{Typed, Untyped};
use coluber_types::containers::any_length;
use coluber_types::{Kind, Literal, ObjId, Shape, Ty, classes};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Functions that ask each other, at most.
const MOST_FILLING: usize = 6;
/// A recursive function is compiled for so many lengths of a tuple that grows with each call, and then for any length.
const MOST_LENGTHS: usize = 6;

/// Connects inference with the session and Python.
pub(crate) struct Adapter<'a> {
    pub session: &'a Session,
    pub target: Target,
    pub env: &'a mut dyn Environment,
    /// The number of this compilation.
    pub compilation: u64,
    /// The functions that are being typed, innermost last.
    levels: Vec<Level>,
    /// The functions that are asked what they put into lists.
    filling: Vec<Asked>,
    /// What fields of objects that are being made are set to.
    noted: Vec<(Shape, usize, Ty)>,
    /// The classes of the package whose places are noted.
    named: FxHashSet<ObjId>,
    /// Whether it is for a loop of a function that the interpreter runs, which sees what that sees.
    pub live: bool,
    /// Specialisations that have been seen to be as the program is now.
    pub current: FxHashSet<u32>,
    /// A function whose variables somebody asks for, and what they are.
    pub watched: Option<(FuncId, Vec<(Name, Ty)>)>,
    /// How often functions have been typed in this compilation.
    typings: usize,
}

/// Functions are typed so often in a compilation, at most. Programs of some hundred lines need up to 500; where each call may be given values of
/// several types, in containers in each other, there is no end to it.
const MOST_TYPINGS: usize = 2_500;

/// A function that is asked what it puts into the lists, dicts and sets that it is given.
struct Asked {
    func: FuncId,
    /// The types of its other arguments; undefined in the places of those.
    others: Vec<Ty>,
    /// The type of its result, as far as it is known.
    ret: Ty,
}

/// A function that is being typed.
struct Level {
    /// The Python function.
    object: ObjId,
    /// Whether it is part of the package.
    own: bool,
    /// The function itself, which may be in that one, and the types of its arguments.
    func: FuncId,
    args: Box<[Ty]>,
    /// What has happened.
    events: Vec<Event>,
    /// The outermost specialisation whose result it was told before that was settled.
    waits: Option<u32>,
}

impl<'a> Adapter<'a> {
    pub fn new(session: &'a Session, env: &'a mut dyn Environment, target: Target) -> Self {
        let compilation = session.lock().begin_compilation();
        Adapter {
            session,
            target,
            env,
            compilation,
            levels: Vec::new(),
            filling: Vec::new(),
            noted: Vec::new(),
            named: FxHashSet::default(),
            live: false,
            current: FxHashSet::default(),
            watched: None,
            typings: 0,
        }
    }

    /// Counts a function that is typed. The error of a compilation that comes to no end.
    pub fn count_typing(&mut self) -> Result<()> {
        self.typings += 1;
        if self.typings <= MOST_TYPINGS {
            return Ok(());
        }
        let text = "the values that functions of this program are called with have too many types";
        let error = Diagnostic::typing(text, Span::default())
            .hint("give containers in each other the same depth everywhere, and their items one type");
        Err(error.running_away())
    }

    /// How many functions are being typed.
    pub fn depth(&self) -> usize {
        self.levels.len()
    }

    /// How often a function of a program is among them.
    pub fn depth_of(&self, func: FuncId) -> usize {
        let object = self.object_of(func);
        self.levels.iter().filter(|level| level.object == object && !level.own).count()
    }

    /// Whether calls of a recursive function that are being typed have been given a longer tuple each in this place, and this is the next one.
    fn grows(&self, func: FuncId, at: usize, tuple: &[Ty]) -> bool {
        let own = self.levels.iter().filter(|level| level.func == func);
        let mut lengths: Vec<usize> = own.filter_map(|level| Some(level.args.get(at)?.tuple_items()?.len())).collect();
        lengths.push(tuple.len());
        lengths.len() > MOST_LENGTHS && lengths.is_sorted_by(|a, b| a < b)
    }

    /// Starts the list of what happens while a function is typed.
    pub fn begin(&mut self, func: FuncId, args: &[Ty]) {
        let object = self.object_of(func);
        let own = self.session.lock().is_own(func);
        self.levels.push(Level { object, own, func, args: args.into(), events: Vec::new(), waits: None });
        self.env.asking(Some(object));
    }

    /// Notes that what is typed now was told what may be another thing in the next round of a specialisation that is being typed.
    pub fn wait_for(&mut self, spec: Option<u32>) {
        if let (Some(level), Some(spec)) = (self.levels.last_mut(), spec) {
            level.waits = Some(level.waits.map_or(spec, |waits| waits.min(spec)));
        }
    }

    /// The outermost specialisation, other than `spec`, that what is typed now waits for.
    pub fn waits_for(&self, spec: u32) -> Option<u32> {
        self.levels.last()?.waits.filter(|&waits| waits < spec)
    }

    /// Ends the list: it belongs to the specialisation that it led to, or to the function that asked for it.
    pub fn end(&mut self, spec: Option<u32>) -> Vec<Event> {
        let events = self.levels.pop().map_or_else(Vec::new, |level| level.events);
        self.env.asking(self.levels.last().map(|level| level.object));
        let outer = self.levels.last_mut().map(|level| &mut level.events);
        match (spec, outer) {
            (Some(spec), Some(outer)) => outer.push(Event::Used(spec)),
            (None, Some(outer)) => outer.extend(events.iter().cloned()),
            _ => {}
        }
        events
    }

    /// Notes that a specialisation that is there was used.
    pub fn used(&mut self, spec: u32) {
        if let Some(level) = self.levels.last_mut() {
            level.events.push(Event::Used(spec));
        }
    }

    fn asked(&mut self, question: Question, answer: Answer) {
        if let Some(Level { own, events, .. }) = self.levels.last_mut() {
            events.push(Event::Asked { question, answer, own: *own });
        }
    }

    /// The value that a question had as its answer, if the function that is typed now has asked it.
    fn answered(&self, question: &Question) -> Option<Option<HostValue>> {
        self.levels.last()?.events.iter().find_map(|event| match event {
            Event::Asked { question: asked, answer: Answer::Value(value), .. } if asked == question => {
                Some(value.clone())
            }
            _ => None,
        })
    }

    /// Asks for a value, and notes the answer.
    fn value(
        &mut self,
        question: Question,
        ask: impl FnOnce(&mut dyn Environment) -> Option<HostValue>,
    ) -> Option<HostValue> {
        let value = ask(self.env);
        self.asked(question, Answer::Value(value.clone()));
        if let Some(value) = &value {
            self.name_class(value.ty);
        }
        value
    }

    /// Notes under which name another process finds a class of exceptions that a function of the package has asked for: what such functions ask
    /// is no part of entries of the cache, but code refers to the classes that it raises.
    fn name_class(&mut self, ty: Ty) {
        let (Kind::ExceptionClass(class), Some(Level { own: true, .. })) = (ty.kind(), self.levels.last()) else {
            return;
        };
        let class = class.id;
        if let Some(place) = self.place_of(class).filter(|(module, _)| **module != *"builtins") {
            self.note_place(class, place);
        }
    }

    /// The same of a class of the package whose objects stand for those of a class of Python's: functions of a program meet it without having asked
    /// for it.
    fn name_counterpart(&mut self, object: ObjId) {
        let Some(class) = classes::of_view(object).map(|class| class.object.id) else { return };
        let is_met = self.levels.last().is_some_and(|level| !level.own) && self.named.insert(class);
        if is_met && let Some(place) = self.place_of(class).filter(|(module, _)| module.starts_with("coluber.")) {
            self.note_place(class, place);
        }
    }

    /// The module and the name that a class says to have.
    fn place_of(&mut self, class: ObjId) -> Option<(Name, Name)> {
        let mut text = |name| match self.env.attribute(class, name)?.ty.kind() {
            Kind::Literal(Literal::Str(text)) => Some(text.clone()),
            _ => None,
        };
        Some((text("__module__")?, text("__qualname__")?))
    }

    /// Notes the questions that lead to a class, where they do.
    fn note_place(&mut self, class: ObjId, (module, name): (Name, Name)) {
        let Some(found) = self.env.module(&module, false) else { return };
        let Kind::Module(object) = found.ty.kind() else { return };
        let there = self.env.attribute(object.id, &name);
        let is_class = |found: &HostValue| match found.ty.kind() {
            Kind::ExceptionClass(object) | Kind::Function(object) => object.id == class,
            _ => false,
        };
        if !there.as_ref().is_some_and(is_class) {
            return;
        }
        let (object, Some(level)) = (object.id, self.levels.last_mut()) else { return };
        level.events.extend([
            Event::Asked {
                question: Question::Module { name: module, top: false },
                answer: Answer::Value(Some(found)),
                own: false,
            },
            Event::Asked { question: Question::Attribute { object, name }, answer: Answer::Value(there), own: false },
        ]);
    }

    /// Asks the environment a question.
    pub fn ask(&mut self, question: &Question, function: Option<FuncId>) -> Answer {
        self.env.asking(match question {
            Question::Global { function, .. }
            | Question::Free { function, .. }
            | Question::Default { function, .. } => Some(*function),
            _ => function.map(|func| self.object_of(func)),
        });
        let answer = self.answer(question, function);
        self.env.asking(self.levels.last().map(|level| level.object));
        answer
    }

    fn answer(&mut self, question: &Question, function: Option<FuncId>) -> Answer {
        match question {
            Question::Global { function, name } => Answer::Value(self.env.global(*function, name)),
            Question::Free { function, name } => Answer::Value(self.env.free(*function, name)),
            Question::Default { function, name } => Answer::Value(self.env.default(*function, name)),
            Question::Attribute { object, name } => Answer::Value(self.env.attribute(*object, name)),
            Question::Builtin { name } => Answer::Value(self.env.builtin(name)),
            Question::Module { name, top } => Answer::Value(self.env.module(name, *top)),
            Question::Key { object } => Answer::Name(self.env.key(*object)),
            Question::IsSubclass { sub, sup } => Answer::Flag(self.env.is_subclass(*sub, *sup)),
            Question::Jitted { object } => {
                let found = self.env.jitted(*object);
                Answer::Function(found.map(|found| self.known(found)))
            }
            Question::Signatures { .. } => {
                Answer::Signatures(function.and_then(|func| self.session.lock().function(func).signatures.clone()))
            }
            Question::Overload { key, args, names } => match self.env.overload(key, args, names, Span::default()) {
                Ok(found) => Answer::Function(found.map(|found| self.known(found))),
                Err(error) => Answer::Refused(error.message.as_str().into()),
            },
            Question::HasOverload { key } => Answer::Flag(self.env.has_overload(key)),
        }
    }

    fn object_of(&self, func: FuncId) -> ObjId {
        self.session.lock().function(func).object
    }

    fn known(&self, found: Overload) -> FuncId {
        match found {
            Overload::Known(func) => func,
            Overload::New(def) => self.session.library_function(*def),
        }
    }

    /// Decodes a function's bytecode and builds its untyped IR.
    fn build(&mut self, func: FuncId) -> Result<Arc<Untyped>> {
        let (code, tables, settings, options) = {
            let state = self.session.lock();
            let record = state.function(func);
            (record.code.clone(), record.tables.clone(), state.settings.clone(), record.options.clone())
        };
        let decode = |code: &CodeObject| {
            coluber_bytecode::decode(code, &tables)
                .map_err(|error| Diagnostic::new(ErrorClass::Bytecode, error.to_string(), Span::line(code.first_line)))
        };
        let stream = decode(&code)?;
        if settings.dump_bytecode {
            typing::dump("bytecode", &code.qualname, &stream);
        }
        let converted: Vec<Name> = options.locals.iter().map(|(name, _)| name.clone()).collect();
        let is_own = self.session.lock().function(func).own;
        let globals = if is_own { Vec::new() } else { self.env.variables(self.object_of(func)) };
        let assignments =
            Assignments { told: options.debug, converted: &converted, globals: &globals, parallel: options.parallel };
        let lowered = coluber_frontend::build_inlined(&code, &stream, &decode, assignments)?;
        if settings.dump_cfg {
            typing::dump("control flow", &code.qualname, &coluber_ir::loops::describe(&lowered.function));
        }
        if settings.dump_ir {
            typing::dump("IR", &code.qualname, &lowered.function);
        }
        let body = Arc::new(lowered.function);
        self.session.lock().function_mut(func).body = Some((body.clone(), lowered.nested));
        Ok(body)
    }
}

impl Drop for Adapter<'_> {
    fn drop(&mut self) {
        self.session.lock().running.retain(|&number| number != self.compilation);
    }
}

impl Host for Adapter<'_> {
    fn untyped(&mut self, func: FuncId) -> Result<Arc<Untyped>> {
        if !self.session.lock().has_function(func) {
            return Err(Diagnostic::typing(
                "the function that is called here is gone with the function that it is in",
                Span::default(),
            ));
        }
        let known = self.session.lock().function(func).body.as_ref().map(|b| b.0.clone());
        match known {
            Some(body) => Ok(body),
            None => self.build(func),
        }
    }

    fn params(&mut self, func: FuncId) -> Arc<Params> {
        self.session.lock().function(func).params.clone()
    }

    fn original_class(&mut self, class: ObjId) -> Option<Ty> {
        self.env.original_class(class)
    }

    /// Annotations are part of what a function's source says: what they stand for is not asked again where code comes from the cache.
    fn annotation(&mut self, func: FuncId, parameter: &str) -> Option<Ty> {
        // An inner function is part of another one's object.
        let is_inner = self.session.lock().function(func).parent.is_some();
        if is_inner { None } else { self.env.annotation(self.object_of(func), parameter) }
    }

    /// A kernel decides for the functions that it calls how errors are treated.
    fn options(&mut self, func: FuncId) -> Arc<Options> {
        let options = self.session.lock().function(func).options.clone();
        match self.target {
            Target::Cpu => options,
            Target::Cuda { debug, .. } => Arc::new(Options {
                cuda: true,
                debug,
                numpy_errors: !debug,
                boundscheck: debug,
                ..Options::clone(&options)
            }),
        }
    }

    fn global(&mut self, func: FuncId, name: &str) -> Option<HostValue> {
        let function = self.object_of(func);
        self.value(Question::Global { function, name: name.into() }, |env| env.global(function, name))
    }

    fn global_names(&mut self, func: FuncId) -> Vec<String> {
        self.env.global_names(self.object_of(func))
    }

    fn free(&mut self, func: FuncId, name: &str) -> Option<HostValue> {
        let function = self.object_of(func);
        self.value(Question::Free { function, name: name.into() }, |env| env.free(function, name))
    }

    fn default(&mut self, func: FuncId, name: &str) -> Option<HostValue> {
        // An inner function is part of another one's object. Its calls carry its defaults.
        if self.session.lock().function(func).parent.is_some() {
            return None;
        }
        let function = self.object_of(func);
        let question = Question::Default { function, name: name.into() };
        // A call is typed several times, and the address of an array's copy must stay the same.
        match self.answered(&question) {
            Some(known) => known,
            None => self.value(question, |env| env.default(function, name)),
        }
    }

    fn attribute(&mut self, object: ObjId, name: &str) -> Option<HostValue> {
        self.name_counterpart(object);
        self.value(Question::Attribute { object, name: name.into() }, |env| env.attribute(object, name))
    }

    fn attribute_names(&mut self, object: ObjId) -> Vec<String> {
        self.env.attribute_names(object)
    }

    fn library_name(&mut self, object: ObjId) -> Option<Name> {
        self.env.library_name(object)
    }

    fn statement(&mut self, object: ObjId, names: &[Name]) -> Option<Name> {
        self.env.statement(object, names)
    }

    fn builtin(&mut self, name: &str) -> Option<HostValue> {
        self.value(Question::Builtin { name: name.into() }, |env| env.builtin(name))
    }

    fn module(&mut self, name: &str, top: bool) -> Option<HostValue> {
        self.value(Question::Module { name: name.into(), top }, |env| env.module(name, top))
    }

    fn key(&mut self, object: ObjId) -> Option<Name> {
        let key = self.env.key(object);
        self.asked(Question::Key { object }, Answer::Name(key.clone()));
        key
    }

    fn is_subclass(&mut self, sub: ObjId, sup: ObjId) -> bool {
        let answer = self.env.is_subclass(sub, sup);
        self.asked(Question::IsSubclass { sub, sup }, Answer::Flag(answer));
        answer
    }

    fn jitted(&mut self, object: ObjId) -> Option<FuncId> {
        let found = self.env.jitted(object);
        let func = found.map(|found| self.known(found));
        self.asked(Question::Jitted { object }, Answer::Function(func));
        func
    }

    fn signatures(&mut self, func: FuncId) -> Option<Vec<(Vec<Ty>, Ty)>> {
        let function = self.object_of(func);
        let signatures = self.session.lock().function(func).signatures.clone();
        self.asked(Question::Signatures { function }, Answer::Signatures(signatures.clone()));
        signatures
    }

    fn overload(&mut self, key: &str, args: &[Ty], names: &[Name], span: Span) -> Result<Option<FuncId>> {
        let question = Question::Overload { key: key.into(), args: args.to_vec(), names: names.to_vec() };
        match self.env.overload(key, args, names, span) {
            Ok(found) => {
                let func = found.map(|found| self.known(found));
                self.asked(question, Answer::Function(func));
                if let Some(func) = func {
                    self.session.lock().note_key(func, key);
                }
                Ok(func)
            }
            Err(error) => {
                self.asked(question, Answer::Refused(error.message.as_str().into()));
                Err(error)
            }
        }
    }

    fn has_overload(&mut self, key: &str) -> bool {
        let answer = self.env.has_overload(key);
        self.asked(Question::HasOverload { key: key.into() }, Answer::Flag(answer));
        answer
    }

    fn nested(
        &mut self,
        func: FuncId,
        code: u32,
        defaults: u32,
        kw_names: &[Name],
        captured: &[Name],
    ) -> Result<FuncId> {
        let mut state = self.session.lock();
        let parent = state.function(func);
        let Some((_, codes)) = &parent.body else {
            return Err(Diagnostic::internal("a nested function before its parent", Span::default()));
        };
        let inner = codes[code as usize].clone();
        let params = nested_params(&inner);
        let first = params.positional.saturating_sub(defaults as usize);
        let mut carried: Vec<Name> = params.names[first..params.positional].to_vec();
        carried.extend(kw_names.iter().cloned());
        carried.extend(captured.iter().cloned());
        let key = (code, carried.clone());
        if let Some(&known) = parent.nested.get(&key) {
            return Ok(known);
        }
        let record = FunctionRecord {
            name: Name::from(&*inner.qualname),
            file: parent.file.clone(),
            code: inner,
            tables: parent.tables.clone(),
            params: Arc::new(params),
            options: Arc::new(Options { sends: None, strong: 0, elementwise: false, ..(*parent.options).clone() }),
            object: parent.object,
            body: None,
            captured: carried,
            nested: Default::default(),
            parent: Some(func),
            signatures: None,
            library: parent.library,
            known_as: None,
            own: parent.own,
            whole: parent.whole.clone(),
            specs: Vec::new(),
        };
        let id = state.add(record);
        state.function_mut(func).nested.insert(key, id);
        Ok(id)
    }

    fn has_same_code(&mut self, func: FuncId, other: FuncId) -> bool {
        let state = self.session.lock();
        let (func, other) = (state.function(func), state.function(other));
        func.code == other.code && func.captured == other.captured
    }

    fn sibling(&mut self, func: FuncId, name: &str) -> Result<Option<FuncId>> {
        let (parent, captured, code) = {
            let state = self.session.lock();
            let record = state.function(func);
            let Some(parent) = record.parent else { return Ok(None) };
            let codes = state.function(parent).body.as_ref().map_or(&[][..], |body| &body.1);
            let mut named = codes.iter().enumerate().filter(|(_, code)| *code.name == *name).map(|(k, _)| k as u32);
            let (first, second) = (named.next(), named.next());
            let Some(code) = first.filter(|_| second.is_none()) else { return Ok(None) };
            (parent, record.captured.clone(), code)
        };
        self.nested(parent, code, 0, &[], &captured).map(Some)
    }

    fn captured_names(&mut self, func: FuncId) -> Vec<Name> {
        self.session.lock().function(func).captured.clone()
    }

    fn function_name(&mut self, func: FuncId) -> Name {
        self.session.lock().function(func).name.clone()
    }

    fn parallel_form(&mut self, func: FuncId) -> FuncId {
        self.session.lock().parallel_form(func)
    }

    fn strong_form(&mut self, func: FuncId, strong: u32) -> Result<FuncId> {
        if self.session.lock().is_own(func) {
            return Ok(func);
        }
        self.untyped(func)?;
        let mut state = self.session.lock();
        if let Some(&known) = state.strong_forms.get(&(func, strong)) {
            return Ok(known);
        }
        let mut record = state.function(func).clone();
        record.options = Arc::new(Options { strong, ..(*record.options).clone() });
        record.nested = Default::default();
        let id = state.add(record);
        state.strong_forms.insert((func, strong), id);
        Ok(id)
    }

    fn of_any_length(&mut self, func: FuncId, at: usize, tuple: Ty) -> Option<Ty> {
        let Kind::Tuple(items) = tuple.kind() else { return None };
        if !self.grows(func, at, items) {
            return None;
        }
        any_length(items)
    }

    fn specialise(&mut self, func: FuncId, args: &[Ty], span: Span) -> Result<Specialised> {
        typing::specialise(self, func, args, None, span)
    }

    fn specialise_for(&mut self, func: FuncId, args: &[Ty], ret: Ty, span: Span) -> Result<Specialised> {
        typing::specialise(self, func, args, Some(ret), span)
    }

    fn filled(&mut self, func: FuncId, args: &[Ty]) -> Result<Option<(Vec<Ty>, Ty)>> {
        // A function that calls itself may put other values in there than those that it was given first: `walk(child, node, parents)` in
        // one that began with `walk(root, None, parents)`.
        let others: Vec<Ty> =
            args.iter().map(|ty| if ty.has_site() { Ty::undefined() } else { ty.bare().unliteral() }).collect();
        let mut same = self.filling.iter().filter(|asked| asked.func == func);
        let is_asked = same.clone().count() > 1 || same.any(|asked| asked.others == others);
        if is_asked || self.filling.len() >= MOST_FILLING || coluber_runtime::stack::is_low() {
            return Ok(None);
        }
        self.filling.push(Asked { func, others, ret: Ty::undefined() });
        self.begin(func, args);
        let found = coluber_infer::filled(self, func, args);
        let waits = self.waits_for(u32::MAX);
        self.end(None);
        self.wait_for(waits);
        self.filling.pop();
        found.map(Some)
    }

    fn gives(&mut self, ret: Ty) {
        if let Some(asked) = self.filling.last_mut() {
            asked.ret = ret;
        }
    }

    fn assigned(&mut self, func: FuncId, variables: &mut dyn Iterator<Item = (Name, Ty)>) {
        if let Some((watched, found)) = &mut self.watched
            && *watched == func
        {
            *found = variables.collect();
        }
    }

    fn note_field(&mut self, shape: Shape, field: usize, ty: Ty) {
        let new = (shape, field, ty);
        // It has to be noted in each round of those who make the object.
        self.wait_for(Some(0));
        if !self.noted.contains(&new) {
            self.noted.push(new);
        }
    }

    fn suggest(&mut self, wanted: (u32, usize, u32)) {
        self.session.lock().suggested.push(wanted);
    }

    fn has_suggestions(&self) -> bool {
        let is_new = |&(class, field, ty): &(u32, usize, u32)| {
            classes::find(ObjId(class)).is_some_and(|class| class.declared(field).id() != ty)
        };
        self.session.lock().suggested.iter().any(is_new)
    }

    fn noted_fields(&mut self, shape: Shape) -> Vec<(usize, Ty)> {
        let of_shape = self.noted.extract_if(.., |noted| noted.0 == shape);
        of_shape.map(|(_, field, ty)| (field, ty)).collect()
    }

    fn given_so_far(&mut self, func: FuncId) -> Option<Ty> {
        let given = self.filling.iter().rev().find(|asked| asked.func == func).map(|asked| asked.ret);
        self.wait_for(given.is_some().then_some(0));
        given
    }

    fn resume(&mut self, func: FuncId, args: &[Ty], span: Span) -> Result<u32> {
        let made = typing::specialise(self, func, args, None, span)?;
        let resumes = self.session.lock().resumes.get(&made.spec).copied();
        resumes.ok_or_else(|| Diagnostic::internal("a generator that can't be resumed", span))
    }

    fn unsent(&mut self, func: FuncId) -> FuncId {
        let state = self.session.lock();
        let made_of = state.changed.iter().find(|(_, made)| **made == func).map_or(func, |((own, _), _)| *own);
        state.sent.iter().find(|(_, derived)| **derived == made_of).map_or(made_of, |((own, _), _)| *own)
    }

    fn sent(&mut self, func: FuncId, sends: Ty) -> Result<FuncId> {
        self.untyped(func)?;
        let mut state = self.session.lock();
        if let Some(&known) = state.sent.get(&(func, sends)) {
            return Ok(known);
        }
        let mut record = state.function(func).clone();
        record.options = Arc::new(Options { sends: Some(sends), ..(*record.options).clone() });
        record.nested = Default::default();
        let id = state.add(record);
        state.sent.insert((func, sends), id);
        Ok(id)
    }

    fn raised(&mut self) -> Vec<(Name, Vec<Ty>)> {
        let used = |events: &[Event]| {
            let specs = events.iter().filter_map(|event| match event {
                Event::Used(spec) => Some(*spec),
                Event::Asked { .. } => None,
            });
            specs.collect::<Vec<u32>>()
        };
        let state = self.session.lock();
        let mut waiting = self.levels.last().map_or_else(Vec::new, |level| used(&level.events));
        let (mut seen, mut found) = (Vec::new(), Vec::new());
        while let Some(spec) = waiting.pop() {
            if seen.contains(&spec) {
                continue;
            }
            seen.push(spec);
            waiting.extend(state.events.get(&spec).map_or_else(Vec::new, |events| used(events)));
            if let Some(Some(record)) = state.specs.get(spec as usize)
                && let Progress::Typed(typed) = &record.progress
                && record.func.is_some_and(|func| !state.is_own(func))
            {
                found.extend(raised_by(typed));
            }
        }
        found
    }

    fn add_typed(&mut self, name: &str, build: &mut dyn FnMut() -> Typed) -> Specialised {
        let name = &*match self.target {
            Target::Cpu => name.to_owned(),
            target => format!("{target:?} {name}"),
        };
        {
            let state = self.session.lock();
            let known = state.synthetic.get(name).copied().filter(|&spec| state.is_visible(spec, self.compilation));
            if let Some(spec) = known {
                return Specialised { spec, ret: state.spec(spec).ret, done: true, never: false };
            }
        }
        let mut typed = build();
        let loops = typing::outline(self.session, None, &mut typed);
        let typed = typing::finish(self.session, typed, self.target, false, typing::Who::default());
        let args = typed.params().iter().map(|p| typed.ty(*p)).collect();
        let ret = typed.ret;
        let mut state = self.session.lock();
        let spec = state.add_spec(None, self.target, typed.name.clone(), args, Progress::Typed(Arc::new(typed)));
        state.found_by_name(name, spec);
        if !loops.is_empty() {
            state.loops.insert(spec, loops);
        }
        Specialised { spec, ret, done: true, never: false }
    }
}

/// Classes and types of the arguments of what a function raises itself.
fn raised_by(typed: &Typed) -> impl Iterator<Item = (Name, Vec<Ty>)> {
    typed.insts.values().filter_map(|inst| match &inst.op {
        Op::Raise { class, message } => {
            let first = (!message.is_empty()).then(Ty::string);
            Some((class.clone(), first.into_iter().chain(inst.args.iter().map(|&arg| typed.ty(arg))).collect()))
        }
        _ => None,
    })
}

/// The parameters of an inner function; its defaults are passed by each call.
fn nested_params(code: &CodeObject) -> Params {
    let count = (code.parameter_count() as usize).min(code.local_names.len());
    Params {
        names: code.local_names[..count].iter().map(|n| Name::from(&**n)).collect(),
        positional: code.arg_count as usize,
        positional_only: code.posonly_arg_count as usize,
        keyword_only: code.kwonly_arg_count as usize,
        varargs: code.flags.has(coluber_bytecode::CodeFlags::VARARGS),
        varkw: code.flags.has(coluber_bytecode::CodeFlags::VARKEYWORDS),
        defaults: Vec::new(),
        finds_itself: code.free_names.contains(&code.name),
    }
}
