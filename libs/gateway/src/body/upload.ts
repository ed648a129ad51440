import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { BlobInfo, BlobStore } from '@lectern/blob-store';
import { AppError } from '@lectern/contracts';

/** Without a byte for this long, an upload is given up. */
export const uploadIdleTimeoutMs = 60_000;

/** What an operation gets instead of bytes. */
export interface StoredUpload extends BlobInfo {
  readonly key: string;
}

/**
 * Streams a request body into the blob store, for an operation that takes the key.
 *
 * @param use what is done with the blob; when it fails, the blob is removed
 * @throws AppError `too_large`, `storage_full`, `cancelled` when the client hung up, and whatever `use` throws
 */
export async function withUpload<T>(
  request: IncomingMessage,
  { blobs, folder, sizeBytesMax }: { readonly blobs: BlobStore; readonly folder: string; readonly sizeBytesMax: number },
  use: (upload: StoredUpload) => Promise<T>,
): Promise<T> {
  if (Number(request.headers['content-length'] ?? 0) > sizeBytesMax) throw new AppError('too_large', `The file is larger than ${sizeBytesMax} bytes`);
  const key = `${folder}/upload/${randomUUID()}`;
  const { socket } = request;
  const giveUp = () => request.destroy(new AppError('deadline_exceeded', `No bytes for ${uploadIdleTimeoutMs} ms`));
  socket.setTimeout(uploadIdleTimeoutMs).once('timeout', giveUp);
  const info = await blobs.write(key, request, { sizeBytesMax }).finally(() => {
    socket.setTimeout(0).off('timeout', giveUp);
  });
  try {
    return await use({ key, ...info });
  } catch (error) {
    await blobs.delete(key);
    throw error;
  }
}
