# A compiler for bare metal; which processor it is for comes with Kerf::<target>.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_C_COMPILER arm-none-eabi-gcc)
set(CMAKE_CXX_COMPILER arm-none-eabi-g++)
set(CMAKE_ASM_COMPILER arm-none-eabi-gcc)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(LIBC --specs=picolibc.specs CACHE STRING "newlib of Arm's toolchain: --specs=nano.specs")
