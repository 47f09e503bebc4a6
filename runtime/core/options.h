// What the library was compiled with, where its headers depend on it. Here the toolchain's flags
// set it; in an installed include/ this file does, so that a user's compiler needs no flag.
#pragma once

#if __cplusplus < 201703L
#error "Kerf's headers need C++17 (-std=c++17)"
#endif

// 1: errors are described in words too, where the text is worth its bytes. 2: each thread has its
// own description.
#ifndef KERF_DIAGNOSTICS
#define KERF_DIAGNOSTICS 0
#endif

// 1: errors are described in words to the application's kerf_message(): `[runtime] messages`.
#ifndef KERF_MESSAGES
#define KERF_MESSAGES 0
#endif
