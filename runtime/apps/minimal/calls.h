// The calls block and the result stream: how a host gives cases to an application without files or
// arguments. The other side is tasks/run/calls_block.py. All numbers little-endian; every part
// is padded with zeros to 16 bytes.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace kerf::calls {

inline constexpr uint32_t kCallsMagic = 0x4C41434B;   // "KCAL"
inline constexpr uint32_t kResultMagic = 0x5345524B;  // "KRES"
inline constexpr size_t kPart = 16;

constexpr size_t padded(size_t bytes) { return (bytes + kPart - 1) / kPart * kPart; }

// Comes first; the method's name with its NUL follows, then the calls.
struct Header {
  uint32_t magic;
  uint32_t model_bytes;
  uint32_t method_name_bytes;  // without the NUL
  uint32_t call_count;
};

// Before the inputs of one call.
struct CallHeader {
  uint32_t input_count;
  uint32_t zero[3];
};

// Before one value: sizes (int32, `rank` of them) follow, then the data.
struct ValueHeader {
  uint32_t kind;   // ExecuTorch's KernelTypes: 1 none, 2 int, 3 bool, 4 double (8 bytes of data
                   // each), 5 tensor
  uint32_t dtype;  // tensor: ExecuTorch's number
  uint32_t rank;
  uint32_t data_bytes;
};

// The result stream starts with it.
struct ResultHeader {
  uint32_t magic;
  uint32_t error;  // of loading program and method
  uint32_t method_bytes;
  uint32_t planned_bytes;
};

// Before the outputs of one call that was executed.
struct CallResult {
  uint32_t error;
  uint32_t output_count;
  uint32_t temp_bytes;  // the most that one instruction took
  uint32_t zero;
};

static_assert(sizeof(Header) == kPart && sizeof(CallHeader) == kPart &&
              sizeof(ValueHeader) == kPart);
static_assert(sizeof(ResultHeader) == kPart && sizeof(CallResult) == kPart);

}  // namespace kerf::calls
