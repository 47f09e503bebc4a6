// The semantic check of a program.
#include "program/check.h"

#include "core/fault.h"
#include "selected/features.h"
#include "tensor/tensor.h"

namespace kerf {
namespace {

using schema::InstructionType;
using schema::ShapeDynamism;
using schema::Table;
using schema::TableVector;
using schema::ValueType;
using schema::Vector;

namespace features = selected::features;

// Whether anything selected is in a segment.
constexpr bool kSegments =
    features::constant_segment || features::mutable_data || features::external_data;

Error invalid(const char* what) { return fault(Error::InvalidProgram, what); }

// Whether dims is a permutation of 0 .. size-1.
bool is_permutation(Vector<uint8_t> dims) {
  uint32_t seen = 0;
  for (size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] >= dims.size()) return false;
    seen |= 1u << dims[i];
  }
  return seen == (1u << dims.size()) - 1;
}

Error check_data(const uint8_t* data, size_t room, uint64_t bytes, size_t alignment) {
  if (bytes > room) return invalid("a constant is longer than its data");
  if ((reinterpret_cast<uintptr_t>(data) & (alignment - 1)) != 0) {
    return invalid("a constant is not aligned to its elements");
  }
  return Error::Ok;
}

}  // namespace

template <Feature kFeature>
Error ProgramCheck::use() {
  features_ |= feature_set(kFeature);
  if constexpr ((features::kSelected & feature_set(kFeature)) != 0) return Error::Ok;
  return fault(Error::NotSupported, "the program uses a part of the format that was not selected");
}

Error ProgramCheck::run() {
  if constexpr (kSegments) KERF_TRY(segments());
  for (size_t i = 0; i < program_.plans_.size(); ++i) {
    plan_ = program_.plans_[i];
    KERF_TRY(plan());
  }
  return Error::Ok;
}

Error ProgramCheck::segments() const {
  const TableVector segments = program_.root_.tables(schema::program::segments);
  const uint64_t room = program_.segment_bytes_.size();
  for (size_t i = 0; i < segments.size(); ++i) {
    const uint64_t offset = segments[i].number<uint64_t>(schema::segment::offset);
    const uint64_t size = segments[i].number<uint64_t>(schema::segment::size);
    if (offset > room || size > room - offset)
      return invalid("a segment is beyond the end of the file");
  }
  if constexpr (features::constant_segment) {
    if (program_.constant_segment_) KERF_TRY(subsegments(program_.constant_segment_));
  }
  if constexpr (features::mutable_data) {
    const TableVector lists = program_.root_.tables(schema::program::mutable_data_segments);
    for (size_t i = 0; i < lists.size(); ++i) KERF_TRY(subsegments(lists[i]));
  }
  if constexpr (features::external_data) {
    const TableVector named = program_.root_.tables(schema::program::named_data);
    for (size_t i = 0; i < named.size(); ++i) {
      if (named[i].number<uint32_t>(schema::named::segment_index) >= segments.size()) {
        return invalid("named data refers to a segment that does not exist");
      }
    }
  }
  return Error::Ok;
}

Error ProgramCheck::subsegments(Table offsets) const {
  const uint32_t index = offsets.number<uint32_t>(schema::subsegments::segment_index);
  if (index >= program_.root_.tables(schema::program::segments).size()) {
    return invalid("constants refer to a segment that does not exist");
  }
  const size_t size = program_.segment(index).size();
  const Vector<uint64_t> starts = offsets.vector<uint64_t>(schema::subsegments::offsets);
  for (size_t i = 0; i < starts.size(); ++i) {
    if (starts[i] > size) return invalid("a constant starts beyond the end of its segment");
  }
  return Error::Ok;
}

Error ProgramCheck::plan() {
  values_ = plan_.tables(schema::plan::values);
  for (size_t i = 0; i < values_.size(); ++i) KERF_TRY(value(values_[i]));
  KERF_TRY(boundary(schema::plan::inputs));
  KERF_TRY(boundary(schema::plan::outputs));
  const TableVector chains = plan_.tables(schema::plan::chains);
  if (chains.size() > 1) KERF_TRY(use<Feature::multiple_chains>());
  for (size_t i = 0; i < chains.size(); ++i) KERF_TRY(chain(chains[i]));
  return Error::Ok;
}

// Inputs or outputs of a method.
Error ProgramCheck::boundary(unsigned field) {
  const Vector<int32_t> indices = plan_.vector<int32_t>(field);
  if (!valid_indices(indices))
    return invalid("an input or output of a method is not one of its values");
  for (size_t i = 0; i < indices.size(); ++i) {
    const Table value = values_[static_cast<size_t>(indices[i])];
    if (schema::value_type(value) != ValueType::Tensor) {
      if (field == schema::plan::inputs) KERF_TRY(use<Feature::scalar_inputs>());
      continue;
    }
    const Table tensor = schema::member(value);
    if (!tensor.table(schema::tensor::allocation_info) &&
        tensor.number<uint32_t>(schema::tensor::data_buffer_idx) == 0) {
      KERF_TRY(use<Feature::caller_memory>());
    }
  }
  return Error::Ok;
}

Error ProgramCheck::value(Table value) {
  const Table member = schema::member(value);
  switch (schema::value_type(value)) {
    case ValueType::Absent:
      return invalid("a value without a type");
    case ValueType::None:
    case ValueType::Int:
    case ValueType::Bool:
    case ValueType::Double:
      return Error::Ok;
    case ValueType::String:
      return use<Feature::string>();
    case ValueType::DoubleList:
      return use<Feature::double_list>();
    case ValueType::BoolList:
      return use<Feature::bool_list>();
    case ValueType::Tensor:
      return tensor(member);
    case ValueType::IntList: {
      // Items are indices of values, because symbolic integers are computed.
      const Vector<int64_t> items = member.vector<int64_t>(schema::boxed::value);
      for (size_t i = 0; i < items.size(); ++i) {
        if (!is_type(items[i], ValueType::Int))
          return invalid("an item of an int list is not an int value");
      }
      return Error::Ok;
    }
    case ValueType::TensorList:
      KERF_TRY(use<Feature::tensor_list>());
      return list(member.vector<int32_t>(schema::boxed::value), false);
    case ValueType::OptionalTensorList:
      KERF_TRY(use<Feature::optional_tensor_list>());
      return list(member.vector<int32_t>(schema::boxed::value), true);
  }
  return invalid("a value of unknown type");
}

Error ProgramCheck::list(Vector<int32_t> items, bool optional) const {
  for (size_t i = 0; i < items.size(); ++i) {
    const bool absent = optional && (items[i] == -1 || is_type(items[i], ValueType::None));
    if (!absent && !is_type(items[i], ValueType::Tensor))
      return invalid("an item of a tensor list is not a tensor");
  }
  return Error::Ok;
}

Error ProgramCheck::tensor(Table tensor) {
  const int8_t type = tensor.number<int8_t>(schema::tensor::scalar_type);
  if (!is_scalar_type(type))
    return fault(Error::NotSupported, "a tensor has a dtype that is not supported");
  if (tensor.number<int32_t>(schema::tensor::storage_offset) != 0) {
    return fault(Error::NotSupported, "a tensor has a storage offset");
  }
  const auto dynamism = tensor.number<int8_t>(schema::tensor::shape_dynamism);
  if (dynamism < 0 || dynamism > static_cast<int8_t>(ShapeDynamism::DynamicUnbound)) {
    return invalid("a tensor's shape dynamism is unknown");
  }
  if (dynamism != 0) KERF_TRY(use<Feature::dynamic_shapes>());
  const Vector<int32_t> sizes = tensor.vector<int32_t>(schema::tensor::sizes);
  const Vector<uint8_t> dim_order = tensor.vector<uint8_t>(schema::tensor::dim_order);
  if (sizes.size() > kMaxRank)
    return fault(Error::NotSupported, "a tensor has more than 16 dimensions");
  if (dim_order.size() != sizes.size() || !is_permutation(dim_order)) {
    return invalid("a tensor's dim order is not a permutation of its dimensions");
  }
  uint64_t elements = 1;
  bool empty = false;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] < 0) return invalid("a tensor has a negative size");
    // Zero counts as one, so that the strides of an empty tensor fit as well.
    if (sizes[i] == 0)
      empty = true;
    else
      elements *= static_cast<uint32_t>(sizes[i]);
    if (elements > INT32_MAX)
      return fault(Error::NotSupported, "a tensor has more than 2^31 elements");
  }
  const size_t element = element_bytes(static_cast<ScalarType>(type));
  if (elements * element > PTRDIFF_MAX) {
    return fault(Error::NotSupported, "a tensor is larger than the address space");
  }
  return tensor_data(tensor, empty ? 0 : elements * element, element_alignment(element));
}

Error ProgramCheck::tensor_data(Table tensor, uint64_t bytes, size_t alignment) {
  const Table extra = tensor.table(schema::tensor::extra_tensor_info);
  if (extra && extra.number<int8_t>(schema::extra::device_type) != 0) {
    return fault(Error::NotSupported, "a tensor is on a device other than the CPU");
  }
  const bool external = schema::is_external(tensor);
  const Table allocation = tensor.table(schema::tensor::allocation_info);
  if (external) {
    KERF_TRY(use<Feature::external_data>());  // found and checked when a method is loaded
    if (extra.string(schema::extra::fully_qualified_name).empty())
      return invalid("external data without a name");
  }
  if (allocation) {
    const Vector<int64_t> planned = plan_.vector<int64_t>(schema::plan::non_const_buffer_sizes);
    const uint32_t id = allocation.number<uint32_t>(schema::allocation::memory_id);
    const uint64_t offset =
        allocation.number<uint32_t>(schema::allocation::memory_offset_low) |
        uint64_t{allocation.number<uint32_t>(schema::allocation::memory_offset_high)} << 32;
    if (id == 0 || id >= planned.size())
      return invalid("a tensor is planned into a memory that does not exist");
    const uint64_t room =
        static_cast<uint64_t>(planned[id]);  // a negative size is more than any caller provides
    if (offset > room || bytes > room - offset)
      return invalid("a tensor is outside its planned memory");
    if ((offset & (alignment - 1)) != 0)
      return invalid("a tensor's planned memory is not aligned to its elements");
  }
  // The index is meaningless where the data are external; without one, the data are written when
  // the method runs.
  const uint32_t index = external ? 0 : tensor.number<uint32_t>(schema::tensor::data_buffer_idx);
  if (index == 0) return Error::Ok;
  if (allocation) {
    KERF_TRY(use<Feature::mutable_data>());
    const TableVector lists = program_.root_.tables(schema::program::mutable_data_segments);
    const uint64_t list =
        extra ? extra.number<uint64_t>(schema::extra::mutable_data_segments_idx) : 0;
    if (list >= lists.size()) return invalid("a mutable tensor's initial data do not exist");
    return constant_data(lists[static_cast<size_t>(list)], index, bytes, alignment);
  }
  if (program_.constant_segment_) {
    KERF_TRY(use<Feature::constant_segment>());
    return constant_data(program_.constant_segment_, index, bytes, alignment);
  }
  KERF_TRY(use<Feature::constant_buffer>());
  return inline_data(index, bytes, alignment);
}

// Entry `index` of `offsets` into a segment.
Error ProgramCheck::constant_data(Table offsets, uint32_t index, uint64_t bytes,
                                  size_t alignment) const {
  const Vector<uint64_t> starts = offsets.vector<uint64_t>(schema::subsegments::offsets);
  if (index >= starts.size()) return invalid("a constant's index is out of range");
  const Span<const uint8_t> segment =
      program_.segment(offsets.number<uint32_t>(schema::subsegments::segment_index));
  const size_t start = static_cast<size_t>(starts[index]);  // checked with the segments
  return check_data(segment.data() + start, segment.size() - start, bytes, alignment);
}

// Buffer `index` inside the flatbuffer.
Error ProgramCheck::inline_data(uint32_t index, uint64_t bytes, size_t alignment) const {
  const TableVector buffers = program_.root_.tables(schema::program::constant_buffer);
  if (index >= buffers.size()) return invalid("a constant's index is out of range");
  const Span<const uint8_t> storage = buffers[index].vector<uint8_t>(schema::boxed::value).span();
  // Exporters align the bytes of a constant; one that has none may be anywhere.
  return check_data(storage.data(), storage.size(), bytes, bytes == 0 ? 1 : alignment);
}

Error ProgramCheck::chain(Table chain) {
  const TableVector instructions = chain.tables(schema::chain::instructions);
  for (size_t i = 0; i < instructions.size(); ++i)
    KERF_TRY(instruction(instructions[i], instructions.size()));
  return Error::Ok;
}

Error ProgramCheck::instruction(Table instruction, size_t instructions) {
  const Table member = schema::member(instruction);
  // The first number of every instruction: an operator, a delegate or a value.
  const int32_t first = member ? member.number<int32_t>(0) : -1;
  const auto below = [](int32_t index, size_t count) {
    return index >= 0 && static_cast<uint32_t>(index) < count;
  };
  switch (schema::instruction_type(instruction)) {
    case InstructionType::Absent:
      break;
    case InstructionType::KernelCall:
      if (!below(first, plan_.tables(schema::plan::operators).size()) ||
          !valid_indices(member.vector<int32_t>(schema::kernel_call::args))) {
        break;
      }
      return result(member.vector<int32_t>(schema::kernel_call::args));
    case InstructionType::DelegateCall:
      KERF_TRY(use<Feature::delegate_call>());
      if (!below(first, plan_.tables(schema::plan::delegates).size()) ||
          !valid_indices(member.vector<int32_t>(schema::delegate_call::args))) {
        break;
      }
      return Error::Ok;
    case InstructionType::MoveCall:
      KERF_TRY(use<Feature::move_call>());
      if (!is_value(first) || !is_value(member.number<int32_t>(schema::move_call::move_to))) break;
      return move(values_[static_cast<size_t>(first)],
                  values_[static_cast<size_t>(member.number<int32_t>(schema::move_call::move_to))]);
    case InstructionType::JumpFalseCall: {
      KERF_TRY(use<Feature::jump_false_call>());
      // A jump to the end of the chain ends it.
      const int32_t to = member.number<int32_t>(schema::jump_false_call::destination_instruction);
      if (!is_value(first) || !below(to, instructions + 1)) break;
      return Error::Ok;
    }
    case InstructionType::FreeCall:
      KERF_TRY(use<Feature::free_call>());
      if (!is_value(first)) break;
      return Error::Ok;
  }
  return invalid("an instruction refers to a value, operator or instruction that does not exist");
}

// A move keeps kind, dtype and rank, so that what is checked at load remains true during a run.
Error ProgramCheck::move(Table from, Table to) {
  const auto dtype = [](Table tensor) {
    return tensor.number<int8_t>(schema::tensor::scalar_type);
  };
  const auto rank = [](Table tensor) {
    return tensor.vector<int32_t>(schema::tensor::sizes).size();
  };
  if (schema::value_type(from) != schema::value_type(to))
    return invalid("a move between values of different kinds");
  if (schema::value_type(from) != ValueType::Tensor) return Error::Ok;
  from = schema::member(from);
  to = schema::member(to);
  return dtype(from) == dtype(to) && rank(from) == rank(to)
             ? Error::Ok
             : invalid("a move between tensors of different dtype or rank");
}

// The last argument of a kernel call is its result.
Error ProgramCheck::result(Vector<int32_t> arguments) {
  if (arguments.size() == 0) return Error::Ok;
  const Table value = values_[static_cast<size_t>(arguments[arguments.size() - 1])];
  return schema::is_number(schema::value_type(value)) ? use<Feature::scalar_state>() : Error::Ok;
}

bool ProgramCheck::valid_indices(Vector<int32_t> indices) const {
  for (size_t i = 0; i < indices.size(); ++i) {
    if (!is_value(indices[i])) return false;
  }
  return true;
}

}  // namespace kerf
