; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: convergent noreturn nounwind memory(inaccessiblemem: readwrite)
declare void @llvm.nvvm.exit() #1

; Function Attrs: nounwind memory(argmem: write, inaccessiblemem: readwrite)
define ptx_kernel void @guard(ptr addrspace(1) writeonly captures(none) %0, i64 %1, i64 %2, i64 %3) local_unnamed_addr #2 {
entry:
  %4 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %5 = zext nneg i32 %4 to i64
  %6 = icmp sgt i64 %3, %5
  br i1 %6, label %"guard$body.exit", label %7, !prof !0

7:                                                ; preds = %entry
  tail call void @llvm.nvvm.exit()
  unreachable

"guard$body.exit":                                ; preds = %entry
  %8 = addrspacecast ptr addrspace(1) %0 to ptr
  %9 = getelementptr inbounds nuw i64, ptr %8, i64 %5
  store i64 %3, ptr %9, align 8
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { convergent noreturn nounwind memory(inaccessiblemem: readwrite) }
attributes #2 = { nounwind memory(argmem: write, inaccessiblemem: readwrite) }

!0 = !{!"branch_weights", i32 1048576, i32 1}
