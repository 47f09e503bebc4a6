// The values of a method that change, among many that never do: a bitmap marks them, and the rank
// of a bit is the index of its slot.
#pragma once

#include "core/error.h"
#include "memory/arena.h"
#include "program/schema.h"
#include "tensor/value.h"

namespace kerf {

// The current state of one value.
struct Slot {
  union {
    int64_t bits;  // Int, Bool as 0 or 1, a Double's
    void* data;    // Tensor: null until it is set
  };
  int32_t* sizes;  // Tensor: its current sizes where its shape is dynamic, null where it is static
  schema::Table member;  // the program's table of the value, or of the one that was moved here
  schema::ValueType type;
  bool borrowed;  // it is, or shares the data of, another value: only until the next execution
  bool exact;     // Tensor: the caller's data have room for its current sizes and no more
};

// The type of a number of that kind, and back: both count None, Int, Bool, Double, Tensor.
constexpr schema::ValueType type_of(Value::Kind kind) {
  return static_cast<schema::ValueType>(static_cast<uint8_t>(kind) + 1);
}
static_assert(type_of(Value::Kind::None) == schema::ValueType::None);
static_assert(type_of(Value::Kind::Tensor) == schema::ValueType::Tensor);

// The number in a slot of type Int, Bool or Double.
constexpr Scalar scalar_of(const Slot& slot) {
  return Scalar::from_bits(static_cast<Scalar::Kind>(static_cast<uint8_t>(slot.type) -
                                                     static_cast<uint8_t>(schema::ValueType::Int)),
                           slot.bits);
}

// Bytes that Slots takes from an arena aligned to 8, for a method with that many values, slots, and
// dimensions of tensors whose shapes are dynamic.
constexpr size_t slots_bytes(size_t values, size_t slots, size_t dynamic_dims) {
  const size_t words = (values + 31) / 32;
  const size_t bitmap = (words * sizeof(uint32_t) + alignof(Slot) - 1) & ~(alignof(Slot) - 1);
  return bitmap + slots * sizeof(Slot) + dynamic_dims * sizeof(int32_t) + words * sizeof(uint16_t);
}

class Slots {
 public:
  // Without a bitmap no value is marked.
  Slots() = default;

  // Allocates the bitmap of `values` values. Error: MemoryAllocationFailed.
  Error start(Arena& arena, size_t values);
  void mark(size_t value) { words_[value / 32] |= 1u << value % 32; }
  bool is_marked(size_t value) const {
    return words_ != nullptr && (words_[value / 32] >> value % 32 & 1u) != 0;
  }
  // Ends marking: allocates a slot for each marked value, all borrowed and otherwise uninitialised,
  // and memory for sizes. Error: MemoryAllocationFailed.
  Error finish(Arena& arena, size_t values, size_t dynamic_dims);

  // The slot of `value`, null where it never changes.
  Slot* find(size_t value) const;

  // All slots, in the order of their values.
  Span<Slot> all() const { return {slots_, count_}; }
  // Current sizes of the tensors whose shapes are dynamic, one after the other.
  int32_t* sizes() const { return sizes_; }

 private:
  uint32_t* words_ = nullptr;
  uint16_t* ranks_ = nullptr;  // marked values before each word
  Slot* slots_ = nullptr;
  int32_t* sizes_ = nullptr;
  size_t count_ = 0;
};

}  // namespace kerf
