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
  %32 = getelementptr inbounds nuw float, ptr %30, i64 %31
  %invariant.gep5 = getelementptr float, ptr %32, i64 %22
  %33 = zext nneg i32 %17 to i64
  %34 = shl nuw nsw i64 %33, 4
  %35 = add nuw nsw i64 %34, %22
  %36 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @shared_0 to ptr), i64 %35
  %37 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @shared_1 to ptr), i64 %35
  %38 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @shared_0 to ptr), i64 %34
  %invariant.gep = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @shared_1 to ptr), i64 %22
  %39 = getelementptr inbounds nuw i8, ptr %38, i64 4
  %gep.1 = getelementptr inbounds nuw i8, ptr %invariant.gep, i64 64
  %40 = getelementptr inbounds nuw i8, ptr %38, i64 8
  %gep.2 = getelementptr inbounds nuw i8, ptr %invariant.gep, i64 128
  %41 = getelementptr inbounds nuw i8, ptr %38, i64 12
  %gep.3 = getelementptr inbounds nuw i8, ptr %invariant.gep, i64 192
  %42 = getelementptr inbounds nuw i8, ptr %38, i64 16
  %gep.4 = getelementptr inbounds nuw i8, ptr %invariant.gep, i64 256
  %43 = getelementptr inbounds nuw i8, ptr %38, i64 20
  %gep.5 = getelementptr inbounds nuw i8, ptr %invariant.gep, i64 320
  %44 = getelementptr inbounds nuw i8, ptr %38, i64 24
  %gep.6 = getelementptr inbounds nuw i8, ptr %invariant.gep, i64 384
  %45 = getelementptr inbounds nuw i8, ptr %38, i64 28
  %gep.7 = getelementptr inbounds nuw i8, ptr %invariant.gep, i64 448
  %46 = getelementptr inbounds nuw i8, ptr %38, i64 32
  %gep.8 = getelementptr inbounds nuw i8, ptr %invariant.gep, i64 512
  %47 = getelementptr inbounds nuw i8, ptr %38, i64 36
  %gep.9 = getelementptr inbounds nuw i8, ptr %invariant.gep, i64 576
  %48 = getelementptr inbounds nuw i8, ptr %38, i64 40
  %gep.10 = getelementptr inbounds nuw i8, ptr %invariant.gep, i64 640
  %49 = getelementptr inbounds nuw i8, ptr %38, i64 44
  %gep.11 = getelementptr inbounds nuw i8, ptr %invariant.gep, i64 704
  %50 = getelementptr inbounds nuw i8, ptr %38, i64 48
  %gep.12 = getelementptr inbounds nuw i8, ptr %invariant.gep, i64 768
  %51 = getelementptr inbounds nuw i8, ptr %38, i64 52
  %gep.13 = getelementptr inbounds nuw i8, ptr %invariant.gep, i64 832
  %52 = getelementptr inbounds nuw i8, ptr %38, i64 56
  %gep.14 = getelementptr inbounds nuw i8, ptr %invariant.gep, i64 896
  %53 = getelementptr inbounds nuw i8, ptr %38, i64 60
  %gep.15 = getelementptr inbounds nuw i8, ptr %invariant.gep, i64 960
  br label %block2.i

block2.i:                                         ; preds = %block2.i.lr.ph, %block2.i
  %54 = phi i64 [ 0, %block2.i.lr.ph ], [ %124, %block2.i ]
  %total.i4 = phi float [ 0.000000e+00, %block2.i.lr.ph ], [ %123, %block2.i ]
  %55 = shl i64 %54, 4
  %gep6 = getelementptr float, ptr %invariant.gep5, i64 %55
  %56 = load float, ptr %gep6, align 4
  store float %56, ptr %36, align 4
  %57 = add nuw i64 %55, %33
  %58 = mul nuw nsw i64 %57, %7
  %gep3 = getelementptr float, ptr %invariant.gep2, i64 %58
  %59 = load float, ptr %gep3, align 4
  store float %59, ptr %37, align 4
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %60 = load float, ptr %38, align 4
  %61 = load float, ptr %invariant.gep, align 4
  %62 = fmul contract float %60, %61
  %63 = fadd contract float %total.i4, %62
  %64 = load float, ptr %39, align 4
  %65 = load float, ptr %gep.1, align 4
  %66 = fmul contract float %64, %65
  %67 = fadd contract float %63, %66
  %68 = load float, ptr %40, align 4
  %69 = load float, ptr %gep.2, align 4
  %70 = fmul contract float %68, %69
  %71 = fadd contract float %67, %70
  %72 = load float, ptr %41, align 4
  %73 = load float, ptr %gep.3, align 4
  %74 = fmul contract float %72, %73
  %75 = fadd contract float %71, %74
  %76 = load float, ptr %42, align 4
  %77 = load float, ptr %gep.4, align 4
  %78 = fmul contract float %76, %77
  %79 = fadd contract float %75, %78
  %80 = load float, ptr %43, align 4
  %81 = load float, ptr %gep.5, align 4
  %82 = fmul contract float %80, %81
  %83 = fadd contract float %79, %82
  %84 = load float, ptr %44, align 4
  %85 = load float, ptr %gep.6, align 4
  %86 = fmul contract float %84, %85
  %87 = fadd contract float %83, %86
  %88 = load float, ptr %45, align 4
  %89 = load float, ptr %gep.7, align 4
  %90 = fmul contract float %88, %89
  %91 = fadd contract float %87, %90
  %92 = load float, ptr %46, align 4
  %93 = load float, ptr %gep.8, align 4
  %94 = fmul contract float %92, %93
  %95 = fadd contract float %91, %94
  %96 = load float, ptr %47, align 4
  %97 = load float, ptr %gep.9, align 4
  %98 = fmul contract float %96, %97
  %99 = fadd contract float %95, %98
  %100 = load float, ptr %48, align 4
  %101 = load float, ptr %gep.10, align 4
  %102 = fmul contract float %100, %101
  %103 = fadd contract float %99, %102
  %104 = load float, ptr %49, align 4
  %105 = load float, ptr %gep.11, align 4
  %106 = fmul contract float %104, %105
  %107 = fadd contract float %103, %106
  %108 = load float, ptr %50, align 4
  %109 = load float, ptr %gep.12, align 4
  %110 = fmul contract float %108, %109
  %111 = fadd contract float %107, %110
  %112 = load float, ptr %51, align 4
  %113 = load float, ptr %gep.13, align 4
  %114 = fmul contract float %112, %113
  %115 = fadd contract float %111, %114
  %116 = load float, ptr %52, align 4
  %117 = load float, ptr %gep.14, align 4
  %118 = fmul contract float %116, %117
  %119 = fadd contract float %115, %118
  %120 = load float, ptr %53, align 4
  %121 = load float, ptr %gep.15, align 4
  %122 = fmul contract float %120, %121
  %123 = fadd contract float %119, %122
  %124 = add nuw nsw i64 %54, 1
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %exitcond.not = icmp eq i64 %124, %28
  br i1 %exitcond.not, label %"matmul_tiled$body.exit", label %block2.i

"matmul_tiled$body.exit":                         ; preds = %block2.i, %entry
  %total.i.lcssa = phi float [ 0.000000e+00, %entry ], [ %123, %block2.i ]
  %125 = addrspacecast ptr addrspace(1) %10 to ptr
  %126 = mul nuw nsw i64 %12, %27
  %127 = getelementptr inbounds nuw float, ptr %125, i64 %126
  %128 = getelementptr inbounds nuw float, ptr %127, i64 %24
  store float %total.i.lcssa, ptr %128, align 4
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { norecurse nounwind }
