@shared_0 = internal unnamed_addr addrspace(3) global [1024 x i8] undef, align 4

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #0

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #1

; Function Attrs: norecurse nounwind
define ptx_kernel void @reduce_shared(ptr addrspace(1) readonly captures(none) %0, i64 %1, i64 %2, ptr addrspace(1) captures(none) %3, i64 %4, i64 %5) local_unnamed_addr #2 {
entry:
  %6 = addrspacecast ptr addrspace(1) %3 to ptr
  %7 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %8 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %9 = zext nneg i32 %8 to i64
  %10 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %11 = zext nneg i32 %10 to i64
  %12 = zext nneg i32 %7 to i64
  %13 = mul nuw nsw i64 %9, %11
  %14 = add nuw nsw i64 %13, %12
  %15 = icmp slt i64 %14, %1
  br i1 %15, label %block1.i, label %block3.i

block1.i:                                         ; preds = %entry
  %16 = addrspacecast ptr addrspace(1) %0 to ptr
  %17 = getelementptr inbounds nuw float, ptr %16, i64 %14
  %18 = load float, ptr %17, align 4
  br label %block3.i

block3.i:                                         ; preds = %block1.i, %entry
  %19 = phi float [ %18, %block1.i ], [ 0.000000e+00, %entry ]
  %20 = getelementptr inbounds nuw float, ptr addrspacecast (ptr addrspace(3) @shared_0 to ptr), i64 %12
  store float %19, ptr %20, align 4
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %21 = icmp samesign ult i32 %7, 128
  br i1 %21, label %block6.i, label %block7.i

block6.i:                                         ; preds = %block3.i
  %gep = getelementptr inbounds nuw i8, ptr %20, i64 512
  %22 = load float, ptr %20, align 4
  %23 = load float, ptr %gep, align 4
  %24 = fadd contract float %22, %23
  store float %24, ptr %20, align 4
  br label %block7.i

block7.i:                                         ; preds = %block6.i, %block3.i
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %25 = icmp samesign ult i32 %7, 64
  br i1 %25, label %block6.i.1, label %block7.i.1

block6.i.1:                                       ; preds = %block7.i
  %gep.1 = getelementptr inbounds nuw i8, ptr %20, i64 256
  %26 = load float, ptr %20, align 4
  %27 = load float, ptr %gep.1, align 4
  %28 = fadd contract float %26, %27
  store float %28, ptr %20, align 4
  br label %block7.i.1

block7.i.1:                                       ; preds = %block6.i.1, %block7.i
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %29 = icmp samesign ult i32 %7, 32
  br i1 %29, label %block6.i.2, label %block7.i.2

block6.i.2:                                       ; preds = %block7.i.1
  %gep.2 = getelementptr inbounds nuw i8, ptr %20, i64 128
  %30 = load float, ptr %20, align 4
  %31 = load float, ptr %gep.2, align 4
  %32 = fadd contract float %30, %31
  store float %32, ptr %20, align 4
  br label %block7.i.2

block7.i.2:                                       ; preds = %block6.i.2, %block7.i.1
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %33 = icmp samesign ult i32 %7, 16
  br i1 %33, label %block6.i.3, label %block7.i.3

block6.i.3:                                       ; preds = %block7.i.2
  %gep.3 = getelementptr inbounds nuw i8, ptr %20, i64 64
  %34 = load float, ptr %20, align 4
  %35 = load float, ptr %gep.3, align 4
  %36 = fadd contract float %34, %35
  store float %36, ptr %20, align 4
  br label %block7.i.3

block7.i.3:                                       ; preds = %block6.i.3, %block7.i.2
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %37 = icmp samesign ult i32 %7, 8
  br i1 %37, label %block6.i.4, label %block7.i.4

block6.i.4:                                       ; preds = %block7.i.3
  %gep.4 = getelementptr inbounds nuw i8, ptr %20, i64 32
  %38 = load float, ptr %20, align 4
  %39 = load float, ptr %gep.4, align 4
  %40 = fadd contract float %38, %39
  store float %40, ptr %20, align 4
  br label %block7.i.4

block7.i.4:                                       ; preds = %block6.i.4, %block7.i.3
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %41 = icmp samesign ult i32 %7, 4
  br i1 %41, label %block6.i.5, label %block7.i.5

block6.i.5:                                       ; preds = %block7.i.4
  %gep.5 = getelementptr inbounds nuw i8, ptr %20, i64 16
  %42 = load float, ptr %20, align 4
  %43 = load float, ptr %gep.5, align 4
  %44 = fadd contract float %42, %43
  store float %44, ptr %20, align 4
  br label %block7.i.5

block7.i.5:                                       ; preds = %block6.i.5, %block7.i.4
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %45 = icmp samesign ult i32 %7, 2
  br i1 %45, label %block6.i.6, label %block7.i.6

block6.i.6:                                       ; preds = %block7.i.5
  %gep.6 = getelementptr inbounds nuw i8, ptr %20, i64 8
  %46 = load float, ptr %20, align 4
  %47 = load float, ptr %gep.6, align 4
  %48 = fadd contract float %46, %47
  store float %48, ptr %20, align 4
  br label %block7.i.6

block7.i.6:                                       ; preds = %block6.i.6, %block7.i.5
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %49 = icmp eq i32 %7, 0
  br i1 %49, label %block6.i.7, label %block7.i.7

block6.i.7:                                       ; preds = %block7.i.6
  %gep.7 = getelementptr inbounds nuw i8, ptr %20, i64 4
  %50 = load float, ptr %20, align 4
  %51 = load float, ptr %gep.7, align 4
  %52 = fadd contract float %50, %51
  store float %52, ptr %20, align 4
  br label %block7.i.7

block7.i.7:                                       ; preds = %block6.i.7, %block7.i.6
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %53 = icmp eq i32 %7, 0
  br i1 %53, label %block9.i, label %"reduce_shared$body.exit"

block9.i:                                         ; preds = %block7.i.7
  %54 = load float, ptr addrspacecast (ptr addrspace(3) @shared_0 to ptr), align 4
  %55 = atomicrmw fadd ptr %6, float %54 syncscope("device") monotonic, align 4
  br label %"reduce_shared$body.exit"

"reduce_shared$body.exit":                        ; preds = %block7.i.7, %block9.i
  ret void
}

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { convergent nocallback nounwind }
attributes #2 = { norecurse nounwind }
