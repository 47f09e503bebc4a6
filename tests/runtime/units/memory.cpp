// Arenas, blocks for them, and the slots that live in one.
#include "executor/slots.h"
#include "memory/arena.h"
#include "memory/block.h"
#include "tests/runtime/units/unit.h"

namespace {

using namespace kerf;

alignas(64) uint8_t block[1024];

bool is_aligned(const void* at, size_t alignment) {
  return reinterpret_cast<uintptr_t>(at) % alignment == 0;
}

}  // namespace

UNIT(arena_hands_out_its_block_to_the_last_byte) {
  Arena arena({block, 64});
  CHECK(arena.allocate(63, 1) == block);
  CHECK(arena.allocate(1, 1) == block + 63);
  CHECK(arena.allocate(1, 1) == nullptr);
  CHECK(arena.allocate(0, 1) != nullptr);
  CHECK(arena.used() == 64);
}

UNIT(pieces_are_aligned_whatever_the_block_is) {
  for (size_t offset = 0; offset < 32; ++offset) {
    Arena arena({block + offset, 256});
    for (size_t alignment = 1; alignment <= 64; alignment *= 2) {
      CHECK(is_aligned(arena.allocate(1, alignment), alignment));
    }
  }
}

UNIT(piece_that_does_not_fit_takes_nothing) {
  Arena arena({block, 64});
  CHECK(arena.allocate(10, 1) != nullptr);
  CHECK(arena.allocate(55, 1) == nullptr);
  CHECK(arena.allocate(SIZE_MAX, 1) == nullptr);
  CHECK(arena.allocate(SIZE_MAX - 16, 16) == nullptr);
  CHECK(arena.allocate_array<int64_t>(SIZE_MAX / 8 + 1) == nullptr);
  CHECK(arena.allocate_array<int64_t>(SIZE_MAX / 16) == nullptr);
  CHECK(arena.used() == 10);
  Arena empty;
  CHECK(empty.allocate(1, 1) == nullptr);
}

UNIT(block_has_exactly_its_bytes_where_it_has_none_too) {
  static Block<0> none;
  static Block<33> some;
  static_assert(alignof(Block<0>) == kPlannedAlignment && alignof(Block<33>) == kPlannedAlignment);
  Arena empty(none);
  CHECK(empty.size() == 0);
  CHECK(empty.allocate(1, 1) == nullptr);
  Arena arena(some);
  CHECK(arena.allocate(33, 1) == some.bytes);
  CHECK(arena.allocate(1, 1) == nullptr);
  const Span<uint8_t> blocks[] = {none, some};
  CHECK(blocks[0].empty() && blocks[1].size() == 33 && blocks[1].data() == some.bytes);
}

UNIT(emptied_arena_remembers_the_most_it_held) {
  Arena arena({block, 64});
  CHECK(arena.allocate(40, 1) != nullptr);
  arena.reset();
  CHECK(arena.used() == 0 && arena.peak() == 40);
  CHECK(arena.allocate(24, 1) == block);
  CHECK(arena.peak() == 40);
}

UNIT(marked_values_have_slots_in_their_order) {
  constexpr size_t kCounts[] = {1, 31, 32, 33, 64, 65, 200};
  for (const size_t values : kCounts) {
    alignas(8) static uint8_t room[16 << 10];
    Arena arena({room, sizeof room});
    Slots slots;
    CHECK(slots.start(arena, values) == Error::Ok);
    size_t marked = 0;
    for (size_t i = 0; i < values; i += i % 3 + 1, ++marked) slots.mark(i);
    CHECK(slots.finish(arena, values, 5) == Error::Ok);
    CHECK(slots.all().size() == marked);
    CHECK(arena.used() == slots_bytes(values, marked, 5));
    const Slot* expected = slots.all().data();
    for (size_t i = 0; i < values; ++i) {
      const Slot* found = slots.find(i);
      CHECK(slots.is_marked(i) == (found != nullptr));
      if (found != nullptr) CHECK(found == expected++);
    }
    CHECK(expected == slots.all().end());
  }
}

UNIT(slots_need_every_byte_that_they_count) {
  constexpr size_t kCounts[] = {1, 32, 33, 97};
  for (const size_t values : kCounts) {
    const size_t bytes = slots_bytes(values, 1, 3);
    for (size_t room = 0; room <= bytes; ++room) {
      Arena arena({block, room});
      Slots slots;
      Error error = slots.start(arena, values);
      if (error == Error::Ok) {
        slots.mark(values - 1);
        error = slots.finish(arena, values, 3);
      }
      CHECK(error == (room < bytes ? Error::MemoryAllocationFailed : Error::Ok));
    }
  }
}

UNIT(without_a_bitmap_nothing_is_marked) {
  const Slots slots;
  CHECK(!slots.is_marked(0) && slots.find(7) == nullptr && slots.all().empty());
}

UNIT(more_slots_than_a_rank_counts_are_refused) {
  constexpr size_t kValues = 70000;
  static uint8_t room[kValues * sizeof(Slot) + (64 << 10)];
  Arena arena({room, sizeof room});
  Slots slots;
  CHECK(slots.start(arena, kValues) == Error::Ok);
  for (size_t i = 0; i < kValues; ++i) slots.mark(i);
  CHECK(slots.finish(arena, kValues, 0) == Error::NotSupported);
}
