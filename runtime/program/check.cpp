// What is checked of each table of a program, once its fields have been.
#include "program/check.h"

#include "core/fault.h"
#include "core/libc.h"
#include "core/lowered.h"
#include "selected/features.h"
#include "tensor/tensor.h"

namespace kerf {
namespace {

using schema::ShapeDynamism;
using schema::Table;
using schema::TableVector;
using schema::ValueType;
using schema::Vector;

namespace features = selected::features;
namespace layout = schema::layout;

// Whether anything selected is in a segment.
constexpr bool kSegments = features::constant_segment || features::mutable_data ||
                           features::external_data || features::delegate_call;

// A payload's location and its alignment.   Source: DataLocation and BackendDelegateInlineData in
// ExecuTorch's schema/program.fbs.
constexpr uint8_t kInSegment = 1;
constexpr size_t kPayloadAlignment = 16;

constexpr char kNoPermutation[] = "a tensor's dim order is not a permutation of its dimensions";

// A field in the walk.
constexpr unsigned field(unsigned table, unsigned id) {
  return layout::ProgramLayout::field(table, id);
}

Error invalid(const char* what) { return fault(Error::InvalidProgram, what); }

Error invalid_instruction() {
  return invalid("an instruction refers to a value, operator or instruction that does not exist");
}

Error check_data(Span<const uint8_t> data, size_t start, size_t bytes, size_t alignment) {
  if (bytes > data.size() - start) return invalid("a constant is longer than its data");
  if ((reinterpret_cast<uintptr_t>(data.data() + start) & (alignment - 1)) != 0) {
    return invalid("a constant is not aligned to its elements");
  }
  return Error::Ok;
}

// Entry `index` of `starts` in a segment, which are checked.
Error constant_data(Span<const uint8_t> segment, Vector<uint64_t> starts, uint32_t index,
                    size_t bytes, size_t alignment) {
  if (index >= starts.size()) return invalid("a constant's index is out of range");
  return check_data(segment, static_cast<size_t>(starts[index]), bytes, alignment);
}

}  // namespace

Error ProgramCheck::unselected() const {
  if constexpr (kMessages) {
    const size_t length = sizeof kTurnedBack - 1;
    for (size_t i = 0; i + length <= bytes().size(); ++i) {
      if (libc::equal(bytes().data() + i, kTurnedBack, length))
        return fault(Error::NotSupported, kStillLowered);
    }
  }
  return fault(Error::NotSupported, "the program uses a part of the format that was not selected");
}

template <Feature kFeature>
Error ProgramCheck::use() {
  if constexpr ((features::kSelected & feature_set(kFeature)) == 0) return unselected();
  features_ |= feature_set(kFeature);
  return Error::Ok;
}

Error ProgramCheck::check(Walk& walk, unsigned check) {
  return static_cast<ProgramCheck&>(walk).check(check);
}

Error ProgramCheck::check(unsigned check) {
  switch (check) {
    case layout::kCheckTensor:
      return tensor();
    case layout::kCheckIntList:
      return list(found(field(layout::kIntList, schema::boxed::value)), ValueType::Int, false);
    case layout::kCheckKernelCall:
      return kernel_call();
    case layout::kCheckPlan:
      return plan();
    case flatbuffer::kUnread:
      return unselected();
  }
  if constexpr (kSegments) {
    if (check == layout::kCheckSegment) return segment();
    if (check == layout::kCheckSubsegments) return subsegments();
  }
  if constexpr (features::tensor_list) {
    if (check == layout::kCheckTensorList) {
      KERF_TRY(use<Feature::tensor_list>());
      return list(found(field(layout::kTensorList, schema::boxed::value)), ValueType::Tensor,
                  false);
    }
  }
  if constexpr (features::optional_tensor_list) {
    if (check == layout::kCheckOptionalTensorList) {
      KERF_TRY(use<Feature::optional_tensor_list>());
      return list(found(field(layout::kOptionalTensorList, schema::boxed::value)),
                  ValueType::Tensor, true);
    }
  }
  if constexpr (features::delegate_call) {
    if (check == layout::kCheckDelegate) return delegate();
    if (check == layout::kCheckDelegateCall) return delegate_call();
  }
  if constexpr (features::move_call) {
    if (check == layout::kCheckMoveCall) return move_call();
  }
  if constexpr (features::jump_false_call) {
    if (check == layout::kCheckJumpFalseCall) return jump_false_call();
  }
  if constexpr (features::free_call) {
    if (check == layout::kCheckFreeCall) return free_call();
  }
  if constexpr (layout::kNamedData) {
    if (check == layout::kCheckNamed) return named();
  }
  if constexpr (features::string || features::double_list || features::bool_list)
    features_ |= FeatureSet{1} << (check - layout::kCheckUse);
  return Error::Ok;
}
Error ProgramCheck::segment() const {
  const uint64_t room = program_.segment_bytes_.size();
  const auto offset = number<uint64_t>(field(layout::kSegment, schema::segment::offset));
  const auto size = number<uint64_t>(field(layout::kSegment, schema::segment::size));
  return offset <= room && size <= room - offset
             ? Error::Ok
             : invalid("a segment is beyond the end of the file");
}

Error ProgramCheck::subsegments() {
  const auto index =
      number<uint32_t>(field(layout::kSubsegments, schema::subsegments::segment_index));
  if (index >= tables(field(layout::kProgramTable, schema::program::segments)).size()) {
    return invalid("constants refer to a segment that does not exist");
  }
  segment_ = program_.segment(index);
  const auto starts = vector<uint64_t>(field(layout::kSubsegments, schema::subsegments::offsets));
  for (size_t i = 0; i < starts.size(); ++i) {
    if (starts[i] > segment_.size())
      return invalid("a constant starts beyond the end of its segment");
  }
  return Error::Ok;
}

TableVector ProgramCheck::values() const {
  return tables(field(layout::kPlan, schema::plan::values));
}

Error ProgramCheck::plan() {
  if (number<uint32_t>(field(layout::kProgramTable, schema::program::version)) != 0)
    return invalid("the program is of a newer version of the schema");
  KERF_TRY(boundary(vector<int32_t>(field(layout::kPlan, schema::plan::inputs)), true));
  KERF_TRY(boundary(vector<int32_t>(field(layout::kPlan, schema::plan::outputs)), false));
  if (tables(field(layout::kPlan, schema::plan::chains)).size() > 1)
    KERF_TRY(use<Feature::multiple_chains>());
  return Error::Ok;
}

// Inputs or outputs of a method.
Error ProgramCheck::boundary(Vector<int32_t> indices, bool inputs) {
  for (size_t i = 0; i < indices.size(); ++i) {
    const ValueType type = type_of(static_cast<uint32_t>(indices[i]));
    if (type == ValueType::Absent)
      return invalid("an input or output of a method is not one of its values");
    if (type != ValueType::Tensor) {
      if (inputs) KERF_TRY(use<Feature::scalar_inputs>());
      continue;
    }
    const Table tensor = schema::member(values()[static_cast<size_t>(indices[i])]);
    if (!tensor.table(schema::tensor::allocation_info) &&
        tensor.number<uint32_t>(schema::tensor::data_buffer_idx) == 0) {
      KERF_TRY(use<Feature::caller_memory>());
    }
  }
  return Error::Ok;
}

// Items are indices of values: of ints too, because symbolic integers are computed.
Error ProgramCheck::list(const uint8_t* list, ValueType wanted, bool optional) {
  const bool ints = wanted == ValueType::Int;
  const Vector<uint32_t> items(list);
  const size_t words = ints ? 2 : 1;
  for (size_t i = 0; i < items.size(); ++i) {
    const uint32_t index = items[words * i];
    const ValueType type = type_of(index);
    const bool absent = optional && (index == UINT32_MAX || type == ValueType::None);
    if ((!absent && type != wanted) || (ints && items[words * i + 1] != 0)) {
      return invalid(ints ? "an item of an int list is not an int value"
                          : "an item of a tensor list is not a tensor");
    }
  }
  return Error::Ok;
}

Error ProgramCheck::tensor() {
  const auto type = number<int8_t>(field(layout::kTensor, schema::tensor::scalar_type));
  if (!is_scalar_type(type))
    return fault(Error::NotSupported, "a tensor has a dtype that is not supported");
  if (number<int32_t>(field(layout::kTensor, schema::tensor::storage_offset)) != 0) {
    return fault(Error::NotSupported, "a tensor has a storage offset");
  }
  const auto dynamism = number<uint8_t>(field(layout::kTensor, schema::tensor::shape_dynamism));
  if (dynamism > static_cast<uint8_t>(ShapeDynamism::DynamicUnbound)) {
    return invalid("a tensor's shape dynamism is unknown");
  }
  if (dynamism != 0) KERF_TRY(use<Feature::dynamic_shapes>());
  const auto sizes = vector<int32_t>(field(layout::kTensor, schema::tensor::sizes));
  const auto dim_order = vector<uint8_t>(field(layout::kTensor, schema::tensor::dim_order));
  const size_t rank = sizes.size();
  if (rank > kMaxRank) return fault(Error::NotSupported, "a tensor has more than 16 dimensions");
  if (dim_order.size() != rank) return invalid(kNoPermutation);
  uint32_t seen = 0;
  uint32_t elements = 1;
  bool empty = false;
  for (size_t i = 0; i < rank; ++i) {
    const uint32_t dim = dim_order[i];
    if (dim >= rank) return invalid(kNoPermutation);
    seen |= 1u << dim;
    const int32_t size = sizes[i];
    if (size < 0) return invalid("a tensor has a negative size");
    // Zero counts as one, so that the strides of an empty tensor fit as well.
    if (size == 0) {
      empty = true;
      continue;
    }
    const uint64_t product = uint64_t{elements} * static_cast<uint32_t>(size);
    if (product > INT32_MAX)
      return fault(Error::NotSupported, "a tensor has more than 2^31 elements");
    elements = static_cast<uint32_t>(product);
  }
  if (seen + 1 != 1u << rank) return invalid(kNoPermutation);
  const unsigned shift = element_shift(static_cast<ScalarType>(type));
  if (elements > static_cast<size_t>(PTRDIFF_MAX) >> shift) {
    return fault(Error::NotSupported, "a tensor is larger than the address space");
  }
  return tensor_data(empty ? 0 : size_t{elements} << shift, element_alignment(size_t{1} << shift));
}

Error ProgramCheck::tensor_data(size_t bytes, size_t alignment) {
  const bool has_extra = has(field(layout::kTensor, schema::tensor::extra_tensor_info));
  if (has_extra && number<int8_t>(field(layout::kExtra, schema::extra::device_type)) != 0) {
    return fault(Error::NotSupported, "a tensor is on a device other than the CPU");
  }
  const bool external =
      has_extra && number<int8_t>(field(layout::kExtra, schema::extra::location)) != 0;
  if (external) {
    KERF_TRY(use<Feature::external_data>());  // found and checked when a method is loaded
    if (vector<char>(field(layout::kExtra, schema::extra::fully_qualified_name)).size() == 0)
      return invalid("external data without a name");
  }
  const bool planned = has(field(layout::kTensor, schema::tensor::allocation_info));
  if (planned) {
    const auto sizes = vector<uint64_t>(field(layout::kPlan, schema::plan::non_const_buffer_sizes));
    const auto id = number<uint32_t>(field(layout::kAllocation, schema::allocation::memory_id));
    const uint64_t offset =
        number<uint32_t>(field(layout::kAllocation, schema::allocation::memory_offset_low)) |
        uint64_t{
            number<uint32_t>(field(layout::kAllocation, schema::allocation::memory_offset_high))}
            << 32;
    if (id == 0 || id >= sizes.size())
      return invalid("a tensor is planned into a memory that does not exist");
    // A negative size is more than any caller provides.
    if (offset > sizes[id] || bytes > sizes[id] - offset)
      return invalid("a tensor is outside its planned memory");
    if ((offset & (alignment - 1)) != 0)
      return invalid("a tensor's planned memory is not aligned to its elements");
  }
  // The index is meaningless where the data are external; without one, the data are written when
  // the method runs.
  const auto index = number<uint32_t>(field(layout::kTensor, schema::tensor::data_buffer_idx));
  if (external || index == 0) return Error::Ok;
  if (planned) {
    KERF_TRY(use<Feature::mutable_data>());
    if constexpr (features::mutable_data) {
      const auto lists =
          tables(field(layout::kProgramTable, schema::program::mutable_data_segments));
      const uint64_t list =
          has_extra
              ? number<uint64_t>(field(layout::kExtra, schema::extra::mutable_data_segments_idx))
              : 0;
      if (list >= lists.size()) return invalid("a mutable tensor's initial data do not exist");
      const Table data = lists[static_cast<size_t>(list)];
      return constant_data(
          program_.segment(data.number<uint32_t>(schema::subsegments::segment_index)),
          data.vector<uint64_t>(schema::subsegments::offsets), index, bytes, alignment);
    }
  }
  // The subsegments are those of constant_segment: it is the last to be walked that has any.
  const auto starts = vector<uint64_t>(field(layout::kSubsegments, schema::subsegments::offsets));
  if (has(field(layout::kProgramTable, schema::program::constant_segment)) && starts.size() != 0) {
    KERF_TRY(use<Feature::constant_segment>());
    return constant_data(segment_, starts, index, bytes, alignment);
  }
  KERF_TRY(use<Feature::constant_buffer>());
  if constexpr (features::constant_buffer) return inline_data(index, bytes, alignment);
  return Error::Ok;
}

// Buffer `index` inside the flatbuffer.
Error ProgramCheck::inline_data(uint32_t index, size_t bytes, size_t alignment) const {
  const auto buffers = tables(field(layout::kProgramTable, schema::program::constant_buffer));
  if (index >= buffers.size()) return invalid("a constant's index is out of range");
  const Span<const uint8_t> storage = buffers[index].vector<uint8_t>(schema::boxed::value).span();
  // Exporters align the bytes of a constant; one that has none may be anywhere.
  return check_data(storage, 0, bytes, bytes == 0 ? 1 : alignment);
}

Error ProgramCheck::kernel_call() {
  const auto arguments = vector<int32_t>(field(layout::kKernelCall, schema::kernel_call::args));
  if (number<uint32_t>(field(layout::kKernelCall, schema::kernel_call::op_index)) >=
          tables(field(layout::kPlan, schema::plan::operators)).size() ||
      !valid_indices(arguments)) {
    return invalid_instruction();
  }
  // The last argument of a kernel call is its result.
  const size_t count = arguments.size();
  if (count != 0 &&
      schema::is_number(schema::value_type(values()[static_cast<size_t>(arguments[count - 1])])))
    return use<Feature::scalar_state>();
  return Error::Ok;
}

// The payload of a delegate, which backends read where it is.
Error ProgramCheck::delegate() const {
  if (vector<char>(field(layout::kDelegate, schema::delegate::id)).size() == 0)
    return invalid("a delegate without an id");
  if (!has(field(layout::kDelegate, schema::delegate::processed))) return Error::Ok;
  const auto location =
      number<uint8_t>(field(layout::kDataReference, schema::data_reference::location));
  const auto index = number<uint32_t>(field(layout::kDataReference, schema::data_reference::index));
  const bool segment = location == kInSegment;
  const size_t count = tables(field(layout::kProgramTable,
                                    segment ? unsigned{schema::program::segments}
                                            : unsigned{schema::program::backend_delegate_data}))
                           .size();
  if (location > kInSegment || index >= count)
    return invalid("a delegate refers to data that do not exist");
  const Span<const uint8_t> data =
      segment ? program_.segment(index)
              : tables(field(layout::kProgramTable, schema::program::backend_delegate_data))[index]
                    .vector<uint8_t>(schema::boxed::value)
                    .span();
  return check_data(data, 0, 0, data.empty() ? 1 : kPayloadAlignment);
}

Error ProgramCheck::delegate_call() {
  KERF_TRY(use<Feature::delegate_call>());
  const auto arguments = vector<int32_t>(field(layout::kDelegateCall, schema::delegate_call::args));
  if (number<uint32_t>(field(layout::kDelegateCall, schema::delegate_call::delegate_index)) >=
          tables(field(layout::kPlan, schema::plan::delegates)).size() ||
      !valid_indices(arguments)) {
    return invalid_instruction();
  }
  for (const int32_t index : arguments.span()) {
    const ValueType type = type_of(static_cast<uint32_t>(index));
    if (type != ValueType::Tensor && !schema::is_number(type))
      return invalid("an argument of a delegate call is a list or a string");
  }
  return Error::Ok;
}

// A move keeps kind, dtype and rank, so that what is checked at load remains true during a run.
Error ProgramCheck::move_call() {
  KERF_TRY(use<Feature::move_call>());
  const auto dtype = [](Table tensor) {
    return tensor.number<int8_t>(schema::tensor::scalar_type);
  };
  const auto rank = [](Table tensor) {
    return tensor.vector<int32_t>(schema::tensor::sizes).size();
  };
  const auto from = number<uint32_t>(field(layout::kMoveCall, schema::move_call::move_from));
  const auto to = number<uint32_t>(field(layout::kMoveCall, schema::move_call::move_to));
  if (!is_value(from) || !is_value(to)) return invalid_instruction();
  const Table source = values()[from];
  const Table target = values()[to];
  if (schema::value_type(source) != schema::value_type(target))
    return invalid("a move between values of different kinds");
  if (schema::value_type(source) != ValueType::Tensor) return Error::Ok;
  return dtype(schema::member(source)) == dtype(schema::member(target)) &&
                 rank(schema::member(source)) == rank(schema::member(target))
             ? Error::Ok
             : invalid("a move between tensors of different dtype or rank");
}

Error ProgramCheck::jump_false_call() {
  KERF_TRY(use<Feature::jump_false_call>());
  const auto condition =
      number<uint32_t>(field(layout::kJumpFalseCall, schema::jump_false_call::cond_value_index));
  const auto to = number<uint32_t>(
      field(layout::kJumpFalseCall, schema::jump_false_call::destination_instruction));
  const size_t count = tables(field(layout::kChain, schema::chain::instructions)).size();
  // A jump to the end of the chain ends it.
  return is_value(condition) && to <= count ? Error::Ok : invalid_instruction();
}

Error ProgramCheck::free_call() {
  KERF_TRY(use<Feature::free_call>());
  const auto value = number<uint32_t>(field(layout::kFreeCall, schema::free_call::value_index));
  return is_value(value) ? Error::Ok : invalid_instruction();
}

Error ProgramCheck::named() const {
  const auto index = number<uint32_t>(field(layout::kNamed, schema::named::segment_index));
  return index < tables(field(layout::kProgramTable, schema::program::segments)).size()
             ? Error::Ok
             : invalid("named data refers to a segment that does not exist");
}

bool ProgramCheck::valid_indices(Vector<int32_t> indices) const {
  const size_t count = values().size();
  for (const int32_t index : indices.span()) {
    if (static_cast<uint32_t>(index) >= count) return false;
  }
  return true;
}

// A negative index is more than any vector has.
bool ProgramCheck::is_value(uint32_t index) const { return index < values().size(); }

// Values may be referred to before they have been walked; the type is that of a value that will be
// accepted.
ValueType ProgramCheck::type_of(uint32_t index) const {
  const auto references = vector<uint32_t>(field(layout::kPlan, schema::plan::values));
  if (index >= references.size()) return ValueType::Absent;
  return static_cast<ValueType>(*peek(reinterpret_cast<const uint8_t*>(references.data() + index)));
}

}  // namespace kerf
