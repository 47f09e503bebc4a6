// The checksum of weights that are outside of the image.
#pragma once

#include "compiled/table.h"
#include "core/error.h"

namespace kerf::compiled {

// Whether the bytes that a compiled model uses of its file are at `weights`, where the file is in
// memory: their Fletcher-64, some eight instructions for each four bytes.
// Errors: InvalidArgument (null, or not aligned to 16); InvalidExternalData (other bytes).
Error check_weights(const WeightFile& file, const void* weights);

}  // namespace kerf::compiled
