// A kernel that uses all of the scratch that it declares.
#pragma once

#include "core/error.h"
#include "core/span.h"
#include "kernels/context.h"
#include "tensor/tensor.h"

namespace scratched {

// out[i] = factors[0] * .. * self[n - 1 - i] for row-major tensors of n elements; out may be self.
// Error: MemoryAllocationFailed.
template <typename Facts>
kerf::Error reverse_out(kerf::KernelContext& context, const kerf::Tensor& self,
                        kerf::Span<const int64_t> factors, kerf::Tensor& out) {
  const size_t count = self.numel();
  float* reversed = context.scratch<float>(count);
  if (reversed == nullptr) return kerf::Error::MemoryAllocationFailed;
  for (size_t i = 0; i < count; ++i) {
    reversed[i] = self.const_data_ptr<float>()[count - 1 - i];
    for (const int64_t factor : factors) reversed[i] *= static_cast<float>(factor);
  }
  for (size_t i = 0; i < count; ++i) out.mutable_data_ptr<float>()[i] = reversed[i];
  return kerf::Error::Ok;
}

}  // namespace scratched
