import { configSlice, integer } from '@lectern/config';

export const tusUploadConfig = configSlice('resumable uploads', {
  TUS_UPLOAD_IDLE_S: integer({
    doc: 'seconds after which a resumable upload that nobody continues is removed',
    min: 1,
    max: 30 * 24 * 3_600,
    fallback: 15_000,
  }),
});
