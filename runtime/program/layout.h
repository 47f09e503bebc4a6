// ExecuTorch's program format as data: every table and field that the runtime reads, and no other,
// in the order in which ProgramCheck needs them.
#pragma once

#include "flatbuffer/verifier.h"
#include "program/feature.h"
#include "program/schema.h"
#include "selected/features.h"

namespace kerf::schema::layout {

using Kind = flatbuffer::FieldKind;

namespace features = selected::features;

// Table types, in the order of kRows.
enum : uint8_t {
  kProgramTable,
  kPlan,
  kValue,
  kEmpty,
  kNumber8,
  kNumber1,
  kTensor,
  kString,
  kIntList,
  kDoubleList,
  kBoolList,
  kTensorList,
  kOptionalTensorList,
  kAllocation,
  kExtra,
  kOperator,
  kDelegate,
  kDataReference,
  kCompileSpec,
  kChain,
  kInstruction,
  kKernelCall,
  kDelegateCall,
  kMoveCall,
  kJumpFalseCall,
  kFreeCall,
  kBuffer,
  kSegment,
  kSubsegments,
  kNamed,
};

// Where the unions start in kUnions.
enum : uint8_t { kKernelTypes = 0, kInstructionArguments = 12 };

// What ProgramCheck checks of a table, besides kUnread.
enum : uint8_t {
  kCheckPlan = flatbuffer::kUnread + 1,
  kCheckTensor,
  kCheckIntList,
  kCheckTensorList,
  kCheckOptionalTensorList,
  kCheckKernelCall,
  kCheckDelegateCall,
  kCheckMoveCall,
  kCheckJumpFalseCall,
  kCheckFreeCall,
  kCheckSegment,
  kCheckSubsegments,
  kCheckNamed,
  kCheckUse,  // nothing but that the program uses a feature: this and its number
  kCheckDelegate = kCheckUse + 32,
};

// Whether data are looked up by name: those of tensors outside the program, and of delegates.
inline constexpr bool kNamedData = features::external_data || features::delegate_call;

constexpr uint8_t use(Feature feature) {
  return static_cast<uint8_t>(kCheckUse + static_cast<uint8_t>(feature));
}

inline constexpr uint8_t kUnions[] = {
    // KernelTypes: Null, Int, Bool, Double, Tensor, String, IntList, DoubleList, BoolList,
    // TensorList, OptionalTensorList
    11, kEmpty, kNumber8, kNumber1, kNumber8, kTensor, kString, kIntList, kDoubleList, kBoolList,
    kTensorList, kOptionalTensorList,
    // InstructionArguments: KernelCall, DelegateCall, MoveCall, JumpFalseCall, FreeCall
    5, kKernelCall, kDelegateCall, kMoveCall, kJumpFalseCall, kFreeCall};

// Rows of one table are adjacent, in the order of the table types; what the check of a table looks
// at in others is before it: segments before what is in them, constant_segment last of those that
// have subsegments, values before instructions. What is only read where a feature
// is selected is only checked there: a program that uses another feature is refused before anything
// of it is read.
inline constexpr flatbuffer::Row kRows[] = {
    {kProgramTable, program::version, Kind::number4},
    {kProgramTable, program::segments, Kind::tables, kSegment},
    {kProgramTable, program::named_data, Kind::tables, kNamed, kNamedData},
    {kProgramTable, program::mutable_data_segments, Kind::tables, kSubsegments,
     features::mutable_data},
    {kProgramTable, program::constant_segment, Kind::table, kSubsegments},
    {kProgramTable, program::constant_buffer, Kind::tables, kBuffer, features::constant_buffer},
    {kProgramTable, program::backend_delegate_data, Kind::tables, kBuffer, features::delegate_call},
    {kProgramTable, program::execution_plan, Kind::tables, kPlan},
    {kPlan, plan::name, Kind::string},
    {kPlan, plan::non_const_buffer_sizes, Kind::vector8},
    {kPlan, plan::values, Kind::tables, kValue},
    {kPlan, plan::inputs, Kind::vector4},
    {kPlan, plan::operators, Kind::tables, kOperator},
    {kPlan, plan::delegates, Kind::tables, kDelegate, features::delegate_call},
    {kPlan, plan::chains, Kind::tables, kChain},
    {kPlan, plan::outputs, Kind::vector4, kCheckPlan},
    {kValue, chosen::type, Kind::number1},
    {kValue, chosen::member, Kind::choice, kKernelTypes},
    {kNumber8, boxed::value, Kind::number8},
    {kNumber1, boxed::value, Kind::number1},
    {kTensor, tensor::scalar_type, Kind::number1},
    {kTensor, tensor::storage_offset, Kind::number4},
    {kTensor, tensor::sizes, Kind::vector4},
    {kTensor, tensor::dim_order, Kind::vector1},
    {kTensor, tensor::data_buffer_idx, Kind::number4},
    {kTensor, tensor::allocation_info, Kind::table, kAllocation},
    {kTensor, tensor::extra_tensor_info, Kind::table, kExtra},
    {kTensor, tensor::shape_dynamism, Kind::number1, kCheckTensor},
    {kString, boxed::value, Kind::string, use(Feature::string), features::string},
    {kIntList, boxed::value, Kind::vector8, kCheckIntList},
    {kDoubleList, boxed::value, Kind::vector8, use(Feature::double_list), features::double_list},
    {kBoolList, boxed::value, Kind::vector1, use(Feature::bool_list), features::bool_list},
    {kTensorList, boxed::value, Kind::vector4, kCheckTensorList, features::tensor_list},
    {kOptionalTensorList, boxed::value, Kind::vector4, kCheckOptionalTensorList,
     features::optional_tensor_list},
    {kAllocation, allocation::memory_id, Kind::number4},
    {kAllocation, allocation::memory_offset_low, Kind::number4},
    {kAllocation, allocation::memory_offset_high, Kind::number4},
    {kExtra, extra::mutable_data_segments_idx, Kind::number8, 0, features::mutable_data},
    {kExtra, extra::fully_qualified_name, Kind::string},
    {kExtra, extra::location, Kind::number1},
    {kExtra, extra::device_type, Kind::number1},
    {kOperator, oper::name, Kind::string},
    {kOperator, oper::overload, Kind::string},
    {kDelegate, delegate::processed, Kind::table, kDataReference, features::delegate_call},
    {kDelegate, delegate::compile_specs, Kind::tables, kCompileSpec, features::delegate_call},
    {kDelegate, delegate::id, Kind::string, kCheckDelegate, features::delegate_call},
    {kDataReference, data_reference::location, Kind::number1, 0, features::delegate_call},
    {kDataReference, data_reference::index, Kind::number4, 0, features::delegate_call},
    {kCompileSpec, compile_spec::key, Kind::string, 0, features::delegate_call},
    {kCompileSpec, compile_spec::value, Kind::vector1, 0, features::delegate_call},
    {kChain, chain::inputs, Kind::vector4},
    {kChain, chain::instructions, Kind::tables, kInstruction},
    {kChain, chain::outputs, Kind::vector4},
    {kInstruction, chosen::type, Kind::number1},
    {kInstruction, chosen::member, Kind::choice, kInstructionArguments},
    {kKernelCall, kernel_call::op_index, Kind::number4},
    {kKernelCall, kernel_call::args, Kind::vector4, kCheckKernelCall},
    {kDelegateCall, delegate_call::delegate_index, Kind::number4, 0, features::delegate_call},
    {kDelegateCall, delegate_call::args, Kind::vector4, kCheckDelegateCall,
     features::delegate_call},
    {kMoveCall, move_call::move_from, Kind::number4, 0, features::move_call},
    {kMoveCall, move_call::move_to, Kind::number4, kCheckMoveCall, features::move_call},
    {kJumpFalseCall, jump_false_call::cond_value_index, Kind::number4, 0,
     features::jump_false_call},
    {kJumpFalseCall, jump_false_call::destination_instruction, Kind::number4, kCheckJumpFalseCall,
     features::jump_false_call},
    {kFreeCall, free_call::value_index, Kind::number4, kCheckFreeCall, features::free_call},
    {kBuffer, boxed::value, Kind::vector1},
    {kSegment, segment::offset, Kind::number8},
    {kSegment, segment::size, Kind::number8, kCheckSegment},
    {kSubsegments, subsegments::segment_index, Kind::number4},
    {kSubsegments, subsegments::offsets, Kind::vector8, kCheckSubsegments},
    {kNamed, named::key, Kind::string, 0, kNamedData},
    {kNamed, named::segment_index, Kind::number4, kCheckNamed, kNamedData},
};

static_assert(kUnions[kInstructionArguments] == 5, "the second union starts at its constant");

using ProgramLayout = flatbuffer::Layout<kRows, kUnions>;

}  // namespace kerf::schema::layout
