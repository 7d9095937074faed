package trn2sim.hw.isa;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import trn2sim.hw.Tensors;
import trn2sim.hw.isa.DmaCopy.Dge;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.DType;
import trn2sim.hw.memory.Register;

/** Every rule of every instruction broken once; the message names the operand. */
class OperandRulesTest {
  private static final Optional<Access> NONE = Optional.empty();

  private final Tensors tensors = new Tensors();

  private Access sbuf(String name, DType type, int rows, int cols) {
    return tensors.sbuf(name, type, rows, cols).all();
  }

  private Access psum(String name, DType type, int rows, int cols) {
    return tensors.psum(name, type, rows, cols).all();
  }

  private Access hbm(String name, DType type, int rows, int cols) {
    return tensors.hbm(name, type, rows, cols).all();
  }

  private static void assertRefused(String message, Executable construction) {
    assertEquals(message, assertThrows(OperandException.class, construction).getMessage());
  }

  private static NcMatmul matmul(Access dst, Access stationary, Access moving) {
    return new NcMatmul(dst, stationary, moving, true, true, false);
  }

  @Test
  void matmulOperandsLiveWhereTheArrayReachesThem() {
    Access dst = psum("dst", DType.FP32, 128, 512);
    Access w = sbuf("w", DType.BF16, 128, 128);
    Access x = sbuf("x", DType.BF16, 128, 512);
    assertDoesNotThrow(() -> matmul(dst, w, x));
    assertRefused(
        "nc_matmul: dst must be in PSUM, found out[0:128, 0:512] fp32",
        () -> matmul(sbuf("out", DType.FP32, 128, 512), w, x));
    assertRefused(
        "nc_matmul: dst must be fp32, found low[0:128, 0:512] bf16",
        () -> matmul(psum("low", DType.BF16, 128, 512), w, x));
    assertRefused(
        "nc_matmul: stationary must be in SBUF, found pw[0:128, 0:128] bf16",
        () -> matmul(dst, psum("pw", DType.BF16, 128, 128), x));
    assertRefused(
        "nc_matmul: moving must be in SBUF, found hx[0:128, 0:512] bf16",
        () -> matmul(dst, w, hbm("hx", DType.BF16, 128, 512)));
  }

  @Test
  void matmulShapes() {
    Access dst = psum("dst", DType.FP32, 128, 512);
    Access w = sbuf("w", DType.BF16, 128, 128);
    Access x = sbuf("x", DType.BF16, 128, 512);
    assertRefused(
        "nc_matmul: operands must share K, found w[0:128, 0:128] bf16"
            + " and x64[0:64, 0:512] bf16",
        () -> matmul(dst, w, sbuf("x64", DType.BF16, 64, 512)));
    assertRefused(
        "nc_matmul: stationary free size must be at most 128, found wide[0:128, 0:129] bf16",
        () -> matmul(dst, sbuf("wide", DType.BF16, 128, 129), x));
    assertRefused(
        "nc_matmul: moving free size must be at most 512, found long[0:128, 0:513] bf16",
        () -> matmul(dst, w, sbuf("long", DType.BF16, 128, 513)));
    assertRefused(
        "nc_matmul: dst must be stationary free x moving free, found narrow[0:128, 0:256] fp32"
            + " and w[0:128, 0:128] bf16 and x[0:128, 0:512] bf16",
        () -> matmul(psum("narrow", DType.FP32, 128, 256), w, x));
  }

  @Test
  void matmulTypes() {
    Access dst = psum("dst", DType.FP32, 128, 512);
    Access x = sbuf("x", DType.BF16, 128, 512);
    assertRefused(
        "nc_matmul: fp32 pairs only with fp32, found w[0:128, 0:128] fp32"
            + " and x[0:128, 0:512] bf16",
        () -> matmul(dst, sbuf("w", DType.FP32, 128, 128), x));
    assertRefused(
        "nc_matmul: double-row mode needs fp8 operands, found w2[0:128, 0:256] bf16"
            + " and x2[0:128, 0:1024] bf16",
        () ->
            new NcMatmul(
                dst,
                sbuf("w2", DType.BF16, 128, 256),
                sbuf("x2", DType.BF16, 128, 1024),
                true,
                true,
                true));
  }

  @Test
  void transpose() {
    Access src = sbuf("src", DType.BF16, 128, 64);
    Access dst = psum("dst", DType.BF16, 64, 128);
    assertDoesNotThrow(() -> new NcTranspose(dst, src));
    assertRefused(
        "nc_transpose: dst must be in PSUM, found s[0:64, 0:128] bf16",
        () -> new NcTranspose(sbuf("s", DType.BF16, 64, 128), src));
    assertRefused(
        "nc_transpose: src must be in SBUF, found p[0:128, 0:64] bf16",
        () -> new NcTranspose(dst, psum("p", DType.BF16, 128, 64)));
    assertRefused(
        "nc_transpose: src must be at most 128 x 128, found big[0:128, 0:129] bf16",
        () -> new NcTranspose(dst, sbuf("big", DType.BF16, 128, 129)));
    assertRefused(
        "nc_transpose: dst must be the shape of src transposed, found same[0:128, 0:64] bf16"
            + " and src[0:128, 0:64] bf16",
        () -> new NcTranspose(psum("same", DType.BF16, 128, 64), src));
    assertRefused(
        "nc_transpose: dst must have the type of src, found f[0:64, 0:128] fp32"
            + " and src[0:128, 0:64] bf16",
        () -> new NcTranspose(psum("f", DType.FP32, 64, 128), src));
  }

  private static Elementwise vector(Op op, Access dst, Optional<Access> a, Optional<Access> b) {
    return new Elementwise(Engine.VECTOR, op, dst, a, b, 0);
  }

  @Test
  void elementwiseOperandsAreOnChip() {
    Access a = sbuf("a", DType.FP32, 128, 64);
    Access far = hbm("far", DType.FP32, 128, 64);
    Access bank = psum("bank", DType.FP32, 128, 64);
    assertRefused(
        "tensor_copy: operands must be on chip, found far[0:128, 0:64] fp32",
        () -> vector(Op.TENSOR_COPY, far, Optional.of(a), NONE));
    assertRefused(
        "tensor_copy: operands must be on chip, found far[0:128, 0:64] fp32",
        () -> vector(Op.TENSOR_COPY, a, Optional.of(far), NONE));
    assertRefused(
        "tensor_tensor_add: operands must be on chip, found far[0:128, 0:64] fp32",
        () -> vector(Op.TENSOR_TENSOR_ADD, a, Optional.of(a), Optional.of(far)));
    assertRefused(
        "tensor_copy: GpSimd cannot reach PSUM, found bank[0:128, 0:64] fp32",
        () -> new Elementwise(Engine.GPSIMD, Op.TENSOR_COPY, a, Optional.of(bank), NONE, 0));
  }

  @Test
  void elementwiseShapes() {
    Access a = sbuf("a", DType.FP32, 128, 64);
    Access fewer = sbuf("fewer", DType.FP32, 64, 64);
    Access shorter = sbuf("shorter", DType.FP32, 128, 63);
    assertRefused(
        "tensor_copy: rows must agree, found a[0:128, 0:64] fp32" + " and fewer[0:64, 0:64] fp32",
        () -> vector(Op.TENSOR_COPY, a, Optional.of(fewer), NONE));
    assertRefused(
        "tensor_copy: dst has the wrong size, found shorter[0:128, 0:63] fp32",
        () -> vector(Op.TENSOR_COPY, shorter, Optional.of(a), NONE));
    assertRefused(
        "tensor_reduce_add: dst has the wrong size, found a[0:128, 0:64] fp32",
        () -> vector(Op.TENSOR_REDUCE_ADD, a, Optional.of(a), NONE));
    assertRefused(
        "memset: wrong number of tensors, found a[0:128, 0:64] fp32",
        () -> vector(Op.MEMSET, a, Optional.of(a), NONE));
    assertRefused(
        "tensor_tensor_max: second tensor is missing, found a[0:128, 0:64] fp32",
        () -> vector(Op.TENSOR_TENSOR_MAX, a, Optional.of(a), NONE));
    assertRefused(
        "tensor_tensor_max: tensors must have one shape, found a[0:128, 0:64] fp32"
            + " and shorter[0:128, 0:63] fp32",
        () -> vector(Op.TENSOR_TENSOR_MAX, a, Optional.of(a), Optional.of(shorter)));
    assertRefused(
        "tensor_scalar_add: scalars must be one per row, found shorter[0:128, 0:63] fp32",
        () -> vector(Op.TENSOR_SCALAR_ADD, a, Optional.of(a), Optional.of(shorter)));
    assertRefused(
        "tensor_copy: takes no second operand, found shorter[0:128, 0:63] fp32",
        () -> vector(Op.TENSOR_COPY, a, Optional.of(a), Optional.of(shorter)));
  }

  @Test
  void anEngineHasItsOwnOperations() {
    Access a = sbuf("a", DType.FP32, 128, 64);
    assertRefused(
        "tensor_tensor_add: not an instruction of Scalar",
        () ->
            new Elementwise(
                Engine.SCALAR, Op.TENSOR_TENSOR_ADD, a, Optional.of(a), Optional.of(a), 0));
    assertRefused(
        "tensor_copy: not an instruction of Tensor",
        () -> new Elementwise(Engine.TENSOR, Op.TENSOR_COPY, a, Optional.of(a), NONE, 0));
  }

  @Test
  void activation() {
    Access a = sbuf("a", DType.FP32, 128, 64);
    Access far = hbm("far", DType.FP32, 128, 64);
    Access other = sbuf("other", DType.FP32, 128, 32);
    Activation.Function exp = Activation.Function.EXP;
    assertRefused(
        "activation: operands must be on chip, found a[0:128, 0:64] fp32"
            + " and far[0:128, 0:64] fp32",
        () -> new Activation(a, far, exp, 1, NONE));
    assertRefused(
        "activation: dst must have the shape of src, found other[0:128, 0:32] fp32"
            + " and a[0:128, 0:64] fp32",
        () -> new Activation(other, a, exp, 1, NONE));
    assertRefused(
        "activation: bias must be one element per row, found other[0:128, 0:32] fp32",
        () -> new Activation(a, a, exp, 1, Optional.of(other)));
    Access column = hbm("column", DType.FP32, 128, 1);
    assertRefused(
        "activation: bias must be on chip, found column[0:128, 0:1] fp32",
        () -> new Activation(a, a, exp, 1, Optional.of(column)));
  }

  private static DmaCopy copy(Dge dge, Access dst, Access src) {
    Engine engine = dge == Dge.SWDGE ? Engine.GPSIMD : Engine.SYNC;
    return new DmaCopy(engine, dge, dst, src, false);
  }

  @Test
  void dmaReachesHbmAndSbuf() {
    Access tile = sbuf("tile", DType.BF16, 128, 64);
    Access bank = psum("bank", DType.BF16, 128, 64);
    assertRefused(
        "dma_copy: DMA cannot reach PSUM, found bank[0:128, 0:64] bf16",
        () -> copy(Dge.STATIC, bank, tile));
    assertRefused(
        "dma_copy: DMA cannot reach PSUM, found bank[0:128, 0:64] bf16",
        () -> copy(Dge.STATIC, tile, bank));
  }

  @Test
  void dmaRules() {
    Access tile = sbuf("tile", DType.BF16, 128, 64);
    Access x = hbm("x", DType.BF16, 128, 64);
    Access wide = hbm("wide", DType.FP32, 128, 64);
    assertRefused(
        "dma_copy: dst and src must have the same size, found tile[0:128, 0:64] bf16"
            + " and short[0:64, 0:64] bf16",
        () -> copy(Dge.STATIC, tile, hbm("short", DType.BF16, 64, 64)));
    assertRefused(
        "dma_copy: HWDGE cannot cast, found tile[0:128, 0:64] bf16" + " and wide[0:128, 0:64] fp32",
        () -> copy(Dge.HWDGE, tile, wide));
    Access moved =
        tensors
            .hbm("ring", DType.BF16, 512, 64)
            .slice(0, 128, 0, 64)
            .offsetBy(new Register(0, "rank", 4), 128);
    assertDoesNotThrow(() -> copy(Dge.SWDGE, tile, moved));
    assertRefused(
        "dma_copy: static descriptors cannot move at run time, found tile[0:128, 0:64] bf16"
            + " and ring[0+rank*128:128+rank*128, 0:64] bf16",
        () -> copy(Dge.STATIC, tile, moved));
    assertRefused(
        "dma_copy: SWDGE is not issued by Sync",
        () -> new DmaCopy(Engine.SYNC, Dge.SWDGE, tile, x, false));
    assertRefused(
        "dma_copy: HWDGE is not issued by Vector",
        () -> new DmaCopy(Engine.VECTOR, Dge.HWDGE, tile, x, false));
    assertRefused(
        "dma_copy: STATIC is not issued by Tensor",
        () -> new DmaCopy(Engine.TENSOR, Dge.STATIC, tile, x, false));
  }

  @Test
  void dmaTranspose() {
    Access x = hbm("x", DType.BF16, 64, 128);
    assertRefused(
        "dma_transpose: dst must be the shape of src transposed, found same[0:96, 0:64] bf16"
            + " and y[0:96, 0:64] bf16",
        () ->
            new DmaCopy(
                Engine.SYNC,
                Dge.STATIC,
                sbuf("same", DType.BF16, 96, 64),
                hbm("y", DType.BF16, 96, 64),
                true));
    assertDoesNotThrow(
        () -> new DmaCopy(Engine.SYNC, Dge.STATIC, sbuf("two", DType.BF16, 64, 128), x, true),
        "two of 64 x 64");
    assertRefused(
        "dma_transpose: HWDGE needs a 2- or 4-byte type, found t8[0:128, 0:64] fp8_e4m3",
        () ->
            new DmaCopy(
                Engine.SYNC,
                Dge.HWDGE,
                sbuf("t8", DType.FP8_E4M3, 128, 64),
                hbm("x8", DType.FP8_E4M3, 64, 128),
                true));
  }
}
