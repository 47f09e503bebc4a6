// ExecuTorch's program format as data: every table and field that the runtime reads, and no other.
#include "program/schema.h"

#include "selected/features.h"

namespace kerf::schema {
namespace {

using flatbuffer::Field;
using Kind = flatbuffer::FieldKind;

namespace features = selected::features;

// Table types, in the order of kFirst.
enum : uint8_t {
  kProgramTable,
  kPlan,
  kValue,
  kEmpty,
  kNumber8,
  kNumber1,
  kTensor,
  kString,
  kList8,
  kList1,
  kList4,
  kAllocation,
  kExtra,
  kOperator,
  kDelegate,
  kDataReference,
  kCompileSpec,
  kChain,
  kInstruction,
  kCallTable,
  kPair,
  kIndex,
  kBuffer,
  kSegment,
  kSubsegments,
  kNamed,
  kTableTypes,
};

// Where the unions start in kMembers.
enum : uint8_t { kKernelTypes = 0, kInstructionArguments = 12 };

constexpr uint8_t kMembers[] = {
    // KernelTypes: Null, Int, Bool, Double, Tensor, String, IntList, DoubleList, BoolList,
    // TensorList, OptionalTensorList
    11, kEmpty, kNumber8, kNumber1, kNumber8, kTensor, kString, kList8, kList8, kList1, kList4,
    kList4,
    // InstructionArguments: KernelCall, DelegateCall, MoveCall, JumpFalseCall, FreeCall
    5, kCallTable, kCallTable, kPair, kPair, kIndex};

// A field with the table it belongs to; rows of one table are adjacent, in the order of the table
// types. What is only read where a feature is selected is only checked there: a program that uses
// another feature is refused before anything of it is read.
struct Row {
  uint8_t table;
  Field field;
  bool read = true;
};

constexpr Row kRows[] = {
    {kProgramTable, {program::version, Kind::number4, 0}},
    {kProgramTable, {program::execution_plan, Kind::tables, kPlan}},
    {kProgramTable, {program::constant_buffer, Kind::tables, kBuffer}, features::constant_buffer},
    {kProgramTable,
     {program::backend_delegate_data, Kind::tables, kBuffer},
     features::delegate_call},
    {kProgramTable, {program::segments, Kind::tables, kSegment}},
    {kProgramTable, {program::constant_segment, Kind::table, kSubsegments}},
    {kProgramTable,
     {program::mutable_data_segments, Kind::tables, kSubsegments},
     features::mutable_data},
    {kProgramTable, {program::named_data, Kind::tables, kNamed}, features::external_data},
    {kPlan, {plan::name, Kind::string, 0}},
    {kPlan, {plan::values, Kind::tables, kValue}},
    {kPlan, {plan::inputs, Kind::vector4, 0}},
    {kPlan, {plan::outputs, Kind::vector4, 0}},
    {kPlan, {plan::chains, Kind::tables, kChain}},
    {kPlan, {plan::operators, Kind::tables, kOperator}},
    {kPlan, {plan::delegates, Kind::tables, kDelegate}, features::delegate_call},
    {kPlan, {plan::non_const_buffer_sizes, Kind::vector8, 0}},
    {kValue, {chosen::type, Kind::number1, 0}},
    {kValue, {chosen::member, Kind::member, kKernelTypes}},
    {kNumber8, {boxed::value, Kind::number8, 0}},
    {kNumber1, {boxed::value, Kind::number1, 0}},
    {kTensor, {tensor::scalar_type, Kind::number1, 0}},
    {kTensor, {tensor::storage_offset, Kind::number4, 0}},
    {kTensor, {tensor::sizes, Kind::vector4, 0}},
    {kTensor, {tensor::dim_order, Kind::vector1, 0}},
    {kTensor, {tensor::data_buffer_idx, Kind::number4, 0}},
    {kTensor, {tensor::allocation_info, Kind::table, kAllocation}},
    {kTensor, {tensor::shape_dynamism, Kind::number1, 0}},
    {kTensor, {tensor::extra_tensor_info, Kind::table, kExtra}},
    {kString, {boxed::value, Kind::string, 0}, features::string},
    {kList8, {boxed::value, Kind::vector8, 0}},
    {kList1, {boxed::value, Kind::vector1, 0}, features::bool_list},
    {kList4, {boxed::value, Kind::vector4, 0}},
    {kAllocation, {allocation::memory_id, Kind::number4, 0}},
    {kAllocation, {allocation::memory_offset_low, Kind::number4, 0}},
    {kAllocation, {allocation::memory_offset_high, Kind::number4, 0}},
    {kExtra, {extra::mutable_data_segments_idx, Kind::number8, 0}, features::mutable_data},
    {kExtra, {extra::fully_qualified_name, Kind::string, 0}},
    {kExtra, {extra::location, Kind::number1, 0}},
    {kExtra, {extra::device_type, Kind::number1, 0}},
    {kOperator, {oper::name, Kind::string, 0}},
    {kOperator, {oper::overload, Kind::string, 0}},
    {kDelegate, {delegate::id, Kind::string, 0}, features::delegate_call},
    {kDelegate, {delegate::processed, Kind::table, kDataReference}, features::delegate_call},
    {kDelegate, {delegate::compile_specs, Kind::tables, kCompileSpec}, features::delegate_call},
    {kDataReference, {data_reference::location, Kind::number1, 0}, features::delegate_call},
    {kDataReference, {data_reference::index, Kind::number4, 0}, features::delegate_call},
    {kCompileSpec, {compile_spec::key, Kind::string, 0}, features::delegate_call},
    {kCompileSpec, {compile_spec::value, Kind::vector1, 0}, features::delegate_call},
    {kChain, {chain::inputs, Kind::vector4, 0}},
    {kChain, {chain::outputs, Kind::vector4, 0}},
    {kChain, {chain::instructions, Kind::tables, kInstruction}},
    {kInstruction, {chosen::type, Kind::number1, 0}},
    {kInstruction, {chosen::member, Kind::member, kInstructionArguments}},
    {kCallTable, {kernel_call::op_index, Kind::number4, 0}},
    {kCallTable, {kernel_call::args, Kind::vector4, 0}},
    {kPair, {move_call::move_from, Kind::number4, 0}},
    {kPair, {move_call::move_to, Kind::number4, 0}},
    {kIndex, {free_call::value_index, Kind::number4, 0}},
    {kBuffer, {boxed::value, Kind::vector1, 0}},
    {kSegment, {segment::offset, Kind::number8, 0}},
    {kSegment, {segment::size, Kind::number8, 0}},
    {kSubsegments, {subsegments::segment_index, Kind::number4, 0}},
    {kSubsegments, {subsegments::offsets, Kind::vector8, 0}},
    {kNamed, {named::key, Kind::string, 0}, features::external_data},
    {kNamed, {named::segment_index, Kind::number4, 0}, features::external_data},
};
constexpr unsigned kRowCount = sizeof kRows / sizeof kRows[0];

constexpr unsigned count_read() {
  unsigned count = 0;
  for (const Row& row : kRows) count += row.read ? 1 : 0;
  return count;
}

// The rows in the form of Schema: the fields alone, and where each table's fields start.
struct Layout {
  Field fields[count_read()];
  uint8_t first[kTableTypes + 1];
};

constexpr Layout lay_out() {
  Layout layout{};
  unsigned row = 0;
  unsigned field = 0;
  for (unsigned table = 0; table < kTableTypes; ++table) {
    layout.first[table] = static_cast<uint8_t>(field);
    for (; row < kRowCount && kRows[row].table == table; ++row) {
      if (kRows[row].read) layout.fields[field++] = kRows[row].field;
    }
  }
  layout.first[kTableTypes] = static_cast<uint8_t>(field);
  return layout;
}
constexpr Layout kLayout = lay_out();

static_assert(kLayout.first[kTableTypes] == count_read(),
              "rows are in the order of the table types");
static_assert(kMembers[kInstructionArguments] == 5, "the second union starts at its constant");

}  // namespace

const flatbuffer::Schema kProgram = {kLayout.fields, kLayout.first, kMembers};

}  // namespace kerf::schema
