/* The model in flash, at a multiple of 16 as Program::load requires. */
  .section .model, "a", %progbits
  .balign 16
  .global model_start
model_start:
  .incbin "model.pte"
  .global model_end
model_end:
