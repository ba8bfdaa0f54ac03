; Function Attrs: nounwind
define internal i32 @scale(ptr %a, ptr %a1, i64 %a2, i64 %a3, i64 %n, double %k) #0 {
prologue:
  br label %block0

block0:                                           ; preds = %prologue
  br label %block1

block1:                                           ; preds = %block2, %block0
  %i = phi i64 [ 0, %block0 ], [ %4, %block2 ]
  %0 = icmp slt i64 %i, %n
  br i1 %0, label %block2, label %block3

block2:                                           ; preds = %block1
  %1 = getelementptr inbounds nuw double, ptr %a1, i64 %i
  %2 = load double, ptr %1, align 8
  %3 = fmul double %2, %k
  store double %3, ptr %1, align 8
  %4 = add nsw i64 %i, 1
  br label %block1

block3:                                           ; preds = %block1
  ret i32 0
}

attributes #0 = { nounwind }
