// Means and sums of squared deviations.
#pragma once

#include <stdint.h>

#include "kernels/portable/reduction.h"
#include "tensor/element.h"

namespace kerf::portable {

template <typename V>
struct Moments {
  V mean;
  V squares;  // the sum of squared deviations from it
};

// Returns mean and squared deviations of `count` elements; `some`, one of them, is the initial
// estimate. each_run(visit) calls visit(from, step, count) for
// runs of all of them. In two passes, the first over the differences from the one element, the
// second over those from their mean, whose own rounding is then subtracted: neither loses digits
// where the mean is large. Of none the mean is 0.
template <typename T, typename EachRun>
Moments<ValueOf<T>> moments_of(const T* some, int32_t count, EachRun each_run) {
  using V = ValueOf<T>;
  if (count == 0) return {V{0}, V{0}};
  const V divisor = static_cast<V>(count);
  V mean = load(some);
  V remainder{0};
  V squares{0};
  for (int pass = 0; pass < 2; ++pass) {
    Sum<V> differences(count);
    Sum<V> products(count);
    each_run([&](const T* at, int32_t step, int32_t n) {
      for (; n > 0; --n, at += step) {
        const V difference = load(at) - mean;
        differences.add(difference);
        products.add(difference * difference);
      }
    });
    mean += remainder = differences.result() / divisor;
    squares = products.result();
  }
  squares -= remainder * remainder * divisor;
  // A NaN stays one.
  return {mean, squares < V{0} ? V{0} : squares};
}

}  // namespace kerf::portable
