//! The loop nest of a fused elementwise expression, as a typed function of its own.
//!
//! Operands that are contiguous, of one order and of one shape are walked in a single loop over all elements. Anything else goes
//! through a nest with the strides of each operand, where a broadcast axis has stride 0, or one by rows (`rows.rs`).

use super::elementwise::Expr;
use super::fitting::{self, Shape};
use super::rows::Rows;
use crate::emit::{Emitter, NoSynthesis};
use coluber_ir::{Block, Typed, Value};
use coluber_ops::CmpOp;
use coluber_types::{IntTy, Kind, Layout, Spread, Ty};

/// Where the elements go.
#[derive(Clone, Copy)]
pub enum Destination {
    /// A new array of this type, which the function returns.
    New(Ty),
    /// An array of this type, the last parameter.
    Into(Ty, Storing),
}

/// How a value comes into an array that is there, which decides what is said of shapes that don't fit.
#[derive(Clone, Copy, PartialEq)]
pub enum Storing {
    /// By an assignment.
    Assigned,
    /// As the result of the operation: `a += b`, `np.add(a, b, out=c)`.
    Output,
}

impl Destination {
    pub(super) fn ty(self) -> Ty {
        match self {
            Destination::New(t) | Destination::Into(t, _) => t,
        }
    }
}

/// A function that copies arrays of one type.
#[derive(Clone, Copy)]
pub struct Copier {
    /// Its number.
    pub spec: u32,
    /// The type of the copy.
    pub result: Ty,
}

/// What loops may do.
#[derive(Clone, Copy)]
pub struct Freedom {
    /// Whether the outermost loop runs on all cores when it is long.
    pub parallel: bool,
    /// Whether no element is read after another was written that shares its memory: the target is new, or inputs that overlap it are
    /// copied.
    pub independent: bool,
}

/// Builds the function for inputs of these types.
pub fn build(expr: &Expr, inputs: &[Ty], destination: Destination, parallel: bool) -> Typed {
    build_store(expr, inputs, destination, &[], Freedom { parallel, independent: true })
}

/// Builds the function; inputs that have a copier may share memory with the target.
pub fn build_store(
    expr: &Expr,
    inputs: &[Ty],
    destination: Destination,
    copies: &[Option<Copier>],
    freedom: Freedom,
) -> Typed {
    let mut func = Typed::new("map");
    let entry = func.add_block();
    let params: Vec<Value> = inputs.iter().map(|t| func.add_param(entry, *t, None)).collect();
    let target = match destination {
        Destination::Into(t, _) => Some(func.add_param(entry, t, None)),
        Destination::New(_) => None,
    };
    func.ret = if target.is_some() { Ty::none() } else { destination.ty() };
    let mut none = NoSynthesis;
    let mut e = Emitter::new(&mut func, entry, &mut none);
    let mut nest = Nest { e: &mut e, expr, inputs: params, types: inputs.to_vec(), destination, freedom };
    nest.separate(target, copies);
    nest.build(target);
    func
}

/// Builds the function that assigns a vector to another of the same elements, both contiguous: the bytes are moved, however the vectors
/// overlap, or all elements become the only one.
pub fn build_move(source: Ty, target: Ty) -> Typed {
    let mut func = Typed::new("move");
    let entry = func.add_block();
    let params = [source, target].map(|t| func.add_param(entry, t, None));
    func.ret = Ty::none();
    let mut none = NoSynthesis;
    let mut e = Emitter::new(&mut func, entry, &mut none);
    let destination = Destination::Into(target, Storing::Assigned);
    let (expr, inputs) = (&Expr::Input(0), vec![params[0]]);
    let freedom = Freedom { parallel: false, independent: false };
    Nest { e: &mut e, expr, inputs, types: vec![source], destination, freedom }.build_move(params[1]);
    func
}

/// Loops over the elements of an expression.
pub(super) struct Nest<'a, 'f> {
    pub(super) e: &'a mut Emitter<'f>,
    pub(super) expr: &'a Expr,
    pub(super) inputs: Vec<Value>,
    pub(super) types: Vec<Ty>,
    pub(super) destination: Destination,
    pub(super) freedom: Freedom,
}

/// A loop whose body is being made.
pub(super) struct Open {
    head: Block,
    exit: Block,
    /// The number of the iteration.
    pub(super) i: Value,
    /// The iterator of a parallel loop.
    iterator: Option<Value>,
}

/// Elements that a thread must have for an expression of one operation, so that waking it pays.
const GRAIN: i64 = 32768;

/// An operand on its way through the nest: the address so far, strides by axis of the result, element type.
#[derive(Clone)]
pub(super) struct Cursor {
    pub(super) data: Value,
    pub(super) strides: Vec<Value>,
    pub(super) dtype: Ty,
}

impl Nest<'_, '_> {
    fn build(&mut self, target: Option<Value>) {
        let shape = match target {
            Some(t) => {
                let shape = self.e.part(t, 2);
                self.e.parts(shape)
            }
            None => self.shape_of(self.expr).unwrap_or_default(),
        };
        if let Destination::Into(_, how) = self.destination {
            self.check_fits(&shape, how);
        }
        let (_, _, layout) = self.array_parts(self.destination.ty());
        let out = match target {
            Some(t) => t,
            None => {
                let dtype = self.array_parts(self.destination.ty()).0;
                self.e.alloc_array(&shape, dtype, layout, false)
            }
        };
        if let Some(same) = self.flat_condition(&shape, layout) {
            let (flat, general) = (self.block(), self.block());
            self.e.builder().branch(same, (flat, &[]), (general, &[]));
            self.switch(flat);
            self.flat_loop(&shape, out);
            self.finish(out);
            self.switch(general);
        }
        self.nests(&shape, out, layout);
        self.finish(out);
    }

    fn build_move(&mut self, target: Value) {
        let (wanted, given) = (self.e.extent(target, 0), self.e.extent(self.inputs[0], 0));
        self.check_fits(&[wanted], Storing::Assigned);
        let all = self.e.compare(CmpOp::Eq, wanted, given);
        let (moved, filled) = (self.block(), self.block());
        self.e.builder().branch(all, (moved, &[]), (filled, &[]));
        self.switch(moved);
        let itemsize = self.e.i64(i64::from(self.element_type(target).itemsize().unwrap_or(1)));
        let bytes = self.e.mul(wanted, itemsize);
        let addresses = [target, self.inputs[0]].map(|array| self.e.part(array, 1));
        self.e.runtime("copy_bytes", &[addresses[0], addresses[1], bytes], &[]);
        self.finish(target);
        self.switch(filled);
        let first = self.e.i64(0);
        let only = self.flat_element(self.inputs[0], first);
        self.types[0] = self.element_type(target);
        self.inputs[0] = only;
        self.flat_loop(&[wanted], target);
        self.finish(target);
    }

    /// The nests of loops: by rows where that can be, else with strides of one element along the innermost axis where all operands may
    /// have them, and one with any strides unless there is nothing left for it.
    fn nests(&mut self, shape: &[Value], out: Value, layout: Layout) {
        let mut cursors: Vec<Option<Cursor>> = self.inputs.clone().into_iter().map(|v| self.cursor(v, shape)).collect();
        cursors.push(self.cursor(out, shape));
        let axes: Vec<usize> =
            if layout == Layout::F { (0..shape.len()).rev().collect() } else { (0..shape.len()).collect() };
        let Some(&inner) = axes.last() else { return self.nested_loops(cursors, shape, &axes, false) };
        let mut contiguous = cursors.clone();
        let by_type = self.can_be_flat(shape.len(), layout);
        let rows = Rows::of(self, shape.len(), by_type);
        let mut extents = shape.to_vec();
        if rows.is_some() {
            Rows::turn(self, &mut contiguous, &mut extents, &axes);
        }
        let condition = match &rows {
            Some(rows) => rows.condition(self, &contiguous, inner),
            None if by_type => return self.nested_loops(cursors, shape, &axes, false),
            None => Some(self.unit_strides(&mut contiguous, inner)),
        };
        let general = condition.map(|condition| {
            let (fast, general) = (self.block(), self.block());
            self.e.builder().branch(condition, (fast, &[]), (general, &[]));
            self.switch(fast);
            general
        });
        match rows {
            Some(rows) => rows.nest(self, contiguous, extents, &axes),
            None => self.nested_loops(contiguous, shape, &axes, true),
        }
        if let Some(general) = general {
            self.finish(out);
            self.switch(general);
            self.nested_loops(cursors, shape, &axes, false);
        }
    }

    /// Whether all operands step by one element along an axis; their strides there become constants.
    fn unit_strides(&mut self, cursors: &mut [Option<Cursor>], axis: usize) -> Value {
        let mut all = self.e.bool(true);
        for cursor in cursors.iter_mut().flatten() {
            let itemsize = self.e.i64(i64::from(cursor.dtype.itemsize().unwrap_or(1)));
            let unit = self.e.compare(CmpOp::Eq, cursor.strides[axis], itemsize);
            all = self.e.and(all, unit);
            cursor.strides[axis] = itemsize;
        }
        all
    }

    /// Copies inputs that share memory with the target, unless element for element.
    fn separate(&mut self, target: Option<Value>, copies: &[Option<Copier>]) {
        let Some(target) = target else { return };
        for (k, copier) in copies.iter().enumerate() {
            let Some(copier) = copier else { continue };
            let input = self.inputs[k];
            let shared = self.shares_memory(input, target);
            let (copy, join) = (self.block(), self.block());
            self.e.builder().branch(shared, (copy, &[]), (join, &[input]));
            let joined = self.e.builder().func.add_param(join, self.types[k], None);
            self.switch(copy);
            let copied = self.e.call(copier.spec, &"copy".into(), &[input], copier.result);
            let copied = self.e.repack(copied, self.types[k]);
            self.e.builder().jump(join, &[copied]);
            self.switch(join);
            self.inputs[k] = joined;
        }
    }

    /// Whether two arrays overlap in memory and do not have the same elements in the same places.
    fn shares_memory(&mut self, a: Value, b: Value) -> Value {
        let ((a_first, a_end), (b_first, b_end)) = (self.memory_range(a), self.memory_range(b));
        let (x, y) = (self.e.compare(CmpOp::Lt, a_first, b_end), self.e.compare(CmpOp::Lt, b_first, a_end));
        let overlap = self.e.and(x, y);
        let (a_parts, b_parts) = (self.e.parts(a), self.e.parts(b));
        let (a_shape, b_shape) = (self.e.parts(a_parts[2]), self.e.parts(b_parts[2]));
        if a_shape.len() != b_shape.len() {
            return overlap;
        }
        let (a_data, b_data) = (self.e.cast(a_parts[1], Ty::int64()), self.e.cast(b_parts[1], Ty::int64()));
        let mut same = self.e.compare(CmpOp::Eq, a_data, b_data);
        let (a_strides, b_strides) = (self.e.parts(a_parts[3]), self.e.parts(b_parts[3]));
        let pairs = a_shape.into_iter().zip(b_shape).chain(a_strides.into_iter().zip(b_strides));
        for (p, q) in pairs {
            let equal = self.e.compare(CmpOp::Eq, p, q);
            same = self.e.and(same, equal);
        }
        let different = self.e.not(same);
        self.e.and(overlap, different)
    }

    /// The addresses of the first byte of an array and of the byte after its last, as integers.
    fn memory_range(&mut self, array: Value) -> (Value, Value) {
        let parts = self.e.parts(array);
        let (shape, strides) = (self.e.parts(parts[2]), self.e.parts(parts[3]));
        let mut first = self.e.cast(parts[1], Ty::int64());
        let mut last = first;
        let (zero, one) = (self.e.i64(0), self.e.i64(1));
        for (n, stride) in shape.into_iter().zip(strides) {
            let steps = self.e.sub(n, one);
            let reach = self.e.mul(steps, stride);
            let down = self.e.compare(CmpOp::Lt, reach, zero);
            let (below, above) = (self.e.select(down, reach, zero), self.e.select(down, zero, reach));
            first = self.e.add(first, below);
            last = self.e.add(last, above);
        }
        let itemsize = self.e.ty(array).as_array().and_then(|(d, _, _)| d.itemsize()).unwrap_or(1);
        let itemsize = self.e.i64(i64::from(itemsize));
        (first, self.e.add(last, itemsize))
    }

    fn array_parts(&self, ty: Ty) -> (Ty, usize, Layout) {
        ty.as_array().map_or((ty, 0, Layout::C), |(d, n, l)| (d, n as usize, l))
    }

    pub(super) fn block(&mut self) -> Block {
        self.e.builder().func.add_block()
    }

    pub(super) fn switch(&mut self, block: Block) {
        self.e.builder().switch_to(block);
    }

    fn finish(&mut self, out: Value) {
        let result = match self.destination {
            Destination::New(_) => out,
            Destination::Into(..) => self.e.unit(Ty::none()),
        };
        self.e.builder().ret(result);
    }

    fn arrays(&self) -> Vec<(Value, usize)> {
        let pairs = self.inputs.iter().zip(&self.types);
        pairs.filter_map(|(v, t)| t.as_array().map(|(_, n, _)| (*v, n as usize))).collect()
    }

    /// The shape of an expression, None of a number; raises ValueError where operands of an operation don't fit together.
    pub(super) fn shape_of(&mut self, expr: &Expr) -> Shape {
        match expr {
            Expr::Input(k) => {
                let (input, ndim) = (self.inputs[*k], self.types[*k].as_array()?.1);
                Some((0..ndim as usize).map(|axis| self.e.extent(input, axis)).collect())
            }
            Expr::Apply(_, args) => {
                let shapes = self.shapes_of(args);
                fitting::join(self.e, &shapes)
            }
        }
    }

    fn shapes_of(&mut self, args: &[Expr]) -> Vec<Shape> {
        args.iter().map(|arg| self.shape_of(arg)).collect()
    }

    /// Raises ValueError unless the value of the expression fits into an array of this shape.
    fn check_fits(&mut self, shape: &[Value], how: Storing) {
        // What is stored is the conversion of the value.
        let value = match self.expr {
            Expr::Apply(_, args) if args.len() == 1 => &args[0],
            _ => self.expr,
        };
        match (how, value) {
            (Storing::Output, Expr::Apply(_, args)) => {
                let operands = self.shapes_of(args);
                fitting::check_output(self.e, &operands, shape);
            }
            _ => {
                if let Some(source) = self.shape_of(value) {
                    fitting::check_assigned(self.e, &source, shape);
                }
            }
        }
    }

    /// Whether the types of the operands let them be walked as one contiguous sequence.
    pub(super) fn can_be_flat(&self, ndim: usize, layout: Layout) -> bool {
        let fits = |t: &Ty| match t.as_array() {
            Some((_, n, l)) => n as usize == ndim && (l == layout || (n < 2 && l == Layout::C)),
            None => true,
        };
        layout != Layout::A && ndim > 0 && self.types.iter().all(fits)
    }

    /// Whether all operands can be walked as one contiguous sequence; None when their types rule it out.
    pub(super) fn flat_condition(&mut self, shape: &[Value], layout: Layout) -> Option<Value> {
        if !self.can_be_flat(shape.len(), layout) {
            return None;
        }
        let mut same = self.e.bool(true);
        for (array, n) in self.arrays() {
            for (axis, wanted) in shape.iter().enumerate().take(n) {
                let extent = self.e.extent(array, axis);
                let equal = self.e.compare(CmpOp::Eq, extent, *wanted);
                same = self.e.and(same, equal);
            }
        }
        Some(same)
    }

    /// One loop over all elements, with constant strides.
    fn flat_loop(&mut self, shape: &[Value], out: Value) {
        let mut total = shape[0];
        for n in &shape[1..] {
            total = self.e.mul(total, *n);
        }
        let sources: Vec<Value> = self.inputs.clone().into_iter().map(|v| self.flattened(v, total)).collect();
        let target = self.flattened(out, total);
        let open = self.open_loop(total, self.freedom.parallel.then_some(&[]));
        self.along_memory(&open);
        let i = open.i;
        let elements: Vec<Value> = sources.iter().map(|v| self.flat_element(*v, i)).collect();
        let v = self.evaluate(self.expr, &elements);
        let ptr = self.e.elem_ptr(target, &[i]);
        let dtype = self.element_type(target);
        self.e.store_element(ptr, v, dtype);
        self.close_loop(open);
    }

    pub(super) fn element_type(&self, array: Value) -> Ty {
        self.e.ty(array).as_array().map_or(Ty::none(), |(dtype, ..)| dtype)
    }

    pub(super) fn flat_element(&mut self, v: Value, i: Value) -> Value {
        match self.e.ty(v).as_array() {
            Some((dtype, _, _)) => {
                let ptr = self.e.elem_ptr(v, &[i]);
                self.e.load_element(ptr, dtype)
            }
            None => v,
        }
    }

    /// A contiguous array as one axis; a scalar stays.
    pub(super) fn flattened(&mut self, v: Value, total: Value) -> Value {
        let Some((dtype, ndim, _)) = self.e.ty(v).as_array() else {
            return v;
        };
        if ndim == 1 {
            return v;
        }
        let parts = self.e.parts(v);
        let stride = self.e.i64(i64::from(dtype.itemsize().unwrap_or(1)));
        let Kind::Array { mutable, aligned, .. } = *self.e.ty(v).kind() else {
            return v;
        };
        let ty = Ty::new(Kind::Array { dtype, ndim: 1, layout: Layout::C, mutable, aligned });
        self.e.make_array(parts[0], parts[1], &[total], &[stride], ty)
    }

    /// Starts a loop of so many iterations. It is parallel where the extents of the loops inside of it are given.
    pub(super) fn open_loop(&mut self, limit: Value, inner: Option<&[Value]>) -> Open {
        let (head, body, exit) = (self.block(), self.block(), self.block());
        let zero = self.e.i64(0);
        let open = match inner {
            None => {
                self.e.builder().jump(head, &[zero]);
                let i = self.e.builder().func.add_param(head, Ty::int64(), None);
                self.switch(head);
                Open { head, exit, i, iterator: None }
            }
            Some(inner) => {
                let int = IntTy { bits: 64, signed: true };
                let ty = Ty::new(Kind::RangeIter { int, step: Some(1), parallel: Spread::Loop });
                let least = self.least_iterations(inner);
                let first = self.e.pack(&[zero, limit], ty);
                self.e.builder().jump(head, &[first]);
                let iterator = self.e.builder().func.add_param(head, ty, None);
                self.switch(head);
                self.e.distribute(Some(least));
                let i = self.e.part(iterator, 0);
                Open { head, exit, i, iterator: Some(iterator) }
            }
        };
        let limit = open.iterator.map_or(limit, |iterator| self.e.part(iterator, 1));
        let more = self.e.compare(CmpOp::Lt, open.i, limit);
        self.e.builder().branch(more, (body, &[]), (exit, &[]));
        self.switch(body);
        open
    }

    /// Says of a loop whose elements lie side by side that its iterations do not depend on each other, where that is so: then nothing has
    /// to be compared at run time before vectors are used.
    pub(super) fn along_memory(&mut self, open: &Open) {
        if self.freedom.independent && open.iterator.is_none() {
            self.e.builder().func.blocks[open.head].parallel = true;
        }
    }

    /// The least number of iterations around loops of these extents that pay for a thread.
    fn least_iterations(&mut self, inner: &[Value]) -> Value {
        let grain = self.e.i64(GRAIN / (1 + operations(self.expr)));
        let Some((&first, rest)) = inner.split_first() else {
            return grain;
        };
        let elements = rest.iter().fold(first, |product, &extent| self.e.mul(product, extent));
        let one = self.e.i64(1);
        let none = self.e.compare(CmpOp::Lt, elements, one);
        let elements = self.e.select(none, one, elements);
        let least = self.e.div(grain, elements);
        self.e.add(least, one)
    }

    pub(super) fn close_loop(&mut self, open: Open) {
        let one = self.e.i64(1);
        let mut next = self.e.arith(coluber_ir::typed::Arith::AddNoWrap, open.i, one);
        if let Some(iterator) = open.iterator {
            let (limit, ty) = (self.e.part(iterator, 1), self.e.ty(iterator));
            next = self.e.pack(&[next, limit], ty);
        }
        self.e.builder().jump(open.head, &[next]);
        self.switch(open.exit);
    }

    fn nested_loops(&mut self, cursors: Vec<Option<Cursor>>, shape: &[Value], axes: &[usize], side_by_side: bool) {
        let (open, cursors) = self.open_nest(cursors, shape, axes, axes.len());
        if let Some(innermost) = open.last().filter(|_| side_by_side) {
            self.along_memory(innermost);
        }
        self.nest_body(&cursors);
        self.close_nest(open);
    }

    /// Starts the loops over the first `depth` of the axes; the first is the parallel one.
    pub(super) fn open_nest(
        &mut self,
        mut cursors: Vec<Option<Cursor>>,
        shape: &[Value],
        axes: &[usize],
        depth: usize,
    ) -> (Vec<Open>, Vec<Option<Cursor>>) {
        let mut open = Vec::new();
        for (k, &axis) in axes.iter().enumerate().take(depth) {
            let inner: Vec<Value> = axes[k + 1..].iter().map(|&axis| shape[axis]).collect();
            let parallel = self.freedom.parallel && k == 0;
            let opened = self.open_loop(shape[axis], parallel.then_some(&inner[..]));
            cursors = cursors.into_iter().map(|c| c.map(|c| self.step(c, axis, opened.i))).collect();
            open.push(opened);
        }
        (open, cursors)
    }

    pub(super) fn close_nest(&mut self, open: Vec<Open>) {
        for opened in open.into_iter().rev() {
            self.close_loop(opened);
        }
    }

    fn nest_body(&mut self, cursors: &[Option<Cursor>]) {
        let Some((out, sources)) = cursors.split_last() else {
            return;
        };
        let inputs = self.inputs.clone();
        let mut elements = Vec::new();
        for (cursor, v) in sources.iter().zip(inputs) {
            elements.push(match cursor {
                Some(c) => self.e.load_element(c.data, c.dtype),
                None => v,
            });
        }
        let v = self.evaluate(self.expr, &elements);
        if let Some(out) = out {
            self.e.store_element(out.data, v, out.dtype);
        }
    }

    /// The address of an array with a stride for each axis of the result: 0 where it is broadcast.
    pub(super) fn cursor(&mut self, v: Value, shape: &[Value]) -> Option<Cursor> {
        let (dtype, ndim, _) = self.e.ty(v).as_array()?;
        let ndim = ndim as usize;
        let mut strides = Vec::new();
        for axis in 0..shape.len() {
            let zero = self.e.i64(0);
            if axis + ndim < shape.len() {
                strides.push(zero);
                continue;
            }
            let own = axis + ndim - shape.len();
            let (stride, extent) = (self.e.stride(v, own), self.e.extent(v, own));
            let one = self.e.compare_int(CmpOp::Eq, extent, 1);
            strides.push(self.e.select(one, zero, stride));
        }
        let data = self.e.part(v, 1);
        Some(Cursor { data, strides, dtype })
    }

    pub(super) fn step(&mut self, cursor: Cursor, axis: usize, i: Value) -> Cursor {
        let offset = self.e.mul(i, cursor.strides[axis]);
        let data = self.e.ptr_add(cursor.data, offset);
        Cursor { data, ..cursor }
    }

    /// The elements of the inputs at a place in a result of this shape, whose elements are numbered in the order of a layout.
    pub(super) fn elements_at(&mut self, shape: &[Value], layout: Layout, place: Value) -> Vec<Value> {
        let inputs = self.inputs.clone();
        let mut cursors: Vec<_> = inputs.iter().map(|v| self.cursor(*v, shape)).collect();
        let from_innermost: Vec<usize> =
            if layout == Layout::F { (0..shape.len()).collect() } else { (0..shape.len()).rev().collect() };
        let mut left = place;
        for (k, &axis) in from_innermost.iter().enumerate() {
            let mut at = left;
            if k + 1 < shape.len() {
                let above = self.e.div(left, shape[axis]);
                let whole = self.e.mul(above, shape[axis]);
                at = self.e.sub(left, whole);
                left = above;
            }
            cursors = cursors.into_iter().map(|c| c.map(|c| self.step(c, axis, at))).collect();
        }
        let pairs = cursors.into_iter().zip(inputs);
        pairs.map(|(cursor, input)| cursor.map_or(input, |c| self.e.load_element(c.data, c.dtype))).collect()
    }

    /// The value of an expression for these elements of the inputs.
    pub(super) fn evaluate(&mut self, expr: &Expr, elements: &[Value]) -> Value {
        match expr {
            Expr::Input(k) => elements[*k],
            Expr::Apply(kernel, args) => {
                let mut operands = Vec::new();
                for (arg, ty) in args.iter().zip(&kernel.operands) {
                    let v = self.evaluate(arg, elements);
                    operands.push(self.e.coerce(v, *ty));
                }
                (kernel.emit)(self.e, &operands)[0]
            }
        }
    }
}

/// The number of operations in an expression.
fn operations(expr: &Expr) -> i64 {
    match expr {
        Expr::Input(_) => 0,
        Expr::Apply(_, args) => 1 + args.iter().map(operations).sum::<i64>(),
    }
}
