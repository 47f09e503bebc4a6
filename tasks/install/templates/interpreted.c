#include "$stem.h"

/* What the model needs, to the byte. */
$planned_memories
static KERF_ALIGNED uint8_t state[KERF_ARRAY(KERF_METHOD_BYTES)];
static KERF_ALIGNED uint8_t temp[KERF_ARRAY(KERF_TEMP_BYTES)];
/* Each input in turn: here zeros, in your program what the model is about. */
static KERF_ALIGNED uint8_t input[$input_bytes];

static kerf_error set_input(kerf_program* program, kerf_method* method, size_t index) {
  kerf_value_info info;
  kerf_error error = kerf_program_input_info(program, "$method", index, &info);
  if (error != KERF_OK || info.kind != KERF_KIND_TENSOR) return error;
  const kerf_tensor tensor = {input, info.sizes, NULL, info.dim_order, info.dtype, info.rank};
  return kerf_method_set_input_bytes(method, index, input, kerf_tensor_bytes(&tensor));
}

/* Loads the model and runs it once; `output` is its first output. */
static kerf_error run_model(kerf_value* output) {
  static kerf_program program;
  static kerf_method method;
  static const kerf_block planned[] = {$planned_blocks};
  const kerf_memory memory = {{state, sizeof state}, {temp, sizeof temp},
                              planned, KERF_PLANNED_COUNT, NULL, NULL};
  kerf_method_info info;
  kerf_error error = kerf_program_load(&program, $data,
                                       ${data}_bytes);
  if (error == KERF_OK) error = kerf_program_method_info(&program, "$method", &info);
  if (error == KERF_OK) error = kerf_method_load(&method, &program, "$method", &memory, NULL, 0);
  for (size_t i = 0; error == KERF_OK && i < info.inputs; ++i)
    error = set_input(&program, &method, i);
  if (error == KERF_OK) error = kerf_method_execute(&method, UINT32_MAX);
  return error == KERF_OK ? kerf_method_get_output(&method, 0, output) : error;
}

static int run_once(void) {
  kerf_value output;
  return run_model(&output);
}
