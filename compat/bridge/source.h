// Includes KERF_SOURCE, a source written for ExecuTorch, without warnings: it is not ours to
// change.
#pragma GCC system_header

#if !__has_include(<type_traits>)
#error "this compiler has no headers of the C++ library, which kernels of ExecuTorch include"
#endif

#include KERF_SOURCE
