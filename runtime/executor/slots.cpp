// Marking and finding slots.
#include "executor/slots.h"

#include "core/fault.h"
#include "core/libc.h"

namespace kerf {
namespace {

// Source: Warren, Hacker's Delight, 5-1; the compiler's own may cost a table.
uint32_t count_ones(uint32_t bits) {
  bits -= bits >> 1 & 0x55555555u;
  bits = (bits & 0x33333333u) + (bits >> 2 & 0x33333333u);
  bits = (bits + (bits >> 4)) & 0x0F0F0F0Fu;
  return bits * 0x01010101u >> 24;
}

Error out_of_memory() {
  return fault(Error::MemoryAllocationFailed,
               "the method arena is smaller than the method's state");
}

}  // namespace

Error Slots::start(Arena& arena, size_t values) {
  const size_t count = (values + 31) / 32;
  words_ = arena.allocate_array<uint32_t>(count);
  if (words_ == nullptr) return out_of_memory();
  libc::fill(words_, 0, count * sizeof(uint32_t));
  return Error::Ok;
}

Error Slots::finish(Arena& arena, size_t values, size_t dynamic_dims) {
  const size_t count = (values + 31) / 32;
  for (size_t i = 0; i < count; ++i) count_ += count_ones(words_[i]);
  // In the order of their alignment, so that only the bitmap is padded (see slots_bytes).
  slots_ = arena.allocate_array<Slot>(count_);
  sizes_ = arena.allocate_array<int32_t>(dynamic_dims);
  ranks_ = arena.allocate_array<uint16_t>(count);
  if (slots_ == nullptr || sizes_ == nullptr || ranks_ == nullptr) return out_of_memory();
  if (count_ > UINT16_MAX)
    return fault(Error::NotSupported, "a method has more than 65,535 changing values");
  size_t before = 0;
  for (size_t i = 0; i < count; ++i) {
    ranks_[i] = static_cast<uint16_t>(before);
    before += count_ones(words_[i]);
  }
  for (Slot& slot : all()) slot.borrowed = true;
  return Error::Ok;
}

Slot* Slots::find(size_t value) const {
  if (!is_marked(value)) return nullptr;
  const uint32_t word = words_[value / 32];
  return slots_ + ranks_[value / 32] + count_ones(word & ((1u << value % 32) - 1));
}

}  // namespace kerf
