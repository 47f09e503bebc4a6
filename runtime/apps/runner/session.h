// One loaded program with the methods that are called, in memory from the heap.
#pragma once

#include "core/result.h"
#include "executor/method.h"

namespace kerf::runner {

inline constexpr size_t kMaxMethods = 64;
inline constexpr size_t kMaxPlanned = 32;

// A loaded method with its memory. Its address never changes.
struct LoadedMethod {
  Method* method;
  Arena method_arena;
  Arena temp_arena;
  Span<uint8_t> planned[kMaxPlanned];
  size_t planned_count;
  size_t planned_bytes;
};

class Session {
 public:
  // All methods draw from one generator, with this seed.
  // `parallel_for`, which outlives the session, may be null.
  explicit Session(uint64_t seed, const ParallelFor* parallel_for = nullptr)
      : generator_(seed), parallel_for_(parallel_for) {}

  // Errors: those of Program::load and FlatTensor::load.
  Error open(Span<const uint8_t> model, Span<const Span<const uint8_t>> data);

  // Loads `name`, once. Planned memories above id 1 that have one size in several methods are
  // shared: ExecuTorch puts mutable buffers that methods share there. Errors: those of
  // Method::load; NotSupported (too many).
  Result<LoadedMethod*> load(const char* name);

  const Program& program() const { return *program_; }

 private:
  Error allocate_planned(const MethodMeta& meta, LoadedMethod& loaded);
  // Memory of the outputs that the program does not plan. Their sizes are the largest until a run.
  Error allocate_outputs(Method& method);

  static constexpr size_t kMaxDataFiles = 64;

  Generator generator_;
  const ParallelFor* parallel_for_;
  Program* program_ = nullptr;
  FlatTensor* data_[kMaxDataFiles];
  LoadedMethod* methods_[kMaxMethods];
  size_t method_count_ = 0;
  size_t data_count_ = 0;
};

}  // namespace kerf::runner
