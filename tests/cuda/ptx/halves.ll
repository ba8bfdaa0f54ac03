; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sqrt.f32(float) #1

; Function Attrs: mustprogress nofree norecurse nounwind willreturn memory(argmem: readwrite)
define ptx_kernel void @halves(ptr addrspace(1) readonly captures(none) %0, i64 %1, i64 %2, ptr addrspace(1) readonly captures(none) %3, i64 %4, i64 %5, ptr addrspace(1) captures(none) %6, i64 %7, i64 %8, ptr addrspace(1) captures(none) %9, i64 %10, i64 %11) local_unnamed_addr #2 {
entry:
  %12 = addrspacecast ptr addrspace(1) %0 to ptr
  %13 = addrspacecast ptr addrspace(1) %3 to ptr
  %14 = addrspacecast ptr addrspace(1) %9 to ptr
  %15 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %16 = zext nneg i32 %15 to i64
  %17 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %18 = zext nneg i32 %17 to i64
  %19 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %20 = zext nneg i32 %19 to i64
  %21 = mul nuw nsw i64 %16, %18
  %22 = add nuw nsw i64 %21, %20
  %23 = getelementptr inbounds nuw i16, ptr %12, i64 %22
  %24 = load half, ptr %23, align 2
  %25 = getelementptr inbounds nuw i16, ptr %13, i64 %22
  %26 = load half, ptr %25, align 2
  %27 = fadd contract half %24, %26
  %28 = tail call contract half @llvm.fma.f16(half %24, half %26, half %27)
  %29 = fdiv contract half %28, %24
  %30 = fcmp contract olt half %29, %26
  br i1 %30, label %"halves$body.exit", label %block1.i

block1.i:                                         ; preds = %entry
  %31 = getelementptr inbounds nuw double, ptr %14, i64 %22
  %32 = fpext half %29 to float
  %33 = tail call contract float @llvm.sqrt.f32(float %32)
  %34 = fptrunc float %33 to half
  %35 = fmul contract half %34, 0xH4000
  %36 = load double, ptr %31, align 8
  %37 = fptrunc double %36 to half
  %38 = fsub contract half %37, %35
  br label %"halves$body.exit"

"halves$body.exit":                               ; preds = %entry, %block1.i
  %.in.i = phi half [ %29, %entry ], [ %38, %block1.i ]
  %39 = addrspacecast ptr addrspace(1) %6 to ptr
  %40 = getelementptr inbounds nuw i16, ptr %39, i64 %22
  store half %.in.i, ptr %40, align 2
  %41 = fpext half %.in.i to double
  %42 = getelementptr inbounds nuw double, ptr %14, i64 %22
  store double %41, ptr %42, align 8
  %43 = atomicrmw fadd ptr %39, half %29 syncscope("device") monotonic, align 2
  ret void
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare half @llvm.fma.f16(half, half, half) #1

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { mustprogress nofree norecurse nounwind willreturn memory(argmem: readwrite) }
