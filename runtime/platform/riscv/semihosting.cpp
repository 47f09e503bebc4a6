// The semihosting trap of RISC-V.
#include "platform/semihosting/semihosting.h"

// The alignment ensures that the three instructions do not straddle a page; none is compressed.
// Top-level, because with LTO the linker cannot relax an alignment inside a function.
__asm__(R"(
  .section .text.kerf_semihosting, "ax", @progbits
  .global kerf_semihosting
  .type kerf_semihosting, @function
  .option push
  .option norelax
  .option norvc
  .balign 16
kerf_semihosting:
  slli x0, x0, 0x1f
  ebreak
  srai x0, x0, 7
  ret
  .option pop
  .size kerf_semihosting, . - kerf_semihosting
  .text
)");
