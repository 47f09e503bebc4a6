/* Loads add_mul.pte, gives it three 2x2 matrices and prints a x + b. */
#include <kerf/kerf_c.h>
#include <stdio.h>

/* What the model needs, to the byte: the library was made for it. */
static KERF_ALIGNED uint8_t file[4096];
static KERF_ALIGNED uint8_t planned[KERF_ARRAY(KERF_PLANNED_BYTES_1)];
static KERF_ALIGNED uint8_t state[KERF_ARRAY(KERF_METHOD_BYTES)];
static KERF_ALIGNED uint8_t temp[KERF_ARRAY(KERF_TEMP_BYTES)];

static kerf_error run(size_t size) {
  static kerf_program program;
  kerf_error error = kerf_program_load(&program, file, size);
  if (error != KERF_OK) return error;
  static const kerf_block blocks[] = {{planned, sizeof planned}};
  const kerf_memory memory = {
      .method = {state, sizeof state},
      .temp = {temp, sizeof temp},
      .planned = blocks,
      .planned_count = 1,
  };
  static kerf_method method;
  error = kerf_method_load(&method, &program, "forward", &memory, NULL, 0);
  const float inputs[][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {0.5f, 0.5f, 0.5f, 0.5f}};
  for (size_t i = 0; i < 3 && error == KERF_OK; ++i)
    error = kerf_method_set_input_bytes(&method, i, inputs[i], sizeof inputs[i]);
  if (error == KERF_OK) error = kerf_method_execute(&method, UINT32_MAX);
  kerf_value out;
  if (error == KERF_OK) error = kerf_method_get_output(&method, 0, &out);
  if (error != KERF_OK) return error;
  const float* elements = out.as.tensor.data;
  for (size_t i = 0; i < 4; ++i) printf("%g ", elements[i]);
  return KERF_OK;
}

int main(int count, char** arguments) {
  FILE* stream = count == 2 ? fopen(arguments[1], "rb") : NULL;
  if (stream == NULL) return puts("usage: add_mul add_mul.pte"), 2;
  const kerf_error error = run(fread(file, 1, sizeof file, stream));
  puts(kerf_error_name(error));
  return error;
}
