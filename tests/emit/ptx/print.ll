@0 = private unnamed_addr constant [5 x i8] c"True\00", align 4
@1 = private unnamed_addr constant [6 x i8] c"False\00", align 4
@2 = private unnamed_addr constant [29 x i8] c"at 100%% (%lld, %llu) %f %s\0A\00", align 4

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: nounwind
declare i32 @vprintf(ptr, ptr) local_unnamed_addr #1

; Function Attrs: nounwind
define ptx_kernel void @print(float %0, i8 %1, i8 %2) local_unnamed_addr #1 {
entry:
  %3 = alloca [4 x i64], align 8
  %4 = trunc i8 %1 to i1
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %5 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %6 = zext nneg i32 %5 to i64
  %7 = zext i8 %2 to i64
  %8 = fpext float %0 to double
  %9 = select i1 %4, ptr @0, ptr @1
  store i64 %6, ptr %3, align 8
  %10 = getelementptr inbounds nuw i8, ptr %3, i64 8
  store i64 %7, ptr %10, align 8
  %11 = getelementptr inbounds nuw i8, ptr %3, i64 16
  store double %8, ptr %11, align 8
  %12 = getelementptr inbounds nuw i8, ptr %3, i64 24
  store ptr %9, ptr %12, align 8
  %13 = call i32 @vprintf(ptr nonnull @2, ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #2

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { nounwind }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
