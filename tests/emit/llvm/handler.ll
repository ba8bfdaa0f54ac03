@0 = private unnamed_addr constant [1 x i8] c"f", align 4
@1 = private unnamed_addr constant [7 x i8] c"emit.py", align 4
@2 = private unnamed_addr constant { ptr, i64, ptr, i64, ptr, i64 } { ptr @0, i64 1, ptr @1, i64 7, ptr null, i64 0 }
@3 = private unnamed_addr constant { i32, i32, ptr, i64, ptr, ptr, i64 } { i32 18, i32 0, ptr null, i64 0, ptr @2, ptr null, i64 0 }
@4 = private unnamed_addr constant [2 x i64] ...

; Function Attrs: nounwind
define internal { i32, i1 } @f(i1 %0) #0 {
prologue:
  %x = alloca i8, align 1
  store i8 0, ptr %x, align 1
  br label %block0

block0:                                           ; preds = %prologue
  %1 = zext i1 %0 to i8
  store i8 %1, ptr %x, align 1
  br i1 %0, label %2, label %16, !prof !0

2:                                                ; preds = %block0
  %mrv = insertvalue { i32, i1 } { i32 0, i1 poison }, i1 %0, 1
  ret { i32, i1 } %mrv

block1:                                           ; preds = %16
  %3 = call ptr @coluber_caught()
  %4 = call i8 @coluber_exception_matches(ptr %3, ptr @4, i64 2)
  %5 = trunc i8 %4 to i1
  %6 = ptrtoint ptr %3 to i64
  %7 = and i64 %6, 1
  %8 = icmp eq i64 %7, 0
  %9 = icmp ne i64 %6, 0
  %10 = and i1 %8, %9
  br i1 %10, label %11, label %12

11:                                               ; preds = %block1
  call void @coluber_release(ptr %3)
  br label %12

12:                                               ; preds = %11, %block1
  %13 = load i8, ptr %x, align 1
  %14 = icmp ne i8 %13, 0
  %15 = or i1 %5, %14
  %mrv1 = insertvalue { i32, i1 } { i32 0, i1 poison }, i1 %15, 1
  ret { i32, i1 } %mrv1

16:                                               ; preds = %block0
  call void @coluber_raise(ptr @3, ptr null)
  br label %block1
}

; Function Attrs: cold nounwind
declare void @coluber_raise(ptr, ptr) #1

; Function Attrs: nounwind
declare ptr @coluber_caught() #0

; Function Attrs: nounwind
declare zeroext i8 @coluber_exception_matches(ptr, ptr, i64) #0

; Function Attrs: nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @coluber_release(ptr captures(none)) #2

attributes #0 = { nounwind }
attributes #1 = { cold nounwind }
attributes #2 = { nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) }

!0 = !{!"branch_weights", i32 1048576, i32 1}
