// Values of the command line: `FILE`, `FILE@2x3`, `int:3`, `double:0.5`, `bool:true`, `none`.
#pragma once

#include "core/result.h"
#include "program/method_meta.h"
#include "tensor/value.h"

namespace kerf::runner {

// A value with what a tensor of it points to.
struct Input {
  Value value;
  int32_t sizes[kMaxRank];
};

// Reads `text` for input `index` of the method that `meta` describes. `input` stays where it is
// while its value is used. Errors: InvalidArgument (not a value, wrong file size or shape),
// AccessFailed.
Error read_input(const char* text, const MethodMeta& meta, size_t index, Input& input);

// Returns `error`, with which the method refused `input` as input `index`; describes it by the
// index and, where its shape is not one that the method takes, by both shapes.
Error refused(Error error, const MethodMeta& meta, size_t index, const Input& input);

}  // namespace kerf::runner
