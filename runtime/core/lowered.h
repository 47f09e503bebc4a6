// The message for a program that still has delegates which Kerf turns back into operators: the
// runner prints it on a host, the runtime keeps it as its fault on a device.
#pragma once

namespace kerf {

inline constexpr char kTurnedBack[] = "XnnpackBackend";
inline constexpr char kStillLowered[] =
    "the program is lowered to XNNPACK. `nox -s optimize -- IN.pte OUT.pte` turns it back into "
    "operators; a build that selects it does so by itself";

}  // namespace kerf
