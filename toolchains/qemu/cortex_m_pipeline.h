// Estimates when an instruction issues on Cortex-M7, M33 and M55: these cores have no time for each
// instruction alone. They issue in order, one or two instructions in a cycle, each when what it
// reads is there and its unit is free. Memory never waits. LLVM is release 19, SLOTHY of July 2026.
//
// Cortex-M55: LLVM's machine model (ARMScheduleM55.td). Two instructions of 16 bits issue together
// where one adds or moves an immediate, moves or extends a register, or branches. A vector
// instruction occupies its unit (loads and stores, integers, products and floats) for two cycles;
// the next instruction issues after one if its unit is another. Scattered loads take as long as
// others, as in SLOTHY's model (cortex_m55r1.py), which loads two registers in a cycle too.
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
enum { kFlags = 16, kPredicate = 17 };

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
  uint8_t more;  // cycles in which nothing else issues, beyond the first
  uint8_t unit;
  uint8_t held;   // cycles of the unit beyond the first
  uint8_t alone;  // Cortex-M7: issues with no other
  uint8_t first;  // Cortex-M7: issues only as the first of two
  uint16_t uses;
  uint16_t excludes;  // besides what it uses
};

// Of Cortex-M7, M33 and M55.
static const struct cost kCosts[kKinds][3] = {
    [kAlu] = {{1}, {1}, {1}},
    [kSecondary] = {{1}, {1}, {1}},
    [kHint] = {{0}, {0}, {0}},
    [kBranch] = {{1, .uses = kBranches}, {1, 0, 1}, {1, 0, 1}},
    [kLoopStart] = {{1}, {1}, {1}},
    [kLoopEnd] = {{1}, {1}, {1}},
    [kSpecial] = {{3, .alone = 1}, {1}, {1}},
    [kShifted] = {{1, 1, .uses = kShifter}, {2}, {2}},
    [kShiftedLeft] = {{1, 1, .uses = kShifter}, {1}, {2}},
    [kField] = {{1, 1, .first = 1, .uses = kFields}, {1}, {1}},
    [kExtract] = {{1, 1, .first = 1, .uses = kFields | kShifter}, {1}, {2}},
    [kSimd] = {{1, 1, .first = 1, .uses = kFields}, {2, 0, 1}, {2}},
    [kSaturate] = {{2, 1, .first = 1, .uses = kFields}, {2}, {2}},
    [kMultiply] = {{2, 0, 1, .uses = kProduct, .excludes = kWrites}, {2, 0, 1}, {2}},
    [kDivide] = {{1, .more = 6, .alone = 1}, {1, .more = 6}, {1, .more = 6}},
    [kLoad] = {{1, 1}, {2}, {2}},
    [kLoadPart] = {{2, 1}, {2}, {2}},
    [kStore] = {{0, 1, 1, .uses = kWrites}, {0, 0, 1}, {0}},
    [kMany] = {{1, 1, 1, .alone = 1}, {2, 0, 1}, {2}},
    [kFloat] = {{3, .uses = kFpu}, {1, .unit = kUnitFloat}, {2, .unit = kUnitFloat}},
    [kFused] = {{5, 0, 2, .uses = kFpu, .excludes = kFpuPort},
                {3, .unit = kUnitFloat, .held = 2},
                {2, .unit = kUnitFloat}},
    [kChained] = {{6, 0, 3, .uses = kFpu, .excludes = kFpuPort},
                  {3, .unit = kUnitFloat, .held = 2},
                  {4, .unit = kUnitFloat}},
    [kDouble] = {{4, .first = 1, .uses = kFpu}, {1}, {15, .unit = kUnitFloat}},
    [kFloatDivide] = {{1, .more = 15, .uses = kFpu},
                      {1, .more = 13, .unit = kUnitFloat, .held = 13},
                      {16, .unit = kUnitFloat}},
    [kFloatMove] = {{3, .uses = kFpuPort}, {1, .unit = kUnitFloat}, {1, .unit = kUnitFloat}},
    [kFloatFromCore] = {{3, .uses = kFpuPort}, {1, .unit = kUnitFloat}, {2, .unit = kUnitFloat}},
    [kFloatLoad] = {{1, 1, .uses = kFpuPort}, {2, .unit = kUnitFloat}, {2, .unit = kUnitMemory}},
    [kFloatStore] = {{0, 1, 2, .uses = kWrites | kFpuPort},
                     {0, 0, 1, .unit = kUnitFloat},
                     {0, .unit = kUnitMemory}},
    [kVector] = {{0}, {0}, {1, 4, .held = 1}},
    [kVectorStore] = {{0}, {0}, {0, 4, 1, .held = 1}},
};

// Where an instruction names registers: r15 is none. Those of two halves have the first one on top.
enum {
  kRn = 1 << 0,      // bits 16 to 19
  kRt = 1 << 1,      // bits 12 to 15
  kRd = 1 << 2,      // bits 8 to 11
  kRm = 1 << 3,      // bits 0 to 3
  kLow0 = 1 << 4,    // bits 0 to 2
  kLow3 = 1 << 5,    // bits 3 to 5
  kLow6 = 1 << 6,    // bits 6 to 8
  kLow8 = 1 << 7,    // bits 8 to 10
  kHigh0 = 1 << 8,   // bits 0 to 2, and 7 on top
  kHigh3 = 1 << 9,   // bits 3 to 6
  kSp = 1 << 10,     // the stack pointer
  kLr = 1 << 11,     // the link register
  kCc = 1 << 12,     // the flags
  kCarry = 1 << 13,  // the flags, of ADC and SBC
  kSets = 1 << 14,   // the flags, if bit 20 is set
  kList = 1 << 15,   // a list of registers of the core or, from bits 12 to 15 on, of the FPU
  kPair = 1 << 16,   // two registers of the core, the even one in bits 16 to 19
  kSum = 1 << 17,    // one of bits 13 to 15, or two with bits 20 to 22
  kSumIn = 1 << 18,  // the same, if bit 5 is set
  kStart = 1 << 19,  // the even one of bits 17 to 19
  kBase = 1 << 20,   // bits 16 to 18
  kVpr = 1 << 21,    // the predicate of vectors
  kFd = 1 << 22,     // of the FPU
  kFn = 1 << 23,
  kFm = 1 << 24,
  kFmPair = 1 << 25,  // two single ones
  kQd = 1 << 26,      // vectors
  kQn = 1 << 27,
  kQm = 1 << 28,
  kQs = 1 << 29,    // two or four vectors
  kOther = 1 << 30  // a vector, or the core's register of bits 0 to 3 if bit 6 is set
};

// The first rule that an instruction matches says what it is.
struct rule {
  uint32_t mask, value;
  uint8_t kind;
  uint32_t early, reads, late, writes;
  uint8_t odd;  // the bit, counted from 1, that is set where a load is of an odd word
  uint8_t unit, latency;
};

#define NARROW(mask, value) 0xFFFF0000 | (mask), value
#define FLOAT(n) .unit = kUnitFloat, .latency = n
#define INTEGER(n) .unit = kUnitInteger, .latency = n
#define MEMORY(n) .unit = kUnitMemory, .latency = n
#define CONTROL(n) .unit = kUnitControl, .latency = n

static const struct rule kRules[] = {
    {NARROW(0xFC00, 0x1C00), kSecondary, 0, kLow3, 0, kLow0 | kCc},  // ADD, SUB of a constant
    {NARROW(0xFC00, 0x1800), kAlu, 0, kLow3 | kLow6, 0, kLow0 | kCc},
    {NARROW(0xE000, 0x0000), kAlu, 0, kLow3, 0, kLow0 | kCc},  // shifts
    {NARROW(0xF800, 0x2000), kSecondary, 0, 0, 0, kLow8 | kCc},
    {NARROW(0xF800, 0x2800), kAlu, 0, kLow8, 0, kCc},
    {NARROW(0xF000, 0x3000), kSecondary, 0, kLow8, 0, kLow8 | kCc},
    {NARROW(0xFFC0, 0x4340), kMultiply, 0, kLow0 | kLow3, 0, kLow0 | kCc},
    {NARROW(0xFFC0, 0x4200), kAlu, 0, kLow0 | kLow3, 0, kCc},
    {NARROW(0xFF80, 0x4280), kAlu, 0, kLow0 | kLow3, 0, kCc},
    {NARROW(0xFC00, 0x4000), kAlu, 0, kLow0 | kLow3, 0, kLow0 | kCc},
    {NARROW(0xFF00, 0x4400), kAlu, 0, kHigh0 | kHigh3, 0, kHigh0},
    {NARROW(0xFF00, 0x4500), kAlu, 0, kHigh0 | kHigh3, 0, kCc},
    {NARROW(0xFF87, 0x4687), kBranch, 0, kHigh3, 0, 0},
    {NARROW(0xFF00, 0x4600), kSecondary, 0, kHigh3, 0, kHigh0},
    {NARROW(0xFF00, 0x4700), kBranch, 0, kHigh3, 0, 0},
    {NARROW(0xF800, 0x4800), kLoad, 0, 0, 0, kLow8, .odd = 1},
    {NARROW(0xFC00, 0x5000), kStore, kLow3 | kLow6, 0, kLow0, 0},
    {NARROW(0xFE00, 0x5400), kStore, kLow3 | kLow6, 0, kLow0, 0},
    {NARROW(0xFE00, 0x5800), kLoad, kLow3 | kLow6, 0, 0, kLow0},
    {NARROW(0xF000, 0x5000), kLoadPart, kLow3 | kLow6, 0, 0, kLow0},
    {NARROW(0xF800, 0x6800), kLoad, kLow3, 0, 0, kLow0, .odd = 7},
    {NARROW(0xF800, 0x7800), kLoadPart, kLow3, 0, 0, kLow0, .odd = 9},
    {NARROW(0xF800, 0x8800), kLoadPart, kLow3, 0, 0, kLow0, .odd = 8},
    {NARROW(0xE800, 0x6000), kStore, kLow3, 0, kLow0, 0},
    {NARROW(0xF800, 0x8000), kStore, kLow3, 0, kLow0, 0},
    {NARROW(0xF800, 0x9000), kStore, kSp, 0, kLow8, 0},
    {NARROW(0xF800, 0x9800), kLoad, kSp, 0, 0, kLow8, .odd = 1},
    {NARROW(0xF800, 0xA000), kAlu, 0, 0, 0, kLow8},
    {NARROW(0xF800, 0xA800), kAlu, 0, kSp, 0, kLow8},
    {NARROW(0xFF00, 0xB000), kAlu, 0, kSp, 0, kSp},
    {NARROW(0xF500, 0xB100), kBranch, 0, kLow0, 0, 0},
    {NARROW(0xFF00, 0xB200), kField, 0, kLow3, 0, kLow0},
    {NARROW(0xFE00, 0xB400), kMany, kSp, 0, kList, 0},
    {NARROW(0xFE00, 0xBC00), kMany, kSp, 0, 0, kList},
    {NARROW(0xFF00, 0xBA00), kField, kLow3, 0, 0, kLow0},
    {NARROW(0xFF00, 0xBF00), kHint, 0, 0, 0, 0},
    {NARROW(0xF000, 0xB000), kSpecial, 0, 0, 0, 0},
    {NARROW(0xF800, 0xC000), kMany, kLow8, 0, kList, 0},
    {NARROW(0xF800, 0xC800), kMany, kLow8, 0, 0, kList},
    {NARROW(0xF000, 0xD000), kBranch, 0, 0, kCc, 0},
    {NARROW(0x0000, 0x0000), kBranch, 0, 0, 0, 0},

    {0xFE500000, 0xE8000000, kMany, kRn, 0, kList, 0},
    {0xFE500000, 0xE8100000, kMany, kRn, 0, 0, kList},
    {0xFFF0FFE0, 0xE8D0F000, kSpecial, 0, kRn | kRm, 0, 0},  // TBB, TBH
    {0xFE500000, 0xE8400000, kMany, kRn, 0, kRt | kRd, 0},
    {0xFE500000, 0xE8500000, kMany, kRn, 0, 0, kRt | kRd},
    {0xFFF08000, 0xEA508000, kAlu, 0, kRn | kRm | kCc, 0, kRd},     // CSEL
    {0xFFF00F0D, 0xEA500F0D, kSaturate, 0, kRn | kRt, 0, kRn},      // SQRSHR
    {0xFFF0000D, 0xEA50000D, kSaturate, 0, kPair | kRt, 0, kPair},  // ASRL
    {0xFFEF0000, 0xEA4F0000, kAlu, 0, kRm, 0, kRd | kSets},         // MOV, LSL
    {0xFFE00000, 0xEAC00000, kSimd, kRm, kRn, 0, kRd},              // PKHBT
    {0xFE0070F0, 0xEA000000, kAlu, 0, kRn | kRm | kCarry, 0, kRd | kSets},
    {0xFE000030, 0xEA000000, kShiftedLeft, kRm, kRn | kCarry, 0, kRd | kSets},
    {0xFE000000, 0xEA000000, kShifted, kRm, kRn | kCarry, 0, kRd | kSets},
    {0xFA008000, 0xF0000000, kAlu, 0, kRn | kCarry, 0, kRd | kSets},
    {0xFBF08000, 0xF2C00000, kAlu, 0, kRd, 0, kRd},  // MOVT
    {0xFBF08000, 0xF2400000, kAlu, 0, 0, 0, kRd},    // MOVW
    {0xFB008000, 0xF2000000, kAlu, 0, kRn, 0, kRd},
    {0xFBF08000, 0xF3600000, kField, kRn, kRd, 0, kRd},  // BFI
    {0xFB708000, 0xF3400000, kExtract, kRn, 0, 0, kRd},  // SBFX, UBFX
    {0xFB008000, 0xF3000000, kSaturate, kRn, 0, 0, kRd},
    {0xF800F801, 0xF000E801, kVector, 0, kRn, 0, kVpr, CONTROL(1)},  // VCTP
    {0xF80FF001, 0xF00FC001, kLoopEnd, 0, 0, 0, kLr},
    {0xF800D001, 0xF000C001, kLoopStart, 0, kRn, 0, kLr},
    {0xFFF0D000, 0xF3A08000, kHint, 0, 0, 0, 0},
    {0xFB80D000, 0xF3808000, kSpecial, 0, 0, 0, 0},
    {0xF800D000, 0xF0008000, kBranch, 0, 0, kCc, 0},
    {0xF800C000, 0xF000C000, kBranch, 0, 0, 0, kLr},
    {0xF8008000, 0xF0008000, kBranch, 0, 0, 0, 0},
    {0xFE7F0000, 0xF85F0000, kLoad, 0, 0, 0, kRt, .odd = 3},
    {0xFE1F0000, 0xF81F0000, kLoadPart, 0, 0, 0, kRt, .odd = 3},
    {0xFEF00800, 0xF8500000, kLoad, kRn | kRm, 0, 0, kRt},
    {0xFE900800, 0xF8100000, kLoadPart, kRn | kRm, 0, 0, kRt},
    {0xFE900800, 0xF8000000, kStore, kRn | kRm, 0, kRt, 0},
    {0xFEF00C00, 0xF8500800, kLoad, kRn, 0, 0, kRt},
    {0xFE900C00, 0xF8100800, kLoadPart, kRn, 0, 0, kRt},
    {0xFE700000, 0xF8500000, kLoad, kRn, 0, 0, kRt, .odd = 3},
    {0xFE100000, 0xF8100000, kLoadPart, kRn, 0, 0, kRt, .odd = 3},
    {0xFE100000, 0xF8000000, kStore, kRn, 0, kRt, 0},
    {0xFF800080, 0xFA000000, kAlu, 0, kRn | kRm, 0, kRd | kSets},  // shifts
    {0xFF8F0080, 0xFA0F0080, kField, 0, kRm, 0, kRd},
    {0xFF800080, 0xFA000080, kSimd, kRm, kRn, 0, kRd},  // SXTAB16
    {0xFF8000B0, 0xFA800010, kSaturate, 0, kRn | kRm, 0, kRd},
    {0xFF800080, 0xFA800000, kSimd, 0, kRn | kRm, 0, kRd},
    {0xFFF00080, 0xFA900080, kField, kRm, 0, 0, kRd},           // REV
    {0xFFF00080, 0xFA800080, kSaturate, 0, kRn | kRm, 0, kRd},  // QADD
    {0xFF800080, 0xFA800080, kField, 0, kRn | kRm, 0, kRd},     // SEL, CLZ
    {0xFFD00000, 0xFB900000, kDivide, 0, kRn | kRm, 0, kRd},
    {0xFFC00000, 0xFBC00000, kMultiply, 0, kRn | kRm, kRt | kRd, kRt | kRd},  // SMLAL
    {0xFF800000, 0xFB800000, kMultiply, 0, kRn | kRm, 0, kRt | kRd},
    {0xFF000000, 0xFB000000, kMultiply, 0, kRn | kRm, kRt, kRd},

    {0xFFF00E00, 0xEC400A00, kFloatFromCore, 0, kRt | kRn, 0, kFmPair},
    {0xFFF00E00, 0xEC500A00, kFloatMove, 0, kFmPair, 0, kRt | kRn},
    {0xFF300E00, 0xED100A00, kFloatLoad, kRn, 0, 0, kFd, .odd = 1},
    {0xFF300E00, 0xED000A00, kFloatStore, kRn, 0, kFd, 0},
    {0xFE100E00, 0xEC100A00, kMany, kRn, 0, 0, kList},
    {0xFE100E00, 0xEC000A00, kMany, kRn, 0, kList, 0},
    {0xFF100F10, 0xEE100B10, kVector, 0, kQn, 0, kRt, FLOAT(1)},        // VMOV of a lane
    {0xFF900F10, 0xEE800B10, kVector, 0, kRt, 0, kQn, INTEGER(1)},      // VDUP
    {0xFF900F10, 0xEE000B10, kVector, 0, kRt | kQn, 0, kQn, FLOAT(1)},  // VMOV to a lane
    {0xFF90FE10, 0xEE90FA10, kFloatMove, 0, 0, 0, kCc},                 // VMRS
    {0xFF900E10, 0xEE900A10, kFloatMove, 0, 0, 0, kRt},
    {0xFF900E10, 0xEE800A10, kFloatMove, 0, kRt, 0, kCc},  // VMSR
    {0xFF900E10, 0xEE000A10, kFloatFromCore, 0, kRt, 0, kFn},
    {0xFF900E10, 0xEE100A10, kFloatMove, 0, kFn, 0, kRt},
    {0xFFA00E10, 0xEE000A00, kChained, 0, kFn | kFm, kFd, kFd},  // VMLA
    {0xFFB00E10, 0xEE900A00, kFused, 0, kFn | kFm, kFd, kFd},    // VFNMA
    {0xFFB00E10, 0xEEA00A00, kFused, 0, kFn | kFm, kFd, kFd},    // VFMA
    {0xFFB00E10, 0xEE800A00, kFloatDivide, 0, kFn | kFm, 0, kFd},
    {0xFFB00E50, 0xEEB00A00, kFloatMove, 0, 0, 0, kFd},
    {0xFFBF0ED0, 0xEEB00A40, kFloatMove, 0, kFm, 0, kFd},
    {0xFFBF0ED0, 0xEEB10AC0, kFloatDivide, 0, kFm, 0, kFd},      // VSQRT
    {0xFFBF0E50, 0xEEB40A40, kFloatMove, 0, kFd | kFm, 0, kCc},  // VCMP
    {0xFFBF0E50, 0xEEB50A40, kFloatMove, 0, kFd, 0, kCc},
    {0xFFB00E50, 0xEEB00A40, kFloat, 0, kFm, 0, kFd},  // VABS, VCVT
    {0xFF000E10, 0xEE000A00, kFloat, 0, kFn | kFm, 0, kFd},
    {0xFFB00E10, 0xFEB00A00, kFloat, 0, kFm, 0, kFd},              // VRINT
    {0xFF800E10, 0xFE000A00, kFloat, 0, kFn | kFm | kCc, 0, kFd},  // VSEL
    {0xFF000E00, 0xFE000A00, kFloat, 0, kFn | kFm, 0, kFd},        // VMAXNM

    {0xFFF00E00, 0xEC000E00, kVector, 0, kQd, 0, kRn | kRm, FLOAT(1)},  // VMOV of two lanes
    {0xFFF00E00, 0xEC100E00, kVector, 0, kRn | kRm | kQd, 0, kQd, FLOAT(1)},
    {0xFE501F80, 0xEC500F80, kLoad, kRn, 0, 0, kVpr},
    {0xFE501F80, 0xEC400F80, kStore, kRn, 0, kVpr, 0},
    {0xEF301E00, 0xEC100E00, kVector, kQm, kRn, 0, kQd, MEMORY(2)},  // scattered
    {0xEF301E00, 0xEC000E00, kVectorStore, kQm, kRn, kQd, 0, MEMORY(2)},
    {0xFF101E00, 0xFD101E00, kVector, kQn, 0, 0, kQd, MEMORY(2)},
    {0xFF101E00, 0xFD001E00, kVectorStore, kQn, 0, kQd, 0, MEMORY(2)},
    {0xFF101E00, 0xFC101E00, kVector, 0, kRn, 0, kQs, MEMORY(1)},  // VLD2, VLD4
    {0xFF101E00, 0xFC001E00, kVectorStore, 0, kRn, kQs, 0, MEMORY(1)},
    {0xEE101E00, 0xEC100E00, kVector, 0, kBase, 0, kQd, MEMORY(1)},  // extended
    {0xEE101E00, 0xEC000E00, kVectorStore, 0, kBase, kQd, 0, MEMORY(1)},
    {0xEE101E00, 0xEC101E00, kVector, 0, kRn, 0, kQd, MEMORY(1)},
    {0xEE101E00, 0xEC001E00, kVectorStore, 0, kRn, kQd, 0, MEMORY(1)},
    {0xFE200F10, 0xFC200800, kVector, 0, kQn | kOther | kQd, 0, kQd, FLOAT(2)},  // VCMLA
    {0xFE000000, 0xFC000000, kVector, 0, kQn | kOther, 0, kQd, FLOAT(1)},        // VCADD of floats
    {0xFFBF1FFF, 0xFE310F4D, kVector, 0, kVpr, 0, kVpr, CONTROL(1)},             // VPST, VPNOT
    {0xEFA00040, 0xEE800040, kVector, 0, kOther | kQd, 0, kQd, INTEGER(3)},      // VSHRN, VQRSHRN
    {0xEFA000C0, 0xEEA000C0, kVector, 0, kRm | kQd, 0, kQd, INTEGER(1)},         // VSHLC
    {0xEFA00040, 0xEEA00040, kVector, 0, kOther, 0, kQd, INTEGER(1)},            // VMOVL, VSHLL
    {0xEFC10F41, 0xEE800F01, kVector, 0, kQn | kOther | kRt, 0, kRt, INTEGER(3)},  // VABAV
    {0xEFFC0F00, 0xEEE00F00, kVector, 0, kOther | kRt, 0, kRt,
     INTEGER(4)},  // VMAXV, VMINV of bytes
    {0xEFFC0F00, 0xEEE40F00, kVector, 0, kOther | kRt, 0, kRt, INTEGER(3)},
    {0xEFFC0F00, 0xEEE80F00, kVector, 0, kOther | kRt, 0, kRt, INTEGER(2)},
    {0xEFFC0F00, 0xEEEC0F00, kVector, 0, kOther | kRt, 0, kRt, FLOAT(1)},
    {0xEFF10F00, 0xEEF10F00, kVector, 0, kOther | kSumIn, 0, kSum, FLOAT(2)},  // VADDV
    {0xEF8F0F00, 0xEE890F00, kVector, 0, kOther | kSumIn, 0, kSum, FLOAT(2)},  // VADDLV
    {0xEF800000, 0xEE800000, kVector, 0, kQn | kOther | kSumIn, 0, kSum,
     FLOAT(2)},                                                               // VMLADAV, VMLALDAV
    {0xEFB31FE0, 0xEE311E60, kVector, 0, kRm | kQd, 0, kQd, INTEGER(1)},      // VSHL
    {0xEFB11F60, 0xEE311E60, kVector, 0, kRm | kQd, 0, kQd, INTEGER(2)},      // VRSHL, VQSHL
    {0xFF811F60, 0xFE011E60, kVector, 0, kQn | kRm, 0, kQd, INTEGER(1)},      // VBRSR
    {0xEF810F60, 0xEE010E60, kVector, 0, kQn | kRm, 0, kQd, FLOAT(2)},        // VMUL, VQDMULH
    {0xEF800F40, 0xEE000E40, kVector, 0, kQn | kRm | kQd, 0, kQd, FLOAT(2)},  // VMLA, VFMA
    {0xEFBF0FC1, 0xEE3F0E81, kVector, 0, kOther | kQd, 0, kQd, FLOAT(1)},     // VMAXNMA, VMINNMA
    {0xFFBF0FC1, 0xFE3F0E01, kVector, 0, kOther, 0, kQd, FLOAT(2)},           // VCVT from Half
    {0xFFBF0FC1, 0xEE3F0E01, kVector, 0, kOther | kQd, 0, kQd, FLOAT(3)},     // VCVT to Half
    {0xEFB30FC1, 0xEE310E01, kVector, 0, kOther, 0, kQd, INTEGER(1)},         // VSHLL
    {0xEFB30FC1, 0xEE330E81, kVector, 0, kOther | kQd, 0, kQd, INTEGER(1)},   // VMAXA, VMINA
    {0xEFB10F41, 0xEE310E01, kVector, 0, kOther | kQd, 0, kQd, INTEGER(3)},   // VMOVN, VQMOVN
    {0xEFB10F41, 0xEE310E00, kVector, 0, kQn | kOther, 0, kQd, INTEGER(2)},  // VMULL of polynomials
    {0xEF810F40, 0xEE010E00, kVector, 0, kQn | kOther, 0, kQd, FLOAT(2)},    // VMULL, VMULH
    {0xEF800F40, 0xEE000E00, kVector, 0, kQn | kOther | kQd, 0, kQd, FLOAT(2)},  // VQDMLADH, VCMUL
    {0xFFB11F51, 0xFE310F01, kVector, 0, kQn | kOther | kVpr, 0, kQd, INTEGER(1)},  // VPSEL
    {0xEFB10F00, 0xEE310F00, kVector, 0, kQn | kOther, 0, kVpr, FLOAT(1)},          // VCMP, VPT
    {0xFF810F00, 0xFE010F00, kVector, 0, kQn | kOther, 0, kVpr, FLOAT(1)},
    {0xEFB10F41, 0xEE300F00, kVector, 0, kQn | kOther, 0, kQd, INTEGER(2)},  // VADC, VSBC
    {0xEFB00F00, 0xEE300F00, kVector, 0, kQn | kOther, 0, kQd,
     FLOAT(2)},  // VADD of floats, VQDMULL
    {0xFF810F60, 0xEE010F60, kVector, 0, kStart, 0, kQd | kStart, INTEGER(1)},  // VIDUP, VDDUP
    {0xEF000000, 0xEE000000, kVector, 0, kQn | kOther, 0, kQd, INTEGER(1)},  // VADD, VHADD, VQADD
    {0xEF800F10, 0xEF000910, kVector, 0, kQn | kOther, 0, kQd, FLOAT(2)},    // VMUL
    {0xEF800F10, 0xEF000B00, kVector, 0, kQn | kOther, 0, kQd, FLOAT(2)},    // VQDMULH
    {0xEF800F10, 0xEF000C10, kVector, 0, kQn | kOther | kQd, 0, kQd, FLOAT(2)},  // VFMA
    {0xEF800F10, 0xEF000D10, kVector, 0, kQn | kOther, 0, kQd, FLOAT(2)},        // VMUL of floats
    {0xEF800D00, 0xEF000D00, kVector, 0, kQn | kOther, 0, kQd, FLOAT(1)},        // VADD, VMAXNM
    {0xEF800F10, 0xEF000400, kVector, 0, kQn | kOther, 0, kQd, INTEGER(1)},      // VSHL
    {0xEF800E00, 0xEF000400, kVector, 0, kQn | kOther, 0, kQd, INTEGER(2)},      // VRSHL, VQSHL
    {0xEF800000, 0xEF000000, kVector, 0, kQn | kOther, 0, kQd, INTEGER(1)},      // VADD, VMAX, VAND
    {0xEFB80990, 0xEF800110, kVector, 0, kQd, 0, kQd, INTEGER(1)},  // VORR, VBIC of a constant
    {0xEFB80D90, 0xEF800910, kVector, 0, kQd, 0, kQd, INTEGER(1)},
    {0xEFB800B0, 0xEF800030, kVector, 0, 0, 0, kQd, INTEGER(1)},             // VMVN of a constant
    {0xEFB80090, 0xEF800010, kVector, 0, 0, 0, kQd, FLOAT(2)},               // VMOV of a constant
    {0xEF800C10, 0xEF800C10, kVector, 0, kOther, 0, kQd, FLOAT(2)},          // VCVT
    {0xEF800210, 0xEF800210, kVector, 0, kOther, 0, kQd, INTEGER(2)},        // VRSHR, VQSHL
    {0xFF800E10, 0xFF800410, kVector, 0, kOther | kQd, 0, kQd, INTEGER(1)},  // VSLI, VSRI
    {0xEF800010, 0xEF800010, kVector, 0, kOther, 0, kQd, INTEGER(1)},        // VSHR, VSHL
    {0xEFB20010, 0xEFB20000, kVector, 0, kOther, 0, kQd, FLOAT(2)},          // VRINT, VCVT
    {0xEFB30410, 0xEFB10400, kVector, 0, kOther, 0, kQd, FLOAT(1)},          // VABS, VNEG of floats
    {0, 0, kVector, 0, kOther, 0, kQd, INTEGER(1)},                          // VABS, VREV, VCLZ
};

// The registers of `count` that follow one another.
static uint64_t registers_from(unsigned first, unsigned count) {
  return ((UINT64_C(1) << count) - 1) << first;
}

// Counts by itself: the plugin is linked without the compiler's library, which the builtin calls.
static uint8_t count_of(uint64_t registers) {
  uint8_t count = 0;
  for (; registers != 0; registers &= registers - 1) ++count;
  return count;
}

static uint64_t list_of(uint32_t code) {
  enum { kPush = 0xB400 };
  if (code >> 16 == 0) {
    const unsigned last = code >= 0xC000 ? 0 : code >> 8 & 1;
    return (code & 0xFF) | last << ((code & 0xFE00) == kPush ? 14 : 15);
  }
  if (code < 0xEC000000) return code & 0xFFFF;
  const unsigned from = (code & 0x100 ? 0 : code >> 22 & 1) | (code >> 11 & 30);
  return registers_from(32 + from, code & 0x3F);
}

static uint64_t single_or_double(uint32_t code, unsigned at, unsigned lowest) {
  const unsigned number = (code >> at & 0xF) << 1;
  return code & 0x100 ? registers_from(32 + number, 2) : SINGLE(number | (code >> lowest & 1));
}

static uint64_t registers_of(uint32_t code, uint32_t where) {
  const unsigned stack = 13, link = 14, none = 15;
  const int has_scalar = (code & 0xEF800040) == 0xEE000040;
  const unsigned high = code >> 20 & 7;
  const struct {
    uint32_t bit;
    uint64_t registers;
  } all[] = {
      {kRn, REGISTER(code >> 16 & 0xF)},
      {kRt, REGISTER(code >> 12 & 0xF)},
      {kRd, REGISTER(code >> 8 & 0xF)},
      {kRm, REGISTER(code & 0xF)},
      {kLow0, REGISTER(code & 7)},
      {kLow3, REGISTER(code >> 3 & 7)},
      {kLow6, REGISTER(code >> 6 & 7)},
      {kLow8, REGISTER(code >> 8 & 7)},
      {kHigh0, REGISTER((code & 7) | (code >> 4 & 8))},
      {kHigh3, REGISTER(code >> 3 & 0xF)},
      {kSp, REGISTER(stack)},
      {kLr, REGISTER(link)},
      {kCc, REGISTER(kFlags)},
      {kCarry, (code & 0x01C00000) == 0x01400000 ? REGISTER(kFlags) : 0},
      {kSets, code & 0x100000 ? REGISTER(kFlags) : 0},
      {kList, list_of(code)},
      {kPair, registers_from(code >> 16 & 0xE, 2)},
      {kSum, REGISTER(code >> 12 & 0xE) | REGISTER(high << 1 | 1)},
      {kSumIn, code & 0x20 ? REGISTER(code >> 12 & 0xE) | REGISTER(high << 1 | 1) : 0},
      {kStart, REGISTER(code >> 16 & 0xE)},
      {kBase, REGISTER(code >> 16 & 7)},
      {kVpr, REGISTER(kPredicate)},
      {kFd, single_or_double(code, 12, 22)},
      {kFn, single_or_double(code, 16, 7)},
      {kFm, single_or_double(code, 0, 5)},
      {kFmPair, registers_from(32 + ((code & 0xF) << 1 | (code & 0x100 ? 0 : code >> 5 & 1)), 2)},
      {kQd, VECTOR(code >> 13 & 7)},
      {kQn, VECTOR(code >> 17 & 7)},
      {kQm, VECTOR(code >> 1 & 7)},
      {kQs, registers_from(32 + 4 * (code >> 13 & 7), code & 1 ? 16 : 8)},
      {kOther, has_scalar ? REGISTER(code & 0xF) : VECTOR(code >> 1 & 7)},
  };
  uint64_t found = 0;
  for (unsigned i = 0; i < sizeof all / sizeof all[0]; ++i) {
    if (where & all[i].bit) found |= all[i].registers;
  }
  return found & ~(where & kList ? 0 : REGISTER(none));
}

static struct operation decode(uint32_t address, const uint8_t* bytes, size_t size) {
  const unsigned first = bytes[0] | (unsigned)bytes[1] << 8;
  const unsigned second = size == 4 ? bytes[2] | (unsigned)bytes[3] << 8 : 0;
  uint32_t code = size == 4 ? first << 16 | second : first;
  const int is_half = (code & 0xEC000F00) == 0xEC000900 && (code & 0xEF000000) != 0xEF000000;
  if (is_half) code ^= 0x300;  // as the same instruction of Float
  const struct rule* rule = kRules;
  while ((code & rule->mask) != rule->value) ++rule;
  struct operation now = {
      .early = registers_of(code, rule->early),
      .reads = registers_of(code, rule->reads),
      .late = registers_of(code, rule->late),
      .writes = registers_of(code, rule->writes),
      .address = address,
      .kind = rule->kind,
      .latency = rule->latency,
      .unit = rule->unit,
      .narrow = size == 2,
  };
  const int is_many = now.kind == kMany;
  const int is_single = code >> 25 == 0xF800 >> 9;
  const int has_list = ((rule->late | rule->writes) & kList) != 0;
  if (is_many) now.words = has_list ? count_of(now.late | now.writes) : 2;
  const int writes_back = size == 2   ? is_many
                          : is_single ? (code & 0x800900) == 0x900
                                      : (is_many || now.unit == kUnitMemory) && code & 0x200000;
  if (writes_back) now.updates = now.unit == kUnitMemory ? now.reads : now.early;
  const int is_double = now.kind >= kFloat && size == 4 && (code & 0xF00) == 0xB00;
  if (is_double && now.kind <= kChained) now.kind = kDouble;
  if (now.kind == kLoad || now.kind == kLoadPart || now.kind == kFloatLoad)
    now.uses = rule->odd != 0 && code >> (rule->odd - 1) & 1 ? kOdd : kEven;
  if (is_double && now.kind == kFloatLoad) now.uses = kEven | kOdd;
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
  return now->kind == kSecondary || now->kind == kHint || (now->kind == kField && now->early == 0);
}

// Whether `second` may issue in the cycle of `first`, which is the one before.
static int is_pair(enum core core, const struct operation* first, const struct operation* second) {
  if (core == kCortexM7) {
    const struct cost* const a = &kCosts[first->kind][0];
    const struct cost* const b = &kCosts[second->kind][0];
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
  const struct cost* const cost = &kCosts[now->kind][core - kCortexM7];
  pipe->continues = now->kind == kLoopEnd && now->address == pipe->loop_end;
  if (pipe->continues) return 0;
  if (now->kind == kLoopStart || now->kind == kLoopEnd)
    pipe->loop_end = now->kind == kLoopEnd ? now->address : 0;
  const int vector = now->kind >= kVector;
  const enum unit unit = vector ? now->unit : cost->unit;
  const unsigned half = core == kCortexM33 ? 1 : 2;
  const unsigned more = now->words > half ? (now->words - 1) / half : cost->more;
  const int is_product = core == kCortexM7 && now->kind == kMultiply;
  uint64_t at = pipe->free[unit];
  const uint64_t times[] = {
      latest(pipe->ready, now->early, cost->early, 0),
      latest(pipe->ready, now->reads, 0, 0),
      latest(pipe->ready, now->reads & pipe->slow, is_product, 0),
      latest(pipe->ready, now->late & ~pipe->slow, 0, cost->late),
      latest(pipe->ready, now->late & pipe->slow, 0, vector ? 0 : cost->late),
  };
  for (size_t i = 0; i < sizeof times / sizeof times[0]; ++i) at = times[i] > at ? times[i] : at;
  const int paired = pipe->open != NULL && at < pipe->next && is_pair(core, pipe->open, now);
  if (at < pipe->next) at = pipe->next - paired;
  pipe->open = paired ? NULL : now;
  pipe->next = at + more + 1;
  const unsigned latency = vector ? now->latency : cost->latency;
  set(pipe->ready, now->writes, at + more + latency);
  set(pipe->ready, now->updates, at + (core == kCortexM7 ? 0 : 1));
  pipe->slow &= ~now->writes;
  if (now->kind == kLoad || (vector && latency > 2)) pipe->slow |= now->writes;
  if (unit != kNoUnit) pipe->free[unit] = at + (unit == kUnitControl ? 1 : 1 + cost->held);
  return (unsigned)(pipe->next - before);
}

// The cycles of a branch that is taken; nothing at its destination issues together with it.
static unsigned branch(enum core core, struct pipeline* pipe) {
  const unsigned refill = pipe->continues ? 0 : refill_cycles(core);
  pipe->open = NULL;
  pipe->next += refill;
  return refill;
}
