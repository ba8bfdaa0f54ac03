@dynamic_shared = external local_unnamed_addr addrspace(3) global [0 x i8], align 16

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.dynamic_smem_size() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #0

; Function Attrs: norecurse nounwind
define ptx_kernel void @dynamic_shared1(ptr addrspace(1) readonly captures(none) %0, i64 %1, i64 %2, ptr addrspace(1) writeonly captures(none) %3, i64 %4, i64 %5) local_unnamed_addr #2 {
entry:
  %6 = addrspacecast ptr addrspace(1) %0 to ptr
  %7 = addrspacecast ptr addrspace(1) %3 to ptr
  %8 = tail call i32 @llvm.nvvm.read.ptx.sreg.dynamic_smem_size()
  %9 = lshr i32 %8, 2
  %10 = zext nneg i32 %9 to i64
  %11 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %12 = zext nneg i32 %11 to i64
  %13 = getelementptr inbounds nuw float, ptr %6, i64 %12
  %14 = load float, ptr %13, align 4
  %15 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @dynamic_shared to ptr), i64 %12
  store float %14, ptr %15, align 4
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %16 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %17 = zext nneg i32 %16 to i64
  %18 = xor i64 %12, -1
  %19 = add nsw i64 %18, %17
  %20 = icmp slt i64 %19, 0
  %21 = select i1 %20, i64 %10, i64 0
  %22 = add i64 %19, %21
  %23 = getelementptr float, ptr addrspacecast (ptr addrspace(3) @dynamic_shared to ptr), i64 %22
  %24 = load float, ptr %23, align 4
  %25 = getelementptr inbounds nuw float, ptr %7, i64 %12
  store float %24, ptr %25, align 4
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { norecurse nounwind }
