@coluber_error = addrspace(1) externally_initialized global [10 x i32] zeroinitializer, align 8

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y() #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 64) i32 @llvm.nvvm.read.ptx.sreg.tid.z() #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y() #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.z() #0

; Function Attrs: convergent noreturn nounwind memory(inaccessiblemem: readwrite)
declare void @llvm.nvvm.exit() #1

; Function Attrs: nounwind
define ptx_kernel void @guard_debug(ptr addrspace(1) %0, i64 %1, i64 %2, i64 %3) #2 !dbg !4 {
entry:
  %4 = addrspacecast ptr addrspace(1) %0 to ptr, !dbg !7
  %5 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !8
  %6 = zext i32 %5 to i64, !dbg !8
  %7 = icmp slt i64 %6, %3, !dbg !8
  br i1 %7, label %"guard_debug$body.exit", label %8, !dbg !11, !prof !12

8:                                                ; preds = %entry
  %9 = cmpxchg ptr addrspace(1) @coluber_error, i32 0, i32 1 syncscope("device") monotonic monotonic, align 4, !dbg !11
  %10 = extractvalue { i32, i1 } %9, 0, !dbg !11
  %11 = icmp eq i32 %10, 0, !dbg !11
  br i1 %11, label %12, label %19, !dbg !11

12:                                               ; preds = %8
  %13 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !11
  store i32 %13, ptr addrspace(1) getelementptr inbounds nuw (i32, ptr addrspace(1) @coluber_error, i64 1), align 4, !dbg !11
  %14 = call i32 @llvm.nvvm.read.ptx.sreg.tid.y(), !dbg !11
  store i32 %14, ptr addrspace(1) getelementptr inbounds nuw (i32, ptr addrspace(1) @coluber_error, i64 2), align 4, !dbg !11
  %15 = call i32 @llvm.nvvm.read.ptx.sreg.tid.z(), !dbg !11
  store i32 %15, ptr addrspace(1) getelementptr inbounds nuw (i32, ptr addrspace(1) @coluber_error, i64 3), align 4, !dbg !11
  %16 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !11
  store i32 %16, ptr addrspace(1) getelementptr inbounds nuw (i32, ptr addrspace(1) @coluber_error, i64 4), align 4, !dbg !11
  %17 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y(), !dbg !11
  store i32 %17, ptr addrspace(1) getelementptr inbounds nuw (i32, ptr addrspace(1) @coluber_error, i64 5), align 4, !dbg !11
  %18 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.z(), !dbg !11
  store i32 %18, ptr addrspace(1) getelementptr inbounds nuw (i32, ptr addrspace(1) @coluber_error, i64 6), align 4, !dbg !11
  br label %19, !dbg !11

19:                                               ; preds = %12, %8
  call void @llvm.nvvm.exit(), !dbg !11
  unreachable, !dbg !11

"guard_debug$body.exit":                          ; preds = %entry
  %20 = getelementptr inbounds nuw i64, ptr %4, i64 %6, !dbg !8
  store i64 %3, ptr %20, align 8, !dbg !8
  ret void, !dbg !7
}

attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { convergent noreturn nounwind memory(inaccessiblemem: readwrite) }
attributes #2 = { nounwind }

!llvm.module.flags = !{!0, !1}
!llvm.dbg.cu = !{!2}

!0 = !{i32 2, !"Dwarf Version", i32 4}
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = distinct !DICompileUnit(language: DW_LANG_Python, file: !3, producer: "coluber", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false)
!3 = !DIFile(filename: "emit.py", directory: "")
!4 = distinct !DISubprogram(name: "guard_debug", scope: !3, file: !3, line: 3, type: !5, scopeLine: 3, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = !DILocation(line: 3, scope: !4)
!8 = !DILocation(line: 0, scope: !9, inlinedAt: !10)
!9 = distinct !DISubprogram(name: "guard_debug", scope: !3, file: !3, line: 3, type: !5, scopeLine: 3, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2)
!10 = distinct !DILocation(line: 3, scope: !4)
!11 = !DILocation(line: 7, column: 5, scope: !9, inlinedAt: !10)
!12 = !{!"branch_weights", i32 1048576, i32 1}
