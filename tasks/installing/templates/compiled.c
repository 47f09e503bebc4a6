#include "$stem.h"

/* What the model needs. Unions align their bytes. */
static union {
  uint64_t alignment[2];
  uint8_t bytes[${function}_arena_bytes];
} arena;
$ports
/* Runs the model once: 0, or one of ExecuTorch's errors. Put your data into the inputs before. */
static int run_once(void) { return $function($arguments); }
