; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define ptx_kernel void @vector_add(ptr addrspace(1) readonly captures(none) %0, i64 %1, i64 %2, ptr addrspace(1) readonly captures(none) %3, i64 %4, i64 %5, ptr addrspace(1) writeonly captures(none) %6, i64 %7, i64 %8) local_unnamed_addr #1 {
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
  br i1 %17, label %block1.i, label %"vector_add$body.exit"

block1.i:                                         ; preds = %entry
  %18 = addrspacecast ptr addrspace(1) %6 to ptr
  %19 = getelementptr inbounds nuw float, ptr %18, i64 %16
  %20 = addrspacecast ptr addrspace(1) %3 to ptr
  %21 = getelementptr inbounds nuw float, ptr %20, i64 %16
  %22 = addrspacecast ptr addrspace(1) %0 to ptr
  %23 = getelementptr inbounds nuw float, ptr %22, i64 %16
  %24 = load float, ptr %23, align 4
  %25 = load float, ptr %21, align 4
  %26 = fadd contract float %24, %25
  store float %26, ptr %19, align 4
  br label %"vector_add$body.exit"

"vector_add$body.exit":                           ; preds = %entry, %block1.i
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) }
