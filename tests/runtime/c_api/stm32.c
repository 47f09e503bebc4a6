/* examples/stm32/main.cpp in C, call for call: what the C interface costs is the difference. */
#include <kerf/kerf_c.h>

extern const uint8_t model_start[], model_end[];

static KERF_ALIGNED uint8_t planned[KERF_ARRAY(KERF_PLANNED_BYTES_1)];
static KERF_ALIGNED uint8_t state[KERF_ARRAY(KERF_METHOD_BYTES)];
static KERF_ALIGNED uint8_t temp[KERF_ARRAY(KERF_TEMP_BYTES)];

volatile float answer[4];
volatile uint8_t error = 0xff;

static kerf_error run(void) {
  kerf_program program;
  kerf_error failed = kerf_program_load(&program, model_start, (size_t)(model_end - model_start));
  if (failed != KERF_OK) return failed;
  const kerf_block blocks[] = {{planned, sizeof planned}};
  const kerf_memory memory = {{state, sizeof state}, {temp, sizeof temp}, blocks, 1, NULL, NULL};
  kerf_method method;
  failed = kerf_method_load(&method, &program, "forward", &memory, NULL, 0);
  if (failed != KERF_OK) return failed;
  const int32_t sizes[] = {2, 2};
  const uint8_t order[] = {0, 1};
  float inputs[][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {0.5f, 0.5f, 0.5f, 0.5f}};
  for (size_t i = 0; i < 3; ++i) {
    kerf_value value;
    value.kind = KERF_KIND_TENSOR;
    value.as.tensor = (kerf_tensor){inputs[i], sizes, NULL, order, KERF_FLOAT, 2};
    failed = kerf_method_set_input(&method, i, &value);
    if (failed != KERF_OK) return failed;
  }
  failed = kerf_method_execute(&method, UINT32_MAX);
  if (failed != KERF_OK) return failed;
  kerf_value out;
  failed = kerf_method_get_output(&method, 0, &out);
  if (failed != KERF_OK) return failed;
  const float* const data = out.as.tensor.data;
  for (size_t i = 0; i < 4; ++i) answer[i] = data[i];
  return KERF_OK;
}

int main(void) {
  error = (uint8_t)run();
  for (;;) {
  }
}
