//! Elements of an expression without an array of them: functions that compute some of them into a buffer, and its shape.
//!
//! An expression has a name, which stands for its operations and the types of its inputs. Library code that was asked for by that name
//! computes the elements by the intrinsics `expression_part`, `expression_item` and `expression_shape`, in the order in which an array of
//! them would lie in memory.

use super::elementwise::{self, Expr, Pending};
use super::maploop::{Cursor, Destination, Freedom, Nest};
use super::rows;
use crate::calls::CallArgs;
use crate::context::{Cx, Rule};
use crate::emit::{Emitter, NoSynthesis};
use crate::value::{Resolved, Val, Values};
use coluber_ir::{Typed, Value};
use coluber_ops::CmpOp;
use coluber_types::{Layout, Ty};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// An expression with the types of its inputs and of the array that it would be.
struct Kept {
    expr: Expr,
    inputs: Vec<Ty>,
    result: Ty,
}

thread_local! {
    /// The expressions that library code was asked for on this thread: it is typed while they are looked at.
    static KEPT: RefCell<FxHashMap<String, Rc<Kept>>> = RefCell::default();
}

/// Keeps an expression for the intrinsics; gives its name.
pub fn keep(pending: &Pending, inputs: &[Ty]) -> String {
    let name = name_of(pending, inputs);
    let kept = Kept { expr: pending.expr.clone(), inputs: inputs.to_vec(), result: pending.result };
    KEPT.with_borrow_mut(|all| all.insert(name.clone(), Rc::new(kept)));
    name
}

/// The name of an expression with inputs of these types.
pub fn name_of(pending: &Pending, inputs: &[Ty]) -> String {
    elementwise::function_name("expression", &pending.expr, inputs, pending.result)
}

fn find(args: &CallArgs, count: usize) -> Option<(String, Rc<Kept>)> {
    if args.positional.len() != count || !args.names.is_empty() || args.star.is_some() {
        return None;
    }
    let name = args.positional[0].literal_str()?;
    let kept = KEPT.with_borrow(|all| all.get(name).cloned())?;
    Some((name.to_owned(), kept))
}

/// `expression_shape(name, inputs)`: the shape of an expression's value; raises ValueError where inputs don't fit together.
pub fn shape(_: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some((name, kept)) = find(args, 2) else { return Ok(None) };
    let ndim = kept.result.as_array().map_or(0, |(_, ndim, _)| ndim as usize);
    let ty = Ty::uni_tuple(Ty::int64(), ndim);
    Ok(Some(Resolved::one(Val::weak(ty), move |e, a| {
        let inputs = e.parts(a[1]);
        e.call_synthetic(&format!("shape {name}"), &mut || build_shape(&kept, ty), &inputs, ty)
    })))
}

/// `expression_part(name, inputs, out, start, count)`: computes so many elements from a place on, into the first ones of a vector.
pub fn part(_: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some((name, kept)) = find(args, 5) else { return Ok(None) };
    let out = args.positional[2].ty;
    let is_buffer = |(dtype, ndim, layout)| {
        ndim == 1 && layout == Layout::C && Some(dtype) == kept.result.as_array().map(|(dtype, ..)| dtype)
    };
    if !out.as_array().is_some_and(is_buffer) {
        return Ok(None);
    }
    Ok(Some(Resolved::many([Val::weak(Ty::none())], move |e, a| {
        let mut operands = e.parts(a[1]);
        operands.push(a[2]);
        operands.extend(a[3..5].iter().map(|v| e.coerce(*v, Ty::int64())));
        let build = &mut || build_part(&kept, out);
        Values::from_slice(&[e.call_synthetic(&format!("part {name}"), build, &operands, Ty::none())])
    })))
}

/// `expression_item(name, inputs, k)`: the element at a place.
pub fn item(_: &mut Cx<'_>, args: &CallArgs) -> Rule {
    let Some((name, kept)) = find(args, 3) else { return Ok(None) };
    let Some((dtype, ..)) = kept.result.as_array() else { return Ok(None) };
    let ty = dtype.loaded();
    Ok(Some(Resolved::one(Val::new(ty), move |e, a| {
        let mut operands = e.parts(a[1]);
        operands.push(e.coerce(a[2], Ty::int64()));
        e.call_synthetic(&format!("item {name}"), &mut || build_item(&kept, ty), &operands, ty)
    })))
}

fn build_shape(kept: &Kept, ty: Ty) -> Typed {
    let mut func = Typed::new("map");
    let entry = func.add_block();
    let inputs: Vec<Value> = kept.inputs.iter().map(|t| func.add_param(entry, *t, None)).collect();
    func.ret = ty;
    let mut none = NoSynthesis;
    let mut e = Emitter::new(&mut func, entry, &mut none);
    let mut nest = nest(&mut e, kept, inputs);
    let shape = nest.shape_of(&kept.expr).unwrap_or_default();
    let shape = e.pack(&shape, ty);
    e.builder().ret(shape);
    func
}

fn nest<'a, 'f>(e: &'a mut Emitter<'f>, kept: &'a Kept, inputs: Vec<Value>) -> Nest<'a, 'f> {
    let destination = Destination::New(kept.result);
    let freedom = Freedom { parallel: false, independent: true };
    Nest { e, expr: &kept.expr, inputs, types: kept.inputs.clone(), destination, freedom }
}

fn build_part(kept: &Kept, out: Ty) -> Typed {
    let mut func = Typed::new("map");
    let entry = func.add_block();
    let inputs: Vec<Value> = kept.inputs.iter().map(|t| func.add_param(entry, *t, None)).collect();
    let out = func.add_param(entry, out, None);
    let (start, count) = (func.add_param(entry, Ty::int64(), None), func.add_param(entry, Ty::int64(), None));
    func.ret = Ty::none();
    let mut none = NoSynthesis;
    let mut e = Emitter::new(&mut func, entry, &mut none);
    let mut part = Part { nest: nest(&mut e, kept, inputs), layout: kept.result, out, start, count };
    part.build();
    func
}

fn build_item(kept: &Kept, ty: Ty) -> Typed {
    let mut func = Typed::new("map");
    let entry = func.add_block();
    let inputs: Vec<Value> = kept.inputs.iter().map(|t| func.add_param(entry, *t, None)).collect();
    let place = func.add_param(entry, Ty::int64(), None);
    func.ret = ty;
    let mut none = NoSynthesis;
    let mut e = Emitter::new(&mut func, entry, &mut none);
    let layout = kept.result.as_array().map_or(Layout::C, |(.., layout)| layout);
    let mut nest = nest(&mut e, kept, inputs);
    let shape = nest.shape_of(&kept.expr).unwrap_or_default();
    let elements = nest.elements_at(&shape, layout, place);
    let value = nest.evaluate(&kept.expr, &elements);
    let value = nest.e.coerce(value, ty);
    nest.e.builder().ret(value);
    func
}

/// A function that computes some elements.
struct Part<'a, 'f> {
    nest: Nest<'a, 'f>,
    layout: Ty,
    out: Value,
    start: Value,
    count: Value,
}

impl Part<'_, '_> {
    fn build(&mut self) {
        let shape = self.nest.shape_of(self.nest.expr).unwrap_or_default();
        let layout = self.layout.as_array().map_or(Layout::C, |(.., layout)| layout);
        if let Some(same) = self.nest.flat_condition(&shape, layout) {
            let (flat, general) = (self.nest.block(), self.nest.block());
            self.nest.e.builder().branch(same, (flat, &[]), (general, &[]));
            self.nest.switch(flat);
            self.in_order(&shape);
            self.finish();
            self.nest.switch(general);
        }
        let axes: Vec<usize> = match layout {
            Layout::F => (0..shape.len()).rev().collect(),
            _ => (0..shape.len()).collect(),
        };
        self.by_rows(&shape, &axes);
        self.finish();
    }

    fn finish(&mut self) {
        let none = self.nest.e.unit(Ty::none());
        self.nest.e.builder().ret(none);
    }

    /// Elements that all lie in order.
    fn in_order(&mut self, shape: &[Value]) {
        let one = self.nest.e.i64(1);
        let total = shape.iter().fold(one, |total, extent| self.nest.e.mul(total, *extent));
        let sources: Vec<Value> = self.nest.inputs.clone().into_iter().map(|v| self.nest.flattened(v, total)).collect();
        let open = self.nest.open_loop(self.count, None);
        self.nest.along_memory(&open);
        let at = self.nest.e.add(self.start, open.i);
        let elements: Vec<Value> = sources.iter().map(|v| self.nest.flat_element(*v, at)).collect();
        self.put(&elements, open.i);
        self.nest.close_loop(open);
    }

    fn put(&mut self, elements: &[Value], at: Value) {
        let value = self.nest.evaluate(self.nest.expr, elements);
        let place = self.nest.e.elem_ptr(self.out, &[at]);
        let dtype = self.nest.element_type(self.out);
        self.nest.e.store_element(place, value, dtype);
    }

    /// Elements in rows along the last axis, of which the first and the last may be used in part.
    fn by_rows(&mut self, shape: &[Value], axes: &[usize]) {
        let Some((&inner, outer)) = axes.split_last() else { return };
        let one = self.nest.e.i64(1);
        let empty = self.nest.e.compare(CmpOp::Lt, shape[inner], one);
        let width = self.nest.e.select(empty, one, shape[inner]);
        let end = self.nest.e.add(self.start, self.count);
        let first = self.nest.e.div(self.start, width);
        let past = self.nest.e.add(end, width);
        let past = self.nest.e.sub(past, one);
        let past = self.nest.e.div(past, width);
        let rows = self.nest.e.sub(past, first);
        let open = self.nest.open_loop(rows, None);
        let row = self.nest.e.add(first, open.i);
        let begins = self.nest.e.mul(row, width);
        let low = self.larger(self.start, begins);
        let high = self.nest.e.add(begins, width);
        let high = self.smaller(end, high);
        self.row(shape, (inner, outer), row, (begins, low, high));
        self.nest.close_loop(open);
    }

    /// The elements of a row from one place up to another, of the row that begins at a place.
    fn row(
        &mut self,
        shape: &[Value],
        (inner, outer): (usize, &[usize]),
        row: Value,
        (begins, low, high): (Value, Value, Value),
    ) {
        let inputs = self.nest.inputs.clone();
        let mut cursors: Vec<_> = inputs.iter().map(|v| self.nest.cursor(*v, shape)).collect();
        let mut left = row;
        for &axis in outer.iter().rev() {
            let above = self.nest.e.div(left, shape[axis]);
            let whole = self.nest.e.mul(above, shape[axis]);
            let at = self.nest.e.sub(left, whole);
            cursors = cursors.into_iter().map(|c| c.map(|c| self.nest.step(c, axis, at))).collect();
            left = above;
        }
        let length = self.nest.e.sub(high, low);
        let (column, place) = (self.nest.e.sub(low, begins), self.nest.e.sub(low, self.start));
        let layout = self.layout.as_array().map_or(Layout::C, |(.., layout)| layout);
        let dtype = self.nest.element_type(self.out);
        if rows::fit_buffer(&self.nest, shape.len(), layout, dtype) {
            cursors = cursors.into_iter().map(|c| c.map(|c| self.nest.step(c, inner, column))).collect();
            return self.row_beside_others(&cursors, inner, place, length);
        }
        let open = self.nest.open_loop(length, None);
        let at = self.nest.e.add(column, open.i);
        let mut elements = Vec::new();
        for (cursor, input) in cursors.into_iter().zip(inputs) {
            elements.push(match cursor {
                Some(cursor) => {
                    let cursor = self.nest.step(cursor, inner, at);
                    self.nest.e.load_element(cursor.data, cursor.dtype)
                }
                None => input,
            });
        }
        let place = self.nest.e.add(place, open.i);
        self.put(&elements, place);
        self.nest.close_loop(open);
    }

    /// As [`row`](Self::row), from cursors at the row's beginning whose elements lie side by side or are broadcast.
    fn row_beside_others(&mut self, cursors: &[Option<Cursor>], inner: usize, place: Value, length: Value) {
        let singles = rows::singles(&mut self.nest, cursors, inner);
        let carrier = self.nest.e.elem_ptr(self.out, &[place]);
        let operands = rows::along(&mut self.nest, cursors, &singles, carrier);
        let open = self.nest.open_loop(length, None);
        self.nest.along_memory(&open);
        let elements: Vec<Value> = operands.iter().map(|o| rows::element(&mut self.nest, o, open.i)).collect();
        let place = self.nest.e.add(place, open.i);
        self.put(&elements, place);
        self.nest.close_loop(open);
    }

    fn larger(&mut self, a: Value, b: Value) -> Value {
        let less = self.nest.e.compare(CmpOp::Lt, a, b);
        self.nest.e.select(less, b, a)
    }

    fn smaller(&mut self, a: Value, b: Value) -> Value {
        let less = self.nest.e.compare(CmpOp::Lt, a, b);
        self.nest.e.select(less, a, b)
    }
}
