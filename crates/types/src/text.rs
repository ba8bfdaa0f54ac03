//! The text form of types, the one that Numba's users know from messages and signatures.

use crate::Ty;
use crate::kind::{DictForm, DictPart, Kind, Layout, ListForm, Literal, MARK, RecordField, Spread};
use crate::named::REST;
use coluber_base::Name;
use std::fmt::{self, Display, Formatter};

impl Display for Layout {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Layout::C => "C",
            Layout::F => "F",
            Layout::A => "A",
        })
    }
}

impl Display for Ty {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.kind() {
            Kind::Undefined => f.write_str("undefined"),
            Kind::None => f.write_str("none"),
            Kind::Ellipsis => f.write_str("ellipsis"),
            Kind::Generator => f.write_str("NumPyRandomGeneratorType"),
            Kind::GridGroup => f.write_str("GridGroup"),
            Kind::Bool => f.write_str("bool"),
            Kind::Int(i) => write!(f, "{}int{}", if i.signed { "" } else { "u" }, i.bits),
            Kind::Float(x) => f.write_str(x.name()),
            Kind::Complex(x) => write!(f, "complex{}", 2 * x.bits() as u32),
            Kind::Date(unit) => write!(f, "datetime64{unit}"),
            Kind::Span(unit) => write!(f, "timedelta64{unit}"),
            Kind::Str => f.write_str("unicode_type"),
            Kind::Bytes => f.write_str("bytes"),
            Kind::Chars { length, unicode: true } => write!(f, "[unichr x {length}]"),
            Kind::Chars { length, .. } => write!(f, "[char x {length}]"),
            Kind::Text(_) | Kind::Formatted { .. } => f.write_str("formatted text"),
            Kind::Slice { step, .. } if *step == Ty::none() => f.write_str("slice<a:b>"),
            Kind::Slice { .. } => f.write_str("slice<a:b:c>"),
            Kind::Range { parallel: Spread::Indices(ndim), .. } => write!(f, "pndindex({ndim}d)"),
            Kind::RangeIter { parallel: Spread::Indices(ndim), .. } => write!(f, "pndindex_iter({ndim}d)"),
            Kind::Range { int, parallel, .. } => write!(f, "{}range_state_{}", prefix(*parallel), Ty::int(*int)),
            Kind::RangeIter { int, parallel, .. } => write!(f, "{}range_iter_{}", prefix(*parallel), Ty::int(*int)),
            Kind::Tuple(items) => write_tuple(f, items),
            Kind::NamedTuple { class, items, .. } => {
                f.write_str(&class.text)?;
                write_list(f, items)
            }
            Kind::Vector { item, count } => write!(f, "{item}x{count}"),
            Kind::Enum { .. } if self.is_mark() => f.write_str(MARK),
            Kind::Enum { class, value, integral } => {
                write!(f, "{}<{value}>({})", if *integral { "IntEnum" } else { "Enum" }, class.text)
            }
            Kind::Array { dtype, ndim, layout, mutable, aligned } => {
                let prefix = match (mutable, aligned) {
                    (true, true) => "",
                    (false, true) => "readonly ",
                    (true, false) => "unaligned ",
                    (false, false) => "unaligned readonly ",
                };
                write!(f, "{prefix}array({dtype}, {ndim}d, {layout})")
            }
            Kind::List { item, form: ListForm::Typed, .. } => write!(f, "ListType[{item}]"),
            Kind::List { item, form: ListForm::Tuple, .. } => write!(f, "Tuple({item}, ...)"),
            Kind::List { item, form: ListForm::Deque, .. } => write!(f, "deque({item})"),
            Kind::List { item, .. } => write!(f, "list({item})"),
            Kind::Display { of, items } => {
                write!(f, "{of}<iv=[")?;
                for (k, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if k > 0 { ", " } else { "" })?;
                }
                f.write_str("]>")
            }
            Kind::Keywords { names, items } => {
                f.write_str("**kwargs{")?;
                for (k, (name, item)) in names.iter().zip(items).enumerate() {
                    write!(f, "{}{name}: {item}", if k > 0 { ", " } else { "" })?;
                }
                f.write_str("}")
            }
            Kind::Dict { key, value, form: DictForm::Ordered, .. } => write!(f, "OrderedDict({key}, {value})"),
            Kind::Dict { key, value, form: DictForm::Counter, .. } => write!(f, "Counter({key}, {value})"),
            Kind::Dict { key, value, form: DictForm::Default(factory), .. } => {
                write!(f, "defaultdict({factory}, {key}, {value})")
            }
            Kind::Dict { key, value, .. } => {
                write!(f, "dict({key}, {value})")?;
                self.value_names().map_or(Ok(()), |known| write_names(f, known))
            }
            Kind::Set { frozen: true, item, .. } => write!(f, "frozenset({item})"),
            Kind::Set { item, .. } => write!(f, "set({item})"),
            Kind::DictView { dict, part } => write!(f, "{}[{dict}]", view_name(*part)),
            Kind::DictIter { dict, part } => write!(f, "iter({}[{dict}])", view_name(*part)),
            Kind::Record { fields, size, aligned } => write_record(f, fields, *size, *aligned),
            Kind::Optional(inner) => write!(f, "OptionalType({inner})"),
            Kind::Pointer(to) if *to.kind() == Kind::None => f.write_str("void*"),
            Kind::Pointer(to) => write!(f, "{to}*"),
            Kind::Literal(literal) => write!(f, "{literal}"),
            Kind::Omitted(_) => f.write_str("omitted(default)"),
            Kind::DType(t) => write!(f, "dtype({t})"),
            Kind::NumberClass(t) => write!(f, "class({t})"),
            Kind::Function(o) => write!(f, "Function({})", o.text),
            Kind::Dispatcher(o) => write!(f, "type(CPUDispatcher({}))", o.text),
            Kind::Module(o) => write!(f, "Module({})", o.text),
            Kind::ExceptionClass(o) => write!(f, "type({})", o.text),
            Kind::Exception { class, args } => {
                f.write_str(&class.text)?;
                write_list(f, args)
            }
            Kind::CaughtException => f.write_str("exception"),
            Kind::Closure { name, .. } => write!(f, "function({name})"),
            Kind::OneOf(functions) => {
                f.write_str("one of ")?;
                write_list(f, functions)
            }
            Kind::Cell(list) => write!(f, "cell({list})"),
            Kind::Gen { yields, name, args, .. } => {
                let args = argument_list(args);
                write!(f, "{yields} generator(func={name}, args={args}, has_finalizer=True)")
            }
            Kind::BoundMethod { receiver, name } => {
                write!(f, "BoundFunction({name} of {receiver})")
            }
            Kind::ArrayIter(t) => write!(f, "iter({t})"),
            Kind::TupleIter(t) | Kind::ListIter(t) => write!(f, "iter({t})"),
            Kind::Enumerate(t) => write!(f, "enumerate({t})"),
            Kind::Zip(items) => {
                f.write_str("zip")?;
                write_list(f, items)
            }
            Kind::Reversed(t) => write!(f, "reversed({t})"),
            Kind::FlatIter(t) => write!(f, "flat({t})"),
            Kind::StrIter => f.write_str("iter(unicode_type)"),
            Kind::BytesIter => f.write_str("iter(bytes)"),
            Kind::NdIndex(n) => write!(f, "ndindex({n}d)"),
            Kind::NdEnumerate(t) => write!(f, "ndenumerate({t})"),
            Kind::Instance(shape) => crate::classes::write_instance(f, *shape),
            Kind::InstanceOf { class, .. } => f.write_str(&class.text),
            Kind::Itself => f.write_str("itself"),
            Kind::Around(class) => write!(f, "the {} around", class.text),
            Kind::Deferred(number) => write!(f, "DeferredType#{number}"),
            Kind::Opaque(o) | Kind::Extension(o) => f.write_str(&o.text),
            Kind::Ptr => f.write_str("ptr"),
            Kind::Owner => f.write_str("owner"),
        }
    }
}

impl Display for Literal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Literal::Int(v) => write!(f, "Literal[int]({v})"),
            Literal::Bool(true) => f.write_str("Literal[bool](True)"),
            Literal::Bool(false) => f.write_str("Literal[bool](False)"),
            Literal::Str(s) => write!(f, "Literal[str]({s})"),
        }
    }
}

/// What is known of the values of names.
fn write_names(f: &mut Formatter<'_>, (names, items): (&[Name], &[Ty])) -> fmt::Result {
    f.write_str("{")?;
    for (k, (name, ty)) in names.iter().zip(items).enumerate() {
        f.write_str(if k > 0 { ", " } else { "" })?;
        let name = if **name == *REST { "..." } else { name };
        match *ty == Ty::undefined() {
            true => write!(f, "{name}: several")?,
            false => write!(f, "{name}: {ty}")?,
        }
    }
    f.write_str("}")
}

fn view_name(part: DictPart) -> &'static str {
    match part {
        DictPart::Keys => "dict_keys",
        DictPart::Values => "dict_values",
        DictPart::Items => "dict_items",
    }
}

/// What the name of a parallel range begins with.
fn prefix(parallel: Spread) -> &'static str {
    match parallel {
        Spread::No => "",
        Spread::Elements => "e",
        Spread::Loop | Spread::Indices(_) => "p",
    }
}

fn write_tuple(f: &mut Formatter<'_>, items: &[Ty]) -> fmt::Result {
    match items.first() {
        Some(first) if items.iter().all(|t| t == first) => {
            write!(f, "UniTuple({first} x {})", items.len())
        }
        _ => {
            f.write_str("Tuple")?;
            write_list(f, items)
        }
    }
}

fn write_record(f: &mut Formatter<'_>, fields: &[RecordField], size: u32, aligned: bool) -> fmt::Result {
    f.write_str("Record(")?;
    for (k, RecordField { name, title, ty, shape, offset }) in fields.iter().enumerate() {
        let comma = if k > 0 { "," } else { "" };
        match shape[..] {
            [] => write!(f, "{comma}{name}[type={ty};offset={offset}")?,
            _ => write!(f, "{comma}{name}[type=nestedarray({ty}, {});offset={offset}", Extents(shape))?,
        }
        match title {
            Some(title) => write!(f, ";title={title}]")?,
            None => f.write_str("]")?,
        }
    }
    write!(f, ";{size};{})", if aligned { "True" } else { "False" })
}

/// Extents as Python writes a tuple.
struct Extents<'a>(&'a [u32]);

impl Display for Extents<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let items: Vec<String> = self.0.iter().map(u32::to_string).collect();
        write!(f, "({}{})", items.join(", "), if items.len() == 1 { "," } else { "" })
    }
}

fn write_list(f: &mut Formatter<'_>, items: &[Ty]) -> fmt::Result {
    f.write_str("(")?;
    for (k, item) in items.iter().enumerate() {
        if k > 0 {
            f.write_str(", ")?;
        }
        write!(f, "{item}")?;
    }
    f.write_str(")")
}

/// The types of arguments as messages show them: `(int64, float64)`.
pub fn argument_list(types: &[Ty]) -> String {
    let items: Vec<String> = types.iter().map(Ty::to_string).collect();
    format!("({})", items.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records() {
        let field = |name: &str, ty, shape: &[u32], offset| {
            let title = (offset == 1).then(|| "speed".into());
            RecordField { name: name.into(), title, ty, shape: shape.into(), offset }
        };
        let fields = [field("x", Ty::int8(), &[], 0), field("v", Ty::float32(), &[2], 1)];
        let packed = Ty::new(Kind::Record { fields: fields.into(), size: 9, aligned: false });
        let text = "Record(x[type=int8;offset=0],v[type=nestedarray(float32, (2,));offset=1;title=speed];9;False)";
        assert_eq!(packed.to_string(), text);
        assert_eq!((packed.itemsize(), packed.is_packed()), (Some(9), true));
        assert_eq!(packed.record_field("v").map(|f| f.offset), Some(1));
        assert_eq!(packed.record_field("speed"), packed.record_field("v"));
        assert_eq!(Ty::array(packed, 1, Layout::C).to_string(), format!("unaligned array({text}, 1d, C)"));
    }
}
