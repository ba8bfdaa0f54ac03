@shared_0 = internal unnamed_addr addrspace(3) global [1088 x i8] undef, align 4

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #0

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #1

; Function Attrs: norecurse nounwind
define ptx_kernel void @transpose_tiled(ptr addrspace(1) readonly captures(none) %0, i64 %1, i64 %2, i64 %3, i64 %4, ptr addrspace(1) writeonly captures(none) %5, i64 %6, i64 %7, i64 %8, i64 %9) local_unnamed_addr #2 {
entry:
  %10 = addrspacecast ptr addrspace(1) %5 to ptr
  %11 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %12 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %13 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %14 = zext nneg i32 %13 to i64
  %15 = shl nuw nsw i64 %14, 4
  %16 = zext nneg i32 %11 to i64
  %17 = add nuw nsw i64 %15, %16
  %18 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %19 = shl nuw nsw i32 %18, 4
  %20 = zext nneg i32 %19 to i64
  %21 = zext nneg i32 %12 to i64
  %22 = add nuw nsw i64 %20, %21
  %23 = icmp slt i64 %22, %1
  %24 = icmp slt i64 %17, %2
  %or.cond.i = select i1 %23, i1 %24, i1 false
  br i1 %or.cond.i, label %block2.i, label %block3.i

block2.i:                                         ; preds = %entry
  %25 = addrspacecast ptr addrspace(1) %0 to ptr
  %26 = mul nuw nsw i64 %2, %22
  %27 = getelementptr inbounds nuw float, ptr %25, i64 %26
  %28 = getelementptr inbounds nuw float, ptr %27, i64 %17
  %29 = load float, ptr %28, align 4
  %.idx.i = mul nuw nsw i64 %21, 68
  %30 = getelementptr inbounds nuw i8, ptr addrspacecast (ptr addrspace(3) @shared_0 to ptr), i64 %.idx.i
  %31 = getelementptr inbounds nuw float, ptr %30, i64 %16
  store float %29, ptr %31, align 4
  br label %block3.i

block3.i:                                         ; preds = %block2.i, %entry
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %32 = add nuw nsw i64 %20, %16
  %33 = add nuw nsw i64 %15, %21
  %34 = icmp slt i64 %33, %6
  %35 = icmp slt i64 %32, %7
  %or.cond11.i = select i1 %34, i1 %35, i1 false
  br i1 %or.cond11.i, label %block5.i, label %"transpose_tiled$body.exit"

block5.i:                                         ; preds = %block3.i
  %.idx15.i = mul nuw nsw i64 %16, 68
  %36 = getelementptr inbounds nuw i8, ptr addrspacecast (ptr addrspace(3) @shared_0 to ptr), i64 %.idx15.i
  %37 = getelementptr inbounds nuw float, ptr %36, i64 %21
  %38 = load float, ptr %37, align 4
  %39 = mul nuw nsw i64 %7, %33
  %40 = getelementptr inbounds nuw float, ptr %10, i64 %39
  %41 = getelementptr inbounds nuw float, ptr %40, i64 %32
  store float %38, ptr %41, align 4
  br label %"transpose_tiled$body.exit"

"transpose_tiled$body.exit":                      ; preds = %block3.i, %block5.i
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { norecurse nounwind }
