// What is said of a program that is still lowered to a backend whose delegates Kerf turns back: by
// the runner on a host, by the runtime on a device.
#pragma once

namespace kerf {

inline constexpr char kTurnedBack[] = "XnnpackBackend";
inline constexpr char kStillLowered[] =
    "the program is lowered to XNNPACK. `nox -s optimize -- IN.pte OUT.pte` turns it back into "
    "operators; a build that selects it does so by itself";

}  // namespace kerf
