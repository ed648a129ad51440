import { configSlice, integer, readConfig } from '@lectern/config';

const GIB = 1024 ** 3;

export const transferConfig = configSlice('exports, imports and backups', {
  EXPORT_SIZE_BYTES_MAX: integer({
    doc: 'largest file of an export or backup',
    min: 1,
    max: 5 * 1024 * GIB,
    fallback: 100 * GIB,
  }),
  TRANSFER_RETENTION_S: integer({
    doc: 'seconds after which a file that was exported, and one whose import failed, is removed',
    min: 3_600,
    max: 365 * 24 * 3_600,
    fallback: 7 * 24 * 3_600,
  }),
});

/** When a transfer that ends now is deleted. */
export function expiry(now: Date): Date {
  return new Date(now.getTime() + readConfig(transferConfig).TRANSFER_RETENTION_S * 1_000);
}
