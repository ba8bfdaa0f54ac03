//! What is known of the exceptions that come to a handler: their classes, the arguments that they were made of, and what these make of the
//! attributes.

use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::exceptions::class_name;
use crate::value::{Resolved, Val};
use coluber_base::{Name, Result};
use coluber_ir::typed::Op;
use coluber_ir::{Terminator, Value};
use coluber_ops::CmpOp;
use coluber_types::containers::item_type;
use coluber_types::{Kind, ObjId, Object, Ty, unify};

/// Exceptions of some classes that were made of arguments of the same types.
struct Made {
    /// The objects of their classes.
    ids: Vec<ObjId>,
    /// Their classes, as a tuple.
    classes: Ty,
    /// The words of these classes.
    words: Vec<Name>,
    /// The arguments, of the exception that is the operand.
    arguments: Resolved,
}

/// What is known of the exceptions that come to a handler.
pub struct Handled {
    /// At least one; of several the first whose class and arguments are those of the exception.
    all: Vec<Made>,
}

/// What an exception of none of the classes has.
enum Otherwise {
    /// There are no others.
    Nothing,
    /// A value, which is given the operands.
    Gives(Resolved),
    /// What raises the error is given the exception and the name.
    Raises(Resolved),
}

impl Handled {
    /// `e.name`: what the class made of the arguments. None for what no class has.
    pub fn attribute(&self, cx: &mut Cx<'_>, name: &Name) -> Rule {
        let rules = self.all.iter().map(|made| made.attribute(cx, name)).collect::<Result<Option<Vec<_>>>>();
        match rules {
            Ok(Some(rules)) => return self.one_of(cx, name, rules).map(Some),
            Err(error) if self.all.iter().all(|made| made.ids.len() == 1) => return Err(error),
            _ => {}
        }
        let (all, mut rules, mut is_missing) = (self.by_class(cx).all, Vec::new(), false);
        let mut having = Vec::new();
        for made in all {
            match made.attribute(cx, name)? {
                Some(rule) => {
                    having.push(made);
                    rules.push(rule);
                }
                None => is_missing = true,
            }
        }
        match (having.is_empty(), is_missing) {
            (true, _) => Ok(None),
            (false, false) => Handled { all: having }.one_of(cx, name, rules).map(Some),
            // As in CPython it is an error where an exception comes that has no such attribute.
            (false, true) => {
                let vals = [Val::new(Ty::new(Kind::CaughtException)), Val::weak(Ty::literal_str(name.clone()))];
                let Some(otherwise) = cx.overload("coluber.no_exception_attribute", &vals)? else { return Ok(None) };
                Handled { all: having }.one_of_or(cx, name, rules, Otherwise::Raises(otherwise)).map(Some)
            }
        }
    }

    /// What `e.name` is, or the second operand where the class of the exception has no such attribute; without a default whether it has one. None
    /// where no class has it, or they have classes of the interpreter that may keep more than their arguments.
    pub fn attribute_or(&self, cx: &mut Cx<'_>, name: &Name, default: Option<Val>) -> Rule {
        let (mut having, mut rules) = (Vec::new(), Vec::new());
        for made in self.by_class(cx).all {
            if let Some(rule) = made.attribute(cx, name)? {
                having.push(made);
                rules.push(match default {
                    Some(_) => rule,
                    None => Resolved::constant(Ty::literal_bool(true)),
                });
            }
        }
        if having.is_empty() {
            return Ok(None);
        }
        let otherwise = match default {
            Some(default) => Resolved::one(default, |_, a| a[1]),
            None => Resolved::one(Val::weak(Ty::boolean()), |e, _| e.bool(false)),
        };
        Handled { all: having }.one_of_or(cx, name, rules, Otherwise::Gives(otherwise)).map(Some)
    }

    /// The same with classes that are told apart.
    fn by_class(&self, cx: &mut Cx<'_>) -> Handled {
        let alone = self.all.iter().flat_map(|made| made.ids.iter().map(|id| (*id, made.arguments.val().ty)));
        let alone: Vec<(ObjId, Vec<Ty>)> =
            alone.map(|(id, types)| (id, types.tuple_items().unwrap_or(&[]).to_vec())).collect();
        Handled { all: each_class(cx, &alone) }
    }

    /// `e.args`
    pub fn arguments(&self, cx: &mut Cx<'_>) -> Result<Resolved> {
        let name = Name::from("args");
        let rules = self.each_arguments(cx, &name)?;
        self.one_of(cx, &name, rules)
    }

    /// `e.value` of a StopIteration: the first argument, or None.
    pub fn first_argument(&self, cx: &mut Cx<'_>) -> Result<Resolved> {
        let rules = self.each_arguments(cx, &"args".into())?.into_iter().map(first_or_none).collect();
        self.one_of(cx, &"value".into(), rules)
    }

    fn each_arguments(&self, cx: &mut Cx<'_>, name: &Name) -> Result<Vec<Resolved>> {
        let mut rules = Vec::new();
        for made in &self.all {
            let of_class = if made.words.is_empty() { None } else { made.attribute(cx, name)? };
            rules.push(of_class.unwrap_or_else(|| made.arguments.clone()));
        }
        Ok(rules)
    }

    /// The rule for the exception that it is at run time.
    fn one_of(&self, cx: &Cx<'_>, name: &Name, rules: Vec<Resolved>) -> Result<Resolved> {
        self.one_of_or(cx, name, rules, Otherwise::Nothing)
    }

    /// The same, where exceptions of other classes may come.
    fn one_of_or(&self, cx: &Cx<'_>, name: &Name, mut rules: Vec<Resolved>, otherwise: Otherwise) -> Result<Resolved> {
        let is_alone = matches!(otherwise, Otherwise::Nothing);
        if rules.len() == 1
            && is_alone
            && let Some(only) = rules.pop()
        {
            return Ok(only);
        }
        let given = match &otherwise {
            Otherwise::Gives(value) => Some(value),
            _ => None,
        };
        let types: Vec<Ty> = rules.iter().chain(given).map(|rule| item_type(rule.val().ty).bare()).collect();
        let Some(result) = common_type(&types) else {
            let (first, other) = (types[0], types.iter().find(|ty| **ty != types[0]).copied().unwrap_or(types[0]));
            let text = format!("exceptions come to this handler whose '{name}' is {first} and {other}");
            return Err(cx.error(text).hint("catch each class in a clause of its own"));
        };
        let tests: Vec<(Vec<Name>, Ty)> =
            self.all.iter().map(|made| (made.words.clone(), made.arguments.val().ty)).collect();
        let literal = Ty::literal_str(name.clone());
        Ok(Resolved::one(Val::weak(result), move |e, a| {
            let (end, found) = e.join_block(result);
            for (k, (rule, (words, types))) in rules.iter().zip(&tests).enumerate() {
                let other = (!is_alone || k + 1 < rules.len()).then(|| {
                    let (own, other) = (e.following_block(), e.following_block());
                    let is_it = is_made_so(e, a[0], words, *types);
                    e.builder().branch(is_it, (own, &[]), (other, &[]));
                    e.builder().switch_to(own);
                    other
                });
                let value = e.resolved(rule, a);
                let value = e.coerce(value, result);
                e.builder().jump(end, &[value]);
                other.into_iter().for_each(|other| e.builder().switch_to(other));
            }
            match &otherwise {
                Otherwise::Nothing => {}
                Otherwise::Gives(value) => {
                    let value = e.resolved(value, a);
                    let value = e.coerce(value, result);
                    e.builder().jump(end, &[value]);
                }
                Otherwise::Raises(error) => {
                    let unit = e.unit(literal);
                    e.resolved(error, &[a[0], unit]);
                    e.builder().terminate(Terminator::Unreachable);
                }
            }
            e.builder().switch_to(end);
            found
        }))
    }
}

/// The type that values of all these types become: tuples of several lengths are one of any length.
fn common_type(types: &[Ty]) -> Option<Ty> {
    let joined = types.iter().try_fold(Ty::undefined(), |joined, ty| unify(joined, *ty));
    joined.or_else(|| {
        let items: Vec<Ty> = types.iter().flat_map(|ty| ty.tuple_items().unwrap_or(&[])).copied().collect();
        let item = items.iter().try_fold(Ty::undefined(), |joined, ty| unify(joined, *ty))?;
        let are_tuples = types.iter().all(|ty| ty.tuple_items().is_some());
        (are_tuples && item != Ty::undefined()).then(|| Ty::list(item).as_list(coluber_types::ListForm::Tuple))
    })
}

/// Whether an exception is of one of some classes and was made of arguments of these types.
fn is_made_so(e: &mut Emitter<'_>, exception: Value, words: &[Name], types: Ty) -> Value {
    let (owner, word) = (e.part(exception, 0), e.type_word(types));
    let fits = e.runtime("exception_fits", &[owner, word], &[Ty::boolean()])[0];
    let of_class = e.builder().value(Op::ExceptionMatch { classes: words.to_vec() }, &[exception], Ty::boolean());
    e.and(fits, of_class)
}

impl Made {
    fn new(cx: &mut Cx<'_>, ids: &[ObjId], types: Vec<Ty>) -> Made {
        let class = |id: &ObjId| Object { id: *id, text: "exception".into() };
        let own = ids.to_vec();
        let words = ids.iter().map(|id| class_name(cx, &class(id))).collect();
        let classes = Ty::tuple(ids.iter().map(|id| Ty::new(Kind::ExceptionClass(class(id)))).collect::<Vec<_>>());
        Made { ids: own, classes, words, arguments: arguments_of_types(types) }
    }

    fn attribute(&self, cx: &mut Cx<'_>, name: &Name) -> Rule {
        let (classes, arguments) = (self.classes, self.arguments.clone());
        let literal = Ty::literal_str(name.clone());
        let vals = [Val::new(classes), Val::weak(literal), arguments.val()];
        let Some(found) = cx.overload("coluber.exception_attribute", &vals)? else { return Ok(None) };
        Ok(Some(Resolved::one(found.val(), move |e, a| {
            let units: Vec<Value> = classes.tuple_items().unwrap_or(&[]).iter().map(|class| e.unit(*class)).collect();
            let operands = [e.pack(&units, classes), e.unit(literal), e.resolved(&arguments, a)];
            e.resolved(&found, &operands)
        })))
    }
}

/// The arguments of an exception, as a tuple of these types.
fn arguments_of_types(types: Vec<Ty>) -> Resolved {
    let ty = Ty::tuple(types);
    Resolved::one(Val::new(ty), move |e, a| {
        let (exception, word) = (e.part(a[0], 0), e.type_word(ty));
        let place = e.runtime("exception_args", &[exception, word], &[Ty::ptr()])[0];
        match ty.tuple_items() {
            Some([]) | None => e.pack(&[], ty),
            _ => e.load(place, ty),
        }
    })
}

/// `exception.name` of one that has been made, but not raised. None for what its class has not.
pub fn attribute_of_made(cx: &mut Cx<'_>, ty: Ty, name: &Name) -> Rule {
    let Kind::Exception { class, args } = ty.kind() else { return Ok(None) };
    let types: Vec<Ty> = args.iter().map(|ty| item_type(*ty).bare()).collect();
    let mut made = Made::new(cx, &[class.id], types.clone());
    let arguments = Ty::tuple(types.clone());
    made.arguments = Resolved::one(Val::new(arguments), move |e, a| {
        let parts = e.parts(a[0]);
        let parts: Vec<Value> = parts.iter().zip(&types).map(|(part, ty)| e.coerce(*part, *ty)).collect();
        e.pack(&parts, arguments)
    });
    let found = made.attribute(cx, name)?;
    Ok(found.or_else(|| (**name == *"args").then_some(made.arguments)))
}

/// What comes to a handler for these classes, in a function that raises values of these types itself.
pub fn handled_by(cx: &mut Cx<'_>, handled: &[Ty], raised: &[Ty]) -> Handled {
    let found = exceptions_for(cx, handled, raised);
    let mut ids: Vec<ObjId> = found.iter().map(|(id, _)| *id).collect();
    ids.sort_unstable();
    ids.dedup();
    if let Some(types) = common_arguments(&found) {
        return Handled { all: vec![Made::new(cx, &ids, types)] };
    }
    Handled { all: each_class(cx, &found) }
}

/// What is known of each class by itself: of classes that are derived from each other the derived ones come first.
fn each_class(cx: &mut Cx<'_>, found: &[(ObjId, Vec<Ty>)]) -> Vec<Made> {
    let mut ids: Vec<ObjId> = found.iter().map(|(id, _)| *id).collect();
    ids.sort_unstable();
    ids.dedup();
    let mut depths: Vec<(usize, ObjId)> = Vec::new();
    for id in &ids {
        let bases = ids.iter().filter(|other| cx.host.is_subclass(*id, **other)).count();
        depths.push((bases, *id));
    }
    depths.sort_by(|a, b| b.cmp(a));
    let mut all = Vec::new();
    for (_, id) in depths {
        let mut lists: Vec<&Vec<Ty>> = found.iter().filter(|one| one.0 == id).map(|one| &one.1).collect();
        lists.sort();
        lists.dedup();
        all.extend(lists.into_iter().map(|list| Made::new(cx, &[id], list.clone())));
    }
    all
}

/// The classes of clauses, which may have tuples of them.
pub fn listed(handled: &[Ty]) -> Vec<Ty> {
    handled.iter().flat_map(|ty| ty.tuple_items().map_or_else(|| vec![*ty], <[Ty]>::to_vec)).collect()
}

/// The classes that come to a handler for these, and the types of their arguments.
fn exceptions_for(cx: &mut Cx<'_>, handled: &[Ty], raised: &[Ty]) -> Vec<(ObjId, Vec<Ty>)> {
    let class = |ty: &Ty| match ty.kind() {
        Kind::ExceptionClass(object) => Some(object.id),
        _ => None,
    };
    let handled: Vec<ObjId> = listed(handled).iter().filter_map(class).collect();
    let mut found: Vec<(ObjId, Vec<Ty>)> = Vec::new();
    for ty in raised {
        match ty.kind() {
            Kind::Exception { class, args } => found.push((class.id, args.to_vec())),
            Kind::ExceptionClass(object) => found.push((object.id, Vec::new())),
            _ => {}
        }
    }
    for (word, args) in cx.host.raised() {
        if let Some(id) = class_of_word(cx, &word) {
            found.push((id, args));
        }
    }
    found.retain(|(id, _)| handled.is_empty() || handled.iter().any(|handled| cx.host.is_subclass(*id, *handled)));
    // Iterators end without a message.
    found.extend(
        class_of_word(cx, "StopIteration").filter(|stop| handled.contains(stop)).map(|stop| (stop, Vec::new())),
    );
    let plain = |args: &mut Vec<Ty>| args.iter_mut().for_each(|ty| *ty = item_type(*ty).bare());
    found.iter_mut().for_each(|(_, args)| plain(args));
    found
}

/// The types that the arguments of all these exceptions become; a message where there are none, as those of operations have. None where the
/// runtime does not write the arguments of one as these types.
fn common_arguments(found: &[(ObjId, Vec<Ty>)]) -> Option<Vec<Ty>> {
    let Some((_, first)) = found.first() else { return Some(vec![Ty::string()]) };
    let common: Vec<Ty> = found.iter().try_fold(first.clone(), |types, (_, list)| match list.len() == types.len() {
        true => types.iter().zip(list).map(|(a, b)| unify(*a, *b)).collect(),
        false => None,
    })?;
    let is_written = |(own, ty): (&Ty, &Ty)| own == ty || (*own, *ty) == (Ty::int64(), Ty::float64());
    found.iter().all(|(_, list)| list.iter().zip(&common).all(is_written)).then_some(common)
}

/// `e.__cause__` and `e.__context__`: an exception, or None.
pub fn behind(is_cause: bool) -> Resolved {
    let caught = Ty::new(Kind::CaughtException);
    let ty = Ty::optional(caught);
    Resolved::one(Val::new(ty), move |e, a| {
        let (owner, which) = (e.part(a[0], 0), e.bool(is_cause));
        let found = e.runtime("exception_behind", &[owner, which], &[caught])[0];
        let owner = e.part(found, 0);
        let address = e.cast(owner, Ty::int64());
        let is_there = e.compare_int(CmpOp::Ne, address, 0);
        e.pack(&[is_there, found], ty)
    })
}

/// Whether values of a type are exceptions that have been raised, or None in the place of one.
pub fn may_be(ty: Ty) -> bool {
    match ty.kind() {
        Kind::CaughtException => true,
        Kind::Optional(inner) => may_be(*inner),
        _ => false,
    }
}

/// An exception as one that has been raised: one that may be None without the answer to that, which is null where there is none, and one that
/// the function has made.
pub fn as_raised(cx: &mut Cx<'_>, ty: Ty) -> Result<Option<Resolved>> {
    Ok(match ty.kind() {
        Kind::CaughtException => Some(Resolved::one(Val::new(ty), |_, a| a[0])),
        Kind::Optional(inner) if matches!(inner.kind(), Kind::CaughtException) => {
            Some(Resolved::one(Val::new(*inner), |e, a| e.part(a[0], 1)))
        }
        Kind::Exception { .. } => {
            let raised = crate::exceptions::raise(cx, &[Val::new(ty)])?;
            let caught = Val::new(Ty::new(Kind::CaughtException));
            Some(Resolved::one(caught, move |e, a| crate::exceptions::caught(e, &raised, a[0])))
        }
        _ => None,
    })
}

/// The first of some arguments.
fn first_or_none(arguments: Resolved) -> Resolved {
    match arguments.val().ty.tuple_items().and_then(|items| items.first().copied()) {
        Some(ty) => Resolved::one(Val::weak(ty), move |e, a| {
            let all = e.resolved(&arguments, a);
            e.part(all, 0)
        }),
        None => Resolved::one(Val::weak(Ty::none()), |e, _| e.unit(Ty::none())),
    }
}

/// The class of a word of typed IR.
fn class_of_word(cx: &mut Cx<'_>, word: &str) -> Option<ObjId> {
    if let Some(number) = word.strip_prefix('#') {
        return number.parse().ok().map(ObjId);
    }
    match cx.host.builtin(word)?.ty.kind() {
        Kind::ExceptionClass(object) => Some(object.id),
        _ => None,
    }
}
