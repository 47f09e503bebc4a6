// When each instruction of a run began and ended, in memory of the caller.
#pragma once

#include <stdint.h>

namespace kerf {

// One instruction, by its place in the method, from `begin` to `end` in ticks of the clock.
struct ProfileEvent {
  uint32_t chain;
  uint32_t instruction;
  uint64_t begin;
  uint64_t end;
};

// Where instructions are noted: `count` of events[capacity] are written, `lost` more did not fit.
// Its owner sets both to 0 to begin again.
struct Profile {
  uint64_t (*ticks)(void* clock);
  void* clock;
  ProfileEvent* events;
  uint32_t capacity;
  uint32_t count;
  uint32_t lost;
  uint32_t chain;  // the one that runs
};

}  // namespace kerf
