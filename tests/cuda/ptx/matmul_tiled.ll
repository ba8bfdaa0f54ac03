@shared_0 = internal unnamed_addr addrspace(3) global [1024 x i8] undef, align 4
@shared_1 = internal unnamed_addr addrspace(3) global [1024 x i8] undef, align 4

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.y() #0

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #1

; Function Attrs: norecurse nounwind
define ptx_kernel void @matmul_tiled(ptr addrspace(1) readonly captures(none) %0, i64 %1, i64 %2, i64 %3, i64 %4, ptr addrspace(1) readonly captures(none) %5, i64 %6, i64 %7, i64 %8, i64 %9, ptr addrspace(1) writeonly captures(none) %10, i64 %11, i64 %12, i64 %13, i64 %14) local_unnamed_addr #2 {
entry:
  %15 = addrspacecast ptr addrspace(1) %5 to ptr
  %16 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %17 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %18 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %19 = zext nneg i32 %18 to i64
  %20 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %21 = zext nneg i32 %20 to i64
  %22 = zext nneg i32 %16 to i64
  %23 = mul nuw nsw i64 %19, %21
  %24 = add nuw nsw i64 %23, %22
  %25 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %26 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %narrow.i = mul nuw nsw i32 %25, %26
  %narrow18.i = add nuw nsw i32 %narrow.i, %17
  %27 = zext nneg i32 %narrow18.i to i64
  %28 = ashr i64 %2, 4
  %invariant.gep2 = getelementptr float, ptr %15, i64 %24
  %29 = icmp sgt i64 %28, 0
  br i1 %29, label %block2.i.lr.ph, label %"matmul_tiled$body.exit"

block2.i.lr.ph:                                   ; preds = %entry
  %30 = addrspacecast ptr addrspace(1) %0 to ptr
  %31 = mul nuw nsw i64 %2, %27
  %32 = add i64 %31, %22
  %33 = getelementptr float, ptr %30, i64 %32
  %34 = zext nneg i32 %17 to i64
  %35 = shl nuw nsw i32 %17, 4
  %36 = zext nneg i32 %35 to i64
  %37 = add nuw nsw i32 %35, %16
  %38 = zext nneg i32 %37 to i64
  %39 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @shared_0 to ptr), i64 %38
  %40 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @shared_1 to ptr), i64 %38
  %41 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @shared_0 to ptr), i64 %36
  %invariant.gep = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @shared_1 to ptr), i64 %22
  %42 = getelementptr inbounds nuw i8, ptr %41, i64 4
  %gep.1 = getelementptr inbounds nuw i8, ptr %invariant.gep, i64 64
  %43 = getelementptr inbounds nuw i8, ptr %41, i64 8
  %gep.2 = getelementptr inbounds nuw i8, ptr %invariant.gep, i64 128
  %44 = getelementptr inbounds nuw i8, ptr %41, i64 12
  %gep.3 = getelementptr inbounds nuw i8, ptr %invariant.gep, i64 192
  %45 = getelementptr inbounds nuw i8, ptr %41, i64 16
  %gep.4 = getelementptr inbounds nuw i8, ptr %invariant.gep, i64 256
  %46 = getelementptr inbounds nuw i8, ptr %41, i64 20
  %gep.5 = getelementptr inbounds nuw i8, ptr %invariant.gep, i64 320
  %47 = getelementptr inbounds nuw i8, ptr %41, i64 24
  %gep.6 = getelementptr inbounds nuw i8, ptr %invariant.gep, i64 384
  %48 = getelementptr inbounds nuw i8, ptr %41, i64 28
  %gep.7 = getelementptr inbounds nuw i8, ptr %invariant.gep, i64 448
  %49 = getelementptr inbounds nuw i8, ptr %41, i64 32
  %gep.8 = getelementptr inbounds nuw i8, ptr %invariant.gep, i64 512
  %50 = getelementptr inbounds nuw i8, ptr %41, i64 36
  %gep.9 = getelementptr inbounds nuw i8, ptr %invariant.gep, i64 576
  %51 = getelementptr inbounds nuw i8, ptr %41, i64 40
  %gep.10 = getelementptr inbounds nuw i8, ptr %invariant.gep, i64 640
  %52 = getelementptr inbounds nuw i8, ptr %41, i64 44
  %gep.11 = getelementptr inbounds nuw i8, ptr %invariant.gep, i64 704
  %53 = getelementptr inbounds nuw i8, ptr %41, i64 48
  %gep.12 = getelementptr inbounds nuw i8, ptr %invariant.gep, i64 768
  %54 = getelementptr inbounds nuw i8, ptr %41, i64 52
  %gep.13 = getelementptr inbounds nuw i8, ptr %invariant.gep, i64 832
  %55 = getelementptr inbounds nuw i8, ptr %41, i64 56
  %gep.14 = getelementptr inbounds nuw i8, ptr %invariant.gep, i64 896
  %56 = getelementptr inbounds nuw i8, ptr %41, i64 60
  %gep.15 = getelementptr inbounds nuw i8, ptr %invariant.gep, i64 960
  br label %block2.i

block2.i:                                         ; preds = %block2.i.lr.ph, %block2.i
  %57 = phi i64 [ 0, %block2.i.lr.ph ], [ %127, %block2.i ]
  %total.i4 = phi float [ 0.000000e+00, %block2.i.lr.ph ], [ %126, %block2.i ]
  %58 = shl i64 %57, 4
  %gep6 = getelementptr float, ptr %33, i64 %58
  %59 = load float, ptr %gep6, align 4
  store float %59, ptr %39, align 4
  %60 = add nuw i64 %58, %34
  %61 = mul nuw nsw i64 %60, %7
  %gep3 = getelementptr float, ptr %invariant.gep2, i64 %61
  %62 = load float, ptr %gep3, align 4
  store float %62, ptr %40, align 4
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %63 = load float, ptr %41, align 4
  %64 = load float, ptr %invariant.gep, align 4
  %65 = fmul contract float %63, %64
  %66 = fadd contract float %total.i4, %65
  %67 = load float, ptr %42, align 4
  %68 = load float, ptr %gep.1, align 4
  %69 = fmul contract float %67, %68
  %70 = fadd contract float %66, %69
  %71 = load float, ptr %43, align 4
  %72 = load float, ptr %gep.2, align 4
  %73 = fmul contract float %71, %72
  %74 = fadd contract float %70, %73
  %75 = load float, ptr %44, align 4
  %76 = load float, ptr %gep.3, align 4
  %77 = fmul contract float %75, %76
  %78 = fadd contract float %74, %77
  %79 = load float, ptr %45, align 4
  %80 = load float, ptr %gep.4, align 4
  %81 = fmul contract float %79, %80
  %82 = fadd contract float %78, %81
  %83 = load float, ptr %46, align 4
  %84 = load float, ptr %gep.5, align 4
  %85 = fmul contract float %83, %84
  %86 = fadd contract float %82, %85
  %87 = load float, ptr %47, align 4
  %88 = load float, ptr %gep.6, align 4
  %89 = fmul contract float %87, %88
  %90 = fadd contract float %86, %89
  %91 = load float, ptr %48, align 4
  %92 = load float, ptr %gep.7, align 4
  %93 = fmul contract float %91, %92
  %94 = fadd contract float %90, %93
  %95 = load float, ptr %49, align 4
  %96 = load float, ptr %gep.8, align 4
  %97 = fmul contract float %95, %96
  %98 = fadd contract float %94, %97
  %99 = load float, ptr %50, align 4
  %100 = load float, ptr %gep.9, align 4
  %101 = fmul contract float %99, %100
  %102 = fadd contract float %98, %101
  %103 = load float, ptr %51, align 4
  %104 = load float, ptr %gep.10, align 4
  %105 = fmul contract float %103, %104
  %106 = fadd contract float %102, %105
  %107 = load float, ptr %52, align 4
  %108 = load float, ptr %gep.11, align 4
  %109 = fmul contract float %107, %108
  %110 = fadd contract float %106, %109
  %111 = load float, ptr %53, align 4
  %112 = load float, ptr %gep.12, align 4
  %113 = fmul contract float %111, %112
  %114 = fadd contract float %110, %113
  %115 = load float, ptr %54, align 4
  %116 = load float, ptr %gep.13, align 4
  %117 = fmul contract float %115, %116
  %118 = fadd contract float %114, %117
  %119 = load float, ptr %55, align 4
  %120 = load float, ptr %gep.14, align 4
  %121 = fmul contract float %119, %120
  %122 = fadd contract float %118, %121
  %123 = load float, ptr %56, align 4
  %124 = load float, ptr %gep.15, align 4
  %125 = fmul contract float %123, %124
  %126 = fadd contract float %122, %125
  %127 = add nuw nsw i64 %57, 1
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %exitcond.not = icmp eq i64 %127, %28
  br i1 %exitcond.not, label %"matmul_tiled$body.exit", label %block2.i

"matmul_tiled$body.exit":                         ; preds = %block2.i, %entry
  %total.i.lcssa = phi float [ 0.000000e+00, %entry ], [ %126, %block2.i ]
  %128 = addrspacecast ptr addrspace(1) %10 to ptr
  %129 = mul nuw nsw i64 %12, %27
  %130 = add nuw i64 %129, %24
  %131 = getelementptr inbounds nuw float, ptr %128, i64 %130
  store float %total.i.lcssa, ptr %131, align 4
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { norecurse nounwind }
