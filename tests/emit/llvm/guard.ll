@0 = private unnamed_addr constant [22 x i8] c"index is out of bounds", align 4
@1 = private unnamed_addr constant [4 x i8] c"item", align 4
@2 = private unnamed_addr constant [7 x i8] c"emit.py", align 4
@3 = private unnamed_addr constant { ptr, i64, ptr, i64, ptr, i64 } { ptr @1, i64 4, ptr @2, i64 7, ptr null, i64 0 }
@4 = private unnamed_addr constant { i32, i32, ptr, i64, ptr, ptr, i64 } { i32 17, i32 0, ptr @0, i64 22, ptr @3, ptr null, i64 0 }
@5 = private unnamed_addr constant [1 x i64] ...
@6 = private unnamed_addr constant { i32, i32, ptr, i64, ptr, ptr, i64 } { i32 17, i32 0, ptr null, i64 0, ptr @3, ptr @5, i64 1 }

; Function Attrs: nounwind
define internal { i32, double } @item(ptr %a, ptr %a1, i64 %a2, i64 %a3, i64 %i) #0 {
prologue:
  %0 = alloca [2 x i64], align 8
  br label %block0

block0:                                           ; preds = %prologue
  %1 = icmp sge i64 %i, 0
  br i1 %1, label %2, label %9, !prof !0

2:                                                ; preds = %block0
  %3 = icmp slt i64 %i, %a2
  br i1 %3, label %4, label %10, !prof !0

4:                                                ; preds = %2
  %5 = getelementptr inbounds nuw double, ptr %a1, i64 %i
  %6 = load double, ptr %5, align 8
  %mrv = insertvalue { i32, double } { i32 0, double poison }, double %6, 1
  ret { i32, double } %mrv

7:                                                ; preds = %8
  ret { i32, double } { i32 1, double poison }

8:                                                ; preds = %10, %9
  call void @coluber_release_word(ptr %a)
  br label %7

9:                                                ; preds = %block0
  call void @coluber_raise(ptr @4, ptr null)
  br label %8

10:                                               ; preds = %2
  %11 = getelementptr inbounds nuw i64, ptr %0, i64 0
  store i64 %i, ptr %11, align 8
  call void @coluber_raise(ptr @6, ptr %0)
  br label %8
}

; Function Attrs: nounwind
declare void @coluber_release_word(ptr) #0

; Function Attrs: cold nounwind
declare void @coluber_raise(ptr, ptr) #1

attributes #0 = { nounwind }
attributes #1 = { cold nounwind }

!0 = !{!"branch_weights", i32 1048576, i32 1}
