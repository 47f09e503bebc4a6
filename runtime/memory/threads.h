// Where kernels get threads from.
#pragma once

#include <stdint.h>

#include "core/parallel_for.h"
#include "selected/features.h"

namespace kerf {

// Into how many parts a kernel divides a call, at most: 1 where threads were not selected.
inline constexpr int32_t kMostParts = selected::features::kThreads;

// What exp() of an element costs, and a multiplication of a depthwise convolution: so many
// multiplications of a product of matrices.
inline constexpr int64_t kFunctionWork = 128;
inline constexpr int64_t kPlaneWork = 8;

// The caller's parallel-for, or none. Where threads were not selected there is no code for them.
template <bool kSelected>
class ThreadsIf {
 public:
  constexpr ThreadsIf(const ParallelFor*) {}  // NOLINT: a parallel-for is threads
  static constexpr int32_t parts(int32_t, int64_t) { return 1; }
  template <typename Body>
  [[gnu::always_inline]] void run(int32_t, int32_t count, const Body& body) const {
    body(0, 0, count);
  }
};
template <>
class ThreadsIf<true> {
 public:
  constexpr ThreadsIf(const ParallelFor* parallel_for) : parallel_for_(parallel_for) {}  // NOLINT

  // How many parts to divide `count` units into that make `work` multiplications together; 1 where
  // the caller supplied no threads.
  int32_t parts(int32_t count, int64_t work) const {
    if (parallel_for_ == nullptr) return 1;
    int64_t most = work / (parallel_for_->least_work == 0 ? 1 : parallel_for_->least_work);
    if (most > kMostParts) most = kMostParts;
    if (most > parallel_for_->thread_count) most = parallel_for_->thread_count;
    if (most > count) most = count;
    return most < 1 ? 1 : static_cast<int32_t>(most);
  }

  // Calls body(part, begin, end) for each part < `parts`, at the same time: their ranges make up
  // [0, count).
  template <typename Body>
  void run(int32_t parts, int32_t count, const Body& body) const {
    if (parts <= 1) return body(0, 0, count);
    struct Division {
      const Body& body;
      int64_t count;
      int32_t parts;

      int32_t at(uint32_t part) const { return static_cast<int32_t>(count * part / parts); }
      static void run_part(void* argument, uint32_t part) {
        const auto& division = *static_cast<const Division*>(argument);
        division.body(static_cast<int32_t>(part), division.at(part), division.at(part + 1));
      }
    };
    Division division{body, count, parts};
    parallel_for_->run(parallel_for_->threads, static_cast<uint32_t>(parts), Division::run_part,
                       &division);
  }

 private:
  const ParallelFor* parallel_for_;
};

using Threads = ThreadsIf<(kMostParts > 1)>;

}  // namespace kerf
