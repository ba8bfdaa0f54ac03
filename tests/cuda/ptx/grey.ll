; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.y() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y() #0

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define ptx_kernel void @grey(ptr addrspace(1) readonly captures(none) %0, i64 %1, i64 %2, i64 %3, i64 %4, i64 %5, i64 %6, ptr addrspace(1) writeonly captures(none) %7, i64 %8, i64 %9, i64 %10, i64 %11) local_unnamed_addr #1 {
entry:
  %12 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %13 = zext nneg i32 %12 to i64
  %14 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %15 = zext nneg i32 %14 to i64
  %16 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %17 = zext nneg i32 %16 to i64
  %18 = mul nuw nsw i64 %13, %15
  %19 = add nuw nsw i64 %18, %17
  %20 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %21 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %22 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %narrow.i = mul nuw nsw i32 %20, %21
  %narrow14.i = add nuw nsw i32 %narrow.i, %22
  %23 = zext nneg i32 %narrow14.i to i64
  %24 = icmp slt i64 %19, %8
  %25 = icmp sgt i64 %9, %23
  %or.cond.i = select i1 %24, i1 %25, i1 false
  br i1 %or.cond.i, label %block2.i, label %"grey$body.exit"

block2.i:                                         ; preds = %entry
  %26 = addrspacecast ptr addrspace(1) %7 to ptr
  %27 = addrspacecast ptr addrspace(1) %0 to ptr
  %28 = mul nuw nsw i64 %2, %19
  %29 = add nuw nsw i64 %28, %23
  %30 = mul nuw nsw i64 %29, %3
  %31 = getelementptr inbounds nuw i8, ptr %27, i64 %30
  %32 = load i8, ptr %31, align 1
  %33 = getelementptr inbounds nuw i8, ptr %31, i64 1
  %34 = load i8, ptr %33, align 1
  %35 = getelementptr inbounds nuw i8, ptr %31, i64 2
  %36 = load i8, ptr %35, align 1
  %37 = zext i8 %32 to i16
  %38 = mul nuw nsw i16 %37, 77
  %39 = zext i8 %34 to i16
  %40 = mul nuw i16 %39, 150
  %41 = add nuw i16 %40, %38
  %42 = zext i8 %36 to i16
  %43 = mul nuw nsw i16 %42, 29
  %44 = add nuw i16 %41, %43
  %45 = lshr i16 %44, 8
  %46 = trunc nuw i16 %45 to i8
  %47 = mul nuw nsw i64 %9, %19
  %48 = add nuw i64 %47, %23
  %49 = getelementptr inbounds nuw i8, ptr %26, i64 %48
  store i8 %46, ptr %49, align 1
  br label %"grey$body.exit"

"grey$body.exit":                                 ; preds = %entry, %block2.i
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) }
