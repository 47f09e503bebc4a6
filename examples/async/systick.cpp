// The timer of a Cortex-M, whose interrupt ends the wait.   Source: Armv8-M ARM, SysTick
#include "timer/timer.h"

namespace {

volatile bool has_fired;

volatile uint32_t& reg(uintptr_t address) { return *reinterpret_cast<volatile uint32_t*>(address); }
volatile uint32_t& control() { return reg(0xE000E010); }

void on_tick() {
  control() = 0;
  has_fired = true;
}

constexpr unsigned kSysTick = 15;
using Handler = void (*)();
alignas(128) Handler vectors[kSysTick + 1];

void start(uint32_t ticks) {
  volatile uint32_t& table = reg(0xE000ED08);  // VTOR
  const auto* const given = reinterpret_cast<const Handler*>(static_cast<uintptr_t>(table));
  if (given != vectors) {
    for (unsigned i = 0; i < 4; ++i) vectors[i] = given[i];
    vectors[kSysTick] = on_tick;
    table = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(vectors));
  }
  has_fired = false;
  reg(0xE000E014) = ticks;
  reg(0xE000E018) = 0;
  control() = 7;  // the processor's clock, with an interrupt
}

bool fired() { return has_fired; }

// An interrupt between the test and WFI is pending then, and WFI returns at once.
void wait() {
  __asm__ volatile("cpsid i" ::: "memory");
  if (!has_fired) __asm__ volatile("wfi" ::: "memory");
  __asm__ volatile("cpsie i" ::: "memory");
}

}  // namespace

const timer::Timer timer::kTimer = {start, fired, wait};
