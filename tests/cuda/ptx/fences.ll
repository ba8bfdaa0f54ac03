; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: nocallback nounwind
declare void @llvm.nvvm.membar.gl() #1

; Function Attrs: nocallback nounwind
declare void @llvm.nvvm.membar.cta() #1

; Function Attrs: nocallback nounwind
declare void @llvm.nvvm.membar.sys() #1

; Function Attrs: norecurse nounwind
define ptx_kernel void @fences(ptr addrspace(1) writeonly captures(none) %0, i64 %1, i64 %2) local_unnamed_addr #2 {
entry:
  %3 = addrspacecast ptr addrspace(1) %0 to ptr
  %4 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %5 = zext nneg i32 %4 to i64
  %6 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %7 = zext nneg i32 %6 to i64
  %8 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = zext nneg i32 %8 to i64
  %10 = mul nuw nsw i64 %5, %7
  %11 = add nuw i64 %10, %9
  %12 = getelementptr inbounds nuw float, ptr %3, i64 %11
  store float 1.000000e+00, ptr %12, align 4
  tail call void @llvm.nvvm.membar.gl()
  store float 2.000000e+00, ptr %12, align 4
  tail call void @llvm.nvvm.membar.cta()
  store float 3.000000e+00, ptr %12, align 4
  tail call void @llvm.nvvm.membar.sys()
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { nocallback nounwind }
attributes #2 = { norecurse nounwind }
