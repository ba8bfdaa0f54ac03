//! Versions of code for variables whose type depends on the way that control came: `total = 0` in front of a loop with
//! `total = total + row`, or `x = x / norm` of an array of integers.
//!
//! Where types meet that have no common one, the block in which they meet is copied, with all that it dominates, for the jumps that
//! bring another type. No value of what is copied is used outside of it: such a use would be dominated, too. So values that the copies
//! give to blocks behind them, as arguments, may meet there again, and that block is copied in its turn.
//!
//! Not all versions must have types: what a program does only after asking, perhaps, whether the value is of the other type raises
//! TypeError there, as it would in Python. But each operation has types in one version at least.
//!
//! Compilers with types at run time do so lazily: M. Chevalier-Boisvert and M. Feeley, "Simple and effective type check removal through
//! lazy basic block versioning", ECOOP 2015.

use crate::unroll::copy;
use coluber_ir::py::Op;
use coluber_ir::{Block, Cfg, Const, Dominators, Inst, Loops, Target, Terminator, Untyped, Value};
use coluber_types::Ty;
use coluber_types::unify::variants;
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntitySet, SecondaryMap};

/// So many copies are made for one function, and so many jumps go to other versions.
const MOST_COPIES: usize = 48;
const MOST_MOVES: usize = 200;

/// So many instructions may raise in a version.
const MOST_WRONG: usize = 64;

/// A function may get so many times longer, and by so many instructions.
const MOST_TIMES_LONGER: usize = 6;
const MOST_LONGER: usize = 4000;

/// A jump that brings a value to a block where the values so far have other types.
#[derive(Clone, Copy, Debug)]
pub struct Clash {
    /// The block that jumps.
    pub from: Block,
    /// The block to which it jumps.
    pub to: Block,
    /// Which parameter of that block it is.
    pub param: usize,
}

/// The exception that an instruction without types raises.
#[derive(Clone, Copy)]
pub struct Error<'a> {
    /// Its class.
    pub class: &'a str,
    /// Its text.
    pub text: &'a str,
    /// Whether it is raised in CPython for all values of these types.
    pub is_sure: bool,
}

/// The versions of blocks that a function has.
#[derive(Clone, Default)]
pub struct Versions {
    /// For a copy that was made for a clash, the version that was there before.
    before: SecondaryMap<Block, PackedOption<Block>>,
    copies: usize,
    moves: usize,
    first_size: usize,
    /// For an instruction of a copy, that of the function as it is written.
    origin: SecondaryMap<Inst, PackedOption<Inst>>,
    /// Instructions as they are written that have copies.
    copied: EntitySet<Inst>,
    /// Instructions that raise TypeError in their version.
    wrong: Vec<Inst>,
    /// Number of instructions that raise what their handlers name.
    expected: usize,
    /// The values of several types behind which the way parts: line and type.
    pub parted: Vec<(u32, Ty)>,
}

impl Versions {
    /// The function in which the clashing jump goes to another version of the block. None where that would lead too far.
    ///
    /// `meets` says whether two values have a common type, and None where one of them has none yet; `is_parallel` whether a value is the
    /// iterator of a loop whose iterations run beside each other.
    pub fn parted(
        &self,
        body: &Untyped,
        clash: Clash,
        meets: impl Fn(Value, Value) -> Option<bool>,
        is_parallel: impl Fn(Value) -> bool,
    ) -> Option<(Untyped, Versions)> {
        let (mut func, mut versions) = (body.clone(), self.clone());
        let cfg = Cfg::new(body);
        let dominators = Dominators::new(body, &cfg);
        if is_part_of_parallel(body, &cfg, &dominators, clash.to, is_parallel) {
            return None;
        }
        let param = body.blocks[clash.to].params[clash.param];
        let clashes =
            |target: &Target| target.block == clash.to && meets(param, target.args[clash.param]) == Some(false);
        let brought = body.blocks[clash.from].term.targets().into_iter().find(|target| clashes(target))?;
        versions.moves += 1;
        let known = (versions.moves <= MOST_MOVES).then(|| self.fitting(body, clash, &brought.args, &meets))?;
        let version = match known {
            Some(version) => version,
            None => versions.copied(&mut func, &cfg, &dominators, clash.to)?,
        };
        let targets = func.blocks[clash.from].term.targets_mut();
        targets.into_iter().filter(|target| clashes(target)).for_each(|target| target.block = version);
        func.layout = Cfg::new(&func).order().to_vec();
        Some((func, versions))
    }

    /// Another version of the block for the values of a jump: one with parameters that they meet, or a later one that no jump is known to
    /// reach with a value for the parameter that clashes.
    fn fitting(
        &self,
        body: &Untyped,
        clash: Clash,
        values: &[Value],
        meets: impl Fn(Value, Value) -> Option<bool>,
    ) -> Option<Block> {
        let answer = |version: &Block| {
            let params = &body.blocks[*version].params;
            let fits = params.iter().zip(values).all(|(own, value)| meets(*own, *value) != Some(false));
            (fits, meets(params[clash.param], values[clash.param]))
        };
        let first = std::iter::successors(Some(clash.to), |block| self.before[*block].expand()).last()?;
        let mut all = std::iter::once(first).chain(self.later(first));
        all.find(|version| answer(version) == (true, Some(true)))
            .or_else(|| self.later(clash.to).find(|version| answer(version) == (true, None)))
    }

    /// The versions of a block that were made after this one.
    fn later(&self, block: Block) -> impl Iterator<Item = Block> + '_ {
        let next = move |block: &Block| self.before.keys().find(|after| self.before[*after].expand() == Some(*block));
        std::iter::successors(Some(block), next).skip(1)
    }

    /// Notes where the way parts for a value of several types. Gives the number of the one that goes its own way.
    pub fn add_choice(&mut self, line: u32, ty: Ty) -> u32 {
        self.parted.push((line, ty));
        self.parted.len() as u32 - 1
    }

    /// The type that goes its own way.
    pub fn choice(&self, number: u32) -> Ty {
        let ty = self.parted.get(number as usize).map_or(Ty::undefined(), |(_, ty)| *ty);
        variants(ty).and_then(|all| all.first().copied()).unwrap_or(ty)
    }

    /// A version of a block that nothing leads to yet. None where there are too many.
    pub fn copy_of(&mut self, func: &mut Untyped, block: Block) -> Option<Block> {
        let cfg = Cfg::new(func);
        let dominators = Dominators::new(func, &cfg);
        self.copied(func, &cfg, &dominators, block)
    }

    /// Copies a block with all that it dominates.
    fn copied(&mut self, func: &mut Untyped, cfg: &Cfg, dominators: &Dominators, block: Block) -> Option<Block> {
        self.first_size = if self.copies == 0 { func.insts.len() } else { self.first_size };
        self.copies += 1;
        let limit = self.first_size * MOST_TIMES_LONGER + MOST_LONGER;
        if self.copies > MOST_COPIES || func.insts.len() > limit {
            return None;
        }
        let region: Vec<Block> =
            cfg.order().iter().copied().filter(|other| dominators.dominates(block, *other)).collect();
        let made = copy(func, &region);
        for (inst, new) in &made.insts {
            let root = self.root(*inst);
            self.origin[*new] = root.into();
            self.copied.insert(root);
        }
        for inner in region.iter().skip(1) {
            if let Some(before) = self.before[*inner].expand() {
                self.before[made.block(*inner)] = made.block(before).into();
            }
        }
        let last = self.later(block).last().unwrap_or(block);
        self.before[made.block(block)] = last.into();
        Some(made.block(block))
    }
}

impl Versions {
    /// The instruction of which one is a copy.
    pub fn root(&self, inst: Inst) -> Inst {
        self.origin[inst].expand().unwrap_or(inst)
    }

    /// The function in which an instruction that has no types in its version raises an exception there. None where it has one version,
    /// unless it raises in CPython, too, and a handler around it names the class.
    pub fn refusing(&self, body: &Untyped, inst: Inst, error: Error<'_>) -> Option<(Untyped, Versions)> {
        let Error { class, text, is_sure } = error;
        let block = body.layout.iter().copied().find(|block| body.blocks[*block].insts.contains(&inst))?;
        let is_expected = is_sure && is_named_by_handler(body, block, class);
        let may_raise = is_expected || self.copied.contains(self.root(inst));
        if !may_raise || self.wrong.len() + self.expected >= MOST_WRONG {
            return None;
        }
        let (mut func, mut versions) = (body.clone(), self.clone());
        let at = func.blocks[block].insts.iter().position(|own| *own == inst)?;
        func.blocks[block].insts.truncate(at);
        let span = func.insts[inst].span;
        let mut add = |op: Op, args: &[Value], results: &[Ty]| {
            let inst = func.make_inst(op, args, results, span);
            func.blocks[block].insts.push(inst);
            func.insts[inst].results.first().copied()
        };
        let class = add(Op::Builtin { name: class.into() }, &[], &[Ty::undefined()])?;
        let text = add(Op::Const { value: Const::Str(text.into()) }, &[], &[Ty::undefined()])?;
        let error = add(Op::Call { names: Vec::new() }, &[class, text], &[Ty::undefined()])?;
        add(Op::Raise {}, &[error], &[]);
        func.blocks[block].term = Terminator::Unreachable;
        func.layout = Cfg::new(&func).order().to_vec();
        match is_expected {
            true => versions.expected += 1,
            false => versions.wrong.push(inst),
        }
        Some((func, versions))
    }

    /// An instruction that raises in a version and has no types in another one.
    pub fn wrong_everywhere(&self, body: &Untyped, is_typed: impl Fn(Block, Inst) -> bool) -> Option<Inst> {
        let is_right = |wrong: Inst| {
            let mut all =
                body.layout.iter().flat_map(|block| body.blocks[*block].insts.iter().map(move |inst| (*block, *inst)));
            all.any(|(block, inst)| self.root(inst) == self.root(wrong) && is_typed(block, inst))
        };
        self.wrong.iter().copied().find(|wrong| !is_right(*wrong))
    }
}

/// Whether the handler of a block names a class of exceptions in one of its clauses.
fn is_named_by_handler(body: &Untyped, block: Block, class: &str) -> bool {
    let Some(handler) = body.blocks[block].handler else { return false };
    let insts = || body.layout.iter().flat_map(|block| &body.blocks[*block].insts).map(|inst| &body.insts[*inst]);
    let maker = |value: &Value| insts().find(|data| data.results.contains(value));
    let is_class = |value: &Value| {
        maker(value)
            .is_some_and(|data| matches!(&data.op, Op::Global { name } | Op::Builtin { name } if **name == *class))
    };
    let names = |value: &Value| {
        is_class(value)
            || maker(value).is_some_and(|data| matches!(data.op, Op::BuildTuple {}) && data.args.iter().any(is_class))
    };
    let caught = |value: &Value| {
        let own = || body.blocks[handler].insts.iter().map(|inst| &body.insts[*inst]);
        own().any(|data| matches!(data.op, Op::CaughtException {}) && data.results.contains(value))
    };
    insts().any(|data| matches!(data.op, Op::ExceptionMatch {}) && caught(&data.args[0]) && names(&data.args[1]))
}

/// Whether a block is part of a loop whose iterations run beside each other.
fn is_part_of_parallel(
    body: &Untyped,
    cfg: &Cfg,
    dominators: &Dominators,
    block: Block,
    is_parallel: impl Fn(Value) -> bool,
) -> bool {
    let loops = Loops::new(cfg, dominators);
    let around = loops.iter().filter(|(id, _)| loops.contains(*id, block));
    let mut params = around.flat_map(|(_, data)| &body.blocks[data.head].params);
    params.any(|value| is_parallel(*value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use coluber_ir::parse::parse;

    const SUM: &str = "function f(v0, v1) {
block0:
    v2 = const 0
    v3 = get_iter v0
    jump block1(v3, v2)
block1(v4, v5):
    v6 = iter_valid v4
    branch v6, block2, block3
block2:
    v7 = iter_value v4
    v8 = iter_advance v4
    v9 = binary<add> v5, v7
    jump block1(v8, v9)
block3:
    return v5
}
";

    fn parsed() -> Untyped {
        parse(SUM).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The clash of the sum with the number that it begins as.
    fn clash(func: &Untyped) -> (Clash, Value, Value) {
        let (head, body) = (func.layout[1], func.layout[2]);
        let brought = func.blocks[body].term.targets()[0].args[1];
        (Clash { from: body, to: head, param: 1 }, func.blocks[head].params[1], brought)
    }

    #[test]
    fn the_first_iteration_of_a_sum() {
        let func = parsed();
        let (clash, number, row) = clash(&func);
        let meets = |a: Value, b: Value| Some([a, b] != [number, row]);
        let (func, _) =
            Versions::default().parted(&func, clash, meets, |_| false).unwrap_or_else(|| panic!("too many"));
        assert_eq!(
            func.to_string(),
            "function f(v0, v1) {
block0:
    v2 = const 0
    v3 = get_iter v0
    jump block1(v3, v2)
block1(v4, v5):
    v6 = iter_valid v4
    branch v6, block2, block6
block2:
    v7 = iter_value v4
    v8 = iter_advance v4
    v9 = binary<add> v5, v7
    jump block3(v8, v9)
block3(v10, v11):
    v12 = iter_valid v10
    branch v12, block4, block5
block4:
    v13 = iter_value v10
    v14 = iter_advance v10
    v15 = binary<add> v11, v13
    jump block3(v14, v15)
block5:
    return v11
block6:
    return v5
}
"
        );
    }

    #[test]
    fn parallel_loops_carry_one_type() {
        let func = parsed();
        let (clash, number, row) = clash(&func);
        let iterator = func.blocks[clash.to].params[0];
        let meets = |a: Value, b: Value| Some([a, b] != [number, row]);
        assert!(Versions::default().parted(&func, clash, meets, |value| value == iterator).is_none());
    }
}
