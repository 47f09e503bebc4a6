#define _POSIX_C_SOURCE 200809L /* strdup */
/* Runs a method of a program through the C interface: run M.pte M.ptd|- METHOD INPUT... Each INPUT
 * is FILE@2x3, int:3, double:0.5, bool:true or none, as the runner takes them. Prints each output:
 * its kind, then its elements' bytes in hexadecimal. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "c_api/kerf_c.h"

static uint8_t* aligned(size_t size) {
  uint8_t* memory = calloc(size + 64, 1);
  return memory + (64 - (uintptr_t)memory % 64);
}

static uint8_t* read_file(const char* path, size_t* size) {
  FILE* file = fopen(path, "rb");
  if (file == NULL) exit(100);
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  uint8_t* bytes = aligned(*size);
  if (fread(bytes, 1, *size, file) != *size) exit(101);
  fclose(file);
  return bytes;
}

static void expect_ok(kerf_error error, const char* what) {
  if (error == KERF_OK) return;
  fprintf(stderr, "%s: %s: %s\n", what, kerf_error_name(error), kerf_last_fault());
  exit(error);
}

static void set_input(kerf_method* method, const kerf_program* program, const char* name,
                      size_t index, const char* text) {
  kerf_value value = {0};
  kerf_value_info info;
  expect_ok(kerf_program_input_info(program, name, index, &info), "input info");
  if (strncmp(text, "int:", 4) == 0) {
    value.kind = KERF_KIND_INT;
    value.as.integer = strtoll(text + 4, NULL, 10);
  } else if (strncmp(text, "double:", 7) == 0) {
    value.kind = KERF_KIND_DOUBLE;
    value.as.real = strtod(text + 7, NULL);
  } else if (strncmp(text, "bool:", 5) == 0) {
    value.kind = KERF_KIND_BOOL;
    value.as.boolean = text[5] == 't';
  } else if (strcmp(text, "none") != 0) {
    static int32_t sizes[16];
    size_t size;
    char* path = strdup(text);
    char* shape = strrchr(path, '@');
    *shape++ = '\0';
    for (size_t i = 0; i < info.rank; ++i, ++shape) sizes[i] = (int32_t)strtol(shape, &shape, 10);
    value.kind = KERF_KIND_TENSOR;
    value.as.tensor.data = read_file(path, &size);
    value.as.tensor.sizes = sizes;
    value.as.tensor.dim_order = info.dim_order;
    value.as.tensor.dtype = info.dtype;
    value.as.tensor.rank = info.rank;
    if (kerf_tensor_bytes(&value.as.tensor) != size) exit(102);
    expect_ok(kerf_method_set_input(method, index, &value), "set_input");
    expect_ok(kerf_method_set_input_bytes(method, index, value.as.tensor.data, size), "bytes");
    return;
  }
  expect_ok(kerf_method_set_input(method, index, &value), "set_input");
}

int main(int argc, char** argv) {
  size_t size;
  (void)argc;
  const uint8_t* bytes = read_file(argv[1], &size);
  kerf_program program;
  expect_ok(kerf_program_load(&program, bytes, size), "program");
  kerf_data data;
  const int external = strcmp(argv[2], "-") != 0;
  if (external) {
    bytes = read_file(argv[2], &size);
    expect_ok(kerf_data_load(&data, bytes, size), "data");
  }
  const char* name = argv[3];
  kerf_method_info info;
  expect_ok(kerf_program_method_info(&program, name, &info), "method info");
  kerf_block* planned = calloc(info.planned_memories + 1, sizeof *planned);
  for (size_t i = 0; i < info.planned_memories; ++i) {
    uint64_t count;
    expect_ok(kerf_program_planned_bytes(&program, name, i, &count), "planned bytes");
    planned[i].data = aligned(count);
    planned[i].size = count;
  }
  kerf_generator generator;
  kerf_generator_seed(&generator, 1, 0);
  const size_t room = 1 << 20;
  kerf_memory memory = {{aligned(room), room},
                        {aligned(room), room},
                        planned,
                        info.planned_memories,
                        &generator,
                        NULL};
  kerf_method method;
  expect_ok(
      kerf_method_load(&method, &program, name, &memory, external ? &data : NULL, (size_t)external),
      "method");
  for (size_t i = 0; i < info.inputs; ++i) set_input(&method, &program, name, i, argv[4 + i]);
  for (size_t i = 0; i < info.outputs; ++i) {
    kerf_value_info output;
    expect_ok(kerf_program_output_info(&program, name, i, &output), "output info");
    if (output.kind != KERF_KIND_TENSOR || output.planned) continue;
    const kerf_tensor tensor = {NULL,         output.sizes, NULL, output.dim_order,
                                output.dtype, output.rank};
    const size_t count = kerf_tensor_bytes(&tensor);
    expect_ok(kerf_method_set_output_memory(&method, i, aligned(count), count), "output memory");
  }
  expect_ok(kerf_method_execute(&method, UINT32_MAX), "execute");
  for (size_t i = 0; i < info.outputs; ++i) {
    kerf_value value;
    expect_ok(kerf_method_get_output(&method, i, &value), "output");
    const uint8_t* from = (const uint8_t*)&value.as;
    size_t count = value.kind == KERF_KIND_BOOL ? 1 : 8;
    if (value.kind == KERF_KIND_TENSOR) {
      from = value.as.tensor.data;
      count = kerf_tensor_bytes(&value.as.tensor);
    }
    printf("%d ", value.kind);
    for (size_t k = 0; k < count; ++k) printf("%02x", from[k]);
    printf("\n");
  }
  return 0;
}
