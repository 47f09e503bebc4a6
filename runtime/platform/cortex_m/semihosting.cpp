// The semihosting trap of Armv6-M to Armv8.1-M.
#include "platform/semihosting/semihosting.h"

__asm__(R"(
  .section .text.kerf_semihosting, "ax", %progbits
  .balign 2
  .thumb
  .global kerf_semihosting
  .type kerf_semihosting, %function
  .thumb_func
kerf_semihosting:
  bkpt 0xab
  bx lr
  .size kerf_semihosting, . - kerf_semihosting
  .text
)");
