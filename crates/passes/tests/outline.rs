//! Parallel loops become a body, a task and a call.

use coluber_ir::Typed;
use coluber_ir::parse::parse_all;
use coluber_ir::verify::verify_typed;
use coluber_passes::outline::{self, Parts};

/// Numbers the functions from 10 on.
#[derive(Default)]
struct Kept(Vec<Option<Typed>>);

impl Parts for Kept {
    fn reserve(&mut self) -> u32 {
        self.0.push(None);
        9 + self.0.len() as u32
    }

    fn body(&mut self, func: Typed) -> u32 {
        let spec = self.reserve();
        self.task(spec, func);
        spec
    }

    fn task(&mut self, spec: u32, func: Typed) {
        verify_typed(&func).unwrap_or_else(|error| panic!("{error}\n{func}"));
        self.0[spec as usize - 10] = Some(func);
    }
}

fn outlined(text: &str) -> (Typed, Vec<Typed>) {
    let mut func = parse_all(text).expect("typed IR").remove(0);
    let mut kept = Kept::default();
    outline::run(&mut func, &mut kept);
    verify_typed(&func).unwrap_or_else(|error| panic!("{error}\n{func}"));
    (func, kept.0.into_iter().flatten().collect())
}

/// `for i in prange(n): s += x`, with a step that is not known.
const SUM: &str = "function f(v0: int64, v1: float64, v2: int64) -> float64 {
block0:
    v3: int64 = const 0
    v4: float64 = const 0f
    v5: prange_iter_int64 = pack v3, v0, v2
    jump block1(v4, v5)
block1(v6: float64, v7: prange_iter_int64):
    distribute
    reduce<1, 2> v6
    v8: int64 = part<1> v7
    v9: bool = compare<gt> v8, v3
    branch v9, block2, block3
block2:
    v10: float64 = arith<add> v6, v1
    v11: int64 = part<0> v7
    v12: int64 = part<2> v7
    v13: int64 = arith<add> v11, v12
    v14: int64 = const 1
    v15: int64 = arith<sub> v8, v14
    v16: prange_iter_int64 = pack v13, v15, v12
    jump block1(v10, v16)
block3:
    return v6
}
";

#[test]
fn a_sum() {
    let (func, parts) = outlined(SUM);
    let text = func.to_string();
    assert!(text.contains("runtime<\"parallel_pieces\">"), "{text}");
    assert!(text.contains("call<11, \"f\">"), "{text}");
    assert!(text.contains("call<2, \"combine\">"), "{text}");
    assert!(!text.contains("distribute") && !text.contains("reduce<"), "{text}");
    let [body, task] = &parts[..] else { panic!("{} functions", parts.len()) };
    let (body, task) = (body.to_string(), task.to_string());
    assert!(body.contains("call<1, \"start\">"), "{body}");
    // The terms may be added in any order; the iterations are still counted.
    assert_eq!(body.matches("arith<add_free>").count(), 1, "{body}");
    assert!(body.contains(": int64 = arith<add>"), "{body}");
    assert!(task.contains("call<10, \"f\">") && task.contains("fork<11, \"f\">"), "{task}");
    assert!(task.contains("call<2, \"combine\">"), "{task}");
}

#[test]
fn loops_that_are_left_early_stay() {
    let early = SUM.replace("    jump block1(v10, v16)\n", "    branch v9, block1(v10, v16), block3\n");
    let (func, parts) = outlined(&early);
    assert!(parts.is_empty());
    let text = func.to_string();
    assert!(text.contains("arith<add>") && !text.contains("distribute"), "{text}");
}

#[test]
fn what_is_computed_inside_and_used_outside_keeps_the_loop() {
    let shared = SUM.replace("    return v6\n", "    v17: float64 = cast v8\n    return v17\n");
    assert!(outlined(&shared).1.is_empty());
}

#[test]
fn floats_that_are_no_reduction_keep_their_order() {
    let (_, parts) = outlined(&SUM.replace("arith<add> v6, v1", "arith<mul> v1, v1"));
    let body = parts[0].to_string();
    assert!(body.contains("arith<mul>") && !body.contains("_free"), "{body}");
}

/// An array that is changed in place is the same value in each iteration.
#[test]
fn a_reduction_in_place_is_private() {
    let in_place = SUM.replace("jump block1(v10, v16)", "jump block1(v6, v16)");
    let (_, parts) = outlined(&in_place);
    let body = parts[0].to_string();
    assert!(body.contains("call<1, \"start\">"), "{body}");
}
