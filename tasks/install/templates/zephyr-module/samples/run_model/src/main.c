/* Runs the model of Kerf's target $target once. */
#include <zephyr/sys/printk.h>

$run
int main(void) {
  printk("$target: error %d\n", run_once());
  return 0;
}
