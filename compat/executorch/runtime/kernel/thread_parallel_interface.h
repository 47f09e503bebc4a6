// Loops that may run in parts: here in one, on the caller's thread.
#pragma once

#include <inttypes.h>

#include <functional>

#include "c10/util/irange.h"
#include "executorch/runtime/core/error.h"
#include "executorch/runtime/core/function_ref.h"

namespace executorch::extension {

namespace internal {
inline constexpr int64_t GRAIN_SIZE = 32768;
}

template <typename Function>
bool parallel_for(int64_t begin, int64_t end, int64_t grain, const Function& function) {
  if (begin < 0 || end < begin || grain <= 0) return false;
  function(begin, end);
  return true;
}

inline int64_t get_thread_num() { return 0; }
inline void set_thread_num(int64_t) {}

}  // namespace executorch::extension

namespace torch::executor {
using ::executorch::extension::get_thread_num;
using ::executorch::extension::parallel_for;
using ::executorch::extension::set_thread_num;
}  // namespace torch::executor
