// Replaces selected/program.h: the same tables, but read from a file while running, so that one
// build with all kernels runs any compiled program.
#pragma once

#include "compiled/table.h"
#include "tensor/temp_needs.h"

namespace kerf::compiled {

using Word = uint16_t;
inline constexpr size_t kArenas = 1;
inline constexpr size_t kWeightRegions = 1;
inline constexpr const uint8_t* kMoreWeights[] = {{}};
inline constexpr bool kWeightsLinked = false;
inline constexpr size_t kWeightBytes = 1;
inline constexpr bool kChanges = true;
inline constexpr bool kJumps = true;

extern size_t kTensorCount;
extern size_t kNumberCount;
extern size_t kIntListCount;
extern size_t kTempBytes;

extern const uint32_t* kLocations;
extern const uint16_t* kShapeOf;
extern const int32_t* kShapes;
extern const uint8_t* kDimOrders;
extern const int64_t* kNumbers;
extern const uint8_t* kNumberKinds;
extern const int64_t* kInts;
extern const Range* kIntLists;
extern const double* kDoubles;
extern const Range* kDoubleLists;
extern const bool* kBools;
extern const Range* kBoolLists;
extern const char* kCharacters;
extern const Range* kStrings;
extern const uint16_t* kItems;
extern const Range* kComputedLists;
extern const Range* kTensorLists;
extern const TensorSlot* kSlots;
extern const uint16_t* kChangingNumbers;
extern const InitialData* kInitialData;
extern const Word* kCode;
extern const Port* kPorts;
extern const Method* kMethods;

// External weights are the model's file itself, and no checksum is compared.
inline constexpr WeightRun kWeightRuns[] = {{}};

extern const Spec* kSpecs;
extern Span<const DelegateRow> kDelegates;

inline size_t scratch_of(const Method& method) {
  if (method.scratch == kBehind) return layout_of(method).end;
  return size_t{method.scratch} * kPlannedAlignment;
}
inline size_t arena_bytes(const Method& method) {
  const size_t end = layout_of(method).end;
  const size_t scratch_end = scratch_of(method) + kTempBytes;
  return end > scratch_end ? end : scratch_end;
}
inline size_t arena_bytes(const Method& method, size_t) { return arena_bytes(method); }

extern const KernelFunction kKernels[];
extern const char* const kKernelNames[];

}  // namespace kerf::compiled
