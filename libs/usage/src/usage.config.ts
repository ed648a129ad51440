import { configSlice, integer, optionalText } from '@lectern/config';

export const usageSlice = configSlice('usage', {
  USAGE_DIR: optionalText({
    doc: 'folder of usage that is measured and not with the accounts host yet; by default usage in DATA_DIR. Must survive a crash of the process',
  }),
  USAGE_JOURNAL_MB: integer({
    doc: 'MiB of usage of one process that wait on disk while the accounts host is away; more is dropped and counted',
    min: 1,
    max: 1_000_000,
    fallback: 64,
  }),
});
