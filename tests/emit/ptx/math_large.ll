@two_over_pi = internal unnamed_addr constant [21 x i64] [i64 0, i64 -6703182060581546711, i64 -277156292786332224, i64 -2638381946312093631, i64 -121206125134887583, i64 -5249950069107600672, i64 452944820249399836, i64 -135693905287338178, i64 -1692731182770600828, i64 -1613291254968254911, i64 4148332274289687028, i64 -7168499653074671557, i64 2303758334597371919, i64 -1211730484530615009, i64 7869616827067468215, i64 5712322887342352941, i64 8441921394348257659, i64 4397547296490951402, i64 7780917995555872008, i64 6197850593633725355, i64 -1094449336203069923], align 8

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #0

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <1 x double> @llvm.fabs.v1f64(<1 x double>) #1

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <1 x double> @llvm.fma.v1f64(<1 x double>, <1 x double>, <1 x double>) #1

; Function Attrs: cold mustprogress nofree noinline norecurse nosync nounwind willreturn memory(none)
define internal fastcc <1 x double> @clb_rare_sin_f64x1(<1 x double> %0) unnamed_addr #2 {
  %2 = extractelement <1 x double> %0, i64 0
  %3 = tail call double @llvm.fabs.f64(double %2)
  %4 = fcmp ueq double %3, 0x7FF0000000000000
  br i1 %4, label %5, label %7

5:                                                ; preds = %1
  %6 = fsub double %2, %2
  br label %sin.exit

7:                                                ; preds = %1
  %8 = bitcast double %2 to i64
  %9 = lshr i64 %8, 52
  %10 = trunc nuw nsw i64 %9 to i32
  %11 = and i32 %10, 2047
  %12 = add nsw i32 %11, -1013
  %13 = add nsw i32 %11, -885
  %14 = lshr i32 %13, 6
  %15 = and i32 %13, 63
  %16 = zext nneg i32 %14 to i64
  %17 = getelementptr inbounds nuw i64, ptr @two_over_pi, i64 %16
  %18 = load i64, ptr %17, align 8
  %19 = zext nneg i32 %15 to i64
  %20 = shl i64 %18, %19
  %21 = icmp eq i32 %15, 0
  br i1 %21, label %table_bits.exit.i.i, label %22

22:                                               ; preds = %7
  %23 = getelementptr inbounds nuw i8, ptr %17, i64 8
  %24 = sub nuw nsw i32 64, %15
  %25 = zext nneg i32 %24 to i64
  %26 = load i64, ptr %23, align 8
  %27 = lshr i64 %26, %25
  %28 = or i64 %27, %20
  br label %table_bits.exit.i.i

table_bits.exit.i.i:                              ; preds = %22, %7
  %29 = phi i64 [ %28, %22 ], [ %20, %7 ]
  %30 = add nsw i32 %11, -949
  %31 = lshr i32 %30, 6
  %32 = and i32 %30, 63
  %33 = zext nneg i32 %31 to i64
  %34 = getelementptr inbounds nuw i64, ptr @two_over_pi, i64 %33
  %35 = load i64, ptr %34, align 8
  %36 = zext nneg i32 %32 to i64
  %37 = shl i64 %35, %36
  %38 = icmp eq i32 %32, 0
  br i1 %38, label %table_bits.exit1.i.i, label %39

39:                                               ; preds = %table_bits.exit.i.i
  %40 = getelementptr inbounds nuw i8, ptr %34, i64 8
  %41 = sub nuw nsw i32 64, %32
  %42 = zext nneg i32 %41 to i64
  %43 = load i64, ptr %40, align 8
  %44 = lshr i64 %43, %42
  %45 = or i64 %44, %37
  br label %table_bits.exit1.i.i

table_bits.exit1.i.i:                             ; preds = %39, %table_bits.exit.i.i
  %46 = phi i64 [ %45, %39 ], [ %37, %table_bits.exit.i.i ]
  %47 = lshr i32 %12, 6
  %48 = and i32 %12, 63
  %49 = zext nneg i32 %47 to i64
  %50 = getelementptr inbounds nuw i64, ptr @two_over_pi, i64 %49
  %51 = load i64, ptr %50, align 8
  %52 = zext nneg i32 %48 to i64
  %53 = shl i64 %51, %52
  %54 = icmp eq i32 %48, 0
  br i1 %54, label %reduce.exit.i, label %55

55:                                               ; preds = %table_bits.exit1.i.i
  %56 = getelementptr inbounds nuw i8, ptr %50, i64 8
  %57 = sub nuw nsw i32 64, %48
  %58 = zext nneg i32 %57 to i64
  %59 = load i64, ptr %56, align 8
  %60 = lshr i64 %59, %58
  %61 = or i64 %60, %53
  br label %reduce.exit.i

reduce.exit.i:                                    ; preds = %55, %table_bits.exit1.i.i
  %62 = phi i64 [ %61, %55 ], [ %53, %table_bits.exit1.i.i ]
  %63 = and i64 %8, 4503599627370495
  %64 = or disjoint i64 %63, 4503599627370496
  %65 = zext nneg i64 %64 to i128
  %66 = zext i64 %29 to i128
  %67 = mul nuw nsw i128 %66, %65
  %68 = lshr i128 %67, 64
  %69 = zext i64 %46 to i128
  %70 = mul nuw nsw i128 %69, %65
  %71 = add nuw nsw i128 %70, %68
  %72 = mul i64 %62, %64
  %73 = lshr i128 %71, 64
  %74 = trunc nuw nsw i128 %73 to i64
  %75 = add i64 %72, %74
  %76 = lshr i64 %75, 62
  %77 = trunc nuw nsw i64 %76 to i32
  %78 = zext i64 %75 to i128
  %79 = shl i128 %78, 66
  %80 = shl nuw nsw i128 %71, 2
  %81 = and i128 %80, 73786976294838206460
  %82 = trunc i128 %67 to i64
  %83 = lshr i64 %82, 62
  %84 = zext nneg i64 %83 to i128
  %85 = or disjoint i128 %81, %84
  %86 = or disjoint i128 %85, %79
  %87 = icmp slt i128 %79, 0
  %88 = sub i128 0, %86
  %89 = select i1 %87, i128 %88, i128 %86
  %90 = lshr i128 %79, 127
  %91 = trunc nuw nsw i128 %90 to i32
  %92 = add nuw nsw i32 %91, %77
  %93 = lshr i128 %89, 64
  %94 = trunc nuw i128 %93 to i64
  %95 = icmp eq i128 %93, 0
  %96 = tail call range(i64 0, 65) i64 @llvm.ctlz.i64(i64 %94, i1 true)
  %97 = trunc nuw nsw i64 %96 to i32
  %98 = select i1 %95, i32 64, i32 %97
  %99 = zext nneg i32 %98 to i128
  %100 = shl i128 %89, %99
  %101 = lshr i128 %100, 64
  %102 = trunc nuw i128 %101 to i64
  %103 = sub nuw nsw i32 970, %98
  %104 = zext nneg i32 %103 to i64
  %105 = shl nuw nsw i64 %104, 52
  %106 = bitcast i64 %105 to double
  %107 = lshr i64 %102, 11
  %108 = uitofp nneg i64 %107 to double
  %109 = fmul double %106, %108
  %110 = trunc i128 %100 to i64
  %111 = tail call i64 @llvm.fshl.i64(i64 %102, i64 %110, i64 53)
  %112 = uitofp i64 %111 to double
  %113 = fmul double %106, %112
  %114 = fmul double %113, 0x3BF0000000000000
  %115 = fmul double %109, 0x3FF921FB54442D18
  %116 = fneg double %115
  %117 = tail call double @llvm.fma.f64(double %109, double 0x3FF921FB54442D18, double %116)
  %118 = fmul double %114, 0x3FF921FB54442D18
  %119 = tail call double @llvm.fma.f64(double %109, double 0x3C91A62633145C07, double %118)
  %120 = fadd double %117, %119
  %121 = select i1 %87, double %116, double %115
  %122 = fneg double %120
  %123 = select i1 %87, double %122, double %120
  %124 = and i32 %92, 1
  %125 = icmp eq i32 %124, 0
  %126 = fmul double %121, %121
  br i1 %125, label %145, label %127

127:                                              ; preds = %reduce.exit.i
  %128 = tail call double @llvm.fma.f64(double %126, double 0xBCA6827863B97D97, double 0x3D2AE7F3E733B81F)
  %129 = tail call double @llvm.fma.f64(double %128, double %126, double 0xBDA93974A8C07C9D)
  %130 = tail call double @llvm.fma.f64(double %129, double %126, double 0x3E21EED8EFF8D898)
  %131 = tail call double @llvm.fma.f64(double %130, double %126, double 0xBE927E4FB7789F5C)
  %132 = tail call double @llvm.fma.f64(double %131, double %126, double 0x3EFA01A01A01A01A)
  %133 = tail call double @llvm.fma.f64(double %132, double %126, double 0xBF56C16C16C16C17)
  %134 = tail call double @llvm.fma.f64(double %133, double %126, double 0x3FA5555555555555)
  %135 = fmul double %126, 5.000000e-01
  %136 = fsub double 1.000000e+00, %135
  %137 = fsub double 1.000000e+00, %136
  %138 = fsub double %137, %135
  %139 = fmul double %126, %126
  %140 = fneg double %121
  %141 = fmul double %123, %140
  %142 = tail call double @llvm.fma.f64(double %139, double %134, double %141)
  %143 = fadd double %138, %142
  %144 = fadd double %136, %143
  br label %of_quadrant.exit.i

145:                                              ; preds = %reduce.exit.i
  %146 = tail call double @llvm.fma.f64(double %126, double 0x3CE952C77030AD4A, double 0xBD6AE7F3E733B81F)
  %147 = tail call double @llvm.fma.f64(double %146, double %126, double 0x3DE6124613A86D09)
  %148 = tail call double @llvm.fma.f64(double %147, double %126, double 0xBE5AE64567F544E4)
  %149 = tail call double @llvm.fma.f64(double %148, double %126, double 0x3EC71DE3A556C734)
  %150 = tail call double @llvm.fma.f64(double %149, double %126, double 0xBF2A01A01A01A01A)
  %151 = tail call double @llvm.fma.f64(double %150, double %126, double 0x3F81111111111111)
  %152 = tail call double @llvm.fma.f64(double %151, double %126, double 0xBFC5555555555555)
  %153 = fmul double %121, %126
  %154 = tail call double @llvm.fma.f64(double %126, double -5.000000e-01, double 1.000000e+00)
  %155 = fmul double %154, %123
  %156 = tail call double @llvm.fma.f64(double %153, double %152, double %155)
  %157 = fadd double %121, %156
  br label %of_quadrant.exit.i

of_quadrant.exit.i:                               ; preds = %145, %127
  %158 = phi double [ %144, %127 ], [ %157, %145 ]
  %159 = and i32 %92, 2
  %160 = icmp eq i32 %159, 0
  %161 = fneg double %158
  %162 = select i1 %160, double %158, double %161
  %163 = fcmp olt double %2, 0.000000e+00
  %164 = fneg double %162
  %165 = select i1 %163, double %164, double %162
  br label %sin.exit

sin.exit:                                         ; preds = %5, %of_quadrant.exit.i
  %166 = phi double [ %165, %of_quadrant.exit.i ], [ %6, %5 ]
  %167 = insertelement <1 x double> poison, double %166, i64 0
  ret <1 x double> %167
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <1 x float> @llvm.fabs.v1f32(<1 x float>) #1

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <1 x float> @llvm.fma.v1f32(<1 x float>, <1 x float>, <1 x float>) #1

; Function Attrs: cold mustprogress nofree noinline norecurse nosync nounwind willreturn memory(none)
define internal fastcc <1 x float> @clb_rare_tan_f32x1(<1 x float> %0) unnamed_addr #2 {
  %2 = extractelement <1 x float> %0, i64 0
  %3 = fpext float %2 to double
  %4 = tail call double @llvm.fabs.f64(double %3)
  %5 = fcmp ueq double %4, 0x7FF0000000000000
  br i1 %5, label %6, label %8

6:                                                ; preds = %1
  %7 = fsub double %3, %3
  br label %tanf.exit

8:                                                ; preds = %1
  %9 = bitcast double %3 to i64
  %10 = lshr i64 %9, 52
  %11 = trunc nuw nsw i64 %10 to i32
  %12 = and i32 %11, 2047
  %13 = add nsw i32 %12, -1013
  %14 = add nsw i32 %12, -885
  %15 = lshr i32 %14, 6
  %16 = and i32 %14, 63
  %17 = zext nneg i32 %15 to i64
  %18 = getelementptr inbounds nuw i64, ptr @two_over_pi, i64 %17
  %19 = load i64, ptr %18, align 8
  %20 = zext nneg i32 %16 to i64
  %21 = shl i64 %19, %20
  %22 = icmp eq i32 %16, 0
  br i1 %22, label %table_bits.exit.i.i.i, label %23

23:                                               ; preds = %8
  %24 = sub nuw nsw i32 64, %16
  %25 = zext nneg i32 %24 to i64
  %26 = getelementptr inbounds nuw i8, ptr %18, i64 8
  %27 = load i64, ptr %26, align 8
  %28 = lshr i64 %27, %25
  %29 = or i64 %28, %21
  br label %table_bits.exit.i.i.i

table_bits.exit.i.i.i:                            ; preds = %23, %8
  %30 = phi i64 [ %29, %23 ], [ %21, %8 ]
  %31 = add nsw i32 %12, -949
  %32 = lshr i32 %31, 6
  %33 = and i32 %31, 63
  %34 = zext nneg i32 %32 to i64
  %35 = getelementptr inbounds nuw i64, ptr @two_over_pi, i64 %34
  %36 = load i64, ptr %35, align 8
  %37 = zext nneg i32 %33 to i64
  %38 = shl i64 %36, %37
  %39 = icmp eq i32 %33, 0
  br i1 %39, label %table_bits.exit1.i.i.i, label %40

40:                                               ; preds = %table_bits.exit.i.i.i
  %41 = sub nuw nsw i32 64, %33
  %42 = zext nneg i32 %41 to i64
  %43 = getelementptr inbounds nuw i8, ptr %35, i64 8
  %44 = load i64, ptr %43, align 8
  %45 = lshr i64 %44, %42
  %46 = or i64 %45, %38
  br label %table_bits.exit1.i.i.i

table_bits.exit1.i.i.i:                           ; preds = %40, %table_bits.exit.i.i.i
  %47 = phi i64 [ %46, %40 ], [ %38, %table_bits.exit.i.i.i ]
  %48 = lshr i32 %13, 6
  %49 = and i32 %13, 63
  %50 = zext nneg i32 %48 to i64
  %51 = getelementptr inbounds nuw i64, ptr @two_over_pi, i64 %50
  %52 = load i64, ptr %51, align 8
  %53 = zext nneg i32 %49 to i64
  %54 = shl i64 %52, %53
  %55 = icmp eq i32 %49, 0
  br i1 %55, label %reduce.exit.i.i, label %56

56:                                               ; preds = %table_bits.exit1.i.i.i
  %57 = sub nuw nsw i32 64, %49
  %58 = zext nneg i32 %57 to i64
  %59 = getelementptr inbounds nuw i8, ptr %51, i64 8
  %60 = load i64, ptr %59, align 8
  %61 = lshr i64 %60, %58
  %62 = or i64 %61, %54
  br label %reduce.exit.i.i

reduce.exit.i.i:                                  ; preds = %56, %table_bits.exit1.i.i.i
  %63 = phi i64 [ %62, %56 ], [ %54, %table_bits.exit1.i.i.i ]
  %64 = and i64 %9, 4503599627370495
  %65 = or disjoint i64 %64, 4503599627370496
  %66 = zext nneg i64 %65 to i128
  %67 = zext i64 %30 to i128
  %68 = mul nuw nsw i128 %67, %66
  %69 = lshr i128 %68, 64
  %70 = zext i64 %47 to i128
  %71 = mul nuw nsw i128 %70, %66
  %72 = add nuw nsw i128 %71, %69
  %73 = mul i64 %63, %65
  %74 = lshr i128 %72, 64
  %75 = trunc nuw nsw i128 %74 to i64
  %76 = add i64 %73, %75
  %77 = lshr i64 %76, 62
  %78 = trunc nuw nsw i64 %77 to i32
  %79 = zext i64 %76 to i128
  %80 = shl i128 %79, 66
  %81 = shl nuw nsw i128 %72, 2
  %82 = and i128 %81, 73786976294838206460
  %83 = trunc i128 %68 to i64
  %84 = lshr i64 %83, 62
  %85 = zext nneg i64 %84 to i128
  %86 = or disjoint i128 %82, %85
  %87 = or disjoint i128 %86, %80
  %88 = icmp slt i128 %80, 0
  %89 = sub i128 0, %87
  %90 = select i1 %88, i128 %89, i128 %87
  %91 = lshr i128 %80, 127
  %92 = trunc nuw nsw i128 %91 to i32
  %93 = add nuw nsw i32 %92, %78
  %94 = lshr i128 %90, 64
  %95 = trunc nuw i128 %94 to i64
  %96 = icmp eq i128 %94, 0
  %97 = tail call range(i64 0, 65) i64 @llvm.ctlz.i64(i64 %95, i1 true)
  %98 = trunc nuw nsw i64 %97 to i32
  %99 = select i1 %96, i32 64, i32 %98
  %100 = zext nneg i32 %99 to i128
  %101 = shl i128 %90, %100
  %102 = lshr i128 %101, 64
  %103 = trunc nuw i128 %102 to i64
  %104 = sub nuw nsw i32 970, %99
  %105 = zext nneg i32 %104 to i64
  %106 = shl nuw nsw i64 %105, 52
  %107 = bitcast i64 %106 to double
  %108 = lshr i64 %103, 11
  %109 = uitofp nneg i64 %108 to double
  %110 = fmul double %107, %109
  %111 = trunc i128 %101 to i64
  %112 = tail call i64 @llvm.fshl.i64(i64 %103, i64 %111, i64 53)
  %113 = uitofp i64 %112 to double
  %114 = fmul double %107, %113
  %115 = fmul double %114, 0x3BF0000000000000
  %116 = fmul double %110, 0x3FF921FB54442D18
  %117 = fneg double %116
  %118 = tail call double @llvm.fma.f64(double %110, double 0x3FF921FB54442D18, double %117)
  %119 = fmul double %115, 0x3FF921FB54442D18
  %120 = tail call double @llvm.fma.f64(double %110, double 0x3C91A62633145C07, double %119)
  %121 = fadd double %118, %120
  %122 = select i1 %88, double %117, double %116
  %123 = fneg double %121
  %124 = select i1 %88, double %123, double %121
  %125 = fmul double %122, %122
  %126 = tail call double @llvm.fma.f64(double %125, double 0x3CE952C77030AD4A, double 0xBD6AE7F3E733B81F)
  %127 = tail call double @llvm.fma.f64(double %126, double %125, double 0x3DE6124613A86D09)
  %128 = tail call double @llvm.fma.f64(double %127, double %125, double 0xBE5AE64567F544E4)
  %129 = tail call double @llvm.fma.f64(double %128, double %125, double 0x3EC71DE3A556C734)
  %130 = tail call double @llvm.fma.f64(double %129, double %125, double 0xBF2A01A01A01A01A)
  %131 = tail call double @llvm.fma.f64(double %130, double %125, double 0x3F81111111111111)
  %132 = tail call double @llvm.fma.f64(double %131, double %125, double 0xBFC5555555555555)
  %133 = fmul double %122, %125
  %134 = tail call double @llvm.fma.f64(double %125, double -5.000000e-01, double 1.000000e+00)
  %135 = fmul double %134, %124
  %136 = tail call double @llvm.fma.f64(double %133, double %132, double %135)
  %137 = fadd double %122, %136
  %138 = tail call double @llvm.fma.f64(double %125, double 0xBCA6827863B97D97, double 0x3D2AE7F3E733B81F)
  %139 = tail call double @llvm.fma.f64(double %138, double %125, double 0xBDA93974A8C07C9D)
  %140 = tail call double @llvm.fma.f64(double %139, double %125, double 0x3E21EED8EFF8D898)
  %141 = tail call double @llvm.fma.f64(double %140, double %125, double 0xBE927E4FB7789F5C)
  %142 = tail call double @llvm.fma.f64(double %141, double %125, double 0x3EFA01A01A01A01A)
  %143 = tail call double @llvm.fma.f64(double %142, double %125, double 0xBF56C16C16C16C17)
  %144 = tail call double @llvm.fma.f64(double %143, double %125, double 0x3FA5555555555555)
  %145 = fmul double %125, 5.000000e-01
  %146 = fsub double 1.000000e+00, %145
  %147 = fsub double 1.000000e+00, %146
  %148 = fsub double %147, %145
  %149 = fmul double %125, %125
  %150 = fneg double %122
  %151 = fmul double %124, %150
  %152 = tail call double @llvm.fma.f64(double %149, double %144, double %151)
  %153 = fadd double %148, %152
  %154 = fadd double %146, %153
  %155 = and i32 %93, 1
  %156 = icmp eq i32 %155, 0
  br i1 %156, label %160, label %157

157:                                              ; preds = %reduce.exit.i.i
  %158 = fneg double %154
  %159 = fdiv double %158, %137
  br label %162

160:                                              ; preds = %reduce.exit.i.i
  %161 = fdiv double %137, %154
  br label %162

162:                                              ; preds = %160, %157
  %163 = phi double [ %159, %157 ], [ %161, %160 ]
  %164 = fcmp olt float %2, 0.000000e+00
  %165 = fneg double %163
  %166 = select i1 %164, double %165, double %163
  br label %tanf.exit

tanf.exit:                                        ; preds = %6, %162
  %167 = phi double [ %166, %162 ], [ %7, %6 ]
  %168 = fptrunc double %167 to float
  %169 = insertelement <1 x float> poison, float %168, i64 0
  ret <1 x float> %169
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite)
define ptx_kernel void @math_large(ptr addrspace(1) captures(none) %0, i64 %1, i64 %2, ptr addrspace(1) captures(none) %3, i64 %4, i64 %5) local_unnamed_addr #3 {
entry:
  %6 = addrspacecast ptr addrspace(1) %0 to ptr
  %7 = addrspacecast ptr addrspace(1) %3 to ptr
  %8 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %9 = zext nneg i32 %8 to i64
  %10 = getelementptr inbounds nuw double, ptr %6, i64 %9
  %11 = load double, ptr %10, align 8
  %12 = insertelement <1 x double> poison, double %11, i64 0
  %13 = tail call <1 x double> @llvm.fabs.v1f64(<1 x double> %12)
  %14 = tail call <1 x double> @llvm.fma.v1f64(<1 x double> %13, <1 x double> splat (double 0x3FE45F306DC9C883), <1 x double> splat (double 0x4338000000000000))
  %15 = fadd <1 x double> %14, splat (double 0xC338000000000000)
  %16 = bitcast <1 x double> %14 to <1 x i64>
  %17 = tail call <1 x double> @llvm.fma.v1f64(<1 x double> %15, <1 x double> splat (double 0xBFF921FB54442D18), <1 x double> %13)
  %18 = fmul <1 x double> %15, splat (double 0xBC91A62633145C07)
  %19 = fneg <1 x double> %18
  %20 = tail call <1 x double> @llvm.fma.v1f64(<1 x double> %15, <1 x double> splat (double 0xBC91A62633145C07), <1 x double> %19)
  %21 = fadd <1 x double> %17, %18
  %22 = fsub <1 x double> %21, %17
  %23 = fsub <1 x double> %18, %22
  %24 = fadd <1 x double> %20, %23
  %25 = tail call <1 x double> @llvm.fma.v1f64(<1 x double> %15, <1 x double> splat (double 0x391F1976B7ED8FBC), <1 x double> %24)
  %26 = bitcast double %11 to <1 x i64>
  %27 = bitcast <1 x double> %13 to <1 x i64>
  %28 = xor <1 x i64> %27, %26
  %29 = shl <1 x i64> %16, splat (i64 62)
  %30 = and <1 x i64> %29, splat (i64 -9223372036854775808)
  %31 = xor <1 x i64> %28, %30
  %32 = fmul <1 x double> %21, %21
  %33 = tail call <1 x double> @llvm.fma.v1f64(<1 x double> %32, <1 x double> splat (double 0x3F8111111110F730), <1 x double> splat (double 0xBFC5555555555548))
  %34 = tail call <1 x double> @llvm.fma.v1f64(<1 x double> %32, <1 x double> splat (double 0x3EC71DE35552A32F), <1 x double> splat (double 0xBF2A01A019BE9216))
  %35 = tail call <1 x double> @llvm.fma.v1f64(<1 x double> %32, <1 x double> splat (double 0x3DE5D8B54D7D7180), <1 x double> splat (double 0xBE5AE5E4B82134A6))
  %36 = fmul <1 x double> %32, %32
  %37 = tail call <1 x double> @llvm.fma.v1f64(<1 x double> %36, <1 x double> %34, <1 x double> %33)
  %38 = fmul <1 x double> %36, %36
  %39 = tail call <1 x double> @llvm.fma.v1f64(<1 x double> %38, <1 x double> %35, <1 x double> %37)
  %40 = tail call <1 x double> @llvm.fma.v1f64(<1 x double> %32, <1 x double> splat (double 0xBF56C16C16C15010), <1 x double> splat (double 0x3FA555555555554B))
  %41 = tail call <1 x double> @llvm.fma.v1f64(<1 x double> %32, <1 x double> splat (double 0xBE927E4F7F0A2ADF), <1 x double> splat (double 0x3EFA01A019C8E3A1))
  %42 = tail call <1 x double> @llvm.fma.v1f64(<1 x double> %32, <1 x double> splat (double 0xBDA8FA6092C8F0D5), <1 x double> splat (double 0x3E21EE9DB044A92E))
  %43 = tail call <1 x double> @llvm.fma.v1f64(<1 x double> %36, <1 x double> %41, <1 x double> %40)
  %44 = tail call <1 x double> @llvm.fma.v1f64(<1 x double> %38, <1 x double> %42, <1 x double> %43)
  %45 = fmul <1 x double> %32, splat (double -5.000000e-01)
  %46 = fadd <1 x double> %45, splat (double 1.000000e+00)
  %47 = fadd <1 x double> %46, splat (double -1.000000e+00)
  %48 = fsub <1 x double> %45, %47
  %49 = fneg <1 x double> %25
  %50 = tail call <1 x double> @llvm.fma.v1f64(<1 x double> %21, <1 x double> %49, <1 x double> %48)
  %51 = tail call <1 x double> @llvm.fma.v1f64(<1 x double> %36, <1 x double> %44, <1 x double> %50)
  %52 = fmul <1 x double> %21, %32
  %53 = fmul <1 x double> %46, %25
  %54 = tail call <1 x double> @llvm.fma.v1f64(<1 x double> %52, <1 x double> %39, <1 x double> %53)
  %55 = and <1 x i64> %16, splat (i64 1)
  %56 = icmp eq <1 x i64> %55, zeroinitializer
  %57 = select <1 x i1> %56, <1 x double> %21, <1 x double> %46
  %58 = select <1 x i1> %56, <1 x double> %54, <1 x double> %51
  %59 = fadd <1 x double> %57, %58
  %60 = bitcast <1 x double> %59 to <1 x i64>
  %61 = xor <1 x i64> %31, %60
  %62 = bitcast <1 x i64> %61 to <1 x double>
  %63 = extractelement <1 x double> %13, i64 0
  %64 = fcmp ult double %63, 0x41D0000000000000
  br i1 %64, label %clb_sin_f64.exit, label %65, !prof !0

65:                                               ; preds = %entry
  %66 = tail call fastcc <1 x double> @clb_rare_sin_f64x1(<1 x double> %12)
  br label %clb_sin_f64.exit

clb_sin_f64.exit:                                 ; preds = %entry, %65
  %67 = phi <1 x double> [ %62, %entry ], [ %66, %65 ]
  %68 = extractelement <1 x double> %67, i64 0
  %69 = bitcast double %68 to i64
  %70 = tail call double @llvm.fabs.f64(double %68)
  %71 = bitcast double %70 to i64
  %72 = tail call double @llvm.fabs.f64(double %11)
  %73 = bitcast double %72 to i64
  %74 = and i64 %69, -9223372036854775808
  %75 = add nsw i64 %73, -9218868437227405313
  %76 = icmp ult i64 %75, -9218868437227405312
  %77 = icmp samesign ugt i64 %71, 9218868437227405311
  %78 = select i1 %76, i1 true, i1 %77
  br i1 %78, label %79, label %82

79:                                               ; preds = %clb_sin_f64.exit
  %80 = fmul double %11, %68
  %81 = fdiv double %80, %80
  br label %fmod.exit

82:                                               ; preds = %clb_sin_f64.exit
  %83 = icmp samesign ult i64 %71, %73
  br i1 %83, label %fmod.exit, label %84

84:                                               ; preds = %82
  %85 = lshr i64 %71, 52
  %86 = icmp eq i64 %85, 0
  br i1 %86, label %87, label %94

87:                                               ; preds = %84
  %88 = tail call range(i64 12, 65) i64 @llvm.ctlz.i64(i64 range(i64 1, 9218868437227405312) %71, i1 true)
  %89 = trunc nuw nsw i64 %88 to i32
  %90 = add nuw nsw i64 %88, 4294967285
  %91 = sub nsw i32 12, %89
  %92 = and i64 %90, 4294967295
  %93 = shl i64 %71, %92
  br label %split.exit.i

94:                                               ; preds = %84
  %95 = trunc nuw nsw i64 %85 to i32
  %96 = and i64 %71, 4503599627370495
  %97 = or disjoint i64 %96, 4503599627370496
  br label %split.exit.i

split.exit.i:                                     ; preds = %94, %87
  %.sink.i.i = phi i32 [ %91, %87 ], [ %95, %94 ]
  %98 = phi i64 [ %93, %87 ], [ %97, %94 ]
  %99 = lshr i64 %73, 52
  %100 = icmp eq i64 %99, 0
  br i1 %100, label %101, label %108

101:                                              ; preds = %split.exit.i
  %102 = tail call range(i64 12, 65) i64 @llvm.ctlz.i64(i64 range(i64 1, 9218868437227405312) %73, i1 true)
  %103 = trunc nuw nsw i64 %102 to i32
  %104 = add nuw nsw i64 %102, 4294967285
  %105 = sub nsw i32 12, %103
  %106 = and i64 %104, 4294967295
  %107 = shl i64 %73, %106
  br label %split.exit7.i

108:                                              ; preds = %split.exit.i
  %109 = trunc nuw nsw i64 %99 to i32
  %110 = and i64 %73, 4503599627370495
  %111 = or disjoint i64 %110, 4503599627370496
  br label %split.exit7.i

split.exit7.i:                                    ; preds = %108, %101
  %.sink.i6.i = phi i32 [ %105, %101 ], [ %109, %108 ]
  %112 = phi i64 [ %107, %101 ], [ %111, %108 ]
  %113 = sub nsw i32 %.sink.i.i, %.sink.i6.i
  %114 = urem i64 %98, %112
  %115 = icmp sgt i32 %113, 0
  br i1 %115, label %.preheader.i, label %.loopexit.i

.loopexit.i:                                      ; preds = %.preheader.i, %split.exit7.i
  %116 = phi i64 [ %114, %split.exit7.i ], [ %124, %.preheader.i ]
  %117 = icmp eq i64 %116, 0
  br i1 %117, label %153, label %126

.preheader.i:                                     ; preds = %split.exit7.i, %.preheader.i
  %118 = phi i64 [ %124, %.preheader.i ], [ %114, %split.exit7.i ]
  %119 = phi i32 [ %123, %.preheader.i ], [ %113, %split.exit7.i ]
  %120 = tail call i32 @llvm.umin.i32(i32 %119, i32 11)
  %121 = zext nneg i32 %120 to i64
  %122 = shl i64 %118, %121
  %123 = sub nsw i32 %119, %120
  %124 = urem i64 %122, %112
  %125 = icmp sgt i32 %123, 0
  br i1 %125, label %.preheader.i, label %.loopexit.i

126:                                              ; preds = %.loopexit.i
  %127 = tail call range(i64 0, 65) i64 @llvm.ctlz.i64(i64 %116, i1 true)
  %128 = trunc nuw nsw i64 %127 to i32
  %129 = add nsw i32 %128, -11
  %130 = sub nsw i32 %.sink.i6.i, %129
  %131 = icmp sgt i32 %130, 0
  br i1 %131, label %132, label %140

132:                                              ; preds = %126
  %133 = zext nneg i32 %129 to i64
  %134 = shl i64 %116, %133
  %135 = and i64 %134, 4503599627370495
  %136 = zext nneg i32 %130 to i64
  %137 = shl nuw i64 %136, 52
  %138 = or disjoint i64 %135, %137
  %139 = or i64 %138, %74
  br label %153

140:                                              ; preds = %126
  %141 = icmp sgt i32 %.sink.i6.i, 0
  br i1 %141, label %142, label %146

142:                                              ; preds = %140
  %143 = add nsw i32 %.sink.i6.i, -1
  %144 = zext nneg i32 %143 to i64
  %145 = shl i64 %116, %144
  br label %150

146:                                              ; preds = %140
  %147 = sub nsw i32 1, %.sink.i6.i
  %148 = zext nneg i32 %147 to i64
  %149 = lshr i64 %116, %148
  br label %150

150:                                              ; preds = %146, %142
  %151 = phi i64 [ %145, %142 ], [ %149, %146 ]
  %152 = or i64 %151, %74
  br label %153

153:                                              ; preds = %150, %132, %.loopexit.i
  %154 = phi i64 [ %139, %132 ], [ %152, %150 ], [ %74, %.loopexit.i ]
  %155 = bitcast i64 %154 to double
  br label %fmod.exit

fmod.exit:                                        ; preds = %79, %82, %153
  %156 = phi double [ %81, %79 ], [ %155, %153 ], [ %68, %82 ]
  store double %156, ptr %10, align 8
  %157 = getelementptr inbounds nuw float, ptr %7, i64 %9
  %158 = load float, ptr %157, align 4
  %159 = insertelement <1 x float> poison, float %158, i64 0
  %160 = tail call <1 x float> @llvm.fabs.v1f32(<1 x float> %159)
  %161 = tail call <1 x float> @llvm.fma.v1f32(<1 x float> %160, <1 x float> splat (float 0x3FE45F3060000000), <1 x float> splat (float 0x4168000000000000))
  %162 = fadd <1 x float> %161, splat (float 0xC168000000000000)
  %163 = bitcast <1 x float> %161 to <1 x i32>
  %164 = tail call <1 x float> @llvm.fma.v1f32(<1 x float> %162, <1 x float> splat (float 0xBFF921FB60000000), <1 x float> %160)
  %165 = fmul <1 x float> %162, splat (float 0x3E6777A5C0000000)
  %166 = fneg <1 x float> %165
  %167 = tail call <1 x float> @llvm.fma.v1f32(<1 x float> %162, <1 x float> splat (float 0x3E6777A5C0000000), <1 x float> %166)
  %168 = fadd <1 x float> %164, %165
  %169 = fsub <1 x float> %168, %164
  %170 = fsub <1 x float> %165, %169
  %171 = fadd <1 x float> %167, %170
  %172 = tail call <1 x float> @llvm.fma.v1f32(<1 x float> %162, <1 x float> splat (float 0x3CDEE59DA0000000), <1 x float> %171)
  %173 = fmul <1 x float> %168, %168
  %174 = tail call <1 x float> @llvm.fma.v1f32(<1 x float> %173, <1 x float> splat (float 0x3F81107780000000), <1 x float> splat (float 0xBFC5555460000000))
  %175 = fmul <1 x float> %173, %173
  %176 = tail call <1 x float> @llvm.fma.v1f32(<1 x float> %175, <1 x float> splat (float 0xBF29953DC0000000), <1 x float> %174)
  %177 = tail call <1 x float> @llvm.fma.v1f32(<1 x float> %173, <1 x float> splat (float 0xBF56C0C280000000), <1 x float> splat (float 0x3FA55554A0000000))
  %178 = tail call <1 x float> @llvm.fma.v1f32(<1 x float> %175, <1 x float> splat (float 0x3EF99E8380000000), <1 x float> %177)
  %179 = fmul <1 x float> %173, splat (float -5.000000e-01)
  %180 = fadd <1 x float> %179, splat (float 1.000000e+00)
  %181 = fadd <1 x float> %180, splat (float -1.000000e+00)
  %182 = fsub <1 x float> %179, %181
  %183 = fneg <1 x float> %172
  %184 = tail call <1 x float> @llvm.fma.v1f32(<1 x float> %168, <1 x float> %183, <1 x float> %182)
  %185 = tail call <1 x float> @llvm.fma.v1f32(<1 x float> %175, <1 x float> %178, <1 x float> %184)
  %186 = fmul <1 x float> %168, %173
  %187 = fmul <1 x float> %180, %172
  %188 = tail call <1 x float> @llvm.fma.v1f32(<1 x float> %186, <1 x float> %176, <1 x float> %187)
  %189 = and <1 x i32> %163, splat (i32 1)
  %190 = icmp eq <1 x i32> %189, zeroinitializer
  %191 = select <1 x i1> %190, <1 x float> %168, <1 x float> %180
  %192 = select <1 x i1> %190, <1 x float> %188, <1 x float> %185
  %193 = fadd <1 x float> %191, %192
  %194 = fsub <1 x float> %193, %191
  %195 = fsub <1 x float> %192, %194
  %196 = select <1 x i1> %190, <1 x float> %180, <1 x float> %168
  %197 = select <1 x i1> %190, <1 x float> %185, <1 x float> %188
  %198 = fadd <1 x float> %196, %197
  %199 = fsub <1 x float> %198, %196
  %200 = fsub <1 x float> %197, %199
  %201 = bitcast float %158 to <1 x i32>
  %202 = bitcast <1 x float> %160 to <1 x i32>
  %203 = xor <1 x i32> %202, %201
  %204 = shl nuw <1 x i32> %189, splat (i32 31)
  %205 = xor <1 x i32> %203, %204
  %206 = fdiv <1 x float> splat (float 1.000000e+00), %198
  %207 = fmul <1 x float> %193, %206
  %208 = fneg <1 x float> %207
  %209 = tail call <1 x float> @llvm.fma.v1f32(<1 x float> %208, <1 x float> %198, <1 x float> %193)
  %210 = tail call <1 x float> @llvm.fma.v1f32(<1 x float> %208, <1 x float> %200, <1 x float> %195)
  %211 = fadd <1 x float> %209, %210
  %212 = fmul <1 x float> %206, %211
  %213 = fadd <1 x float> %207, %212
  %214 = bitcast <1 x float> %213 to <1 x i32>
  %215 = xor <1 x i32> %205, %214
  %216 = bitcast <1 x i32> %215 to <1 x float>
  %217 = extractelement <1 x float> %160, i64 0
  %218 = fcmp ult float %217, 6.553600e+04
  br i1 %218, label %clb_tan_f32.exit, label %219, !prof !0

219:                                              ; preds = %fmod.exit
  %220 = tail call fastcc <1 x float> @clb_rare_tan_f32x1(<1 x float> %159)
  br label %clb_tan_f32.exit

clb_tan_f32.exit:                                 ; preds = %fmod.exit, %219
  %221 = phi <1 x float> [ %216, %fmod.exit ], [ %220, %219 ]
  %222 = extractelement <1 x float> %221, i64 0
  %223 = fcmp uno float %222, %158
  br i1 %223, label %224, label %226

224:                                              ; preds = %clb_tan_f32.exit
  %225 = fadd float %158, %222
  br label %nextafterf.exit

226:                                              ; preds = %clb_tan_f32.exit
  %227 = fcmp oeq float %222, %158
  br i1 %227, label %nextafterf.exit, label %228

228:                                              ; preds = %226
  %229 = fcmp oeq float %222, 0.000000e+00
  br i1 %229, label %230, label %232

230:                                              ; preds = %228
  %231 = tail call float @llvm.copysign.f32(float 0x36A0000000000000, float %158)
  br label %nextafterf.exit

232:                                              ; preds = %228
  %233 = bitcast float %222 to i32
  %234 = fcmp ogt float %158, %222
  %235 = fcmp ule float %222, 0.000000e+00
  %236 = xor i1 %235, %234
  %237 = select i1 %236, i32 1, i32 -1
  %238 = add i32 %237, %233
  %239 = bitcast i32 %238 to float
  br label %nextafterf.exit

nextafterf.exit:                                  ; preds = %224, %226, %230, %232
  %240 = phi float [ %225, %224 ], [ %158, %226 ], [ %231, %230 ], [ %239, %232 ]
  store float %240, ptr %157, align 4
  ret void
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fma.f64(double, double, double) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.ctlz.i64(i64, i1 immarg) #0

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.fshl.i64(i64, i64, i64) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fabs.f64(double) #4

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umin.i32(i32, i32) #4

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.copysign.f32(float, float) #4

attributes #0 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { cold mustprogress nofree noinline norecurse nosync nounwind willreturn memory(none) }
attributes #3 = { nofree norecurse nosync nounwind memory(argmem: readwrite) }
attributes #4 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

!0 = !{!"branch_weights", i32 2000, i32 1}
