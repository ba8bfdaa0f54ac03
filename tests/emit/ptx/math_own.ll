; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <1 x float> @llvm.fma.v1f32(<1 x float>, <1 x float>, <1 x float>) #1

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite)
define ptx_kernel void @math_own(ptr addrspace(1) captures(none) %0, i64 %1, i64 %2) local_unnamed_addr #2 {
entry:
  %3 = addrspacecast ptr addrspace(1) %0 to ptr
  %4 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %5 = zext nneg i32 %4 to i64
  %6 = getelementptr inbounds nuw float, ptr %3, i64 %5
  %7 = load float, ptr %6, align 4
  %8 = insertelement <1 x float> poison, float %7, i64 0
  %9 = fcmp ogt <1 x float> %8, splat (float 8.900000e+01)
  %10 = select <1 x i1> %9, <1 x float> splat (float 8.900000e+01), <1 x float> %8
  %11 = fcmp olt <1 x float> %10, splat (float -1.045000e+02)
  %12 = select <1 x i1> %11, <1 x float> splat (float -1.045000e+02), <1 x float> %10
  %13 = tail call <1 x float> @llvm.fma.v1f32(<1 x float> %12, <1 x float> splat (float 0x3FF7154760000000), <1 x float> splat (float 0x4168000000000000))
  %14 = fadd <1 x float> %13, splat (float 0xC168000000000000)
  %15 = bitcast <1 x float> %13 to <1 x i32>
  %16 = tail call <1 x float> @llvm.fma.v1f32(<1 x float> %14, <1 x float> splat (float 0xBFE62E4000000000), <1 x float> %12)
  %17 = tail call <1 x float> @llvm.fma.v1f32(<1 x float> %14, <1 x float> splat (float 0xBEB7F7D1C0000000), <1 x float> %16)
  %18 = fsub <1 x float> %16, %17
  %19 = tail call <1 x float> @llvm.fma.v1f32(<1 x float> %14, <1 x float> splat (float 0xBEB7F7D1C0000000), <1 x float> %18)
  %20 = fadd <1 x float> %17, splat (float 1.000000e+00)
  %21 = fadd <1 x float> %20, splat (float -1.000000e+00)
  %22 = fsub <1 x float> %17, %21
  %23 = tail call <1 x float> @llvm.fma.v1f32(<1 x float> %17, <1 x float> splat (float 0x3FC55548C0000000), <1 x float> splat (float 0x3FDFFFFFC0000000))
  %24 = tail call <1 x float> @llvm.fma.v1f32(<1 x float> %17, <1 x float> splat (float 0x3F8123DFA0000000), <1 x float> splat (float 0x3FA5558580000000))
  %25 = fmul <1 x float> %17, %17
  %26 = tail call <1 x float> @llvm.fma.v1f32(<1 x float> %25, <1 x float> %24, <1 x float> %23)
  %27 = fmul <1 x float> %25, %25
  %28 = tail call <1 x float> @llvm.fma.v1f32(<1 x float> %27, <1 x float> splat (float 0x3F56AC8940000000), <1 x float> %26)
  %29 = tail call <1 x float> @llvm.fma.v1f32(<1 x float> %19, <1 x float> %20, <1 x float> %22)
  %30 = tail call <1 x float> @llvm.fma.v1f32(<1 x float> %25, <1 x float> %28, <1 x float> %29)
  %31 = fadd <1 x float> %20, %30
  %32 = fcmp olt <1 x float> %14, splat (float -1.000000e+02)
  %33 = select <1 x i1> %32, <1 x i32> splat (i32 159), <1 x i32> splat (i32 126)
  %34 = select <1 x i1> %32, <1 x float> splat (float 0x3DF0000000000000), <1 x float> splat (float 2.000000e+00)
  %35 = add <1 x i32> %33, %15
  %36 = shl <1 x i32> %35, splat (i32 23)
  %37 = bitcast <1 x i32> %36 to <1 x float>
  %38 = fmul <1 x float> %31, %37
  %39 = fmul <1 x float> %34, %38
  %40 = extractelement <1 x float> %39, i64 0
  store float %40, ptr %6, align 4
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) }
