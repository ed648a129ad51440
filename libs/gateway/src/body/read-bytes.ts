import type { IncomingMessage } from 'node:http';
import { AppError } from '@lectern/contracts/core';
import { slowBody } from './slow-body';

export interface BodyLimits {
  readonly sizeBytesMax: number;
  /** From the first byte of a body to its last. */
  readonly timeoutMs: number;
  /** Ends the reading when it aborts with an AppError, which is thrown. */
  readonly signal?: AbortSignal;
}

/**
 * @param check called with each piece as it comes; gives a reason to refuse the body at once
 * @throws AppError `too_large`, `request_timeout`, `cancelled` when the client hung up
 */
export async function readBytes(
  request: IncomingMessage,
  { sizeBytesMax, timeoutMs, signal }: BodyLimits,
  check?: (piece: Buffer) => AppError | undefined,
): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > sizeBytesMax) throw tooLarge(sizeBytesMax);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    const giveUp = () => end(slowBody(`The request body was not complete within ${timeoutMs / 1_000} s`));
    const timer = setTimeout(giveUp, timeoutMs);
    const refused = () => {
      if (signal?.reason instanceof AppError) end(signal.reason);
    };
    const end = (result: Buffer | AppError) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', refused);
      request.off('data', take).off('end', complete).off('error', hungUp).off('close', hungUp);
      if (Buffer.isBuffer(result)) resolve(result);
      else reject(result);
    };
    const take = (chunk: Buffer) => {
      sizeBytes += chunk.length;
      chunks.push(chunk);
      const refusal = sizeBytes > sizeBytesMax ? tooLarge(sizeBytesMax) : check?.(chunk);
      if (refusal) end(refusal);
    };
    const complete = () => end(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, sizeBytes));
    const hungUp = () => end(new AppError('cancelled', 'The client hung up'));
    signal?.addEventListener('abort', refused, { once: true });
    if (request.destroyed) hungUp();
    else request.on('data', take).on('end', complete).on('error', hungUp).on('close', hungUp);
  });
}

function tooLarge(sizeBytesMax: number): AppError {
  return new AppError('too_large', `The request body is larger than ${sizeBytesMax} bytes`);
}
