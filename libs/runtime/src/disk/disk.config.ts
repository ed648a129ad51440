import { configSlice, integer } from '@lectern/config';

export const diskSlice = configSlice('disk', {
  DISK_RESERVE_MB: integer({
    doc:
      'MiB of the disk of DATA_DIR and of BLOB_DIR that stay free for deletions, at most a tenth of the disk; with less, ' +
      'what adds content is refused with 507 and work on documents waits; 0: fill the disk',
    min: 0,
    max: 1_048_576,
    fallback: 256,
  }),
});
