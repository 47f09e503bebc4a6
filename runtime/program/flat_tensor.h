// Named tensor data outside a program (`.ptd`): checked once when it is loaded.
#pragma once

#include "core/result.h"
#include "core/span.h"
#include "flatbuffer/table.h"
#include "tensor/scalar_type.h"

namespace kerf {

// One entry of a data file.
struct NamedTensor {
  Span<const uint8_t> data;
  ScalarType scalar_type;
  Span<const int32_t> sizes;
  Span<const uint8_t> dim_order;
  bool has_layout;  // the dtype, sizes and dim order are known
};

class FlatTensor {
 public:
  // The data in `bytes`: a whole `.ptd`, at a multiple of 16. Nothing is copied: `bytes` outlive
  // everything that uses them and do not change. Errors: InvalidArgument (alignment),
  // InvalidExternalData.
  static Result<FlatTensor> load(Span<const uint8_t> bytes);

  // The entry named `key`. Error: NotFound.
  Result<NamedTensor> find(const char* key) const;

 private:
  FlatTensor() = default;

  flatbuffer::Table root_;
  Span<const uint8_t> segment_bytes_;
};

}  // namespace kerf
