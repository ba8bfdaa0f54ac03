; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define ptx_kernel void @fused(ptr addrspace(1) readonly captures(none) %0, i64 %1, i64 %2, ptr addrspace(1) readonly captures(none) %3, i64 %4, i64 %5, ptr addrspace(1) captures(none) %6, i64 %7, i64 %8) local_unnamed_addr #1 {
entry:
  %9 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %10 = zext nneg i32 %9 to i64
  %11 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %12 = zext nneg i32 %11 to i64
  %13 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %14 = zext nneg i32 %13 to i64
  %15 = mul nuw nsw i64 %10, %12
  %16 = add nuw nsw i64 %15, %14
  %17 = icmp slt i64 %16, %7
  br i1 %17, label %block1.i, label %"fused$body.exit"

block1.i:                                         ; preds = %entry
  %18 = addrspacecast ptr addrspace(1) %6 to ptr
  %19 = addrspacecast ptr addrspace(1) %3 to ptr
  %20 = addrspacecast ptr addrspace(1) %0 to ptr
  %21 = getelementptr inbounds nuw double, ptr %20, i64 %16
  %22 = load double, ptr %21, align 8
  %23 = getelementptr inbounds nuw double, ptr %19, i64 %16
  %24 = load double, ptr %23, align 8
  %25 = fmul contract double %22, %24
  %26 = getelementptr inbounds nuw double, ptr %18, i64 %16
  %27 = load double, ptr %26, align 8
  %28 = fadd contract double %25, %27
  store double %28, ptr %26, align 8
  br label %"fused$body.exit"

"fused$body.exit":                                ; preds = %entry, %block1.i
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) }
