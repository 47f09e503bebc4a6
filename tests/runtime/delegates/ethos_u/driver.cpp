// The simulated driver, which is C, with the warnings and sanitizers of these tests.
#include "driver/src/ethosu_device_u55_u65.c"
#include "driver/src/ethosu_driver.c"
