//! The pending exception of a thread.
//!
//! A record is an allocation like any other, so that a caught exception is an owner word and is counted. It refers to constants of
//! the code that raised (its raise site, functions of the traceback), and must not outlive that code.

use crate::bodies::builtin;
use crate::hooks;
use crate::items::ItemType;
use crate::memory::{self, allocate_with, allocation_data, is_counted, release_allocation, retain_allocation};
use crate::strings::Made;
use coluber_abi::{ExceptionClass, FunctionInfo, Layout, RaiseSite, layout, layout_of_id};
use coluber_types::{FloatTy, Kind, Literal, Ty};
use std::cell::Cell;
use std::ptr;

/// A line of a traceback.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    function: *const FunctionInfo,
    /// The line; 0 when unknown.
    pub line: u32,
}

impl Frame {
    /// Qualified name of the function.
    pub fn function(&self) -> &str {
        // SAFETY: the record is alive, and so is the code it came from.
        unsafe { (*self.function).name.get() }.unwrap_or("?")
    }

    /// The function's file.
    pub fn file(&self) -> &str {
        // SAFETY: as above.
        unsafe { (*self.function).source().map_or((*self.function).file, |source| source.file).get() }.unwrap_or("?")
    }

    /// # Safety
    /// The function's record is null, or lives as long as the frame.
    unsafe fn new(function: *const FunctionInfo, line: u32) -> Frame {
        // SAFETY: promised by the caller.
        let source = unsafe { function.as_ref().and_then(|info| info.source()) };
        // SAFETY: as above.
        let line = source.map_or(line, |source| unsafe { source.line(line) });
        Frame { function, line }
    }
}

/// What raised.
enum Origin {
    /// A raise site; the words are its arguments, which hold the allocations.
    Site { site: *const RaiseSite, words: Vec<u64>, owners: Vec<*mut u8> },
    /// The runtime, with a message.
    Message(String),
    /// The host: its handle of the exception object.
    Host(u64),
}

/// Frames of a traceback that are kept, half of them the innermost and half the outermost: recursion makes very many.
const MOST_FRAMES: usize = 1000;

/// Where an exception has come through, innermost first.
#[derive(Default)]
struct Traceback {
    frames: Vec<Frame>,
    /// Frames that there was no room for. Each has taken the place of the oldest one in the outer half.
    replaced: usize,
}

impl Traceback {
    const OUTER: usize = MOST_FRAMES / 2;

    fn push(&mut self, frame: Frame) {
        if self.frames.len() < MOST_FRAMES {
            return self.frames.push(frame);
        }
        self.frames[MOST_FRAMES - Self::OUTER + self.replaced % Self::OUTER] = frame;
        self.replaced += 1;
    }

    fn in_order(&self) -> Vec<Frame> {
        let mut frames = self.frames.clone();
        if self.replaced > 0 {
            frames[MOST_FRAMES - Self::OUTER..].rotate_left(self.replaced % Self::OUTER);
        }
        frames
    }
}

struct Record {
    class: ExceptionClass,
    origin: Origin,
    traceback: Traceback,
    /// What it was raised from, as a reference; null for `from None`.
    cause: Option<*mut u8>,
    /// What was being handled when it was made, as a reference; or null.
    context: *mut u8,
    /// The arguments as compiled code has asked for them.
    values: Option<Values>,
    /// The host's object for it, once somebody there has it: its handle.
    object: Cell<Option<u64>>,
}

/// A tuple in memory.
struct Values {
    ty: Ty,
    memory: Vec<u64>,
}

impl Values {
    /// A tuple of this type whose owner words are null.
    fn new(ty: Ty) -> Values {
        Values { ty, memory: vec![0; layout(ty).size as usize / 8 + 1] }
    }

    fn start(&mut self) -> *mut u8 {
        self.memory.as_mut_ptr().cast()
    }

    /// Writes an item; None when the value can't become one of the item's type.
    fn put(&mut self, index: usize, value: Argument<'_>) -> Option<()> {
        let whole = layout(self.ty);
        let field = whole.fields.get(index)?;
        let offset = whole.offsets.get(field.start as usize).map_or(0, |&offset| offset as usize);
        let place = self.start().wrapping_add(offset);
        // SAFETY: the memory has the size of the tuple, in which the item lies at the offset.
        unsafe { value.write(field.ty, place) }
    }
}

impl Drop for Values {
    fn drop(&mut self) {
        let (item, start) = (ItemType::new(self.ty), self.start());
        // SAFETY: a tuple of this type, in which what was never written is null.
        unsafe { item.release(start, 1) };
    }
}

/// An argument of an exception.
enum Argument<'a> {
    Text(&'a str),
    /// A type, and a word for each leaf.
    Words(Ty, &'a [u64]),
}

impl Argument<'_> {
    /// # Safety
    /// There is room for a value of the type.
    unsafe fn write(self, ty: Ty, place: *mut u8) -> Option<()> {
        // SAFETY: promised by the caller.
        unsafe {
            match (self, ty.kind()) {
                (Argument::Text(text), Kind::Str) => write_text(text, place),
                (Argument::Words(own, words), _) if own == ty => {
                    write_leaves(layout(ty), words, place);
                    ItemType::new(ty).hold(place, 1)
                }
                (Argument::Words(own, words), wanted) => {
                    if let (Kind::Literal(Literal::Str(text)), Kind::Str) = (own.kind(), wanted) {
                        return write_text(text, place);
                    }
                    match (own.kind(), wanted) {
                        (Kind::Literal(Literal::Int(v)), Kind::Int(_)) if layout(ty).size == 8 => {
                            place.cast::<i64>().write(*v);
                        }
                        (Kind::Literal(Literal::Bool(b)), Kind::Bool) => place.write(u8::from(*b)),
                        (Kind::Literal(Literal::Int(v)), Kind::Float(FloatTy::F64)) => {
                            place.cast::<f64>().write(*v as f64);
                        }
                        (Kind::Int(int), Kind::Float(FloatTy::F64)) if int.bits == 64 && int.signed => {
                            place.cast::<f64>().write(words[0] as i64 as f64);
                        }
                        _ => return None,
                    }
                    Some(())
                }
                _ => None,
            }
        }
    }
}

/// # Safety
/// There is room for a string.
unsafe fn write_text(text: &str, place: *mut u8) -> Option<()> {
    let made = Made::of_str(text).ok()?;
    // SAFETY: promised by the caller; a string is owner, data, length and width.
    unsafe {
        place.cast::<*mut u8>().write(made.owner);
        place.add(8).cast::<*mut u8>().write(made.data);
        place.add(16).cast::<i64>().write(made.length);
        place.add(24).cast::<i32>().write(made.width as i32);
    }
    Some(())
}

/// # Safety
/// There is room for a value of the layout, which has so many leaves.
unsafe fn write_leaves(layout: &Layout, words: &[u64], place: *mut u8) {
    for ((leaf, &offset), word) in layout.leaves.iter().zip(&layout.offsets).zip(words) {
        // SAFETY: promised by the caller; the machine is little-endian.
        unsafe {
            ptr::copy_nonoverlapping((&raw const *word).cast(), place.add(offset as usize), leaf.bytes() as usize)
        };
    }
}

thread_local! {
    /// The cause of the exception that is raised next.
    static CAUSE: Cell<Option<*mut u8>> = const { Cell::new(None) };
    /// What is being handled where that is raised.
    static CONTEXT: Cell<*mut u8> = const { Cell::new(ptr::null_mut()) };
    static PENDING: Cell<*mut u8> = const { Cell::new(ptr::null_mut()) };
}

impl Record {
    /// As an allocation with one reference; null when memory is exhausted.
    fn into_handle(self) -> *mut u8 {
        let Some(owner) = allocate_with(size_of::<Record>(), false, Some(drop_record)) else {
            return ptr::null_mut();
        };
        // SAFETY: the data is fresh, large enough, and more aligned than the record.
        unsafe { allocation_data(owner.as_ptr()).cast::<Record>().write(self) };
        owner.as_ptr()
    }

    /// # Safety
    /// The handle is one of `into_handle`, alive for `'a`, and used by this thread only.
    unsafe fn of<'a>(handle: *mut u8) -> &'a mut Record {
        // SAFETY: promised by the caller.
        unsafe { &mut *allocation_data(handle).cast::<Record>() }
    }
}

unsafe fn drop_record(data: *mut u8) {
    // SAFETY: called once, by the allocation that holds the record.
    unsafe { data.cast::<Record>().drop_in_place() }
}

impl Drop for Record {
    fn drop(&mut self) {
        match &self.origin {
            // An exception that was caught may be there longer than the code of its site, which is not read.
            Origin::Site { owners, .. } => owners.iter().for_each(|&owner| {
                // SAFETY: the record has had a reference since it was made.
                unsafe { release_allocation(owner) }
            }),
            Origin::Host(value) => hooks::release_host_value(*value),
            Origin::Message(_) => {}
        }
        if let Some(object) = self.object.take() {
            hooks::release_host_value(object);
        }
        if let Some(cause) = self.cause {
            // SAFETY: a reference of the record's.
            unsafe { memory::release(cause) };
        }
        // SAFETY: as above, or null.
        unsafe { memory::release(self.context) };
    }
}

impl Record {
    fn new(class: ExceptionClass, origin: Origin) -> Record {
        Record {
            class,
            origin,
            traceback: Traceback::default(),
            cause: None,
            context: ptr::null_mut(),
            values: None,
            object: Cell::new(None),
        }
    }

    fn at_site(site: *const RaiseSite, words: *const u64) -> Record {
        // SAFETY: code generation passes a constant of the module.
        let data = unsafe { &*site };
        let count = arg_layouts(site).map(|(_, layout)| layout.leaves.len()).sum();
        // SAFETY: the buffer has a word for each leaf of the arguments.
        let words = if count == 0 { Vec::new() } else { unsafe { std::slice::from_raw_parts(words, count) }.to_vec() };
        let mut traceback = Traceback::default();
        if !data.function.is_null() {
            // SAFETY: the code that raises is alive, and the record does not outlive it.
            traceback.push(unsafe { Frame::new(data.function, data.line) });
        }
        // SAFETY: as above.
        let class = unsafe { data.class() };
        let owners = owners_in(site, &words);
        // SAFETY: the arguments are alive while they are raised with.
        owners.iter().for_each(|&owner| unsafe { retain_allocation(owner) });
        let origin = Origin::Site { site, words, owners };
        let (cause, context) = (CAUSE.take(), CONTEXT.replace(ptr::null_mut()));
        Record { class, origin, traceback, cause, context, values: None, object: Cell::new(None) }
    }

    /// Types and words of the arguments.
    fn args(&self) -> impl Iterator<Item = (u32, &'static Layout, &[u64])> {
        let (site, mut rest) = match &self.origin {
            Origin::Site { site, words, .. } => (*site, words.as_slice()),
            _ => (ptr::null(), &[][..]),
        };
        arg_layouts(site).map(move |(ty, layout)| {
            let (words, after) = rest.split_at(layout.leaves.len());
            rest = after;
            (ty, layout, words)
        })
    }
}

/// The allocations that the arguments of a raise site hold.
fn owners_in(site: *const RaiseSite, words: &[u64]) -> Vec<*mut u8> {
    let (mut owners, mut rest) = (Vec::new(), words);
    for (_, layout) in arg_layouts(site) {
        let (words, after) = rest.split_at(layout.leaves.len());
        let held = layout.owners.iter().map(|&leaf| words[leaf as usize] as *mut u8);
        owners.extend(held.filter(|&owner| is_counted(owner)));
        rest = after;
    }
    owners
}

/// Types of the arguments of a raise site; nothing for null.
fn arg_layouts(site: *const RaiseSite) -> impl Iterator<Item = (u32, &'static Layout)> {
    let types: &[u64] = if site.is_null() {
        &[]
    } else {
        // SAFETY: sites are constants; `types` has `count` items.
        unsafe { if (*site).count == 0 { &[] } else { std::slice::from_raw_parts((*site).types, (*site).count) } }
    };
    types.iter().map(|&ty| ty as u32).filter_map(|ty| layout_of_id(ty).map(|layout| (ty, layout)))
}

fn set_pending(handle: *mut u8) {
    let before = PENDING.replace(handle);
    // SAFETY: the pending exception is a reference of its own.
    unsafe { memory::release(before) };
}

/// Takes the pending exception as a handle; null when there is none.
pub(crate) fn take_handle() -> *mut u8 {
    PENDING.replace(ptr::null_mut())
}

/// Makes the exception of a handle pending, of which the reference is taken; null for none.
pub(crate) fn set_handle(handle: *mut u8) {
    set_pending(handle);
}

/// Makes the exception of a raise site pending.
///
/// # Safety
/// The site is a valid constant, and the buffer has a word for each leaf of its arguments.
pub(crate) unsafe fn raise_at(site: *const RaiseSite, words: *const u64) {
    set_pending(Record::at_site(site, words).into_handle());
}

/// Makes an exception with a message pending; the caller returns `coluber_abi::RAISED` to compiled code.
pub fn raise_message(class: ExceptionClass, message: String) {
    set_pending(Record::new(class, Origin::Message(message)).into_handle());
}

/// Where a StopIteration is pending, makes a RuntimeError pending that comes from it.
pub(crate) fn raise_for_stop_iteration() {
    let raised = take_handle();
    // SAFETY: null or the handle of an exception.
    if !unsafe { matches(raised, &[u64::from(builtin("StopIteration").code())]) } {
        return set_handle(raised);
    }
    let mut record = Record::new(builtin("RuntimeError"), Origin::Message("generator raised StopIteration".to_owned()));
    // SAFETY: the handle of an exception; it is the cause and the context, and each holds a reference.
    unsafe { memory::retain(raised) };
    (record.cause, record.context) = (Some(raised), raised);
    set_pending(record.into_handle());
}

/// Makes an exception object of the host pending.
pub(crate) fn raise_host(class: ExceptionClass, value: u64) {
    set_pending(Record::new(class, Origin::Host(value)).into_handle());
}

/// Makes a caught exception pending again.
///
/// # Safety
/// The handle is null or an exception's.
pub(crate) unsafe fn raise_again(handle: *mut u8) {
    // SAFETY: promised by the caller.
    unsafe {
        memory::retain(handle);
        // One that was made before has the context that it had then: so no exception can come to be in its own.
        memory::release(CONTEXT.replace(ptr::null_mut()));
    }
    if let Some(cause) = CAUSE.take() {
        let own = cause == handle;
        let old = match handle.is_null() || own {
            // An exception holds no reference to itself.
            true => Some(cause),
            // SAFETY: the handle is an exception's, and the cause is a reference.
            false => unsafe { Record::of(handle) }.cause.replace(cause),
        };
        // SAFETY: as above.
        unsafe { memory::release(old.unwrap_or(ptr::null_mut())) };
    }
    set_pending(handle);
}

/// Says what the next exception that this thread raises comes from.
///
/// # Safety
/// The handle is null or an exception's.
pub(crate) unsafe fn set_cause(handle: *mut u8) {
    // SAFETY: promised by the caller; the cause before was a reference.
    unsafe {
        memory::retain(handle);
        memory::release(CAUSE.replace(Some(handle)).unwrap_or(ptr::null_mut()));
    }
}

/// Says what is being handled where the next exception is made.
///
/// # Safety
/// The handle is null or an exception's.
pub(crate) unsafe fn set_context(handle: *mut u8) {
    // SAFETY: promised by the caller; what was there before was a reference.
    unsafe {
        memory::retain(handle);
        memory::release(CONTEXT.replace(handle));
    }
}

/// Adds a frame to the pending exception.
pub(crate) fn add_frame(function: *const FunctionInfo, line: u32) {
    let handle = PENDING.get();
    if !handle.is_null() {
        // SAFETY: the pending record is this thread's; the function is compiled code that runs.
        unsafe { Record::of(handle).traceback.push(Frame::new(function, line)) };
    }
}

/// The address of the arguments of a caught exception, as a tuple of this type; None when they are others.
///
/// # Safety
/// The handle is null or an exception's.
pub(crate) unsafe fn arguments(handle: *mut u8, ty: Ty) -> Option<*mut u8> {
    if handle.is_null() {
        return None;
    }
    // SAFETY: promised by the caller.
    let (record, exception) = unsafe { (Record::of(handle), Pending::of_caught(handle)) };
    if record.values.as_ref().is_none_or(|values| values.ty != ty) {
        record.values = Some(arguments_of(&exception, ty)?);
    }
    record.values.as_mut().map(Values::start)
}

/// Whether the arguments of a caught exception are as many as the items of a tuple type, each of the item's type.
///
/// # Safety
/// The handle is null or an exception's.
pub(crate) unsafe fn fits(handle: *mut u8, ty: Ty) -> bool {
    let Some(wanted) = ty.tuple_items().filter(|_| !handle.is_null()) else { return false };
    // SAFETY: promised by the caller.
    let exception = unsafe { Pending::of_caught(handle) };
    let first = exception.message().map(|_| Ty::string());
    let given = first.into_iter().chain(exception.args().filter_map(|(id, _)| Ty::from_id(id)).map(as_written));
    exception.host_value().is_none() && given.eq(wanted.iter().copied())
}

/// The type in which an argument is read.
fn as_written(ty: Ty) -> Ty {
    match ty.kind() {
        Kind::Text(_) | Kind::Formatted { .. } => Ty::string(),
        _ => coluber_types::containers::item_type(ty).bare(),
    }
}

/// A reference to the cause or the context of an exception; null when there is none.
///
/// # Safety
/// The handle is an exception's.
pub(crate) unsafe fn behind(handle: *mut u8, is_cause: bool) -> *mut u8 {
    // SAFETY: promised by the caller.
    let record = unsafe { Record::of(handle) };
    let found = if is_cause { record.cause.unwrap_or(ptr::null_mut()) } else { record.context };
    // SAFETY: null or a reference of the record's.
    unsafe { memory::retain(found) };
    found
}

fn arguments_of(exception: &Pending, ty: Ty) -> Option<Values> {
    let mut values = Values::new(ty);
    let wanted = ty.tuple_items()?.len();
    let args: Vec<(u32, &[u64])> = exception.args().collect();
    let message = exception.message();
    if wanted != args.len() + usize::from(message.is_some()) || exception.host_value().is_some() {
        return None;
    }
    if let Some(text) = message {
        values.put(0, Argument::Text(text))?;
    }
    let first = usize::from(message.is_some());
    for (k, (id, words)) in args.into_iter().enumerate() {
        let own = Ty::from_id(id)?;
        match own.kind() {
            // The text of an exception with one argument is the text of that.
            Kind::Text(_) | Kind::Formatted { .. } if wanted == 1 => {
                let text = hooks::exception_text(exception, coluber_types::ErrorText::Str)?;
                values.put(0, Argument::Text(&text))?;
            }
            _ => values.put(first + k, Argument::Words(own, words))?,
        }
    }
    Some(values)
}

/// Whether a caught exception is an instance of one of these classes.
///
/// # Safety
/// The handle is null or an exception's.
pub(crate) unsafe fn matches(handle: *mut u8, classes: &[u64]) -> bool {
    if handle.is_null() {
        return false;
    }
    // SAFETY: promised by the caller.
    let raised = unsafe { Record::of(handle) }.class;
    classes.iter().any(|&code| {
        let wanted = ExceptionClass::from_code(code as u32);
        raised.is_derived_from(wanted).unwrap_or_else(|| hooks::host_class_matches(raised, wanted))
    })
}

/// An exception that left compiled code, or that compiled code caught.
#[derive(Debug)]
pub struct Pending {
    handle: *mut u8,
}

/// Takes the pending exception of this thread. None when there is none, or when there was no memory to record it.
pub fn take_pending() -> Option<Pending> {
    let handle = take_handle();
    (!handle.is_null()).then_some(Pending { handle })
}

/// Makes an exception, of another thread perhaps, the pending one of this thread.
pub(crate) fn put_pending(exception: Pending) {
    set_pending(exception.handle);
    std::mem::forget(exception);
}

impl Pending {
    /// The exception of an owner word that compiled code has as `CaughtException`. Takes a reference.
    ///
    /// # Safety
    /// The word is such an owner word, and alive.
    pub unsafe fn of_caught(owner: *mut u8) -> Pending {
        // SAFETY: promised by the caller.
        unsafe { memory::retain(owner) };
        Pending { handle: owner }
    }

    fn record(&self) -> &Record {
        // SAFETY: the handle is a reference to a record.
        unsafe { Record::of(self.handle) }
    }

    /// Its class.
    pub fn class(&self) -> ExceptionClass {
        self.record().class
    }

    /// Its first argument, when that is a message of the program.
    pub fn message(&self) -> Option<&str> {
        match &self.record().origin {
            // SAFETY: the site is alive as long as the record.
            Origin::Site { site, .. } => unsafe { (**site).message.get() },
            Origin::Message(text) => Some(text),
            Origin::Host(_) => None,
        }
    }

    /// Its other arguments: number of the type, and a word for each leaf. The record keeps what they own alive.
    pub fn args(&self) -> impl Iterator<Item = (u32, &[u64])> {
        self.record().args().map(|(ty, _, words)| (ty, words))
    }

    /// What was being handled when it was made.
    pub fn context(&self) -> Option<Pending> {
        let handle = self.record().context;
        // SAFETY: the record has a reference to its context.
        (!handle.is_null()).then(|| unsafe { Pending::of_caught(handle) })
    }

    /// What it was raised from: None when nothing was said, and None in it for `from None`.
    pub fn cause(&self) -> Option<Option<Pending>> {
        let handle = self.record().cause?;
        // SAFETY: the record has a reference to its cause.
        Some((!handle.is_null()).then(|| unsafe { Pending::of_caught(handle) }))
    }

    /// The frames of compiled functions that it went through, innermost first; of very many those in the middle are left out.
    pub fn traceback(&self) -> Vec<Frame> {
        self.record().traceback.in_order()
    }

    /// The host's handle of the object for it: that of [`Self::host_value`], or one that it was told of. It stays the record's.
    pub fn object(&self) -> Option<u64> {
        self.host_value().or(self.record().object.get())
    }

    /// Takes over a handle of the host's object for it.
    pub fn keep_object(&self, object: u64) {
        if let Some(old) = self.record().object.replace(Some(object)) {
            hooks::release_host_value(old);
        }
    }

    /// The host's handle, when the host raised it. It stays the record's.
    pub fn host_value(&self) -> Option<u64> {
        match self.record().origin {
            Origin::Host(value) => Some(value),
            _ => None,
        }
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        // SAFETY: the handle is a reference.
        unsafe { memory::release(self.handle) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_tracebacks_keep_both_ends() {
        let lines = |count: u32| {
            let mut traceback = Traceback::default();
            (0..count).for_each(|line| traceback.push(Frame { function: ptr::null(), line }));
            traceback.in_order().iter().map(|frame| frame.line).collect::<Vec<_>>()
        };
        assert_eq!(lines(3), [0, 1, 2]);
        assert_eq!(lines(1000), (0..1000).collect::<Vec<_>>());
        assert_eq!(lines(7777), (0..500).chain(7277..7777).collect::<Vec<_>>());
    }
}
