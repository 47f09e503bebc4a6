// Events of delegates are not recorded: there is never a tracer.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "executorch/runtime/core/event_tracer.h"

namespace executorch::runtime {

using DelegateDebugIntId = int32_t;
using DebugHandle = uint32_t;
using et_timestamp_t = uint64_t;
constexpr DelegateDebugIntId kUnsetDelegateDebugIntId = -1;
struct EventTracerEntry {};

inline EventTracerEntry event_tracer_start_profiling_delegate(EventTracer*, const char*,
                                                              DelegateDebugIntId) {
  return {};
}
inline void event_tracer_end_profiling_delegate(EventTracer*, EventTracerEntry,
                                                const void* = nullptr, size_t = 0) {}
inline void event_tracer_log_profiling_delegate(EventTracer*, const char*, DelegateDebugIntId,
                                                et_timestamp_t, et_timestamp_t,
                                                const void* = nullptr, size_t = 0) {}
template <typename T>
void event_tracer_log_output_delegate(EventTracer*, const char*, DelegateDebugIntId, const T&) {}

}  // namespace executorch::runtime

namespace torch::executor {
using ::executorch::runtime::DebugHandle;
using ::executorch::runtime::event_tracer_end_profiling_delegate;
using ::executorch::runtime::event_tracer_log_output_delegate;
using ::executorch::runtime::event_tracer_log_profiling_delegate;
using ::executorch::runtime::event_tracer_start_profiling_delegate;
using ::executorch::runtime::EventTracerEntry;
using ::executorch::runtime::kUnsetDelegateDebugIntId;
}  // namespace torch::executor
