import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { AppError } from '@lectern/contracts/core';
import type { BodyPart } from '@lectern/contracts/knowledge-box';
import { BodyParts } from './body-parts';
import { reading, removedWhenRefused, store, type UploadTarget } from './upload';

/** A process that is killed loses at most this many received bytes. */
export const PART_BYTES_MAX = 8 * 1024 ** 2;

/** Does something with a part; the answer to the last one is that of the request. */
type UsePart<T> = (part: BodyPart) => Promise<T>;

/**
 * Streams a request body into the blob store part by part, for an operation that takes `BodyPart`s.
 *
 * @throws AppError `precondition_failed` for a body that does not say its size, `request_timeout`, `cancelled` when the
 * client hung up, each after the received bytes were used; `storage_full`, and errors of `use`
 */
export async function withParts<T>(request: IncomingMessage, target: UploadTarget, use: UsePart<T>): Promise<T> {
  const announced = request.headers['content-length'];
  if (announced === undefined) throw new AppError('precondition_failed', 'content-length header is required');
  const sizeBytes = Number(announced);
  const answer = await use({ start: 0, isLast: sizeBytes === 0 });
  if (sizeBytes === 0) return answer;
  return reading(request, target, (body) => storedParts(body, target, { sizeBytes, use, answer }));
}

async function storedParts<T>(
  body: Readable,
  { blobs, folder }: UploadTarget,
  { sizeBytes, use, answer: opened }: { readonly sizeBytes: number; readonly use: UsePart<T>; readonly answer: T },
): Promise<T> {
  const parts = new BodyParts(body, PART_BYTES_MAX);
  let answer = opened;
  for (let start = 0; start < sizeBytes;) {
    const content = await parts.next();
    if (!content) break;
    const upload = await store({ blobs, folder, sizeBytesMax: PART_BYTES_MAX }, content);
    const isLast = start + upload.sizeBytes === sizeBytes;
    const part = { start, isLast };
    answer = await removedWhenRefused(blobs, upload, (blob) => use({ ...part, blob }));
    start += upload.sizeBytes;
  }
  if (parts.failure) throw parts.failure.error;
  return answer;
}
