// What is said of a program that is still lowered to a backend whose delegates Kerf turns back.
#pragma once

namespace kerf {

inline constexpr char kTurnedBack[] = "XnnpackBackend";
inline constexpr char kStillLowered[] =
    "the program is lowered to XNNPACK. `nox -s optimize -- IN.pte OUT.pte` turns it back into "
    "operators, as a build that selects it does by itself";

}  // namespace kerf
