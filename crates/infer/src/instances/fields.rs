//! Reading and writing fields.

use super::displays;
use super::make::{holds, named};
use super::{Member, member};
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::host::{FuncId, HostValue};
use crate::lists;
use crate::value::Resolved;
use crate::value::Val;
use coluber_base::{Diagnostic, Name, Result};
use coluber_ir::Value;
use coluber_ir::typed::{Arith, Op};
use coluber_ops::CmpOp;
use coluber_types::containers::{has_unknown, item_type, with_items};
use coluber_types::fields::{fields, has_owner, is_scalar, marks};
use coluber_types::named::are_alike;
use coluber_types::recursive::is_unknown_one;
use coluber_types::unify::variant;
use coluber_types::{Class, DictForm, Form, Kind, ListForm, Shape, Ty, conversion, unify};

/// The bit of the word of changes that stands for all fields that have none of their own.
const LAST_BIT: usize = 63;

impl Emitter<'_> {
    /// A new instance whose fields are all zero.
    pub fn instance_new(&mut self, ty: Ty) -> Value {
        let word = self.type_word(ty);
        self.runtime("instance_new", &[word], &[ty])[0]
    }

    /// The address of a field.
    fn field_place(&mut self, instance: Value, index: usize) -> Value {
        self.value(Op::FieldPlace { index: index as u32 + 1 }, &[instance], Ty::ptr())
    }

    /// Writes a field for the first time.
    pub fn init_field(&mut self, instance: Value, index: usize, v: Value, ty: Ty) {
        let v = self.coerce(v, ty);
        let v = self.held(v);
        if has_memory(ty) {
            let place = self.field_place(instance, index);
            self.store(place, v);
        }
    }

    /// Notes that a field has been changed.
    fn note_change(&mut self, instance: Value, index: usize) {
        let place = self.value(Op::FieldPlace { index: 0 }, &[instance], Ty::ptr());
        let (before, bit) = (self.load(place, Ty::int64()), self.i64(1 << index.min(LAST_BIT)));
        let after = self.arith(Arith::Or, before, bit);
        self.store(place, after);
    }
}

/// Whether values of the type lie in memory.
fn has_memory(ty: Ty) -> bool {
    is_scalar(ty) || fields(ty).into_iter().any(has_memory)
}

/// A new instance with the values that another one has in its fields, set or not.
pub(super) fn copied(e: &mut Emitter<'_>, instance: Value, shape: Shape) -> Value {
    let made = e.instance_new(shape.instance());
    for (index, &ty) in shape.types().iter().enumerate() {
        if has_memory(ty) {
            let place = e.field_place(instance, index);
            let value = e.load(place, ty);
            e.init_field(made, index, value, ty);
        }
    }
    made
}

/// The type of a field; an error when it has not been said yet.
pub(super) fn type_of(cx: &Cx<'_>, shape: Shape, index: usize) -> Result<Ty> {
    let ty = shape.types().get(index).copied().unwrap_or(Ty::undefined());
    if ty == Ty::undefined() || ty.is_deferred() {
        let class = shape.class();
        let (name, class) = (&class.names[index], &class.object.text);
        return Err(cx.error(format!("the type of the field '{name}' of {class} is not known yet")));
    }
    Ok(ty)
}

/// Raises unless a field has a value, where zeros are none. `value` is what was read.
fn check_set(e: &mut Emitter<'_>, value: Value, message: &str) {
    let words = marks(e.ty(value)).into_iter().map(|path| {
        let part = path.iter().fold(value, |whole, &k| e.part(whole, k as usize));
        e.cast(part, Ty::int64())
    });
    let words: Vec<Value> = words.collect();
    if let Some(any) = words.into_iter().reduce(|a, b| e.arith(Arith::Or, a, b)) {
        let is_set = e.compare_int(CmpOp::Ne, any, 0);
        e.guard("AttributeError", message, is_set);
    }
}

/// Reads a field.
pub fn get(cx: &mut Cx<'_>, shape: Shape, index: usize) -> Result<Resolved> {
    let ty = type_of(cx, shape, index)?;
    let class = shape.class();
    if class.is_dormant(index) {
        return Err(not_set(cx, class, index));
    }
    if let Kind::Opaque(object) = ty.kind() {
        let (name, of) = (&class.names[index], &class.object.text);
        let error = cx.error(format!("Cannot determine Numba type of {}: the attribute '{name}' of {of}", object.text));
        return Err(error.hint("pass what compiled code needs of it, or use it in a block 'with objmode(...)'"));
    }
    let message = format!("'{}' object has no attribute '{}'", class.object.text, class.names[index]);
    let val = lists::item_val(ty);
    let ty = ty.bare();
    Ok(Resolved::one(val, move |e, a| {
        if !has_memory(ty) {
            return e.unit(ty);
        }
        let place = e.field_place(a[0], index);
        let value = e.load(place, ty);
        check_set(e, value, &message);
        value
    }))
}

/// Reads a field that a function of the object computes where it is not set.
pub fn computed(cx: &mut Cx<'_>, val: Val, (shape, index): (Shape, usize), function: &HostValue) -> Rule {
    let read = get(cx, shape, index)?;
    let Some(made) = super::call_constant(cx, function, &super::positional(&[val]))? else { return Ok(None) };
    let store = set(cx, shape, index, made.val())?;
    let Kind::Optional(inner) = *read.val().ty.kind() else { return Ok(Some(made)) };
    Ok(Some(Resolved::one(lists::item_val(inner), move |e, a| {
        let held = e.resolved(&read, a);
        let (is_set, value) = (e.part(held, 0), e.part(held, 1));
        let (end, result) = e.join_block(inner.bare());
        let missing = e.following_block();
        let texts = e.texts.clone();
        e.builder().branch(is_set, (end, &[value]), (missing, &[]));
        e.builder().switch_to(missing);
        let new = e.resolved(&made, a);
        (store.emit)(e, &[a[0], new]);
        let new = e.coerce(new, inner.bare());
        e.builder().jump(end, &[new]);
        e.builder().switch_to(end);
        e.texts = texts;
        result
    })))
}

/// The error of a field that objects begin without, when code reads it for the first time: objects that are made from here on have room for it.
pub(super) fn not_set(cx: &mut Cx<'_>, class: &Class, index: usize) -> Box<Diagnostic> {
    let (name, text) = (&class.names[index], &class.object.text);
    let held = hint(cx, class, name).map_or(Ty::none(), Ty::optional);
    cx.error(format!("'{text}' object has no attribute '{name}'")).wanting_field(class.object.id.0, index, held.id())
}

/// What the statements that set a field say of what it holds, whoever runs them: an object of the class itself, or a constant.
fn hint(cx: &mut Cx<'_>, class: &Class, name: &str) -> Option<Ty> {
    let Some(Member::Constant(found)) = member(cx, class, &format!("hint of {name}")) else { return None };
    match found.ty.kind() {
        Kind::Function(object) if object.id == class.object.id => Some(Ty::new(Kind::Itself)),
        _ => Some(found.ty.unliteral()).filter(|ty| ty.is_number() || [Ty::string(), Ty::boolean()].contains(ty)),
    }
}

/// Whether a number, or one in a tuple, becomes another one in a field that Python would keep as it is. Both may be missing.
fn loses(new: Ty, field: Ty) -> bool {
    let held = |ty: Ty| match ty.kind() {
        Kind::Optional(inner) => *inner,
        _ => ty,
    };
    let (new, field) = (held(new).unliteral(), held(field).unliteral());
    if let (Some(new), Some(field)) = (new.tuple_items(), field.tuple_items()) {
        return new.iter().zip(field).any(|(new, field)| loses(*new, *field));
    }
    let rank = |ty: Ty| match ty {
        ty if ty == Ty::boolean() => Some(0),
        ty if ty.is_int() => Some(1),
        ty if ty.is_float() => Some(2),
        ty if matches!(ty.kind(), Kind::Complex(_)) => Some(3),
        _ => None,
    };
    rank(new).zip(rank(field)).is_some_and(|(new, field)| new > field)
}

/// Whether a value may be None, which a field of one type has no room for.
fn may_become_none(new: Ty, field: Ty) -> bool {
    matches!(new.kind(), Kind::Optional(_)) && conversion(Ty::none(), field).is_none()
}

/// The type that a field has to have to hold a value that it has no room for, where the class does not say what it holds.
fn widened(cx: &mut Cx<'_>, class: &'static Class, index: usize, (ty, new): (Ty, Ty)) -> Option<Ty> {
    // What a container holds that begins empty is found out when something is put into it.
    let begins = has_unknown(new) && matches!(ty.kind(), Kind::None | Kind::Optional(_));
    let new = if begins { with_items(with_made(cx, new), Ty::int64(), Ty::int64()) } else { new };
    // One of which nothing is known may as well have been made with the items of the new one.
    let joined = unify(new, ty)
        .or_else(|| is_unknown_one(ty, new).then_some(new))
        .or_else(|| list_of_both(ty, new))
        .or_else(|| displays::wider_dict(ty, new))
        .or_else(|| value_of_several(cx, ty, new));
    let joined =
        joined.map(|joined| named(joined, class)).and_then(|joined| with_known(joined, class.declared(index)))?;
    let fits =
        class.form == Form::Data && class.may_become(index, joined) && !has_unknown(joined) && !holds(joined, class);
    fits.then_some(joined)
}

/// A `defaultdict` of whose values nothing is known, with those that its factory makes.
fn with_made(cx: &mut Cx<'_>, dict: Ty) -> Ty {
    let Some(DictForm::Default(factory)) = dict.dict_form() else { return dict };
    let Kind::Dict { key, value, .. } = *dict.kind() else { return dict };
    if value != Ty::undefined() || factory == Ty::none() {
        return dict;
    }
    let whole = cx.sites.begin_part(0);
    let made = crate::calls::call(cx, Val::new(factory), &CallArgs::default());
    cx.sites.current = whole;
    match made {
        Ok(Some(made)) => dict.with_entries(key, item_type(made.val().ty).bare()),
        _ => dict,
    }
}

fn does_not_hold(cx: &Cx<'_>, class: &Class, index: usize, (ty, new): (Ty, Ty)) -> Box<Diagnostic> {
    let (name, text) = (&class.names[index], &class.object.text);
    cx.error(format!("the field '{name}' of {text} is {ty}, and can't hold a value of type {new}"))
}

/// The error of a field for which objects are to be made that have room for values of a type.
fn wanting(error: Box<Diagnostic>, class: &Class, index: usize, wider: Ty) -> Box<Diagnostic> {
    let name = &class.names[index];
    error
        .hint(format!("say what the field holds where it is set, as in self.{name}: Optional[int] = None"))
        .wanting_field(class.object.id.0, index, wider.id())
}

/// The error of a value that a field has no room for. Where the class does not say what the field holds, objects can be made that have room.
fn too_narrow(cx: &mut Cx<'_>, class: &'static Class, index: usize, (ty, new): (Ty, Ty)) -> Box<Diagnostic> {
    let (name, text) = (&class.names[index], &class.object.text);
    let error = does_not_hold(cx, class, index, (ty, new));
    let joined = widened(cx, class, index, (ty, new));
    if let Some(joined) = joined.filter(|_| has_unknown(ty)) {
        // The attempt may fail for something else first.
        cx.host.suggest((class.object.id.0, index, joined.id()));
    }
    match joined {
        Some(joined) => wanting(error, class, index, joined),
        None if super::meeting::between(ty, new).is_some() => super::with_field_between(error, ty, new),
        None if matches!(new.kind(), Kind::BoundMethod { .. }) && holds(new, class) => {
            error.hint(format!("a field that holds methods of its object begins as None, or as one of them: self.{name} = None")).about_field()
        }
        None if holds(new, class) => {
            let other = new.shape().map(|shape| shape.class().object.text.clone()).filter(|other| other != text);
            let example = format!("self.{name}: Optional['{}'] = None", other.as_ref().unwrap_or(text));
            let hint = match &other {
                Some(other) => format!(
                    "objects of {text} and {other} that hold each other need annotations of all fields of both, as in {example} and \
                     def __init__(self, count: int)"
                ),
                None => format!("say that the field holds objects of its own class where it is set, as in {example}"),
            };
            error.hint(hint).about_field()
        }
        None => match unsaid(new) {
            Some((class, field)) => error.hint(format!(
                "say what '{field}' of {class} is to hold where it is set, as in self.{field}: list[int] = [], and of what type its \
                 other fields are"
            )),
            None if class.form == Form::Native => {
                let error = error.hint("the specification or the annotations of the class say what its fields hold");
                match room(new, ty) {
                    Some(item) => error.wanting_room(item.bare().id()),
                    None => error,
                }
            }
            None => error.hint(format!("say what the field holds where it is set, as in self.{name}: float = 0")),
        },
    }
}

/// The type of a field that is given values of types which have no common one. Objects of one class meet by what their fields hold.
fn value_of_several(cx: &Cx<'_>, a: Ty, b: Ty) -> Option<Ty> {
    (!cx.options.cuda && super::meeting::between(a, b).is_none())
        .then(|| variant(a.bare(), b.bare().stored()))
        .flatten()
}

/// What a field is to hold with what it is known to hold already.
fn with_known(joined: Ty, known: Ty) -> Option<Ty> {
    unify(joined, known).or_else(|| displays::wider_dict(joined, known)).or_else(|| {
        let is_replaced = matches!(joined.kind(), Kind::OneOf(_) | Kind::Dict { .. });
        is_replaced.then(|| variant(joined, known)).flatten()
    })
}

/// The type of a field that has been taken for one type of lists where it began empty, and is given another one.
fn list_of_both(a: Ty, b: Ty) -> Option<Ty> {
    let item = |ty: Ty| match ty.kind() {
        Kind::List { item, form: ListForm::List, .. } => Some(*item),
        _ => None,
    };
    let (x, y) = (item(a)?, item(b)?);
    let joined = match (x.kind(), y.kind()) {
        _ if x.is_number() && y.is_number() => unify(x, y),
        (Kind::Tuple(_), Kind::Tuple(_)) => unify(x, y).filter(|both| both.tuple_items().is_some()),
        // What lists of which nothing is known are taken for first.
        _ if x == Ty::int64() => Some(y),
        _ => list_of_both(x, y),
    };
    joined.map(Ty::list)
}

/// What an argument is to have room for that is put into a field of a class which says that its items may be of more classes: the same memory is
/// seen by both.
fn room(new: Ty, field: Ty) -> Option<Ty> {
    let takes = |new: Ty, item: Ty| unify(new, item).is_some_and(|joined| joined.bare() == item.bare());
    match (new.kind(), field.kind()) {
        (Kind::List { item: own, .. }, Kind::List { item, .. }) => takes(*own, *item).then_some(*item),
        (Kind::Dict { key: k, value: v, .. }, Kind::Dict { key, value, .. }) => {
            (takes(*k, *key) && takes(*v, *value)).then(|| Ty::tuple(vec![*key, *value]))
        }
        _ => None,
    }
}

/// The class and the field of an object that holds a container of whose items nothing is known.
fn unsaid(ty: Ty) -> Option<(Name, Name)> {
    let shape = ty.shape()?;
    let class = shape.class();
    let at = shape.types().iter().position(|field| has_unknown(*field))?;
    Some((class.object.text.clone(), class.names[at].clone()))
}

/// The type of a new value for a field of this type: a list is a typed one where the field is, which is the same memory.
fn as_typed(new: Ty, field: Ty) -> Ty {
    match (new.list_form(), field.list_form()) {
        (Some(ListForm::List), Some(ListForm::Typed)) => new.as_list(ListForm::Typed),
        _ => new,
    }
}

/// The type of a new value for a field of this type: a dict whose factory is the function that the statements of `__init__` gave the field
/// when its type was found out has that one.
fn with_factory_of(cx: &mut Cx<'_>, new: Ty, field: Ty) -> Ty {
    let (Some(own), Some(other)) = (factory(new), factory(field)) else { return new };
    let mut text = |func: u32| cx.host.untyped(FuncId(func)).ok().map(|body| coluber_ir::print::print(&body));
    let is_same = own != other && text(own).is_some_and(|own| text(other) == Some(own));
    match field.dict_form().filter(|_| is_same) {
        Some(form) => new.as_dict(form),
        None => new,
    }
}

/// The function of a program that makes what a dict does not have, where it has captured nothing.
fn factory(dict: Ty) -> Option<u32> {
    let Some(DictForm::Default(factory)) = dict.dict_form() else { return None };
    match factory.kind() {
        Kind::Closure { func, captured, .. } if captured.is_empty() => Some(*func),
        _ => None,
    }
}

/// Whether `__init__` begins a field as an empty container into which nothing is put, before it gives the field a value of another class: that is
/// what the field holds.
fn begins_empty(cx: &mut Cx<'_>, class: &Class, value: Ty) -> bool {
    let (Kind::List { site: Some(site), item, .. } | Kind::Set { site: Some(site), item, .. }) = *value.kind() else {
        return false;
    };
    let is_unknown = item == Ty::undefined() || cx.sites.settled.contains(&site);
    is_unknown && class.form == Form::Data && cx.host.function_name(cx.func).ends_with("__init__")
}

/// Writes a field.
pub fn set(cx: &mut Cx<'_>, shape: Shape, index: usize, item: Val) -> Result<Resolved> {
    let ty = type_of(cx, shape, index)?;
    let class = shape.class();
    let given = as_typed(item_type(item.ty), ty);
    let new = with_factory_of(cx, given, ty);
    let is_repacked = new != given;
    if let Some(joined) = unify(new, ty) {
        cx.sites.flow(ty, joined);
        cx.sites.flow(new, joined);
    }
    cx.sites.flow(new, ty);
    let (joined, ty) = (unify(new, ty), ty.bare());
    let becomes = joined.is_some_and(|joined| are_alike(joined, ty));
    let fits = conversion(new.bare(), ty).is_some() && !(class.form == Form::Data && loses(new, ty));
    let packer = if displays::takes(ty, new) { displays::packer(cx, ty, new)? } else { None };
    let is_wrong = new != Ty::undefined() && !becomes && !fits && packer.is_none();
    if may_become_none(new, ty)
        && let Some(wider) = widened(cx, class, index, (ty, new.bare()))
    {
        return Err(wanting(does_not_hold(cx, class, index, (ty, new.bare())), class, index, wider));
    }
    if is_wrong && begins_empty(cx, class, new) {
        return Ok(Resolved::effect(|_, _| ()));
    }
    if is_wrong {
        return Err(too_narrow(cx, class, index, (ty, new.bare())));
    }
    let is_noted = class.form == Form::Data;
    let is_typed_dict = class.form == Form::Native && matches!(ty.kind(), Kind::Dict { form: DictForm::Dict, .. });
    Ok(Resolved::effect(move |e, a| {
        let value = match &packer {
            Some(pack) => pack(e, a[1]),
            None if is_repacked => e.repack(a[1], ty),
            None => e.coerce(a[1], ty),
        };
        if is_typed_dict {
            e.runtime("dict_typed", &[value], &[]);
        }
        let value = e.held(value);
        if has_memory(ty) {
            let place = e.field_place(a[0], index);
            if has_owner(ty) {
                // The old value gives its references up when it is not used any more, which is at once.
                e.take_item(place, ty);
            }
            e.store(place, value);
        }
        if is_noted {
            e.note_change(a[0], index);
        }
    }))
}
