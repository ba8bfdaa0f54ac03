; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: nounwind
declare void @llvm.debugtrap() #1

; Function Attrs: nounwind
define ptx_kernel void @stops(ptr addrspace(1) captures(none) %0, i64 %1, i64 %2) local_unnamed_addr #1 {
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
  %12 = getelementptr inbounds nuw i32, ptr %3, i64 %11
  %13 = load i32, ptr %12, align 4
  %14 = icmp slt i32 %13, 0
  br i1 %14, label %block1.i, label %"stops$body.exit"

block1.i:                                         ; preds = %entry
  tail call void @llvm.debugtrap()
  %.pre = load i32, ptr %12, align 4
  br label %"stops$body.exit"

"stops$body.exit":                                ; preds = %entry, %block1.i
  %15 = phi i32 [ %13, %entry ], [ %.pre, %block1.i ]
  %16 = add i32 %15, 1
  store i32 %16, ptr %12, align 4
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { nounwind }
