#ifndef __GNUC__
// For compilers without the builtins of GNU C: C's own functions under their names. GCC, Clang and
// Arm Compiler 6 do not read this. Such a compiler must not assume that pointers to different types
// differ (IAR: --no_tbaa), because it ignores gnu::may_alias.
#include <math.h>
#include <string.h>
#ifdef __ICCARM__
#pragma diag_suppress = Pe1097  // unknown attributes: they are hints
#define __asm__ asm
#endif
namespace kerf_builtins {
template <typename T>
T* assume_aligned(T* at, unsigned) {
  return at;
}
inline void unreachable() {}
inline int count_leading_zeros(unsigned bits) {
  int count = 0;
  for (; (bits & 0x80000000u) == 0; bits <<= 1) ++count;
  return count;
}
inline bool add_overflow(long long a, long long b, int64_t* sum) {
  const bool over = b > 0 ? a > INT64_MAX - b : a < INT64_MIN - b;
  *sum = over ? 0 : a + b;
  return over;
}
inline bool sub_overflow(long long a, long long b, int64_t* difference) {
  const bool over = b < 0 ? a > INT64_MAX + b : a < INT64_MIN + b;
  *difference = over ? 0 : a - b;
  return over;
}
inline bool mul_overflow(long long a, long long b, int64_t* product) {
  const bool over = a > 0    ? b > INT64_MAX / a || b < INT64_MIN / a
                    : a < -1 ? b > INT64_MIN / a || b < INT64_MAX / a
                             : a == -1 && b == INT64_MIN;
  *product = over ? 0 : a * b;
  return over;
}
}  // namespace kerf_builtins
#define __builtin_assume_aligned kerf_builtins::assume_aligned
#define __builtin_unreachable kerf_builtins::unreachable
#define __builtin_clz kerf_builtins::count_leading_zeros
#define __builtin_add_overflow kerf_builtins::add_overflow
#define __builtin_sub_overflow kerf_builtins::sub_overflow
#define __builtin_mul_overflow kerf_builtins::mul_overflow
#define __builtin_signbit signbit
#define __builtin_inff() INFINITY
#define __builtin_inf() static_cast<double>(INFINITY)
#define __builtin_nanf(text) NAN
#define __builtin_nan(text) static_cast<double>(NAN)
#define __builtin_fmaf fmaf
#define __builtin_memcpy memcpy
#define __builtin_memmove memmove
#define __builtin_memset memset
#define __builtin_memcmp memcmp
#define __builtin_strcmp strcmp
#define __builtin_strlen strlen
#define __builtin_sqrt sqrt
#define __builtin_sqrtf sqrtf
#define __builtin_exp exp
#define __builtin_expf expf
#define __builtin_expm1 expm1
#define __builtin_expm1f expm1f
#define __builtin_log log
#define __builtin_logf logf
#define __builtin_log1p log1p
#define __builtin_log1pf log1pf
#define __builtin_log2 log2
#define __builtin_log2f log2f
#define __builtin_log10 log10
#define __builtin_log10f log10f
#define __builtin_sin sin
#define __builtin_sinf sinf
#define __builtin_cos cos
#define __builtin_cosf cosf
#define __builtin_tan tan
#define __builtin_tanf tanf
#define __builtin_asin asin
#define __builtin_asinf asinf
#define __builtin_acos acos
#define __builtin_acosf acosf
#define __builtin_atan atan
#define __builtin_atanf atanf
#define __builtin_sinh sinh
#define __builtin_sinhf sinhf
#define __builtin_cosh cosh
#define __builtin_coshf coshf
#define __builtin_tanh tanh
#define __builtin_tanhf tanhf
#define __builtin_asinh asinh
#define __builtin_asinhf asinhf
#define __builtin_acosh acosh
#define __builtin_acoshf acoshf
#define __builtin_atanh atanh
#define __builtin_atanhf atanhf
#define __builtin_erf erf
#define __builtin_erff erff
#define __builtin_floor floor
#define __builtin_floorf floorf
#define __builtin_ceil ceil
#define __builtin_ceilf ceilf
#define __builtin_trunc trunc
#define __builtin_truncf truncf
#define __builtin_fabs fabs
#define __builtin_fabsf fabsf
#define __builtin_pow pow
#define __builtin_powf powf
#define __builtin_atan2 atan2
#define __builtin_atan2f atan2f
#define __builtin_fmod fmod
#define __builtin_fmodf fmodf
#define __builtin_copysign copysign
#define __builtin_copysignf copysignf
#endif
