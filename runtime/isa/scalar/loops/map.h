// Rows of maps: each element of the output is computed from those at its position in the operands.
#pragma once

#include <stdint.h>

#include "tensor/element.h"

namespace kerf::portable {

// What a map computes is a function object. One whose parameters are `auto` is called with vectors
// too, where the instruction set has them: it may use + - * between its arguments and constants of
// their element type, and the functions below. One that names its parameters' type, as
// ValueOf<T> or WrapOf<T>, computes one element at a time on every instruction set.

// Whether a map takes vectors V: a call with them compiles.
template <typename F, typename... V>
constexpr auto takes(int) -> decltype(static_cast<F*>(nullptr)->operator()(V{}...), bool()) {
  return true;
}
template <typename F, typename... V>
constexpr bool takes(...) {
  return false;
}

template <typename V>
struct SameAs {
  using Type = V;
};

// low where x < low, else x: a NaN stays one.
template <typename V>
V at_least(V x, typename SameAs<V>::Type low) {
  return x < low ? low : x;
}

// low where x < low, else high where x > high, else x: a NaN stays one.
template <typename V>
V clamp(V x, typename SameAs<V>::Type low, typename SameAs<V>::Type high) {
  return x < low ? low : x > high ? high : x;
}

// to[i] = f(a[i * a_step]) for i < count, which is at least 0, where f takes a ValueOf<T>. Returns
// to + count. `to` may be `a` where a_step is 1.
template <typename T, typename F>
T* map_row(T* to, const T* a, int32_t a_step, int32_t count, F f) {
  for (; count != 0; --count, a += a_step) store(to++, f(load(a)));
  return to;
}

// to[i] = f(a[i * a_step], b[i * b_step]) for i < count, where f takes two WrapOf<T>. Returns to +
// count. `to` may be an operand whose step is 1.
template <typename T, typename F>
T* map_row(T* to, const T* a, int32_t a_step, const T* b, int32_t b_step, int32_t count, F f) {
  for (; count != 0; --count, a += a_step, b += b_step) {
    store(to++, f(static_cast<WrapOf<T>>(load(a)), static_cast<WrapOf<T>>(load(b))));
  }
  return to;
}

}  // namespace kerf::portable
