// Estimates the cycles of a Cortex-M instruction by the timing that Arm documents, with memory that
// never waits. cortex_m_pipeline.h has the cores that have no time for each instruction alone.
//
// Cortex-M4: Technical Reference Manual (ARM 100166), instruction set summary, load and store
// timings, FPU instruction set. A taken branch refills the pipeline in 2 of the documented 1 to 3
// cycles; a division takes 7 of 2 to 12. A load or store directly after a load takes a cycle less
// unless its address depends on what was loaded. Not modelled: address generation that waits for a
// preceding data operation, contention with instruction fetches, folded IT instructions.
//
// Cortex-M0+: Technical Reference Manual (ARM DDI 0484), instruction set summary, with the fast
// multiplier.
#pragma once

#include <stddef.h>
#include <stdint.h>

enum core { kNoCore, kCortexM0Plus, kCortexM4, kCortexM7, kCortexM33, kCortexM55 };

enum { kNoRegister = 32 };

// What an instruction takes by itself, and what the next one must know of it.
struct timing {
  unsigned cycles;
  unsigned least;     // when it follows a load
  int single_access;  // one load or store, which is pipelined after a load
  unsigned loaded;    // the register that a single load writes, or kNoRegister
  unsigned base;      // registers of its address
  unsigned index;
};

static unsigned count_bits(unsigned value) {
  unsigned count = 0;
  for (; value != 0; value &= value - 1) ++count;
  return count;
}

static struct timing takes(unsigned cycles) {
  return (struct timing){cycles, cycles, 0, kNoRegister, kNoRegister, kNoRegister};
}

static struct timing load(unsigned to, unsigned base, unsigned index) {
  return (struct timing){2, 1, 1, to, base, index};
}

// The write buffer takes a store of an immediate offset while the next instruction runs.
static struct timing store(unsigned base, unsigned index) {
  return (struct timing){index == kNoRegister ? 1 : 2, 1, 1, kNoRegister, base, index};
}

// Cycles of refilling the pipeline after a branch that is taken.
static unsigned refill_cycles(enum core core) {
  static const unsigned kCycles[] = {
      [kCortexM0Plus] = 1, [kCortexM4] = 2, [kCortexM7] = 0, [kCortexM33] = 2, [kCortexM55] = 3};
  return kCycles[core];
}

// A call is what is long and has the bit 14 of its second half; the rest are barriers and moves of
// special registers.
static unsigned cycles_m0plus(unsigned first, unsigned second, size_t size) {
  const unsigned top = first >> 12;
  if (size == 4) return second & 0x4000 ? 2 : 3;
  if (first >> 11 == 9 || (top >= 5 && top <= 9)) return 2;
  if ((first & 0xFE00) == 0xB400) return 1 + count_bits(first & 0x1FF);
  if ((first & 0xFE00) == 0xBC00) return 1 + count_bits(first & 0x1FF) + (first >> 8 & 1);
  if (top == 12) return 1 + count_bits(first & 0xFF);
  return 1;
}

static struct timing timing_of_16_bits(unsigned first) {
  const unsigned top = first >> 12;
  const unsigned low = first & 7;
  const unsigned base = first >> 3 & 7;
  if (first >> 11 == 9) return load(first >> 8 & 7, kNoRegister, kNoRegister);
  if (top == 5) {
    const unsigned index = first >> 6 & 7;
    return (first >> 9 & 7) >= 3 ? load(low, base, index) : store(base, index);
  }
  if (top == 9) {
    const unsigned stack = 13;
    return first & 0x800 ? load(first >> 8 & 7, stack, kNoRegister) : store(stack, kNoRegister);
  }
  if (top >= 6 && top <= 8)
    return first & 0x800 ? load(low, base, kNoRegister) : store(base, kNoRegister);
  if ((first & 0xF600) == 0xB400) return takes(1 + count_bits(first & 0x1FF));
  if (top == 12) return takes(1 + count_bits(first & 0xFF));
  return takes(1);
}

// Loads and stores of the FPU, and moves of two registers.
static struct timing timing_of_vfp_memory(unsigned first, unsigned second) {
  if ((first & 0xFFE0) == 0xEC40) return takes(2);
  if ((first & 0x0120) != 0x0100) return takes(1 + (second & 0xFF));
  if (second & 0x100) return takes(3);
  return takes(2);
}

static struct timing timing_of_vfp(unsigned first, unsigned second) {
  const unsigned kDivide = 14, kFused = 3;
  switch (first >> 4 & 0xB) {
    case 0:
    case 1:
    case 9:
    case 10:
      return takes(kFused);
    case 8:
      return takes(kDivide);
    case 11:
      return takes((first & 0xF) == 1 && (second & 0xC0) == 0xC0 ? kDivide : 1);
    default:
      return takes(1);
  }
}

static struct timing timing_of_32_bits(unsigned first, unsigned second) {
  const unsigned base = first & 0xF;
  if ((first & 0xFE40) == 0xE800) return takes(1 + count_bits(second));
  if ((first & 0xFE40) == 0xE840) {
    const int exclusive_or_table = (first & 0x0120) == 0;
    const int exclusive_of_part = (first & 0xFFE0) == 0xE8C0;
    return takes(exclusive_or_table || exclusive_of_part ? 2 : 3);
  }
  if ((first & 0xFE00) == 0xF800) {
    const int by_register = (first & 0x80) == 0 && (second & 0xFC0) == 0;
    const unsigned index = by_register && base != 15 ? second & 0xF : kNoRegister;
    const unsigned from = base == 15 ? (unsigned)kNoRegister : base;
    return first & 0x10 ? load(second >> 12, from, index) : store(from, index);
  }
  if ((first & 0xFFD0) == 0xFB90) return takes(7);  // SDIV, UDIV
  if ((first & 0xFE00) == 0xEC00) return timing_of_vfp_memory(first, second);
  if ((first & 0xFF00) == 0xEE00 && (second & 0x0E10) == 0x0A00)
    return timing_of_vfp(first, second);
  return takes(1);
}

// The cycles that an instruction takes less after `previous`.
static unsigned saved_after(const struct timing* previous, const struct timing* now) {
  const unsigned loaded = previous->loaded;
  const int pipelined =
      loaded != kNoRegister && now->single_access && now->base != loaded && now->index != loaded;
  return pipelined ? now->cycles - now->least : 0;
}

static struct timing timing_of(enum core core, const uint8_t* bytes, size_t size) {
  const unsigned first = bytes[0] | (unsigned)bytes[1] << 8;
  const unsigned second = size == 4 ? bytes[2] | (unsigned)bytes[3] << 8 : 0;
  if (core == kCortexM0Plus) return takes(cycles_m0plus(first, second, size));
  return size == 2 ? timing_of_16_bits(first) : timing_of_32_bits(first, second);
}
