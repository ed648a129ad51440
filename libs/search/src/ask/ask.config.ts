import { configSlice, integer } from '@lectern/config';

export const askConfig = configSlice('ask', {
  ASKS_AT_ONCE_MAX: integer({
    doc: 'questions that one process answers at the same time; as many more wait up to 5 s, others are answered 503',
    min: 1,
    max: 10_000,
    fallback: 64,
  }),
});
