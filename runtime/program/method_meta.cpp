// Descriptions of a method's inputs and outputs.
#include "program/method_meta.h"

namespace kerf {

Result<schema::Table> MethodMeta::value(unsigned field, size_t index) const {
  const schema::Vector<int32_t> indices = values_of(field);
  if (index >= indices.size()) return Error::InvalidArgument;
  return plan_.tables(schema::plan::values)[static_cast<size_t>(indices[index])];
}

Result<schema::ValueType> MethodMeta::tag(unsigned field, size_t index) const {
  const Result<schema::Table> found = value(field, index);
  if (!found.ok()) return found.error();
  return schema::value_type(found.get());
}

Result<TensorInfo> MethodMeta::tensor(unsigned field, size_t index) const {
  const Result<schema::Table> found = value(field, index);
  if (!found.ok()) return found.error();
  if (schema::value_type(found.get()) != schema::ValueType::Tensor) return Error::InvalidType;
  const schema::Table tensor = schema::member(found.get());
  return TensorInfo{static_cast<ScalarType>(tensor.number<int8_t>(schema::tensor::scalar_type)),
                    tensor.vector<int32_t>(schema::tensor::sizes).span(),
                    tensor.vector<uint8_t>(schema::tensor::dim_order).span(),
                    tensor.number<int8_t>(schema::tensor::shape_dynamism) != 0,
                    schema::is_planned(tensor)};
}

Result<InstructionInfo> MethodMeta::instruction(size_t chain, size_t index) const {
  const schema::TableVector chains = plan_.tables(schema::plan::chains);
  if (chain >= chains.size()) return Error::InvalidArgument;
  const schema::TableVector instructions = chains[chain].tables(schema::chain::instructions);
  if (index >= instructions.size()) return Error::InvalidArgument;
  return instruction(instructions[index]);
}

Result<InstructionInfo> MethodMeta::instruction(schema::Table instruction) const {
  switch (schema::instruction_type(instruction)) {
    case schema::InstructionType::KernelCall: {
      const schema::Table call = schema::member(instruction);
      const schema::Table oper = plan_.tables(schema::plan::operators)[static_cast<size_t>(
          call.number<int32_t>(schema::kernel_call::op_index))];
      return InstructionInfo{oper.text(schema::oper::name), oper.text(schema::oper::overload)};
    }
    case schema::InstructionType::DelegateCall:
      return InstructionInfo{"delegate", ""};
    case schema::InstructionType::MoveCall:
      return InstructionInfo{"move", ""};
    case schema::InstructionType::JumpFalseCall:
      return InstructionInfo{"jump", ""};
    case schema::InstructionType::FreeCall:
      return InstructionInfo{"free", ""};
    case schema::InstructionType::Absent:
      break;
  }
  return Error::InvalidProgram;
}

}  // namespace kerf
