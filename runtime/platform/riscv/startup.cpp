// From reset to main() on a 32-bit RISC-V hart in machine mode, and what a trap does.
#include <stdint.h>

#include "platform/port.h"
#include "platform/semihosting/semihosting.h"

extern "C" {
extern const uint32_t __kerf_data_load[];
extern uint32_t __kerf_data_start[];
extern uint32_t __kerf_data_end[];
extern uint32_t __kerf_bss_end[];
extern void (*const __kerf_init_array_start[])();
extern void (*const __kerf_init_array_end[])();

int main();
[[noreturn]] void kerf_start();
[[noreturn]] void kerf_fault();
}

// Registers that C++ takes for granted: gp, sp, where traps go, the floating-point unit.
// mtvec holds a 4-aligned address; mstatus.FS is read-only zero on harts without that unit.
// Source: RISC-V Privileged Architecture, mtvec and mstatus
__asm__(R"(
  .section .text.kerf_reset, "ax", @progbits
  .global kerf_reset
  .type kerf_reset, @function
kerf_reset:
  .option push
  .option norelax
  la gp, __global_pointer$
  .option pop
  la sp, __kerf_stack_top
  la t0, kerf_fault
  csrw mtvec, t0
  li t0, 0x2000
  csrs mstatus, t0
  j kerf_start
  .size kerf_reset, . - kerf_reset
  .text
)");

extern "C" __attribute__((used, aligned(4))) void kerf_fault() {
  kerf::platform::finish(kerf::platform::kProcessorFault);
}

extern "C" __attribute__((used)) void kerf_start() {
  // .bss follows .data.
  const uint32_t* from = __kerf_data_load;
  uint32_t* to = __kerf_data_start;
  while (to != __kerf_data_end) *to++ = *from++;
  while (to != __kerf_bss_end) *to++ = 0;
  for (auto constructor = __kerf_init_array_start; constructor != __kerf_init_array_end;
       ++constructor) {
    (*constructor)();
  }
  kerf::platform::finish(main());
}
