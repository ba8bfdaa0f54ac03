@shared_0 = internal addrspace(3) global [1024 x i8] undef, align 4

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #0

; Function Attrs: norecurse nounwind
define ptx_kernel void @histogram_shared(ptr addrspace(1) readonly captures(none) %0, i64 %1, i64 %2, ptr addrspace(1) captures(none) %3, i64 %4, i64 %5) local_unnamed_addr #2 {
entry:
  %6 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %7 = zext nneg i32 %6 to i64
  %8 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @shared_0 to ptr), i64 %7
  store i32 0, ptr %8, align 4
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %9 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %10 = zext nneg i32 %9 to i64
  %11 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %12 = zext nneg i32 %11 to i64
  %13 = mul nuw nsw i64 %10, %12
  %14 = add nuw nsw i64 %13, %7
  %15 = icmp slt i64 %14, %1
  br i1 %15, label %block1.i, label %"histogram_shared$body.exit"

block1.i:                                         ; preds = %entry
  %16 = addrspacecast ptr addrspace(1) %0 to ptr
  %17 = getelementptr inbounds nuw i32, ptr %16, i64 %14
  %18 = load i32, ptr %17, align 4
  %19 = and i32 %18, 255
  %20 = zext nneg i32 %19 to i64
  %21 = getelementptr inbounds nuw i32, ptr addrspacecast (ptr addrspace(3) @shared_0 to ptr), i64 %20
  %22 = atomicrmw add ptr %21, i32 1 syncscope("device") monotonic, align 4
  br label %"histogram_shared$body.exit"

"histogram_shared$body.exit":                     ; preds = %entry, %block1.i
  %23 = addrspacecast ptr addrspace(1) %3 to ptr
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %24 = load i32, ptr %8, align 4
  %25 = getelementptr inbounds nuw i32, ptr %23, i64 %7
  %26 = atomicrmw add ptr %25, i32 %24 syncscope("device") monotonic, align 4
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { norecurse nounwind }
