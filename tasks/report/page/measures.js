// What is measured of a target in addition to the bytes of its ELF, with the words of docs/reference/size.md.

import { bytes, count, short } from "report/format";

export const MEASURES = {
  flash_bytes: { label: "flash", shown: bytes },
  ram_bytes: { label: "RAM", shown: bytes },
  registry_flash_bytes: { label: "registry, flash", shown: bytes },
  registry_ram_bytes: { label: "registry, RAM", shown: bytes },
  method_bytes: { label: "method memory", shown: bytes },
  planned_bytes: { label: "planned memory", shown: bytes },
  stack_bytes: { label: "stack, used in the run", shown: bytes },
  temp_bytes: { label: "temporary memory", shown: bytes },
  program_bytes: { label: ".pte program", shown: bytes },
  weight_bytes: { label: ".pte weights", shown: bytes },
  kernels_linked: { label: "kernels linked", shown: count },
  kernels_needed: { label: "kernels needed", shown: count },
  program_load_instructions: { label: "instructions, program load", shown: short },
  method_load_instructions: { label: "instructions, method load", shown: short },
  execute_instructions: { label: "instructions, execute", shown: short },
};
export const shown = (name, value) =>
  value === undefined || value === null ? "–" : (MEASURES[name]?.shown ?? count)(value);
