// Checks products of rows of int8 by weights whose terms are in groups.
#include "loops/grouped_rows.h"

#include "tests/runtime/isa/int8.h"

namespace kerf::checks {
namespace {

constexpr int32_t kZeros[] = {0, -128, 127, 3, 200};
constexpr int32_t kRows = 9;
constexpr int32_t kFilters = 17;
constexpr int32_t kTerms = 3 * 64 + kLongest;

struct Form {
  float scale;
  int32_t zero;
};

// A product; all numbers are whole, or of few bits: sums of float are exact.
template <bool kPacked>
struct Product {
  int32_t terms;
  int32_t group;
  int32_t groups;
  const Operand<int8_t>& input;
  const Operand<uint8_t>& weight;
  float factors[kFilters * kTerms];
  Form forms[kRows];

  int32_t weight_at(int32_t f, int32_t k) const {
    const uint8_t* const row = weight.data() + f * (kPacked ? (terms + 1) / 2 : terms);
    if (!kPacked) return static_cast<int8_t>(row[k]);
    return ((row[k / 2] >> (k % 2 * 4) & 15) ^ 8) - 8;
  }
  float sum(int32_t r, int32_t f) const {
    float total = 0;
    for (int32_t k = 0; k < terms; ++k) {
      const int32_t x = input.data()[r * terms + k] - forms[r].zero;
      total += static_cast<float>(x * weight_at(f, k)) * factors[f * groups + k / group];
    }
    return total;
  }
};

template <typename Loops, int kCount, bool kPacked>
void check_filters(const Product<kPacked>& p, const uint8_t* stored) {
  for (int32_t f = 0; f + kCount <= kFilters; ++f) {
    const int32_t at = f * Loops::filter_bytes(p.terms);
    float sums[kCount];
    Loops::template multiply_row<kCount>(stored, p.forms[0].zero, p.weight.data() + at, p.terms,
                                         p.group, p.factors + f * p.groups, p.groups, sums);
    ++checks;
    for (int32_t i = 0; i < kCount; ++i) {
      const int32_t numbers[] = {kPacked, kCount, p.terms, p.group, f + i};
      if (!(sums[i] == p.sum(0, f + i))) failed("products of a row", numbers, 5);
    }
  }
}

template <typename Loops, int kCount, bool kPacked>
void check_panel(const Product<kPacked>& p, const uint8_t* stored, int32_t first, int32_t count) {
  alignas(64) static uint8_t panel[fused::panel_bytes(kTerms, kPacked)];
  const int32_t size = fused::panel_bytes(p.terms, kPacked) - 64;
  panel[size] = 0xA5;
  Loops::pack(p.weight.data() + first * Loops::filter_bytes(p.terms), count, p.terms, p.group,
              p.factors + first * p.groups, p.groups, panel);
  float out[kCount * kFilters];
  for (float& x : out) x = -1;
  typename Loops::Results results{out, kFilters, count, {}, -1000, 2000};
  for (int32_t f = 0; f < count; ++f) results.start[f] = static_cast<float>(f - 2);
  Loops::template multiply_panel<kCount, Form>(stored, fused::stored_row_bytes(p.terms, kPacked),
                                               p.forms, panel, p.terms, results);
  ++checks;
  for (int32_t i = 0; i < kCount * kFilters; ++i) {
    const int32_t r = i / kFilters;
    const int32_t f = i % kFilters;
    float wanted = -1;
    if (f < count) {
      wanted = static_cast<float>(f - 2) + p.forms[r].scale * p.sum(r, first + f);
      wanted = wanted < -1000 ? -1000 : wanted > 2000 ? 2000 : wanted;
    }
    const int32_t numbers[] = {kPacked, kCount, p.terms, p.group, first, count, i};
    if (!(out[i] == wanted)) failed("products of a panel", numbers, 7);
  }
  if (panel[size] != 0xA5) failed("wrote behind a panel", &p.terms, 1);
}

template <bool kPacked, bool kOne>
void check_products() {
  using Loops = fused::GroupedRows<kPacked, kOne>;
  at_every_place<int8_t, uint8_t>([](int32_t n, const Place(&places)[2]) {
    const int32_t terms = n + n % 4 * 64;
    if (terms == 0) return;
    const int32_t grouped[] = {32, 64, 96, 128, terms};
    const int32_t group = kOne ? terms : grouped[n / 3 % 5];
    const int32_t bytes = kFilters * Loops::filter_bytes(terms);
    const Operand<int8_t> input(0, places[0], kRows * terms);
    const Operand<uint8_t> weight(1, places[1], bytes);
    Product<kPacked> product{terms, group, (terms + group - 1) / group, input, weight, {}, {}};
    fill(input, kRows * terms);
    for (int32_t i = 0; i < bytes; ++i) weight.data()[i] = static_cast<uint8_t>(any_int8());
    for (float& factor : product.factors) factor = static_cast<float>(1 + next_number() % 3) / 4;
    for (int32_t r = 0; r < kRows; ++r)
      product.forms[r] = {static_cast<float>(1 + r) / 64, kZeros[(n + r) % 5]};
    alignas(64) static uint8_t stored[kRows * 2 * (kTerms + 64) + 1];
    const int32_t stride = fused::stored_row_bytes(terms, kPacked);
    stored[kRows * stride] = 0xA5;
    for (int32_t r = 0; r < kRows; ++r)
      Loops::store(input.data() + r * terms, terms, stored + r * stride);
    if (stored[kRows * stride] != 0xA5) failed("wrote behind stored rows", &terms, 1);
    check_filters<Loops, 1>(product, stored);
    check_filters<Loops, 4>(product, stored);
    check_panel<Loops, 1>(product, stored, 0, Loops::kPanel);
    check_panel<Loops, 4>(product, stored, 1, Loops::kPanel);
    check_panel<Loops, Loops::kRows>(product, stored, 0, Loops::kPanel);
    const int32_t count = 1 + n % (Loops::kPanel - 1);
    check_panel<Loops, 4>(product, stored, kFilters - count, count);
  });
}

// A set without such loops has no class for them.
template <bool kHas>
void check_set() {
  if constexpr (kHas) {
    check_products<kHas, !kHas>();
    check_products<!kHas, !kHas>();
    check_products<!kHas, kHas>();
  }
}

}  // namespace

void check_grouped_rows() { check_set<fused::kHasGroupedRows>(); }

}  // namespace kerf::checks
