// aten::pixel_shuffle.out, aten::pixel_unshuffle.out
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "kernels/context.h"
#include "tensor/tensor.h"

namespace kerf::portable {

// Both: Ok; InvalidArgument (fewer than three dimensions, a factor that does not divide, out cannot
// have the shape); InvalidType (out's dtype is not self's); NotSupported (dtype not selected, a
// tensor that is not row-major).
Error pixel_shuffle_out(KernelContext& context, const Tensor& self, int64_t upscale_factor,
                        Tensor& out);
Error pixel_unshuffle_out(KernelContext& context, const Tensor& self, int64_t downscale_factor,
                          Tensor& out);

}  // namespace kerf::portable
