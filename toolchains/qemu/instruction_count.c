// A QEMU plugin that counts the instructions which a program executes in each of its phases and the
// bytes that it reads there from some spans of memory, and finds how far down its stack is written.
//
// Arguments are name=address pairs: the core whose cycles are estimated (see cortex_m_cycles.h; 0
// is none), the end of the memory below the stack, the top of the stack, the number of spans, the
// begin and the end of each, then the phases: entering the address starts one. At exit one line for
// each entry goes to QEMU's log: the phase's index, its instructions, the estimate of its cycles
// and the bytes read from each span, in order; then `stack` and the bytes from the lowest one
// written to the top. The count is exact and the same in every run: a translation block runs to its
// end, because the programs take no interrupts and a semihosting call ends a block.
//
// With the one argument fault=ADDRESS, of the processor's fault handler, nothing is counted: the
// log gets `fault` and the address of the last instruction before the handler.
//
// No header of QEMU is needed: the few functions are declared here.
// Source: QEMU, include/qemu/qemu-plugin.h. KERF_QEMU_API is the version of that interface.
#include <stddef.h>
#include <stdint.h>

#include "cortex_m_cycles.h"
#include "cortex_m_pipeline.h"

#define EXPORT __attribute__((visibility("default")))

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
enum { QEMU_PLUGIN_CB_NO_REGS = 0 };
enum { QEMU_PLUGIN_MEM_W = 2, QEMU_PLUGIN_MEM_RW = 3 };

typedef void (*translate_cb)(qemu_plugin_id_t id, struct qemu_plugin_tb* block);
typedef void (*execute_cb)(unsigned int vcpu, void* data);
typedef void (*memory_cb)(unsigned int vcpu, uint32_t access, uint64_t address, void* data);
typedef void (*exit_cb)(qemu_plugin_id_t id, void* data);

void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id, translate_cb cb);
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb* block, execute_cb cb, int flags,
                                          void* data);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn* insn, execute_cb cb, int flags,
                                            void* data);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn* insn, memory_cb cb, int flags,
                                      int rw, void* data);
unsigned int qemu_plugin_mem_size_shift(uint32_t access);
_Bool qemu_plugin_mem_is_store(uint32_t access);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id, exit_cb cb, void* data);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb* block);
struct qemu_plugin_insn* qemu_plugin_tb_get_insn(const struct qemu_plugin_tb* block, size_t index);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn* insn);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn* insn);
#if KERF_QEMU_API >= 3
size_t qemu_plugin_insn_data(const struct qemu_plugin_insn* insn, void* data, size_t size);
#else
const void* qemu_plugin_insn_data(const struct qemu_plugin_insn* insn);
#endif
void qemu_plugin_outs(const char* text);
void* malloc(size_t size);

EXPORT int qemu_plugin_version = KERF_QEMU_API;

enum { kMaxPhases = 250, kMaxEntries = 65536, kMaxSpans = 6 };

static uint64_t stack_end;  // what is below is not the stack
static uint64_t stack_top;
static uint64_t stack_lowest;

static uint64_t span_begin[kMaxSpans];
static uint64_t span_end[kMaxSpans];
static unsigned span_count;

static uint64_t phase_address[kMaxPhases];
static unsigned phase_count;

static enum core core;
static uint64_t following;      // the address after the last block
static struct timing previous;  // of the last instruction
static struct pipeline pipeline;

struct entry {
  uint64_t instructions;
  uint64_t cycles;
  uint64_t read[kMaxSpans];
  unsigned phase;
};
static struct entry entries[kMaxEntries];
static unsigned entry_count;
static struct entry ignored;  // before the first phase, and past the last entry
static struct entry* current = &ignored;

static void enter(unsigned phase) {
  if (entry_count == kMaxEntries) {
    current = &ignored;
    return;
  }
  entries[entry_count].phase = phase;
  current = &entries[entry_count];
  ++entry_count;
}

// An instruction of a block: what the estimate needs to know, and its cycles when it ran last.
struct step {
  struct timing timing;
  struct operation operation;
  size_t size;
  unsigned cycles;
};

struct block {
  uint64_t start;
  uint64_t end;
  unsigned count;
  struct step steps[];
};

// A block, or what is left of it where a phase begins inside it.
struct part {
  struct block* block;
  unsigned begin;
  unsigned phase;  // that begins here, counted from 1
};

static void begin_part(const struct part* part) {
  const struct block* const block = part->block;
  if (part->phase != 0) enter(part->phase - 1);
  current->instructions += block->count - part->begin;
  for (unsigned i = part->begin; i < block->count; ++i) current->cycles += block->steps[i].cycles;
}

static unsigned cycles_of(const struct step* step) {
  if (core >= kCortexM7) return issue(core, &pipeline, &step->operation);
  const unsigned saved = saved_after(&previous, &step->timing);
  previous = step->timing;
  return step->timing.cycles - saved;
}

// What does not follow the last block was branched to. What follows it may continue its loads: QEMU
// ends a block at a page of its memory, and where it has become long.
static void on_block(unsigned int vcpu, void* data) {
  const struct part* const part = data;
  struct block* const block = part->block;
  (void)vcpu;
  if (core != kNoCore) {
    if (block->start != following) {
      current->cycles += branch(core, &pipeline);
      previous = takes(0);
    }
    for (unsigned i = 0; i < block->count; ++i)
      block->steps[i].cycles = cycles_of(&block->steps[i]);
  }
  following = block->end;
  begin_part(part);
}

// A phase that begins inside a block: the rest of the block was counted for the one before.
static void on_entry_inside(unsigned int vcpu, void* data) {
  const struct part* const part = data;
  const struct block* const block = part->block;
  (void)vcpu;
  current->instructions -= block->count - part->begin;
  for (unsigned i = part->begin; i < block->count; ++i) current->cycles -= block->steps[i].cycles;
  begin_part(part);
}

static void on_write(unsigned int vcpu, uint32_t access, uint64_t address, void* data) {
  (void)vcpu;
  (void)access;
  (void)data;
  if (address < stack_lowest && address >= stack_end) stack_lowest = address;
}

static void on_access(unsigned int vcpu, uint32_t access, uint64_t address, void* data) {
  if (qemu_plugin_mem_is_store(access)) {
    on_write(vcpu, access, address, data);
    return;
  }
  for (unsigned i = 0; i < span_count; ++i) {
    if (address >= span_begin[i] && address < span_end[i])
      current->read[i] += UINT64_C(1) << qemu_plugin_mem_size_shift(access);
  }
}

static unsigned phase_at(uint64_t address) {
  for (unsigned i = 0; i < phase_count; ++i) {
    if (phase_address[i] == address) return i + 1;
  }
  return 0;
}

static struct step step_of(const struct qemu_plugin_insn* insn) {
  struct step step = {.size = qemu_plugin_insn_size(insn)};
  if (core == kNoCore) return step;
#if KERF_QEMU_API >= 3
  uint8_t bytes[4];
  qemu_plugin_insn_data(insn, bytes, step.size);
#else
  const uint8_t* const bytes = qemu_plugin_insn_data(insn);
#endif
  // Where the next instruction crosses a page, QEMU 7 takes its first half for a part of this one.
  step.size = bytes[1] < 0xE8 ? 2 : 4;
  if (core >= kCortexM7) {
    step.operation = decode((uint32_t)qemu_plugin_insn_vaddr(insn), bytes, step.size);
  } else {
    step.timing = timing_of(core, bytes, step.size);
  }
  return step;
}

// Each part that began earlier in the block contains all instructions from there to its end.
static void on_translate(qemu_plugin_id_t id, struct qemu_plugin_tb* translated) {
  const size_t count = qemu_plugin_tb_n_insns(translated);
  struct block* const block = malloc(sizeof *block + count * sizeof block->steps[0]);
  (void)id;
  block->start = qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(translated, 0));
  block->count = (unsigned)count;
  for (unsigned i = 0; i < count; ++i) {
    struct qemu_plugin_insn* insn = qemu_plugin_tb_get_insn(translated, i);
    const unsigned phase = phase_at(qemu_plugin_insn_vaddr(insn));
    // One for both: of two, QEMU 7 calls only one.
    if (span_count == 0) {
      qemu_plugin_register_vcpu_mem_cb(insn, on_write, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_W,
                                       NULL);
    } else {
      qemu_plugin_register_vcpu_mem_cb(insn, on_access, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW,
                                       NULL);
    }
    block->steps[i] = step_of(insn);
    block->end = qemu_plugin_insn_vaddr(insn) + block->steps[i].size;
    if (i != 0 && phase == 0) continue;
    struct part* const part = malloc(sizeof *part);
    *part = (struct part){.block = block, .begin = i, .phase = phase};
    if (i == 0) {
      qemu_plugin_register_vcpu_tb_exec_cb(translated, on_block, QEMU_PLUGIN_CB_NO_REGS, part);
    } else {
      qemu_plugin_register_vcpu_insn_exec_cb(insn, on_entry_inside, QEMU_PLUGIN_CB_NO_REGS, part);
    }
  }
}

static char* put_number(char* at, uint64_t number) {
  char digits[20];
  unsigned count = 0;
  do {
    digits[count++] = (char)('0' + number % 10);
    number /= 10;
  } while (number != 0);
  while (count != 0) *at++ = digits[--count];
  return at;
}

static void on_exit(qemu_plugin_id_t id, void* data) {
  (void)id;
  (void)data;
  for (unsigned i = 0; i < entry_count; ++i) {
    char line[72 + kMaxSpans * 21];
    char* at = put_number(line, entries[i].phase);
    *at++ = ' ';
    at = put_number(at, entries[i].instructions);
    *at++ = ' ';
    at = put_number(at, entries[i].cycles);
    for (unsigned k = 0; k < span_count; ++k) {
      *at++ = ' ';
      at = put_number(at, entries[i].read[k]);
    }
    *at++ = '\n';
    *at = '\0';
    qemu_plugin_outs(line);
  }
  char line[48] = "stack ";
  char* at = put_number(line + 6, stack_top - stack_lowest);
  *at++ = '\n';
  *at = '\0';
  qemu_plugin_outs(line);
}

static uint64_t fault_handler;
static uint64_t last_address;

static void on_instruction(unsigned int vcpu, void* data) {
  const uint64_t address = (uintptr_t)data;
  (void)vcpu;
  if (address != fault_handler) {
    last_address = address;
    return;
  }
  char line[48] = "fault ";
  char* at = put_number(line + 6, last_address);
  *at++ = '\n';
  *at = '\0';
  qemu_plugin_outs(line);
}

static void on_translate_watched(qemu_plugin_id_t id, struct qemu_plugin_tb* block) {
  const size_t count = qemu_plugin_tb_n_insns(block);
  (void)id;
  for (size_t i = 0; i < count; ++i) {
    struct qemu_plugin_insn* insn = qemu_plugin_tb_get_insn(block, i);
    void* const address = (void*)(uintptr_t)qemu_plugin_insn_vaddr(insn);
    qemu_plugin_register_vcpu_insn_exec_cb(insn, on_instruction, QEMU_PLUGIN_CB_NO_REGS, address);
  }
}

static int hexadecimal(char digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
  return -1;
}

// Reads what follows "=0x".
static int read_address(const char* argument, uint64_t* address) {
  while (*argument != '\0' && *argument != '=') ++argument;
  if (argument[0] != '=' || argument[1] != '0' || argument[2] != 'x') return -1;
  for (argument += 3; *argument != '\0'; ++argument) {
    const int digit = hexadecimal(*argument);
    if (digit < 0) return -1;
    *address = *address << 4 | (uint64_t)digit;
  }
  return 0;
}

EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const void* info, int argc, char** argv) {
  (void)info;
  if (argc == 1) {
    if (argv[0][0] != 'f' || read_address(argv[0], &fault_handler) != 0) return -1;
    qemu_plugin_register_vcpu_tb_trans_cb(id, on_translate_watched);
    return 0;
  }
  enum { kBeforeSpans = 4 };
  uint64_t number = 0;
  uint64_t spans = 0;
  if (argc < kBeforeSpans || read_address(argv[3], &spans) != 0 || spans > kMaxSpans) return -1;
  const int before = kBeforeSpans + 2 * (int)spans;
  if (argc < before || argc > before + kMaxPhases) return -1;
  if (read_address(argv[0], &number) != 0 || number > kCortexM55) return -1;
  if (read_address(argv[1], &stack_end) != 0 || read_address(argv[2], &stack_top) != 0) return -1;
  core = (enum core)number;
  previous = takes(0);
  stack_lowest = stack_top;
  span_count = (unsigned)spans;
  for (unsigned i = 0; i < span_count; ++i) {
    char** const span = argv + kBeforeSpans + 2 * i;
    if (read_address(span[0], &span_begin[i]) != 0) return -1;
    if (read_address(span[1], &span_end[i]) != 0) return -1;
  }
  phase_count = (unsigned)(argc - before);
  for (unsigned i = 0; i < phase_count; ++i) {
    if (read_address(argv[before + (int)i], &phase_address[i]) != 0) return -1;
  }
  qemu_plugin_register_vcpu_tb_trans_cb(id, on_translate);
  qemu_plugin_register_atexit_cb(id, on_exit, NULL);
  return 0;
}
