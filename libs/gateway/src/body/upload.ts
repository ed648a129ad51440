import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import type { BlobInfo, BlobStore } from '@lectern/blob-store';
import { AppError } from '@lectern/contracts/core';
import { slowBody } from './slow-body';

/** An upload that brings less in the time of `windowMs` is given up. */
const BYTES_PER_WINDOW_MIN = 16 * 1024;

export interface UploadTarget {
  readonly blobs: BlobStore;
  readonly folder: string;
  readonly sizeBytesMax: number;
  readonly windowMs: number;
  /** Ends the reading when it aborts with an AppError, which is thrown. */
  readonly signal?: AbortSignal;
}

/** Description of the stored bytes, for operations. */
export interface StoredUpload extends BlobInfo {
  readonly key: string;
}

/**
 * Streams a request body into the blob store, for an operation that takes the key.
 *
 * @param use consumer of the blob; when it certainly did nothing, the blob is removed. When its outcome is
 *   unknown (a deadline, a lost service), the blob stays: a row may already name it. Otherwise the sweep removes it
 * @throws AppError `too_large`, `storage_full`, `request_timeout`, `cancelled` when the client hung up, and whatever
 *   `use` throws
 */
export async function withUpload<T>(
  request: IncomingMessage,
  { blobs, folder, sizeBytesMax, ...watched }: UploadTarget,
  use: (upload: StoredUpload) => Promise<T>,
): Promise<T> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > sizeBytesMax) throw new AppError('too_large', `The file is larger than ${sizeBytesMax} bytes`);
  const upload = await reading(request, watched, (body) => store({ blobs, folder, sizeBytesMax }, body));
  return removedWhenRefused(blobs, upload, use);
}

/** Writes a blob with a new key. */
export async function store(
  { blobs, folder, sizeBytesMax }: Pick<UploadTarget, 'blobs' | 'folder' | 'sizeBytesMax'>,
  content: Readable,
): Promise<StoredUpload> {
  const key = `${folder}/upload/${randomUUID()}`;
  return { key, ...(await blobs.write(key, content, { sizeBytesMax })) };
}

export async function removedWhenRefused<T>(
  blobs: BlobStore,
  upload: StoredUpload,
  use: (upload: StoredUpload) => Promise<T>,
): Promise<T> {
  try {
    return await use(upload);
  } catch (error) {
    // A blob that cannot be removed is less than what the caller must know.
    if (error instanceof AppError && error.isUndone) await blobs.delete(upload.key).catch(() => undefined);
    throw error;
  }
}

/**
 * Gives up a body that comes too slowly, or whose sender lost the right to send it.
 *
 * @throws AppError `request_timeout`, `cancelled` when the client hung up, and the reason of the signal
 */
export async function reading<T>(
  request: IncomingMessage,
  { windowMs, signal }: Pick<UploadTarget, 'windowMs' | 'signal'>,
  read: (body: Readable) => Promise<T>,
): Promise<T> {
  const body = bodyOf(request);
  const refuse = () => {
    if (signal?.reason instanceof AppError) body.destroy(signal.reason);
  };
  signal?.addEventListener('abort', refuse, { once: true });
  const watch = setInterval(giveUpWhenSlow(request, body, windowMs), windowMs);
  try {
    return await read(body);
  } catch (error) {
    if (error instanceof AppError || !request.destroyed || request.complete) throw error;
    throw new AppError('cancelled', 'The client hung up', {}, { cause: error });
  } finally {
    clearInterval(watch);
    signal?.removeEventListener('abort', refuse);
    // Unread bytes are discarded.
    body.destroy();
  }
}

/** To be called after each window. What waits for the store is not the client's fault. */
function giveUpWhenSlow(request: IncomingMessage, body: PassThrough, windowMs: number): () => void {
  const { socket } = request;
  let seen = socket.bytesRead;
  return () => {
    const received = socket.bytesRead - seen;
    seen = socket.bytesRead;
    if (received >= BYTES_PER_WINDOW_MIN || request.complete || body.writableNeedDrain) return;
    body.destroy(slowBody(`The upload brought less than ${BYTES_PER_WINDOW_MIN} bytes in ${windowMs / 1_000} s`));
  };
}

/** The bytes apart from their connection: when they cannot be stored, it stays open for the answer that says so. */
function bodyOf(request: IncomingMessage): PassThrough {
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
