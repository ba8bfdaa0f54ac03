@shared_0 = internal unnamed_addr addrspace(3) global [1024 x i8] undef, align 16

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #1

; Function Attrs: norecurse nounwind
define ptx_kernel void @reverse(ptr addrspace(1) captures(none) %0, i64 %1, i64 %2) local_unnamed_addr #2 {
entry:
  %3 = addrspacecast ptr addrspace(1) %0 to ptr
  %4 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %5 = zext nneg i32 %4 to i64
  %6 = getelementptr inbounds nuw float, ptr %3, i64 %5
  %7 = load float, ptr %6, align 4
  %8 = shl nuw nsw i32 %4, 2
  %9 = zext nneg i32 %8 to i64
  %10 = getelementptr i8, ptr addrspacecast (ptr addrspace(3) @shared_0 to ptr), i64 %9
  store float %7, ptr %10, align 4
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %11 = sub nsw i64 1020, %9
  %12 = getelementptr i8, ptr addrspacecast (ptr addrspace(3) @shared_0 to ptr), i64 %11
  %13 = load float, ptr %12, align 4
  store float %13, ptr %6, align 4
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { norecurse nounwind }
