// The inputs, outputs and memory of a method, before it is loaded.
#pragma once

#include "core/result.h"
#include "program/schema.h"
#include "tensor/scalar_type.h"

namespace kerf {

// An input or output tensor as the program describes it; sizes are the upper bound where the shape
// is dynamic.
struct TensorInfo {
  ScalarType scalar_type;
  Span<const int32_t> sizes;
  Span<const uint8_t> dim_order;
  bool is_dynamic;
  bool is_memory_planned;  // planned or constant: else the caller supplies its memory
};

// An instruction: its operator "aten::add" and overload "out", which may be "", or of another
// instruction what it does, like "move".
struct InstructionInfo {
  const char* name;
  const char* overload;
};

// Valid as long as the program's bytes. Indices are checked: InvalidArgument.
class MethodMeta {
 public:
  explicit MethodMeta(schema::Table plan) : plan_(plan) {}

  const char* name() const { return plan_.text(schema::plan::name); }
  size_t num_inputs() const { return values_of(schema::plan::inputs).size(); }
  size_t num_outputs() const { return values_of(schema::plan::outputs).size(); }
  Result<schema::ValueType> input_tag(size_t index) const {
    return tag(schema::plan::inputs, index);
  }
  Result<schema::ValueType> output_tag(size_t index) const {
    return tag(schema::plan::outputs, index);
  }
  // Error: also InvalidType where it is not a tensor.
  Result<TensorInfo> input_tensor_meta(size_t index) const {
    return tensor(schema::plan::inputs, index);
  }
  Result<TensorInfo> output_tensor_meta(size_t index) const {
    return tensor(schema::plan::outputs, index);
  }

  Result<InstructionInfo> instruction(size_t chain, size_t index) const;
  Result<InstructionInfo> instruction(schema::Table instruction) const;

  // Planned memories; memory id i + 1 of the program has index i here.
  size_t num_memory_planned_buffers() const {
    const size_t count = plan_.vector<int64_t>(schema::plan::non_const_buffer_sizes).size();
    return count == 0 ? 0 : count - 1;  // entry 0 is reserved
  }
  // In bytes; `index` < num_memory_planned_buffers().
  uint64_t memory_planned_buffer_size(size_t index) const {
    return static_cast<uint64_t>(
        plan_.vector<int64_t>(schema::plan::non_const_buffer_sizes)[index + 1]);
  }

 private:
  schema::Vector<int32_t> values_of(unsigned field) const { return plan_.vector<int32_t>(field); }
  Result<schema::Table> value(unsigned field, size_t index) const;
  Result<schema::ValueType> tag(unsigned field, size_t index) const;
  Result<TensorInfo> tensor(unsigned field, size_t index) const;

  schema::Table plan_;
};

}  // namespace kerf
