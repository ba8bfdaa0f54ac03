@0 = private unnamed_addr constant [5 x i8] c"fresh", align 4
@1 = private unnamed_addr constant [7 x i8] c"emit.py", align 4
@2 = private unnamed_addr constant { ptr, i64, ptr, i64, ptr, i64 } { ptr @0, i64 5, ptr @1, i64 7, ptr null, i64 0 }

; Function Attrs: nounwind
define internal { i32, ptr } @fresh(i64 %0) #0 {
prologue:
  br label %block0

block0:                                           ; preds = %prologue
  %1 = call ptr @coluber_alloc(i64 %0)
  %2 = icmp ne ptr %1, null
  br i1 %2, label %3, label %19, !prof !0

3:                                                ; preds = %block0
  %4 = ptrtoint ptr %1 to i64
  %5 = and i64 %4, 1
  %6 = icmp eq i64 %5, 0
  %7 = icmp ne i64 %4, 0
  %8 = and i1 %6, %7
  br i1 %8, label %9, label %10

9:                                                ; preds = %3
  call void @coluber_retain(ptr %1)
  br label %10

10:                                               ; preds = %9, %3
  %11 = ptrtoint ptr %1 to i64
  %12 = and i64 %11, 1
  %13 = icmp eq i64 %12, 0
  %14 = icmp ne i64 %11, 0
  %15 = and i1 %13, %14
  br i1 %15, label %16, label %17

16:                                               ; preds = %10
  call void @coluber_release(ptr %1)
  br label %17

17:                                               ; preds = %16, %10
  %mrv = insertvalue { i32, ptr } { i32 0, ptr poison }, ptr %1, 1
  ret { i32, ptr } %mrv

18:                                               ; preds = %19
  ret { i32, ptr } { i32 1, ptr poison }

19:                                               ; preds = %block0
  call void @coluber_trace(ptr @2, i32 0)
  br label %18
}

; Function Attrs: nounwind willreturn memory(inaccessiblemem: readwrite)
declare noalias align 32 ptr @coluber_alloc(i64) #1

; Function Attrs: cold nounwind
declare void @coluber_trace(ptr, i32) #2

; Function Attrs: nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @coluber_retain(ptr captures(none)) #3

; Function Attrs: nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @coluber_release(ptr captures(none)) #3

attributes #0 = { nounwind }
attributes #1 = { nounwind willreturn memory(inaccessiblemem: readwrite) }
attributes #2 = { cold nounwind }
attributes #3 = { nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) }

!0 = !{!"branch_weights", i32 1048576, i32 1}
