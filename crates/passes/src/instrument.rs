//! Checked kernels: a call in front of everything by which a thread touches memory that others can see, waits, fences or ends, which
//! tells the checker of the emulator. `coluber_abi::check` is what the two agree on.
//!
//! The pass runs over the functions of the program as they are, so that each call has the function's own lines. Functions without
//! lines, and those of the library, are left *bare*: they become part of the kernel, whose line of the call is then theirs.
//!
//! Local arrays are left out as far as they are known here; the checker knows the others by their addresses.

use crate::kernel::expand::scalar_bytes;
use coluber_abi::check::{MAX_AXES, Site, access, event};
use coluber_base::Span;
use coluber_ir::typed::{AtomicOp, BarrierKind, FenceScope, Op};
use coluber_ir::{Block, Const, Inst, Terminator, Typed, Value};
use coluber_types::{Kind, Ty};
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;

/// Puts in the calls that are missing.
pub fn run(func: &mut Typed) {
    let sources = Sources::of(func);
    for block in func.layout.clone() {
        let insts = std::mem::take(&mut func.blocks[block].insts);
        let mut filler =
            Filler { func, sources: &sources, list: Vec::with_capacity(insts.len()), span: Span::default() };
        let mut last = None;
        for inst in insts {
            if !last.is_some_and(|last| is_told(filler.func, last, inst)) {
                filler.tell(inst);
            }
            filler.list.push(inst);
            last = Some(inst);
        }
        func.blocks[block].insts = filler.list;
    }
}

/// Whether the function touches memory, or waits, without saying so.
pub fn is_bare(func: &Typed) -> bool {
    let sources = Sources::of(func);
    func.layout.iter().any(|&block| {
        let insts = &func.blocks[block].insts;
        let told = |k: usize| k > 0 && is_told(func, insts[k - 1], insts[k]);
        let tells = |inst: Inst| event_of(&func.insts[inst].op).is_some() || !touches(func, &sources, inst).is_empty();
        (0..insts.len()).any(|k| tells(insts[k]) && !told(k))
    })
}

/// Has the threads of a kernel that waits for all threads of a block say that they end.
pub fn tell_ends(func: &mut Typed) {
    let mut insts = func.layout.iter().flat_map(|&b| &func.blocks[b].insts).map(|&i| &func.insts[i].op);
    if !insts.any(|op| matches!(op, Op::Barrier { .. })) {
        return;
    }
    let sources = Sources::of(func);
    let ends = |&block: &Block| matches!(func.blocks[block].term, Terminator::Return(_));
    for block in func.layout.clone().into_iter().filter(ends).collect::<Vec<_>>() {
        let list = std::mem::take(&mut func.blocks[block].insts);
        let span = func.blocks[block].term_span;
        let mut filler = Filler { func, sources: &sources, list, span };
        filler.event(event::END, None);
        func.blocks[block].insts = filler.list;
    }
}

/// Whether the first operation is the call that belongs to the second.
fn is_told(func: &Typed, call: Inst, inst: Inst) -> bool {
    matches!(&func.insts[call].op, Op::Runtime { func } if func.starts_with("check_"))
        && is_told_of(&func.insts[inst].op)
}

fn is_told_of(op: &Op) -> bool {
    event_of(op).is_some()
        || matches!(op, Op::Load {} | Op::Store {} | Op::Atomic { .. })
        || matches!(op, Op::Runtime { func } if matches!(&**func, "copy_bytes" | "zero_bytes"))
}

fn event_of(op: &Op) -> Option<i32> {
    Some(match op {
        Op::Barrier { kind: BarrierKind::Grid } => event::GRID,
        Op::Barrier { .. } => event::BARRIER,
        Op::Warp { .. } => event::WARP,
        Op::Fence { scope: FenceScope::Block } => event::BLOCK_FENCE,
        Op::Fence { .. } => event::FENCE,
        Op::Exit {} => event::END,
        _ => return None,
    })
}

/// How many bytes are touched.
enum Extent {
    Bytes(u32),
    Counted(Value),
}

/// The memory that an operation touches: where, how much, how.
fn touches(func: &Typed, sources: &Sources, inst: Inst) -> Vec<(Value, Extent, i32)> {
    let data = &func.insts[inst];
    let (args, size) = (&data.args, |value: Value| Extent::Bytes(scalar_bytes(func.ty(value))));
    let mut all = match &data.op {
        Op::Load {} => vec![(args[0], size(data.results[0]), access::READ)],
        Op::Store {} => vec![(args[0], size(args[1]), access::WRITE)],
        Op::Atomic { op: AtomicOp::Exchange } => vec![(args[0], size(args[1]), access::EXCHANGE)],
        Op::Atomic { .. } => vec![(args[0], size(args[1]), access::ATOMIC)],
        Op::Runtime { func } if &**func == "copy_bytes" => {
            vec![(args[1], Extent::Counted(args[2]), access::COPY), (args[0], Extent::Counted(args[2]), access::WRITE)]
        }
        Op::Runtime { func } if &**func == "zero_bytes" => {
            vec![(args[0], Extent::Counted(args[1]), access::WRITE)]
        }
        _ => Vec::new(),
    };
    all.retain(|&(place, ..)| !sources.is_own(func, place));
    all
}

/// Where addresses come from.
struct Sources {
    defs: SecondaryMap<Value, Option<Inst>>,
    /// Names of the arrays at an address.
    names: FxHashMap<Value, coluber_base::Name>,
}

/// Steps on the way to where an address comes from.
const DEPTH: u32 = 32;

impl Sources {
    fn of(func: &Typed) -> Self {
        let mut sources = Sources { defs: SecondaryMap::new(), names: FxHashMap::default() };
        let insts = func.layout.iter().flat_map(|&b| &func.blocks[b].insts);
        for &inst in insts {
            func.insts[inst].results.iter().for_each(|&r| sources.defs[r] = Some(inst));
        }
        for (value, data) in func.values.iter() {
            if let (Some(name), Kind::Array { .. } | Kind::Record { .. }) = (&data.name, data.ty.kind()) {
                sources.names.entry(sources.root(func, value)).or_insert_with(|| name.clone());
            }
        }
        sources
    }

    fn def<'f>(&self, func: &'f Typed, value: Value) -> Option<(&'f Op, &'f [Value])> {
        self.defs[value].map(|inst| (&func.insts[inst].op, &func.insts[inst].args[..]))
    }

    /// The address, array or record that an address, array or record is made of.
    fn root(&self, func: &Typed, mut value: Value) -> Value {
        for _ in 0..DEPTH {
            value = match self.def(func, value) {
                Some((Op::PtrAdd {} | Op::ElemPtr {} | Op::CacheHint { .. } | Op::Part { index: 1 }, args)) => args[0],
                Some((Op::Pack {}, args)) if self.is_memory(func, value) && args.len() > 1 => args[1],
                _ => return value,
            };
        }
        value
    }

    fn is_memory(&self, func: &Typed, value: Value) -> bool {
        matches!(func.ty(value).kind(), Kind::Array { .. } | Kind::Record { .. })
    }

    /// Whether no other thread sees the memory, or none can write it.
    fn is_own(&self, func: &Typed, place: Value) -> bool {
        let root = self.def(func, self.root(func, place));
        matches!(root, Some((Op::Local { .. } | Op::Const { value: Const::Memory { .. } }, _)))
    }
}

/// Fills a block again.
struct Filler<'f> {
    func: &'f mut Typed,
    sources: &'f Sources,
    list: Vec<Inst>,
    span: Span,
}

impl Filler<'_> {
    /// Calls for an operation.
    fn tell(&mut self, inst: Inst) {
        self.span = self.func.insts[inst].span;
        for (place, extent, how) in touches(self.func, self.sources, inst) {
            self.access(place, &extent, how);
        }
        if let Some(event) = event_of(&self.func.insts[inst].op) {
            let mask = self.func.insts[inst].args.first().copied().filter(|_| event == event::WARP);
            self.event(event, mask);
        }
    }

    fn access(&mut self, place: Value, extent: &Extent, how: i32) {
        let (site, mut indices) = self.site_of(place);
        let bytes = match *extent {
            Extent::Bytes(bytes) => self.int(bytes.into(), Ty::int64()),
            Extent::Counted(count) => count,
        };
        let how = self.int(how.into(), Ty::int32());
        while indices.len() < MAX_AXES {
            indices.push(self.int(0, Ty::int64()));
        }
        let [data, length] = self.text(&site.encode());
        self.call("check_access", &[place, bytes, how, indices[0], indices[1], indices[2], data, length]);
    }

    fn event(&mut self, event: i32, mask: Option<Value>) {
        let line = self.span.line;
        let function = &*self.func.name.clone();
        let site = Site { line, function: function.into(), array: "".into(), view: false, axes: 0 };
        let event = self.int(event.into(), Ty::int32());
        let mask = mask.unwrap_or_else(|| self.int(0, Ty::int32()));
        let [data, length] = self.text(&site.encode());
        self.call("check_event", &[event, mask, data, length]);
    }

    /// What an address is an element of, and the indices.
    fn site_of(&self, place: Value) -> (Site<'static>, Vec<Value>) {
        let (func, sources) = (&*self.func, self.sources);
        let place = match sources.def(func, place) {
            Some((Op::CacheHint { .. }, args)) => args[0],
            _ => place,
        };
        let mut indices = Vec::new();
        let mut array = place;
        if let Some((Op::ElemPtr {}, args)) = sources.def(func, place) {
            array = args[0];
            indices = args[1..].to_vec();
        }
        let axes = indices.len();
        indices.truncate(MAX_AXES);
        let own = func.values[array].name.as_ref().filter(|_| sources.is_memory(func, array));
        let name = own.or_else(|| sources.names.get(&sources.root(func, array)));
        let site = Site {
            line: self.span.line,
            function: func.name.to_string().into(),
            array: name.map_or_else(String::new, |name| name.to_string()).into(),
            view: own.is_none(),
            axes,
        };
        (site, indices)
    }

    fn emit(&mut self, op: Op, args: &[Value], ty: Ty) -> Value {
        let inst = self.func.make_inst(op, args, &[ty], self.span);
        self.list.push(inst);
        self.func.result(inst)
    }

    fn int(&mut self, value: i64, ty: Ty) -> Value {
        self.emit(Op::Const { value: Const::Int(value) }, &[], ty)
    }

    /// Data and length of a text in ASCII.
    fn text(&mut self, text: &str) -> [Value; 2] {
        let text = self.emit(Op::Const { value: Const::Str(text.into()) }, &[], Ty::string());
        [(1, Ty::ptr()), (2, Ty::int64())].map(|(index, ty)| self.emit(Op::Part { index }, &[text], ty))
    }

    fn call(&mut self, name: &str, args: &[Value]) {
        let inst = self.func.make_inst(Op::Runtime { func: name.into() }, args, &[], self.span);
        self.list.push(inst);
    }
}
