import { configSlice, flag } from '@lectern/config';
import { pricesSetting } from './model-prices';

export const predictionConfig = configSlice('prediction', {
  REPHRASE_STATUS_SUFFIX: flag({
    doc: 'whether a question that is rewritten for a NUA key ends with the digit 0, which most clients cut off',
    fallback: true,
  }),
  MODEL_PRICES: pricesSetting(
    'what generative models cost, by name, per million tokens and in any one currency: {"gpt-5": {"input": 1.25, "output": 10}}; limits on the cost of agents need it',
  ),
});
