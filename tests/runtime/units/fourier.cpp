// Transforms of lines, and their scale.
#include "kernels/portable/fourier.h"

#include "tests/runtime/units/unit.h"

using namespace kerf;
using namespace kerf::portable;

// 97 * 257 * 673 = 2^24 + 1, which no float is.
UNIT(a_transform_of_doubles_is_scaled_by_the_exact_number_of_elements) {
  const int32_t sizes[] = {97, 257, 673};
  const int64_t dim[] = {0, 1, 2};
  TransformedDims dims;
  CHECK(dims.read({dim, 3}, {sizes, 3}, 2) == Error::Ok);
  CHECK(dims.scale<double>(2) == 1.0 / 16777217);
}
