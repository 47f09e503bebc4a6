// ExecuTorch's element types and the properties of tensors that go with them.
#pragma once

#include <stdint.h>

#include "tensor/scalar_type.h"

namespace executorch::runtime::etensor {

// The numbers are those of files. Tensors of Kerf have the dtypes of kerf::ScalarType alone.
enum class ScalarType : int8_t {
  Byte = 0,
  Char = 1,
  Short = 2,
  Int = 3,
  Long = 4,
  Half = 5,
  Float = 6,
  Double = 7,
  ComplexHalf = 8,
  ComplexFloat = 9,
  ComplexDouble = 10,
  Bool = 11,
  QInt8 = 12,
  QUInt8 = 13,
  QInt32 = 14,
  BFloat16 = 15,
  QUInt4x2 = 16,
  QUInt2x4 = 17,
  Bits1x8 = 18,
  Bits2x4 = 19,
  Bits4x2 = 20,
  Bits8 = 21,
  Bits16 = 22,
  Float8_e5m2 = 23,
  Float8_e4m3fn = 24,
  Float8_e5m2fnuz = 25,
  Float8_e4m3fnuz = 26,
  UInt16 = 27,
  UInt32 = 28,
  UInt64 = 29,
  Undefined = 30,
  NumOptions = 31,
};

enum class MemoryFormat : int8_t { Contiguous = 0, Preserve = 1 };
enum class Layout : int8_t { Strided = 0 };
enum class DeviceType : int8_t { CPU = 0, CUDA = 1 };
using DeviceIndex = int8_t;

// Where a tensor is: in the memory of the processor.
struct Device {
  constexpr DeviceType type() const { return DeviceType::CPU; }
  constexpr DeviceIndex index() const { return 0; }
  constexpr bool is_cpu() const { return true; }
};

}  // namespace executorch::runtime::etensor

namespace executorch::runtime {

enum class TensorShapeDynamism : uint8_t { STATIC = 0, DYNAMIC_BOUND = 1, DYNAMIC_UNBOUND = 2 };

inline constexpr size_t kTensorDimensionLimit = 16;

}  // namespace executorch::runtime

namespace c10 {
using ::executorch::runtime::etensor::ScalarType;
}

namespace kerf::bridge {

using EtScalarType = ::executorch::runtime::etensor::ScalarType;

constexpr EtScalarType foreign(ScalarType type) { return static_cast<EtScalarType>(type); }
constexpr ScalarType native(EtScalarType type) { return static_cast<ScalarType>(type); }

// Whether `type` is in `set`; no dtype that Kerf has no tensors of is.
constexpr bool contains(DtypeSet set, EtScalarType type) {
  return is_scalar_type(static_cast<int>(type)) && kerf::contains(set, native(type));
}

}  // namespace kerf::bridge
