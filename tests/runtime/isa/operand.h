// Operands of loops in watched memory: what surrounds one has a pattern, or cannot be accessed.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace kerf::checks {

// Memory with nothing accessible before and after it.
struct Region {
  uint8_t* begin;
  uint8_t* end;
};
Region guarded();

// Ends the program; `numbers` identify the case.
[[noreturn]] void failed(const char* what, const int32_t* numbers, size_t count);

// Loops that were run and checked.
extern uint32_t checks;
[[gnu::weak]] void check_sums();
[[gnu::weak]] void check_planes();
[[gnu::weak]] void check_rows();
[[gnu::weak]] void check_int8_products();
[[gnu::weak]] void check_int8_depthwise();
[[gnu::weak]] void check_int8_rows();
[[gnu::weak]] void check_windows();
[[gnu::weak]] void check_grouped_rows();

// Runs the checks that the program has: of a set without loops of its own in one, that is not
// linked.
inline void run_checks() {
  void (*const all[])() = {check_sums,          check_planes,         check_rows,
                           check_int8_products, check_int8_depthwise, check_int8_rows,
                           check_windows,       check_grouped_rows};
  for (void (*const check)() : all) {
    if (check != nullptr) check();
  }
}

#ifndef KERF_LONGEST
#define KERF_LONGEST 67
#endif
inline constexpr int32_t kLongest = KERF_LONGEST;
inline constexpr int32_t kAreas = 6;
inline constexpr int32_t kArea = 4096;
inline constexpr uint64_t kPattern = ~uint64_t{0};  // each part a NaN, or no bool

// Where an operand is: `offset` bytes after an address aligned to 16, or at an end of the guarded
// memory.
struct Place {
  enum { kInside, kFirst, kLast } at;
  int32_t offset;
};

inline uint8_t* plain_area(int32_t role) {
  alignas(16) static uint8_t areas[kAreas][kArea];
  return areas[role];
}

using Word [[gnu::may_alias]] = uint64_t;

// The areas of all operands, then those at the ends of the guarded memory.
inline uint8_t* area_of(int32_t index) {
  if (index < kAreas) return plain_area(index);
  return index == kAreas ? guarded().begin : guarded().end - kArea;
}

inline void fill_areas() {
  for (int32_t index = 0; index < kAreas + 2; ++index) {
    Word* words = reinterpret_cast<Word*>(area_of(index));
    for (int32_t i = 0; i < kArea / 8; ++i) words[i] = kPattern;
  }
}

// Whether all operands have restored what they had, and nothing else was written.
inline void check_areas() {
  for (int32_t index = 0; index < kAreas + 2; ++index) {
    const Word* words = reinterpret_cast<const Word*>(area_of(index));
    for (int32_t i = 0; i < kArea / 8; ++i) {
      if (words[i] != kPattern) {
        const int32_t numbers[] = {index, 8 * i};
        failed("wrote far from an operand", numbers, 2);
      }
    }
  }
}

// One of up to six operands: `span` elements of T in an area that is full of the pattern, which
// they have again at the end.
template <typename T>
class Operand {
 public:
  Operand(int32_t role, Place place, int32_t span)
      : area_(area_of(place.at == Place::kInside  ? role
                      : place.at == Place::kFirst ? kAreas
                                                  : kAreas + 1)),
        bytes_(span * static_cast<int32_t>(sizeof(T))),
        begin_(place.at == Place::kInside  ? 64 + place.offset
               : place.at == Place::kFirst ? 0
                                           : kArea - bytes_) {}
  Operand(const Operand&) = delete;
  Operand& operator=(const Operand&) = delete;

  ~Operand() {
    int32_t i = begin_;
    const int32_t end = begin_ + bytes_;
    while (i < end && i % 8 != 0) area_[i++] = 0xFF;
    for (; i + 8 <= end; i += 8) *reinterpret_cast<Word*>(area_ + i) = kPattern;
    while (i < end) area_[i++] = 0xFF;
  }

  T* data() const { return reinterpret_cast<T*>(area_ + begin_); }

  // Restores the pattern over an element that was checked.
  void forget(T* at) const {
    for (size_t i = 0; i < sizeof(T); ++i) reinterpret_cast<uint8_t*>(at)[i] = 0xFF;
  }

  // Whether everything up to kNear bytes from it has the pattern; check_areas() sees the rest.
  bool untouched() const {
    const int32_t first = begin_ < kNear ? 0 : (begin_ - kNear) / 8;
    const int32_t end = begin_ + bytes_ + kNear;
    const Word* words = reinterpret_cast<const Word*>(area_);
    for (int32_t i = first; i < (end < kArea ? end : kArea) / 8; ++i) {
      if (words[i] != kPattern) return false;
    }
    return true;
  }

 private:
  static constexpr int32_t kNear = 64;

  uint8_t* area_;
  int32_t bytes_;
  int32_t begin_;
};

// Calls check(n, places) for each length with every operand, of elements T, at each end of the
// guarded memory, the next operand being at the other end; and with all at one alignment, another
// one for the next length. No loop depends on both, length and alignment.
template <typename... T, typename Check>
void at_every_place(Check check) {
  constexpr size_t kOperands = sizeof...(T);
  constexpr int32_t sizes[] = {static_cast<int32_t>(sizeof(T))...};
  int32_t smallest = 16;
  for (const int32_t size : sizes) smallest = size < smallest ? size : smallest;
  fill_areas();
  for (int32_t n = 0; n <= kLongest; ++n) {
    Place places[kOperands];
    const int32_t offset = (n + n / 16) * smallest % 16;
    for (size_t i = 0; i < kOperands; ++i)
      places[i] = {Place::kInside, offset / sizes[i] * sizes[i]};
    check(n, places);
    for (size_t i = 0; i < kOperands; ++i) {
      Place& first = places[i];
      Place& last = places[(i + 1) % kOperands];
      const Place before[] = {first, last};
      first = {Place::kFirst, 0};
      if (kOperands == 1) check(n, places);
      last = {Place::kLast, 0};
      check(n, places);
      first = before[0];
      last = before[1];
    }
  }
  check_areas();
}

// Numbers that look random, in [0, 2^31).
inline int32_t next_number() {
  static uint32_t state;
  state = state * 1664525u + 1013904223u;
  return static_cast<int32_t>(state >> 1);
}

}  // namespace kerf::checks
