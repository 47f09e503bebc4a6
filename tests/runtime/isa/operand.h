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
void check_sums();
void check_planes();
void check_rows();
void check_int8();

inline constexpr int32_t kLongest = 67;
inline constexpr int32_t kArea = 4096;
inline constexpr uint64_t kPattern = ~uint64_t{0};  // each part a NaN, or no bool

// Where an operand is: `offset` bytes after an address aligned to 16, or at an end of the guarded
// memory.
struct Place {
  enum { kInside, kFirst, kLast } at;
  int32_t offset;
};

inline uint8_t* plain_area(int32_t role) {
  alignas(16) static uint8_t areas[6][kArea];
  return areas[role];
}

// One of up to six operands: an area full of the pattern, with `span` elements of T in it.
template <typename T>
class Operand {
 public:
  Operand(int32_t role, Place place, int32_t span) {
    const int32_t bytes = span * static_cast<int32_t>(sizeof(T));
    const Region region = guarded();
    area_ = place.at == Place::kInside  ? plain_area(role)
            : place.at == Place::kFirst ? region.begin
                                        : region.end - kArea;
    for (int32_t i = 0; i < kWords; ++i) words()[i] = kPattern;
    uint8_t* at = place.at == Place::kInside  ? area_ + 64 + place.offset
                  : place.at == Place::kFirst ? area_
                                              : area_ + kArea - bytes;
    data_ = reinterpret_cast<T*>(at);
  }

  T* data() const { return data_; }

  // Restores the pattern over an element that was checked.
  void forget(T* at) const {
    for (size_t i = 0; i < sizeof(T); ++i) reinterpret_cast<uint8_t*>(at)[i] = 0xFF;
  }

  bool untouched() const {
    for (int32_t i = 0; i < kWords; ++i) {
      if (words()[i] != kPattern) return false;
    }
    return true;
  }

 private:
  static constexpr int32_t kWords = kArea / 8;
  using Word [[gnu::may_alias]] = uint64_t;

  Word* words() const { return reinterpret_cast<Word*>(area_); }

  uint8_t* area_;
  T* data_;
};

// Calls check(n, places) for each length, with each operand, of elements T at each end of the
// guarded memory in turn, and with all at each alignment that their elements may have.
template <typename... T, typename Check>
void at_every_place(Check check) {
  constexpr size_t kOperands = sizeof...(T);
  constexpr int32_t sizes[] = {static_cast<int32_t>(sizeof(T))...};
  int32_t smallest = 16;
  for (const int32_t size : sizes) smallest = size < smallest ? size : smallest;
  for (int32_t n = 0; n <= kLongest; ++n) {
    Place places[kOperands];
    for (int32_t offset = 0; offset < 16; offset += smallest) {
      for (size_t i = 0; i < kOperands; ++i)
        places[i] = {Place::kInside, offset / sizes[i] * sizes[i]};
      check(n, places);
    }
    for (Place& place : places) {
      const Place before = place;
      place = {Place::kFirst, 0};
      check(n, places);
      place = {Place::kLast, 0};
      check(n, places);
      place = before;
    }
  }
}

// Numbers that look random, in [0, 2^31).
inline int32_t next_number() {
  static uint32_t state;
  state = state * 1664525u + 1013904223u;
  return static_cast<int32_t>(state >> 1);
}

}  // namespace kerf::checks
