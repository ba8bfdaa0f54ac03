//! Making instances: `Class(args...)`.

use super::fields::type_of;
use super::{Member, call_constant, is_of_circle, member, positional, special};
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::host::{HostData, HostValue};
use crate::spread_names::{Default, Parameter};
use crate::value::{Resolved, Val};
use coluber_base::{Diagnostic, Name, Result};
use coluber_ir::Value;
use coluber_types::containers::{has_unknown, item_type};
use coluber_types::named::are_alike;
use coluber_types::unify::{variant, variants};
use coluber_types::{Class, Conversion, DictForm, Form, Kind, ObjId, Shape, Ty, classes, conversion, recursive, unify};

/// `Class(args...)`; None when the object is no class of instances.
pub fn construct(cx: &mut Cx<'_>, class: ObjId, args: &CallArgs) -> Rule {
    let Some(class) = classes::find(class) else { return Ok(None) };
    let is_typed = class.types().is_some_and(|types| !types.contains(&Ty::undefined()));
    match member(cx, class, "__init__") {
        Some(Member::Constant(fields)) => by_fields(cx, class, fields, args),
        _ if class.form == Form::Native => by_init(cx, class, Types::OfClass, args).map(Some),
        _ => match (types_made(cx, class, args)?, class.types().filter(|_| is_typed)) {
            (Made::Types(types), _) => by_init(cx, class, Types::Told(types), args).map(Some),
            (_, Some(types)) => by_init(cx, class, Types::Declared(types.into()), args).map(Some),
            (Made::Later, None) => Ok(Some(Resolved::one(Val::undefined(), |e, _| e.undef(Ty::undefined())))),
            (Made::Nothing, None) => Ok(None),
        },
    }
}

/// The type of the objects of a class that says the types of all fields, whatever they are made of.
pub fn declared_instance(class: ObjId) -> Option<Ty> {
    let class = classes::find(class).filter(|class| class.form == Form::Data)?;
    let types = class.types()?;
    let is_known = |ty: &Ty| *ty != Ty::undefined() && !has_unknown(*ty);
    types.iter().all(is_known).then(|| Shape::new(class, Some(types.into())).instance())
}

/// The error of a class of the program whose `__init__` does not tell the types of its fields.
pub fn unknown_fields(cx: &Cx<'_>, class: ObjId) -> Option<Box<Diagnostic>> {
    let text = &classes::find(class)?.object.text;
    let error = cx.error(format!("the types of the fields of {text} are not known"));
    let note = "its __init__, or a method that it calls, hands on the object itself, whose type is not known before";
    Some(error.note(note).hint(
        "annotate all fields where they are set, as in self.items: list['Item'] = [], or the parameters that they get",
    ))
}

/// `structref.new(T)`: an instance whose fields are all zero.
pub fn new(_: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let &[class] = &args.vals()[..] else { return Ok(None) };
    let Kind::NumberClass(ty) = *class.ty.kind() else { return Ok(None) };
    Ok(ty.shape().map(|_| Resolved::one(Val::new(ty), move |e, _| e.instance_new(ty))))
}

/// What the `__init__` of a class of a program tells of the types of its fields.
enum Made {
    Types(Box<[Ty]>),
    /// It makes such an object itself, for arguments of the same types: what else it sets tells the types first.
    Later,
    Nothing,
}

/// The types that the fields of a class of a program have for these arguments.
fn types_made(cx: &mut Cx<'_>, class: &'static Class, args: &CallArgs) -> Result<Made> {
    let Some(Member::Made(function, HostValue { data: HostData::Tuple(positions), .. }, takes_object)) =
        member(cx, class, "maker of fields")
    else {
        return Ok(Made::Nothing);
    };
    if takes_object {
        let types = super::beginning::types_made(cx, class, (&function, &positions), args)?;
        return Ok(types.map_or(Made::Later, Made::Types));
    }
    check_own(cx, class, (&function, &positions), args)?;
    let given = supposed_args(cx, args)?;
    let made = match call_constant(cx, &function, &given) {
        Err(_) if is_open(args) => return Err(cx.sites.postpone(cx.span)),
        made => made?,
    };
    let Some(made) = made else { return Ok(Made::Nothing) };
    if made.val().is_undefined() {
        return Ok(Made::Later);
    }
    let mut types: Vec<Ty> = (0..class.names.len()).map(|index| class.initial(index)).collect();
    let Some(mut begun) = set_by(&positions, made.val().ty) else { return Ok(Made::Nothing) };
    for (index, ty) in &mut begun {
        *ty = as_given(*ty, args);
        types[*index] = field_type(class, types[*index], ty.stored());
    }
    let wanted = types.iter().position(|ty| ty.has_site() && has_own(*ty, class)).map(|k| (k, named(types[k], class)));
    let wanted =
        wanted.filter(|(_, ty)| ty.has_itself() && !holds(*ty, class)).or_else(|| recursive::closing(class, &types));
    if let Some((index, ty)) = wanted {
        return Err(unknown_field(cx, class, index).wanting_field(class.object.id.0, index, ty.id()));
    }
    match types.iter().position(|&ty| ty == Ty::undefined() || ty.has_site() && has_own(ty, class)) {
        None => {
            flow_to_declared(cx, class, &types, &begun);
            Ok(Made::Types(types.into()))
        }
        Some(index) => Err(unknown_field(cx, class, index)),
    }
}

/// Whether arguments have containers of whose items nothing is known yet.
fn is_open(args: &CallArgs) -> bool {
    args.vals().iter().any(|val| val.ty.is_unsettled())
}

/// The arguments of a class as the function of its fields gets them: where nothing else says what is in containers, what is done with the
/// object may do so.
fn supposed_args(cx: &mut Cx<'_>, args: &CallArgs) -> Result<CallArgs> {
    if !is_open(args) {
        return Ok(args.clone());
    }
    if args.star.is_some() || !cx.sites.opens() {
        cx.check_settled(&args.vals())?;
    }
    Ok(bare_args(args))
}

/// The arguments, with containers that nothing is put into.
fn bare_args(args: &CallArgs) -> CallArgs {
    let bare = |val: &Val| Val { ty: val.ty.bare(), ..*val };
    let names = args.names.iter().map(|(name, val)| (name.clone(), bare(val))).collect();
    CallArgs { positional: args.positional.iter().map(bare).collect(), names, star: None }
}

/// The type of a field that is given an argument, whose containers are those of the argument.
fn as_given(ty: Ty, args: &CallArgs) -> Ty {
    let vals = args.vals();
    let own = vals.iter().find(|val| val.ty.is_unsettled() && val.ty.bare() == ty.bare());
    own.map_or(ty, |val| val.ty)
}

/// The fields that a function with such a result gives values of, and of what types; `positions` says which they are. A function that gives
/// values of several types on its ways says what each field holds of all of them.
pub(super) fn set_by(positions: &[HostValue], result: Ty) -> Option<Vec<(usize, Ty)>> {
    let ways = variants(result).unwrap_or(std::slice::from_ref(&result));
    let mut found: Vec<Ty> = ways.first()?.tuple_items()?.to_vec();
    for way in &ways[1..] {
        for (known, &ty) in found.iter_mut().zip(way.tuple_items()?) {
            *known = unify(*known, ty).or_else(|| variant(known.bare(), ty.bare().stored()))?;
        }
    }
    let index = |position: &HostValue| usize::try_from(Val::new(position.ty).literal_int()?).ok();
    Some(positions.iter().zip(found).filter_map(|(position, ty)| Some((index(position)?, ty))).collect())
}

/// An object of the class itself whose containers wait for what they hold says at once that a field holds such objects: what is put into
/// those containers may be what is made of it.
fn check_own(
    cx: &mut Cx<'_>,
    class: &'static Class,
    (function, positions): (&HostValue, &[HostValue]),
    args: &CallArgs,
) -> Result<()> {
    if args.star.is_some() || !args.vals().iter().any(|val| val.ty.is_unsettled() && holds(val.ty, class)) {
        return Ok(());
    }
    let Ok(Some(made)) = call_constant(cx, function, &bare_args(args)) else { return Ok(()) };
    for (index, ty) in set_by(positions, made.val().ty).unwrap_or_default() {
        let is_object = holds(ty, class) && matches!(ty.kind(), Kind::Instance(_) | Kind::Optional(_));
        if is_object && class.declared(index) == Ty::undefined() {
            let held = Ty::optional(Ty::new(Kind::Itself));
            return Err(unknown_field(cx, class, index).wanting_field(class.object.id.0, index, held.id()));
        }
    }
    Ok(())
}

/// Declared fields say what the containers hold that they begin with, whatever is found out of the other fields.
pub(super) fn flow_to_declared(cx: &mut Cx<'_>, class: &'static Class, types: &[Ty], begun: &[(usize, Ty)]) {
    let Some(shape) = Shape::new(class, Some(types.into())).instance().bare().shape() else { return };
    for (index, begun) in begun {
        if !types[*index].has_site() {
            cx.sites.flow(*begun, shape.types()[*index]);
        }
    }
}

/// The error of a field of whose type nothing is known, or too little.
pub(super) fn unknown_field(cx: &Cx<'_>, class: &Class, index: usize) -> Box<Diagnostic> {
    let (name, class) = (&class.names[index], &class.object.text);
    let error = cx.error(format!("the type of the field '{name}' of {class} is not known"));
    error.hint(format!("annotate it where it is set, as in self.{name}: list[int] = []"))
}

/// The type of a field that holds objects of its class, as it stands in the types of their fields.
pub fn named(ty: Ty, class: &Class) -> Ty {
    ty.bare().naming_itself(class)
}

/// Whether values of a type hold objects of a class: the types of fields that a function finds out can't name the class itself.
pub fn holds(ty: Ty, class: &Class) -> bool {
    match ty.kind() {
        Kind::List { item, .. } | Kind::Set { item, .. } => holds(*item, class),
        Kind::Dict { key, value, .. } => holds(*key, class) || holds(*value, class),
        Kind::Optional(inner) | Kind::BoundMethod { receiver: inner, .. } => holds(*inner, class),
        Kind::Tuple(items) | Kind::OneOf(items) => items.iter().any(|ty| holds(*ty, class)),
        Kind::Instance(shape) => {
            let is_own = shape.class().object.id == class.object.id;
            shape.key_types().is_some_and(|types| is_own || types.iter().any(|ty| holds(*ty, class)))
        }
        _ => false,
    }
}

/// As [`holds`], but for objects of other classes that are known to be held by what they hold.
fn has_own(ty: Ty, class: &Class) -> bool {
    let mut found = false;
    ty.replaced(&mut |ty| {
        let shape = ty.shape()?;
        let is_own = shape.class().object.id == class.object.id && shape.key_types().is_some();
        found |= is_own || shape.own_types().unwrap_or(&[]).iter().any(|ty| has_own(*ty, class));
        None
    });
    found
}

/// What says of what types the fields of a new instance are.
enum Types {
    /// The class, whose instances are all of one type.
    OfClass,
    /// Annotations.
    Declared(Box<[Ty]>),
    /// The statements of `__init__`, each field beginning with what the class has under its name.
    Told(Box<[Ty]>),
}

/// A new instance, on which `__init__` is called.
fn by_init(cx: &mut Cx<'_>, class: &'static Class, types: Types, args: &CallArgs) -> Result<Resolved> {
    let is_told = matches!(types, Types::Told(_));
    let types = match types {
        Types::OfClass => None,
        Types::Declared(types) | Types::Told(types) => Some(types),
    };
    let made = Shape::new(class, types).instance();
    let Some(shape) = made.bare().shape() else { return Err(cx.error("a class has no instances")) };
    (0..class.names.len()).try_for_each(|index| type_of(cx, shape, index).map(drop))?;
    let ty = shape.instance();
    let name = &class.object.text;
    let mut with_self = args.clone();
    with_self.positional.insert(0, Val::new(as_it_is(made)));
    let init = match member(cx, class, "__init__") {
        Some(Member::Method(init)) => match call_constant(cx, &init, &with_self) {
            Err(error) if made.is_unsettled() && !is_of_circle(&error) => return Ok(made_later(cx, made)),
            found => found?,
        },
        _ if args.vals().is_empty() => None,
        _ => return Err(cx.error(format!("{name}() takes no arguments"))),
    };
    let defaults = field_defaults(cx, class, shape, is_told)?;
    Ok(Resolved::one(Val::new(made), move |e, a| {
        let instance = e.instance_new(ty);
        for (index, value) in &defaults {
            let made = e.resolved(value, &[]);
            e.init_field(instance, *index, made, shape.types()[*index]);
        }
        if let Some(init) = &init {
            let mut all = vec![instance];
            all.extend_from_slice(a);
            (init.emit)(e, &all);
        }
        instance
    }))
}

/// The type of an instance as its `__init__` sees it: what is put into its containers later says what is in them, and until then they are
/// containers of unknown items, as those that a function gives.
fn as_it_is(made: Ty) -> Ty {
    if made.is_unsettled() { made.bare() } else { made }
}

/// An instance whose `__init__` has to know what is in its containers, which is found out by what is done with it.
fn made_later(cx: &mut Cx<'_>, made: Ty) -> Resolved {
    cx.sites.take_postponed();
    cx.sites.filled = true;
    Resolved::one(Val::new(made), move |e, _| e.undef(made.bare()))
}

/// The fields that have a value before `__init__` runs, and the values. One that does not fit in what `__init__` tells of its field is replaced
/// on all its ways.
fn field_defaults(cx: &mut Cx<'_>, class: &Class, shape: Shape, is_told: bool) -> Result<Vec<(usize, Resolved)>> {
    let Some(Member::Constant(HostValue { data: HostData::Tuple(pairs), .. })) = member(cx, class, "field defaults")
    else {
        return Ok(Vec::new());
    };
    let mut found = Vec::new();
    for pair in pairs {
        let HostData::Tuple(parts) = pair.data else { continue };
        let [index, value] = &parts[..] else { continue };
        let Some(index) = Val::new(index.ty).literal_int().and_then(|index| usize::try_from(index).ok()) else {
            continue;
        };
        if conversion(value.ty, shape.types()[index]).is_none() {
            if is_told {
                continue;
            }
            let (name, ty) = (&class.names[index], shape.types()[index]);
            return Err(cx.error(format!("the field '{name}' is {ty}, and can't begin as {}", value.ty)));
        }
        found.push((index, crate::attributes::host_constant(value.clone())));
    }
    Ok(found)
}

/// Where the value of a field comes from.
enum Source {
    /// An operand of the call.
    Operand(usize),
    /// A constant, or the result of a call without arguments.
    Made(Resolved),
    /// `__post_init__`, or code behind the call.
    Later,
}

impl Source {
    fn value(&self, e: &mut Emitter<'_>, operands: &[Value]) -> Option<Value> {
        match self {
            Source::Operand(k) => Some(operands[*k]),
            Source::Made(made) => Some(e.resolved(made, &[])),
            Source::Later => None,
        }
    }
}

/// A new instance of a dataclass: `fields` says of each field where its value comes from when it is not given.
fn by_fields(cx: &mut Cx<'_>, class: &'static Class, fields: HostValue, args: &CallArgs) -> Rule {
    if args.star.is_some_and(|star| crate::spread::is_spread(star.ty)) {
        return by_items(cx, class, &fields, args);
    }
    // An implementation of the program makes instances of which no fields are said.
    let HostData::Tuple(_) = fields.data else { return Ok(None) };
    let fields = Field::all(class, &fields);
    let parameters: Vec<&str> = fields.iter().filter(|field| field.is_parameter).map(|field| &*field.name).collect();
    let text = &class.object.text;
    let Some(bound) = args.bind(&parameters) else {
        return Err(cx.error(format!("{text}() takes the arguments {}", parameters.join(", "))));
    };
    check_operands(cx, class, args, &bound, &fields)?;
    let mut bound = bound.into_iter();
    let (mut types, mut sources, mut given) = (Vec::new(), Vec::new(), Vec::new());
    let mut handed_on: Vec<(Val, Source)> = Vec::new();
    for field in fields {
        let operand = if field.is_parameter { bound.next().flatten() } else { None };
        let k = types.len();
        let (name, is_stored) = (field.name.clone(), field.is_stored);
        let (val, source) = match operand {
            Some(operand) => (args.vals()[operand], Source::Operand(operand)),
            None if field.is_set_later() => match class.declared(k) {
                ty if ty == Ty::undefined() => return Err(unknown_field(cx, class, k)),
                ty => (Val::new(ty), Source::Later),
            },
            None => {
                let whole = cx.sites.begin_part(k);
                let made = field.default(cx, &name, text);
                cx.sites.current = whole;
                let made = made?;
                (made.val(), Source::Made(made))
            }
        };
        if !is_stored {
            handed_on.push((val, source));
            continue;
        }
        types.push(field_type(class, class.declared(k), val.ty));
        given.push(val.ty);
        sources.push(source);
    }
    // What only methods set is not there yet.
    types.extend((types.len()..class.names.len()).map(|index| class.initial(index)));
    if let Some((index, ty)) = recursive::closing(class, &types) {
        return Err(unknown_field(cx, class, index).wanting_field(class.object.id.0, index, ty.id()));
    }
    let shape = Shape::new(class, Some(types.into()));
    given.iter().zip(shape.types()).for_each(|(given, ty)| cx.sites.flow(*given, *ty));
    let made = shape.instance();
    let (extra, handed_on): (Vec<Val>, Vec<Source>) = handed_on.into_iter().unzip();
    let operands: Vec<Val> = std::iter::once(Val::new(as_it_is(made))).chain(extra).collect();
    let after = match special(cx, "__post_init__", &operands) {
        Err(_) if made.is_unsettled() => return Ok(Some(made_later(cx, made))),
        found => found?,
    };
    let (ty, types) = (made.bare(), shape.types().iter().map(|ty| ty.bare()).collect::<Vec<_>>());
    Ok(Some(Resolved::one(Val::new(made), move |e, a| {
        let values: Vec<Option<Value>> = sources.iter().map(|source| source.value(e, a)).collect();
        let instance = e.instance_new(ty);
        for (k, (value, ty)) in values.into_iter().zip(&types).enumerate() {
            if let Some(value) = value {
                e.init_field(instance, k, value, *ty);
            }
        }
        if let Some(after) = &after {
            let mut operands = vec![instance];
            operands.extend(handed_on.iter().filter_map(|source| source.value(e, a)));
            (after.emit)(e, &operands);
        }
        instance
    })))
}

/// The parameters of the `__init__` that a dataclass has.
pub fn class_parameters(class: &Class, fields: &HostValue) -> Vec<Parameter> {
    let parameters = Field::all(class, fields).into_iter().filter(|field| field.is_parameter);
    let default = |field: &Field| match &*field.kind {
        "default" => Default::Value(field.value.clone()),
        "factory" => Default::Made,
        _ => Default::Required,
    };
    parameters.map(|field| Parameter { default: default(&field), name: field.name }).collect()
}

/// A new instance of a dataclass, for whose fields there are items of which only the running program knows how many there are.
fn by_items(cx: &mut Cx<'_>, class: &'static Class, fields: &HostValue, args: &CallArgs) -> Rule {
    let described = Field::all(class, fields).into_iter();
    let parameters: Vec<Field> = described.filter(|field| field.is_parameter).collect();
    let is_named = |name: &Name| args.names.iter().any(|(other, _)| other == name);
    let most = parameters.iter().position(|field| is_named(&field.name)).unwrap_or(parameters.len());
    let required = |field: &Field| &*field.kind == "required" && !is_named(&field.name);
    let least = parameters[..most].iter().rposition(required).map_or(0, |k| k + 1);
    let given = args.positional.len();
    let counts = least.saturating_sub(given)..=most.saturating_sub(given);
    let declared = declared_instance(class.object.id);
    crate::spread::call_with_counts(cx, args, counts, &mut |cx, args| {
        let found = by_fields(cx, class, fields.clone(), args)?;
        // With more items there may be some for fields that annotations say to be something else.
        let is_other = |found: &Resolved| declared.is_some_and(|ty| found.val().ty.bare() != ty);
        match found.as_ref().is_some_and(is_other) {
            true => Err(cx.error(format!("the items do not fit the fields of {}", class.object.text))),
            false => Ok(found),
        }
    })
}

/// Waits for what containers hold that fields are given, where nothing but the annotation of its field may say that, until all else is known.
fn check_operands(
    cx: &mut Cx<'_>,
    class: &Class,
    args: &CallArgs,
    bound: &[Option<usize>],
    fields: &[Field],
) -> Result<()> {
    let vals = args.vals();
    for (field, operand) in fields.iter().filter(|field| field.is_parameter).zip(bound) {
        let Some(val) = operand.map(|operand| vals[operand]) else { continue };
        let declared = class.field(&field.name).map_or(Ty::undefined(), |k| class.declared(k));
        let is_said = match declared == Ty::undefined() {
            // As with what a factory makes, what is put into the field says it.
            true => is_empty_container(val.ty),
            false => cx.sites.asking && !has_unknown(declared),
        };
        if val.ty.is_unsettled() && !is_said {
            return cx.check_settled(&[val]);
        }
    }
    Ok(())
}

/// Whether it is a container that the function makes empty.
fn is_empty_container(ty: Ty) -> bool {
    match *ty.kind() {
        Kind::List { item, site, .. } | Kind::Set { item, site, .. } => site.is_some() && item == Ty::undefined(),
        Kind::Dict { key, value, site, .. } => site.is_some() && key == Ty::undefined() && value == Ty::undefined(),
        _ => false,
    }
}

/// The type of a field: the declared one where the value becomes that without loss.
pub(super) fn field_type(class: &Class, declared: Ty, value: Ty) -> Ty {
    let value = item_type(value);
    let value = if declared.is_open_for(class) { value.naming_itself(class) } else { value };
    let declared = in_form_of(declared, value);
    let fits = |c: Conversion| c < Conversion::Unsafe;
    let to_float = declared.is_float() && value.is_int();
    let takes = to_float || value == Ty::undefined() || conversion(value.bare(), declared).is_some_and(fits);
    let becomes = unify(value, declared).is_some_and(|joined| are_alike(joined, declared));
    match declared == Ty::undefined() {
        false if takes || becomes || begins_with_none(value, declared) || super::displays::takes(declared, value) => {
            declared
        }
        // A container that the class makes gets its items later.
        true if value.has_site() => value,
        _ => value.bare(),
    }
}

/// What is declared as a dict holds what it is said to hold in the dict that is made, which may be a `defaultdict`, say.
fn in_form_of(declared: Ty, value: Ty) -> Ty {
    match (declared.dict_form(), value.dict_form()) {
        (Some(DictForm::Dict), Some(form)) if form != DictForm::Dict => declared.as_dict(form),
        _ => declared,
    }
}

/// Whether a container of None, or of such containers, becomes one that is declared to hold other things, too: what `[None] * n` makes in
/// `__init__` is made with room for what it is to hold, and so is `{"a": None}`.
fn begins_with_none(value: Ty, declared: Ty) -> bool {
    match (value.kind(), declared.kind()) {
        (Kind::List { item, form, .. }, Kind::List { item: held, form: wanted, .. }) => {
            let is_none = *item == Ty::none() && matches!(held.kind(), Kind::Optional(_));
            form == wanted && (is_none || begins_with_none(*item, *held))
        }
        (Kind::Dict { value: begun, .. }, Kind::Dict { value: held, .. }) => {
            let takes_none = unify(*held, Ty::none()).is_some_and(|ty| ty.bare() == held.bare());
            let is_none = *begun == Ty::none() && takes_none;
            value.dict_form() == declared.dict_form() && (is_none || begins_with_none(*begun, *held))
        }
        _ => false,
    }
}

/// A field of a dataclass, or what its `__init__` takes and hands on to `__post_init__`.
struct Field {
    name: Name,
    kind: Name,
    value: HostValue,
    is_parameter: bool,
    is_stored: bool,
}

impl Field {
    /// Those of a class, in the order of the parameters; those that are stored in the order of its fields.
    fn all(class: &Class, described: &HostValue) -> Vec<Field> {
        let HostData::Tuple(described) = &described.data else { return Vec::new() };
        let mut names = class.names.iter();
        described.iter().filter_map(|field| Field::of(field, &mut names)).collect()
    }

    fn of<'n>(described: &HostValue, names: &mut impl Iterator<Item = &'n Name>) -> Option<Field> {
        let HostData::Tuple(parts) = &described.data else { return None };
        let [kind, value, is_parameter, handed_on @ ..] = &parts[..] else { return None };
        let text = |value: &HostValue| Val::new(value.ty).literal_str().map(Name::from);
        let own = handed_on.first().and_then(text);
        let is_stored = own.is_none();
        let name = own.or_else(|| names.next().cloned())?;
        let is_parameter = Val::new(is_parameter.ty).literal_bool()?;
        Some(Field { name, kind: text(kind)?, value: value.clone(), is_parameter, is_stored })
    }

    /// Whether the call of the class can't set it.
    fn is_set_later(&self) -> bool {
        !self.is_parameter && &*self.kind == "required"
    }

    fn default(self, cx: &mut Cx<'_>, name: &str, class: &str) -> Result<Resolved> {
        match &*self.kind {
            "default" => Ok(crate::attributes::host_constant(self.value)),
            "factory" => match call_constant(cx, &self.value, &positional(&[]))? {
                Some(made) => Ok(made),
                None => Err(cx.error(format!("the default of the field '{name}' of {class} can't be made"))),
            },
            _ => Err(cx.error(format!("{class}() is missing the argument '{name}'"))),
        }
    }
}
