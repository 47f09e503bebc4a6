// Field ids of ExecuTorch's program format, and which of its tables are read here.
// Source: schema/program.fbs of executorch 1.5.1 (file identifier ET12); a field's id is its
// position in its table.
#pragma once

#include <stdint.h>

#include "flatbuffer/table.h"

namespace kerf::schema {

using flatbuffer::Table;
using flatbuffer::TableVector;
using flatbuffer::Vector;

namespace program {
enum : uint8_t {
  version = 0,
  execution_plan = 1,
  constant_buffer = 2,
  backend_delegate_data = 3,
  segments = 4,
  constant_segment = 5,
  mutable_data_segments = 6,
  named_data = 7,
};
}
namespace plan {
enum : uint8_t {
  name = 0,
  values = 2,
  inputs = 3,
  outputs = 4,
  chains = 5,
  operators = 6,
  delegates = 7,
  non_const_buffer_sizes = 8,
};
}
namespace chain {
enum : uint8_t { inputs = 0, outputs = 1, instructions = 2 };
}
namespace tensor {
enum : uint8_t {
  scalar_type = 0,
  storage_offset = 1,
  sizes = 2,
  dim_order = 3,
  data_buffer_idx = 5,
  allocation_info = 6,
  shape_dynamism = 8,
  extra_tensor_info = 9,
};
}
namespace allocation {
enum : uint8_t { memory_id = 0, memory_offset_low = 1, memory_offset_high = 2 };
}
namespace extra {
enum : uint8_t {
  mutable_data_segments_idx = 0,
  fully_qualified_name = 1,
  location = 2,
  device_type = 3
};
}
namespace delegate {
enum : uint8_t { id = 0, processed = 1, compile_specs = 2 };
}
namespace data_reference {
enum : uint8_t { location = 0, index = 1 };
}
namespace compile_spec {
enum : uint8_t { key = 0, value = 1 };
}
namespace oper {
enum : uint8_t { name = 0, overload = 1 };
}
namespace kernel_call {
enum : uint8_t { op_index = 0, args = 1 };
}
namespace delegate_call {
enum : uint8_t { delegate_index = 0, args = 1 };
}
namespace move_call {
enum : uint8_t { move_from = 0, move_to = 1 };
}
namespace jump_false_call {
enum : uint8_t { cond_value_index = 0, destination_instruction = 1 };
}
namespace free_call {
enum : uint8_t { value_index = 0 };
}
namespace segment {
enum : uint8_t { offset = 0, size = 1 };
}
namespace subsegments {
enum : uint8_t { segment_index = 0, offsets = 1 };
}
namespace named {
enum : uint8_t { key = 0, segment_index = 1, tensor_layout = 2 };
}
// The tables with a single field, which box a number, list, string or buffer.
namespace boxed {
enum : uint8_t { value = 0 };
}
// A union: its selector, then its member.
namespace chosen {
enum : uint8_t { type = 0, member = 1 };
}

// Members of the union KernelTypes.
enum class ValueType : uint8_t {
  Absent = 0,
  None = 1,
  Int = 2,
  Bool = 3,
  Double = 4,
  Tensor = 5,
  String = 6,
  IntList = 7,
  DoubleList = 8,
  BoolList = 9,
  TensorList = 10,
  OptionalTensorList = 11,
};

// None, or a value that a prim op may write.
constexpr bool is_number(ValueType type) {
  return type >= ValueType::None && type <= ValueType::Double;
}
constexpr bool is_tensor_list(ValueType type) {
  return type == ValueType::TensorList || type == ValueType::OptionalTensorList;
}
constexpr bool is_list(ValueType type) { return type >= ValueType::IntList; }

// Members of the union InstructionArguments.
enum class InstructionType : uint8_t {
  Absent = 0,
  KernelCall = 1,
  DelegateCall = 2,
  MoveCall = 3,
  JumpFalseCall = 4,
  FreeCall = 5,
};

enum class ShapeDynamism : int8_t { Static = 0, DynamicBound = 1, DynamicUnbound = 2 };

// A value or instruction: which member of its union it holds, and the member. Neither is absent.
inline uint8_t selector(Table holder) { return holder.present_number<uint8_t>(chosen::type); }
[[gnu::noinline]] inline Table member(Table holder) { return holder.present_table(chosen::member); }
inline ValueType value_type(Table value) { return static_cast<ValueType>(selector(value)); }
inline InstructionType instruction_type(Table instruction) {
  return static_cast<InstructionType>(selector(instruction));
}

// Whether a tensor's data are in another file.
inline bool is_external(Table tensor) {
  return tensor.table(tensor::extra_tensor_info).number<int8_t>(extra::location) != 0;
}

// Whether the program places a tensor's data; otherwise they are supplied when it runs.
inline bool is_planned(Table tensor) {
  return tensor.table(tensor::allocation_info) || is_external(tensor) ||
         tensor.number<uint32_t>(tensor::data_buffer_idx) != 0;
}

inline constexpr char kProgramIdentifier[] = "ET12";

}  // namespace kerf::schema
