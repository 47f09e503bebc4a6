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

}  // namespace kerf
