; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define ptx_kernel void @saxpy(float %0, ptr addrspace(1) readonly captures(none) %1, i64 %2, i64 %3, ptr addrspace(1) captures(none) %4, i64 %5, i64 %6) local_unnamed_addr #1 {
entry:
  %7 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %8 = zext nneg i32 %7 to i64
  %9 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %10 = zext nneg i32 %9 to i64
  %11 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %12 = zext nneg i32 %11 to i64
  %13 = mul nuw nsw i64 %8, %10
  %14 = add nuw nsw i64 %13, %12
  %15 = icmp slt i64 %14, %2
  br i1 %15, label %block1.i, label %"saxpy$body.exit"

block1.i:                                         ; preds = %entry
  %16 = addrspacecast ptr addrspace(1) %4 to ptr
  %17 = addrspacecast ptr addrspace(1) %1 to ptr
  %18 = getelementptr inbounds nuw float, ptr %17, i64 %14
  %19 = load float, ptr %18, align 4
  %20 = fmul contract float %0, %19
  %21 = getelementptr inbounds nuw float, ptr %16, i64 %14
  %22 = load float, ptr %21, align 4
  %23 = fadd contract float %20, %22
  store float %23, ptr %21, align 4
  br label %"saxpy$body.exit"

"saxpy$body.exit":                                ; preds = %entry, %block1.i
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) }
