// The checksum of weights that are outside of the image.
#include "compiled/check_weights.h"

#include "core/fault.h"
#include "core/libc.h"
#include "core/span.h"
#include "selected/program.h"

namespace kerf::compiled {
namespace {

// Both sums are modulo 2^32 - 1, which may stand for 0.
struct Sums {
  uint32_t first = 0;
  uint32_t second = 0;

  void add(uint32_t word) {
    first = sum_of(first, word);
    second = sum_of(second, first);
  }
  uint64_t value() const { return uint64_t{reduced(second)} << 32 | reduced(first); }

 private:
  static uint32_t sum_of(uint32_t a, uint32_t b) {
    const uint32_t sum = a + b;
    return sum < a ? sum + 1 : sum;
  }
  static uint32_t reduced(uint32_t sum) { return sum == UINT32_MAX ? 0 : sum; }
};

}  // namespace

Error check_weights(const WeightFile& file, const void* weights) {
  constexpr size_t kWord = sizeof(uint32_t);
  if (weights == nullptr || reinterpret_cast<uintptr_t>(weights) % kPlannedAlignment != 0)
    return fault(Error::InvalidArgument, "the weights' address is null or not aligned to 16");
  const uint8_t* const bytes = static_cast<const uint8_t*>(weights);
  Sums sums;
  for (const WeightRun& run :
       Span<const WeightRun>(kWeightRuns + file.runs.start, file.runs.count)) {
    uint32_t at = run.start;
    for (; run.end - at >= kWord; at += kWord) {
      uint32_t word;
      libc::copy(&word, __builtin_assume_aligned(bytes + at, kWord), kWord);
      sums.add(word);
    }
    uint32_t last = 0;
    libc::copy(&last, bytes + at, run.end - at);
    if (at != run.end) sums.add(last);
  }
  if (sums.value() != file.sum)
    return fault(Error::InvalidExternalData, "the weights are not those of the compiled model");
  return Error::Ok;
}

}  // namespace kerf::compiled
