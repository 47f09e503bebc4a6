// Random numbers that a seed determines.
#pragma once

#include <stdint.h>

namespace kerf {

// The state of a generator, 16 bytes: the same seed gives the same numbers on every processor. Not
// for secrets.
// Source: PCG32 (XSH RR 64/32) of https://www.pcg-random.org; M. E. O'Neill, "PCG: A Family of
// Simple Fast Space-Efficient Statistically Good Algorithms for Random Number Generation",
// HMC-CS-2014-0905.
class Generator {
 public:
  // `sequence` chooses one of 2^63 independent sequences.
  explicit constexpr Generator(uint64_t seed, uint64_t sequence = 0)
      : step_(sequence << 1 | 1), state_((seed + step_) * kFactor + step_) {}

  // 32 random bits; they repeat after 2^64.
  uint32_t next() {
    const uint64_t state = state_;
    state_ = state * kFactor + step_;
    const auto mixed = static_cast<uint32_t>((state >> 18 ^ state) >> 27);
    const auto turn = static_cast<unsigned>(state >> 59);
    return mixed >> turn | mixed << (-turn & 31);
  }

 private:
  static constexpr uint64_t kFactor = 6364136223846793005u;

  uint64_t step_;
  uint64_t state_;
};

}  // namespace kerf
