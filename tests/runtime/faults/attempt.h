// One file from outside, damaged or not, through everything that a caller may do with it.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/span.h"

namespace kerf::faults {

// The limits of an attempt.
struct Limits {
  size_t planned_bytes;  // a program that wants more planned memory than that is not run
  uint32_t max_jumps_back;
};

// Loads the program in `model`, then each of its methods with the external data in `data` (a .ptd,
// empty for none) in memory of exactly the sizes that it requests, gives it zeros and ones as
// inputs and executes it three times: with more scratch than it needs, with exactly as much, and
// in smaller shapes. Every block of memory is one of its own from the heap, so that a sanitizer
// sees a step out of it. Returns the first error, Ok where every method ran in its largest shapes.
// OutOfResources: refused by `limits`.
// `digest`, where there is one, is then a hash of how each method ended in its largest and in its
// smaller shapes, and of all that it returned.
Error attempt(Span<const uint8_t> model, Span<const uint8_t> data, const Limits& limits,
              uint64_t* digest = nullptr);

// Loads each method of the program twice and executes it once, in its largest and in its smaller
// shapes; shows how that ended, and the digest of what it returned. An error: the program cannot be
// loaded.
Error first_runs(Span<const uint8_t> model, const Limits& limits,
                 void (*show)(Error error, uint64_t digest));

}  // namespace kerf::faults
