// The tables of one compiled program, read from a pack. tests/runtime/campaign/tables.py writes it.
#pragma once

#include "core/span.h"
#include "tests/runtime/faults/block.h"

namespace kerf::faults {

// Bytes between two planned tensors that no kernel may touch, from the arena's start.
struct Gap {
  uint32_t start;
  uint32_t end;
};

class Tables {
 public:
  // Replaces the program that runs by the one at the start of `pack`, each table in a block of its
  // own. Whether the pack holds one.
  bool read(Span<const uint8_t>& pack);

  size_t method_count() const { return methods_; }
  // The model's file, which has the weights, aligned as a file is.
  const void* model() const { return blocks_[kTables + 1].span().data(); }
  Span<const Gap> gaps(size_t method) const;

 private:
  static constexpr size_t kTables = 25;

  template <typename T>
  bool next(Span<const uint8_t>& pack, size_t index, const T*& table, size_t* count = nullptr);

  Block blocks_[kTables + 4];
  const Gap* gaps_ = nullptr;
  const uint32_t* gap_ends_ = nullptr;  // for each method
  size_t methods_ = 0;
};

}  // namespace kerf::faults
