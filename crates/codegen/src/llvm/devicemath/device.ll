; Written by device.py from device.c.
@y0_low = internal constant [12 x double] [double 0xBB9487A52D9CF2B0, double 0x3C16730B616EC455, double 0xBC948D657AEC4226, double 0x3D0EF60270B66718, double 0xBD82C7D0A7178F76, double 0x3DF1DD70C94F39C9, double 0xBE59C023B1483A42, double 0x3EBADC2B9E6ACB2C, double 0xBF1301FB6A1EA96A, double 0x3F608BD219281F76, double 0xBF9DED5786ED8496, double 0x3FC34E38FCBADBC9], align 8
@p0_far = internal constant [16 x double] [double 0xBCDF1270E181149F, double 0x3CF420871AD65D39, double 0xBCF801BEEE89914B, double 0x3D13FCCE8BF4BFFF, double 0xBD34CB3236E5F54A, double 0x3D52C6B4C14BE94C, double 0xBD729503E0760042, double 0x3D94FD2AC4222E9C, double 0xBDBB5CB66423FF8E, double 0x3DE54DF50D4037C8, double 0xBE14D2F30EF6CA83, double 0x3E4B7EF11B353C63, double 0xBE8B8D2D6F78975C, double 0x3ED9BE00160E8EFA, double 0xBF4193600C1DEB24, double 0x3FEFFB8DD328503D], align 8
@q0_far = internal constant [16 x double] [double 0x3CE24F4798680CD2, double 0xBCF6C7842F8C83A8, double 0x3CF6FF999AC45E36, double 0xBD128B12201B3229, double 0x3D336C36974DB323, double 0xBD5079E2DD2743A5, double 0x3D6E444704637C15, double 0xBD8F9076155DB4A3, double 0x3DB2BA595B6CC591, double 0xBDDA0835AF0753AA, double 0x3E061A55BA63FDEE, double 0xBE3858D1B7CADD6F, double 0x3E73135A89EAC43C, double 0xBEB8C8435284BFFF, double 0x3F11E9A6138FEE37, double 0xBF8FDB5C0B2F3D5B], align 8
@y0_2_4 = internal constant [22 x double] [double 0xBD7610F90729D363, double 0x3D914A0180709385, double 0xBD97F303BE265C28, double 0x3DB2F0452E91A343, double 0xBDD3856FA7B7A8B5, double 0x3DEEF232FD44FB01, double 0xBE07D942BB6B6466, double 0x3E2309C242523D68, double 0xBE3E96BBD1AE51E6, double 0x3E5893820D516341, double 0xBE73DFE8D27DE510, double 0x3E908E5A24062FCC, double 0xBEAADF4E225B092A, double 0x3EC009F91295E444, double 0xBEDEA4228C4D0ADF, double 0x3F15DF99C37D18E1, double 0xBF284A4E000B89F6, double 0xBF62A9DC4EAE1441, double 0x3F62A058A0C0A3C3, double 0x3FB0B103D54624E4, double 0xBFB26622EA2E19B8, double 0xBFD92F2A2E3BC7D7], align 8
@y0_4_8 = internal constant [22 x double] [double 0x3D46C66477C89820, double 0xBD61C1A3895250A0, double 0x3D68337B03790E4D, double 0xBD830733E1D43E69, double 0x3DA32F41BF521205, double 0xBDBDCC4CD956AD58, double 0x3DDB8D7783F0AF55, double 0xBDF773BA68E27A27, double 0xBDEC4C5D0D3759B0, double 0x3E21F02EB664F8A8, double 0x3E71DDD94391C9D2, double 0xBE925AE92C18193C, double 0xBEC2F63B325A26E0, double 0x3EE2F476EA51E6DD, double 0x3F11B7D7752C28F2, double 0xBF305511A3F64907, double 0xBF53C4D990657176, double 0x3F70E89645F5DF75, double 0x3F8935623713518F, double 0xBFA3D23E13004FF0, double 0xBFA76F4AB3769427, double 0x3FC0A191400BD248], align 8
@y1_low = internal constant [12 x double] [double 0x3BDD505344974A6B, double 0xBC5D4CFD608024CC, double 0x3CD84D59DBAC152B, double 0xBD5067592534903C, double 0x3DC1977A96F18470, double 0xBE2D11B6E99FEAD7, double 0x3E91C5C0278E6A82, double 0xBEEE6C3E85AC9D56, double 0x3F40CA4D1FBC157F, double 0xBF84E0BE4A5E58E5, double 0x3FB632C5E3F1511B, double 0xBFB93F61FEEC6100], align 8
@p1_far = internal constant [16 x double] [double 0x3CE05DA5F02213E4, double 0xBCF53F6709BAA104, double 0x3CF98EC74EEFDF04, double 0xBD1553DC071127C9, double 0x3D36332811268259, double 0xBD542141714A6D88, double 0x3D7406F1C02C3513, double 0xBD96C34B40168BD4, double 0x3DBDEA2A18D66DE7, double 0xBDE78BA6DA33B5F4, double 0x3E175EAF6C410F68, double 0xBE4F96170C79BBAD, double 0x3E907762641D0205, double 0xBEE0B1541BFC3F6A, double 0x3F4D73B8EA3C1238, double 0x3FF003B716033732], align 8
@q1_far = internal constant [16 x double] [double 0xBCE341B3AC36783A, double 0x3CF801439C284428, double 0xBCF8745D51C238AF, double 0x3D13C11A5323EA94, double 0xBD34AEAE364097DD, double 0x3D519C832637C619, double 0xBD70411351BFC4DD, double 0x3D910B6D80EDD55D, double 0xBDB45E2ECC3DA930, double 0x3DDC92E5DA63F5FF, double 0xBE08922DD989B9CB, double 0x3E3B9302A5483622, double 0xBE76423127936B6B, double 0x3EBE8E009CA92529, double 0xBF1938DA0A0A698F, double 0x3FA7F323705062FB], align 8
@y1_2_4 = internal constant [22 x double] [double 0xBDB30F1337564731, double 0x3DCC90EB60904A1E, double 0xBDD09AE1431CCCE0, double 0x3DE8DF4628266BC3, double 0xBE0A67287AA0CE8D, double 0x3E23C5290C295197, double 0xBE3C4B026478FBC8, double 0x3E552B59298D969F, double 0xBE6FCCB80ED01486, double 0x3E87C41B2BA5EB1F, double 0xBEA1B9F591CC1307, double 0x3EBA6F27B3EC3AA7, double 0xBED3F5A3C8574DAB, double 0x3EEDC32980B4BB51, double 0xBF029D58D17D0D06, double 0x3F1AA2115D2CCA23, double 0xBF476AB700F94FA3, double 0x3F61BC95040EE31A, double 0x3F81F3B822557314, double 0xBF9974DB4BBC5E1D, double 0xBFC5A573911B9CB2, double 0x3FD9E1A80F14796C], align 8
@y1_4_8 = internal constant [22 x double] [double 0xBD8E16F94EB9E737, double 0x3DA67FACC60C7D8E, double 0xBDA9F8DABCE2BC52, double 0x3DC369145872BE44, double 0xBDE418B041A9CA13, double 0x3DFD997E937E231C, double 0xBE1A3C3C0DCD4C00, double 0x3E350238F0DECB31, double 0x3E355FC9DFA8F7E7, double 0xBE61243CF4BBA904, double 0xBEAD368C4F2DA926, double 0x3ECA8742AC415F67, double 0x3EFB0FA0EA54BEA6, double 0xBF172FED34AA8A3F, double 0xBF44C0230A68A180, double 0x3F6005ABAC2C9DE2, double 0x3F8266B1555B4109, double 0xBF994A78F4D6F6AC, double 0xBFB155CF697F3AD2, double 0x3FC4739EEBA02F84, double 0x3FC579152B20729F, double 0xBFD3A3A8CEFC7EFC], align 8
@two_over_pi = internal unnamed_addr constant [21 x i64] [i64 0, i64 -6703182060581546711, i64 -277156292786332224, i64 -2638381946312093631, i64 -121206125134887583, i64 -5249950069107600672, i64 452944820249399836, i64 -135693905287338178, i64 -1692731182770600828, i64 -1613291254968254911, i64 4148332274289687028, i64 -7168499653074671557, i64 2303758334597371919, i64 -1211730484530615009, i64 7869616827067468215, i64 5712322887342352941, i64 8441921394348257659, i64 4397547296490951402, i64 7780917995555872008, i64 6197850593633725355, i64 -1094449336203069923], align 8
@error_series = internal constant [13 x double] [double 0x3DD05FFD737FB32E, double 0xBE1389D4F2641625, double 0x3E4F7B4BF3B13964, double 0xBE85F1ECB6F0764C, double 0x3EBB9DF224CA4B97, double 0xBEEF4D1E3183F7AE, double 0x3F1F9A321D5B8E1E, double 0xBF4C02DB3DAC435F, double 0x3F7565BCD0DBAA38, double 0xBF9B82CE31284E00, double 0x3FBCE2F21A042B30, double 0xBFD812746B0379E6, double 0x3FF20DD750429B6D], align 8
@error_tail = internal constant [24 x double] [double 0x3E17FE5FB4BCF95E, double 0xBE33515A8386F704, double 0xBE3FA4EB80AF00EF, double 0x3E65012AF4D68D9D, double 0x3E5EAA730456A1C4, double 0xBE917DF95E5519E6, double 0xBE708EA8D61D5582, double 0x3EBD6CB62A97F57D, double 0xBEB04B1818B22F2F, double 0xBEE800BE2ACEF05E, double 0x3EF7787DDED97AC0, double 0x3F0B144A664AD1B1, double 0xBF3303F96234B200, double 0x3F333FB2186FF09B, double 0x3F5CC3A0DE679605, double 0xBF83F603C3065B8F, double 0x3F9D0B0037E11B4C, double 0xBFAE0D0FA6E119FC, double 0x3FB7A14188A9912D, double 0xBFBBDA9309A28332, double 0x3FB510169D096824, double 0x3F6D5F2948159A74, double 0xBFC1F367683F89A7, double 0x3FF3CCDA0B5D5DC2], align 8
@gamma_poly = internal constant [18 x double] [double 0xBE761678760E530B, double 0x3E8BA42DBAB2658F, double 0xBE9C189AEBB2619B, double 0x3EB1E01A1E36520A, double 0xBEC57DC4D9963C13, double 0x3EDE716924CC6E9D, double 0xBEEAD8B2D371D88E, double 0x3F1013BDFC057F7B, double 0x3ED0886FA7157A6E, double 0x3F48B8FCF944EDC5, double 0x3F5A55ED2133D31E, double 0x3F85489CC6A2C406, double 0x3F9D0A9BC49334E7, double 0x3FBC138B89493EF9, double 0x3FD03F6D2FA4F4FD, double 0x3FE4F224D4B7E016, double 0x3FEDE9585F1A7093, double 0x3FF544FA6D47B390], align 8
@stirling.series = internal constant [9 x double] [double 0x3FC6FE96381E0680, double 0xBF9E4286CB0F5398, double 0x3F7A41A41A41A41A, double 0xBF5F6AB0D9993C7D, double 0x3F4B951E2B18FF23, double 0xBF43813813813814, double 0x3F4A01A01A01A01A, double 0xBF66C16C16C16C17, double 0x3FB5555555555555], align 8
@exp_parts.series = internal constant [12 x double] [double 0x3DE6124613A86D09, double 0x3E21EED8EFF8D898, double 0x3E5AE64567F544E4, double 0x3E927E4FB7789F5C, double 0x3EC71DE3A556C734, double 0x3EFA01A01A01A01A, double 0x3F2A01A01A01A01A, double 0x3F56C16C16C16C17, double 0x3F81111111111111, double 0x3FA5555555555555, double 0x3FC5555555555555, double 5.000000e-01], align 8
@log_gamma_poly = internal constant [23 x double] [double 0xBE654DBE5BDDB045, double 0xBE60E95D7EEF3DF6, double 0xBE2534DA987B9E68, double 0x3E7B740FAF5996CE, double 0xBE794B869176BB9B, double 0x3E889961B02049F1, double 0xBE9EC5E300766236, double 0x3EB029CD8CC2EC09, double 0xBEC11318FC0858B8, double 0x3ED257F6559CCB9A, double 0xBEE3CC385A8B2155, double 0x3EF580E6FDB05720, double 0xBF078DE2374E9D04, double 0x3F1A127AE73DDD88, double 0xBF2D3FD4D898D79C, double 0x3F40B36AF89061A2, double 0xBF538AC5C2A7A03F, double 0x3F67ADD6EADB36DD, double 0xBF7E404FC21917D7, double 0x3F951322AC7D8494, double 0xBFB13E001A557602, double 0x3FD4A34CC4A60FA6, double 0x3FDB0EE6072093CE], align 8
@log_parts.series = internal constant [11 x double] [double 0x3FB642C8590B2164, double 0x3FB8618618618618, double 0x3FBAF286BCA1AF28, double 0x3FBE1E1E1E1E1E1E, double 0x3FC1111111111111, double 0x3FC3B13B13B13B14, double 0x3FC745D1745D1746, double 0x3FCC71C71C71C71C, double 0x3FD2492492492492, double 4.000000e-01, double 0x3FE5555555555555], align 8
@j0_1_4 = internal constant [14 x double] [double 0x3C117078EC29D56C, double 0xBC7A7599375E929D, double 0x3CE146A1FCF8A7E8, double 0xBD4331D43B76F489, double 0x3DA1E14059C5F4FB, double 0xBDFB72E65761156C, double 0x3E50FFF1F802CD5A, double 0xBEA08C62125CD7CC, double 0x3EE87A4AC4403EAD, double 0xBF2A4B2380CCC27C, double 0x3F633FA04134F0AB, double 0xBF917057235D9C2B, double 0x3FB08D902D0BF620, double 0xBFB6B2948E843E2B], align 8
@j0_4_8 = internal constant [20 x double] [double 0x3D222EFA7B352AE1, double 0xBD466A7D45EDCCA7, double 0xBD8D4262C2624B46, double 0x3DB1074D64243CCD, double 0x3DF242417AAFC7CE, double 0xBE13F29A2938EA35, double 0xBE51E6C090855C4B, double 0x3E72469E594D231B, double 0x3EAAAB890018E5E8, double 0xBEC950FF5B9F52C7, double 0xBEFCD44E15C884B3, double 0x3F1949F159A1A382, double 0x3F452A757FC0475D, double 0xBF6104AED84763D8, double 0xBF8307FA1BF6F4F5, double 0x3F9BB360F4DAC2D6, double 0x3FB15618767E6BD5, double 0xBFC63C76276A6E68, double 0xBFC3D97028754E56, double 0x3FD416DC96E57C0E], align 8
@j1_1_4 = internal constant [13 x double] [double 0xBC2E3376A82C24BE, double 0x3C953D84F3E7CF78, double 0xBCF98D057F2DB91C, double 0x3D59F4D1FCADDC0A, double 0xBDB5E84009254544, double 0x3E0E2249B115D29B, double 0xBE607CD7FB34A0FA, double 0x3EABD76179B299B6, double 0xBEF16AA83736C816, double 0x3F2E84C1E7BE0354, double 0xBF613333A854ED90, double 0x3F85910C675E079A, double 0xBF95AEDED077F525], align 8
@j1_4_8 = internal constant [20 x double] [double 0x3CDA4288C0897083, double 0xBD01B91600DAD18A, double 0xBD4725A4BA521352, double 0x3D6DA002B03DCE2F, double 0x3DB0095E02849D0B, double 0xBDD35C36048E3DE6, double 0xBE11ADE89EAC416A, double 0x3E340E1F5C42F19C, double 0x3E6E1A1967A976E1, double 0xBE8FF20B3E842122, double 0xBEC301068E15D833, double 0x3EE2C4BE27BE41A5, double 0x3F10D056AD64F1E4, double 0xBF2EB42FD3004032, double 0xBF5322433164D103, double 0x3F70023B7CF16136, double 0x3F8825E9758431D0, double 0xBFA2437E5D903D34, double 0xBFA82575A3F0583C, double 0x3FC0152B042403AE], align 8
@log_of_part.series = internal constant [9 x double] [double 0x3FBAF286BCA1AF28, double 0x3FBE1E1E1E1E1E1E, double 0x3FC1111111111111, double 0x3FC3B13B13B13B14, double 0x3FC745D1745D1746, double 0x3FCC71C71C71C71C, double 0x3FD2492492492492, double 4.000000e-01, double 0x3FE5555555555555], align 8

define dso_local double @sin(double noundef %0) {
  %2 = alloca double, align 8
  %3 = alloca double, align 8
  %4 = tail call fastcc i32 @is_finite(double noundef %0)
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %6, label %8

6:                                                ; preds = %1
  %7 = fsub double %0, %0
  br label %16

8:                                                ; preds = %1
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %9 = call fastcc i32 @reduce(double noundef %0, ptr noundef %2, ptr noundef %3)
  %10 = load double, ptr %2, align 8
  %11 = load double, ptr %3, align 8
  %12 = tail call fastcc double @of_quadrant(i32 noundef %9, double noundef %10, double noundef %11)
  %13 = fcmp olt double %0, 0.000000e+00
  %14 = fneg double %12
  %15 = select i1 %13, double %14, double %12
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  br label %16

16:                                               ; preds = %8, %6
  %17 = phi double [ %15, %8 ], [ %7, %6 ]
  ret double %17
}

define internal fastcc range(i32 0, 2) i32 @is_finite(double noundef %0) unnamed_addr {
  %2 = tail call fastcc i64 @bits(double noundef %0)
  %3 = and i64 %2, 9218868437227405312
  %4 = icmp ne i64 %3, 9218868437227405312
  %5 = zext i1 %4 to i32
  ret i32 %5
}

declare void @llvm.lifetime.start.p0(ptr captures(none))

define internal fastcc range(i32 0, 5) i32 @reduce(double noundef %0, ptr noundef nonnull writeonly captures(none) initializes((0, 8)) %1, ptr noundef nonnull writeonly captures(none) initializes((0, 8)) %2) unnamed_addr {
  %4 = tail call fastcc i64 @bits(double noundef %0)
  %5 = lshr i64 %4, 52
  %6 = trunc nuw nsw i64 %5 to i32
  %7 = and i32 %6, 2047
  %8 = and i64 %4, 4503599627370495
  %9 = or disjoint i64 %8, 4503599627370496
  %10 = add nsw i32 %7, -1013
  %11 = zext nneg i64 %9 to i128
  %12 = add nsw i32 %7, -885
  %13 = tail call fastcc i64 @table_bits(i32 noundef %12)
  %14 = zext i64 %13 to i128
  %15 = mul nuw nsw i128 %11, %14
  %16 = add nsw i32 %7, -949
  %17 = tail call fastcc i64 @table_bits(i32 noundef %16)
  %18 = zext i64 %17 to i128
  %19 = mul nuw nsw i128 %11, %18
  %20 = lshr i128 %15, 64
  %21 = add nuw nsw i128 %20, %19
  %22 = tail call fastcc i64 @table_bits(i32 noundef %10)
  %23 = mul i64 %22, %9
  %24 = lshr i128 %21, 64
  %25 = trunc nuw nsw i128 %24 to i64
  %26 = add i64 %23, %25
  %27 = lshr i64 %26, 62
  %28 = trunc nuw nsw i64 %27 to i32
  %29 = zext i64 %26 to i128
  %30 = shl i128 %29, 66
  %31 = shl nuw nsw i128 %21, 2
  %32 = and i128 %31, 73786976294838206460
  %33 = trunc i128 %15 to i64
  %34 = lshr i64 %33, 62
  %35 = zext nneg i64 %34 to i128
  %36 = or disjoint i128 %32, %35
  %37 = or disjoint i128 %36, %30
  %38 = icmp slt i128 %30, 0
  %39 = sub i128 0, %37
  %40 = select i1 %38, i128 %39, i128 %37
  %41 = lshr i128 %30, 127
  %42 = trunc nuw nsw i128 %41 to i32
  %43 = add nuw nsw i32 %42, %28
  %44 = lshr i128 %40, 64
  %45 = trunc nuw i128 %44 to i64
  %46 = icmp eq i128 %44, 0
  %47 = tail call range(i64 0, 65) i64 @llvm.ctlz.i64(i64 %45, i1 true)
  %48 = trunc nuw nsw i64 %47 to i32
  %49 = select i1 %46, i32 64, i32 %48
  %50 = zext nneg i32 %49 to i128
  %51 = shl i128 %40, %50
  %52 = lshr i128 %51, 64
  %53 = trunc nuw i128 %52 to i64
  %54 = sub nuw nsw i32 970, %49
  %55 = zext nneg i32 %54 to i64
  %56 = shl nuw nsw i64 %55, 52
  %57 = tail call fastcc double @number(i64 noundef %56)
  %58 = lshr i64 %53, 11
  %59 = uitofp nneg i64 %58 to double
  %60 = fmul double %57, %59
  %61 = trunc i128 %51 to i64
  %62 = tail call i64 @llvm.fshl.i64(i64 %53, i64 %61, i64 53)
  %63 = uitofp i64 %62 to double
  %64 = fmul double %57, %63
  %65 = fmul double %64, 0x3BF0000000000000
  %66 = fmul double %60, 0x3FF921FB54442D18
  %67 = fneg double %66
  %68 = tail call double @llvm.fma.f64(double %60, double 0x3FF921FB54442D18, double %67)
  %69 = fmul double %65, 0x3FF921FB54442D18
  %70 = tail call double @llvm.fma.f64(double %60, double 0x3C91A62633145C07, double %69)
  %71 = fadd double %68, %70
  %72 = select i1 %38, double %67, double %66
  store double %72, ptr %1, align 8
  %73 = fneg double %71
  %74 = select i1 %38, double %73, double %71
  store double %74, ptr %2, align 8
  ret i32 %43
}

define internal fastcc double @of_quadrant(i32 noundef %0, double noundef %1, double noundef %2) unnamed_addr {
  %4 = and i32 %0, 1
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %8, label %6

6:                                                ; preds = %3
  %7 = tail call fastcc double @cosine(double noundef %1, double noundef %2)
  br label %10

8:                                                ; preds = %3
  %9 = tail call fastcc double @sine(double noundef %1, double noundef %2)
  br label %10

10:                                               ; preds = %8, %6
  %11 = phi double [ %7, %6 ], [ %9, %8 ]
  %12 = and i32 %0, 2
  %13 = icmp eq i32 %12, 0
  %14 = fneg double %11
  %15 = select i1 %13, double %11, double %14
  ret double %15
}

declare void @llvm.lifetime.end.p0(ptr captures(none))

define dso_local double @cos(double noundef %0) {
  %2 = alloca double, align 8
  %3 = alloca double, align 8
  %4 = tail call fastcc i32 @is_finite(double noundef %0)
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %6, label %8

6:                                                ; preds = %1
  %7 = fsub double %0, %0
  br label %14

8:                                                ; preds = %1
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %9 = call fastcc i32 @reduce(double noundef %0, ptr noundef %2, ptr noundef %3)
  %10 = add nuw nsw i32 %9, 1
  %11 = load double, ptr %2, align 8
  %12 = load double, ptr %3, align 8
  %13 = tail call fastcc double @of_quadrant(i32 noundef %10, double noundef %11, double noundef %12)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  br label %14

14:                                               ; preds = %8, %6
  %15 = phi double [ %13, %8 ], [ %7, %6 ]
  ret double %15
}

define dso_local double @tan(double noundef %0) {
  %2 = alloca double, align 8
  %3 = alloca double, align 8
  %4 = tail call fastcc i32 @is_finite(double noundef %0)
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %6, label %8

6:                                                ; preds = %1
  %7 = fsub double %0, %0
  br label %26

8:                                                ; preds = %1
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %9 = call fastcc i32 @reduce(double noundef %0, ptr noundef %2, ptr noundef %3)
  %10 = load double, ptr %2, align 8
  %11 = load double, ptr %3, align 8
  %12 = tail call fastcc double @sine(double noundef %10, double noundef %11)
  %13 = tail call fastcc double @cosine(double noundef %10, double noundef %11)
  %14 = and i32 %9, 1
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %19, label %16

16:                                               ; preds = %8
  %17 = fneg double %13
  %18 = fdiv double %17, %12
  br label %21

19:                                               ; preds = %8
  %20 = fdiv double %12, %13
  br label %21

21:                                               ; preds = %19, %16
  %22 = phi double [ %18, %16 ], [ %20, %19 ]
  %23 = fcmp olt double %0, 0.000000e+00
  %24 = fneg double %22
  %25 = select i1 %23, double %24, double %22
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  br label %26

26:                                               ; preds = %21, %6
  %27 = phi double [ %25, %21 ], [ %7, %6 ]
  ret double %27
}

define internal fastcc double @sine(double noundef %0, double noundef %1) unnamed_addr {
  %3 = fmul double %0, %0
  %4 = tail call double @llvm.fma.f64(double %3, double 0x3CE952C77030AD4A, double 0xBD6AE7F3E733B81F)
  %5 = tail call double @llvm.fma.f64(double %4, double %3, double 0x3DE6124613A86D09)
  %6 = tail call double @llvm.fma.f64(double %5, double %3, double 0xBE5AE64567F544E4)
  %7 = tail call double @llvm.fma.f64(double %6, double %3, double 0x3EC71DE3A556C734)
  %8 = tail call double @llvm.fma.f64(double %7, double %3, double 0xBF2A01A01A01A01A)
  %9 = tail call double @llvm.fma.f64(double %8, double %3, double 0x3F81111111111111)
  %10 = tail call double @llvm.fma.f64(double %9, double %3, double 0xBFC5555555555555)
  %11 = fmul double %0, %3
  %12 = tail call double @llvm.fma.f64(double %3, double -5.000000e-01, double 1.000000e+00)
  %13 = fmul double %1, %12
  %14 = tail call double @llvm.fma.f64(double %11, double %10, double %13)
  %15 = fadd double %0, %14
  ret double %15
}

define internal fastcc double @cosine(double noundef %0, double noundef %1) unnamed_addr {
  %3 = fmul double %0, %0
  %4 = tail call double @llvm.fma.f64(double %3, double 0xBCA6827863B97D97, double 0x3D2AE7F3E733B81F)
  %5 = tail call double @llvm.fma.f64(double %4, double %3, double 0xBDA93974A8C07C9D)
  %6 = tail call double @llvm.fma.f64(double %5, double %3, double 0x3E21EED8EFF8D898)
  %7 = tail call double @llvm.fma.f64(double %6, double %3, double 0xBE927E4FB7789F5C)
  %8 = tail call double @llvm.fma.f64(double %7, double %3, double 0x3EFA01A01A01A01A)
  %9 = tail call double @llvm.fma.f64(double %8, double %3, double 0xBF56C16C16C16C17)
  %10 = tail call double @llvm.fma.f64(double %9, double %3, double 0x3FA5555555555555)
  %11 = fmul double %3, 5.000000e-01
  %12 = fsub double 1.000000e+00, %11
  %13 = fsub double 1.000000e+00, %12
  %14 = fsub double %13, %11
  %15 = fmul double %3, %3
  %16 = fneg double %0
  %17 = fmul double %1, %16
  %18 = tail call double @llvm.fma.f64(double %15, double %10, double %17)
  %19 = fadd double %14, %18
  %20 = fadd double %12, %19
  ret double %20
}

define dso_local float @sinf(float noundef %0) {
  %2 = fpext float %0 to double
  %3 = tail call double @sin(double noundef %2)
  %4 = fptrunc double %3 to float
  ret float %4
}

define dso_local float @cosf(float noundef %0) {
  %2 = fpext float %0 to double
  %3 = tail call double @cos(double noundef %2)
  %4 = fptrunc double %3 to float
  ret float %4
}

define dso_local float @tanf(float noundef %0) {
  %2 = fpext float %0 to double
  %3 = tail call double @tan(double noundef %2)
  %4 = fptrunc double %3 to float
  ret float %4
}

define dso_local noundef double @fmod(double noundef %0, double noundef %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = tail call fastcc i64 @bits(double noundef %0)
  %6 = and i64 %5, 9223372036854775807
  %7 = tail call fastcc i64 @bits(double noundef %1)
  %8 = and i64 %7, 9223372036854775807
  %9 = and i64 %5, -9223372036854775808
  %10 = add nsw i64 %8, -9218868437227405313
  %11 = icmp ult i64 %10, -9218868437227405312
  %12 = icmp samesign ugt i64 %6, 9218868437227405311
  %13 = select i1 %11, i1 true, i1 %12
  br i1 %13, label %14, label %17

14:                                               ; preds = %2
  %15 = fmul double %0, %1
  %16 = fdiv double %15, %15
  br label %69

17:                                               ; preds = %2
  %18 = icmp samesign ult i64 %6, %8
  br i1 %18, label %69, label %19

19:                                               ; preds = %17
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  %20 = call fastcc i64 @split(i64 noundef %6, ptr noundef %3)
  %21 = call fastcc i64 @split(i64 noundef %8, ptr noundef %4)
  %22 = load i32, ptr %3, align 4
  %23 = load i32, ptr %4, align 4
  %24 = sub nsw i32 %22, %23
  %25 = urem i64 %20, %21
  %26 = icmp sgt i32 %24, 0
  br i1 %26, label %30, label %27

27:                                               ; preds = %30, %19
  %28 = phi i64 [ %25, %19 ], [ %37, %30 ]
  %29 = icmp eq i64 %28, 0
  br i1 %29, label %66, label %39

30:                                               ; preds = %19, %30
  %31 = phi i64 [ %37, %30 ], [ %25, %19 ]
  %32 = phi i32 [ %36, %30 ], [ %24, %19 ]
  %33 = tail call i32 @llvm.smin.i32(i32 %32, i32 11)
  %34 = zext nneg i32 %33 to i64
  %35 = shl i64 %31, %34
  %36 = sub nsw i32 %32, %33
  %37 = urem i64 %35, %21
  %38 = icmp sgt i32 %36, 0
  br i1 %38, label %30, label %27

39:                                               ; preds = %27
  %40 = tail call range(i64 0, 65) i64 @llvm.ctlz.i64(i64 %28, i1 true)
  %41 = trunc nuw nsw i64 %40 to i32
  %42 = add nsw i32 %41, -11
  %43 = sub nsw i32 %23, %42
  %44 = icmp sgt i32 %43, 0
  br i1 %44, label %45, label %53

45:                                               ; preds = %39
  %46 = zext nneg i32 %42 to i64
  %47 = shl i64 %28, %46
  %48 = and i64 %47, 4503599627370495
  %49 = zext nneg i32 %43 to i64
  %50 = shl i64 %49, 52
  %51 = or disjoint i64 %48, %50
  %52 = or i64 %51, %9
  br label %66

53:                                               ; preds = %39
  %54 = icmp sgt i32 %23, 0
  br i1 %54, label %55, label %59

55:                                               ; preds = %53
  %56 = add nsw i32 %23, -1
  %57 = zext nneg i32 %56 to i64
  %58 = shl i64 %28, %57
  br label %63

59:                                               ; preds = %53
  %60 = sub nsw i32 1, %23
  %61 = zext nneg i32 %60 to i64
  %62 = lshr i64 %28, %61
  br label %63

63:                                               ; preds = %59, %55
  %64 = phi i64 [ %58, %55 ], [ %62, %59 ]
  %65 = or i64 %64, %9
  br label %66

66:                                               ; preds = %27, %45, %63
  %67 = phi i64 [ %52, %45 ], [ %65, %63 ], [ %9, %27 ]
  %68 = tail call fastcc double @number(i64 noundef %67)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  br label %69

69:                                               ; preds = %17, %66, %14
  %70 = phi double [ %16, %14 ], [ %68, %66 ], [ %0, %17 ]
  ret double %70
}

define internal fastcc noundef i64 @bits(double noundef %0) unnamed_addr {
  %2 = bitcast double %0 to i64
  ret i64 %2
}

define internal fastcc i64 @split(i64 noundef range(i64 1, 9218868437227405312) %0, ptr noundef nonnull writeonly captures(none) initializes((0, 4)) %1) unnamed_addr {
  %3 = lshr i64 %0, 52
  %4 = icmp eq i64 %3, 0
  br i1 %4, label %5, label %12

5:                                                ; preds = %2
  %6 = tail call range(i64 12, 65) i64 @llvm.ctlz.i64(i64 %0, i1 true)
  %7 = trunc nuw nsw i64 %6 to i32
  %8 = add nuw nsw i64 %6, 4294967285
  %9 = sub nsw i32 12, %7
  store i32 %9, ptr %1, align 4
  %10 = and i64 %8, 4294967295
  %11 = shl i64 %0, %10
  br label %16

12:                                               ; preds = %2
  %13 = trunc nuw nsw i64 %3 to i32
  store i32 %13, ptr %1, align 4
  %14 = and i64 %0, 4503599627370495
  %15 = or disjoint i64 %14, 4503599627370496
  br label %16

16:                                               ; preds = %12, %5
  %17 = phi i64 [ %11, %5 ], [ %15, %12 ]
  ret i64 %17
}

define internal fastcc noundef double @number(i64 noundef %0) unnamed_addr {
  %2 = bitcast i64 %0 to double
  ret double %2
}

declare i64 @llvm.ctlz.i64(i64, i1 immarg)

define dso_local noundef double @remainder(double noundef %0, double noundef %1) {
  %3 = tail call fastcc i64 @bits(double noundef %0)
  %4 = and i64 %3, 9223372036854775807
  %5 = tail call fastcc double @number(i64 noundef %4)
  %6 = tail call fastcc i64 @bits(double noundef %1)
  %7 = and i64 %6, 9223372036854775807
  %8 = tail call fastcc double @number(i64 noundef %7)
  %9 = and i64 %3, -9223372036854775808
  %10 = fcmp ueq double %8, 0.000000e+00
  br i1 %10, label %14, label %11

11:                                               ; preds = %2
  %12 = tail call fastcc i32 @is_finite(double noundef %0)
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %14, label %17

14:                                               ; preds = %11, %2
  %15 = fmul double %0, %1
  %16 = fdiv double %15, %15
  br label %47

17:                                               ; preds = %11
  %18 = fcmp ugt double %8, 0x7FD0000000000000
  br i1 %18, label %22, label %19

19:                                               ; preds = %17
  %20 = fadd double %8, %8
  %21 = tail call double @fmod(double noundef %5, double noundef %20)
  br label %22

22:                                               ; preds = %19, %17
  %23 = phi double [ %21, %19 ], [ %5, %17 ]
  %24 = fcmp olt double %8, 0x20000000000000
  br i1 %24, label %25, label %34

25:                                               ; preds = %22
  %26 = fadd double %23, %23
  %27 = fcmp ogt double %26, %8
  br i1 %27, label %28, label %42

28:                                               ; preds = %25
  %29 = fsub double %23, %8
  %30 = fadd double %29, %29
  %31 = fcmp ult double %30, %8
  br i1 %31, label %42, label %32

32:                                               ; preds = %28
  %33 = fsub double %29, %8
  br label %42

34:                                               ; preds = %22
  %35 = fmul double %8, 5.000000e-01
  %36 = fcmp ogt double %23, %35
  br i1 %36, label %37, label %42

37:                                               ; preds = %34
  %38 = fsub double %23, %8
  %39 = fcmp ult double %38, %35
  br i1 %39, label %42, label %40

40:                                               ; preds = %37
  %41 = fsub double %38, %8
  br label %42

42:                                               ; preds = %34, %40, %37, %25, %32, %28
  %43 = phi double [ %33, %32 ], [ %29, %28 ], [ %23, %25 ], [ %41, %40 ], [ %38, %37 ], [ %23, %34 ]
  %44 = tail call fastcc i64 @bits(double noundef %43)
  %45 = xor i64 %44, %9
  %46 = tail call fastcc double @number(i64 noundef %45)
  br label %47

47:                                               ; preds = %42, %14
  %48 = phi double [ %16, %14 ], [ %46, %42 ]
  ret double %48
}

define dso_local noundef float @fmodf(float noundef %0, float noundef %1) {
  %3 = fpext float %0 to double
  %4 = fpext float %1 to double
  %5 = tail call double @fmod(double noundef %3, double noundef %4)
  %6 = fptrunc double %5 to float
  ret float %6
}

define dso_local noundef float @remainderf(float noundef %0, float noundef %1) {
  %3 = fpext float %0 to double
  %4 = fpext float %1 to double
  %5 = tail call double @remainder(double noundef %3, double noundef %4)
  %6 = fptrunc double %5 to float
  ret float %6
}

define dso_local noundef double @nextafter(double noundef %0, double noundef %1) {
  %3 = fcmp uno double %0, %1
  br i1 %3, label %4, label %6

4:                                                ; preds = %2
  %5 = fadd double %0, %1
  br label %23

6:                                                ; preds = %2
  %7 = fcmp oeq double %0, %1
  br i1 %7, label %23, label %8

8:                                                ; preds = %6
  %9 = fcmp oeq double %0, 0.000000e+00
  br i1 %9, label %10, label %15

10:                                               ; preds = %8
  %11 = tail call fastcc i64 @bits(double noundef %1)
  %12 = and i64 %11, -9223372036854775808
  %13 = or disjoint i64 %12, 1
  %14 = tail call fastcc double @number(i64 noundef %13)
  br label %23

15:                                               ; preds = %8
  %16 = tail call fastcc i64 @bits(double noundef %0)
  %17 = fcmp ogt double %1, %0
  %18 = fcmp ule double %0, 0.000000e+00
  %19 = xor i1 %18, %17
  %20 = select i1 %19, i64 1, i64 -1
  %21 = add i64 %16, %20
  %22 = tail call fastcc double @number(i64 noundef %21)
  br label %23

23:                                               ; preds = %10, %15, %6, %4
  %24 = phi double [ %5, %4 ], [ %1, %6 ], [ %14, %10 ], [ %22, %15 ]
  ret double %24
}

define dso_local noundef float @nextafterf(float noundef %0, float noundef %1) {
  %3 = fcmp uno float %0, %1
  br i1 %3, label %4, label %6

4:                                                ; preds = %2
  %5 = fadd float %0, %1
  br label %23

6:                                                ; preds = %2
  %7 = fcmp oeq float %0, %1
  br i1 %7, label %23, label %8

8:                                                ; preds = %6
  %9 = fcmp oeq float %0, 0.000000e+00
  br i1 %9, label %10, label %15

10:                                               ; preds = %8
  %11 = tail call fastcc i32 @bits_f(float noundef %1)
  %12 = and i32 %11, -2147483648
  %13 = or disjoint i32 %12, 1
  %14 = tail call fastcc float @number_f(i32 noundef %13)
  br label %23

15:                                               ; preds = %8
  %16 = tail call fastcc i32 @bits_f(float noundef %0)
  %17 = fcmp ogt float %1, %0
  %18 = fcmp ule float %0, 0.000000e+00
  %19 = xor i1 %18, %17
  %20 = select i1 %19, i32 1, i32 -1
  %21 = add i32 %16, %20
  %22 = tail call fastcc float @number_f(i32 noundef %21)
  br label %23

23:                                               ; preds = %10, %15, %6, %4
  %24 = phi float [ %5, %4 ], [ %1, %6 ], [ %14, %10 ], [ %22, %15 ]
  ret float %24
}

define internal fastcc noundef i32 @bits_f(float noundef %0) unnamed_addr {
  %2 = bitcast float %0 to i32
  ret i32 %2
}

define internal fastcc noundef float @number_f(i32 noundef %0) unnamed_addr {
  %2 = bitcast i32 %0 to float
  ret float %2
}

define dso_local double @erf(double noundef %0) {
  %2 = tail call fastcc i64 @bits(double noundef %0)
  %3 = and i64 %2, 9223372036854775807
  %4 = tail call fastcc double @number(i64 noundef %3)
  %5 = fcmp uno double %0, 0.000000e+00
  br i1 %5, label %6, label %8

6:                                                ; preds = %1
  %7 = fadd double %0, %0
  br label %22

8:                                                ; preds = %1
  %9 = fcmp olt double %4, 1.000000e+00
  br i1 %9, label %10, label %12

10:                                               ; preds = %8
  %11 = tail call fastcc double @erf_near(double noundef %0)
  br label %22

12:                                               ; preds = %8
  %13 = fcmp olt double %4, 6.000000e+00
  br i1 %13, label %14, label %17

14:                                               ; preds = %12
  %15 = tail call fastcc double @erfc_tail(double noundef %4)
  %16 = fsub double 1.000000e+00, %15
  br label %17

17:                                               ; preds = %12, %14
  %18 = phi double [ %16, %14 ], [ 1.000000e+00, %12 ]
  %19 = fcmp olt double %0, 0.000000e+00
  %20 = fneg double %18
  %21 = select i1 %19, double %20, double %18
  br label %22

22:                                               ; preds = %17, %10, %6
  %23 = phi double [ %7, %6 ], [ %11, %10 ], [ %21, %17 ]
  ret double %23
}

define internal fastcc double @erf_near(double noundef %0) unnamed_addr {
  %2 = fmul double %0, %0
  %3 = tail call fastcc double @polynomial(ptr noundef nonnull @error_series, i32 noundef 13, double noundef %2)
  %4 = fmul double %0, %3
  ret double %4
}

define internal fastcc noundef double @erfc_tail(double noundef %0) unnamed_addr {
  %2 = alloca i32, align 4
  %3 = fcmp ogt double %0, 2.730000e+01
  br i1 %3, label %20, label %4

4:                                                ; preds = %1
  %5 = fneg double %0
  %6 = fmul double %0, %5
  %7 = tail call double @llvm.fma.f64(double %0, double %0, double %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  %8 = fneg double %7
  %9 = call fastcc double @exp_parts(double noundef %6, double noundef %8, ptr noundef %2)
  %10 = fadd double %0, -3.750000e+00
  %11 = fadd double %0, 3.750000e+00
  %12 = fdiv double %10, %11
  %13 = tail call fastcc double @polynomial(ptr noundef nonnull @error_tail, i32 noundef 24, double noundef %12)
  %14 = fmul double %0, 2.000000e+00
  %15 = fadd double %14, 1.000000e+00
  %16 = fdiv double %13, %15
  %17 = fmul double %9, %16
  %18 = load i32, ptr %2, align 4
  %19 = tail call fastcc double @scaled(double noundef %17, i32 noundef %18)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  br label %20

20:                                               ; preds = %1, %4
  %21 = phi double [ %19, %4 ], [ 0.000000e+00, %1 ]
  ret double %21
}

define dso_local double @erfc(double noundef %0) {
  %2 = fcmp uno double %0, 0.000000e+00
  br i1 %2, label %3, label %5

3:                                                ; preds = %1
  %4 = fadd double %0, %0
  br label %20

5:                                                ; preds = %1
  %6 = fcmp ult double %0, 5.000000e-01
  br i1 %6, label %9, label %7

7:                                                ; preds = %5
  %8 = tail call fastcc double @erfc_tail(double noundef %0)
  br label %20

9:                                                ; preds = %5
  %10 = fcmp ogt double %0, -1.000000e+00
  br i1 %10, label %11, label %14

11:                                               ; preds = %9
  %12 = tail call fastcc double @erf_near(double noundef %0)
  %13 = fsub double 1.000000e+00, %12
  br label %20

14:                                               ; preds = %9
  %15 = fcmp ogt double %0, -6.000000e+00
  br i1 %15, label %16, label %20

16:                                               ; preds = %14
  %17 = fneg double %0
  %18 = tail call fastcc double @erfc_tail(double noundef %17)
  %19 = fsub double 2.000000e+00, %18
  br label %20

20:                                               ; preds = %16, %14, %11, %7, %3
  %21 = phi double [ %4, %3 ], [ %8, %7 ], [ %13, %11 ], [ %19, %16 ], [ 2.000000e+00, %14 ]
  ret double %21
}

define dso_local double @tgamma(double noundef %0) {
  %2 = alloca i32, align 4
  %3 = alloca double, align 8
  %4 = tail call fastcc i64 @bits(double noundef %0)
  %5 = and i64 %4, 9223372036854775807
  %6 = tail call fastcc double @number(i64 noundef %5)
  %7 = fcmp uno double %0, 0.000000e+00
  br i1 %7, label %11, label %8

8:                                                ; preds = %1
  %9 = tail call fastcc double @number(i64 noundef 9218868437227405312)
  %10 = fcmp oeq double %0, %9
  br i1 %10, label %11, label %13

11:                                               ; preds = %8, %1
  %12 = fadd double %0, %0
  br label %59

13:                                               ; preds = %8
  %14 = fcmp olt double %6, 0x3C30000000000000
  br i1 %14, label %15, label %17

15:                                               ; preds = %13
  %16 = fdiv double 1.000000e+00, %0
  br label %59

17:                                               ; preds = %13
  %18 = fcmp olt double %0, 0.000000e+00
  %19 = tail call double @llvm.floor.f64(double %0)
  %20 = fcmp oeq double %0, %19
  %21 = and i1 %18, %20
  br i1 %21, label %22, label %25

22:                                               ; preds = %17
  %23 = fsub double %0, %0
  %24 = fdiv double %23, %23
  br label %59

25:                                               ; preds = %17
  %26 = fcmp ogt double %0, 1.720000e+02
  br i1 %26, label %27, label %29

27:                                               ; preds = %25
  %28 = tail call fastcc double @number(i64 noundef 9218868437227405312)
  br label %59

29:                                               ; preds = %25
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  %30 = fcmp ogt double %0, -5.000000e+00
  br i1 %30, label %31, label %35

31:                                               ; preds = %29
  %32 = call fastcc double @gamma_parts(double noundef %0, ptr noundef %2)
  %33 = load i32, ptr %2, align 4
  %34 = tail call fastcc double @scaled(double noundef %32, i32 noundef %33)
  br label %57

35:                                               ; preds = %29
  %36 = tail call fastcc double @sin_pi(double noundef %6)
  %37 = fcmp ogt double %6, 1.850000e+02
  br i1 %37, label %38, label %41

38:                                               ; preds = %35
  %39 = fcmp olt double %36, 0.000000e+00
  %40 = select i1 %39, double 0.000000e+00, double -0.000000e+00
  br label %57

41:                                               ; preds = %35
  %42 = fcmp olt double %6, 1.720000e+02
  br i1 %42, label %43, label %45

43:                                               ; preds = %41
  %44 = call fastcc double @gamma_parts(double noundef %6, ptr noundef %2)
  br label %49

45:                                               ; preds = %41
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %46 = call fastcc double @stirling(double noundef %6, ptr noundef %3)
  %47 = load double, ptr %3, align 8
  %48 = call fastcc double @exp_parts(double noundef %46, double noundef %47, ptr noundef %2)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  br label %49

49:                                               ; preds = %45, %43
  %50 = phi double [ %44, %43 ], [ %48, %45 ]
  %51 = fmul double %6, %36
  %52 = fmul double %51, %50
  %53 = fdiv double 0xC00921FB54442D18, %52
  %54 = load i32, ptr %2, align 4
  %55 = sub nsw i32 0, %54
  %56 = tail call fastcc double @scaled(double noundef %53, i32 noundef %55)
  br label %57

57:                                               ; preds = %38, %49, %31
  %58 = phi double [ %34, %31 ], [ %40, %38 ], [ %56, %49 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  br label %59

59:                                               ; preds = %57, %27, %22, %15, %11
  %60 = phi double [ %12, %11 ], [ %16, %15 ], [ %24, %22 ], [ %28, %27 ], [ %58, %57 ]
  ret double %60
}

declare double @llvm.floor.f64(double)

define internal fastcc double @gamma_parts(double noundef %0, ptr noundef nonnull writeonly captures(none) %1) unnamed_addr {
  %3 = alloca double, align 8
  %4 = fcmp ult double %0, 9.000000e+00
  br i1 %4, label %5, label %7

5:                                                ; preds = %2
  %6 = fcmp ult double %0, 3.000000e+00
  br i1 %6, label %11, label %15

7:                                                ; preds = %2
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %8 = call fastcc double @stirling(double noundef %0, ptr noundef %3)
  %9 = load double, ptr %3, align 8
  %10 = tail call fastcc double @exp_parts(double noundef %8, double noundef %9, ptr noundef %1)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  br label %34

11:                                               ; preds = %15, %5
  %12 = phi double [ %0, %5 ], [ %18, %15 ]
  %13 = phi double [ 1.000000e+00, %5 ], [ %19, %15 ]
  %14 = fcmp olt double %12, 2.000000e+00
  br i1 %14, label %21, label %27

15:                                               ; preds = %5, %15
  %16 = phi double [ %19, %15 ], [ 1.000000e+00, %5 ]
  %17 = phi double [ %18, %15 ], [ %0, %5 ]
  %18 = fadd double %17, -1.000000e+00
  %19 = fmul double %16, %18
  %20 = fcmp ult double %18, 3.000000e+00
  br i1 %20, label %11, label %15

21:                                               ; preds = %11, %21
  %22 = phi double [ %24, %21 ], [ 1.000000e+00, %11 ]
  %23 = phi double [ %25, %21 ], [ %12, %11 ]
  %24 = fmul double %23, %22
  %25 = fadd double %23, 1.000000e+00
  %26 = fcmp olt double %25, 2.000000e+00
  br i1 %26, label %21, label %27

27:                                               ; preds = %21, %11
  %28 = phi double [ %12, %11 ], [ %25, %21 ]
  %29 = phi double [ 1.000000e+00, %11 ], [ %24, %21 ]
  store i32 0, ptr %1, align 4
  %30 = fadd double %28, -2.500000e+00
  %31 = tail call fastcc double @polynomial(ptr noundef nonnull @gamma_poly, i32 noundef 18, double noundef %30)
  %32 = fmul double %13, %31
  %33 = fdiv double %32, %29
  br label %34

34:                                               ; preds = %27, %7
  %35 = phi double [ %10, %7 ], [ %33, %27 ]
  ret double %35
}

define internal fastcc noundef double @scaled(double noundef %0, i32 noundef %1) unnamed_addr {
  %3 = sdiv i32 %1, 2
  %4 = add nsw i32 %3, 1023
  %5 = zext i32 %4 to i64
  %6 = shl i64 %5, 52
  %7 = tail call fastcc double @number(i64 noundef %6)
  %8 = fmul double %0, %7
  %9 = add nsw i32 %1, 1023
  %10 = sub i32 %9, %3
  %11 = zext i32 %10 to i64
  %12 = shl i64 %11, 52
  %13 = tail call fastcc double @number(i64 noundef %12)
  %14 = fmul double %8, %13
  ret double %14
}

define internal fastcc double @sin_pi(double noundef %0) unnamed_addr {
  %2 = tail call double @llvm.rint.f64(double %0)
  %3 = fsub double %0, %2
  %4 = tail call fastcc i64 @bits(double noundef %3)
  %5 = and i64 %4, 9223372036854775807
  %6 = tail call fastcc double @number(i64 noundef %5)
  %7 = fcmp ugt double %6, 2.500000e-01
  br i1 %7, label %15, label %8

8:                                                ; preds = %1
  %9 = fmul double %6, 0x400921FB54442D18
  %10 = fneg double %9
  %11 = tail call double @llvm.fma.f64(double %6, double 0x400921FB54442D18, double %10)
  %12 = fmul double %6, 0x3CA1A62633145C07
  %13 = fadd double %12, %11
  %14 = tail call fastcc double @sine(double noundef %9, double noundef %13)
  br label %23

15:                                               ; preds = %1
  %16 = fsub double 5.000000e-01, %6
  %17 = fmul double %16, 0x400921FB54442D18
  %18 = fneg double %17
  %19 = tail call double @llvm.fma.f64(double %16, double 0x400921FB54442D18, double %18)
  %20 = fmul double %16, 0x3CA1A62633145C07
  %21 = fadd double %20, %19
  %22 = tail call fastcc double @cosine(double noundef %17, double noundef %21)
  br label %23

23:                                               ; preds = %15, %8
  %24 = phi double [ %14, %8 ], [ %22, %15 ]
  %25 = fmul double %2, 5.000000e-01
  %26 = tail call double @llvm.floor.f64(double %25)
  %27 = fmul double %26, 2.000000e+00
  %28 = fsub double %2, %27
  %29 = fcmp olt double %3, 0.000000e+00
  %30 = fcmp une double %28, 1.000000e+00
  %31 = xor i1 %29, %30
  %32 = fneg double %24
  %33 = select i1 %31, double %24, double %32
  ret double %33
}

define internal fastcc double @stirling(double noundef %0, ptr noundef nonnull writeonly captures(none) initializes((0, 8)) %1) unnamed_addr {
  %3 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %4 = call fastcc double @log_parts(double noundef %0, ptr noundef %3)
  %5 = fadd double %0, -5.000000e-01
  %6 = fdiv double 1.000000e+00, %0
  %7 = fmul double %5, %4
  %8 = fneg double %7
  %9 = tail call double @llvm.fma.f64(double %5, double %4, double %8)
  %10 = load double, ptr %3, align 8
  %11 = fmul double %5, %10
  %12 = fadd double %9, %11
  %13 = fsub double %7, %0
  %14 = fsub double %7, %13
  %15 = fsub double %14, %0
  %16 = fmul double %6, %6
  %17 = tail call fastcc double @polynomial(ptr noundef nonnull @stirling.series, i32 noundef 9, double noundef %16)
  %18 = fmul double %6, %17
  %19 = fadd double %12, %18
  %20 = fadd double %19, 0x3FED67F1C864BEB5
  %21 = fadd double %15, %20
  %22 = fadd double %13, %21
  %23 = fsub double %13, %22
  %24 = fadd double %21, %23
  store double %24, ptr %1, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret double %22
}

define internal fastcc double @exp_parts(double noundef %0, double noundef %1, ptr noundef nonnull writeonly captures(none) initializes((0, 4)) %2) unnamed_addr {
  %4 = fmul double %0, 0x3FF71547652B82FE
  %5 = tail call double @llvm.rint.f64(double %4)
  %6 = fneg double %5
  %7 = tail call double @llvm.fma.f64(double %6, double 0x3FE62E42FEFA3800, double %0)
  %8 = tail call double @llvm.fma.f64(double %6, double 0x3D2EF35793C76730, double %1)
  %9 = fadd double %7, %8
  %10 = fsub double %7, %9
  %11 = fadd double %8, %10
  %12 = fptosi double %5 to i32
  store i32 %12, ptr %2, align 4
  %13 = fmul double %9, %9
  %14 = tail call fastcc double @polynomial(ptr noundef nonnull @exp_parts.series, i32 noundef 12, double noundef %9)
  %15 = fmul double %13, %14
  %16 = fadd double %11, %15
  %17 = fadd double %9, %16
  %18 = fadd double %17, 1.000000e+00
  ret double %18
}

define dso_local double @lgamma(double noundef %0) {
  %2 = alloca double, align 8
  %3 = tail call fastcc i64 @bits(double noundef %0)
  %4 = and i64 %3, 9223372036854775807
  %5 = tail call fastcc double @number(i64 noundef %4)
  %6 = fcmp uno double %0, 0.000000e+00
  br i1 %6, label %7, label %9

7:                                                ; preds = %1
  %8 = fadd double %0, %0
  br label %41

9:                                                ; preds = %1
  %10 = tail call fastcc double @number(i64 noundef 9218868437227405312)
  %11 = fcmp oge double %5, %10
  %12 = fcmp oeq double %0, 0.000000e+00
  %13 = or i1 %12, %11
  br i1 %13, label %14, label %16

14:                                               ; preds = %9
  %15 = tail call fastcc double @number(i64 noundef 9218868437227405312)
  br label %41

16:                                               ; preds = %9
  %17 = fcmp olt double %5, 0x3C30000000000000
  br i1 %17, label %18, label %21

18:                                               ; preds = %16
  %19 = tail call fastcc double @log_sum(double noundef %5)
  %20 = fneg double %19
  br label %41

21:                                               ; preds = %16
  %22 = fcmp ogt double %0, 0.000000e+00
  br i1 %22, label %23, label %25

23:                                               ; preds = %21
  %24 = tail call fastcc double @lgamma_positive(double noundef %0)
  br label %41

25:                                               ; preds = %21
  %26 = tail call fastcc double @sin_pi(double noundef %5)
  %27 = fcmp oeq double %26, 0.000000e+00
  br i1 %27, label %28, label %30

28:                                               ; preds = %25
  %29 = tail call fastcc double @number(i64 noundef 9218868437227405312)
  br label %41

30:                                               ; preds = %25
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  %31 = fcmp olt double %26, 0.000000e+00
  %32 = fneg double %26
  %33 = select i1 %31, double %32, double %26
  %34 = fmul double %5, %33
  %35 = fdiv double 0x400921FB54442D18, %34
  %36 = call fastcc double @log_parts(double noundef %35, ptr noundef %2)
  %37 = load double, ptr %2, align 8
  %38 = tail call fastcc double @lgamma_positive(double noundef %5)
  %39 = fsub double %37, %38
  %40 = fadd double %36, %39
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  br label %41

41:                                               ; preds = %28, %30, %23, %18, %14, %7
  %42 = phi double [ %8, %7 ], [ %15, %14 ], [ %20, %18 ], [ %24, %23 ], [ %29, %28 ], [ %40, %30 ]
  ret double %42
}

define internal fastcc double @log_sum(double noundef %0) unnamed_addr {
  %2 = alloca double, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  %3 = call fastcc double @log_parts(double noundef %0, ptr noundef %2)
  %4 = load double, ptr %2, align 8
  %5 = fadd double %3, %4
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret double %5
}

define internal fastcc double @lgamma_positive(double noundef %0) unnamed_addr {
  %2 = alloca double, align 8
  %3 = alloca double, align 8
  %4 = fcmp ult double %0, 9.000000e+00
  br i1 %4, label %19, label %5

5:                                                ; preds = %1
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  %6 = fcmp ogt double %0, 0x7F5754D9278B51A6
  br i1 %6, label %7, label %9

7:                                                ; preds = %5
  %8 = tail call fastcc double @number(i64 noundef 9218868437227405312)
  br label %17

9:                                                ; preds = %5
  %10 = fcmp olt double %0, 1.000000e+17
  br i1 %10, label %11, label %13

11:                                               ; preds = %9
  %12 = call fastcc double @stirling(double noundef %0, ptr noundef %2)
  br label %17

13:                                               ; preds = %9
  %14 = call fastcc double @log_parts(double noundef %0, ptr noundef %2)
  %15 = fadd double %14, -1.000000e+00
  %16 = fmul double %0, %15
  br label %17

17:                                               ; preds = %13, %11, %7
  %18 = phi double [ %8, %7 ], [ %12, %11 ], [ %16, %13 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  br label %56

19:                                               ; preds = %1
  %20 = fadd double %0, -2.000000e+00
  %21 = fcmp ogt double %0, 2.500000e+00
  br i1 %21, label %22, label %38

22:                                               ; preds = %19
  %23 = fcmp ogt double %20, 5.000000e-01
  br i1 %23, label %24, label %31

24:                                               ; preds = %22, %24
  %25 = phi double [ %28, %24 ], [ 1.000000e+00, %22 ]
  %26 = phi double [ %29, %24 ], [ %20, %22 ]
  %27 = fadd double %26, 1.000000e+00
  %28 = fmul double %25, %27
  %29 = fadd double %26, -1.000000e+00
  %30 = fcmp ogt double %29, 5.000000e-01
  br i1 %30, label %24, label %31

31:                                               ; preds = %24, %22
  %32 = phi double [ %20, %22 ], [ %29, %24 ]
  %33 = phi double [ 1.000000e+00, %22 ], [ %28, %24 ]
  %34 = tail call fastcc double @polynomial(ptr noundef nonnull @log_gamma_poly, i32 noundef 23, double noundef %32)
  %35 = fmul double %32, %34
  %36 = tail call fastcc double @log_sum(double noundef %33)
  %37 = fadd double %35, %36
  br label %56

38:                                               ; preds = %19
  %39 = fcmp ult double %0, 1.250000e+00
  br i1 %39, label %43, label %40

40:                                               ; preds = %38
  %41 = tail call fastcc double @polynomial(ptr noundef nonnull @log_gamma_poly, i32 noundef 23, double noundef %20)
  %42 = fmul double %20, %41
  br label %56

43:                                               ; preds = %38
  %44 = fcmp olt double %0, 5.000000e-01
  %45 = fadd double %0, -1.000000e+00
  %46 = select i1 %44, double %0, double %45
  %47 = fadd double %0, 1.000000e+00
  %48 = fmul double %0, %47
  %49 = select i1 %44, double %48, double %0
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  %50 = call fastcc double @log_parts(double noundef %49, ptr noundef %3)
  %51 = tail call fastcc double @polynomial(ptr noundef nonnull @log_gamma_poly, i32 noundef 23, double noundef %46)
  %52 = fneg double %50
  %53 = tail call double @llvm.fma.f64(double %46, double %51, double %52)
  %54 = load double, ptr %3, align 8
  %55 = fsub double %53, %54
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  br label %56

56:                                               ; preds = %31, %40, %43, %17
  %57 = phi double [ %18, %17 ], [ %37, %31 ], [ %42, %40 ], [ %55, %43 ]
  ret double %57
}

define internal fastcc double @log_parts(double noundef %0, ptr noundef nonnull writeonly captures(none) initializes((0, 8)) %1) unnamed_addr {
  %3 = fcmp olt double %0, 0x10000000000000
  %4 = fmul double %0, 0x4350000000000000
  %5 = select i1 %3, double %4, double %0
  %6 = tail call fastcc i64 @bits(double noundef %5)
  %7 = add i64 %6, 2638147582215219
  %8 = lshr i64 %7, 52
  %9 = trunc nuw nsw i64 %8 to i32
  %10 = select i1 %3, i32 -1077, i32 -1023
  %11 = add nsw i32 %10, %9
  %12 = and i64 %7, -4503599627370496
  %13 = add i64 %6, 4607182418800017408
  %14 = sub i64 %13, %12
  %15 = tail call fastcc double @number(i64 noundef %14)
  %16 = fadd double %15, -1.000000e+00
  %17 = fadd double %15, 1.000000e+00
  %18 = fadd double %17, -1.000000e+00
  %19 = fsub double %15, %18
  %20 = fdiv double %16, %17
  %21 = fneg double %20
  %22 = tail call double @llvm.fma.f64(double %21, double %17, double %16)
  %23 = fmul double %20, %19
  %24 = fsub double %22, %23
  %25 = fdiv double %24, %17
  %26 = fmul double %20, %20
  %27 = sitofp i32 %11 to double
  %28 = fmul double %27, 0x3FE62E42FEFA3800
  %29 = fmul double %20, 2.000000e+00
  %30 = fadd double %29, %28
  %31 = fsub double %28, %30
  %32 = fadd double %29, %31
  %33 = fmul double %27, 0x3D2EF35793C76730
  %34 = fmul double %25, 2.000000e+00
  %35 = fmul double %20, %26
  %36 = tail call fastcc double @polynomial(ptr noundef nonnull @log_parts.series, i32 noundef 11, double noundef %26)
  %37 = fmul double %36, %35
  %38 = fadd double %37, %34
  %39 = fadd double %33, %38
  %40 = fadd double %32, %39
  %41 = fadd double %30, %40
  %42 = fsub double %30, %41
  %43 = fadd double %40, %42
  store double %43, ptr %1, align 8
  ret double %41
}

define dso_local float @erff(float noundef %0) {
  %2 = fpext float %0 to double
  %3 = tail call double @erf(double noundef %2)
  %4 = fptrunc double %3 to float
  ret float %4
}

define dso_local float @erfcf(float noundef %0) {
  %2 = fpext float %0 to double
  %3 = tail call double @erfc(double noundef %2)
  %4 = fptrunc double %3 to float
  ret float %4
}

define dso_local float @tgammaf(float noundef %0) {
  %2 = fpext float %0 to double
  %3 = tail call double @tgamma(double noundef %2)
  %4 = fptrunc double %3 to float
  ret float %4
}

define dso_local float @lgammaf(float noundef %0) {
  %2 = fpext float %0 to double
  %3 = tail call double @lgamma(double noundef %2)
  %4 = fptrunc double %3 to float
  ret float %4
}

define dso_local double @j0(double noundef %0) {
  %2 = fcmp uno double %0, 0.000000e+00
  br i1 %2, label %3, label %5

3:                                                ; preds = %1
  %4 = fadd double %0, %0
  br label %10

5:                                                ; preds = %1
  %6 = tail call fastcc i64 @bits(double noundef %0)
  %7 = and i64 %6, 9223372036854775807
  %8 = tail call fastcc double @number(i64 noundef %7)
  %9 = tail call fastcc double @j0_positive(double noundef %8)
  br label %10

10:                                               ; preds = %5, %3
  %11 = phi double [ %4, %3 ], [ %9, %5 ]
  ret double %11
}

define internal fastcc double @j0_positive(double noundef %0) unnamed_addr {
  %2 = fcmp ugt double %0, 1.000000e+00
  br i1 %2, label %6, label %3

3:                                                ; preds = %1
  %4 = tail call fastcc double @near(double noundef %0, i32 noundef 0)
  %5 = fadd double %4, 1.000000e+00
  br label %25

6:                                                ; preds = %1
  %7 = fcmp ult double %0, 8.000000e+00
  br i1 %7, label %10, label %8

8:                                                ; preds = %6
  %9 = tail call fastcc double @far(double noundef %0, ptr noundef nonnull @p0_far, ptr noundef nonnull @q0_far, i32 noundef 0)
  br label %25

10:                                               ; preds = %6
  %11 = fcmp olt double %0, 4.000000e+00
  br i1 %11, label %12, label %18

12:                                               ; preds = %10
  %13 = tail call fastcc double @between(double noundef %0, double noundef 0x40033D152E971B40, double noundef 0xBCA0F539D7DA258E)
  %14 = fmul double %0, %0
  %15 = tail call double @llvm.fma.f64(double %14, double 1.250000e-01, double -1.000000e+00)
  %16 = tail call fastcc double @polynomial(ptr noundef nonnull @j0_1_4, i32 noundef 14, double noundef %15)
  %17 = fmul double %13, %16
  br label %25

18:                                               ; preds = %10
  %19 = fadd double %0, 0xC016148F5B2C2E45
  %20 = fadd double %19, 0xBC975054CD60A517
  %21 = fmul double %0, 5.000000e-01
  %22 = fadd double %21, -3.000000e+00
  %23 = tail call fastcc double @polynomial(ptr noundef nonnull @j0_4_8, i32 noundef 20, double noundef %22)
  %24 = fmul double %20, %23
  br label %25

25:                                               ; preds = %18, %12, %8, %3
  %26 = phi double [ %5, %3 ], [ %9, %8 ], [ %17, %12 ], [ %24, %18 ]
  ret double %26
}

define dso_local double @j1(double noundef %0) {
  %2 = fcmp uno double %0, 0.000000e+00
  br i1 %2, label %3, label %5

3:                                                ; preds = %1
  %4 = fadd double %0, %0
  br label %13

5:                                                ; preds = %1
  %6 = tail call fastcc i64 @bits(double noundef %0)
  %7 = and i64 %6, 9223372036854775807
  %8 = tail call fastcc double @number(i64 noundef %7)
  %9 = tail call fastcc double @j1_positive(double noundef %8)
  %10 = fneg double %9
  %11 = icmp slt i64 %6, 0
  %12 = select i1 %11, double %10, double %9
  br label %13

13:                                               ; preds = %5, %3
  %14 = phi double [ %4, %3 ], [ %12, %5 ]
  ret double %14
}

define internal fastcc double @j1_positive(double noundef %0) unnamed_addr {
  %2 = fcmp ugt double %0, 1.000000e+00
  br i1 %2, label %8, label %3

3:                                                ; preds = %1
  %4 = fmul double %0, 5.000000e-01
  %5 = tail call fastcc double @near(double noundef %0, i32 noundef 1)
  %6 = fadd double %5, 1.000000e+00
  %7 = fmul double %4, %6
  br label %31

8:                                                ; preds = %1
  %9 = fcmp ult double %0, 8.000000e+00
  br i1 %9, label %12, label %10

10:                                               ; preds = %8
  %11 = tail call fastcc double @far(double noundef %0, ptr noundef nonnull @p1_far, ptr noundef nonnull @q1_far, i32 noundef 1)
  br label %31

12:                                               ; preds = %8
  %13 = fcmp olt double %0, 4.000000e+00
  br i1 %13, label %14, label %21

14:                                               ; preds = %12
  %15 = tail call fastcc double @between(double noundef %0, double noundef 0x400EA75575AF6F09, double noundef 0xBCA60155A9D1B256)
  %16 = fmul double %0, %0
  %17 = tail call double @llvm.fma.f64(double %16, double 1.250000e-01, double -1.000000e+00)
  %18 = tail call fastcc double @polynomial(ptr noundef nonnull @j1_1_4, i32 noundef 13, double noundef %17)
  %19 = fmul double %15, %18
  %20 = fmul double %0, %19
  br label %31

21:                                               ; preds = %12
  %22 = fadd double %0, 0xC00EA75575AF6F09
  %23 = fadd double %22, 0x3CA60155A9D1B256
  %24 = fadd double %0, 0xC01C0FF5F3B47250
  %25 = fadd double %24, 0x3C9B226D9D243827
  %26 = fmul double %23, %25
  %27 = fmul double %0, 5.000000e-01
  %28 = fadd double %27, -3.000000e+00
  %29 = tail call fastcc double @polynomial(ptr noundef nonnull @j1_4_8, i32 noundef 20, double noundef %28)
  %30 = fmul double %26, %29
  br label %31

31:                                               ; preds = %21, %14, %10, %3
  %32 = phi double [ %7, %3 ], [ %11, %10 ], [ %20, %14 ], [ %30, %21 ]
  ret double %32
}

define dso_local double @y0(double noundef %0) {
  %2 = fcmp ogt double %0, 0.000000e+00
  br i1 %2, label %5, label %3

3:                                                ; preds = %1
  %4 = tail call fastcc double @of_second_kind_end(double noundef %0)
  br label %37

5:                                                ; preds = %1
  %6 = fcmp olt double %0, 2.000000e+00
  br i1 %6, label %7, label %17

7:                                                ; preds = %5
  %8 = tail call fastcc double @between(double noundef %0, double noundef 0x3FEC982EB8D417EA, double noundef 0x3C7EA9D270347F83)
  %9 = fmul double %0, %0
  %10 = tail call double @llvm.fma.f64(double %9, double 5.000000e-01, double -1.000000e+00)
  %11 = tail call fastcc double @polynomial(ptr noundef nonnull @y0_low, i32 noundef 12, double noundef %10)
  %12 = fmul double %8, %11
  %13 = tail call fastcc double @log_of_part(double noundef %0)
  %14 = fmul double %13, 0x3FE45F306DC9C883
  %15 = tail call fastcc double @j0_positive(double noundef %0)
  %16 = tail call double @llvm.fma.f64(double %14, double %15, double %12)
  br label %37

17:                                               ; preds = %5
  %18 = fcmp ult double %0, 8.000000e+00
  br i1 %18, label %21, label %19

19:                                               ; preds = %17
  %20 = tail call fastcc double @far(double noundef %0, ptr noundef nonnull @p0_far, ptr noundef nonnull @q0_far, i32 noundef 1)
  br label %37

21:                                               ; preds = %17
  %22 = fadd double %0, 0xC00FA9534D98569C
  %23 = fadd double %22, 0x3C9F06AE7804384E
  %24 = fcmp olt double %0, 4.000000e+00
  br i1 %24, label %25, label %29

25:                                               ; preds = %21
  %26 = fadd double %0, -3.000000e+00
  %27 = tail call fastcc double @polynomial(ptr noundef nonnull @y0_2_4, i32 noundef 22, double noundef %26)
  %28 = fmul double %23, %27
  br label %37

29:                                               ; preds = %21
  %30 = fadd double %0, 0xC01C581DC4E72103
  %31 = fadd double %30, 0x3C99774A495F56CF
  %32 = fmul double %23, %31
  %33 = fmul double %0, 5.000000e-01
  %34 = fadd double %33, -3.000000e+00
  %35 = tail call fastcc double @polynomial(ptr noundef nonnull @y0_4_8, i32 noundef 22, double noundef %34)
  %36 = fmul double %32, %35
  br label %37

37:                                               ; preds = %25, %29, %19, %7, %3
  %38 = phi double [ %16, %7 ], [ %20, %19 ], [ %4, %3 ], [ %28, %25 ], [ %36, %29 ]
  ret double %38
}

define internal fastcc noundef double @of_second_kind_end(double noundef %0) unnamed_addr {
  %2 = fcmp uno double %0, 0.000000e+00
  br i1 %2, label %3, label %5

3:                                                ; preds = %1
  %4 = fadd double %0, %0
  br label %13

5:                                                ; preds = %1
  %6 = fcmp olt double %0, 0.000000e+00
  br i1 %6, label %7, label %10

7:                                                ; preds = %5
  %8 = fsub double %0, %0
  %9 = fdiv double %8, %8
  br label %13

10:                                               ; preds = %5
  %11 = tail call fastcc double @number(i64 noundef 9218868437227405312)
  %12 = fneg double %11
  br label %13

13:                                               ; preds = %7, %10, %3
  %14 = phi double [ %4, %3 ], [ %9, %7 ], [ %12, %10 ]
  ret double %14
}

define internal fastcc noundef double @between(double noundef %0, double noundef %1, double noundef %2) unnamed_addr {
  %4 = fsub double %0, %1
  %5 = fsub double %4, %2
  %6 = fadd double %0, %1
  %7 = fmul double %6, %5
  ret double %7
}

define internal fastcc double @polynomial(ptr noundef readonly captures(none) %0, i32 noundef range(i32 9, 25) %1, double noundef %2) unnamed_addr {
  %4 = load double, ptr %0, align 8
  br label %6

5:                                                ; preds = %6
  ret double %12

6:                                                ; preds = %3, %6
  %7 = phi i32 [ 1, %3 ], [ %13, %6 ]
  %8 = phi double [ %4, %3 ], [ %12, %6 ]
  %9 = zext nneg i32 %7 to i64
  %10 = getelementptr inbounds nuw double, ptr %0, i64 %9
  %11 = load double, ptr %10, align 8
  %12 = tail call double @llvm.fma.f64(double %8, double %2, double %11)
  %13 = add nuw nsw i32 %7, 1
  %14 = icmp eq i32 %13, %1
  br i1 %14, label %5, label %6
}

declare double @llvm.fma.f64(double, double, double)

define internal fastcc double @log_of_part(double noundef %0) unnamed_addr {
  %2 = alloca double, align 8
  %3 = fcmp olt double %0, 0x3FE6666666666666
  %4 = fcmp ogt double %0, 1.200000e+00
  %5 = or i1 %3, %4
  br i1 %5, label %6, label %12

6:                                                ; preds = %1
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  %7 = call fastcc double @log_parts(double noundef %0, ptr noundef %2)
  %8 = fadd double %7, 0x3FBCCE4B73E6F025
  %9 = load double, ptr %2, align 8
  %10 = fadd double %9, 0x3C54297C34FAD727
  %11 = fadd double %8, %10
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  br label %23

12:                                               ; preds = %1
  %13 = fadd double %0, 0xBFEC982EB8D417EA
  %14 = fadd double %13, 0xBC7EA9D270347F83
  %15 = fadd double %0, 0x3FEC982EB8D417EA
  %16 = fdiv double %14, %15
  %17 = fmul double %16, %16
  %18 = fmul double %16, 2.000000e+00
  %19 = fmul double %16, %17
  %20 = tail call fastcc double @polynomial(ptr noundef nonnull @log_of_part.series, i32 noundef 9, double noundef %17)
  %21 = fmul double %19, %20
  %22 = fadd double %18, %21
  br label %23

23:                                               ; preds = %12, %6
  %24 = phi double [ %11, %6 ], [ %22, %12 ]
  ret double %24
}

define internal fastcc double @far(double noundef %0, ptr noundef readonly captures(none) %1, ptr noundef readonly captures(none) %2, i32 noundef range(i32 0, 2) %3) unnamed_addr {
  %5 = alloca double, align 8
  %6 = alloca double, align 8
  %7 = tail call fastcc i32 @is_finite(double noundef %0)
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %38, label %9

9:                                                ; preds = %4
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  %10 = fdiv double 8.000000e+00, %0
  %11 = fmul double %10, 2.000000e+00
  %12 = tail call double @llvm.fma.f64(double %11, double %10, double -1.000000e+00)
  %13 = call fastcc i32 @reduce_any(double noundef %0, ptr noundef %5, ptr noundef %6)
  %14 = load double, ptr %5, align 8
  %15 = load double, ptr %6, align 8
  %16 = tail call fastcc double @of_quadrant(i32 noundef %13, double noundef %14, double noundef %15)
  %17 = add i32 %13, 1
  %18 = tail call fastcc double @of_quadrant(i32 noundef %17, double noundef %14, double noundef %15)
  %19 = fadd double %16, %18
  %20 = fsub double %16, %18
  %21 = tail call fastcc double @polynomial(ptr noundef %1, i32 noundef 16, double noundef %12)
  %22 = tail call fastcc double @polynomial(ptr noundef %2, i32 noundef 16, double noundef %12)
  %23 = fmul double %10, %22
  %24 = icmp eq i32 %3, 0
  br i1 %24, label %29, label %25

25:                                               ; preds = %9
  %26 = fmul double %21, %20
  %27 = fmul double %19, %23
  %28 = fadd double %26, %27
  br label %33

29:                                               ; preds = %9
  %30 = fmul double %21, %19
  %31 = fmul double %20, %23
  %32 = fsub double %30, %31
  br label %33

33:                                               ; preds = %29, %25
  %34 = phi double [ %28, %25 ], [ %32, %29 ]
  %35 = fmul double %34, 0x3FE20DD750429B6D
  %36 = tail call double @llvm.sqrt.f64(double %0)
  %37 = fdiv double %35, %36
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  br label %38

38:                                               ; preds = %4, %33
  %39 = phi double [ %37, %33 ], [ 0.000000e+00, %4 ]
  ret double %39
}

define dso_local double @y1(double noundef %0) {
  %2 = alloca double, align 8
  %3 = fcmp ogt double %0, 0.000000e+00
  br i1 %3, label %6, label %4

4:                                                ; preds = %1
  %5 = tail call fastcc double @of_second_kind_end(double noundef %0)
  br label %50

6:                                                ; preds = %1
  %7 = fcmp olt double %0, 2.000000e+00
  br i1 %7, label %8, label %30

8:                                                ; preds = %6
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  %9 = call fastcc double @log_parts(double noundef %0, ptr noundef %2)
  %10 = fdiv double 0x3FE45F306DC9C883, %0
  %11 = fneg double %10
  %12 = fcmp ogt double %10, 0x7830000000000000
  br i1 %12, label %28, label %13

13:                                               ; preds = %8
  %14 = tail call double @llvm.fma.f64(double %11, double %0, double 0x3FE45F306DC9C883)
  %15 = fadd double %14, 0xBC86B01EC5417056
  %16 = fmul double %0, %0
  %17 = tail call double @llvm.fma.f64(double %16, double 5.000000e-01, double -1.000000e+00)
  %18 = tail call fastcc double @polynomial(ptr noundef nonnull @y1_low, i32 noundef 12, double noundef %17)
  %19 = fneg double %15
  %20 = fdiv double %19, %0
  %21 = tail call double @llvm.fma.f64(double %0, double %18, double %20)
  %22 = load double, ptr %2, align 8
  %23 = fadd double %9, %22
  %24 = fmul double %23, 0x3FE45F306DC9C883
  %25 = tail call fastcc double @j1_positive(double noundef %0)
  %26 = tail call double @llvm.fma.f64(double %24, double %25, double %21)
  %27 = fsub double %26, %10
  br label %28

28:                                               ; preds = %8, %13
  %29 = phi double [ %27, %13 ], [ %11, %8 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  br label %50

30:                                               ; preds = %6
  %31 = fcmp ult double %0, 8.000000e+00
  br i1 %31, label %35, label %32

32:                                               ; preds = %30
  %33 = tail call fastcc double @far(double noundef %0, ptr noundef nonnull @p1_far, ptr noundef nonnull @q1_far, i32 noundef 0)
  %34 = fneg double %33
  br label %50

35:                                               ; preds = %30
  %36 = fcmp olt double %0, 4.000000e+00
  br i1 %36, label %37, label %43

37:                                               ; preds = %35
  %38 = fadd double %0, 0xC00193BED4DFF243
  %39 = fadd double %38, 0x3C8BD1E50D219BFD
  %40 = fadd double %0, -3.000000e+00
  %41 = tail call fastcc double @polynomial(ptr noundef nonnull @y1_2_4, i32 noundef 22, double noundef %40)
  %42 = fmul double %39, %41
  br label %50

43:                                               ; preds = %35
  %44 = fadd double %0, 0xC015B7FE4E87B02E
  %45 = fadd double %44, 0xBCBDFE7BAC228E8C
  %46 = fmul double %0, 5.000000e-01
  %47 = fadd double %46, -3.000000e+00
  %48 = tail call fastcc double @polynomial(ptr noundef nonnull @y1_4_8, i32 noundef 22, double noundef %47)
  %49 = fmul double %45, %48
  br label %50

50:                                               ; preds = %43, %37, %32, %28, %4
  %51 = phi double [ %29, %28 ], [ %34, %32 ], [ %42, %37 ], [ %49, %43 ], [ %5, %4 ]
  ret double %51
}

define dso_local float @j0f(float noundef %0) {
  %2 = fpext float %0 to double
  %3 = tail call double @j0(double noundef %2)
  %4 = fptrunc double %3 to float
  ret float %4
}

define dso_local float @j1f(float noundef %0) {
  %2 = fpext float %0 to double
  %3 = tail call double @j1(double noundef %2)
  %4 = fptrunc double %3 to float
  ret float %4
}

define dso_local float @y0f(float noundef %0) {
  %2 = fpext float %0 to double
  %3 = tail call double @y0(double noundef %2)
  %4 = fptrunc double %3 to float
  ret float %4
}

define dso_local float @y1f(float noundef %0) {
  %2 = fpext float %0 to double
  %3 = tail call double @y1(double noundef %2)
  %4 = fptrunc double %3 to float
  ret float %4
}

define internal fastcc i64 @table_bits(i32 noundef range(i32 -1013, 1163) %0) unnamed_addr {
  %2 = lshr i32 %0, 6
  %3 = and i32 %0, 63
  %4 = zext nneg i32 %2 to i64
  %5 = getelementptr inbounds nuw i64, ptr @two_over_pi, i64 %4
  %6 = load i64, ptr %5, align 8
  %7 = zext nneg i32 %3 to i64
  %8 = shl i64 %6, %7
  %9 = icmp eq i32 %3, 0
  br i1 %9, label %17, label %10

10:                                               ; preds = %1
  %11 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %12 = load i64, ptr %11, align 8
  %13 = sub nuw nsw i32 64, %3
  %14 = zext nneg i32 %13 to i64
  %15 = lshr i64 %12, %14
  %16 = or i64 %15, %8
  br label %17

17:                                               ; preds = %1, %10
  %18 = phi i64 [ %16, %10 ], [ %8, %1 ]
  ret i64 %18
}

declare double @llvm.rint.f64(double)

define internal fastcc double @near(double noundef %0, i32 noundef range(i32 0, 2) %1) unnamed_addr {
  %3 = fmul double %0, -2.500000e-01
  %4 = fmul double %0, %3
  br label %6

5:                                                ; preds = %6
  ret double %14

6:                                                ; preds = %2, %6
  %7 = phi i32 [ 9, %2 ], [ %15, %6 ]
  %8 = phi double [ 0.000000e+00, %2 ], [ %14, %6 ]
  %9 = add nuw nsw i32 %7, %1
  %10 = mul nuw nsw i32 %9, %7
  %11 = uitofp nneg i32 %10 to double
  %12 = fdiv double %4, %11
  %13 = fadd double %8, 1.000000e+00
  %14 = fmul double %13, %12
  %15 = add nsw i32 %7, -1
  %16 = icmp samesign ugt i32 %7, 1
  br i1 %16, label %6, label %5
}

define internal fastcc i32 @reduce_any(double noundef %0, ptr noundef nonnull writeonly captures(none) initializes((0, 8)) %1, ptr noundef nonnull writeonly captures(none) initializes((0, 8)) %2) unnamed_addr {
  %4 = fcmp ult double %0, 6.553600e+04
  br i1 %4, label %7, label %5

5:                                                ; preds = %3
  %6 = tail call fastcc i32 @reduce(double noundef %0, ptr noundef %1, ptr noundef %2)
  br label %19

7:                                                ; preds = %3
  %8 = fmul double %0, 0x3FE45F306DC9C883
  %9 = tail call double @llvm.rint.f64(double %8)
  %10 = fneg double %9
  %11 = tail call double @llvm.fma.f64(double %10, double 0x3FF921FB54400000, double %0)
  %12 = fmul double %9, 0x3DD0B4611A600000
  %13 = fsub double %11, %12
  store double %13, ptr %1, align 8
  %14 = fsub double %11, %13
  %15 = fsub double %14, %12
  %16 = fmul double %9, 0x3BA3198A2E037073
  %17 = fsub double %15, %16
  store double %17, ptr %2, align 8
  %18 = fptosi double %9 to i32
  br label %19

19:                                               ; preds = %7, %5
  %20 = phi i32 [ %6, %5 ], [ %18, %7 ]
  ret i32 %20
}

declare double @llvm.sqrt.f64(double)

declare i64 @llvm.fshl.i64(i64, i64, i64)

declare i32 @llvm.smin.i32(i32, i32)
