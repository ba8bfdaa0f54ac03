//! Arrays, tuples, strings, memory cells and reference counts.

use crate::common::{Build, Run, function};
use coluber_ir::typed::{Arith, Op};
use coluber_ir::{Builder, Const, Typed, Value};
use coluber_ops::CmpOp;
use coluber_runtime::memory::{allocate, allocation_data, reference_count, release};
use coluber_types::{Kind, Layout, Ty};

fn elem_ptr(b: &mut Builder<'_, Op>, args: &[Value]) -> Value {
    b.value(Op::ElemPtr {}, args, Ty::ptr())
}

fn load(b: &mut Builder<'_, Op>, ptr: Value, ty: Ty) -> Value {
    b.value(Op::Load {}, &[ptr], ty)
}

/// The words of an array over Rust's memory.
fn words<T>(data: &[T], shape: &[i64], strides: &[i64]) -> Vec<u64> {
    let mut out = vec![0, data.as_ptr() as u64];
    out.extend(shape.iter().chain(strides).map(|&v| v as u64));
    out
}

fn item(array: Ty, dtype: Ty) -> Run {
    let Kind::Array { ndim, .. } = array.kind() else { unreachable!("an array type") };
    let mut params = vec![array];
    params.resize(1 + *ndim as usize, Ty::int64());
    Run::new(&[function("item", &params, dtype, |b, p| {
        let place = elem_ptr(b, p);
        let value = load(b, place, dtype);
        b.ret(value);
    })])
}

#[test]
fn elements_in_each_memory_order() {
    let data: Vec<i32> = (0..24).collect();
    for (order, strides) in
        [(Layout::C, [48, 16, 4]), (Layout::F, [4, 8, 24]), (Layout::A, [48, 16, 4]), (Layout::A, [4, 8, 24])]
    {
        let run = item(Ty::array(Ty::int32(), 3, order), Ty::int32());
        for (i, j, k) in [(0i64, 0i64, 0i64), (1, 2, 3), (0, 1, 2), (1, 0, 3)] {
            let mut args = words(&data, &[2, 3, 4], &strides);
            args.extend([i, j, k].map(|v| v as u64));
            let expected = (i * strides[0] + j * strides[1] + k * strides[2]) / 4;
            assert_eq!(run.word(&args), expected as u64, "{order} {i} {j} {k}");
        }
    }
}

#[test]
fn negative_strides() {
    let data: Vec<f64> = (0..5).map(f64::from).collect();
    let run = item(Ty::array(Ty::float64(), 1, Layout::A), Ty::float64());
    let args = [0, &raw const data[4] as u64, 5, -8i64 as u64, 1];
    assert_eq!(f64::from_bits(run.word(&args)), 3.0);
}

#[test]
fn an_array_without_axes() {
    let run = item(Ty::array(Ty::float64(), 0, Layout::C), Ty::float64());
    assert_eq!(f64::from_bits(run.word(&words(&[2.5], &[], &[]))), 2.5);
}

#[test]
fn elements_of_each_type() {
    let run = item(Ty::array(Ty::complex64(), 1, Layout::C), Ty::complex64());
    let mut args = words(&[1f32, 2.0, 3.0, 4.0], &[2], &[8]);
    args.push(1);
    assert_eq!(run.call(&args), Ok(vec![3f32.to_bits().into(), 4f32.to_bits().into()]));
    let run = item(Ty::array(Ty::boolean(), 1, Layout::C), Ty::boolean());
    for (i, expected) in [(0, 0), (1, 1), (2, 1)] {
        let mut args = words(&[0u8, 1, 2], &[3], &[1]);
        args.push(i);
        assert_eq!(run.word(&args), expected);
    }
    let run = item(Ty::array(Ty::int16(), 1, Layout::C), Ty::int16());
    let mut args = words(&[1i16, -2], &[2], &[2]);
    args.push(1);
    assert_eq!(run.word(&args) as i64, -2);
}

#[test]
fn unaligned_elements_are_read_bytewise() {
    let array =
        Ty::new(Kind::Array { dtype: Ty::float64(), ndim: 1, layout: Layout::A, mutable: true, aligned: false });
    let run = item(array, Ty::float64());
    assert!(run.compiled.llvm.as_deref().expect("a text").contains("align 1\n"));
    let mut bytes = vec![0u8; 1];
    bytes.extend(1.25f64.to_ne_bytes());
    assert_eq!(f64::from_bits(run.word(&[0, &raw const bytes[1] as u64, 1, 8, 0])), 1.25);
}

/// `for i in range(len(a)): a[i] = a[i] * 2 + 1`
fn update() -> Typed {
    let array = Ty::array(Ty::float64(), 1, Layout::C);
    function("update", &[array], Ty::none(), |b, p| {
        let i64 = Ty::int64();
        let shape = b.value(Op::Part { index: 2 }, &[p[0]], Ty::uni_tuple(i64, 1));
        let n = b.value(Op::Part { index: 0 }, &[shape], i64);
        let (zero, one) = (b.int(0), b.int(1));
        let (two, add) = (b.constant(Const::Float(2.0), Ty::float64()), b.constant(Const::Float(1.0), Ty::float64()));
        let (head, state) = b.block_with(&[i64]);
        let (body, _) = b.block_with(&[]);
        let (exit, _) = b.block_with(&[]);
        b.jump(head, &[zero]);
        b.switch_to(head);
        let more = b.compare(CmpOp::Lt, state[0], n);
        b.branch(more, (body, &[]), (exit, &[]));
        b.switch_to(body);
        let place = elem_ptr(b, &[p[0], state[0]]);
        let value = load(b, place, Ty::float64());
        let value = b.arith(Arith::Mul, value, two);
        let value = b.arith(Arith::Add, value, add);
        b.effect(Op::Store {}, &[place, value]);
        let next = b.arith(Arith::AddNoWrap, state[0], one);
        b.jump(head, &[next]);
        b.switch_to(exit);
        b.ret_none();
    })
}

#[test]
fn a_loop_over_an_array_is_vectorised() {
    let run = Run::new(&[update()]);
    assert!(run.compiled.optimised.as_deref().expect("a text").contains("x double>"));
    let data: Vec<f64> = (0..37).map(f64::from).collect();
    assert_eq!(run.call(&words(&data, &[37], &[8])), Ok(vec![]));
    assert_eq!(data, (0..37).map(|i| f64::from(2 * i + 1)).collect::<Vec<_>>());
}

#[test]
fn indices_from_the_end() {
    let run = Run::new(&[function("wrap", &[Ty::int64(); 2], Ty::int64(), |b, p| {
        let value = b.value(Op::WrapIndex {}, p, Ty::int64());
        b.ret(value);
    })]);
    assert_eq!([(3, 10), (-1, 10), (0, 0)].map(|(i, n): (i64, i64)| run.word(&[i as u64, n as u64])), [3, 9, 0]);
}

#[test]
fn tuples_are_packed_and_taken_apart() {
    let pair = Ty::tuple(vec![Ty::int32(), Ty::complex128()]);
    let run = Run::new(&[function("swap", &[pair], Ty::tuple(vec![Ty::complex128(), Ty::int32()]), |b, p| {
        let first = b.value(Op::Part { index: 0 }, &[p[0]], Ty::int32());
        let second = b.value(Op::Part { index: 1 }, &[p[0]], Ty::complex128());
        let swapped = b.value(Op::Pack {}, &[second, first], Ty::tuple(vec![Ty::complex128(), Ty::int32()]));
        b.ret(swapped);
    })]);
    assert_eq!(run.call(&[7, 1, 2]), Ok(vec![1, 2, 7]));
}

#[test]
fn items_at_variable_indices() {
    for count in [1usize, 3, 8, 9, 20] {
        let (item, tuple) = (Ty::complex64(), Ty::uni_tuple(Ty::complex64(), count));
        let run = Run::new(&[function("pick", &[tuple, Ty::int64()], item, |b, p| {
            let value = b.value(Op::TupleItem {}, p, item);
            b.ret(value);
        })]);
        for index in 0..count as u64 {
            let mut args: Vec<u64> = (0..2 * count as u64).collect();
            args.push(index);
            assert_eq!(run.call(&args), Ok(vec![2 * index, 2 * index + 1]));
        }
    }
    let tuple = Ty::uni_tuple(Ty::boolean(), 12);
    let run = Run::new(&[function("pick", &[tuple, Ty::int64()], Ty::boolean(), |b, p| {
        let value = b.value(Op::TupleItem {}, p, Ty::boolean());
        b.ret(value);
    })]);
    let args: Vec<u64> = (0..12).map(|i| i % 2).collect();
    assert_eq!(run.word(&[args.clone(), vec![5]].concat()), 1);
    assert_eq!(run.word(&[args, vec![6]].concat()), 0);
}

#[test]
fn select_of_an_aggregate() {
    let ty = Ty::complex128();
    let run = Run::new(&[function("choose", &[Ty::boolean(), ty, ty], ty, |b, p| {
        let value = b.value(Op::Select {}, p, ty);
        b.ret(value);
    })]);
    assert_eq!(run.call(&[1, 10, 11, 20, 21]), Ok(vec![10, 11]));
    assert_eq!(run.call(&[0, 10, 11, 20, 21]), Ok(vec![20, 21]));
}

#[test]
fn string_constants() {
    for (text, width) in [("héllo", 1), ("Ωμέγα", 2), ("\u{1f40d}!", 4), ("", 1)] {
        let run = Run::new(&[function("text", &[], Ty::string(), |b, _| {
            let value = b.constant(Const::Str(text.into()), Ty::string());
            b.ret(value);
        })]);
        let words = run.call(&[]).expect("no exception");
        assert_eq!((words[0], words[2], words[3]), (0, text.chars().count() as u64, width));
        for (i, expected) in text.chars().enumerate() {
            let place = words[1] as usize + i * width as usize;
            // SAFETY: the constant has that many characters, and the code is alive.
            let point = unsafe {
                match width {
                    1 => u32::from(*(place as *const u8)),
                    2 => u32::from(*(place as *const u16)),
                    _ => *(place as *const u32),
                }
            };
            assert_eq!(point, u32::from(expected));
        }
    }
}

#[test]
fn memory_cells() {
    let ty = Ty::tuple(vec![Ty::boolean(), Ty::float64()]);
    let mut ir = function("cell", &[ty], ty, |_, _| {});
    let slot = ir.add_slot(ty, "x");
    let (entry, param) = (ir.entry(), ir.params()[0]);
    let mut b = Builder::new(&mut ir, entry);
    b.effect(Op::SlotStore { slot }, &[param]);
    let value = b.value(Op::SlotLoad { slot }, &[], ty);
    b.ret(value);
    assert_eq!(Run::new(&[ir]).call(&[1, 42]), Ok(vec![1, 42]));
}

#[test]
fn cells_start_as_zero() {
    let mut ir = function("cell", &[], Ty::owner(), |_, _| {});
    let slot = ir.add_slot(Ty::owner(), "x");
    let entry = ir.entry();
    let mut b = Builder::new(&mut ir, entry);
    let value = b.value(Op::SlotLoad { slot }, &[], Ty::owner());
    b.ret(value);
    assert_eq!(Run::new(&[ir]).word(&[]), 0);
}

#[test]
fn undefined_values_can_be_released() {
    let array = Ty::array(Ty::float64(), 1, Layout::C);
    let run = Run::new(&[function("undef", &[], Ty::none(), |b, _| {
        let value = b.value(Op::Undef {}, &[], Ty::optional(array));
        b.effect(Op::Release {}, &[value]);
        b.ret_none();
    })]);
    assert_eq!(run.call(&[]), Ok(vec![]));
}

fn counting(op: Op) -> Run {
    let array = Ty::array(Ty::float64(), 1, Layout::C);
    Run::new(&[function("count", &[array], Ty::none(), |b, p| {
        b.effect(op, &[p[0]]);
        b.ret_none();
    })])
}

#[test]
fn retain_and_release_count_allocations_only() {
    let (up, down) = (counting(Op::Retain {}), counting(Op::Release {}));
    for word in [0, 0x1001] {
        assert_eq!(up.call(&[word, 0, 0, 0]), Ok(vec![]));
        assert_eq!(down.call(&[word, 0, 0, 0]), Ok(vec![]));
    }
    let owner = allocate(8, false).expect("memory").as_ptr();
    assert_eq!(up.call(&[owner as u64, 0, 0, 0]), Ok(vec![]));
    // SAFETY: the allocation is alive until the last release.
    unsafe {
        assert_eq!(reference_count(owner), 2);
        assert_eq!(down.call(&[owner as u64, 0, 0, 0]), Ok(vec![]));
        assert_eq!(reference_count(owner), 1);
        release(owner);
    }
}

#[test]
fn allocations_of_compiled_code() {
    let run = Run::new(&[function("fresh", &[Ty::int64()], Ty::owner(), |b, p| {
        let inst = b.inst(Op::Runtime { func: "alloc_zeroed".into() }, &[p[0]], &[Ty::owner()]);
        let owner = b.func.result(inst);
        let data = b.value(Op::OwnerData {}, &[owner], Ty::ptr());
        let eight = b.int(8);
        let second = b.value(Op::PtrAdd {}, &[data, eight], Ty::ptr());
        b.effect(Op::Store {}, &[second, p[0]]);
        b.ret(owner);
    })]);
    let owner = run.word(&[16]) as *mut u8;
    // SAFETY: the allocation has 16 bytes and is ours.
    unsafe {
        let data = allocation_data(owner).cast::<u64>();
        assert_eq!((*data, *data.add(1)), (0, 16));
        release(owner);
    }
    assert_eq!(run.call(&[-1i64 as u64]), Err(coluber_abi::RAISED));
    assert_eq!(coluber_runtime::take_pending().and_then(|p| p.class().builtin_name()), Some("ValueError"));
}
