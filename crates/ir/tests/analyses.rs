//! Dominators, loops and liveness against small functions and against their definitions on random graphs.

use coluber_ir::liveness::AllValues;
use coluber_ir::parse::parse;
use coluber_ir::{Block, Builder, Cfg, Dominators, Liveness, Loops, Terminator, Typed, Value};
use coluber_types::Ty;
use std::collections::BTreeSet;

fn typed(text: &str) -> Typed {
    parse(text).unwrap_or_else(|e| panic!("{e}"))
}

const NESTED: &str = "function f(v0: bool, v1: array(float64, 1d, C)) -> bool {
block0:
    jump block1
block1:
    branch v0, block2, block5
block2:
    branch v0, block3, block4
block3:
    jump block2
block4:
    jump block1
block5:
    return v0
block6:
    jump block5
}
";

#[test]
fn order_and_predecessors() {
    let func = typed(NESTED);
    let cfg = Cfg::new(&func);
    let b = &func.layout;
    assert_eq!(cfg.order(), [b[0], b[1], b[2], b[3], b[4], b[5]]);
    assert_eq!(cfg.jumps_to(b[2]), [b[1], b[3]]);
    assert_eq!(cfg.jumps_to(b[5]), [b[1]]);
    assert!(!cfg.is_reachable(b[6]));
}

#[test]
fn nested_loops() {
    let func = typed(NESTED);
    let cfg = Cfg::new(&func);
    let loops = Loops::new(&cfg, &Dominators::new(&func, &cfg));
    let b = &func.layout;
    let depths: Vec<u32> = b.iter().map(|&block| loops.depth(block)).collect();
    assert_eq!(depths, [0, 1, 2, 2, 1, 0, 0]);
    let heads: Vec<Block> = loops.iter().map(|(_, l)| l.head).collect();
    assert_eq!(heads, [b[1], b[2]]);
    let outer = loops.innermost(b[4]).unwrap_or_else(|| panic!("block4 is in a loop"));
    assert!(loops.contains(outer, b[3]) && !loops.contains(outer, b[5]));
}

#[test]
fn liveness_of_a_loop_with_a_handler() {
    let func = typed(
        "function f(v0: int64, v1: int64, v2: int64) -> int64 {
block0:
    jump block1(v0)
block1(v3: int64): handler block3
    v4: int64 = call<1, \"g\"> v3
    v5: bool = compare<lt> v4, v1
    branch v5, block1(v4), block2
block2:
    return v3
block3:
    return v2
}
",
    );
    let cfg = Cfg::new(&func);
    let live = Liveness::new(&func, &cfg, &AllValues::of(&func));
    let names = |set: &coluber_ir::bitset::BitSet| set.iter().collect::<Vec<_>>();
    let b = &func.layout;
    assert_eq!(names(live.live_in(b[0])), []);
    assert_eq!(names(live.live_in(b[1])), [1, 2]);
    assert_eq!(names(live.live_out(b[1])), [1, 2, 3]);
    assert_eq!(names(live.live_in(b[2])), [3]);
    assert_eq!(names(live.live_in(b[3])), [2]);
}

/// A small generator of pseudo-random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit
    }
}

/// A function of `count` blocks with random edges and handlers.
fn random_graph(random: &mut Random, count: usize) -> Typed {
    let mut func = Typed::new("f");
    let blocks: Vec<Block> = (0..count).map(|_| func.add_block()).collect();
    let cond = func.add_param(blocks[0], Ty::boolean(), None);
    for &block in &blocks {
        let mut b = Builder::new(&mut func, block);
        let mut any = || blocks[1 + random.below(count - 1)];
        let (x, y) = (any(), any());
        match random.below(4) {
            0 => b.jump(x, &[]),
            1 => b.ret(cond),
            _ => b.branch(cond, (x, &[]), (y, &[])),
        }
        let handler = blocks[1 + random.below(count - 1)];
        if random.below(4) == 0 && handler != block {
            func.blocks[block].handler = Some(handler);
        }
    }
    func
}

/// The blocks that can be reached when control never passes the start (or, with `end`, the end) of `without`.
fn reachable_without(func: &Typed, without: Block, end: bool) -> BTreeSet<Block> {
    let mut seen = BTreeSet::new();
    let mut work = vec![func.entry()];
    while let Some(block) = work.pop() {
        if (block == without && !end) || !seen.insert(block) {
            continue;
        }
        let data = &func.blocks[block];
        work.extend(data.handler);
        if block != without {
            work.extend(data.term.targets().iter().map(|t| t.block));
        }
    }
    seen
}

#[test]
fn dominance_is_what_it_means() {
    let mut random = Random(7);
    for _ in 0..300 {
        let count = 2 + random.below(9);
        let func = random_graph(&mut random, count);
        let cfg = Cfg::new(&func);
        let dominators = Dominators::new(&func, &cfg);
        for &a in &func.layout {
            let (no_start, no_end) = (reachable_without(&func, a, false), reachable_without(&func, a, true));
            for &b in cfg.order() {
                let reachable = cfg.is_reachable(a);
                assert_eq!(dominators.dominates(a, b), reachable && !no_start.contains(&b), "{a} {b}\n{func}");
                assert_eq!(
                    dominators.completes_before(a, b),
                    reachable && a != b && !no_end.contains(&b),
                    "{a} {b}\n{func}"
                );
            }
        }
        for &b in cfg.order() {
            let above: Vec<Block> =
                cfg.order().iter().copied().filter(|&a| a != b && dominators.dominates(a, b)).collect();
            let closest = above.iter().copied().find(|&c| above.iter().all(|&a| dominators.dominates(a, c)));
            assert_eq!(dominators.parent(b), closest, "{b}\n{func}");
        }
    }
}

#[test]
fn loops_are_what_they_mean() {
    let mut random = Random(11);
    for _ in 0..300 {
        let count = 2 + random.below(9);
        let func = random_graph(&mut random, count);
        let cfg = Cfg::new(&func);
        let dominators = Dominators::new(&func, &cfg);
        let loops = Loops::new(&cfg, &dominators);
        for (id, data) in loops.iter() {
            let body = natural_loop(&cfg, &dominators, data.head);
            for &block in cfg.order() {
                assert_eq!(loops.contains(id, block), body.contains(&block), "{} {block}\n{func}", data.head);
            }
        }
        for &block in cfg.order() {
            let around = loops.iter().filter(|&(id, _)| loops.contains(id, block)).count();
            assert_eq!(loops.depth(block) as usize, around, "{block}\n{func}");
        }
    }
}

/// The head, and what reaches an edge that closes the loop without passing the head.
fn natural_loop(cfg: &Cfg, dominators: &Dominators, head: Block) -> BTreeSet<Block> {
    let mut body = BTreeSet::from([head]);
    let mut work: Vec<Block> = cfg.preds(head).filter(|&p| dominators.dominates(head, p)).collect();
    while let Some(block) = work.pop() {
        if body.insert(block) {
            work.extend(cfg.preds(block));
        }
    }
    body
}

#[test]
fn liveness_is_what_it_means() {
    let mut random = Random(13);
    for _ in 0..200 {
        let count = 2 + random.below(7);
        let mut func = random_graph(&mut random, count);
        let param = func.params()[0];
        // Branches of the other blocks read the entry's parameter; make some read nothing.
        for k in 1..count {
            let block = func.layout[k];
            if random.below(2) == 0 {
                func.blocks[block].term = Terminator::Unreachable;
            }
        }
        let cfg = Cfg::new(&func);
        let live = Liveness::new(&func, &cfg, &AllValues::of(&func));
        for &block in cfg.order() {
            if block != func.entry() {
                assert_eq!(live.live_in(block).contains(0), reaches_use(&func, block, param), "{block}\n{func}");
            }
        }
    }
}

fn reaches_use(func: &Typed, from: Block, value: Value) -> bool {
    let mut seen = BTreeSet::new();
    let mut work = vec![from];
    while let Some(block) = work.pop() {
        let mut used = false;
        func.blocks[block].term.visit_uses(|v| used |= v == value);
        if used {
            return true;
        }
        if seen.insert(block) {
            work.extend(func.successors(block));
        }
    }
    false
}
