// Rows of elements that are copied as words of their size.
#pragma once

#include <stdint.h>

namespace kerf::portable {

// to[i * to_step] = from[i * from_step] for i < count, in this order. Elements of every type of the
// size of Word, an unsigned integer, are moved as one.
template <typename Word>
void copy_row(Word* to, int32_t to_step, const Word* from, int32_t from_step, int32_t count) {
  using Any [[gnu::may_alias]] = Word;
  Any* out = to;
  const Any* in = from;
  if (count < 1) return;
  do {
    *out = *in;
    in += from_step;
    out += to_step;
  } while (--count > 0);
}

}  // namespace kerf::portable
