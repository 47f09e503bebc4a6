// Reading the calls block and writing the result stream.
#pragma once

#include "apps/minimal/calls.h"
#include "platform/port.h"
#include "tensor/value.h"

namespace kerf {

using calls::padded;

// ExecuTorch's KernelTypes.
enum : uint32_t { kNoValue = 1, kInt, kBool, kDouble, kTensor };

// Reads the parts of the calls block in order.
class Reader {
 public:
  explicit Reader(const uint8_t* at) : at_(at) {}

  // The next `bytes`, aligned to 16 like everything in the block.
  const uint8_t* take(size_t bytes) {
    const uint8_t* part = at_;
    at_ += padded(bytes);
    return part;
  }
  template <typename T>
  const T& take() {
    return *reinterpret_cast<const T*>(take(sizeof(T)));
  }

 private:
  const uint8_t* at_;
};

// A number of the calls block.
inline Value number_of(const calls::ValueHeader& header, const uint8_t* data) {
  const int64_t bits = *reinterpret_cast<const int64_t*>(data);
  switch (header.kind) {
    case kInt:
      return Scalar::from_bits(Scalar::Kind::Int, bits);
    case kBool:
      return Scalar::from_bits(Scalar::Kind::Bool, bits != 0);
    case kDouble:
      return Scalar::from_bits(Scalar::Kind::Double, bits);
    default:
      return Value();
  }
}

inline void emit_padded(const void* data, size_t bytes) {
  static constexpr uint8_t kZeros[calls::kPart] = {};
  if (bytes != 0) platform::emit(data, bytes);
  if (padded(bytes) != bytes) platform::emit(kZeros, padded(bytes) - bytes);
}

inline void emit_output(const Value& value) {
  if (value.is_tensor()) {
    const Tensor& tensor = value.tensor();
    const calls::ValueHeader header = {kTensor, static_cast<uint32_t>(tensor.scalar_type()),
                                       static_cast<uint32_t>(tensor.dim()),
                                       static_cast<uint32_t>(tensor.nbytes())};
    emit_padded(&header, sizeof header);
    emit_padded(tensor.sizes().data(), tensor.dim() * sizeof(int32_t));
    emit_padded(tensor.const_data_ptr(), tensor.nbytes());
    return;
  }
  // Value::Kind counts None, Int, Bool, Double as KernelTypes does, from 0 instead of 1.
  const bool none = value.kind() == Value::Kind::None;
  const calls::ValueHeader header = {static_cast<uint32_t>(value.kind()) + 1, 0, 0, none ? 0u : 8u};
  emit_padded(&header, sizeof header);
  if (none) return;
  // Eight bytes either way: the integer, or the double's.
  const int64_t number = value.scalar().bits();
  emit_padded(&number, sizeof number);
}

}  // namespace kerf
