//! Elementwise operations on arrays, and the expressions that several of them are fused into.

use super::casting::Casting;
use super::dtype::Operand;
use super::maploop::{self, Copier, Destination, Freedom, Storing};
use super::ufunc;
use crate::context::{Cx, Rule};
use crate::emit::Emitter;
use crate::host::Divided;
use crate::numbers;
use crate::strings::chars;
use crate::value::{Assignment, Elementwise, Kernel, Resolved, Val};
use coluber_base::Result;
use coluber_ir::Value;
use coluber_ops::BinOp;
use coluber_types::{Layout, Ty};
use smallvec::SmallVec;
use std::fmt::Write;
use std::rc::Rc;

/// A tree of scalar operations over the elements of inputs.
#[derive(Clone)]
pub enum Expr {
    /// An input, by number.
    Input(usize),
    /// A scalar operation.
    Apply(Rc<Kernel>, Vec<Expr>),
}

/// An expression whose evaluation has been put off, with its inputs.
#[derive(Clone)]
pub struct Pending {
    /// The expression.
    pub expr: Expr,
    /// Its inputs: arrays and scalars.
    pub inputs: Vec<Value>,
    /// The array type of its value.
    pub result: Ty,
}

/// `function(operands...)` with at least one array among the operands.
pub fn apply(cx: &mut Cx<'_>, function: &str, vals: &[Val]) -> Rule {
    if !vals.iter().any(|v| v.ty.is_array()) {
        return Ok(None);
    }
    if let [a, b] = *vals
        && let Some(kernel) = chars::comparison(function, a, b)
    {
        return Ok(Some(mapped(kernel, vals)));
    }
    let Some(operands) = vals.iter().map(|v| Operand::of(*v)).collect::<Option<Vec<_>>>() else {
        return Ok(None);
    };
    let Some(kernel) = ufunc::kernel(cx, function, &operands)? else {
        return Ok(None);
    };
    Ok(Some(mapped(kernel, vals)))
}

/// `array ** 2`, which NumPy computes as a square, and of floats `array ** -1`, which it computes as an inverse, and `array ** 3`, which is
/// two products as for numbers; the exponent stays an operand without use.
pub fn small_power(cx: &mut Cx<'_>, array: Val, exponent: Val) -> Rule {
    Ok(small_power_kernel(cx, array, exponent)?.map(|kernel| mapped(kernel, &[array, exponent])))
}

fn small_power_kernel(cx: &mut Cx<'_>, array: Val, exponent: Val) -> Result<Option<Kernel>> {
    let (Some((dtype, ..)), Some(power)) = (array.ty.as_array(), exponent.literal_int()) else {
        return Ok(None);
    };
    let is_float = dtype == Ty::float64() || dtype == Ty::float32();
    let name = match power {
        2 => "square",
        3 if is_float => "square",
        -1 if is_float => "reciprocal",
        _ => return Ok(None),
    };
    let Some(operand) = Operand::of(array) else {
        return Ok(None);
    };
    let Some(first) = ufunc::kernel(cx, name, &[operand])? else {
        return Ok(None);
    };
    let inner = first.emit;
    Ok(Some(Kernel {
        name: format!("{}**{power}", first.name),
        operands: vec![first.operands[0], Ty::int64()],
        result: first.result,
        emit: Rc::new(move |e, args| {
            let found = inner(e, &args[..1]);
            if power == 3 { SmallVec::from_buf([ufunc::binary(e, BinOp::Mul, &[found[0], args[0]])]) } else { found }
        }),
    }))
}

/// `array ** 0.5`, for which NumPy takes `sqrt`.
pub fn root(cx: &mut Cx<'_>, array: Val, exponent: Val) -> Result<Resolved> {
    let found = match Operand::of(array) {
        Some(operand) => ufunc::kernel(cx, "sqrt", &[operand])?,
        None => None,
    };
    let Some(sqrt) = found else { return Err(cx.error("sqrt() of an array is not known")) };
    let inner = sqrt.emit;
    let kernel = Kernel {
        name: format!("{}**0.5", sqrt.name),
        operands: vec![sqrt.operands[0], Ty::float64()],
        result: sqrt.result,
        emit: Rc::new(move |e, args| inner(e, &args[..1])),
    };
    Ok(mapped(kernel, &[array, exponent]))
}

/// An array of the shape of another one, or a number, of one bool; `name` stands for where it comes from.
pub fn filled(array: Val, name: &str, value: bool) -> Resolved {
    let dtype = array.ty.as_array().map_or(array.ty, |(dtype, ..)| dtype);
    let kernel = Kernel {
        name: format!("{name}.{value}.{dtype}"),
        operands: vec![dtype],
        result: Ty::boolean(),
        emit: Rc::new(move |e, _| SmallVec::from_buf([e.bool(value)])),
    };
    mapped(kernel, &[array])
}

/// The elementwise operation of a kernel on operands. Of arrays without axes it gives a number.
pub fn mapped(kernel: Kernel, vals: &[Val]) -> Resolved {
    mapped_in(kernel, vals, None)
}

/// As [`mapped`], into an array of this order.
pub fn mapped_in(kernel: Kernel, vals: &[Val], order: Option<Layout>) -> Resolved {
    let arrays: Vec<Ty> = vals.iter().map(|v| v.ty).filter(|t| t.is_array()).collect();
    let mut result = result_array(&arrays, kernel.result);
    if let (Some(order), Some((dtype, ndim, _))) = (order, result.as_array().filter(|(_, ndim, _)| *ndim > 1)) {
        result = Ty::array(dtype, ndim, order);
    }
    if matches!(result.as_array(), Some((_, 0, _))) {
        return on_single_elements(kernel);
    }
    let op = Elementwise { kernel: Rc::new(kernel), result };
    let emitted = op.clone();
    Resolved {
        vals: SmallVec::from_buf([Val::new(result)]),
        emit: Rc::new(move |e, args| SmallVec::from_buf([e.elementwise(&emitted, args)])),
        assignment: None,
        elementwise: Some(op),
        never: false,
    }
}

/// The operation on numbers and on the elements of arrays that have one.
fn on_single_elements(kernel: Kernel) -> Resolved {
    Resolved::one(Val::new(kernel.result), move |e, args| {
        let convert = |(&value, &wanted): (&Value, &Ty)| match e.ty(value).as_array() {
            Some((dtype, ..)) => {
                let place = e.elem_ptr(value, &[]);
                let element = e.load_element(place, dtype);
                e.coerce(element, wanted)
            }
            None => numbers::adapt(e, value, wanted),
        };
        let operands: Vec<Value> = args.iter().zip(&kernel.operands).map(convert).collect();
        (kernel.emit)(e, &operands)[0]
    })
}

/// The array type of the result: the highest rank; Fortran order only when all of that rank have it.
fn result_array(arrays: &[Ty], dtype: Ty) -> Ty {
    let shapes: Vec<(u8, Layout)> = arrays.iter().filter_map(|t| t.as_array()).map(|(_, n, l)| (n, l)).collect();
    let ndim = shapes.iter().map(|s| s.0).max().unwrap_or(0);
    let fortran = ndim > 1 && shapes.iter().all(|(n, l)| *n == ndim && *l == Layout::F);
    Ty::array(dtype, ndim, if fortran { Layout::F } else { Layout::C })
}

/// `view[...] = value`, given the view and the value as operands.
pub fn assign(view: Ty, value: Val) -> Option<Resolved> {
    let (dtype, ndim, _) = view.as_array()?;
    let (from, axes) = value.ty.as_array().map_or((value.ty, 0), |(from, axes, _)| (from, axes));
    coluber_types::conversion(from, dtype)?;
    let expr = Expr::Apply(Rc::new(convert_kernel(dtype)), vec![Expr::Input(0)]);
    Some(Resolved::effect(move |e, a| {
        let source = if axes > ndim { super::fitting::without_first_axes(e, a[1], a[0]) } else { a[1] };
        store_expr(e, &expr, &[source], a[0], Storing::Assigned);
    }))
}

/// The conversion of an element to `dtype`.
pub fn convert_kernel(dtype: Ty) -> Kernel {
    Kernel {
        name: format!("convert.{dtype}"),
        operands: vec![dtype],
        result: dtype,
        emit: Rc::new(|_, args| SmallVec::from_slice(args)),
    }
}

/// `array op= value` for an operator's ufunc: into the array itself.
pub fn inplace(cx: &mut Cx<'_>, function: &str, target: Val, value: Val) -> Rule {
    let Some((dtype, ndim, _)) = target.ty.as_array() else {
        return Ok(None);
    };
    let (Some(x), Some(y)) = (Operand::of(target), Operand::of(value)) else {
        return Ok(None);
    };
    let fits = value.ty.as_array().is_none_or(|(_, n, _)| n <= ndim);
    let small = if function == "power" { small_power_kernel(cx, target, value)? } else { None };
    let Some(kernel) = small.map_or_else(|| ufunc::kernel(cx, function, &[x, y]), |kernel| Ok(Some(kernel)))? else {
        return Ok(None);
    };
    check_same_kind(cx, function, kernel.result, dtype)?;
    cx.check_writable(target.ty)?;
    let kernel = Rc::new(kernel);
    let applied = Expr::Apply(kernel.clone(), vec![Expr::Input(0), Expr::Input(1)]);
    let expr = Expr::Apply(Rc::new(convert_kernel(dtype)), vec![applied]);
    let resolved = Resolved::one(target, move |e, a| {
        if fits {
            store_expr(e, &expr, &[a[0], a[1]], a[0], Storing::Output);
        } else {
            super::fitting::refuse_more_axes(e, a[0], a[1]);
        }
        a[0]
    });
    Ok(Some(Resolved { assignment: fits.then_some(Assignment::Update(kernel)), ..resolved }))
}

/// NumPy's `same_kind` rule for results written into an array.
pub fn check_same_kind(cx: &Cx<'_>, function: &str, from: Ty, to: Ty) -> Result<()> {
    if Casting::SameKind.allows(from, to) {
        return Ok(());
    }
    Err(cx.error(format!(
        "Cannot cast ufunc '{function}' output from dtype('{from}') to dtype('{to}') with casting rule 'same_kind'"
    )))
}

/// Evaluates one elementwise operation into a new array.
pub fn emit_single(e: &mut Emitter<'_>, op: &Elementwise, args: &[Value]) -> Value {
    let expr = Expr::Apply(op.kernel.clone(), (0..args.len()).map(Expr::Input).collect());
    let pending = Pending { expr, inputs: args.to_vec(), result: op.result };
    evaluate(e, &pending)
}

/// Evaluates an expression into a new array.
pub fn evaluate(e: &mut Emitter<'_>, pending: &Pending) -> Value {
    let inputs = plain_inputs(e, &pending.expr, &pending.inputs);
    let types: Vec<Ty> = inputs.iter().map(|v| e.ty(*v)).collect();
    let result = pending.result;
    let parallel = e.divides(Divided::Arrays);
    let name = function_name(if parallel { "pmap" } else { "map" }, &pending.expr, &types, result);
    let mut build = || maploop::build(&pending.expr, &types, Destination::New(result), parallel);
    e.call_synthetic(&name, &mut build, &inputs, result)
}

/// Evaluates an expression into an array that is there, broadcast to its shape. Inputs that share memory with the target in
/// another order are copied first, as NumPy does; not in kernels, which have no memory for copies.
pub fn store_expr(e: &mut Emitter<'_>, expr: &Expr, inputs: &[Value], target: Value, how: Storing) {
    let mut inputs = plain_inputs(e, expr, inputs);
    let types: Vec<Ty> = inputs.iter().map(|v| e.ty(*v)).collect();
    let into = e.ty(target);
    let is_divided = e.divides(if how == Storing::Output { Divided::Updates } else { Divided::Assignments });
    if !e.cuda && !is_divided && how == Storing::Assigned && is_move(expr, &types, into) {
        let (name, ends) = (function_name("move", expr, &types, into), [inputs[0], target]);
        e.call_synthetic(&name, &mut || maploop::build_move(types[0], into), &ends, Ty::none());
        return;
    }
    let copied = |e: &mut Emitter<'_>, v: Value| if v == target || e.cuda { None } else { copier(e, v) };
    let copies: Vec<Option<Copier>> = inputs.iter().map(|v| copied(e, *v)).collect();
    let mut name = function_name(if is_divided { "pstore" } else { "store" }, expr, &types, into);
    name.push(if how == Storing::Output { '>' } else { ' ' });
    name.extend(copies.iter().map(|c| if c.is_some() { '?' } else { '=' }));
    inputs.push(target);
    let destination = Destination::Into(into, how);
    let freedom = Freedom { parallel: is_divided, independent: !e.cuda };
    let mut build = || maploop::build_store(expr, &types, destination, &copies, freedom);
    e.call_synthetic(&name, &mut build, &inputs, Ty::none());
}

/// Whether an expression is a contiguous vector with the elements of `into`, which is another, and all of their bytes are copied.
fn is_move(expr: &Expr, inputs: &[Ty], into: Ty) -> bool {
    let Some((dtype, 1, Layout::C)) = into.as_array() else { return false };
    if crate::records::has_gaps(dtype) {
        return false;
    }
    let is_vector = |t: &Ty| t.as_array() == Some((dtype, 1, Layout::C));
    let is_input = match expr {
        Expr::Input(_) => true,
        Expr::Apply(kernel, args) => matches!(args[..], [Expr::Input(_)]) && kernel.name == convert_kernel(dtype).name,
    };
    is_input && matches!(inputs, [input] if is_vector(input))
}

/// `target op= value` for an expression that has been put off.
pub fn update_pending(e: &mut Emitter<'_>, kernel: Rc<Kernel>, target: Value, value: Pending) {
    let op = Elementwise { kernel, result: e.ty(target) };
    let pending = compose(&op, vec![(target, None), (value.inputs[0], Some(value))]);
    store_converted(e, pending, target, Storing::Output);
}

/// Evaluates an expression into the elements of a view.
pub fn store_pending(e: &mut Emitter<'_>, pending: Pending, view: Value) {
    let Some((dtype, ndim, _)) = e.ty(view).as_array() else { return };
    if pending.result.as_array().is_some_and(|(_, axes, _)| axes > ndim) {
        let whole = evaluate(e, &pending);
        let source = super::fitting::without_first_axes(e, whole, view);
        let expr = Expr::Apply(Rc::new(convert_kernel(dtype)), vec![Expr::Input(0)]);
        return store_expr(e, &expr, &[source], view, Storing::Assigned);
    }
    store_converted(e, pending, view, Storing::Assigned);
}

fn store_converted(e: &mut Emitter<'_>, pending: Pending, view: Value, how: Storing) {
    let dtype = e.ty(view).as_array().map_or(pending.result, |(dtype, ..)| dtype);
    let expr = Expr::Apply(Rc::new(convert_kernel(dtype)), vec![pending.expr]);
    store_expr(e, &expr, &pending.inputs, view, how);
}

/// The function that copies an array of the type of `v`; None for scalars.
fn copier(e: &mut Emitter<'_>, v: Value) -> Option<Copier> {
    let ty = e.ty(v);
    let (dtype, ndim, layout) = ty.as_array()?;
    let layout = if layout == Layout::F { Layout::F } else { Layout::C };
    let result = Ty::array(dtype, ndim, layout);
    let expr = Expr::Apply(Rc::new(convert_kernel(dtype)), vec![Expr::Input(0)]);
    let name = function_name("map", &expr, &[ty], result);
    let spec = e.synthesis.add(&name, &mut || maploop::build(&expr, &[ty], Destination::New(result), false));
    Some(Copier { spec, result })
}

/// The types of an expression's inputs as its operations want them, for inputs of these types.
pub fn plain_types(pending: &Pending, given: impl Fn(Value) -> Ty) -> Vec<Ty> {
    let mut wanted = vec![None; pending.inputs.len()];
    wanted_types(&pending.expr, &mut wanted);
    let plain = |(v, wanted): (&Value, Option<(Ty, bool)>)| match (given(*v), wanted) {
        (ty, _) if ty.is_array() => ty,
        (ty, None) => ty.unliteral(),
        (_, Some((wanted, _))) => wanted,
    };
    pending.inputs.iter().zip(wanted).map(plain).collect()
}

/// Scalar inputs without literals, as the types that the operations want them in.
pub fn plain_inputs(e: &mut Emitter<'_>, expr: &Expr, inputs: &[Value]) -> Vec<Value> {
    let mut wanted = vec![None; inputs.len()];
    wanted_types(expr, &mut wanted);
    inputs
        .iter()
        .zip(wanted)
        .map(|(v, wanted)| {
            let ty = e.ty(*v);
            match wanted {
                _ if ty.is_array() => *v,
                None => e.coerce(*v, ty.unliteral()),
                Some((wanted, true)) => numbers::adapt(e, *v, wanted),
                Some((wanted, false)) => e.coerce(*v, wanted),
            }
        })
        .collect()
}

/// The type that each input is wanted in, and whether it has to adapt to other operands: what is only converted does not.
fn wanted_types(expr: &Expr, wanted: &mut [Option<(Ty, bool)>]) {
    let Expr::Apply(kernel, args) = expr else {
        return;
    };
    for (arg, ty) in args.iter().zip(&kernel.operands) {
        match arg {
            Expr::Input(k) => wanted[*k] = Some((*ty, args.len() > 1)),
            Expr::Apply(..) => wanted_types(arg, wanted),
        }
    }
}

/// A name that stands for the expression and all its types.
pub fn function_name(prefix: &str, expr: &Expr, inputs: &[Ty], result: Ty) -> String {
    let mut name = String::from(prefix);
    name.push(' ');
    write_expr(&mut name, expr);
    for ty in inputs {
        let _ = write!(name, "|{ty}");
    }
    let _ = write!(name, "->{result}");
    name
}

fn write_expr(out: &mut String, expr: &Expr) {
    match expr {
        Expr::Input(k) => {
            let _ = write!(out, "${k}");
        }
        Expr::Apply(kernel, args) => {
            out.push_str(&kernel.name);
            out.push('(');
            for arg in args {
                write_expr(out, arg);
                out.push(',');
            }
            out.push(')');
        }
    }
}

/// An expression over other pending expressions: the inputs of each are renumbered.
pub fn compose(op: &Elementwise, args: Vec<(Value, Option<Pending>)>) -> Pending {
    let mut inputs = Vec::new();
    let mut exprs = Vec::new();
    for (value, pending) in args {
        match pending {
            None => {
                exprs.push(Expr::Input(add_input(&mut inputs, value)));
            }
            Some(p) => {
                let numbers: Vec<usize> = p.inputs.iter().map(|v| add_input(&mut inputs, *v)).collect();
                exprs.push(renumber(&p.expr, &numbers));
            }
        }
    }
    Pending { expr: Expr::Apply(op.kernel.clone(), exprs), inputs, result: op.result }
}

/// Arrays that occur twice are one input. Scalars are not shared: each use may want another type.
fn add_input(inputs: &mut Vec<Value>, value: Value) -> usize {
    inputs.push(value);
    inputs.len() - 1
}

fn renumber(expr: &Expr, numbers: &[usize]) -> Expr {
    match expr {
        Expr::Input(k) => Expr::Input(numbers[*k]),
        Expr::Apply(kernel, args) => Expr::Apply(kernel.clone(), args.iter().map(|a| renumber(a, numbers)).collect()),
    }
}
