; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: convergent nocallback nounwind memory(inaccessiblemem: readwrite)
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid() #0

; Function Attrs: norecurse nounwind memory(argmem: readwrite, inaccessiblemem: readwrite)
define ptx_kernel void @reduce_warp(ptr addrspace(1) readonly captures(none) %0, i64 %1, i64 %2, ptr addrspace(1) captures(none) %3, i64 %4, i64 %5) local_unnamed_addr #2 {
entry:
  %6 = addrspacecast ptr addrspace(1) %3 to ptr
  %7 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %8 = zext nneg i32 %7 to i64
  %9 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %10 = zext nneg i32 %9 to i64
  %11 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %12 = zext nneg i32 %11 to i64
  %13 = mul nuw nsw i64 %8, %10
  %14 = add nuw nsw i64 %13, %12
  %15 = icmp slt i64 %14, %1
  br i1 %15, label %block1.i, label %block3.i

block1.i:                                         ; preds = %entry
  %16 = addrspacecast ptr addrspace(1) %0 to ptr
  %17 = getelementptr inbounds nuw float, ptr %16, i64 %14
  %18 = load float, ptr %17, align 4
  br label %block3.i

block3.i:                                         ; preds = %block1.i, %entry
  %value.i = phi float [ %18, %block1.i ], [ 0.000000e+00, %entry ]
  %19 = bitcast float %value.i to i32
  %20 = tail call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %19, i32 16, i32 31)
  %21 = bitcast i32 %20 to float
  %22 = fadd contract float %value.i, %21
  %23 = bitcast float %22 to i32
  %24 = tail call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %23, i32 8, i32 31)
  %25 = bitcast i32 %24 to float
  %26 = fadd contract float %22, %25
  %27 = bitcast float %26 to i32
  %28 = tail call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %27, i32 4, i32 31)
  %29 = bitcast i32 %28 to float
  %30 = fadd contract float %26, %29
  %31 = bitcast float %30 to i32
  %32 = tail call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %31, i32 2, i32 31)
  %33 = bitcast i32 %32 to float
  %34 = fadd contract float %30, %33
  %35 = bitcast float %34 to i32
  %36 = tail call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %35, i32 1, i32 31)
  %37 = tail call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %38 = icmp eq i32 %37, 0
  br i1 %38, label %block7.i, label %"reduce_warp$body.exit"

block7.i:                                         ; preds = %block3.i
  %39 = bitcast i32 %36 to float
  %40 = fadd contract float %34, %39
  %41 = atomicrmw fadd ptr %6, float %40 syncscope("device") monotonic, align 4
  br label %"reduce_warp$body.exit"

"reduce_warp$body.exit":                          ; preds = %block3.i, %block7.i
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #2 = { norecurse nounwind memory(argmem: readwrite, inaccessiblemem: readwrite) }
