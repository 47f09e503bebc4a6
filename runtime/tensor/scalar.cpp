// From integer to double by shifts.
#include "tensor/scalar.h"

#include "core/libc.h"

namespace kerf {

double to_double(int64_t value) {
  constexpr unsigned kMantissaBits = 52;
  constexpr uint64_t kHidden = uint64_t{1} << kMantissaBits;
  const bool negative = value < 0;
  uint64_t size = negative ? ~static_cast<uint64_t>(value) + 1 : static_cast<uint64_t>(value);
  uint64_t bits = 0;
  if (size != 0) {
    uint64_t exponent = 1023 + kMantissaBits;
    for (; size < kHidden; size <<= 1) --exponent;
    // What is shifted out: the last bit decides, `rest` tells whether others are set.
    uint64_t last = 0;
    uint64_t rest = 0;
    for (; size >= 2 * kHidden; size >>= 1) {
      rest |= last;
      last = size & 1;
      ++exponent;
    }
    // A carry out of the mantissa raises the exponent, as it should.
    bits = (exponent << kMantissaBits) + (size - kHidden) + (last & (rest | size));
  }
  bits |= static_cast<uint64_t>(negative) << 63;
  double result;
  libc::copy(&result, &bits, sizeof result);
  return result;
}

}  // namespace kerf
