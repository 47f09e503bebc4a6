// Estimates when an instruction issues on Cortex-M7, M33 and M55: these cores have no time for each
// instruction alone. They issue in order, one or two instructions in a cycle, each when what it
// reads is there and its unit is free. Memory never waits. LLVM is release 19, SLOTHY of July 2026.
//
// Cortex-M55: LLVM's machine model, written by Arm (ARMScheduleM55.td). Two instructions of 16 bits
// issue together where one adds or moves an immediate, moves or extends a register, or branches. A
// vector instruction occupies its unit (loads and stores, integers, products and floats) for two
// cycles; the next instruction issues after one if its unit is another. Gathered loads take as long
// as others, as in SLOTHY's model (cortex_m55r1.py), which has two registers loaded in a cycle too.
//
// Cortex-M33: LLVM has the model of Cortex-M4 for it; what differs was measured on hardware, by
// SLOTHY's authors (cortex_m33.py) and jnk0le/random (pipeline cycle test, cortex_m33.md).
//
// Cortex-M7: LLVM's machine model (ARMScheduleM7.td); products do not issue with stores nor right
// after a load of their operands, multiplications of floats with accumulation not with moves, loads
// and stores of the FPU, a load or store of many registers takes a cycle for two (SLOTHY,
// cortex_m7.py; jnk0le/random, cortex_m7.md). Of two loads in a cycle one is of an even word, one
// of an odd: the immediate offset decides, as in SLOTHY. All branches are predicted.
//
// A taken branch refills the pipeline of Cortex-M33 in 2 cycles and of M55 in 3 (MispredictPenalty
// of LLVM's models); the end of a low-overhead loop takes none after the first time. A division of
// integers takes 7 cycles.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "cortex_m_cycles.h"

enum kind {
  kAlu,
  kSecondary,  // what Cortex-M55 issues together with another of 16 bits
  kHint,
  kBranch,
  kLoopStart,
  kLoopEnd,
  kSpecial,
  kShifted,
  kShiftedLeft,
  kField,  // extends, reverses, inserts, counts
  kExtract,
  kSimd,
  kSaturate,
  kMultiply,
  kDivide,
  kLoad,
  kLoadPart,
  kStore,
  kMany,
  kFloat,
  kFused,
  kChained,
  kDouble,
  kFloatDivide,
  kFloatMove,
  kFloatFromCore,
  kFloatLoad,
  kFloatStore,
  kVector,
  kVectorStore,
  kKinds
};

enum unit { kNoUnit, kUnitFloat, kUnitInteger, kUnitMemory, kUnitControl, kUnits };

// Cortex-M7: what only one of two instructions of a cycle may use, but for the port of the FPU.
enum {
  kEven = 1 << 0,
  kOdd = 1 << 1,
  kWrites = 1 << 2,
  kProduct = 1 << 3,
  kShifter = 1 << 4,
  kFields = 1 << 5,
  kBranches = 1 << 6,
  kFpu = 1 << 7,
  kFpuPort = 1 << 8,
};

// Bits of registers: r0 to r15, these, then those of the FPU.
#define REGISTER(n) (UINT64_C(1) << (n))
#define SINGLE(n) (UINT64_C(1) << (32 + (n)))
#define VECTOR(n) (UINT64_C(15) << (32 + 4 * (n)))
enum { kStackPointer = 13, kFlags = 16, kPredicate = 17 };

struct operation {
  uint64_t early;  // registers read before the others: addresses, what is shifted
  uint64_t reads;
  uint64_t late;  // read after the others: what is added to a product, what is stored
  uint64_t writes;
  uint64_t updates;  // the register of an address, which is written early
  uint32_t address;
  uint16_t uses;  // of Cortex-M7, besides those of its kind
  uint8_t kind;
  uint8_t words;    // of kMany
  uint8_t latency;  // of vectors
  uint8_t unit;     // of vectors
  uint8_t narrow;   // has 16 bits
};

// A result can be read after `latency` cycles, and so many later by early readers, fewer by late.
struct cost {
  uint8_t latency, early, late;
  uint8_t cycles;  // in which nothing else issues
  uint8_t unit;
  uint8_t busy;   // cycles of the unit
  uint8_t alone;  // Cortex-M7: issues with no other
  uint8_t first;  // Cortex-M7: issues only as the first of two
  uint16_t uses;
  uint16_t excludes;  // besides what it uses
};

static const struct cost kCosts[3][kKinds] =
    {
        [kCortexM7 - kCortexM7] =
            {
                [kAlu] = {1, .cycles = 1},
                [kSecondary] = {1, .cycles = 1},
                [kHint] = {0, .cycles = 1},
                [kBranch] = {1, .cycles = 1, .uses = kBranches},
                [kSpecial] = {3, .cycles = 1, .alone = 1},
                [kShifted] = {1, 1, .cycles = 1, .uses = kShifter},
                [kShiftedLeft] = {1, 1, .cycles = 1, .uses = kShifter},
                [kField] = {1, 1, .cycles = 1, .first = 1, .uses = kFields},
                [kExtract] = {1, 1, .cycles = 1, .first = 1, .uses = kFields | kShifter},
                [kSimd] = {1, 1, .cycles = 1, .first = 1, .uses = kFields},
                [kSaturate] = {2, 1, .cycles = 1, .first = 1, .uses = kFields},
                [kMultiply] = {2, 1, 1, .cycles = 1, .uses = kProduct, .excludes = kWrites},
                [kDivide] = {1, .cycles = 7, .alone = 1},
                [kLoad] = {1, 1, .cycles = 1},
                [kLoadPart] = {2, 1, .cycles = 1},
                [kStore] = {0, 1, 1, .cycles = 1, .uses = kWrites},
                [kMany] = {1, 1, 1, .cycles = 1, .alone = 1},
                [kFloat] = {3, .cycles = 1, .uses = kFpu},
                [kFused] = {5, 0, 2, .cycles = 1, .uses = kFpu, .excludes = kFpuPort},
                [kChained] = {6, 0, 3, .cycles = 1, .uses = kFpu, .excludes = kFpuPort},
                [kDouble] = {4, .cycles = 1, .first = 1, .uses = kFpu},
                [kFloatDivide] = {1, .cycles = 16, .uses = kFpu},
                [kFloatMove] = {3, .cycles = 1, .uses = kFpuPort},
                [kFloatFromCore] = {3, .cycles = 1, .uses = kFpuPort},
                [kFloatLoad] = {1, 1, .cycles = 1, .uses = kFpuPort},
                [kFloatStore] = {0, 1, 2, .cycles = 1, .uses = kWrites | kFpuPort},
            },
        [kCortexM33 - kCortexM7] =
            {
                [kAlu] = {1, .cycles = 1},
                [kSecondary] = {1, .cycles = 1},
                [kHint] = {0, .cycles = 1},
                [kBranch] = {1, 0, 1, .cycles = 1},
                [kSpecial] = {1, .cycles = 1},
                [kShifted] = {2, .cycles = 1},
                [kShiftedLeft] = {1, .cycles = 1},
                [kField] = {1, .cycles = 1},
                [kExtract] = {1, .cycles = 1},
                [kSimd] = {2, 0, 1, .cycles = 1},
                [kSaturate] = {2, .cycles = 1},
                [kMultiply] = {2, 0, 1, .cycles = 1},
                [kDivide] = {1, .cycles = 7},
                [kLoad] = {2, .cycles = 1},
                [kLoadPart] = {2, .cycles = 1},
                [kStore] = {0, 0, 1, .cycles = 1},
                [kMany] = {2, 0, 1, .cycles = 1},
                [kFloat] = {1, .cycles = 1, .unit = kUnitFloat, .busy = 1},
                [kFused] = {3, .cycles = 1, .unit = kUnitFloat, .busy = 3},
                [kChained] = {3, .cycles = 1, .unit = kUnitFloat, .busy = 3},
                [kDouble] = {1, .cycles = 1, .unit = kUnitFloat, .busy = 1},
                [kFloatDivide] = {1, .cycles = 14, .unit = kUnitFloat, .busy = 14},
                [kFloatMove] = {1, .cycles = 1, .unit = kUnitFloat, .busy = 1},
                [kFloatFromCore] = {1, .cycles = 1, .unit = kUnitFloat, .busy = 1},
                [kFloatLoad] = {2, .cycles = 1, .unit = kUnitFloat, .busy = 1},
                [kFloatStore] = {0, 0, 1, .cycles = 1, .unit = kUnitFloat, .busy = 1},
            },
        [kCortexM55 - kCortexM7] =
            {
                [kAlu] = {1, .cycles = 1},
                [kSecondary] = {1, .cycles = 1},
                [kHint] = {0, .cycles = 1},
                [kBranch] = {1, 0, 1, .cycles = 1},
                [kLoopStart] = {1, .cycles = 1},
                [kLoopEnd] = {1, .cycles = 1},
                [kSpecial] = {1, .cycles = 1},
                [kShifted] = {2, .cycles = 1},
                [kShiftedLeft] = {2, .cycles = 1},
                [kField] = {1, .cycles = 1},
                [kExtract] = {2, .cycles = 1},
                [kSimd] = {2, .cycles = 1},
                [kSaturate] = {2, .cycles = 1},
                [kMultiply] = {2, .cycles = 1},
                [kDivide] = {1, .cycles = 7},
                [kLoad] = {2, .cycles = 1},
                [kLoadPart] = {2, .cycles = 1},
                [kStore] = {0, .cycles = 1},
                [kMany] = {2, .cycles = 1},
                [kFloat] = {2, .cycles = 1, .unit = kUnitFloat, .busy = 1},
                [kFused] = {2, .cycles = 1, .unit = kUnitFloat, .busy = 1},
                [kChained] = {4, .cycles = 1, .unit = kUnitFloat, .busy = 1},
                [kDouble] = {15, .cycles = 1, .unit = kUnitFloat, .busy = 1},
                [kFloatDivide] = {16, .cycles = 1, .unit = kUnitFloat, .busy = 1},
                [kFloatMove] = {1, .cycles = 1, .unit = kUnitFloat, .busy = 1},
                [kFloatFromCore] = {2, .cycles = 1, .unit = kUnitFloat, .busy = 1},
                [kFloatLoad] = {2, .cycles = 1, .unit = kUnitMemory, .busy = 1},
                [kFloatStore] = {0, .cycles = 1, .unit = kUnitMemory, .busy = 1},
                [kVector] = {1, 4, .cycles = 1, .busy = 2},
                [kVectorStore] = {0, 4, 1, .cycles = 1, .busy = 2},
            },
};

static unsigned bits(unsigned from, unsigned lowest, unsigned count) {
  return from >> lowest & ((1U << count) - 1);
}

// Register 15 is read and written as none: it stands for no register, or for a branch.
static uint64_t core_register(unsigned number) { return number == 15 ? 0 : REGISTER(number); }

static uint64_t load_bank(unsigned offset) { return offset & 4 ? kOdd : kEven; }

static struct operation operation_of(enum kind kind, uint64_t reads, uint64_t writes) {
  return (struct operation){.kind = kind, .reads = reads, .writes = writes};
}

static struct operation access_of(int loads, int part, uint64_t data, uint64_t base,
                                  unsigned offset) {
  const struct operation load = {
      .kind = part ? kLoadPart : kLoad, .early = base, .writes = data, .uses = load_bank(offset)};
  return loads ? load : (struct operation){.kind = kStore, .early = base, .late = data};
}

static struct operation many_of(int loads, uint64_t data, uint64_t base, int updates,
                                unsigned words) {
  struct operation now = {.kind = kMany, .early = base, .words = words};
  *(loads ? &now.writes : &now.late) = data;
  now.updates = updates ? base : 0;
  return now;
}

static struct operation operation_of_16_bits(unsigned code) {
  const uint64_t flags = REGISTER(kFlags);
  const uint64_t stack = REGISTER(kStackPointer);
  const uint64_t low = REGISTER(bits(code, 0, 3));
  const uint64_t second = REGISTER(bits(code, 3, 3));
  const uint64_t third = REGISTER(bits(code, 6, 3));
  const uint64_t middle = REGISTER(bits(code, 8, 3));
  const uint64_t high =
      core_register(bits(code, 4, 4) & 8 ? 8 | bits(code, 0, 3) : bits(code, 0, 3));
  const uint64_t any = core_register(bits(code, 3, 4));
  const unsigned offset = bits(code, 6, 5);
  switch (code >> 11) {
    case 0:
    case 1:
    case 2:
      return operation_of(kAlu, second, low | flags);
    case 3:
      if (code & 0x400) return operation_of(kSecondary, second, low | flags);
      return operation_of(kAlu, second | third, low | flags);
    case 4:
      return operation_of(kSecondary, 0, middle | flags);
    case 5:
      return operation_of(kAlu, middle, flags);
    case 6:
    case 7:
      return operation_of(kSecondary, middle, middle | flags);
    case 8: {
      const unsigned what = bits(code, 6, 5);
      const int compares = what == 8 || what == 10 || what == 11;
      if (what == 13) return operation_of(kMultiply, low | second, low | flags);
      if (what < 16) return operation_of(kAlu, low | second, compares ? flags : low | flags);
      if (what < 20) return operation_of(kAlu, high | any, high);
      if (what < 24) return operation_of(kAlu, high | any, flags);
      if (what < 28) return operation_of(high ? kSecondary : kBranch, any, high);
      return operation_of(kBranch, any, 0);
    }
    case 9:
      return access_of(1, 0, middle, 0, code << 2);
    case 10:
    case 11: {
      const unsigned what = bits(code, 9, 3);
      return access_of(what >= 3, what != 4, low, second | third, 0);
    }
    case 12:
    case 13:
      return access_of(bits(code, 11, 1), 0, low, second, offset << 2);
    case 14:
    case 15:
      return access_of(bits(code, 11, 1), 1, low, second, offset);
    case 16:
    case 17:
      return access_of(bits(code, 11, 1), 1, low, second, offset << 1);
    case 18:
    case 19:
      return access_of(bits(code, 11, 1), 0, middle, stack, code << 2);
    case 20:
      return operation_of(kAlu, 0, middle);
    case 21:
      return operation_of(kAlu, stack, middle);
    case 22:
    case 23:
      if ((code & 0xF00) == 0) return operation_of(kAlu, stack, stack);
      if ((code & 0x500) == 0x100) return operation_of(kBranch, low, 0);
      if ((code & 0xF00) == 0x200) return operation_of(kField, second, low);
      if ((code & 0xF00) == 0xA00)
        return (struct operation){.kind = kField, .early = second, .writes = low};
      if ((code & 0x600) == 0x400) {
        const uint64_t data = (code & 0xFF) | (code & 0x800 ? 0 : (uint64_t)(code >> 8 & 1) << 14);
        return many_of(code >> 11 & 1, data, stack, 1, count_bits(code & 0x1FF));
      }
      return operation_of((code & 0xF00) == 0xF00 ? kHint : kSpecial, 0, 0);
    case 24:
    case 25:
      return many_of(code >> 11 & 1, code & 0xFF, middle, 1, count_bits(code & 0xFF));
    case 26:
    case 27:
      return (struct operation){.kind = kBranch, .late = flags};
    default:
      return operation_of(kBranch, 0, 0);
  }
}

// Data processing with a register that may be shifted.
static struct operation operation_of_shifted(unsigned first, unsigned second) {
  const unsigned what = bits(first, 5, 4);
  const uint64_t flags = REGISTER(kFlags);
  const uint64_t from = core_register(first & 0xF);
  const uint64_t other = core_register(second & 0xF);
  const uint64_t to = core_register(bits(second, 8, 4));
  const unsigned amount = bits(second, 12, 3) << 2 | bits(second, 6, 2);
  if (what == 2 && second & 0x8000)  // CSEL
    return operation_of(kAlu, from | other | flags, to);
  if (what == 2 && (second & 0xF) >= 13 && first & 0x10) {  // shifts of 32 or 64 bits
    const uint64_t shifted = to == 0 ? from : UINT64_C(3) << (first & 0xE);
    return operation_of(kSaturate, shifted | core_register(bits(second, 12, 4)), shifted);
  }
  const uint64_t sets = first & 0x10 ? flags : 0;
  const uint64_t carries = what == 10 || what == 11 ? flags : 0;
  struct operation now = operation_of(kAlu, from | carries, to | sets);
  if (what == 6) now.kind = kSimd;
  if (what == 2 && from == 0) {  // a move or a shift
    now.reads |= other;
    return now;
  }
  if (amount == 0 && bits(second, 4, 2) == 0 && what != 6) {
    now.reads |= other;
    return now;
  }
  if (what != 6) now.kind = bits(second, 4, 2) == 0 ? kShiftedLeft : kShifted;
  now.early = other;
  return now;
}

static struct operation operation_of_immediate(unsigned first, unsigned second) {
  const unsigned what = bits(first, 5, 4);
  const uint64_t flags = REGISTER(kFlags);
  const uint64_t from = core_register(first & 0xF);
  const uint64_t to = core_register(bits(second, 8, 4));
  if ((first & 0x200) == 0) {
    const uint64_t carries = what == 10 || what == 11 ? flags : 0;
    return operation_of(kAlu, from | carries, to | (first & 0x10 ? flags : 0));
  }
  const unsigned plain = bits(first, 4, 5);
  if (plain == 12) return operation_of(kAlu, to, to);  // MOVT
  if (plain == 4) return operation_of(kAlu, 0, to);
  if (plain < 16) return operation_of(kAlu, from, to);
  if (plain == 22)
    return (struct operation){.kind = kField, .early = from, .reads = to, .writes = to};
  return (struct operation){
      .kind = plain == 20 || plain == 28 ? kExtract : kSaturate, .early = from, .writes = to};
}

static struct operation operation_of_control(unsigned first, unsigned second) {
  if ((second & 0xD001) == 0xC001) {
    const uint64_t count = core_register(first & 0xF);
    if ((second & 0xF801) == 0xE801)
      return (struct operation){.kind = kVector,
                                .unit = kUnitControl,
                                .latency = 1,
                                .reads = count,
                                .writes = REGISTER(kPredicate)};
    return operation_of(count == 0 && second < 0xE000 ? kLoopEnd : kLoopStart, count, REGISTER(14));
  }
  if ((second & 0xD000) == 0x8000) {
    const int conditional = bits(first, 7, 3) != 7;
    if (conditional) return (struct operation){.kind = kBranch, .late = REGISTER(kFlags)};
    return operation_of((first & 0xFFF0) == 0xF3A0 ? kHint : kSpecial, 0, 0);
  }
  return operation_of(kBranch, 0, second & 0x4000 ? REGISTER(14) : 0);
}

static struct operation operation_of_memory(unsigned first, unsigned second) {
  const uint64_t base = core_register(first & 0xF);
  const uint64_t data = core_register(bits(second, 12, 4));
  const int loads = bits(first, 4, 1);
  const int part = bits(first, 5, 2) != 2;
  if (first & 0x80 || base == 0) return access_of(loads, part, data, base, second & 0xFFF);
  if ((second & 0x800) == 0)
    return access_of(loads, part, data, base | core_register(second & 0xF), 0);
  struct operation now = access_of(loads, part, data, base, second & 0x400 ? second & 0xFF : 0);
  if (second & 0x100) now.updates = base;
  return now;
}

static struct operation operation_of_product(unsigned first, unsigned second) {
  const uint64_t top = core_register(bits(second, 12, 4));
  const uint64_t to = core_register(bits(second, 8, 4));
  const uint64_t factors = core_register(first & 0xF) | core_register(second & 0xF);
  const int is_long = (first & 0x80) != 0;
  if (is_long && first & 0x10 && (first & 0x40) == 0) return operation_of(kDivide, factors, to);
  struct operation now = operation_of(kMultiply, factors, is_long ? to | top : to);
  if (!is_long || first & 0x40) now.late = is_long ? to | top : top;
  return now;
}

static struct operation operation_of_float(unsigned first, unsigned second) {
  const int wide = (second & 0xF00) == 0xB00;
  const uint64_t size = wide ? 3 : 1;
  const unsigned d = wide ? bits(second, 12, 4) << 1 : bits(second, 12, 4) << 1 | bits(first, 6, 1);
  const unsigned n = wide ? (first & 0xF) << 1 : (first & 0xF) << 1 | bits(second, 7, 1);
  const unsigned m = wide ? (second & 0xF) << 1 : (second & 0xF) << 1 | bits(second, 5, 1);
  const uint64_t to = size << (32 + d), from = size << (32 + n), other = size << (32 + m);
  const uint64_t base = core_register(first & 0xF);
  const uint64_t core = core_register(bits(second, 12, 4));
  const int reads_core = (first & 0x10) == 0;
  if ((first & 0xFFE0) == 0xEC40) {  // two registers
    const uint64_t pair = UINT64_C(3) << (32 + m);
    return reads_core ? operation_of(kFloatFromCore, core | base, pair)
                      : operation_of(kFloatMove, pair, core | base);
  }
  if ((first & 0xFE00) == 0xEC00) {
    const unsigned words = second & 0xFF;
    if ((first & 0x120) != 0x100) {
      const uint64_t all = (words >= 32 ? UINT64_C(0xFFFFFFFF) : (UINT64_C(1) << words) - 1)
                           << (32 + d);
      return many_of(!reads_core, all, base, first & 0x20, words);
    }
    struct operation now = access_of(!reads_core, 0, to, base, words << 2);
    now.kind = reads_core ? kFloatStore : kFloatLoad;
    if (wide && !reads_core) now.uses = kEven | kOdd;
    return now;
  }
  if (second & 0x10 && first < 0xF000) {
    if (second & 0x100) {  // lanes of vectors
      const uint64_t lanes = VECTOR(bits(first, 1, 3));
      if (!reads_core)
        return (struct operation){
            .kind = kVector, .unit = kUnitFloat, .latency = 1, .reads = lanes, .writes = core};
      const int all = (first & 0x80) != 0;
      return (struct operation){.kind = kVector,
                                .unit = all ? kUnitInteger : kUnitFloat,
                                .latency = 1,
                                .reads = core | (all ? 0 : lanes),
                                .writes = lanes};
    }
    if (first & 0x80)  // special registers, of which the flags are moved to APSR
      return operation_of(kFloatMove, reads_core ? core : 0,
                          reads_core || core == 0 ? REGISTER(kFlags) : core);
    return reads_core ? operation_of(kFloatFromCore, core, from)
                      : operation_of(kFloatMove, from, core);
  }
  struct operation now = operation_of(kFloat, from | other, to);
  if (first < 0xF000) {
    const unsigned what = bits(first, 4, 4) & 0xB;
    if (what <= 1 || what == 9 || what == 10) {
      now.kind = what <= 1 ? kChained : kFused;
      now.late = to;
    } else if (what == 8) {
      now.kind = kFloatDivide;
    } else if (what == 11) {
      const int constant = (second & 0x40) == 0;
      const unsigned opcode = constant ? 0 : first & 0xF;
      now.reads = constant ? 0 : other;
      if (opcode == 0 && (second & 0xC0) != 0xC0) now.kind = kFloatMove;
      if (opcode == 1 && (second & 0xC0) == 0xC0) now.kind = kFloatDivide;
      if (opcode == 4 || opcode == 5)
        now = operation_of(kFloatMove, to | (opcode == 4 ? other : 0), REGISTER(kFlags));
    }
  } else {
    if ((first & 0x80) == 0) now.reads |= REGISTER(kFlags);
    if ((first & 0xB0) == 0xB0) now.reads = other;
  }
  if (wide && now.kind != kFloatDivide && now.kind != kFloatMove) now.kind = kDouble;
  return now;
}

static struct operation vector_of(enum unit unit, unsigned latency, uint64_t reads,
                                  uint64_t writes) {
  return (struct operation){
      .kind = kVector, .unit = unit, .latency = latency, .reads = reads, .writes = writes};
}

static struct operation operation_of_vector_memory(unsigned first, unsigned second) {
  const unsigned number = bits(second, 13, 3);
  uint64_t data = VECTOR(number);
  const int loads = bits(first, 4, 1);
  const int extends = (second & 0x1000) == 0;
  if ((first & 0xFFE0) == 0xEC00) {  // two lanes
    const uint64_t core = REGISTER(second & 0xF) | REGISTER(first & 0xF);
    return loads ? vector_of(kUnitFloat, 1, core | data, data)
                 : vector_of(kUnitFloat, 1, data, core);
  }
  if (extends && (second & 0x180) == 0x180 && first & 0x40)  // the predicate
    return access_of(loads, 0, REGISTER(kPredicate), core_register(first & 0xF), 0);
  struct operation now = vector_of(kUnitMemory, 1, 0, 0);
  if (!loads) now.kind = kVectorStore;
  if (extends && (first & 0x120) == 0) {  // scattered, by offsets in a vector
    now.early = VECTOR(bits(second, 1, 3));
    now.reads = core_register(first & 0xF);
    now.latency = 2;
  } else if (first >= 0xFD00 && !extends) {  // scattered, by addresses in a vector
    now.early = VECTOR(bits(first, 1, 3));
    now.latency = 2;
  } else {
    now.reads = core_register(extends ? first & 7 : first & 0xF);
    if (first & 0x20) now.updates = now.reads;
    if (!extends && first >= 0xFC00)
      data |= VECTOR(number + 1) | (second & 1 ? VECTOR(number + 2) | VECTOR(number + 3) : 0);
  }
  *(loads ? &now.writes : &now.late) = data;
  return now;
}

// Operands of a vector instruction.
enum {
  kFrom = 1 << 0,     // reads the vector of bits 17 to 19
  kOther = 1 << 1,    // reads the vector of bits 1 to 3, or the core's register if bit 6 is set
  kScalar = 1 << 2,   // reads the core's register of bits 0 to 3
  kChanged = 1 << 3,  // reads what it writes
  kSum = 1 << 4,      // writes one or two registers of the core, and reads them if bit 5 is set
  kMost = 1 << 5,     // reads and writes the core's register of bits 12 to 15
  kStart = 1 << 6,    // reads and writes the core's register of bits 17 to 19
  kSelects = 1 << 7,  // reads the predicate
  kCompares = 1 << 8  // writes the predicate and no vector
};

// The first row that an instruction matches says what it is.
static const struct vector_rule {
  uint32_t mask, value;
  uint8_t unit, latency;
  uint16_t operands;
} kVectorRules[] = {
    {0xFE200F10, 0xFC200800, kUnitFloat, 2, kFrom | kOther | kChanged},  // VCMLA
    {0xFE000000, 0xFC000000, kUnitFloat, 1, kFrom | kOther},             // VCADD of floats
    {0xFFBF1FFF, 0xFE310F4D, kUnitControl, 1, kSelects | kCompares},     // VPST, VPNOT
    {0xEFA00040, 0xEE800040, kUnitInteger, 3, kOther | kChanged},        // VSHRN, VQRSHRN
    {0xEFA000C0, 0xEEA000C0, kUnitInteger, 1, kScalar | kChanged},       // VSHLC
    {0xEFA00040, 0xEEA00040, kUnitInteger, 1, kOther},                   // VMOVL, VSHLL
    {0xEFC10F41, 0xEE800F01, kUnitInteger, 3, kFrom | kOther | kMost},   // VABAV
    {0xEFFC0F00, 0xEEE00F00, kUnitInteger, 4, kOther | kMost},           // VMAXV, VMINV of bytes
    {0xEFFC0F00, 0xEEE40F00, kUnitInteger, 3, kOther | kMost},
    {0xEFFC0F00, 0xEEE80F00, kUnitInteger, 2, kOther | kMost},
    {0xEFFC0F00, 0xEEEC0F00, kUnitFloat, 1, kOther | kMost},
    {0xEFF10F00, 0xEEF10F00, kUnitFloat, 2, kOther | kSum},                // VADDV
    {0xEF8F0F00, 0xEE890F00, kUnitFloat, 2, kOther | kSum},                // VADDLV
    {0xEF800000, 0xEE800000, kUnitFloat, 2, kFrom | kOther | kSum},        // VMLADAV, VMLALDAV
    {0xEFB31FE0, 0xEE311E60, kUnitInteger, 1, kScalar | kChanged},         // VSHL
    {0xEFB11F60, 0xEE311E60, kUnitInteger, 2, kScalar | kChanged},         // VRSHL, VQSHL
    {0xFF811F60, 0xFE011E60, kUnitInteger, 1, kFrom | kScalar},            // VBRSR
    {0xEF810F60, 0xEE010E60, kUnitFloat, 2, kFrom | kScalar},              // VMUL, VQDMULH
    {0xEF800F40, 0xEE000E40, kUnitFloat, 2, kFrom | kScalar | kChanged},   // VMLA, VFMA
    {0xEFBF0FC1, 0xEE3F0E81, kUnitFloat, 1, kOther | kChanged},            // VMAXNMA, VMINNMA
    {0xFFBF0FC1, 0xFE3F0E01, kUnitFloat, 2, kOther},                       // VCVT from Half
    {0xFFBF0FC1, 0xEE3F0E01, kUnitFloat, 3, kOther | kChanged},            // VCVT to Half
    {0xEFB30FC1, 0xEE310E01, kUnitInteger, 1, kOther},                     // VSHLL
    {0xEFB30FC1, 0xEE330E81, kUnitInteger, 1, kOther | kChanged},          // VMAXA, VMINA
    {0xEFB10F41, 0xEE310E01, kUnitInteger, 3, kOther | kChanged},          // VMOVN, VQMOVN
    {0xEFB10F41, 0xEE310E00, kUnitInteger, 2, kFrom | kOther},             // VMULL of polynomials
    {0xEF810F40, 0xEE010E00, kUnitFloat, 2, kFrom | kOther},               // VMULL, VMULH
    {0xEF800F40, 0xEE000E00, kUnitFloat, 2, kFrom | kOther | kChanged},    // VQDMLADH, VCMUL
    {0xFFB11F51, 0xFE310F01, kUnitInteger, 1, kFrom | kOther | kSelects},  // VPSEL
    {0xEFB10F00, 0xEE310F00, kUnitFloat, 1, kFrom | kOther | kCompares},   // VCMP, VPT
    {0xFF810F00, 0xFE010F00, kUnitFloat, 1, kFrom | kOther | kCompares},
    {0xEFB10F41, 0xEE300F00, kUnitInteger, 2, kFrom | kOther},           // VADC, VSBC
    {0xEFB00F00, 0xEE300F00, kUnitFloat, 2, kFrom | kOther},             // VADD of floats, VQDMULL
    {0xFF810F60, 0xEE010F60, kUnitInteger, 1, kStart},                   // VIDUP, VDDUP
    {0xEF000000, 0xEE000000, kUnitInteger, 1, kFrom | kOther},           // VADD, VHADD, VQADD
    {0xEF800F10, 0xEF000910, kUnitFloat, 2, kFrom | kOther},             // VMUL
    {0xEF800F10, 0xEF000B00, kUnitFloat, 2, kFrom | kOther},             // VQDMULH
    {0xEF800F10, 0xEF000C10, kUnitFloat, 2, kFrom | kOther | kChanged},  // VFMA
    {0xEF800F10, 0xEF000D10, kUnitFloat, 2, kFrom | kOther},             // VMUL of floats
    {0xEF800D00, 0xEF000D00, kUnitFloat, 1, kFrom | kOther},             // VADD, VMAXNM
    {0xEF800F10, 0xEF000400, kUnitInteger, 1, kFrom | kOther},           // VSHL
    {0xEF800E00, 0xEF000400, kUnitInteger, 2, kFrom | kOther},           // VRSHL, VQSHL
    {0xEF800000, 0xEF000000, kUnitInteger, 1, kFrom | kOther},           // VADD, VMAX, VAND
    {0xEFB80990, 0xEF800110, kUnitInteger, 1, kChanged},                 // VORR, VBIC of a constant
    {0xEFB80D90, 0xEF800910, kUnitInteger, 1, kChanged},
    {0xEFB800B0, 0xEF800030, kUnitInteger, 1, 0},                  // VMVN of a constant
    {0xEFB80090, 0xEF800010, kUnitFloat, 2, 0},                    // VMOV of a constant
    {0xEF800C10, 0xEF800C10, kUnitFloat, 2, kOther},               // VCVT
    {0xEF800210, 0xEF800210, kUnitInteger, 2, kOther},             // VRSHR, VQSHL
    {0xFF800E10, 0xFF800410, kUnitInteger, 1, kOther | kChanged},  // VSLI, VSRI
    {0xEF800010, 0xEF800010, kUnitInteger, 1, kOther},             // VSHR, VSHL
    {0xEFB20010, 0xEFB20000, kUnitFloat, 2, kOther},               // VRINT, VCVT
    {0xEFB30410, 0xEFB10400, kUnitFloat, 1, kOther},               // VABS, VNEG of floats
    {0, 0, kUnitInteger, 1, kOther},                               // VABS, VREV, VCLZ
};

static struct operation operation_of_vector(unsigned first, unsigned second) {
  const uint32_t code = (uint32_t)first << 16 | second;
  const struct vector_rule* rule = kVectorRules;
  while ((code & rule->mask) != rule->value) ++rule;
  const unsigned operands = rule->operands;
  const uint64_t to = VECTOR(bits(second, 13, 3));
  const uint64_t scalar = core_register(second & 0xF);
  const uint64_t high = bits(first, 4, 3) == 7 ? 0 : core_register(bits(first, 4, 3) << 1 | 1);
  const uint64_t sum = core_register(bits(second, 13, 3) << 1) | high;
  const uint64_t most = core_register(bits(second, 12, 4));
  const uint64_t start = core_register(first & 0xE);
  const int has_scalar = (first & 0xEF80) == 0xEE00 && (second & 0x40) != 0;
  struct operation now = vector_of(rule->unit, rule->latency, 0, to);
  if (operands & kFrom) now.reads |= VECTOR(bits(first, 1, 3));
  if (operands & kOther) now.reads |= has_scalar ? scalar : VECTOR(bits(second, 1, 3));
  if (operands & kScalar) now.reads |= scalar;
  if (operands & kChanged) now.reads |= to;
  if (operands & kSelects) now.reads |= REGISTER(kPredicate);
  if (operands & kCompares) now.writes = REGISTER(kPredicate);
  if (operands & kSum) now.writes = sum;
  if (operands & kMost) now.writes = most;
  if (operands & kStart) now.writes |= start;
  if ((operands & kSum && second & 0x20) || operands & kMost) now.reads |= now.writes;
  if (operands & kStart) now.reads |= start;
  return now;
}

static struct operation operation_of_32_bits(unsigned first, unsigned second) {
  const uint64_t base = core_register(first & 0xF);
  if ((first & 0xEC00) == 0xEC00) {
    const unsigned coprocessor = bits(second, 8, 4);
    const int floats = coprocessor >= 9 && coprocessor <= 11 && (first & 0xEF00) != 0xEF00;
    if (floats) return operation_of_float(first, second);
    const int memory = (first & 0xEE00) == 0xEC00 && (second & 0xE00) == 0xE00;
    return memory ? operation_of_vector_memory(first, second) : operation_of_vector(first, second);
  }
  if ((first & 0xFE40) == 0xE800)
    return many_of(first & 0x10, second, base, first & 0x20, count_bits(second));
  if ((first & 0xFE40) == 0xE840) {
    const uint64_t data = core_register(bits(second, 12, 4)) | core_register(bits(second, 8, 4));
    if ((first & 0xFFE0) == 0xE8C0 && (second & 0xF00) == 0xF00) {  // TBB, or one that is exclusive
      const uint64_t index = second & 0x80 ? 0 : core_register(second & 0xF);
      return operation_of(kSpecial, base | index, data);
    }
    return many_of(first & 0x10, data, base, first & 0x20, 2);
  }
  if ((first & 0xFE00) == 0xEA00) return operation_of_shifted(first, second);
  if ((first & 0xF800) == 0xF000)
    return second & 0x8000 ? operation_of_control(first, second)
                           : operation_of_immediate(first, second);
  if ((first & 0xFE00) == 0xF800) return operation_of_memory(first, second);
  if ((first & 0xFF00) == 0xFB00) return operation_of_product(first, second);
  const uint64_t to = core_register(bits(second, 8, 4));
  const uint64_t other = core_register(second & 0xF);
  if ((first & 0x80) == 0) {
    if ((second & 0x80) == 0) return operation_of(kAlu, base | other, to);  // a shift
    if (base == 0) return operation_of(kField, other, to);
    return (struct operation){.kind = kSimd, .early = other, .reads = base, .writes = to};
  }
  const unsigned what = bits(first, 4, 3);
  if ((second & 0x80) == 0) {
    const int saturates = (second & 0x30) == 0x10;
    return operation_of(saturates ? kSaturate : kSimd, base | other, to);
  }
  if (what == 1) return (struct operation){.kind = kField, .early = other, .writes = to};
  return operation_of(what == 0 ? kSaturate : kField, base | other, to);
}

static struct operation decode(uint32_t address, const uint8_t* bytes, size_t size) {
  const unsigned first = bytes[0] | (unsigned)bytes[1] << 8;
  const unsigned second = size == 4 ? bytes[2] | (unsigned)bytes[3] << 8 : 0;
  struct operation now =
      size == 4 ? operation_of_32_bits(first, second) : operation_of_16_bits(first);
  now.narrow = size == 2;
  now.address = address;
  return now;
}

// What has issued: when its results are there and its units free, and what may issue next to it.
struct pipeline {
  uint64_t next;  // the first cycle in which something may issue alone
  uint64_t ready[64];
  uint64_t slow;  // registers that late readers get no earlier, or products a cycle later
  uint64_t free[kUnits];
  const struct operation* open;  // has issued alone in the cycle before `next`
  uint32_t loop_end;             // the end of the low-overhead loop that the processor remembers
  int continues;                 // the last instruction was that one
};

static uint64_t latest(const uint64_t* ready, uint64_t registers, unsigned later,
                       unsigned earlier) {
  uint64_t at = 0;
  for (; registers != 0; registers &= registers - 1) {
    const uint64_t when = ready[__builtin_ctzll(registers)] + later;
    if (when > at + earlier) at = when - earlier;
  }
  return at;
}

static void set(uint64_t* ready, uint64_t registers, uint64_t when) {
  for (; registers != 0; registers &= registers - 1) ready[__builtin_ctzll(registers)] = when;
}

static int is_secondary(const struct operation* now) {
  return now->kind == kSecondary || (now->kind == kField && now->early == 0);
}

// Whether `second` may issue in the cycle of `first`, which is the one before.
static int is_pair(enum core core, const struct operation* first, const struct operation* second) {
  if (core == kCortexM7) {
    const struct cost* const a = &kCosts[0][first->kind];
    const struct cost* const b = &kCosts[0][second->kind];
    const unsigned a_uses = a->uses | first->uses, b_uses = b->uses | second->uses;
    const unsigned conflicts =
        (a_uses & b_uses & ~kFpuPort) | (a_uses & b->excludes) | (b_uses & a->excludes);
    return !a->alone && !b->alone && !b->first && conflicts == 0;
  }
  const int ends = second->kind == kBranch || second->kind == kHint;
  const int secondary = core == kCortexM55 && (is_secondary(first) || is_secondary(second));
  return first->narrow && second->narrow && (ends || secondary);
}

// The cycles from the last instruction to `now`; of several in a cycle, the first takes it.
static unsigned issue(enum core core, struct pipeline* pipe, const struct operation* now) {
  const uint64_t before = pipe->next;
  const struct cost* const cost = &kCosts[core - kCortexM7][now->kind];
  pipe->continues = now->kind == kLoopEnd && now->address == pipe->loop_end;
  if (pipe->continues) return 0;
  if (now->kind == kLoopStart || now->kind == kLoopEnd)
    pipe->loop_end = now->kind == kLoopEnd ? now->address : 0;
  const int vector = now->kind == kVector || now->kind == kVectorStore;
  const enum unit unit = vector ? now->unit : cost->unit;
  const unsigned half = core == kCortexM33 ? 1 : 2;
  const unsigned words = now->words > half ? (now->words + half - 1) / half : 1;
  const unsigned cycles = now->kind == kMany ? words : cost->cycles;
  const uint64_t slow = now->reads & pipe->slow;
  uint64_t at = pipe->free[unit];
  const uint64_t times[] = {
      latest(pipe->ready, now->early, cost->early, 0),
      latest(pipe->ready, now->reads, 0, 0),
      latest(pipe->ready, now->late & ~pipe->slow, 0, cost->late),
      latest(pipe->ready, now->late & pipe->slow, 0, vector ? 0 : cost->late),
      core == kCortexM7 && now->kind == kMultiply ? latest(pipe->ready, slow, 1, 0) : 0,
  };
  for (size_t i = 0; i < sizeof times / sizeof times[0]; ++i) at = times[i] > at ? times[i] : at;
  const int paired = pipe->open != NULL && at < pipe->next && is_pair(core, pipe->open, now);
  if (paired) at = pipe->next - 1;
  if (at < pipe->next && !paired) at = pipe->next;
  pipe->open = paired ? NULL : now;
  pipe->next = at + cycles;
  const unsigned latency = vector ? now->latency : cost->latency;
  const uint64_t written = now->writes;
  set(pipe->ready, written, at + cycles - 1 + latency);
  set(pipe->ready, now->updates, at + (core == kCortexM7 ? 0 : 1));
  pipe->slow &= ~written;
  if (now->kind == kLoad || (vector && latency > 2)) pipe->slow |= written;
  if (unit != kNoUnit) pipe->free[unit] = at + (now->unit == kUnitControl ? 1 : cost->busy);
  return (unsigned)(pipe->next - before);
}

// The cycles of a branch that is taken; nothing at its destination issues together with it.
static unsigned branch(enum core core, struct pipeline* pipe) {
  const unsigned refill = pipe->continues ? 0 : refill_cycles(core);
  pipe->open = NULL;
  pipe->next += refill;
  return refill;
}
