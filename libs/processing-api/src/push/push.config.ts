import { configSlice, integer } from '@lectern/config';

export const pushConfig = configSlice('processing API', {
  PUSH_QUEUE_MAX: integer({
    doc: 'pushes of one account that may wait; more are refused',
    min: 1,
    max: 10_000_000,
    fallback: 20_000,
  }),
  PUSH_QUEUE_MB: integer({
    doc: 'size of the pending pushes of one account, without uploaded files',
    min: 1,
    max: 1_000_000,
    fallback: 2_048,
  }),
  PUSH_RESULT_DAYS: integer({ doc: 'days for which results of pushes are kept', min: 1, max: 365, fallback: 7 }),
});
