/* Runs the model of Kerf's target $target once. */
#include <stdio.h>

$run
void app_main(void) { printf("$target: error %d\n", run_once()); }
