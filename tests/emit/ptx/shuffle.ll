; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: convergent nocallback nounwind memory(inaccessiblemem: readwrite)
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32) #1

; Function Attrs: convergent nocallback nounwind memory(inaccessiblemem: readwrite)
declare i32 @llvm.nvvm.shfl.sync.up.i32(i32, i32, i32, i32) #1

; Function Attrs: convergent nocallback nounwind memory(inaccessiblemem: readwrite)
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1) #1

; Function Attrs: convergent nocallback nounwind memory(inaccessiblemem: readwrite)
declare { i32, i1 } @llvm.nvvm.match.all.sync.i32p(i32, i32) #1

; Function Attrs: convergent nocallback nounwind memory(inaccessiblemem: readwrite)
declare i32 @llvm.nvvm.match.any.sync.i32(i32, i32) #1

; Function Attrs: convergent nocallback nounwind memory(inaccessiblemem: readwrite)
declare i32 @llvm.nvvm.activemask() #1

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.bar.warp.sync(i32) #2

; Function Attrs: norecurse nounwind
define ptx_kernel void @shuffle(ptr addrspace(1) captures(none) %0, i64 %1, i64 %2, ptr addrspace(1) captures(none) %3, i64 %4, i64 %5) local_unnamed_addr #3 {
entry:
  %6 = addrspacecast ptr addrspace(1) %0 to ptr
  %7 = addrspacecast ptr addrspace(1) %3 to ptr
  %8 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = zext nneg i32 %8 to i64
  %10 = getelementptr inbounds nuw double, ptr %6, i64 %9
  %11 = load double, ptr %10, align 8
  %12 = bitcast double %11 to i64
  %13 = trunc i64 %12 to i32
  %14 = tail call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %13, i32 16, i32 31)
  %15 = lshr i64 %12, 32
  %16 = trunc nuw i64 %15 to i32
  %17 = tail call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %16, i32 16, i32 31)
  %18 = zext i32 %17 to i64
  %19 = shl nuw i64 %18, 32
  %20 = zext i32 %14 to i64
  %21 = or disjoint i64 %19, %20
  %22 = bitcast i64 %21 to double
  %23 = fadd contract double %11, %22
  store double %23, ptr %10, align 8
  %24 = getelementptr inbounds nuw i32, ptr %7, i64 %9
  %25 = load i32, ptr %24, align 4
  %26 = tail call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %25, i32 16, i32 0)
  %27 = icmp sgt i32 %26, %25
  %28 = tail call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %27)
  %29 = tail call { i32, i1 } @llvm.nvvm.match.all.sync.i32p(i32 -1, i32 %28)
  %30 = extractvalue { i32, i1 } %29, 0
  %31 = extractvalue { i32, i1 } %29, 1
  %32 = select i1 %31, i32 %30, i32 0
  %33 = tail call i32 @llvm.nvvm.match.any.sync.i32(i32 %32, i32 %26)
  %34 = tail call i32 @llvm.nvvm.activemask()
  %35 = and i32 %34, %33
  store i32 %35, ptr %24, align 4
  tail call void @llvm.nvvm.bar.warp.sync(i32 -1)
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #2 = { convergent nocallback nounwind }
attributes #3 = { norecurse nounwind }
