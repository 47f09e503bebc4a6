// The lanes of a vector of eight that exist where fewer elements are left.
#pragma once

#include <immintrin.h>
#include <stdint.h>

namespace kerf::portable {

// The lanes below `count`, as masks of loads and stores take them: those of the others do not
// happen.
inline __m256i lanes_below(int32_t count) {
  return _mm256_cmpgt_epi32(_mm256_set1_epi32(count), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

}  // namespace kerf::portable
