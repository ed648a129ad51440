import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
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
 * @param use what is done with the blob; when it refuses, the blob is removed. When nobody knows how it ended (a
 *   deadline, a lost service), the blob stays: a row may already name it
 * @throws AppError `too_large`, `storage_full`, `cancelled` when the client hung up, and whatever `use` throws
 */
export async function withUpload<T>(
  request: IncomingMessage,
  {
    blobs,
    folder,
    sizeBytesMax,
  }: { readonly blobs: BlobStore; readonly folder: string; readonly sizeBytesMax: number },
  use: (upload: StoredUpload) => Promise<T>,
): Promise<T> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > sizeBytesMax) throw new AppError('too_large', `The file is larger than ${sizeBytesMax} bytes`);
  const key = `${folder}/upload/${randomUUID()}`;
  const info = await stored(request, (body) => blobs.write(key, body, { sizeBytesMax }));
  try {
    return await use({ key, ...info });
  } catch (error) {
    // A blob that cannot be removed is less than what the caller must know.
    if (error instanceof AppError && error.isRefusal) await blobs.delete(key).catch(() => undefined);
    throw error;
  }
}

async function stored(request: IncomingMessage, write: (body: Readable) => Promise<BlobInfo>): Promise<BlobInfo> {
  const { socket } = request;
  const giveUp = () => request.destroy(new AppError('deadline_exceeded', `No bytes for ${uploadIdleTimeoutMs} ms`));
  socket.setTimeout(uploadIdleTimeoutMs).once('timeout', giveUp);
  try {
    return await write(bodyOf(request));
  } catch (error) {
    if (error instanceof AppError || !request.destroyed || request.complete) throw error;
    throw new AppError('cancelled', 'The client hung up', {}, { cause: error });
  } finally {
    socket.setTimeout(0).off('timeout', giveUp);
  }
}

/** The bytes apart from their connection: when they cannot be stored, it stays open for the answer that says so. */
function bodyOf(request: IncomingMessage): Readable {
  const body = new PassThrough();
  const fail = (error?: Error) => body.destroy(error ?? new AppError('cancelled', 'The client hung up'));
  const hangUp = () => request.complete || fail();
  request.once('error', fail).once('close', hangUp);
  body.once('close', () => {
    request.off('error', fail).off('close', hangUp).unpipe(body);
    request.on('error', () => undefined).resume();
  });
  return request.pipe(body);
}
