import { configSlice, integer } from '@lectern/config';

/** Limits of uploads, shared by all that accept them. */
export const uploadSlice = configSlice('uploads', {
  UPLOAD_SIZE_BYTES_MAX: integer({
    doc: 'largest uploaded file, in one request or in several; the same for gateway and knowledge-box',
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    fallback: 5 * 1024 ** 3,
  }),
});
