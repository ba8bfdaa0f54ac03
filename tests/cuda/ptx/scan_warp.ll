; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid() #0

; Function Attrs: convergent nocallback nounwind memory(inaccessiblemem: readwrite)
declare i32 @llvm.nvvm.shfl.sync.up.i32(i32, i32, i32, i32) #1

; Function Attrs: norecurse nounwind memory(argmem: readwrite, inaccessiblemem: readwrite)
define ptx_kernel void @scan_warp(ptr addrspace(1) readonly captures(none) %0, i64 %1, i64 %2, ptr addrspace(1) writeonly captures(none) %3, i64 %4, i64 %5) local_unnamed_addr #2 {
entry:
  %6 = addrspacecast ptr addrspace(1) %0 to ptr
  %7 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %8 = zext nneg i32 %7 to i64
  %9 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %10 = zext nneg i32 %9 to i64
  %11 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %12 = zext nneg i32 %11 to i64
  %13 = mul nuw nsw i64 %8, %10
  %14 = add nuw nsw i64 %13, %12
  %15 = getelementptr inbounds nuw i32, ptr %6, i64 %14
  %16 = load i32, ptr %15, align 4
  %17 = tail call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %18 = sext i32 %16 to i64
  %19 = tail call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %16, i32 1, i32 0)
  %20 = ashr i32 %16, 31
  %21 = tail call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %20, i32 1, i32 0)
  %22 = zext i32 %21 to i64
  %23 = shl nuw i64 %22, 32
  %24 = zext i32 %19 to i64
  %25 = or disjoint i64 %23, %24
  %.not.i = icmp eq i32 %17, 0
  %26 = select i1 %.not.i, i64 0, i64 %25
  %value1.i = add i64 %26, %18
  %27 = trunc i64 %value1.i to i32
  %28 = tail call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %27, i32 2, i32 0)
  %29 = lshr i64 %value1.i, 32
  %30 = trunc nuw i64 %29 to i32
  %31 = tail call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %30, i32 2, i32 0)
  %32 = zext i32 %31 to i64
  %33 = shl nuw i64 %32, 32
  %34 = zext i32 %28 to i64
  %35 = or disjoint i64 %33, %34
  %.not.i.1 = icmp samesign ult i32 %17, 2
  %36 = select i1 %.not.i.1, i64 0, i64 %35
  %value1.i.1 = add i64 %36, %value1.i
  %37 = trunc i64 %value1.i.1 to i32
  %38 = tail call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %37, i32 4, i32 0)
  %39 = lshr i64 %value1.i.1, 32
  %40 = trunc nuw i64 %39 to i32
  %41 = tail call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %40, i32 4, i32 0)
  %42 = zext i32 %41 to i64
  %43 = shl nuw i64 %42, 32
  %44 = zext i32 %38 to i64
  %45 = or disjoint i64 %43, %44
  %.not.i.2 = icmp samesign ult i32 %17, 4
  %46 = select i1 %.not.i.2, i64 0, i64 %45
  %value1.i.2 = add i64 %46, %value1.i.1
  %47 = trunc i64 %value1.i.2 to i32
  %48 = tail call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %47, i32 8, i32 0)
  %49 = lshr i64 %value1.i.2, 32
  %50 = trunc nuw i64 %49 to i32
  %51 = tail call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %50, i32 8, i32 0)
  %52 = zext i32 %51 to i64
  %53 = shl nuw i64 %52, 32
  %54 = zext i32 %48 to i64
  %55 = or disjoint i64 %53, %54
  %.not.i.3 = icmp samesign ult i32 %17, 8
  %56 = select i1 %.not.i.3, i64 0, i64 %55
  %value1.i.3 = add i64 %56, %value1.i.2
  %57 = trunc i64 %value1.i.3 to i32
  %58 = tail call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %57, i32 16, i32 0)
  %59 = lshr i64 %value1.i.3, 32
  %60 = trunc nuw i64 %59 to i32
  %61 = tail call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %60, i32 16, i32 0)
  %.not.i.4 = icmp samesign ult i32 %17, 16
  %narrow = select i1 %.not.i.4, i32 0, i32 %58
  %62 = addrspacecast ptr addrspace(1) %3 to ptr
  %63 = trunc i64 %value1.i.3 to i32
  %64 = add i32 %narrow, %63
  %65 = getelementptr inbounds nuw i32, ptr %62, i64 %14
  store i32 %64, ptr %65, align 4
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #2 = { norecurse nounwind memory(argmem: readwrite, inaccessiblemem: readwrite) }
