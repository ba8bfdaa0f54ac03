; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sqrt.f32(float) #1

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define ptx_kernel void @distances(ptr addrspace(1) readonly captures(none) %0, i64 %1, i64 %2, i64 %3, i64 %4, ptr addrspace(1) readonly captures(none) %5, i64 %6, i64 %7, i64 %8, i64 %9, ptr addrspace(1) writeonly captures(none) %10, i64 %11, i64 %12) local_unnamed_addr #2 {
entry:
  %13 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %14 = zext nneg i32 %13 to i64
  %15 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %16 = zext nneg i32 %15 to i64
  %17 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %18 = zext nneg i32 %17 to i64
  %19 = mul nuw nsw i64 %14, %16
  %20 = add nuw nsw i64 %19, %18
  %21 = icmp slt i64 %20, %11
  br i1 %21, label %block2.i.preheader, label %"distances$body.exit"

block2.i.preheader:                               ; preds = %entry
  %22 = addrspacecast ptr addrspace(1) %10 to ptr
  %23 = addrspacecast ptr addrspace(1) %5 to ptr
  %24 = addrspacecast ptr addrspace(1) %0 to ptr
  %25 = mul nuw nsw i64 %2, %20
  %26 = getelementptr inbounds nuw float, ptr %24, i64 %25
  %27 = mul nuw nsw i64 %7, %20
  %28 = getelementptr inbounds nuw float, ptr %23, i64 %27
  %29 = load float, ptr %26, align 4
  %30 = load float, ptr %28, align 4
  %31 = fsub contract float %29, %30
  %32 = fmul contract float %31, %31
  %33 = getelementptr inbounds nuw i8, ptr %26, i64 4
  %34 = load float, ptr %33, align 4
  %35 = getelementptr inbounds nuw i8, ptr %28, i64 4
  %36 = load float, ptr %35, align 4
  %37 = fsub contract float %34, %36
  %38 = fmul contract float %37, %37
  %39 = fadd contract float %32, %38
  %40 = getelementptr inbounds nuw i8, ptr %26, i64 8
  %41 = load float, ptr %40, align 4
  %42 = getelementptr inbounds nuw i8, ptr %28, i64 8
  %43 = load float, ptr %42, align 4
  %44 = fsub contract float %41, %43
  %45 = fmul contract float %44, %44
  %46 = fadd contract float %39, %45
  %47 = tail call contract float @llvm.sqrt.f32(float %46)
  %48 = getelementptr inbounds nuw float, ptr %22, i64 %20
  store float %47, ptr %48, align 4
  br label %"distances$body.exit"

"distances$body.exit":                            ; preds = %entry, %block2.i.preheader
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) }
