; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define ptx_kernel void @complex_square(ptr addrspace(1) readonly captures(none) %0, i64 %1, i64 %2, ptr addrspace(1) writeonly captures(none) %3, i64 %4, i64 %5) local_unnamed_addr #1 {
entry:
  %6 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %7 = zext nneg i32 %6 to i64
  %8 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %9 = zext nneg i32 %8 to i64
  %10 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %11 = zext nneg i32 %10 to i64
  %12 = mul nuw nsw i64 %7, %9
  %13 = add nuw nsw i64 %12, %11
  %14 = icmp slt i64 %13, %1
  br i1 %14, label %block1.i, label %"complex_square$body.exit"

block1.i:                                         ; preds = %entry
  %15 = addrspacecast ptr addrspace(1) %3 to ptr
  %16 = addrspacecast ptr addrspace(1) %0 to ptr
  %17 = getelementptr inbounds nuw [2 x float], ptr %16, i64 %13
  %18 = load float, ptr %17, align 4
  %19 = getelementptr inbounds nuw i8, ptr %17, i64 4
  %20 = load float, ptr %19, align 4
  %21 = fmul contract float %18, %18
  %22 = fmul contract float %20, %20
  %23 = fmul contract float %18, %20
  %24 = fsub contract float %21, %22
  %25 = fadd contract float %23, %23
  %26 = fadd contract float %18, %24
  %27 = fadd contract float %20, %25
  %28 = getelementptr inbounds nuw [2 x float], ptr %15, i64 %13
  store float %26, ptr %28, align 4
  %29 = getelementptr inbounds nuw i8, ptr %28, i64 4
  store float %27, ptr %29, align 4
  br label %"complex_square$body.exit"

"complex_square$body.exit":                       ; preds = %entry, %block1.i
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) }
