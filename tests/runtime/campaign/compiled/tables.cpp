// Reading compiled programs.
#include "tests/runtime/campaign/compiled/tables.h"

#include <string.h>

#include "selected/program.h"

namespace kerf::compiled {

size_t kTensorCount;
size_t kNumberCount;
size_t kIntListCount;
size_t kTempBytes;
const uint32_t* kLocations;
const uint16_t* kShapeOf;
const int32_t* kShapes;
const uint8_t* kDimOrders;
const int64_t* kNumbers;
const uint8_t* kNumberKinds;
const int64_t* kInts;
const Range* kIntLists;
const double* kDoubles;
const Range* kDoubleLists;
const bool* kBools;
const Range* kBoolLists;
const char* kCharacters;
const Range* kStrings;
const uint16_t* kItems;
const Range* kComputedLists;
const Range* kTensorLists;
const TensorSlot* kSlots;
const uint16_t* kChangingNumbers;
const InitialData* kInitialData;
const Spec* kSpecs;
Span<const DelegateRow> kDelegates;
const Word* kCode;
const Port* kPorts;
const Method* kMethods;

}  // namespace kerf::compiled

namespace kerf::faults {
namespace {

// A row of TempNeeds as the pack has it.
struct Needs {
  uint32_t numbers[5];
};

size_t temp_bytes_of(Span<const Needs> rows) {
  size_t most = 0;
  for (const Needs& row : rows) {
    const uint32_t* const n = row.numbers;
    const size_t bytes = temp_bytes({n[0], n[1], n[2], n[3], n[4]});
    most = bytes > most ? bytes : most;
  }
  return most;
}

}  // namespace

template <typename T>
bool Tables::next(Span<const uint8_t>& pack, size_t index, const T*& table, size_t* count) {
  uint32_t bytes = 0;
  if (pack.size() < sizeof bytes) return false;
  memcpy(&bytes, pack.data(), sizeof bytes);
  if (pack.size() - sizeof bytes < bytes || bytes % sizeof(T) != 0) return false;
  if (!blocks_[index].copy({pack.data() + sizeof bytes, bytes})) return false;
  table = reinterpret_cast<const T*>(blocks_[index].span().data());
  if (count != nullptr) *count = bytes / sizeof(T);
  pack = {pack.data() + sizeof bytes + bytes, pack.size() - sizeof bytes - bytes};
  return true;
}

bool Tables::read(Span<const uint8_t>& pack) {
  using namespace compiled;
  size_t i = 0;
  size_t needs_count = 0;
  const Needs* needs = nullptr;
  size_t delegate_count = 0;
  const DelegateRow* delegates = nullptr;
  const uint8_t* model = nullptr;
  const bool read = next(pack, i++, kLocations, &kTensorCount) && next(pack, i++, kShapeOf) &&
                    next(pack, i++, kShapes) && next(pack, i++, kDimOrders) &&
                    next(pack, i++, kNumbers, &kNumberCount) && next(pack, i++, kNumberKinds) &&
                    next(pack, i++, kInts) && next(pack, i++, kIntLists, &kIntListCount) &&
                    next(pack, i++, kDoubles) && next(pack, i++, kDoubleLists) &&
                    next(pack, i++, kBools) && next(pack, i++, kBoolLists) &&
                    next(pack, i++, kCharacters) && next(pack, i++, kStrings) &&
                    next(pack, i++, kItems) && next(pack, i++, kComputedLists) &&
                    next(pack, i++, kTensorLists) && next(pack, i++, kSlots) &&
                    next(pack, i++, kChangingNumbers) && next(pack, i++, kInitialData) &&
                    next(pack, i++, kSpecs) && next(pack, i++, delegates, &delegate_count) &&
                    next(pack, i++, kCode) && next(pack, i++, kPorts) &&
                    next(pack, i++, kMethods, &methods_) && next(pack, i++, needs, &needs_count) &&
                    next(pack, i++, model) && next(pack, i++, gaps_) && next(pack, i++, gap_ends_);
  kDelegates = {delegates, delegate_count};
  if (read) kTempBytes = temp_bytes_of({needs, needs_count});
  return read;
}

Span<const Gap> Tables::gaps(size_t method) const {
  const uint32_t start = method == 0 ? 0 : gap_ends_[method - 1];
  return {gaps_ + start, gap_ends_[method] - start};
}

}  // namespace kerf::faults
