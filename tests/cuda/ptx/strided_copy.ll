; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define ptx_kernel void @strided_copy(ptr addrspace(1) readonly captures(none) %0, i64 %1, i64 %2, ptr addrspace(1) writeonly captures(none) %3, i64 %4, i64 %5) local_unnamed_addr #1 {
entry:
  %6 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %7 = zext nneg i32 %6 to i64
  %8 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %9 = zext nneg i32 %8 to i64
  %10 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %11 = zext nneg i32 %10 to i64
  %12 = mul nuw nsw i64 %7, %9
  %13 = add nuw nsw i64 %12, %11
  %14 = icmp slt i64 %13, %4
  br i1 %14, label %block1.i, label %"strided_copy$body.exit"

block1.i:                                         ; preds = %entry
  %15 = addrspacecast ptr addrspace(1) %3 to ptr
  %16 = mul nsw i64 %5, %13
  %17 = getelementptr inbounds i8, ptr %15, i64 %16
  %18 = addrspacecast ptr addrspace(1) %0 to ptr
  %19 = mul nsw i64 %2, %13
  %20 = getelementptr inbounds i8, ptr %18, i64 %19
  %21 = load float, ptr %20, align 4
  store float %21, ptr %17, align 4
  br label %"strided_copy$body.exit"

"strided_copy$body.exit":                         ; preds = %entry, %block1.i
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) }
