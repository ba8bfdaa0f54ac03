; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.y() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y() #0

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define ptx_kernel void @transpose_naive(ptr addrspace(1) readonly captures(none) %0, i64 %1, i64 %2, i64 %3, i64 %4, ptr addrspace(1) writeonly captures(none) %5, i64 %6, i64 %7, i64 %8, i64 %9) local_unnamed_addr #1 {
entry:
  %10 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %11 = zext nneg i32 %10 to i64
  %12 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %13 = zext nneg i32 %12 to i64
  %14 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %15 = zext nneg i32 %14 to i64
  %16 = mul nuw nsw i64 %11, %13
  %17 = add nuw nsw i64 %16, %15
  %18 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %19 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %20 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %narrow.i = mul nuw nsw i32 %18, %19
  %narrow12.i = add nuw nsw i32 %narrow.i, %20
  %21 = zext nneg i32 %narrow12.i to i64
  %22 = icmp slt i64 %17, %1
  %23 = icmp sgt i64 %2, %21
  %or.cond.i = select i1 %22, i1 %23, i1 false
  br i1 %or.cond.i, label %block2.i, label %"transpose_naive$body.exit"

block2.i:                                         ; preds = %entry
  %24 = addrspacecast ptr addrspace(1) %5 to ptr
  %25 = addrspacecast ptr addrspace(1) %0 to ptr
  %26 = mul nuw nsw i64 %2, %17
  %27 = add nuw i64 %26, %21
  %28 = getelementptr inbounds nuw float, ptr %25, i64 %27
  %29 = load float, ptr %28, align 4
  %30 = mul nuw nsw i64 %7, %21
  %31 = add nuw i64 %30, %17
  %32 = getelementptr inbounds nuw float, ptr %24, i64 %31
  store float %29, ptr %32, align 4
  br label %"transpose_naive$body.exit"

"transpose_naive$body.exit":                      ; preds = %entry, %block2.i
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) }
