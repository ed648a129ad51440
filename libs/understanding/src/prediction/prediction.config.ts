import { configSlice, flag } from '@lectern/config';

export const predictionConfig = configSlice('prediction', {
  REPHRASE_STATUS_SUFFIX: flag({
    doc: 'whether a question that is rewritten for a NUA key ends with the digit 0, which most clients cut off',
    fallback: true,
  }),
});
