// The compiled programs of this build: their methods, values and code.
#pragma once

#include "compiled/table.h"
#include "tensor/temp_needs.h"

namespace kerf::compiled {

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.program_tables(plan)) ]]]
using Word = uint8_t;
inline constexpr size_t kMethodCount = 0;
inline constexpr size_t kArenas = 1;
inline constexpr size_t kTensorCount = 0;
inline constexpr size_t kNumberCount = 0;
inline constexpr size_t kIntListCount = 0;
inline constexpr size_t kWeightBytes = 0;
inline constexpr bool kWeightsLinked = true;
inline constexpr bool kChanges = false;  // a value does, or the code jumps
inline constexpr bool kJumps = false;
inline constexpr bool kPlansScratch = false;
inline constexpr size_t kWeightRegions = 1;
inline constexpr const uint8_t* const kMoreWeights[] = {
    {},
};
inline constexpr uint32_t kLocations[] = {
    {},
};
inline constexpr uint8_t kShapeOf[] = {
    {},
};
inline constexpr int32_t kShapes[] = {
    {},
};
inline constexpr uint8_t kDimOrders[] = {
    {},
};
inline constexpr int64_t kNumbers[] = {
    {},
};
inline constexpr uint8_t kNumberKinds[] = {
    {},
};
inline constexpr int64_t kInts[] = {
    {},
};
inline constexpr Range kIntLists[] = {
    {},
};
inline constexpr double kDoubles[] = {
    {},
};
inline constexpr Range kDoubleLists[] = {
    {},
};
inline constexpr bool kBools[] = {
    {},
};
inline constexpr Range kBoolLists[] = {
    {},
};
inline constexpr char kCharacters[] = {
    {},
};
inline constexpr Range kStrings[] = {
    {},
};
inline constexpr uint8_t kItems[] = {
    {},
};
inline constexpr Range kComputedLists[] = {
    {},
};
inline constexpr Range kTensorLists[] = {
    {},
};
inline constexpr TensorSlot kSlots[] = {
    {},
};
inline constexpr uint16_t kChangingNumbers[] = {
    {},
};
inline constexpr Spec kSpecs[] = {
    {},
};
inline constexpr DelegateRow kDelegates[] = {
    {},
};
inline constexpr InitialData kInitialData[] = {
    {},
};
inline constexpr WeightRun kWeightRuns[] = {
    {},
};
inline constexpr WeightFile kWeightFiles[] = {
    {},
};
inline constexpr uint8_t kFileOfMethod[] = {
    {},
};
inline constexpr Word kCode[] = {
    {},
};
inline constexpr Port kPorts[] = {
    {},
};
inline constexpr Method kMethods[] = {
    {},
};
inline constexpr uint32_t kMorePlannedBytes[] = {
    {},
};
inline constexpr const char* const kMethodNames[] = {
    {},
};
// [[[end]]] (sum: O2o9esn32G)

// The calls of all methods that no other call exceeds, after an empty row.
inline constexpr TempNeeds kTempNeeds[] = {
    {},
// [[[cog import cog; from codegen import emit; cog.out(emit.compiled_temp(plan)) ]]]
// [[[end]]] (sum: 1B2M2Y8Asg)
};
// clang-format on

// Scratch of one call.
inline constexpr size_t kTempBytes = largest(kTempNeeds, temp_bytes);

// Where the scratch of its calls begins in a method's first arena: behind all else, or in planned
// memory that holds nothing while they run.
constexpr size_t scratch_of(const Method& method) {
  if (!kPlansScratch || method.scratch == kBehind) return layout_of(method).end;
  return size_t{method.scratch} * kPlannedAlignment;
}

// Bytes of the first arena of a method: planned memory, state, scratch.
constexpr size_t arena_bytes(const Method& method) {
  const size_t end = layout_of(method).end;
  if (!kPlansScratch) return end + kTempBytes;
  const size_t scratch_end = scratch_of(method) + kTempBytes;
  return end > scratch_end ? end : scratch_end;
}
// Of arena `index`, from 0 on, of a method of kMethods: those after the first are planned memory.
constexpr size_t arena_bytes(const Method& method, size_t index) {
  if (index == 0) return arena_bytes(method);
  return kMorePlannedBytes[static_cast<size_t>(&method - kMethods) * (kArenas - 1) + index - 1];
}

// What the first word of each call numbers.
extern const KernelFunction kKernels[];
// What it is called in messages, where there are any.
extern const char* const kKernelNames[];

}  // namespace kerf::compiled
