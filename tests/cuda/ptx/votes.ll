; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: convergent nocallback nounwind memory(inaccessiblemem: readwrite)
declare i1 @llvm.nvvm.vote.all.sync(i32, i1) #1

; Function Attrs: convergent nocallback nounwind memory(inaccessiblemem: readwrite)
declare i1 @llvm.nvvm.vote.any.sync(i32, i1) #1

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.bar.warp.sync(i32) #2

; Function Attrs: norecurse nounwind
define ptx_kernel void @votes(ptr addrspace(1) readonly captures(none) %0, i64 %1, i64 %2, ptr addrspace(1) writeonly captures(none) %3, i64 %4, i64 %5) local_unnamed_addr #3 {
entry:
  %6 = addrspacecast ptr addrspace(1) %0 to ptr
  %7 = addrspacecast ptr addrspace(1) %3 to ptr
  %8 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %9 = zext nneg i32 %8 to i64
  %10 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %11 = zext nneg i32 %10 to i64
  %12 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %13 = zext nneg i32 %12 to i64
  %14 = mul nuw nsw i64 %9, %11
  %15 = add nuw nsw i64 %14, %13
  %16 = getelementptr inbounds nuw i32, ptr %6, i64 %15
  %17 = load i32, ptr %16, align 4
  %18 = icmp sgt i32 %17, 0
  %19 = tail call i1 @llvm.nvvm.vote.all.sync(i32 -1, i1 %18)
  br i1 %19, label %block1.i, label %block2.i

block1.i:                                         ; preds = %entry
  %20 = getelementptr inbounds nuw i32, ptr %7, i64 %15
  store i32 1, ptr %20, align 4
  %.pre = load i32, ptr %16, align 4
  br label %block2.i

block2.i:                                         ; preds = %block1.i, %entry
  %21 = phi i32 [ %.pre, %block1.i ], [ %17, %entry ]
  %22 = icmp slt i32 %21, 0
  %23 = tail call i1 @llvm.nvvm.vote.any.sync(i32 -1, i1 %22)
  br i1 %23, label %block3.i, label %"votes$body.exit"

block3.i:                                         ; preds = %block2.i
  %24 = getelementptr inbounds nuw i32, ptr %7, i64 %15
  store i32 2, ptr %24, align 4
  br label %"votes$body.exit"

"votes$body.exit":                                ; preds = %block2.i, %block3.i
  tail call void @llvm.nvvm.bar.warp.sync(i32 -1)
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #2 = { convergent nocallback nounwind }
attributes #3 = { norecurse nounwind }
