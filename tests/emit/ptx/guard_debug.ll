@coluber_error = addrspace(1) externally_initialized global [10 x i32] zeroinitializer, align 8

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 64) i32 @llvm.nvvm.read.ptx.sreg.tid.z() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.z() #0

; Function Attrs: convergent noreturn nounwind memory(inaccessiblemem: readwrite)
declare void @llvm.nvvm.exit() #1

; Function Attrs: nounwind memory(readwrite, argmem: write, target_mem0: none, target_mem1: none)
define ptx_kernel void @guard_debug(ptr addrspace(1) writeonly captures(none) %0, i64 %1, i64 %2, i64 %3) local_unnamed_addr #2 {
entry:
  %4 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %5 = zext nneg i32 %4 to i64
  %6 = icmp sgt i64 %3, %5
  br i1 %6, label %"guard_debug$body.exit", label %7, !prof !0

7:                                                ; preds = %entry
  %8 = cmpxchg ptr addrspace(1) @coluber_error, i32 0, i32 1 syncscope("device") monotonic monotonic, align 4
  %9 = extractvalue { i32, i1 } %8, 1
  br i1 %9, label %10, label %16

10:                                               ; preds = %7
  store i32 %4, ptr addrspace(1) getelementptr inbounds nuw (i8, ptr addrspace(1) @coluber_error, i64 4), align 4
  %11 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  store i32 %11, ptr addrspace(1) getelementptr inbounds nuw (i8, ptr addrspace(1) @coluber_error, i64 8), align 8
  %12 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  store i32 %12, ptr addrspace(1) getelementptr inbounds nuw (i8, ptr addrspace(1) @coluber_error, i64 12), align 4
  %13 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  store i32 %13, ptr addrspace(1) getelementptr inbounds nuw (i8, ptr addrspace(1) @coluber_error, i64 16), align 8
  %14 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  store i32 %14, ptr addrspace(1) getelementptr inbounds nuw (i8, ptr addrspace(1) @coluber_error, i64 20), align 4
  %15 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()
  store i32 %15, ptr addrspace(1) getelementptr inbounds nuw (i8, ptr addrspace(1) @coluber_error, i64 24), align 8
  br label %16

16:                                               ; preds = %10, %7
  tail call void @llvm.nvvm.exit()
  unreachable

"guard_debug$body.exit":                          ; preds = %entry
  %17 = addrspacecast ptr addrspace(1) %0 to ptr
  %18 = getelementptr inbounds nuw i64, ptr %17, i64 %5
  store i64 %3, ptr %18, align 8
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { convergent noreturn nounwind memory(inaccessiblemem: readwrite) }
attributes #2 = { nounwind memory(readwrite, argmem: write, target_mem0: none, target_mem1: none) }

!0 = !{!"branch_weights", i32 1048576, i32 1}
