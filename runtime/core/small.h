// Whether the compiler optimizes for size.
#pragma once

namespace kerf {

// Code is to be small: kernels leave out what is only faster. Source: GCC and Clang, -Os
#ifdef __OPTIMIZE_SIZE__
inline constexpr bool kSmall = true;
#else
inline constexpr bool kSmall = false;
#endif

}  // namespace kerf
