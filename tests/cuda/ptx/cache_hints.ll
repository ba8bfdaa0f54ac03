; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: nounwind
define ptx_kernel void @cache_hints(ptr addrspace(1) %0, i64 %1, i64 %2, ptr addrspace(1) %3, i64 %4, i64 %5, i64 %6, ptr addrspace(1) %7, ptr addrspace(1) %8, i64 %9, i64 %10) local_unnamed_addr #1 {
entry:
  %11 = addrspacecast ptr addrspace(1) %0 to ptr
  %12 = addrspacecast ptr addrspace(1) %3 to ptr
  %13 = addrspacecast ptr addrspace(1) %7 to ptr
  %14 = addrspacecast ptr addrspace(1) %8 to ptr
  %15 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %16 = zext nneg i32 %15 to i64
  %17 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %18 = zext nneg i32 %17 to i64
  %19 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %20 = zext nneg i32 %19 to i64
  %21 = mul nuw nsw i64 %16, %18
  %22 = add nuw nsw i64 %21, %20
  %23 = getelementptr inbounds nuw float, ptr %11, i64 %22
  %24 = getelementptr inbounds nuw i8, ptr %23, i64 4
  %25 = tail call float asm sideeffect "ld.cs.b32 $0, [$1];", "=f,l,~{memory}"(ptr nonnull %24) #1
  tail call void asm sideeffect "st.cs.b32 [$0], $1;", "l,f,~{memory}"(ptr %23, float %25) #1
  %26 = add i64 %6, %22
  %27 = icmp slt i64 %26, 0
  %28 = select i1 %27, i64 %4, i64 0
  %29 = add i64 %26, %28
  %30 = getelementptr i8, ptr %12, i64 %29
  %31 = tail call i16 asm sideeffect "ld.cv.b8 $0, [$1];", "=h,l,~{memory}"(ptr %30) #1
  %32 = getelementptr inbounds nuw i8, ptr %12, i64 %22
  %33 = and i16 %31, 255
  tail call void asm sideeffect "st.wt.b8 [$0], $1;", "l,h,~{memory}"(ptr %32, i16 %33) #1
  %34 = shl i64 %6, 3
  %35 = getelementptr i8, ptr %13, i64 %34
  %36 = tail call double asm sideeffect "ld.lu.b64 $0, [$1];", "=d,l,~{memory}"(ptr %35) #1
  %37 = shl nuw nsw i64 %22, 3
  %38 = getelementptr i8, ptr %13, i64 %37
  tail call void asm sideeffect "st.cg.b64 [$0], $1;", "l,d,~{memory}"(ptr %38, double %36) #1
  %39 = icmp slt i64 %6, 0
  %40 = select i1 %39, i64 %9, i64 0
  %41 = add i64 %40, %6
  %42 = mul nsw i64 %41, %10
  %43 = getelementptr inbounds i8, ptr %14, i64 %42
  %44 = tail call i16 asm sideeffect "ld.ca.b16 $0, [$1];", "=h,l,~{memory}"(ptr %43) #1
  %45 = mul nsw i64 %10, %22
  %46 = getelementptr inbounds i8, ptr %14, i64 %45
  tail call void asm sideeffect "st.wb.b16 [$0], $1;", "l,h,~{memory}"(ptr %46, i16 %44) #1
  %47 = load float, ptr %23, align 4
  %48 = select i1 %39, i64 %1, i64 0
  %49 = add i64 %6, %48
  %50 = getelementptr float, ptr %11, i64 %49
  %51 = tail call float asm sideeffect "ld.cg.b32 $0, [$1];", "=f,l,~{memory}"(ptr %50) #1
  %52 = fadd contract float %47, %51
  store float %52, ptr %23, align 4
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { nounwind }
