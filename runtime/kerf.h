// The umbrella: all that an application needs, and a library of kernels built outside Kerf. What it
// reaches is public; no other header is installed.
#pragma once

// Errors, a value or an error, and what went wrong in words.
#include "core/error.h"
#include "core/fault.h"
#include "core/result.h"

// A program, what its methods look like, and data outside of it.
#include "program/flat_tensor.h"
#include "program/method_meta.h"
#include "program/program.h"

// Values that go in and come out.
#include "tensor/scalar.h"
#include "tensor/tensor.h"
#include "tensor/value.h"

// Memory and threads of the caller, random numbers, and a method that runs with them.
#include "core/generator.h"
#include "core/parallel_for.h"
#include "executor/method.h"
#include "memory/arena.h"
#include "memory/block.h"
#include "memory/memory_manager.h"

// What the library was built for: how much memory, how many kernels, which parts of the format.
#include "selected/capacity.h"
#include "selected/features.h"
#include "selected/memory.h"

// What the minimal application expects of a platform.
#include "platform/port.h"

// Kernels built outside Kerf: how they are written, called and registered.
#include "executor/adapter.h"
#include "executor/call.h"
#include "executor/kernel.h"
#include "executor/registry.h"
#include "kernels/context.h"
#include "kernels/dispatch.h"
#include "kernels/facts.h"
