// Weighted sums: what convolutions and matrix products are made of.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/small.h"
#include "loops/map.h"
#include "loops/multiply_add.h"
#include "tensor/element.h"

namespace kerf::portable {

// One loop over the terms of a sum: how many, and the distances to the next input and weight, in
// elements.
struct Terms {
  int32_t count;
  int32_t input;
  int32_t weight;
};

// The distances to the operand, start and out of the next sum, in elements.
struct Steps {
  int32_t operand;
  int32_t start;
  int32_t out;
};

// Sums are written as they are.
struct Unbounded {
  template <typename V>
  V bounded(V sum) const {
    return sum;
  }
};

// Sums are written as clamp() to an interval, which without initializers is that of all numbers.
struct Bounds {
  float low = -__builtin_inff();
  float high = __builtin_inff();

  template <typename V>
  V bounded(V sum) const {
    return clamp(sum, low, high);
  }
};

// Columns of sums are divided by multiples of so many, so that the order of terms may depend on how
// many there are, modulo this number.
inline constexpr int32_t kDividedColumns = 48;

// Whether the loops of an instruction set for sums of T have bounds in any case: then operators
// without bounds share the code of those with them, where it need not be small.
template <typename T>
inline constexpr bool kAlwaysBounded = false;

// The bounds of sums.
inline Bounds bounds_of(const Unbounded&) { return {}; }
inline Bounds bounds_of(const Bounds& bound) { return bound; }

// Calls add(input, weight) for each term of sums of float in their order, with the input and weight
// of the term.
template <typename F>
[[gnu::always_inline]] inline void for_terms(const Terms (&terms)[3], const float* input,
                                             const float* weight, F add) {
  for (int32_t a = terms[0].count; a > 0; --a) {
    const float* x1 = input;
    const float* w1 = weight;
    for (int32_t b = terms[1].count; b > 0; --b) {
      const float* x = x1;
      const float* w = w1;
      for (int32_t c = terms[2].count; c > 0; --c) {
        add(x, w);
        x += terms[2].input;
        w += terms[2].weight;
      }
      x1 += terms[1].input;
      w1 += terms[1].weight;
    }
    input += terms[0].input;
    weight += terms[0].weight;
  }
}

template <int32_t...>
struct Indices {};

// A matrix of sums: those of a column have their inputs in common, those of a row their weights.
//
// out[r * row.out + i * column.out] = start[r * row.start + i * column.start] + sum over a, b, c of
//     input[i * column.operand + a * terms[0].input + b * terms[1].input + c * terms[2].input]
//     * weight[r * row.operand + a * terms[0].weight + b * terms[1].weight + c * terms[2].weight]
// with a < terms[0].count and so on: fastest where the last loop is the longest and inputs are
// adjacent. Each sum adds its terms in this order. Half and BFloat16 are summed in float, integers
// wrap. `out` must not alias the others, but may be `start` with the same steps and, of one row, be
// `input` where both steps are 1 and no term is before the first: sums are computed in order.
// What is written is bounded(sum); Bounds are for float only.
template <typename T, typename Bound = Unbounded>
struct Sums : Bound {
  const T* input;
  const T* weight;
  const T* start;
  T* out;
  Steps row;
  Steps column;
  Terms terms[3];

  // Computes the sums; the pointers are unspecified then.
  void run(int32_t rows, int32_t columns) { run_scalar(rows, columns); }

  // Whether the loops over terms are one, in which inputs and weights are adjacent.
  bool are_dots() const {
    return terms[0].count == 1 && terms[1].count == 1 && terms[2].input == 1 &&
           terms[2].weight == 1;
  }

  void from_column(int32_t first) {
    input += first * column.operand;
    start += first * column.start;
    out += first * column.out;
  }
  void skip(int32_t rows) {
    weight += rows * row.operand;
    start += rows * row.start;
    out += rows * row.out;
  }

 private:
  using W = WrapOf<T>;

  [[gnu::noinline]] void run_scalar(int32_t rows, int32_t columns) {
    const T* const first_input = input;
    for (int32_t height; rows > 0; rows -= height) {
      const T* const first_start = start;
      T* const first_out = out;
      height = !kSmall && rows >= 4 ? 4 : 1;
      if constexpr (!kSmall) {
        if (height == 4) run_four(columns);
      }
      if (height == 1) run_one(columns);
      input = first_input;
      weight += height * row.operand;
      start = first_start + height * row.start;
      out = first_out + height * row.out;
    }
  }

  // Sums of one row, in registers.
  template <typename Columns>
  struct Line;
  template <int32_t... kColumn>
  struct Line<Indices<kColumn...>> {
    W sums[sizeof...(kColumn)];

    [[gnu::always_inline]] Line(const T* from, int32_t step)
        : sums{static_cast<W>(load(from + kColumn * step))...} {}
    [[gnu::always_inline]] void add(const Line& inputs, W factor) {
      ((sums[kColumn] = multiply_add(sums[kColumn], inputs.sums[kColumn], factor)), ...);
    }
    [[gnu::always_inline]] void write(T* to, int32_t step, const Bound& bound) const {
      (store(to + kColumn * step, bound.bounded(sums[kColumn])), ...);
    }
  };

  void run_four(int32_t columns) {
    using Four = Indices<0, 1, 2, 3>;
    if (column.operand == 1) {
      for (; columns >= 4; columns -= 4) tile<true>(Four{}, Four{});
    }
    for (; columns > 0; --columns) tile<true>(Four{}, Indices<0>{});
  }

  void run_one(int32_t columns) {
    using One = Indices<0>;
    if (column.operand == 1) {
      for (; columns >= 8; columns -= 8) tile<true>(One{}, Indices<0, 1, 2, 3, 4, 5, 6, 7>{});
    }
    for (; columns > 1; columns -= 2) tile<false>(One{}, Indices<0, 1>{});
    if (columns > 0) {
      // A single sum is computed twice, at the same address.
      const Steps kept = column;
      column = {0, 0, 0};
      tile<false>(One{}, Indices<0, 1>{});
      column = kept;
    }
  }

  // Computes some sums and advances past their columns.
  template <bool kAdjacent, int32_t... kRow, int32_t... kColumn>
  [[gnu::noinline]] void tile(Indices<kRow...>, Indices<kColumn...>) {
    using Each = Line<Indices<kColumn...>>;
    constexpr int32_t kColumns = static_cast<int32_t>(sizeof...(kColumn));
    Each lines[] = {Each(start + kRow * row.start, column.start)...};
    const T* x0 = input;
    const T* w0 = weight;
    const int32_t step = kAdjacent ? 1 : column.operand;
    const int32_t height = row.operand;
    // Advanced before the loops, which need the registers.
    input += kColumns * column.operand;
    start += kColumns * column.start;
    for (int32_t a = terms[2].count > 0 ? terms[0].count : 0; a > 0; --a) {
      const T* x1 = x0;
      const T* w1 = w0;
      for (int32_t b = terms[1].count; b > 0; --b) {
        const T* x = x1;
        const T* w = w1;
        int32_t c = terms[2].count;
        do {
          const Each inputs(x, step);
          (lines[kRow].add(inputs, static_cast<W>(load(w + kRow * height))), ...);
          x += terms[2].input;
          w += terms[2].weight;
        } while (--c > 0);
        x1 += terms[1].input;
        w1 += terms[1].weight;
      }
      x0 += terms[0].input;
      w0 += terms[0].weight;
    }
    (lines[kRow].write(out + kRow * row.out, column.out, *this), ...);
    out += kColumns * column.out;
  }
};

// Sums of float of both kinds, so that loops exist once: those without bounds get infinite ones,
// within which all numbers stay as they are.
using AnySums = Sums<float, Bounds>;

template <typename Bound>
AnySums any_sums(const Sums<float, Bound>& sums) {
  AnySums any;
  static_cast<Bounds&>(any) = bounds_of(sums);
  any.input = sums.input;
  any.weight = sums.weight;
  any.start = sums.start;
  any.out = sums.out;
  any.row = sums.row;
  any.column = sums.column;
  for (int32_t i = 0; i < 3; ++i) any.terms[i] = sums.terms[i];
  return any;
}

}  // namespace kerf::portable
