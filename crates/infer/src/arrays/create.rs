//! New arrays: `empty`, `zeros`, `ones`, `full`, their `_like` forms, and iterators over indices.

use super::dtype::dtype_of;
use super::maploop::Storing;
use super::structured;
use crate::builtins::basic::positional;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::host::Divided;
use crate::numbers;
use crate::strings::chars;
use crate::value::{Resolved, Val};
use coluber_base::Result;
use coluber_ir::Value;
use coluber_ops::CmpOp;
use coluber_types::{IntTy, Kind, Layout, Spread, Ty};

/// What fills the new array.
#[derive(Clone, Copy, PartialEq)]
enum Fill {
    Nothing,
    Zero,
    One,
    Operand(usize),
}

/// `np.empty(shape, dtype)`
pub fn empty(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    create(cx, args, Fill::Nothing)
}

/// An array of this dtype and the shape that is the first argument, whose elements are to be written.
pub fn empty_of(cx: &mut Cx<'_>, shape: Val, dtype: Ty) -> Rule {
    new_array(cx, shape, 0, Element { dtype, axes: Box::default() }, Layout::C, Fill::Nothing)
}

/// `np.ndarray(shape, dtype)`: as `np.empty`. What makes arrays of other memory is not there.
pub fn ndarray(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let parameters = ["shape", "dtype", "buffer", "offset", "strides", "order"];
    let Some(bound) = args.bind(&parameters) else {
        return Ok(None);
    };
    let vals = args.vals();
    let is_given = |k: &usize| bound[*k].is_some_and(|at| vals[at].ty != Ty::none());
    match [2, 3, 4].iter().find(|k| is_given(k)) {
        Some(k) => Err(cx
            .unsupported(format!("the argument '{}' of np.ndarray() is not supported in compiled code", parameters[*k]))
            .hint("np.frombuffer and np.lib.stride_tricks.as_strided give views of memory")),
        None => create_bound(cx, args, &[bound[0], bound[1], bound[5]], Fill::Nothing),
    }
}

/// `np.zeros(shape, dtype)`
pub fn zeros(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    create(cx, args, Fill::Zero)
}

/// `np.ones(shape, dtype)`
pub fn ones(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    create(cx, args, Fill::One)
}

/// `np.full(shape, fill_value, dtype)`
pub fn full(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(bound) = args.bind(&["shape", "fill_value", "dtype", "order"]) else {
        return Ok(None);
    };
    let (Some(shape), Some(fill)) = (bound[0], bound[1]) else {
        return Ok(None);
    };
    let vals = args.vals();
    if is_filled_by_array(vals[fill]) {
        return Ok(None);
    }
    let natural = match vals[fill].literal_str() {
        Some(text) => chars::of_length(text.chars().count(), true),
        None => Some(vals[fill].ty.unliteral()),
    };
    let Some(element) = given_element(cx, &vals, bound[2], natural.unwrap_or(Ty::undefined()))? else {
        return Ok(None);
    };
    let dtype = element.dtype;
    if is_by_library(dtype, Fill::Operand(fill), &vals) {
        return Ok(None);
    }
    check_room(cx, vals[fill].ty, dtype)?;
    let layout = given_layout(cx, &vals, bound[3], Layout::C)?;
    let made = new_array(cx, vals[shape], shape, element, layout, Fill::Operand(fill))?;
    Ok(made.map(|made| fitting(cx, vals[fill], dtype, made)))
}

/// An array filled with a value, which raises OverflowError for a constant that its integers don't have.
fn fitting(cx: &Cx<'_>, fill: Val, dtype: Ty, made: Resolved) -> Resolved {
    let Some(message) = numbers::out_of_bounds(cx, fill, dtype) else { return made };
    let inner = made.emit.clone();
    let emit = std::rc::Rc::new(move |e: &mut Emitter<'_>, a: &[Value]| {
        numbers::overflow(e, &message);
        inner(e, a)
    });
    Resolved { emit, ..made }
}

/// Whether the library fills the array: records with something else, by their fields, and texts with numbers.
fn is_by_library(dtype: Ty, fill: Fill, vals: &[Val]) -> bool {
    let is_whole = match fill {
        Fill::Nothing | Fill::Zero => true,
        Fill::One => false,
        Fill::Operand(k) => vals[k].ty == dtype,
    };
    let is_number = match fill {
        Fill::Operand(k) => vals[k].ty.unliteral().is_number(),
        _ => true,
    };
    match dtype.kind() {
        Kind::Record { .. } => !is_whole,
        Kind::Chars { .. } => !is_whole && is_number,
        _ => false,
    }
}

/// Refuses an element without a size: of a text whose length is not known.
fn check_room(cx: &Cx<'_>, fill: Ty, dtype: Ty) -> Result<()> {
    if dtype.itemsize().is_some() && !matches!(dtype.unliteral().kind(), Kind::Str | Kind::Bytes | Kind::Text(_)) {
        return Ok(());
    }
    let error = cx.error(format!("an array of {} needs a dtype", fill.unliteral()));
    Err(error.hint("say how long its texts are: dtype='U10', or 'S10' for bytes"))
}

fn create(cx: &mut Cx<'_>, args: &CallArgs, fill: Fill) -> Rule {
    match args.bind(&["shape", "dtype", "order"]) {
        Some(bound) => create_bound(cx, args, &bound, fill),
        None => Ok(None),
    }
}

/// A new array; `bound` says which arguments are the shape, the dtype and the order.
fn create_bound(cx: &mut Cx<'_>, args: &CallArgs, bound: &[Option<usize>], fill: Fill) -> Rule {
    let Some(shape) = bound[0] else {
        return Ok(None);
    };
    let vals = args.vals();
    let Some(element) = given_element(cx, &vals, bound[1], Ty::float64())? else {
        return Ok(None);
    };
    if is_by_library(element.dtype, fill, &vals) {
        return Ok(None);
    }
    let layout = given_layout(cx, &vals, bound[2], Layout::C)?;
    new_array(cx, vals[shape], shape, element, layout, fill)
}

/// What a dtype argument says of a new array: the dtype of its elements, and the axes that `"(2,3)f8"` adds to its shape.
struct Element {
    dtype: Ty,
    axes: Box<[u32]>,
}

/// What the dtype argument says, or the default when there is none.
fn given_element(cx: &mut Cx<'_>, vals: &[Val], at: Option<usize>, default: Ty) -> Result<Option<Element>> {
    if let Some((axes, dtype)) = at.and_then(|k| structured::shaped(cx, vals[k].ty)) {
        return Ok(Some(Element { dtype, axes }));
    }
    Ok(given_dtype(cx, vals, at, default)?.map(|dtype| Element { dtype, axes: Box::default() }))
}

/// The dtype argument, or the default when there is none.
pub fn given_dtype(cx: &mut Cx<'_>, vals: &[Val], at: Option<usize>, default: Ty) -> Result<Option<Ty>> {
    let Some(val) = at.map(|k| vals[k]) else {
        return Ok(Some(default));
    };
    if val.ty == Ty::none() {
        return Ok(Some(default));
    }
    let key = match val.ty.kind() {
        Kind::Function(o) => cx.host.key(o.id),
        _ => None,
    };
    match dtype_of(val, key.as_deref()).or_else(|| structured::record(cx, val.ty)) {
        Some(dtype) => Ok(Some(dtype)),
        None if val.is_undefined() || chars::is_class(key.as_deref(), val) => Ok(None),
        None => Err(cx
            .error(match val.literal_str() {
                Some(name) => format!("'{name}' is not a dtype that compiled code knows"),
                None => format!("{} is not a dtype that compiled code knows", val.ty),
            })
            .hint("use np.float64, np.int32, ...")),
    }
}

/// The order argument: 'C', 'F', or 'K' and 'A' for that of the prototype.
fn given_layout(cx: &Cx<'_>, vals: &[Val], at: Option<usize>, natural: Layout) -> Result<Layout> {
    match at.map(|k| vals[k].literal_str()) {
        None => Ok(natural),
        Some(Some("C")) => Ok(Layout::C),
        Some(Some("F")) => Ok(Layout::F),
        Some(Some("K" | "A")) => Ok(natural),
        Some(_) => Err(cx.error("order must be 'C' or 'F', as a constant")),
    }
}

fn new_array(cx: &Cx<'_>, shape: Val, at: usize, element: Element, layout: Layout, fill: Fill) -> Rule {
    let Some(rank) = shape_rank(shape.ty) else {
        let error = cx.error(format!("a shape must be an integer or a tuple of integers, not {}", shape.ty));
        return Err(error.hint_if(crate::hints::shape(shape.ty)));
    };
    let Element { dtype, axes } = element;
    let ndim = rank + axes.len();
    let layout = if ndim < 2 { Layout::C } else { layout };
    Ok(Some(Resolved::one(Val::new(Ty::array(dtype, ndim as u8, layout)), move |e, a| {
        let mut extents = shape_values(e, a[at]);
        for n in &extents {
            let ok = e.compare_int(CmpOp::Ge, *n, 0);
            e.guard("ValueError", "negative dimensions are not allowed", ok);
        }
        extents.extend(axes.iter().map(|&n| e.i64(i64::from(n))));
        filled(e, &extents, dtype, layout, fill, a)
    })))
}

fn filled(e: &mut Emitter<'_>, extents: &[Value], dtype: Ty, layout: Layout, fill: Fill, args: &[Value]) -> Value {
    let array = e.alloc_array(extents, dtype, layout, fill == Fill::Zero);
    let value = match fill {
        Fill::Nothing | Fill::Zero => return array,
        Fill::One => e.number(1, dtype),
        Fill::Operand(k) => e.coerce(args[k], dtype),
    };
    fill_with(e, array, value, dtype);
    array
}

/// Sets all elements.
pub fn fill_with(e: &mut Emitter<'_>, array: Value, value: Value, dtype: Ty) {
    let kernel = std::rc::Rc::new(super::elementwise::convert_kernel(dtype));
    let expr = super::elementwise::Expr::Apply(kernel, vec![super::elementwise::Expr::Input(0)]);
    super::elementwise::store_expr(e, &expr, &[value], array, Storing::Assigned);
}

/// The number of axes that a shape argument describes.
pub fn shape_rank(ty: Ty) -> Option<usize> {
    let integral = |t: Ty| t.unliteral().is_int();
    if integral(ty) {
        return Some(1);
    }
    let items = ty.tuple_items()?;
    items.iter().all(|t| integral(*t)).then_some(items.len())
}

/// The extents of a shape argument.
pub fn shape_values(e: &mut Emitter<'_>, shape: Value) -> Vec<Value> {
    let raw = if e.ty(shape).tuple_items().is_some() { e.parts(shape) } else { vec![shape] };
    raw.into_iter().map(|n| e.coerce(n, Ty::int64())).collect()
}

/// `np.empty_like(prototype, dtype)`
pub fn empty_like(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    like(cx, args, Fill::Nothing)
}

/// `np.zeros_like(prototype, dtype)`
pub fn zeros_like(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    like(cx, args, Fill::Zero)
}

/// `np.ones_like(prototype, dtype)`
pub fn ones_like(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    like(cx, args, Fill::One)
}

/// `np.full_like(prototype, fill_value, dtype)`
pub fn full_like(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(bound) = args.bind(&["a", "fill_value", "dtype", "order"]) else {
        return Ok(None);
    };
    let (Some(a), Some(fill)) = (bound[0], bound[1]) else {
        return Ok(None);
    };
    if is_filled_by_array(args.vals()[fill]) {
        return Ok(None);
    }
    like_array(cx, args, a, bound[2], bound[3], Fill::Operand(fill))
}

/// Whether the elements that fill a new array are those of another one, which the library broadcasts.
fn is_filled_by_array(fill: Val) -> bool {
    fill.ty.is_array() || fill.ty.tuple_items().is_some()
}

fn like(cx: &mut Cx<'_>, args: &CallArgs, fill: Fill) -> Rule {
    let Some(bound) = args.bind(&["prototype", "dtype", "order"]).or_else(|| args.bind(&["a", "dtype", "order"]))
    else {
        return Ok(None);
    };
    let Some(prototype) = bound[0] else {
        return Ok(None);
    };
    like_array(cx, args, prototype, bound[1], bound[2], fill)
}

fn like_array(
    cx: &mut Cx<'_>,
    args: &CallArgs,
    at: usize,
    dtype: Option<usize>,
    order: Option<usize>,
    fill: Fill,
) -> Rule {
    let vals = args.vals();
    let prototype = vals[at].ty;
    let (natural, ndim, layout) = match prototype.as_array() {
        Some(parts) => parts,
        None if prototype.unliteral().is_number() => (prototype.unliteral(), 0, Layout::C),
        None => return Ok(None),
    };
    let Some(dtype) = given_dtype(cx, &vals, dtype, natural)? else {
        return Ok(None);
    };
    if is_by_library(dtype, fill, &vals) {
        return Ok(None);
    }
    let natural_layout = if layout == Layout::F && ndim > 1 { Layout::F } else { Layout::C };
    let layout = given_layout(cx, &vals, order, natural_layout)?;
    let made = Resolved::one(Val::new(Ty::array(dtype, ndim, layout)), move |e, a| {
        let extents: Vec<Value> = (0..ndim as usize).map(|axis| e.extent(a[at], axis)).collect();
        filled(e, &extents, dtype, layout, fill, a)
    });
    Ok(Some(match fill {
        Fill::Operand(k) => fitting(cx, vals[k], dtype, made),
        _ => made,
    }))
}

/// `np.dtype(x)`
pub fn dtype(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(bound) = args.bind(&["dtype", "align"]).filter(|bound| bound[0] == Some(0)) else {
        return Ok(None);
    };
    if let Some(at) = bound[1] {
        let vals = args.vals();
        let found = match vals[at].literal_bool() {
            Some(true) => structured::aligned(cx, vals[0].ty),
            _ => None,
        };
        return match found {
            Some(dtype) => Ok(Some(Resolved::constant(Ty::new(Kind::DType(dtype))))),
            None if vals[at].literal_bool().is_some() => {
                let made = dtype(cx, &CallArgs::of(&vals[..1]))?;
                let is_packed = |made: &Resolved| match made.val().ty.kind() {
                    Kind::DType(of) => matches!(of.kind(), Kind::Record { aligned: false, .. }),
                    _ => false,
                };
                if vals[at].literal_bool() == Some(true) && made.as_ref().is_some_and(is_packed) {
                    let error =
                        cx.unsupported("align=True beside a dict or another dtype is not supported in compiled code");
                    return Err(error.hint("say it in the dict, as 'aligned': True"));
                }
                Ok(made)
            }
            None => Ok(None),
        };
    }
    let Some(dtype) = given_dtype(cx, &args.vals(), Some(0), Ty::float64())? else {
        return Ok(None);
    };
    Ok(Some(Resolved::constant(Ty::new(Kind::DType(dtype)))))
}

/// `np.ndindex(shape)` or `np.ndindex(n, m, ...)`
pub fn ndindex(_: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(vals) = positional(args, 0..=32) else {
        return Ok(None);
    };
    let rank = if vals.len() == 1 { shape_rank(vals[0].ty) } else { Some(vals.len()) };
    let Some(rank) = rank.filter(|_| vals.len() == 1 || vals.iter().all(|v| v.ty.unliteral().is_int())) else {
        return Ok(None);
    };
    let (iter, shape) = (Ty::new(Kind::NdIndex(rank as u8)), Ty::uni_tuple(Ty::int64(), rank));
    Ok(Some(Resolved::one(Val::new(iter), move |e, a| {
        let extents: Vec<Value> =
            if a.len() == 1 { shape_values(e, a[0]) } else { a.iter().map(|n| e.coerce(*n, Ty::int64())).collect() };
        let extents = e.pack(&extents, shape);
        at_first_index(e, extents, rank, iter)
    })))
}

/// An iterator over indices that stands on the first one: what it goes over, how many came before, and the index.
fn at_first_index(e: &mut Emitter<'_>, over: Value, rank: usize, iter: Ty) -> Value {
    let zero = e.i64(0);
    let index = e.pack(&vec![zero; rank], Ty::uni_tuple(Ty::int64(), rank));
    e.pack(&[over, zero, index], iter)
}

/// `pndindex(shape)` or `pndindex(n, m, ...)`: the indices of an array, in a loop that may run on all cores; numbers for one axis.
pub fn pndindex(cx: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let parallel = cx.options.divides(Divided::Loops);
    let Some(serial) = ndindex(cx, args)? else { return Ok(None) };
    let Kind::NdIndex(rank) = *serial.val().ty.kind() else { return Ok(None) };
    let int = IntTy { bits: 64, signed: true };
    let spread = match (parallel, rank) {
        (true, _) => Spread::Indices(rank),
        (false, 1) => Spread::No,
        (false, _) => return Ok(Some(serial)),
    };
    let ty = Ty::new(Kind::Range { int, step: Some(1), parallel: spread });
    Ok(Some(Resolved::one(Val::weak(ty), move |e, a| {
        let made = (serial.emit)(e, a)[0];
        let extents = e.part(made, 0);
        let counts = e.parts(extents);
        let one = e.i64(1);
        let count = counts.into_iter().fold(one, |count, extent| e.mul(count, extent));
        let zero = e.i64(0);
        let parts = [zero, count, extents];
        e.pack(&parts[..if spread == Spread::No { 2 } else { 3 }], ty)
    })))
}

/// `np.ndenumerate(a)`
pub fn ndenumerate(_: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some(&[x]) = positional(args, 1..=1) else {
        return Ok(None);
    };
    let Some((_, rank, _)) = x.ty.as_array() else {
        return Ok(None);
    };
    let iter = Ty::new(Kind::NdEnumerate(x.ty));
    Ok(Some(Resolved::one(Val::new(iter), move |e, a| at_first_index(e, a[0], rank as usize, iter))))
}
