@dynamic_shared = external local_unnamed_addr addrspace(3) global [0 x i8], align 16

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.nvvm.read.ptx.sreg.dynamic_smem_size() #0

; Function Attrs: convergent noreturn nounwind memory(inaccessiblemem: readwrite)
declare void @llvm.nvvm.exit() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid() #0

; Function Attrs: nounwind memory(read, argmem: write, inaccessiblemem: readwrite, target_mem0: none, target_mem1: none)
define ptx_kernel void @exit(ptr addrspace(1) writeonly captures(none) %0, i64 %1, i64 %2, i64 %3) local_unnamed_addr #2 {
entry:
  %4 = alloca [64 x i8], align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %5 = tail call i32 @llvm.nvvm.read.ptx.sreg.dynamic_smem_size()
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %block1.i, label %"exit$body.exit"

block1.i:                                         ; preds = %entry
  tail call void @llvm.nvvm.exit()
  unreachable

"exit$body.exit":                                 ; preds = %entry
  %7 = addrspacecast ptr addrspace(1) %0 to ptr
  %8 = load i32, ptr addrspacecast (ptr addrspace(3) @dynamic_shared to ptr), align 4
  %9 = getelementptr i8, ptr %4, i64 %3
  store i32 %8, ptr %9, align 4
  %10 = load i32, ptr %4, align 8
  %11 = tail call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %12 = zext nneg i32 %11 to i64
  %13 = getelementptr inbounds nuw i32, ptr %7, i64 %12
  store i32 %10, ptr %13, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #3

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { convergent noreturn nounwind memory(inaccessiblemem: readwrite) }
attributes #2 = { nounwind memory(read, argmem: write, inaccessiblemem: readwrite, target_mem0: none, target_mem1: none) }
attributes #3 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
