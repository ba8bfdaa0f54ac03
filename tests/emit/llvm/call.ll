@0 = private unnamed_addr constant [5 x i8] c"outer", align 4
@1 = private unnamed_addr constant [7 x i8] c"emit.py", align 4
@2 = private unnamed_addr constant { ptr, i64, ptr, i64, ptr, i64 } { ptr @0, i64 5, ptr @1, i64 7, ptr null, i64 0 }
@3 = private unnamed_addr constant [2 x i8] c"no", align 4
@4 = private unnamed_addr constant [5 x i8] c"inner", align 4
@5 = private unnamed_addr constant { ptr, i64, ptr, i64, ptr, i64 } { ptr @4, i64 5, ptr @1, i64 7, ptr null, i64 0 }
@6 = private unnamed_addr constant [1 x i64] ...
@7 = private unnamed_addr constant { i32, i32, ptr, i64, ptr, ptr, i64 } { i32 49, i32 3, ptr @3, i64 2, ptr @5, ptr @6, i64 1 }

; Function Attrs: nounwind
define internal { i32, i8 } @outer(float %0, float %1) #0 {
prologue:
  br label %block0

block0:                                           ; preds = %prologue
  %2 = call { i32, i8 } @inner(float %0, float %1)
  %3 = extractvalue { i32, i8 } %2, 0
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %5, label %8, !prof !0

5:                                                ; preds = %block0
  %6 = extractvalue { i32, i8 } %2, 1
  %mrv = insertvalue { i32, i8 } { i32 0, i8 poison }, i8 %6, 1
  ret { i32, i8 } %mrv

7:                                                ; preds = %8
  ret { i32, i8 } { i32 1, i8 poison }

8:                                                ; preds = %block0
  call void @coluber_trace(ptr @2, i32 12)
  br label %7
}

; Function Attrs: nounwind
define internal { i32, i8 } @inner(float %0, float %1) #0 {
prologue:
  %2 = alloca [2 x i64], align 8
  br label %block0

block0:                                           ; preds = %prologue
  %3 = bitcast float %0 to i32
  %4 = zext i32 %3 to i64
  %5 = getelementptr inbounds nuw i64, ptr %2, i64 0
  store i64 %4, ptr %5, align 8
  %6 = bitcast float %1 to i32
  %7 = zext i32 %6 to i64
  %8 = getelementptr inbounds nuw i64, ptr %2, i64 1
  store i64 %7, ptr %8, align 8
  call void @coluber_raise(ptr @7, ptr %2)
  br label %9

9:                                                ; preds = %block0
  ret { i32, i8 } { i32 1, i8 poison }

10:                                               ; No predecessors!
  unreachable
}

; Function Attrs: cold nounwind
declare void @coluber_trace(ptr, i32) #1

; Function Attrs: cold nounwind
declare void @coluber_raise(ptr, ptr) #1

attributes #0 = { nounwind }
attributes #1 = { cold nounwind }

!0 = !{!"branch_weights", i32 1048576, i32 1}
