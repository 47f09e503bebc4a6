// The tables of compiled programs: types of what is generated in selected/program.h.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "memory/memory_manager.h"
#include "tensor/scalar.h"
#include "tensor/tensor.h"

namespace kerf {
namespace compiled {

// The symbol of the first byte of weights in the region of that number, from 2 on.
#define KERF_JOINED_(a, b) a##_##b
#define KERF_JOINED(a, b) KERF_JOINED_(a, b)
#define KERF_WEIGHTS_OF(number) KERF_JOINED(kerf_weights, number)

class Call;
using KernelFunction = Error (*)(Call&);

// Where a tensor's data are: a base in the upper bits, an offset in bytes in the rest. Arenas after
// the first are bases that follow; then come regions of weights after the first.
enum class Base : uint8_t { Weights, Arena, Null };
inline constexpr size_t kFirstBases = 3;
constexpr size_t base_of_arena(size_t index) {
  return index == 0 ? static_cast<size_t>(Base::Arena) : kFirstBases + index - 1;
}
inline constexpr unsigned kOffsetBits = 29;
inline constexpr uint32_t kOffsetMask = (uint32_t{1} << kOffsetBits) - 1;

// Consecutive items of a pool.
struct Range {
  uint16_t start;
  uint16_t count;
};

// A tensor that changes: dtype, bounds and initial data are those of a tensor of the tables.
struct TensorSlot {
  uint16_t tensor;
  bool dynamic;
};

// A compile spec of a delegate: key and value are strings.
struct Spec {
  uint16_t key;
  uint16_t value;
};

// A delegate: the row of its backend, its method with the string that is its name, where among the
// weights its payload is (with the number of their region above kOffsetBits), and where in the
// first arena a Delegate, its compile specs and the memory of its handle are. What is there is kept
// from run to run.
struct DelegateRow {
  uint8_t backend;
  uint16_t method;
  uint16_t name;
  uint32_t payload;
  uint32_t bytes;
  Range specs;
  uint32_t state;
  uint32_t state_bytes;
};

// Data that a method copies from the constants to an arena before it runs for the first time. Above
// the kOffsetBits of each offset is a number, from 0 on: of the region of weights, and of the
// arena.
struct InitialData {
  uint32_t from;
  uint32_t to;
  uint32_t bytes;
};

// Bytes of a model's file, from `start`, a multiple of 4, to `end`, that its methods use where
// weights are external.
struct WeightRun {
  uint32_t start;
  uint32_t end;
};

// The runs of one model, and their Fletcher-64.
struct WeightFile {
  Range runs;
  uint64_t sum;
};

// An input or output of a method: the word of its value, and its kind, a number of ExecuTorch's
// KernelTypes (1 none, 2 int, 3 bool, 4 double, 5 tensor).
struct Port {
  uint16_t word;
  uint8_t kind;
  bool caller_memory;  // a tensor that has no memory in the arena
};

// Scratch that is behind all else in a method's first arena.
inline constexpr uint16_t kBehind = UINT16_MAX;

// One method: its parts of the tables.
struct Method {
  uint32_t code;           // its first word
  uint32_t code_end;       // one past its last
  uint32_t planned_bytes;  // in the first arena
  uint16_t dynamic_dims;   // of all slots of dynamic shape
  uint16_t scratch;        // where scratch begins, in kPlannedAlignment; kBehind: after the state
  Range inputs;
  Range outputs;
  Range slots;
  Range numbers;  // that change
  Range initial_data;
};

// Where in a method's first arena its state is: planned memory first.
struct Layout {
  size_t slots;    // Tensor[]
  size_t numbers;  // Scalar[]
  size_t sizes;    // int32_t[]
  size_t end;
};
constexpr size_t aligned_to(size_t alignment, size_t bytes) {
  return (bytes + alignment - 1) / alignment * alignment;
}
constexpr Layout layout_of(const Method& method) {
  Layout layout{};
  layout.slots = aligned_to(kPlannedAlignment, method.planned_bytes);
  layout.numbers = aligned_to(8, layout.slots + method.slots.count * sizeof(Tensor));
  layout.sizes = layout.numbers + method.numbers.count * sizeof(Scalar);
  layout.end = aligned_to(8, layout.sizes + method.dynamic_dims * sizeof(int32_t));
  return layout;
}

}  // namespace compiled
}  // namespace kerf
