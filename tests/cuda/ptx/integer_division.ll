; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define ptx_kernel void @integer_division(ptr addrspace(1) readonly captures(none) %0, i64 %1, i64 %2, ptr addrspace(1) writeonly captures(none) %3, i64 %4, i64 %5) local_unnamed_addr #1 {
entry:
  %6 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %7 = zext nneg i32 %6 to i64
  %8 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %9 = zext nneg i32 %8 to i64
  %10 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %11 = zext nneg i32 %10 to i64
  %12 = mul nuw nsw i64 %7, %9
  %13 = add nuw nsw i64 %12, %11
  %14 = icmp slt i64 %13, %1
  br i1 %14, label %block1.i, label %"integer_division$body.exit"

block1.i:                                         ; preds = %entry
  %15 = addrspacecast ptr addrspace(1) %3 to ptr
  %16 = addrspacecast ptr addrspace(1) %0 to ptr
  %17 = getelementptr inbounds nuw i32, ptr %16, i64 %13
  %18 = load i32, ptr %17, align 4
  %.frozen = freeze i32 %18
  %19 = sdiv i32 %.frozen, 7
  %.sext = zext i32 %19 to i64
  %20 = mul i32 %19, 7
  %.decomposed = sub i32 %.frozen, %20
  %.sext2 = sext i32 %.decomposed to i64
  %21 = icmp slt i32 %.decomposed, 0
  %.lobit.i = ashr i64 %.sext2, 63
  %22 = add nsw i64 %.lobit.i, %.sext
  %23 = add nsw i64 %.sext2, 7
  %24 = select i1 %21, i64 %23, i64 %.sext2
  %25 = add nsw i64 %22, %24
  %26 = trunc i64 %25 to i32
  %27 = getelementptr inbounds nuw i32, ptr %15, i64 %13
  store i32 %26, ptr %27, align 4
  br label %"integer_division$body.exit"

"integer_division$body.exit":                     ; preds = %entry, %block1.i
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) }
