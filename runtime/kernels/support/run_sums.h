// Sums of a call, divided among the caller's threads.
#pragma once

#include <stdint.h>

#include "kernels/support/window.h"
#include "loops/sums.h"
#include "memory/threads.h"

namespace kerf::portable {

// The part of the sums from a row and a column on.
template <typename T, typename Bound>
Sums<T, Bound> sums_from(const Sums<T, Bound>& all, int32_t row, int32_t column) {
  Sums<T, Bound> some = all;
  some.weight += row * all.row.operand;
  some.input += column * all.column.operand;
  some.start += row * all.row.start + column * all.column.start;
  some.out += row * all.row.out + column * all.column.out;
  return some;
}

// Runs sums in parts: whole rows, or whole columns, where there are more of those.
template <typename T, typename Bound>
[[gnu::noinline]] void run_divided_sums(Threads threads, Sums<T, Bound>& sums, int32_t rows,
                                        int32_t columns) {
  // What loops compute at a time: fewer are slower.
  constexpr int32_t kRows = 4;
  const bool by_rows = rows / kRows > columns / kDividedColumns;
  const int32_t unit = by_rows ? kRows : kDividedColumns;
  const int32_t all = by_rows ? rows : columns;
  const int32_t units = ceil_div(all, unit);
  const int64_t terms = int64_t{sums.terms[0].count} * sums.terms[1].count * sums.terms[2].count;
  threads.run(threads.parts(units, terms * rows * columns), units,
              [&](int32_t, int32_t begin, int32_t end) {
                const int32_t first = begin * unit;
                const int32_t count = (end == units ? all : end * unit) - first;
                Sums<T, Bound> some =
                    by_rows ? sums_from(sums, first, 0) : sums_from(sums, 0, first);
                by_rows ? some.run(count, columns) : some.run(rows, count);
              });
}

// sums.run(rows, columns), in parts where calls are divided. `out` is not `input`; where it is
// `start`, the steps are the same. Each sum is the same as of one part: in which order its terms
// are added does not depend on its row or on the part.
template <typename T, typename Bound>
[[gnu::always_inline]] inline void run_sums(Threads threads, Sums<T, Bound>& sums, int32_t rows,
                                            int32_t columns) {
  if constexpr (kMostParts == 1) {
    sums.run(rows, columns);
  } else {
    run_divided_sums(threads, sums, rows, columns);
  }
}

}  // namespace kerf::portable
