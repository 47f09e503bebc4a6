// From reset to main() on Armv6-M to Armv8.1-M, and what a fault does.
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
extern uint32_t __kerf_stack_top[];

int main();
}

// A fault that has no handler enabled escalates to HardFault: one handler is enough.
extern "C" [[noreturn]] void kerf_fault() {
  kerf::platform::finish(kerf::platform::kProcessorFault);
}

// No floating-point register is touched before the coprocessor is enabled: nothing is inlined here.
extern "C" [[noreturn]] void kerf_reset() {
#if defined(__ARM_FP) || defined(__ARM_FEATURE_MVE)
  // Full access to CP10 and CP11.   Source: Armv7-M and Armv8-M ARM, CPACR
  *reinterpret_cast<volatile uint32_t*>(0xE000ED88) = 0xFu << 20;
  __asm__ volatile("dsb\n isb" ::: "memory");
#endif
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

namespace {

struct Vectors {
  uint32_t* stack;
  void (*reset)();
  void (*nmi)();
  void (*hard_fault)();
};

// The table ends where our use of it ends: no interrupt is ever enabled.
__attribute__((section(".vectors"), used))
const Vectors kVectors = {__kerf_stack_top, kerf_reset, kerf_fault, kerf_fault};

}  // namespace
