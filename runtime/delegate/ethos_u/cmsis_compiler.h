// What Arm's driver takes of CMSIS's header of this name, for where the build compiles the driver.
#pragma once

#ifdef __arm__
#define __WFE() __asm volatile("wfe" ::: "memory")
#define __SEV() __asm volatile("sev" ::: "memory")
#else
#define __WFE() ((void)0)
#define __SEV() ((void)0)
#endif
