@shared_0 = internal unnamed_addr addrspace(3) global [64 x i8] undef, align 2

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fabs.f64(double) #1

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #2

; Function Attrs: norecurse nounwind
define ptx_kernel void @brain_floats(ptr addrspace(1) readonly captures(none) %0, i64 %1, i64 %2, ptr addrspace(1) readonly captures(none) %3, i64 %4, i64 %5, ptr addrspace(1) captures(none) %6, i64 %7, i64 %8) local_unnamed_addr #3 {
entry:
  %9 = addrspacecast ptr addrspace(1) %0 to ptr
  %10 = addrspacecast ptr addrspace(1) %3 to ptr
  %11 = addrspacecast ptr addrspace(1) %6 to ptr
  %12 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %13 = zext nneg i32 %12 to i64
  %14 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %15 = zext nneg i32 %14 to i64
  %16 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %17 = zext nneg i32 %16 to i64
  %18 = mul nuw nsw i64 %13, %15
  %19 = add nuw nsw i64 %18, %17
  %20 = getelementptr inbounds nuw float, ptr %9, i64 %19
  %21 = load float, ptr %20, align 4
  %22 = fptrunc float %21 to bfloat
  %23 = getelementptr inbounds nuw i64, ptr %10, i64 %19
  %24 = load i64, ptr %23, align 8
  %25 = and i64 %24, 65535
  %.not.i = icmp eq i64 %25, 0
  %26 = and i64 %24, -65536
  %27 = select i1 %.not.i, i64 0, i64 65536
  %28 = or i64 %27, %26
  %29 = add i64 %24, 2147483648
  %30 = icmp ult i64 %29, 4294967296
  %31 = select i1 %30, i64 %24, i64 %28
  %32 = sitofp i64 %31 to double
  %33 = fptrunc double %32 to float
  %34 = fpext float %33 to double
  %35 = fcmp contract une double %34, %32
  %36 = tail call contract double @llvm.fabs.f64(double %32)
  %37 = tail call contract double @llvm.fabs.f64(double %34)
  %38 = fcmp contract ogt double %37, %36
  %39 = bitcast float %33 to i32
  %.neg.i = sext i1 %38 to i32
  %40 = add i32 %.neg.i, %39
  %41 = zext i1 %35 to i32
  %42 = or i32 %40, %41
  %43 = bitcast i32 %42 to float
  %44 = fptrunc float %43 to bfloat
  %45 = bitcast bfloat %44 to i16
  %46 = tail call contract bfloat @llvm.fma.bf16(bfloat %22, bfloat %44, bfloat %22)
  %47 = bitcast bfloat %46 to i16
  %48 = zext i16 %47 to i32
  %49 = shl nuw i32 %48, 16
  %50 = bitcast i32 %49 to float
  %51 = zext i16 %45 to i32
  %52 = shl nuw i32 %51, 16
  %53 = bitcast i32 %52 to float
  %54 = fadd contract float %53, %50
  %55 = fptrunc float %54 to bfloat
  %56 = getelementptr inbounds nuw i16, ptr addrspacecast (ptr addrspace(3) @shared_0 to ptr), i64 %19
  store bfloat %55, ptr %56, align 2
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %57 = getelementptr inbounds nuw double, ptr %11, i64 %19
  %58 = load double, ptr %57, align 8
  %59 = fptrunc double %58 to float
  %60 = fpext float %59 to double
  %61 = fcmp contract une double %58, %60
  %62 = tail call contract double @llvm.fabs.f64(double %58)
  %63 = tail call contract double @llvm.fabs.f64(double %60)
  %64 = fcmp contract ogt double %63, %62
  %65 = bitcast float %59 to i32
  %.neg10.i = sext i1 %64 to i32
  %66 = add i32 %.neg10.i, %65
  %67 = zext i1 %61 to i32
  %68 = or i32 %66, %67
  %69 = bitcast i32 %68 to float
  %70 = fptrunc float %69 to bfloat
  %71 = bitcast bfloat %70 to i16
  %72 = icmp samesign ugt i64 %19, 31
  %.v.i = select i1 %72, i64 63, i64 31
  %73 = sub nsw i64 %.v.i, %19
  %74 = getelementptr inbounds nuw i16, ptr addrspacecast (ptr addrspace(3) @shared_0 to ptr), i64 %73
  %75 = load i16, ptr %74, align 2
  %76 = zext i16 %71 to i32
  %77 = shl nuw i32 %76, 16
  %78 = bitcast i32 %77 to float
  %79 = zext i16 %75 to i32
  %80 = shl nuw i32 %79, 16
  %81 = bitcast i32 %80 to float
  %82 = fmul contract float %81, %78
  %83 = fptrunc float %82 to bfloat
  %84 = bitcast bfloat %83 to i16
  %85 = zext i16 %84 to i32
  %86 = shl nuw i32 %85, 16
  %87 = bitcast i32 %86 to float
  %88 = fpext float %87 to double
  store double %88, ptr %57, align 8
  ret void
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare bfloat @llvm.fma.bf16(bfloat, bfloat, bfloat) #1

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nounwind }
attributes #3 = { norecurse nounwind }
