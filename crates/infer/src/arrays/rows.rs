//! Loops along rows: a nest whose operands have their elements side by side along the innermost axis, or one element for all of it.
//!
//! Each step of the inner loop reads an element of each operand. One that has a single element for the row reads what is there of another
//! operand instead, the *carrier*, and takes its own element: so all accesses step by one element, and the loop becomes vector code
//! whichever operands are broadcast. The carrier is an input that has elements along the axis, or else the target; none has larger ones.

use super::maploop::{Cursor, Destination, Nest};
use coluber_ir::Value;
use coluber_ops::CmpOp;
use coluber_types::{Kind, Layout, Ty};

/// What is known of a nest by rows.
pub(super) struct Rows {
    /// Whether the types say that elements are side by side.
    by_type: bool,
    /// The numbers of the operands that may be carriers, the target's last: it may be memory that has not been touched.
    carriers: Vec<usize>,
    /// Whether one of these is a carrier whenever a row has more than one element.
    is_carried: bool,
}

/// An operand along a row.
pub(super) enum Along {
    /// A number.
    Number(Value),
    /// The address of its first element, its type, whether that is all that it has, and it.
    Elements(Value, Ty, Value, Value),
}

impl Rows {
    /// The rows of a nest; None where fewer than two arrays are broadcast to each other, or elements are not of one register.
    pub(super) fn of(nest: &Nest<'_, '_>, ndim: usize, by_type: bool) -> Option<Rows> {
        let arrays: Vec<(usize, Ty)> =
            nest.types.iter().enumerate().filter_map(|(k, t)| Some((k, t.as_array()?.0))).collect();
        if !nest.freedom.independent
            || ndim < 2
            || arrays.len() < 2
            || !arrays.iter().all(|(_, dtype)| is_plain(*dtype))
        {
            return None;
        }
        let largest = arrays.iter().map(|(_, dtype)| dtype.itemsize()).max()?;
        let mut carriers: Vec<usize> =
            arrays.iter().filter(|(_, dtype)| dtype.itemsize() == largest).map(|(k, _)| *k).collect();
        let is_new = matches!(nest.destination, Destination::New(_));
        let mut is_carried = is_new && carriers.len() == arrays.len();
        let target = nest.destination.ty().as_array()?.0;
        if !is_carried && is_plain(target) && target.itemsize() >= largest {
            carriers.push(nest.types.len());
            is_carried = true;
        }
        Some(Rows { by_type, carriers, is_carried })
    }

    /// Makes rows of columns: where the last of the axes has one element, the axis before it takes its place.
    pub(super) fn turn(nest: &mut Nest<'_, '_>, cursors: &mut [Option<Cursor>], shape: &mut [Value], axes: &[usize]) {
        let &[.., outer, inner] = axes else { return };
        let one = nest.e.i64(1);
        let is_column = nest.e.compare(CmpOp::Eq, shape[inner], one);
        shape[inner] = nest.e.select(is_column, shape[outer], shape[inner]);
        shape[outer] = nest.e.select(is_column, one, shape[outer]);
        for cursor in cursors.iter_mut().flatten() {
            cursor.strides[inner] = nest.e.select(is_column, cursor.strides[outer], cursor.strides[inner]);
        }
    }

    /// Whether the operands are rows, the target the last of them; None where they are.
    pub(super) fn condition(&self, nest: &mut Nest<'_, '_>, cursors: &[Option<Cursor>], inner: usize) -> Option<Value> {
        let carried = if self.is_carried { None } else { Some(self.some_carrier(nest, cursors, inner)) };
        if self.by_type {
            return carried;
        }
        let mut all = carried.unwrap_or_else(|| nest.e.bool(true));
        for (k, cursor) in cursors.iter().enumerate() {
            let Some(cursor) = cursor else { continue };
            let stride = cursor.strides[inner];
            let mut row = nest.e.compare_int(CmpOp::Eq, stride, itemsize(cursor.dtype));
            if k + 1 < cursors.len() {
                let single = nest.e.compare_int(CmpOp::Eq, stride, 0);
                row = nest.e.or(row, single);
            }
            all = nest.e.and(all, row);
        }
        Some(all)
    }

    fn some_carrier(&self, nest: &mut Nest<'_, '_>, cursors: &[Option<Cursor>], inner: usize) -> Value {
        let mut some = nest.e.bool(false);
        for cursor in self.carriers.iter().filter_map(|&k| cursors[k].as_ref()) {
            let has_elements = nest.e.compare_int(CmpOp::Ne, cursor.strides[inner], 0);
            some = nest.e.or(some, has_elements);
        }
        some
    }

    /// The loops. Those around the rows do nothing where rows are empty.
    pub(super) fn nest(
        &self,
        nest: &mut Nest<'_, '_>,
        mut cursors: Vec<Option<Cursor>>,
        mut shape: Vec<Value>,
        axes: &[usize],
    ) {
        let Some((&inner, outer)) = axes.split_last() else { return };
        let singles = singles(nest, &cursors, inner);
        for cursor in cursors.iter_mut().flatten() {
            cursor.strides[inner] = nest.e.i64(itemsize(cursor.dtype));
        }
        let empty = nest.e.compare_int(CmpOp::Lt, shape[inner], 1);
        let zero = nest.e.i64(0);
        shape[outer[0]] = nest.e.select(empty, zero, shape[outer[0]]);
        let (open, cursors) = nest.open_nest(cursors, &shape, axes, outer.len());
        self.row(nest, &cursors, &singles, (inner, shape[inner]));
        nest.close_nest(open);
    }

    /// The loop along a row.
    fn row(
        &self,
        nest: &mut Nest<'_, '_>,
        cursors: &[Option<Cursor>],
        singles: &[Option<Value>],
        (inner, extent): (usize, Value),
    ) {
        let Some((Some(out), sources)) = cursors.split_last() else { return };
        let Some(carrier) = self.carrier(nest, cursors, singles) else { return };
        let operands = along(nest, sources, singles, carrier);
        let open = nest.open_loop(extent, None);
        nest.along_memory(&open);
        let i = open.i;
        let elements: Vec<Value> = operands.iter().map(|operand| element(nest, operand, i)).collect();
        let value = nest.evaluate(nest.expr, &elements);
        let place = nest.step(out.clone(), inner, i);
        nest.e.store_element(place.data, value, out.dtype);
        nest.close_loop(open);
    }

    /// The address of the row of the first carrier that has one.
    fn carrier(&self, nest: &mut Nest<'_, '_>, cursors: &[Option<Cursor>], singles: &[Option<Value>]) -> Option<Value> {
        let mut found = None;
        for &k in self.carriers.iter().rev() {
            let (Some(cursor), Some(single)) = (&cursors[k], singles[k]) else { continue };
            found = Some(found.map_or(cursor.data, |other| nest.e.select(single, other, cursor.data)));
        }
        found
    }
}

/// Whether elements of expressions are computed along rows of a buffer, which is the carrier: arrays of these types lie side by side or
/// are broadcast, and no element is larger than the buffer's.
pub(super) fn fit_buffer(nest: &Nest<'_, '_>, ndim: usize, layout: Layout, buffer: Ty) -> bool {
    let arrays: Vec<Ty> = nest.types.iter().filter_map(|t| Some(t.as_array()?.0)).collect();
    let fits = |dtype: &Ty| is_plain(*dtype) && dtype.itemsize() <= buffer.itemsize();
    nest.can_be_flat(ndim, layout) && is_plain(buffer) && arrays.len() > 1 && arrays.iter().all(fits)
}

/// Operands at the beginning of a row, of which some have a single element for all of it.
pub(super) fn along(
    nest: &mut Nest<'_, '_>,
    sources: &[Option<Cursor>],
    singles: &[Option<Value>],
    carrier: Value,
) -> Vec<Along> {
    let mut operands = Vec::new();
    for (k, source) in sources.iter().enumerate() {
        operands.push(match (source, singles[k]) {
            (Some(source), Some(single)) => {
                let first = nest.e.load_element(source.data, source.dtype);
                let data = nest.e.select(single, carrier, source.data);
                Along::Elements(data, source.dtype, single, first)
            }
            _ => Along::Number(nest.inputs[k]),
        });
    }
    operands
}

/// Which operands have a single element for all of an axis.
pub(super) fn singles(nest: &mut Nest<'_, '_>, cursors: &[Option<Cursor>], axis: usize) -> Vec<Option<Value>> {
    let single = |cursor: &Option<Cursor>| Some(nest.e.compare_int(CmpOp::Eq, cursor.as_ref()?.strides[axis], 0));
    cursors.iter().map(single).collect()
}

/// The element of an operand at a place of the row.
pub(super) fn element(nest: &mut Nest<'_, '_>, operand: &Along, i: Value) -> Value {
    match *operand {
        Along::Number(value) => value,
        Along::Elements(data, dtype, single, first) => {
            let size = nest.e.i64(itemsize(dtype));
            let offset = nest.e.mul(i, size);
            let place = nest.e.ptr_add(data, offset);
            let own = nest.e.load_element(place, dtype);
            nest.e.select(single, first, own)
        }
    }
}

/// Whether elements of a type are single numbers, of which one is chosen without a branch.
fn is_plain(dtype: Ty) -> bool {
    matches!(dtype.kind(), Kind::Bool | Kind::Int(_) | Kind::Float(_) | Kind::Date(_) | Kind::Span(_))
}

fn itemsize(dtype: Ty) -> i64 {
    i64::from(dtype.itemsize().unwrap_or(1))
}
