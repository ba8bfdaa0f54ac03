; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: nofree norecurse nounwind memory(argmem: readwrite, inaccessiblemem: readwrite)
define ptx_kernel void @atomics(ptr addrspace(1) %0, i64 %1, i64 %2, ptr addrspace(1) captures(none) %3, i64 %4, i64 %5, double %6, i32 %7) local_unnamed_addr #1 {
entry:
  %8 = addrspacecast ptr addrspace(1) %0 to ptr
  %9 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %10 = zext nneg i32 %9 to i64
  %11 = getelementptr inbounds nuw double, ptr %8, i64 %10
  %12 = atomicrmw fadd ptr %11, double %6 syncscope("device") monotonic, align 8
  %13 = bitcast double %6 to i64
  %14 = load volatile i64, ptr %11, align 8
  br label %15

15:                                               ; preds = %19, %entry
  %16 = phi i64 [ %14, %entry ], [ %21, %19 ]
  %17 = bitcast i64 %16 to double
  %18 = fcmp contract ogt double %6, %17
  br i1 %18, label %19, label %23

19:                                               ; preds = %15
  %20 = cmpxchg ptr %11, i64 %16, i64 %13 syncscope("device") monotonic monotonic, align 8
  %21 = extractvalue { i64, i1 } %20, 0
  %22 = extractvalue { i64, i1 } %20, 1
  br i1 %22, label %23, label %15

23:                                               ; preds = %19, %15
  %24 = load volatile i64, ptr %11, align 8
  %25 = fcmp contract ord double %6, 0.000000e+00
  br label %26

26:                                               ; preds = %33, %23
  %27 = phi i64 [ %24, %23 ], [ %35, %33 ]
  %28 = bitcast i64 %27 to double
  %29 = fcmp contract olt double %6, %28
  %30 = fcmp contract uno double %28, 0.000000e+00
  %31 = and i1 %25, %30
  %32 = or i1 %29, %31
  br i1 %32, label %33, label %"atomics$body.exit"

33:                                               ; preds = %26
  %34 = cmpxchg ptr %11, i64 %27, i64 %13 syncscope("device") monotonic monotonic, align 8
  %35 = extractvalue { i64, i1 } %34, 0
  %36 = extractvalue { i64, i1 } %34, 1
  br i1 %36, label %"atomics$body.exit", label %26

"atomics$body.exit":                              ; preds = %26, %33
  %37 = addrspacecast ptr addrspace(1) %3 to ptr
  %38 = getelementptr inbounds nuw i32, ptr %37, i64 %10
  %39 = atomicrmw add ptr %38, i32 %7 syncscope("device") monotonic, align 4
  %40 = atomicrmw max ptr %38, i32 %7 syncscope("device") monotonic, align 4
  %41 = atomicrmw xor ptr %38, i32 %7 syncscope("device") monotonic, align 4
  %42 = cmpxchg ptr %38, i32 %7, i32 %39 syncscope("device") monotonic monotonic, align 4
  %43 = atomicrmw xchg ptr %11, double %28 syncscope("device") monotonic, align 8
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { nofree norecurse nounwind memory(argmem: readwrite, inaccessiblemem: readwrite) }
