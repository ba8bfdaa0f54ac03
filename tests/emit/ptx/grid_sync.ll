@grid_barrier = internal addrspace(1) global i32 0, align 4

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 64) i32 @llvm.nvvm.read.ptx.sreg.tid.z() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, -2147483648) i32 @llvm.nvvm.read.ptx.sreg.nctaid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 65536) i32 @llvm.nvvm.read.ptx.sreg.nctaid.y() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 65536) i32 @llvm.nvvm.read.ptx.sreg.nctaid.z() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.z() #0

; Function Attrs: nocallback nounwind
declare void @llvm.nvvm.membar.gl() #2

; Function Attrs: convergent nocallback nounwind
declare i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32, i1) #1

; Function Attrs: convergent nocallback nounwind
declare i1 @llvm.nvvm.barrier.cta.red.and.aligned.all(i32, i1) #1

; Function Attrs: convergent nocallback nounwind
declare i1 @llvm.nvvm.barrier.cta.red.or.aligned.all(i32, i1) #1

; Function Attrs: norecurse nounwind
define ptx_kernel void @grid_sync(ptr addrspace(1) captures(none) %0, i64 %1, i64 %2, i32 %3) local_unnamed_addr #3 {
entry:
  %4 = addrspacecast ptr addrspace(1) %0 to ptr
  %5 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %6 = zext nneg i32 %5 to i64
  %7 = getelementptr inbounds nuw i32, ptr %4, i64 %6
  store i32 %3, ptr %7, align 4
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %8 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %9 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  %10 = or i32 %8, %9
  %11 = or i32 %10, %5
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %13, label %"grid_sync$body.exit"

13:                                               ; preds = %entry
  %14 = tail call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %15 = tail call i32 @llvm.nvvm.read.ptx.sreg.nctaid.y()
  %16 = tail call i32 @llvm.nvvm.read.ptx.sreg.nctaid.z()
  %17 = mul i32 %14, %15
  %18 = mul i32 %17, %16
  %19 = sub i32 -2147483647, %18
  %20 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %21 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %22 = or i32 %20, %21
  %23 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()
  %24 = or i32 %22, %23
  %25 = icmp eq i32 %24, 0
  %26 = select i1 %25, i32 %19, i32 1
  tail call void @llvm.nvvm.membar.gl()
  %27 = atomicrmw add ptr addrspace(1) @grid_barrier, i32 %26 syncscope("device") monotonic, align 4
  br label %28

28:                                               ; preds = %28, %13
  %29 = load volatile i32, ptr addrspace(1) @grid_barrier, align 4
  %30 = xor i32 %29, %27
  %31 = icmp slt i32 %30, 0
  br i1 %31, label %32, label %28

32:                                               ; preds = %28
  tail call void @llvm.nvvm.membar.gl()
  br label %"grid_sync$body.exit"

"grid_sync$body.exit":                            ; preds = %entry, %32
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %33 = load i32, ptr %7, align 4
  %34 = icmp ne i32 %33, 0
  %35 = tail call i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32 0, i1 %34)
  %36 = icmp ne i32 %35, 0
  %37 = tail call i1 @llvm.nvvm.barrier.cta.red.and.aligned.all(i32 0, i1 %36)
  %38 = tail call i1 @llvm.nvvm.barrier.cta.red.or.aligned.all(i32 0, i1 %37)
  %39 = zext i1 %38 to i32
  %40 = add i32 %35, %39
  tail call void @llvm.nvvm.membar.gl()
  store i32 %40, ptr %7, align 4
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { nocallback nounwind }
attributes #3 = { norecurse nounwind }
