/* Start-up of an STM32G071, in the shape of the file that comes with the vendor's firmware package:
   the vectors, then Reset_Handler copies .data, clears .bss and calls main. Put yours here. */
  .syntax unified
  .cpu cortex-m0plus
  .fpu softvfp
  .thumb

  .section .text.Reset_Handler
  .weak Reset_Handler
  .type Reset_Handler, %function
Reset_Handler:
  ldr r0, =_estack
  mov sp, r0
  bl SystemInit

  ldr r0, =_sdata
  ldr r1, =_edata
  ldr r2, =_sidata
  b CompareData
CopyData:
  ldr r3, [r2]
  str r3, [r0]
  adds r2, r2, #4
  adds r0, r0, #4
CompareData:
  cmp r0, r1
  bcc CopyData

  ldr r0, =_sbss
  ldr r1, =_ebss
  movs r2, #0
  b CompareBss
ClearBss:
  str r2, [r0]
  adds r0, r0, #4
CompareBss:
  cmp r0, r1
  bcc ClearBss

  bl main
Forever:
  b Forever
  .size Reset_Handler, .-Reset_Handler

  .section .text.Default_Handler, "ax", %progbits
  .type Default_Handler, %function
Default_Handler:
  b Default_Handler
  .size Default_Handler, .-Default_Handler

  .section .text.SystemInit, "ax", %progbits
  .weak SystemInit
  .thumb_func
SystemInit:
  bx lr

  .section .isr_vector, "a", %progbits
  .type g_pfnVectors, %object
g_pfnVectors:
  .word _estack
  .word Reset_Handler
  .word NMI_Handler
  .word HardFault_Handler
  .rept 7
  .word 0
  .endr
  .word SVC_Handler
  .word 0
  .word 0
  .word PendSV_Handler
  .word SysTick_Handler
  .rept 32 /* the interrupts of the peripherals */
  .word Default_Handler
  .endr
  .size g_pfnVectors, .-g_pfnVectors

  .macro handler name
  .weak \name
  .thumb_set \name, Default_Handler
  .endm
  handler NMI_Handler
  handler HardFault_Handler
  handler SVC_Handler
  handler PendSV_Handler
  handler SysTick_Handler
