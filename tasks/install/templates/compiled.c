#include "$stem.h"

/* What the model needs. */
static uint8_t arena[${function}_arena_bytes] __attribute__((aligned(16)));
$ports
/* Runs the model once: 0, or one of ExecuTorch's errors. Put your data into the inputs before. */
static int run_once(void) { return $function($arguments); }
