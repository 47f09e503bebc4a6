/* Calls every function of the C interface with null, foreign and stale handles, wrong kinds and
 * sizes, and out of order: misuse M.pte, a program of `forward` with tensor inputs of static shape.
 * Each call must return the error that the header lists; prints those that do not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "c_api/kerf_c.h"

static int wrong = 0;

#define EXPECT(expected, call)                                                                  \
  do {                                                                                          \
    const long long found = (long long)(call);                                                  \
    if (found != (long long)(expected)) {                                                       \
      printf("line %d: %s is %lld, not %lld\n", __LINE__, #call, found, (long long)(expected)); \
      ++wrong;                                                                                  \
    }                                                                                           \
  } while (0)

static KERF_ALIGNED uint8_t bytes[1 << 20], planned_memory[1 << 16];
static uint64_t state[1 << 10], temp[1 << 12];

static uint64_t ticks(void* clock) {
  static uint64_t now = 0;
  (void)clock;
  return ++now;
}

int main(int argc, char** argv) {
  (void)argc;
  FILE* opened = fopen(argv[1], "rb");
  if (opened == NULL) return 100;
  const size_t size = fread(bytes, 1, sizeof bytes, opened);
  fclose(opened);
  const kerf_error null = KERF_INVALID_ARGUMENT, stale = KERF_INVALID_STATE;
  kerf_program program;
  kerf_method method;
  kerf_data data;
  kerf_value value;
  kerf_method_info info;
  kerf_value_info port;
  kerf_instruction_info instruction;
  uint64_t count;

  /* Never loaded: zeroed, or other bytes. */
  for (int filler = 0; filler < 256; filler += 255) {
    memset(&program, filler, sizeof program);
    memset(&method, filler, sizeof method);
    EXPECT(0, kerf_program_method_count(&program));
    EXPECT(0, kerf_program_method_name(&program, 0) != NULL);
    EXPECT(stale, kerf_program_method_info(&program, "forward", &info));
    EXPECT(stale, kerf_program_input_info(&program, "forward", 0, &port));
    EXPECT(stale, kerf_program_output_info(&program, "forward", 0, &port));
    EXPECT(stale, kerf_program_planned_bytes(&program, "forward", 0, &count));
    EXPECT(stale, kerf_program_instruction(&program, "forward", 0, 0, &instruction));
    EXPECT(stale, kerf_method_profile(&method, NULL));
    EXPECT(stale, kerf_method_set_input(&method, 0, &value));
    EXPECT(stale, kerf_method_set_input_bytes(&method, 0, state, 1));
    EXPECT(stale, kerf_method_get_input(&method, 0, &value));
    EXPECT(stale, kerf_method_set_output_memory(&method, 0, state, sizeof state));
    EXPECT(stale, kerf_method_execute(&method, 1));
    EXPECT(stale, kerf_method_get_output(&method, 0, &value));
  }

  /* Null. */
  EXPECT(null, kerf_program_load(NULL, bytes, size));
  EXPECT(null, kerf_program_load(&program, NULL, size));
  EXPECT(0, kerf_program_method_count(NULL));
  EXPECT(0, kerf_program_method_name(NULL, 0) != NULL);
  EXPECT(null, kerf_program_method_info(NULL, "forward", &info));
  EXPECT(null, kerf_data_load(NULL, bytes, size));
  EXPECT(null, kerf_data_load(&data, NULL, size));
  EXPECT(null, kerf_method_set_input(NULL, 0, &value));
  EXPECT(null, kerf_method_set_input_bytes(NULL, 0, state, 1));
  EXPECT(null, kerf_method_get_input(NULL, 0, &value));
  EXPECT(null, kerf_method_set_output_memory(NULL, 0, state, 1));
  EXPECT(null, kerf_method_execute(NULL, 1));
  EXPECT(null, kerf_program_instruction(NULL, "forward", 0, 0, &instruction));
  EXPECT(null, kerf_method_profile(NULL, NULL));
  EXPECT(null, kerf_method_get_output(NULL, 0, &value));
  EXPECT(0, kerf_tensor_bytes(NULL));
  EXPECT(null, kerf_tensor_resize(NULL, NULL));
  kerf_generator_seed(NULL, 1, 2);
  kerf_method_unload(NULL);
  EXPECT(0, strcmp(kerf_error_name(KERF_INVALID_PROGRAM), "InvalidProgram"));
  EXPECT(0, strcmp(kerf_error_name(-1), "Unknown"));
  EXPECT(0, strcmp(kerf_error_name(0x123), "Unknown"));

  /* Damaged, misaligned, truncated. */
  EXPECT(KERF_INVALID_ARGUMENT, kerf_program_load(&program, bytes + 1, size - 1));
  EXPECT(KERF_INVALID_PROGRAM, kerf_program_load(&program, bytes, 8));
  EXPECT(0, kerf_program_method_count(&program));
  EXPECT(KERF_INVALID_EXTERNAL_DATA, kerf_data_load(&data, bytes, size));

  /* What went wrong in the last call, and nothing of those before. */
  char kept[256];
  EXPECT(KERF_INVALID_PROGRAM, kerf_program_load(&program, bytes, 8));
  snprintf(kept, sizeof kept, "%s", kerf_last_fault());
  EXPECT(KERF_INVALID_EXTERNAL_DATA, kerf_data_load(&data, bytes, 64));
  EXPECT(0, strlen(kept) == 0 || strlen(kerf_last_fault()) == 0);
  EXPECT(0, strcmp(kerf_last_fault(), kept) == 0);
  EXPECT(KERF_OK, kerf_program_load(&program, bytes, size));
  EXPECT(0, strlen(kerf_last_fault()));

  /* A failed load, whatever was loaded before. */
  EXPECT(null, kerf_program_load(&program, NULL, size));
  EXPECT(0, kerf_program_method_count(&program));
  EXPECT(KERF_OK, kerf_program_load(&program, bytes, size));
  EXPECT(1, kerf_program_method_count(&program));
  EXPECT(0, strcmp(kerf_program_method_name(&program, 0), "forward"));
  EXPECT(0, kerf_program_method_name(&program, 1) != NULL);
  EXPECT(null, kerf_program_method_info(&program, NULL, &info));
  EXPECT(null, kerf_program_method_info(&program, "forward", NULL));
  EXPECT(KERF_NOT_FOUND, kerf_program_method_info(&program, "backward", &info));
  EXPECT(KERF_OK, kerf_program_method_info(&program, "forward", &info));
  EXPECT(null, kerf_program_input_info(&program, "forward", 0, NULL));
  EXPECT(KERF_INVALID_ARGUMENT, kerf_program_input_info(&program, "forward", info.inputs, &port));
  EXPECT(KERF_INVALID_ARGUMENT, kerf_program_output_info(&program, "forward", info.outputs, &port));
  EXPECT(KERF_OK, kerf_program_input_info(&program, "forward", 0, &port));
  EXPECT(null, kerf_program_planned_bytes(&program, "forward", 0, NULL));
  EXPECT(KERF_INVALID_ARGUMENT,
         kerf_program_planned_bytes(&program, "forward", info.planned_memories, &count));
  EXPECT(KERF_OK, kerf_program_planned_bytes(&program, "forward", 0, &count));

  /* Memory that is missing or too small. */
  const kerf_block planned[] = {{planned_memory, (size_t)count}};
  const kerf_block small[] = {{planned_memory, (size_t)count - 1}};
  const kerf_block misaligned[] = {{planned_memory + 4, (size_t)count}};
  const kerf_block none = {NULL, 0};
  kerf_memory memory = {
      {(uint8_t*)state, sizeof state}, {(uint8_t*)temp, sizeof temp}, planned, 1, NULL, NULL};
  kerf_memory bad = memory;
  EXPECT(null, kerf_method_load(NULL, &program, "forward", &memory, NULL, 0));
  EXPECT(null, kerf_method_load(&method, NULL, "forward", &memory, NULL, 0));
  EXPECT(null, kerf_method_load(&method, &program, NULL, &memory, NULL, 0));
  EXPECT(null, kerf_method_load(&method, &program, "forward", NULL, NULL, 0));
  EXPECT(null, kerf_method_load(&method, &program, "forward", &memory, NULL, 1));
  memset(&data, 0, sizeof data);
  EXPECT(stale, kerf_method_load(&method, &program, "forward", &memory, &data, 1));
  bad.planned = NULL;
  EXPECT(null, kerf_method_load(&method, &program, "forward", &bad, NULL, 0));
  bad.planned_count = 0;
  EXPECT(KERF_MEMORY_ALLOCATION_FAILED,
         kerf_method_load(&method, &program, "forward", &bad, NULL, 0));
  bad = memory;
  bad.planned = small;
  EXPECT(KERF_MEMORY_ALLOCATION_FAILED,
         kerf_method_load(&method, &program, "forward", &bad, NULL, 0));
  bad.planned = misaligned;
  EXPECT(KERF_INVALID_ARGUMENT, kerf_method_load(&method, &program, "forward", &bad, NULL, 0));
  bad = memory;
  bad.method = none;
  EXPECT(KERF_MEMORY_ALLOCATION_FAILED,
         kerf_method_load(&method, &program, "forward", &bad, NULL, 0));
  EXPECT(KERF_NOT_FOUND, kerf_method_load(&method, &program, "backward", &memory, NULL, 0));
  EXPECT(stale, kerf_method_execute(&method, 1));
  EXPECT(KERF_OK, kerf_method_load(&method, &program, "forward", &memory, NULL, 0));
  EXPECT(null, kerf_method_load(&method, &program, NULL, &memory, NULL, 0));
  EXPECT(stale, kerf_method_execute(&method, 1));
  EXPECT(KERF_OK, kerf_method_load(&method, &program, "forward", &memory, NULL, 0));

  /* Inputs and outputs of another kind, dtype, shape, number. */
  const kerf_tensor right = {temp, port.sizes, NULL, port.dim_order, port.dtype, port.rank};
  const int32_t negative[] = {-1, -1, -1, -1};
  const int32_t larger[] = {1 << 30, 1 << 30, 1 << 30, 1 << 30};
  kerf_value good;
  memset(&good, 0, sizeof good);
  good.kind = KERF_KIND_TENSOR;
  good.as.tensor = right;
  EXPECT(KERF_OK, kerf_method_set_input(&method, 0, &good));
  EXPECT(KERF_OK, kerf_method_set_input_bytes(&method, 0, temp, kerf_tensor_bytes(&right)));
  EXPECT(null, kerf_method_set_input(&method, 0, NULL));
  EXPECT(null, kerf_method_set_input_bytes(&method, 0, NULL, kerf_tensor_bytes(&right)));
  EXPECT(KERF_INVALID_ARGUMENT, kerf_method_set_input_bytes(&method, 0, temp, 1));
  EXPECT(KERF_INVALID_ARGUMENT, kerf_method_set_input_bytes(&method, info.inputs, temp, 1));
  EXPECT(KERF_INVALID_ARGUMENT, kerf_method_set_input(&method, info.inputs, &good));
  for (int kind = 0; kind < 256; ++kind) {
    value = good;
    value.kind = (uint8_t)kind;
    if (kind != KERF_KIND_TENSOR)
      EXPECT(KERF_INVALID_TYPE, kerf_method_set_input(&method, 0, &value));
  }
  for (int dtype = -128; dtype < 128; ++dtype) {
    value = good;
    value.as.tensor.dtype = (int8_t)dtype;
    if (dtype != right.dtype)
      EXPECT(KERF_INVALID_ARGUMENT, kerf_method_set_input(&method, 0, &value));
    kerf_tensor_bytes(&value.as.tensor);
  }
  for (int rank = 0; rank < 256; ++rank) {
    value = good;
    value.as.tensor.rank = (uint8_t)rank;
    if (rank != right.rank)
      EXPECT(KERF_INVALID_ARGUMENT, kerf_method_set_input(&method, 0, &value));
  }
  value = good;
  value.as.tensor.data = NULL;
  EXPECT(null, kerf_method_set_input(&method, 0, &value));
  value = good;
  value.as.tensor.sizes = NULL;
  EXPECT(null, kerf_method_set_input(&method, 0, &value));
  EXPECT(0, kerf_tensor_bytes(&value.as.tensor));
  value = good;
  value.as.tensor.dim_order = NULL;
  EXPECT(null, kerf_method_set_input(&method, 0, &value));
  value = good;
  value.as.tensor.sizes = negative;
  EXPECT(KERF_INVALID_ARGUMENT, kerf_method_set_input(&method, 0, &value));
  EXPECT(0, kerf_tensor_bytes(&value.as.tensor));
  value.as.tensor.sizes = larger;
  EXPECT(KERF_INVALID_ARGUMENT, kerf_method_set_input(&method, 0, &value));
  EXPECT(0, kerf_tensor_bytes(&value.as.tensor));
  EXPECT(null, kerf_method_get_input(&method, 0, NULL));
  EXPECT(KERF_INVALID_ARGUMENT, kerf_method_get_input(&method, info.inputs, &value));
  EXPECT(KERF_OK, kerf_method_get_input(&method, 0, &value));
  EXPECT(KERF_INVALID_ARGUMENT, kerf_tensor_resize(&value.as.tensor, larger));
  EXPECT(null, kerf_tensor_resize(&value.as.tensor, NULL));
  EXPECT(null, kerf_method_get_output(&method, 0, NULL));
  EXPECT(KERF_INVALID_ARGUMENT, kerf_method_get_output(&method, info.outputs, &value));
  EXPECT(null, kerf_method_set_output_memory(&method, 0, NULL, 64));
  EXPECT(KERF_INVALID_ARGUMENT, kerf_method_set_output_memory(&method, 0, temp, sizeof temp));
  EXPECT(KERF_INVALID_ARGUMENT,
         kerf_method_set_output_memory(&method, info.outputs, temp, sizeof temp));
  for (size_t i = 0; i < info.inputs; ++i)
    EXPECT(KERF_OK, kerf_method_set_input(&method, i, &good));
  EXPECT(KERF_OK, kerf_method_execute(&method, 0));
  EXPECT(KERF_OK, kerf_method_get_output(&method, 0, &value));

  /* Instructions, and their times: one event too few, none at all, no clock, ended. */
  kerf_profile_event events[64];
  kerf_profile profile = {ticks, NULL, events, 64, 0, 0, 0};
  EXPECT(null, kerf_program_instruction(&program, "forward", 0, 0, NULL));
  EXPECT(null, kerf_program_instruction(&program, "forward", 0, 1u << 20, &instruction));
  EXPECT(null, kerf_program_instruction(&program, "forward", 1u << 20, 0, &instruction));
  EXPECT(KERF_NOT_FOUND, kerf_program_instruction(&program, "none", 0, 0, &instruction));
  EXPECT(KERF_OK, kerf_program_instruction(&program, "forward", 0, 0, &instruction));
  EXPECT(0, strncmp(instruction.name, "aten::", 6));
  EXPECT(KERF_OK, kerf_method_profile(&method, &profile));
  EXPECT(KERF_OK, kerf_method_execute(&method, 0));
  const uint32_t whole = profile.count;
  EXPECT(1, whole > 0 && profile.lost == 0 && events[0].begin < events[0].end);
  for (uint32_t i = 0; i < whole; ++i) EXPECT(i, events[i].instruction);
  for (uint32_t fits = 0; fits < whole; ++fits) {
    profile.capacity = fits;
    profile.count = profile.lost = 0;
    EXPECT(KERF_OK, kerf_method_execute(&method, 0));
    EXPECT(fits, profile.count);
    EXPECT(whole - fits, profile.lost);
  }
  EXPECT(KERF_OK, kerf_method_profile(&method, NULL));
  EXPECT(KERF_OK, kerf_method_execute(&method, 0));
  EXPECT(whole - 1, profile.count);
  profile.events = NULL;
  EXPECT(null, kerf_method_profile(&method, &profile));
  profile.events = events;
  profile.ticks = NULL;
  EXPECT(null, kerf_method_profile(&method, &profile));

  /* A copy of a handle, and a handle of another kind. */
  kerf_method moved;
  kerf_program elsewhere;
  memcpy(&moved, &method, sizeof moved);
  memcpy(&elsewhere, &program, sizeof elsewhere);
  EXPECT(stale, kerf_method_execute(&moved, 1));
  EXPECT(stale, kerf_program_method_info(&elsewhere, "forward", &info));
  EXPECT(stale, kerf_method_execute((kerf_method*)(void*)&program, 1));
  EXPECT(stale, kerf_program_method_info((kerf_program*)(void*)&method, "forward", &info));
  kerf_method_unload(&moved);
  EXPECT(KERF_OK, kerf_method_execute(&method, 0));

  /* A scratch of no bytes, and a method that was unloaded. */
  kerf_method_unload(&method);
  kerf_method_unload(&method);
  EXPECT(stale, kerf_method_execute(&method, 1));
  EXPECT(stale, kerf_method_get_output(&method, 0, &value));
  EXPECT(KERF_OK, kerf_method_load(&method, &program, "forward", &memory, NULL, 0));
  EXPECT(KERF_OK, kerf_method_execute(&method, 0));
  return wrong == 0 ? 0 : 1;
}
