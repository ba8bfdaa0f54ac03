; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: nofree norecurse nounwind memory(argmem: readwrite, inaccessiblemem: readwrite)
define ptx_kernel void @atomic_extremes(ptr addrspace(1) readonly captures(none) %0, i64 %1, i64 %2, ptr addrspace(1) %3, i64 %4, i64 %5) local_unnamed_addr #1 {
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
  br i1 %15, label %block1.i, label %"atomic_extremes$body.exit"

block1.i:                                         ; preds = %entry
  %16 = addrspacecast ptr addrspace(1) %0 to ptr
  %17 = getelementptr inbounds nuw double, ptr %16, i64 %14
  %18 = load double, ptr %17, align 8
  %19 = bitcast double %18 to i64
  %20 = load volatile i64, ptr %6, align 8
  br label %21

21:                                               ; preds = %25, %block1.i
  %22 = phi i64 [ %20, %block1.i ], [ %27, %25 ]
  %23 = bitcast i64 %22 to double
  %24 = fcmp contract ogt double %18, %23
  br i1 %24, label %25, label %29

25:                                               ; preds = %21
  %26 = cmpxchg ptr %6, i64 %22, i64 %19 syncscope("device") monotonic monotonic, align 8
  %27 = extractvalue { i64, i1 } %26, 0
  %28 = extractvalue { i64, i1 } %26, 1
  br i1 %28, label %29, label %21

29:                                               ; preds = %25, %21
  %30 = load double, ptr %17, align 8
  %31 = getelementptr inbounds nuw i8, ptr %6, i64 8
  %32 = bitcast double %30 to i64
  %33 = load volatile i64, ptr %31, align 8
  br label %34

34:                                               ; preds = %38, %29
  %35 = phi i64 [ %33, %29 ], [ %40, %38 ]
  %36 = bitcast i64 %35 to double
  %37 = fcmp contract olt double %30, %36
  br i1 %37, label %38, label %"atomic_extremes$body.exit"

38:                                               ; preds = %34
  %39 = cmpxchg ptr %31, i64 %35, i64 %32 syncscope("device") monotonic monotonic, align 8
  %40 = extractvalue { i64, i1 } %39, 0
  %41 = extractvalue { i64, i1 } %39, 1
  br i1 %41, label %"atomic_extremes$body.exit", label %34

"atomic_extremes$body.exit":                      ; preds = %34, %38, %entry
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { nofree norecurse nounwind memory(argmem: readwrite, inaccessiblemem: readwrite) }
