/** Files of the model in its folder. */
export const moonshineFiles = {
  encoder: 'encoder_model.onnx',
  decoder: 'decoder_model_merged.onnx',
  vocabulary: 'vocabulary.txt',
} as const;
