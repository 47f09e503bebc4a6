// Fetches from memory what is read later.
#pragma once

#include <stdint.h>

namespace kerf::fused {

// Fetches what a loop over several filters at once reads next but one, in the order in which it is
// in memory. Such a loop reads a little of each filter in turn, in which hardware sees no order:
// without, weights that are in no cache take up to five times as long.
// kLocality: 3 for the nearest cache, 2 for the next, where what is read until then fills that.
template <int kLocality = 3>
class Ahead {
 public:
  // `bytes` follow each other at `from` and are read in turn; after them the next such bytes are.
  Ahead(const void* from, int32_t bytes)
      : next_(static_cast<const char*>(from) + (bytes > kLeast ? bytes : kLeast)) {}

  // Fetches the next `bytes`.
  void fetch(int32_t bytes) {
    for (int32_t i = 0; i < bytes; i += 64) __builtin_prefetch(next_ + i, 0, kLocality);
    next_ += bytes;
  }

 private:
  static constexpr int32_t kLeast = 4096;  // memory takes longer than fewer bytes last

  const char* next_;
};

}  // namespace kerf::fused
