; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define ptx_kernel void @convolution_constant(ptr addrspace(1) readonly captures(none) %0, i64 %1, i64 %2, ptr addrspace(1) writeonly captures(none) %3, i64 %4, i64 %5) local_unnamed_addr #1 {
entry:
  %6 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %7 = zext nneg i32 %6 to i64
  %8 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %9 = zext nneg i32 %8 to i64
  %10 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %11 = zext nneg i32 %10 to i64
  %12 = mul nuw nsw i64 %7, %9
  %13 = add nuw nsw i64 %12, %11
  %14 = icmp samesign ugt i64 %13, 1
  %15 = add i64 %1, -2
  %16 = icmp slt i64 %13, %15
  %or.cond.i = select i1 %14, i1 %16, i1 false
  br i1 %or.cond.i, label %block3.i.preheader, label %"convolution_constant$body.exit"

block3.i.preheader:                               ; preds = %entry
  %17 = addrspacecast ptr addrspace(1) %3 to ptr
  %18 = addrspacecast ptr addrspace(1) %0 to ptr
  %19 = getelementptr float, ptr %18, i64 %13
  %20 = getelementptr i8, ptr %19, i64 -8
  %21 = load float, ptr %20, align 4
  %22 = fadd contract float %21, 0.000000e+00
  %23 = getelementptr i8, ptr %19, i64 -4
  %24 = load float, ptr %23, align 4
  %25 = fmul contract float %24, 4.000000e+00
  %26 = fadd contract float %22, %25
  %27 = load float, ptr %19, align 4
  %28 = fmul contract float %27, 6.000000e+00
  %29 = fadd contract float %26, %28
  %30 = getelementptr i8, ptr %19, i64 4
  %31 = load float, ptr %30, align 4
  %32 = fmul contract float %31, 4.000000e+00
  %33 = fadd contract float %29, %32
  %34 = getelementptr i8, ptr %19, i64 8
  %35 = load float, ptr %34, align 4
  %36 = fadd contract float %33, %35
  %37 = getelementptr inbounds nuw float, ptr %17, i64 %13
  store float %36, ptr %37, align 4
  br label %"convolution_constant$body.exit"

"convolution_constant$body.exit":                 ; preds = %entry, %block3.i.preheader
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) }
