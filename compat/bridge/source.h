// Includes KERF_SOURCE, a source written for ExecuTorch, without warnings: it is not ours to
// change.
#pragma GCC system_header

#if !__has_include(<type_traits>)
#error \
    "Kernels of ExecuTorch include headers of the C++ library, which this compiler has not. Debian: apt-get install libstdc++-arm-none-eabi-dev; else take a toolchain that has them."
#endif

#include KERF_SOURCE
