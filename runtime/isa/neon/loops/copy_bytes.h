// Copies of adjacent bytes: as on x86-64, in plain C++.
#pragma once

#include "isa/x86_64_v3/loops/copy_bytes.h"
