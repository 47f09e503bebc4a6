// Parts of the program format that a program may or may not use, so that a binary can leave out the
// others.
#pragma once

#include <stdint.h>

namespace kerf {

// The names are those of codegen/features.py, which finds the same in a file.
enum class Feature : uint8_t {
  bool_list,
  caller_memory,     // an input or output tensor has no memory of its own
  constant_buffer,   // constants inside the flatbuffer
  constant_segment,  // constants in a segment after it
  delegate_call,
  double_list,
  dynamic_shapes,  // a tensor's shape is not static
  external_data,   // a tensor's data are in another file
  free_call,
  jump_false_call,
  move_call,
  multiple_chains,
  mutable_data,  // a planned tensor starts with data from the file
  optional_tensor_list,
  scalar_inputs,  // an input is not a tensor
  scalar_state,   // a kernel call writes a value that is not a tensor
  string,
  tensor_list,
};

using FeatureSet = uint32_t;
constexpr FeatureSet feature_set(Feature feature) {
  return FeatureSet{1} << static_cast<unsigned>(feature);
}

}  // namespace kerf
