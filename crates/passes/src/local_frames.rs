//! Frames of suspended functions that do not outlive the function that makes them lie on its stack, where LLVM takes them apart: a loop over a
//! generator expression becomes one like any other.
//!
//! It runs behind `ownership`. The library's functions that are given suspended functions are put into their caller first. A frame then stays
//! where nothing takes a reference to it, and only the function that resumes it is given it. On the stack it needs no references to what the
//! caller of the function keeps alive.

use crate::inline::{Callee, inline};
use coluber_abi::layout;
use coluber_base::Span;
use coluber_ir::function::Values;
use coluber_ir::typed::Op;
use coluber_ir::{Block, Const, Inst, Terminator, Typed, Value};
use coluber_types::fields::{fields, is_scalar};
use coluber_types::{Kind, Ty};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Functions with more instructions than this stay as they are.
const MOST: usize = 400;

/// What is known of called functions.
pub struct Functions<'a> {
    /// The functions of the library, by number, which may be put into their callers.
    pub library: Callee<'a>,
    /// The functions that make frames.
    pub makers: Callee<'a>,
    /// Whether a function resumes suspended ones.
    pub resumes: &'a dyn Fn(u32) -> bool,
}

/// Runs the pass.
pub fn run(func: &mut Typed, functions: &Functions<'_>) {
    if !func.values.values().any(|value| matches!(value.ty.kind(), Kind::Gen { .. })) {
        return;
    }
    let wanted = |callee: &Typed| {
        callee.insts.len() <= MOST && callee.params().iter().any(|&param| holds_suspended(callee.ty(param)))
    };
    let mut inlined = func.clone();
    // A function that calls itself stays as it is.
    if inline(&mut inlined, functions.library, &wanted).is_ok() {
        *func = inlined;
    }
    for (block, inst, spec) in makes(func) {
        if let Some(maker) = (functions.makers)(spec)
            && let Some(uses) = Uses::find(func, inst, functions.resumes)
        {
            keep_local(func, block, inst, &maker, &uses);
        }
    }
}

/// Whether there is a suspended function in a value of the type.
fn holds_suspended(ty: Ty) -> bool {
    matches!(ty.kind(), Kind::Gen { .. }) || !is_scalar(ty) && fields(ty).into_iter().any(holds_suspended)
}

/// The calls that give suspended functions.
fn makes(func: &Typed) -> Vec<(Block, Inst, u32)> {
    let insts = func.layout.iter().flat_map(|&block| func.blocks[block].insts.iter().map(move |&inst| (block, inst)));
    insts
        .filter_map(|(block, inst)| match func.insts[inst] {
            ref data if !matches!(func.ty(*data.results.first()?).kind(), Kind::Gen { .. }) => None,
            ref data => match data.op {
                Op::Call { spec, .. } => Some((block, inst, spec)),
                _ => None,
            },
        })
        .collect()
}

/// What is done with a suspended function in the function that has made it.
struct Uses {
    /// The instructions that give it up, by block.
    releases: FxHashSet<Inst>,
    /// The instructions that give it up when they raise. True for those that resume it: its frame is empty then.
    cleanups: FxHashMap<Inst, bool>,
}

impl Uses {
    /// None when it may outlive the function.
    fn find(func: &Typed, make: Inst, resumes: &dyn Fn(u32) -> bool) -> Option<Uses> {
        let made = func.result(make);
        let mut uses = Uses { releases: FxHashSet::default(), cleanups: FxHashMap::default() };
        let mut derived: FxHashSet<Value> = FxHashSet::default();
        derived.insert(made);
        // What is derived from it comes later in a walk that takes each block after those that dominate it; a second walk finds the rest.
        loop {
            let before = derived.len();
            for &block in &func.layout {
                for &inst in &func.blocks[block].insts {
                    uses.inst(func, inst, made, &mut derived, resumes)?;
                }
                let mut leaves = false;
                func.blocks[block].term.visit_uses(|value| leaves |= derived.contains(&value));
                if leaves {
                    return None;
                }
            }
            if derived.len() == before {
                return Some(uses);
            }
        }
    }

    fn inst(
        &mut self,
        func: &Typed,
        inst: Inst,
        made: Value,
        derived: &mut FxHashSet<Value>,
        resumes: &dyn Fn(u32) -> bool,
    ) -> Option<()> {
        let data = &func.insts[inst];
        let mut resumed = false;
        if data.args.iter().any(|arg| derived.contains(arg)) {
            match data.op {
                Op::Part { .. } | Op::Pack {} | Op::OwnerData {} | Op::PtrAdd {} => derived.extend(&data.results),
                Op::Load {} | Op::Take {} => {}
                Op::Store {} if !derived.contains(&data.args[1]) => {}
                Op::Release {} if data.args[0] == made => {
                    self.releases.insert(inst);
                }
                Op::Call { spec, .. } if resumes(spec) => resumed = data.args[..] == [made],
                _ => return None,
            }
            if matches!(data.op, Op::Call { .. }) && !resumed {
                return None;
            }
        }
        if data.cleanup.contains(&made) {
            self.cleanups.insert(inst, resumed);
        }
        let others = data.cleanup.iter().any(|value| *value != made && derived.contains(value));
        (!others).then_some(())
    }
}

/// Puts the frame on the stack.
fn keep_local(func: &mut Typed, block: Block, make: Inst, maker: &Arc<Typed>, uses: &Uses) {
    let Some(frame) = frame_of(maker) else { return };
    let layout = layout(frame);
    let offsets: Vec<i64> = layout.owners.iter().map(|&leaf| i64::from(layout.offsets[leaf as usize])).collect();
    let made = func.result(make);
    for block in func.layout.clone() {
        give_up(func, block, made, &offsets, uses);
    }
    let at = func.blocks[block].insts.iter().position(|&inst| inst == make);
    if let Some(at) = at {
        let body = body(func, make, maker);
        func.blocks[block].insts.splice(at..=at, body);
    }
}

/// The type of what is in the frames that a function makes.
fn frame_of(maker: &Typed) -> Option<Ty> {
    let [block] = maker.layout[..] else { return None };
    let insts = &maker.blocks[block].insts;
    let stays = |op: &Op| match op {
        // What it does when it is closed takes a frame of the runtime.
        Op::FunctionAddress { .. } => true,
        Op::Runtime { func } => !matches!(&**func, "frame_new" | "hold"),
        _ => false,
    };
    if insts.iter().any(|&inst| stays(&maker.insts[inst].op)) {
        return None;
    }
    let word = insts.iter().map(|&inst| &maker.insts[inst]).find(|data| matches!(data.op, Op::TypeWord {}))?;
    Some(maker.ty(word.args[0]))
}

/// What the references in a frame are given up by, instead of one to the frame.
fn give_up(func: &mut Typed, block: Block, made: Value, offsets: &[i64], uses: &Uses) {
    let mut out = Vec::new();
    for inst in std::mem::take(&mut func.blocks[block].insts) {
        if uses.releases.contains(&inst) {
            let span = func.insts[inst].span;
            for owner in held_words(func, made, offsets, span, &mut out) {
                out.push(func.make_inst(Op::Release {}, &[owner], &[], span));
            }
            continue;
        }
        if let Some(&resumed) = uses.cleanups.get(&inst) {
            let span = func.insts[inst].span;
            let held = if resumed { Values::new() } else { held_words(func, made, offsets, span, &mut out) };
            let cleanup = &mut func.insts[inst].cleanup;
            cleanup.retain(|value| *value != made);
            cleanup.extend(held);
        }
        out.push(inst);
    }
    func.blocks[block].insts = out;
}

/// The owner words in the frame, each as a value that holds something which holds references itself.
fn held_words(func: &mut Typed, made: Value, offsets: &[i64], span: Span, out: &mut Vec<Inst>) -> Values {
    if offsets.is_empty() {
        return Values::new();
    }
    let ty = func.ty(made);
    let mut add = |op: Op, args: &[Value], ty: Ty| {
        let inst = func.make_inst(op, args, &[ty], span);
        out.push(inst);
        func.result(inst)
    };
    let owner = add(Op::Part { index: 0 }, &[made], Ty::owner());
    let data = add(Op::OwnerData {}, &[owner], Ty::ptr());
    let word = |&offset: &i64| {
        let offset = add(Op::Const { value: Const::Int(offset) }, &[], Ty::int64());
        let place = add(Op::PtrAdd {}, &[data, offset], Ty::ptr());
        add(Op::Load {}, &[place], ty)
    };
    offsets.iter().map(word).collect()
}

/// The instructions of the maker, with a frame on the stack.
fn body(func: &mut Typed, make: Inst, maker: &Typed) -> Vec<Inst> {
    let call = func.insts[make].clone();
    let made = call.results[0];
    let mut values: FxHashMap<Value, Value> = maker.params().iter().copied().zip(call.args.iter().copied()).collect();
    let Terminator::Return(returned) = maker.blocks[maker.entry()].term else {
        return vec![make];
    };
    values.insert(returned, made);
    let mut out = Vec::new();
    let mut any = None;
    for &inst in &maker.blocks[maker.entry()].insts {
        let mut data = maker.insts[inst].clone();
        // The address of the type's word is not needed.
        for arg in &mut data.args {
            *arg = *values.get(arg).unwrap_or(arg);
        }
        data.cleanup.clear();
        data.span = call.span;
        match &data.op {
            Op::TypeWord {} => {
                any = data.args.first().copied();
                continue;
            }
            Op::Runtime { func: name } if **name == *"hold" => {
                values.insert(data.results[0], data.args[0]);
                out.push(func.make_inst(Op::Retain {}, &[data.args[0]], &[], call.span));
                continue;
            }
            Op::Runtime { .. } => {
                data.op = Op::FrameLocal {};
                data.args = any.into_iter().collect();
            }
            _ => {}
        }
        for result in &mut data.results {
            let (ty, name) = (maker.values[*result].ty, maker.values[*result].name.clone());
            *result = *values.entry(*result).or_insert_with(|| func.add_value(ty, name));
        }
        out.push(func.insts.push(data));
    }
    out
}
