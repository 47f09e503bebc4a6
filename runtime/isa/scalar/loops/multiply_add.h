// One term of a sum.
#pragma once

namespace kerf::portable {

// sum + x * y, the product rounded.
template <typename V>
V multiply_add(V sum, V x, V y) {
  return sum + x * y;
}

}  // namespace kerf::portable
