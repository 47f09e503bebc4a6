// Changes the dtype of a run of elements: one loop per pair of selected dtypes.
#pragma once

#include <stdint.h>

#include "kernels/dispatch.h"
#include "loops/convert.h"
#include "tensor/element.h"

namespace kerf::portable {

// Writes `count` elements to to[0..], read from data[offset + i * step] of dtype `type`.
// Error: NotSupported where `type` is not in kTypes.
template <DtypeSet kTypes, typename To>
Error convert_run(ScalarType type, const void* data, int32_t offset, int32_t step, To* to,
                  int32_t count) {
  return dispatch<kTypes>(type, [=](auto tag) {
    using From = typename decltype(tag)::Type;
    convert_row(to, static_cast<const From*>(data) + offset, step, count);
    return Error::Ok;
  });
}

}  // namespace kerf::portable
