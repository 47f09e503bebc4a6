// Kerf for C: programs, methods, inputs and outputs. C99 or later, and C++.
//
// Nothing here allocates, and there is no global state. The caller owns all memory: structs below,
// bytes of programs, arenas. A struct of type kerf_program or kerf_method is not copied or moved
// once it is loaded. Memory is simply used again; only a method with delegates is unloaded before.
//
// Each function that can fail returns a kerf_error. In addition to those it lists, each returns
// KERF_INVALID_ARGUMENT where a pointer that it needs is null, and KERF_INVALID_STATE where a
// kerf_program or kerf_method was not loaded: its memory is zeroed, its loading failed, or it is a
// copy.
// One kerf_program may be used by several threads at the same time; a kerf_method by one.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "selected/c_sizes.h"

// The version of this interface is part of each symbol, so that a header and a library of different
// versions do not link: "undefined reference to kerf_program_load_interface_1". A library that is
// installed for a target has its name there too, so that a program can link several.
#define KERF_C_INTERFACE 1
#ifndef KERF_C_TARGET
#define KERF_C_TARGET
#endif
#define KERF_C_PASTE_(name, version, target) name##_interface_##version##target
#define KERF_C_PASTE(name, version, target) KERF_C_PASTE_(name, version, target)
#define KERF_C_SYMBOL(name) KERF_C_PASTE(name, KERF_C_INTERFACE, KERF_C_TARGET)

#define kerf_error_name KERF_C_SYMBOL(kerf_error_name)
#define kerf_row_major KERF_C_SYMBOL(kerf_row_major)
#define kerf_last_fault KERF_C_SYMBOL(kerf_last_fault)
#define kerf_program_load KERF_C_SYMBOL(kerf_program_load)
#define kerf_program_method_count KERF_C_SYMBOL(kerf_program_method_count)
#define kerf_program_method_name KERF_C_SYMBOL(kerf_program_method_name)
#define kerf_program_method_info KERF_C_SYMBOL(kerf_program_method_info)
#define kerf_program_input_info KERF_C_SYMBOL(kerf_program_input_info)
#define kerf_program_output_info KERF_C_SYMBOL(kerf_program_output_info)
#define kerf_program_instruction KERF_C_SYMBOL(kerf_program_instruction)
#define kerf_program_planned_bytes KERF_C_SYMBOL(kerf_program_planned_bytes)
#define kerf_data_load KERF_C_SYMBOL(kerf_data_load)
#define kerf_generator_seed KERF_C_SYMBOL(kerf_generator_seed)
#define kerf_method_load KERF_C_SYMBOL(kerf_method_load)
#define kerf_method_unload KERF_C_SYMBOL(kerf_method_unload)
#define kerf_method_set_input KERF_C_SYMBOL(kerf_method_set_input)
#define kerf_method_set_input_bytes KERF_C_SYMBOL(kerf_method_set_input_bytes)
#define kerf_method_get_input KERF_C_SYMBOL(kerf_method_get_input)
#define kerf_method_set_output_memory KERF_C_SYMBOL(kerf_method_set_output_memory)
#define kerf_method_execute KERF_C_SYMBOL(kerf_method_execute)
#define kerf_method_profile KERF_C_SYMBOL(kerf_method_profile)
#define kerf_method_get_output KERF_C_SYMBOL(kerf_method_get_output)
#define kerf_tensor_bytes KERF_C_SYMBOL(kerf_tensor_bytes)
#define kerf_tensor_resize KERF_C_SYMBOL(kerf_tensor_resize)

#ifdef __cplusplus
extern "C" {
#endif

// The numbers are ExecuTorch's.
typedef int32_t kerf_error;
enum {
  KERF_OK = 0x00,
  KERF_INTERNAL = 0x01,
  KERF_INVALID_STATE = 0x02,
  KERF_NOT_SUPPORTED = 0x10,
  KERF_INVALID_ARGUMENT = 0x12,
  KERF_INVALID_TYPE = 0x13,
  KERF_OPERATOR_MISSING = 0x14,
  KERF_REGISTRATION_EXCEEDING_MAX_KERNELS = 0x15,
  KERF_REGISTRATION_ALREADY_REGISTERED = 0x16,
  KERF_NOT_FOUND = 0x20,
  KERF_MEMORY_ALLOCATION_FAILED = 0x21,
  KERF_INVALID_PROGRAM = 0x23,
  KERF_INVALID_EXTERNAL_DATA = 0x24,
  KERF_OUT_OF_RESOURCES = 0x25
};

// "InvalidProgram", as ExecuTorch writes it; "Unknown" for a number that is no error.
const char* kerf_error_name(kerf_error error);

// What went wrong first in the last call, in words, where the library was built with diagnostics
// (hosts); "" elsewhere. Valid until the next call. There is one description for all threads, but
// in the shared library: where several call at the same time, it may be another one's.
const char* kerf_last_fault(void);

// Yours, where the target has `[runtime] messages = true`, as on devices that have a console:
// prints `text`, a piece of a line that describes an error; the last piece is a newline. It calls
// no function of Kerf, and may be called by each thread that runs a method.
void kerf_message(const char* text);

// Element types: ExecuTorch's numbers.
enum {
  KERF_BYTE = 0,
  KERF_CHAR = 1,
  KERF_SHORT = 2,
  KERF_INT = 3,
  KERF_LONG = 4,
  KERF_HALF = 5,
  KERF_FLOAT = 6,
  KERF_DOUBLE = 7,
  KERF_COMPLEX_FLOAT = 9,
  KERF_COMPLEX_DOUBLE = 10,
  KERF_BOOL = 11,
  KERF_BFLOAT16 = 15,
  KERF_UINT16 = 27,
  KERF_UINT32 = 28,
  KERF_UINT64 = 29
};

// A view of a tensor: it owns nothing. data: elements in dim order, dense; an input's is never
// null. sizes[rank]. dim_order[rank]: dimensions, the outermost first, like kerf_row_major. bound:
// the largest sizes where kerf_tensor_resize() may change them, else null; an input's is ignored.
typedef struct kerf_tensor {
  void* data;
  const int32_t* sizes;
  const int32_t* bound;
  const uint8_t* dim_order;
  int8_t dtype;
  uint8_t rank;
} kerf_tensor;

// 0, 1, 2 and so on: the dim order of every tensor that is row-major.
extern const uint8_t kerf_row_major[16];

enum {
  KERF_KIND_NONE = 0,
  KERF_KIND_INT = 1,
  KERF_KIND_BOOL = 2,
  KERF_KIND_DOUBLE = 3,
  KERF_KIND_TENSOR = 4,
  KERF_KIND_OTHER = 5  // a list or a string: it has no value here
};

// An input or output: the member of `as` that `kind` names.
typedef struct kerf_value {
  union {
    int64_t integer;
    bool boolean;
    double real;
    kerf_tensor tensor;
  } as;
  uint8_t kind;
} kerf_value;

// Opaque; their size is public so that they can be anywhere.
typedef struct kerf_program {
  void* opaque[9];
} kerf_program;
typedef struct kerf_method {
  void* opaque[36];
} kerf_method;
typedef struct kerf_data {
  void* opaque[3];
} kerf_data;

// Programs

// Checks and loads a whole `.pte` of `size` bytes at a multiple of 16. Nothing is copied: `bytes`
// outlive `program` and every method of it, and do not change. Errors: KERF_INVALID_ARGUMENT
// (alignment), KERF_INVALID_PROGRAM, KERF_NOT_SUPPORTED (what this library was not built for).
kerf_error kerf_program_load(kerf_program* program, const void* bytes, size_t size);

// 0 where the program was not loaded.
size_t kerf_program_method_count(const kerf_program* program);

// Null where there is no such method. Valid as long as the program's bytes.
const char* kerf_program_method_name(const kerf_program* program, size_t index);

typedef struct kerf_method_info {
  size_t inputs;
  size_t outputs;
  size_t planned_memories;
} kerf_method_info;

// Error: KERF_NOT_FOUND (no such method).
kerf_error kerf_program_method_info(const kerf_program* program, const char* method,
                                    kerf_method_info* info);

// Bytes of planned memory `index` < kerf_method_info.planned_memories. Errors: KERF_NOT_FOUND,
// KERF_INVALID_ARGUMENT (no such memory).
kerf_error kerf_program_planned_bytes(const kerf_program* program, const char* method, size_t index,
                                      uint64_t* bytes);

// What the program declares of an input or output. Of a tensor: sizes are the largest where it is
// dynamic; `planned`: it has memory, else the caller supplies it. Of another kind, only `kind`.
typedef struct kerf_value_info {
  const int32_t* sizes;
  const uint8_t* dim_order;
  int8_t dtype;
  uint8_t rank;
  uint8_t kind;
  bool dynamic;
  bool planned;
} kerf_value_info;

// Pointers in `info` are valid as long as the program's bytes. Errors: KERF_NOT_FOUND (method),
// KERF_INVALID_ARGUMENT (no such input or output).
kerf_error kerf_program_input_info(const kerf_program* program, const char* method, size_t index,
                                   kerf_value_info* info);
kerf_error kerf_program_output_info(const kerf_program* program, const char* method, size_t index,
                                    kerf_value_info* info);

// An instruction: its operator "aten::add" and overload "out", which may be "", or of another
// instruction what it does, like "move".
typedef struct kerf_instruction_info {
  const char* name;
  const char* overload;
} kerf_instruction_info;

// Names in `info` are valid as long as the program's bytes. Errors: KERF_NOT_FOUND (method),
// KERF_INVALID_ARGUMENT (no such instruction).
kerf_error kerf_program_instruction(const kerf_program* program, const char* method, size_t chain,
                                    size_t index, kerf_instruction_info* info);

// Tensor data outside the program: a whole `.ptd` at a multiple of 16, which outlives all that uses
// it. Errors: KERF_INVALID_ARGUMENT (alignment), KERF_INVALID_EXTERNAL_DATA.
kerf_error kerf_data_load(kerf_data* data, const void* bytes, size_t size);

// Memory, random numbers and threads of the caller

#ifndef KERF_GENERATOR
#define KERF_GENERATOR
// Not for secrets. A copy draws the same numbers.
typedef struct kerf_generator {
  uint64_t step;
  uint64_t state;
} kerf_generator;
#endif

// The same seed and sequence give the same numbers on every processor. Null is ignored.
void kerf_generator_seed(kerf_generator* generator, uint64_t seed, uint64_t sequence);

#ifndef KERF_PARALLEL_FOR
#define KERF_PARALLEL_FOR
// run: calls task(argument, part) once for each part < parts, in any order, on any threads, several
// at the same time, and returns when all have returned; what is written before is visible to them,
// and what they write is afterwards. threads: what run gets. thread_count: a call has at most as
// many parts. least_work: the multiplications that make a part worth its start, like 32768.
typedef struct kerf_parallel_for {
  void (*run)(void* threads, uint32_t parts, void (*task)(void* argument, uint32_t part),
              void* argument);
  void* threads;
  uint32_t thread_count;
  uint32_t least_work;
} kerf_parallel_for;
#endif

typedef struct kerf_block {
  uint8_t* data;
  size_t size;
} kerf_block;

// What one method works with. All of it outlives the method; this struct itself need not.
// method: its state, KERF_METHOD_BYTES for any method that the library was built for.
// temp: scratch, KERF_TEMP_BYTES; methods that run at the same time do not share it.
// Both are aligned to 8.
// planned: planned memory i at index i, aligned to 16, with zeros before a model that keeps state
// is loaded; methods that share state share it. generator, parallel_for: null, or what random
// operators and divided calls use.
typedef struct kerf_memory {
  kerf_block method;
  kerf_block temp;
  const kerf_block* planned;
  size_t planned_count;
  kerf_generator* generator;
  const kerf_parallel_for* parallel_for;
} kerf_memory;

// Elements of an array of that many bytes: C has no array without elements.
#define KERF_ARRAY(bytes) ((bytes) > 0 ? (bytes) : 1)

// Before the type of an object: aligns it to 16, as programs and planned memories must be.
#if defined(__GNUC__)
#define KERF_ALIGNED __attribute__((aligned(16)))
#elif defined(__cplusplus)
#define KERF_ALIGNED alignas(16)
#else
#define KERF_ALIGNED _Alignas(16)
#endif

// Methods

// Finds every kernel and prepares the method's state. data[data_count]: loaded `.ptd` files, or
// null and 0. Errors: KERF_NOT_FOUND (method, external data), KERF_OPERATOR_MISSING,
// KERF_NOT_SUPPORTED, KERF_MEMORY_ALLOCATION_FAILED (a block is too small or missing),
// KERF_INVALID_EXTERNAL_DATA, KERF_INVALID_PROGRAM, KERF_REGISTRATION_...
kerf_error kerf_method_load(kerf_method* method, const kerf_program* program, const char* name,
                            const kerf_memory* memory, const kerf_data* data, size_t data_count);

// Destroys the method's delegates; every later call returns KERF_INVALID_STATE. Null, and a method
// that was not loaded, is ignored.
void kerf_method_unload(kerf_method* method);

// Sets input `index`: a planned tensor is copied, any other stays where it is, aligned to its
// element, until the input is set again. Errors: KERF_INVALID_ARGUMENT (no such input; dtype, dim
// order or sizes are not the method's; a number that was fixed to another value),
// KERF_INVALID_TYPE (another kind), KERF_NOT_SUPPORTED.
kerf_error kerf_method_set_input(kerf_method* method, size_t index, const kerf_value* value);

// Sets input `index`, a tensor, to `size` bytes of elements at `data`, as they would be in memory:
// dense, of the method's dtype and dim order and of the input's present sizes, which are the
// declared ones unless they were changed. They are copied, or stay where they are, as above.
// Errors: KERF_INVALID_ARGUMENT (no such input, another size), KERF_INVALID_TYPE (no tensor).
kerf_error kerf_method_set_input_bytes(kerf_method* method, size_t index, const void* data,
                                       size_t size);

// Input `index` as it is: the elements of a planned tensor may be written in place. Errors:
// KERF_INVALID_ARGUMENT (no such input), KERF_INVALID_TYPE (a list or string).
kerf_error kerf_method_get_input(kerf_method* method, size_t index, kerf_value* value);

// Gives output `index`, a tensor without planned memory, `size` bytes at `memory`, aligned to its
// element and enough for its largest shape; they outlive the method. Errors: KERF_INVALID_ARGUMENT
// (no such output, or it has memory), KERF_MEMORY_ALLOCATION_FAILED (too few bytes).
kerf_error kerf_method_set_output_memory(kerf_method* method, size_t index, void* memory,
                                         size_t size);

// Runs the method; its loops jump back at most `jumps` times (UINT32_MAX where that is no concern).
// Errors: those of the kernels; KERF_INVALID_STATE (an input has no data, or a random operator no
// generator), KERF_INVALID_PROGRAM, KERF_OUT_OF_RESOURCES (more jumps back).
kerf_error kerf_method_execute(kerf_method* method, uint32_t jumps);

// When each instruction of a run began and ended. events[capacity] are the caller's; `count` of
// them are written, `lost` more did not fit. ticks(clock): cycles or nanoseconds, as you count
// them.
typedef struct kerf_profile_event {
  uint32_t chain;
  uint32_t instruction;
  uint64_t begin;
  uint64_t end;
} kerf_profile_event;
typedef struct kerf_profile {
  uint64_t (*ticks)(void* clock);
  void* clock;
  kerf_profile_event* events;
  uint32_t capacity;
  uint32_t count;
  uint32_t lost;
  uint32_t chain;  // the one that runs
} kerf_profile;

// Makes each later kerf_method_execute() note its instructions in `profile`, which outlives the
// method; null ends that. Errors: KERF_INVALID_ARGUMENT (no clock or events), KERF_NOT_SUPPORTED
// (the target has no `profile = true` in its [runtime]).
kerf_error kerf_method_profile(kerf_method* method, kerf_profile* profile);

// Output `index`, valid until the next kerf_method_execute() or kerf_method_set_input(). Errors:
// KERF_INVALID_ARGUMENT (no such output), KERF_INVALID_TYPE (a list or string),
// KERF_INVALID_STATE (it has no data yet).
kerf_error kerf_method_get_output(kerf_method* method, size_t index, kerf_value* value);

// Bytes of the elements; 0 for a tensor that cannot be.
size_t kerf_tensor_bytes(const kerf_tensor* tensor);

// Gives a dynamic input of kerf_method_get_input() the shape sizes[rank], before its elements are
// written in place. Error: KERF_INVALID_ARGUMENT (the shape is static, or exceeds the bound).
kerf_error kerf_tensor_resize(kerf_tensor* tensor, const int32_t* sizes);

#ifdef __cplusplus
}
#endif
