// Checks the loops of sums against exact ones.
#include "loops/sums.h"

#include "tests/runtime/isa/operand.h"

namespace kerf::checks {
namespace {

using portable::Bounds;
using portable::Steps;
using portable::Sums;
using portable::Terms;
using portable::Unbounded;

struct Case {
  int32_t rows;
  Steps row;
  Steps column;
  Terms terms[3];
  enum { kNothing, kStart, kInput } onto = kNothing;  // what `out` is as well
};

constexpr Case kCases[] = {
    {1, {}, {1, 0, 1}, {{1, 0, 0}, {1, 0, 0}, {5, 80, 1}}},    // a pointwise convolution
    {1, {}, {1, 0, 1}, {{1, 0, 0}, {3, 11, 3}, {3, 1, 1}}},    // a depthwise one
    {1, {}, {2, 0, 1}, {{2, 150, 9}, {3, 12, 3}, {2, 1, 1}}},  // of stride 2, at an edge
    {1, {}, {5, 0, 6}, {{1, 0, 0}, {2, 5, 3}, {2, 1, 1}}},     // down a column
    {1, {}, {1, 1, 1}, {{1, 0, 0}, {1, 0, 0}, {7, 70, 1}}},    // a product of matrices with start
    {1, {}, {3, 2, 2}, {{1, 0, 0}, {1, 0, 0}, {4, 1, 6}}},     // of other layouts
    {1, {}, {1, 0, 3}, {{2, 90, 4}, {2, -5, 2}, {2, -1, 1}}},  // a transposed one: backwards
    {1, {}, {-1, 0, 1}, {{1, 0, 0}, {1, 0, 0}, {1, 0, 0}}},    // from behind
    {1, {}, {0, 0, 1}, {{1, 0, 0}, {1, 0, 0}, {3, 1, 1}}},     // one input for all
    {1, {}, {1, 1, 1}, {{1, 0, 0}, {1, 0, 0}, {0, 0, 0}}},     // no terms
    {1, {}, {1, 0, 1}, {{3, 1, 1}, {0, 0, 0}, {2, 1, 1}}},     // no row
    {1, {}, {1, 0, 1}, {{0, 1, 1}, {2, 1, 1}, {2, 1, 1}}},     // no channel
    {0, {}, {1, 0, 1}, {{1, 0, 0}, {1, 0, 0}, {5, 80, 1}}},    // no sums
    {6, {5, 1, 67}, {1, 0, 1}, {{1, 0, 0}, {1, 0, 0}, {5, 80, 1}}},    // channels of one
    {3, {18, 1, 67}, {1, 0, 1}, {{2, 99, 9}, {3, 33, 3}, {3, 1, 1}}},  // with a kernel
    {7, {4, 0, 67}, {1, 0, 1}, {{1, 0, 0}, {1, 0, 0}, {4, 70, 1}}},    // a product of matrices
    {5, {1, 3, 1}, {4, 1, 5}, {{1, 0, 0}, {1, 0, 0}, {4, 1, 5}}},      // of other layouts
    {3, {12, 1, 67}, {1, 0, 1}, {{2, 90, 6}, {2, 7, 3}, {3, 2, 1}}},   // a dilated one
    {3, {7, 1, 67}, {1, 0, 1}, {{1, 0, 0}, {2, 9, 1}, {3, 80, 2}}},    // of other weights
    {2, {0, 0, 67}, {1, 1, 1}, {{1, 0, 0}, {1, 0, 0}, {3, 67, 1}}},    // one weight for all rows
    {6, {5, 67, 67}, {1, 1, 1}, {{1, 0, 0}, {1, 0, 0}, {5, 80, 1}}, Case::kStart},  // more channels
    {3, {2, 1, 1}, {3, 3, 3}, {{1, 0, 0}, {1, 0, 0}, {2, 1, 1}}, Case::kStart},     // of columns
    {1, {}, {1, 0, 1}, {{1, 0, 0}, {3, 30, 3}, {3, 1, 1}}, Case::kInput},           // a kernel
    {14, {5, 1, 67}, {1, 0, 1}, {{1, 0, 0}, {1, 0, 0}, {5, 80, 1}}},                // many channels
    {13, {3, 67, 67}, {1, 1, 1}, {{1, 0, 0}, {1, 0, 0}, {3, 80, 1}}},               // and starts
    {11, {-2, 1, 1}, {-3, 0, 11}, {{1, 0, 0}, {2, 5, 1}, {1, 9, 9}}},   // of other layouts
    {4, {24, 1, 67}, {1, 0, 1}, {{2, 99, 12}, {3, 33, 4}, {4, 1, 1}}},  // with a wide kernel
};

// The elements that `count` steps visit from the first on: how many are before and after it.
struct Reach {
  int32_t before = 0;
  int32_t behind = 0;

  void add(int32_t count, int32_t step) {
    (step < 0 ? before : behind) += (count - 1) * (step < 0 ? -step : step);
  }
  int32_t span() const { return before + behind + 1; }
};

double magnitude(double value) { return value < 0 ? -value : value; }

template <typename T>
double read(const T* at) {
  return static_cast<double>(load(at));
}

// What the operands of a role have, in parts of kUnit: all sums of products are exact in 32 bits.
int16_t* numbers_of(int32_t role) {
  static int16_t numbers[3][kArea];
  return numbers[role];
}

template <typename T>
inline constexpr int32_t kUnit = Element<T>::kFloating ? 1024 : 1;

template <typename T>
void fill(const Operand<T>& operand, int32_t role, int32_t span) {
  for (int32_t i = 0; i < span; ++i) {
    // Whole numbers up to 8 for integers, so that int8 holds them.
    if constexpr (Element<T>::kFloating) {
      const int32_t number = (next_number() >> 20) - 1024;
      numbers_of(role)[i] = static_cast<int16_t>(number);
      store(operand.data() + i, static_cast<float>(number) / kUnit<T>);
    } else {
      const int32_t number = (next_number() >> 27) - 8;
      numbers_of(role)[i] = static_cast<int16_t>(number);
      store(operand.data() + i, static_cast<T>(number));
    }
  }
}

// Copies the first `span` elements. Returns where they are now.
template <typename T>
const T* copy(const Operand<T>& to, const Operand<T>& from, int32_t span) {
  for (int32_t i = 0; i < span; ++i) to.data()[i] = from.data()[i];
  return to.data();
}

double bounded(const Unbounded&, double sum) { return sum; }
double bounded(const Bounds& bound, double sum) {
  const double low = static_cast<double>(bound.low);
  const double high = static_cast<double>(bound.high);
  return sum < low ? low : sum > high ? high : sum;
}

// Sums are written within `bound`.
template <typename T, typename Bound>
void check(size_t which, int32_t n, const Place (&places)[4], double tolerance,
           const Bound& bound) {
  const Case& its = kCases[which];
  const Terms(&t)[3] = its.terms;
  const bool some = n > 0 && its.rows > 0;
  const bool reads = some && t[0].count > 0 && t[1].count > 0 && t[2].count > 0;
  Reach input;
  Reach weight;
  for (const Terms& terms : t) {
    if (!reads) break;
    input.add(terms.count, terms.input);
    weight.add(terms.count, terms.weight);
  }
  if (reads) input.add(n, its.column.operand);
  if (reads) weight.add(its.rows, its.row.operand);
  const int32_t input_span = reads ? input.span() : 0;
  const int32_t weight_span = reads ? weight.span() : 0;
  const auto span_of = [&](int32_t row_step, int32_t step) {
    return some ? (its.rows - 1) * row_step + (n - 1) * step + 1 : 0;
  };
  const int32_t start_span = span_of(its.row.start, its.column.start);
  const bool onto_input = its.onto == Case::kInput && input_span > n;
  const int32_t out_span = onto_input ? input_span : span_of(its.row.out, its.column.out);
  if (out_span > (kArea - 192) / static_cast<int32_t>(sizeof(T))) return;  // no room for it
  const Operand<T> inputs(0, places[0], input_span);
  const Operand<T> weights(1, places[1], weight_span);
  const Operand<T> starts(2, places[2], start_span);
  const Operand<T> outs(3, places[3], out_span);
  fill(inputs, 0, input_span);
  fill(weights, 1, weight_span);
  fill(starts, 2, start_span);
  const T* x = inputs.data() + (reads ? input.before : 0);

  Sums<T, Bound> sums;
  static_cast<Bound&>(sums) = bound;
  sums.input = x;
  sums.weight = weights.data() + (reads ? weight.before : 0);
  sums.start = starts.data();
  sums.out = outs.data();
  if (its.onto == Case::kStart) sums.start = copy(outs, starts, start_span);
  if (onto_input) sums.input = copy(outs, inputs, input_span);
  sums.row = its.row;
  sums.column = its.column;
  for (size_t i = 0; i < 3; ++i) sums.terms[i] = t[i];
  sums.run(its.rows, n);

  ++checks;
  bool right = true;
  for (int32_t at = 0; at < its.rows * n; ++at) {
    const int32_t r = at / n;
    const int32_t i = at % n;
    const int16_t* from = numbers_of(0) + (reads ? input.before : 0) + i * its.column.operand;
    const int16_t* by = numbers_of(1) + (reads ? weight.before : 0) + r * its.row.operand;
    int32_t sum = numbers_of(2)[r * its.row.start + i * its.column.start] * kUnit<T>;
    int32_t size = sum < 0 ? -sum : sum;
    for (int32_t a = 0; a < t[0].count; ++a) {
      for (int32_t b = 0; b < t[1].count; ++b) {
        for (int32_t c = 0; c < t[2].count; ++c) {
          const int32_t term = from[a * t[0].input + b * t[1].input + c * t[2].input] *
                               by[a * t[0].weight + b * t[1].weight + c * t[2].weight];
          sum += term;
          size += term < 0 ? -term : term;
        }
      }
    }
    T* out = outs.data() + r * its.row.out + i * its.column.out;
    constexpr double kPart = 1.0 / (kUnit<T> * kUnit<T>);
    double wanted = bounded(bound, sum * kPart);
    if constexpr (!Element<T>::kFloating) wanted = static_cast<double>(static_cast<T>(sum));
    right = right && magnitude(read(out) - wanted) <= tolerance * (size * kPart);
    outs.forget(out);
  }
  for (int32_t at = 0; its.onto != Case::kNothing && at < out_span; ++at)
    outs.forget(outs.data() + at);
  if (!right || !outs.untouched()) {
    const int32_t numbers[] = {static_cast<int32_t>(sizeof(T)),
                               static_cast<int32_t>(which),
                               n,
                               places[0].at,
                               places[1].at,
                               places[2].at,
                               places[3].at,
                               places[0].offset};
    failed(right ? "sums: wrote outside of out" : "sums: another sum", numbers, 8);
  }
}

template <typename T, typename Bound = Unbounded>
void check_type(double tolerance, const Bound& bound = Bound()) {
  for (size_t which = 0; which < sizeof kCases / sizeof *kCases; ++which) {
    at_every_place<T, T, T, T>(
        [=](int32_t n, const Place(&places)[4]) { check<T>(which, n, places, tolerance, bound); });
  }
}

// A NaN is written as it is, and does not change the sums next to it.
void check_nan() {
  const float weight = 1;
  float starts[29];
  float inputs[29];
  float outs[29];
  for (int32_t at = 0; at < 29; ++at) {
    starts[at] = at % 5 == 2 ? __builtin_nanf("") : static_cast<float>(at % 7);
    inputs[at] = -3;
  }
  for (int32_t step = 0; step < 2; ++step) {  // of inputs: one for all, adjacent ones
    Sums<float, Bounds> sums;
    static_cast<Bounds&>(sums) = {-1, 2};
    sums.input = inputs;
    sums.weight = &weight;
    sums.start = starts;
    sums.out = outs;
    sums.row = {};
    sums.column = {step, 1, 1};
    sums.terms[0] = sums.terms[1] = sums.terms[2] = {1, 0, 0};
    sums.run(1, 29);
    ++checks;
    for (int32_t at = 0; at < 29; ++at) {
      const float sum = starts[at] - 3;
      const float wanted = sum < -1 ? -1.0f : sum > 2 ? 2.0f : sum;
      const bool right = wanted != wanted ? outs[at] != outs[at] : outs[at] == wanted;
      if (!right) failed("sums: bounds of a NaN, or next to one", &at, 1);
    }
  }
}

}  // namespace

void check_sums() {
  check_type<float>(1e-6);
  check_type<float>(1e-6, Bounds{-0.25f, 0.5f});
  check_nan();
  check_type<double>(1e-15);
  check_type<Half>(1e-3);
  check_type<int8_t>(0);
  check_type<int32_t>(0);
}

}  // namespace kerf::checks
