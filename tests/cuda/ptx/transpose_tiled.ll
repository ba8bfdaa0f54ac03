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
  %20 = zext nneg i32 %12 to i64
  %21 = add nuw nsw i32 %19, %12
  %22 = zext nneg i32 %21 to i64
  %23 = icmp slt i64 %22, %1
  %24 = icmp slt i64 %17, %2
  %or.cond.i = select i1 %23, i1 %24, i1 false
  br i1 %or.cond.i, label %block2.i, label %block3.i

block2.i:                                         ; preds = %entry
  %25 = addrspacecast ptr addrspace(1) %0 to ptr
  %26 = mul nuw nsw i64 %2, %22
  %27 = add nuw i64 %26, %17
  %28 = getelementptr inbounds nuw float, ptr %25, i64 %27
  %29 = load float, ptr %28, align 4
  %30 = mul nuw i32 %12, 17
  %31 = add nuw nsw i32 %30, %11
  %32 = zext nneg i32 %31 to i64
  %33 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @shared_0 to ptr), i64 %32
  store float %29, ptr %33, align 4
  br label %block3.i

block3.i:                                         ; preds = %block2.i, %entry
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %34 = add nuw nsw i32 %19, %11
  %35 = zext nneg i32 %34 to i64
  %36 = add nuw nsw i64 %15, %20
  %37 = icmp slt i64 %36, %6
  %38 = icmp slt i64 %35, %7
  %or.cond11.i = select i1 %37, i1 %38, i1 false
  br i1 %or.cond11.i, label %block5.i, label %"transpose_tiled$body.exit"

block5.i:                                         ; preds = %block3.i
  %39 = mul nuw i32 %11, 17
  %40 = add nuw nsw i32 %39, %12
  %41 = zext nneg i32 %40 to i64
  %42 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @shared_0 to ptr), i64 %41
  %43 = load float, ptr %42, align 4
  %44 = mul nuw nsw i64 %7, %36
  %45 = add nuw i64 %44, %35
  %46 = getelementptr inbounds nuw float, ptr %10, i64 %45
  store float %43, ptr %46, align 4
  br label %"transpose_tiled$body.exit"

"transpose_tiled$body.exit":                      ; preds = %block3.i, %block5.i
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { norecurse nounwind }
