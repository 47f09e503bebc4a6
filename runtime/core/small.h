// Whether the compiler optimizes for size.
#pragma once

namespace kerf {

// True with -Os: kernels then leave out code that is only faster. Source: GCC and Clang
#ifdef __OPTIMIZE_SIZE__
inline constexpr bool kSmall = true;
#else
inline constexpr bool kSmall = false;
#endif

}  // namespace kerf
