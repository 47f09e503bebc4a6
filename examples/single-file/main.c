/* Keyword spotting on a Cortex-M4, in C, from one source: prints the most likely of 12 words. */
#include <stdio.h>

#include "kerf_dscnn_int8_m4.h"

/* What the model needs, to the byte. */
static KERF_ALIGNED uint8_t planned[KERF_ARRAY(KERF_PLANNED_BYTES_1)];
static KERF_ALIGNED uint8_t state[KERF_ARRAY(KERF_METHOD_BYTES)];
static KERF_ALIGNED uint8_t temp[KERF_ARRAY(KERF_TEMP_BYTES)];
static float spectrogram[49 * 10]; /* of your microphone */

static kerf_error run(kerf_value* scores) {
  static kerf_program program;
  static kerf_method method;
  static const kerf_block blocks[] = {{planned, sizeof planned}};
  const kerf_memory memory = {
      .method = {state, sizeof state},
      .temp = {temp, sizeof temp},
      .planned = blocks,
      .planned_count = 1,
  };
  kerf_error error = kerf_program_load(&program, kerf_dscnn_int8_m4_dscnn_cortex_m_pte,
                                       kerf_dscnn_int8_m4_dscnn_cortex_m_pte_bytes);
  if (error == KERF_OK) error = kerf_method_load(&method, &program, "forward", &memory, NULL, 0);
  if (error == KERF_OK)
    error = kerf_method_set_input_bytes(&method, 0, spectrogram, sizeof spectrogram);
  if (error == KERF_OK) error = kerf_method_execute(&method, UINT32_MAX);
  if (error == KERF_OK) error = kerf_method_get_output(&method, 0, scores);
  return error;
}

int main(void) {
  kerf_value scores;
  const kerf_error error = run(&scores);
  if (error != KERF_OK) return puts(kerf_error_name(error)), error;
  const float* score = scores.as.tensor.data;
  int best = 0;
  for (int i = 1; i < 12; ++i) best = score[i] > score[best] ? i : best;
  printf("word %d, %d %%\n", best, (int)(score[best] * 100));
  return 0;
}
