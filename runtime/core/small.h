// Whether the compiler optimizes for size.
#pragma once

namespace kerf {

// Whether code is to be small: kernels then leave out what is only faster.
// Source: __OPTIMIZE_SIZE__ of GCC and Clang, which -Os sets
#ifdef __OPTIMIZE_SIZE__
inline constexpr bool kSmall = true;
#else
inline constexpr bool kSmall = false;
#endif

}  // namespace kerf
