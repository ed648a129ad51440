import type { IncomingMessage } from 'node:http';
import { parse as parseForm } from 'node:querystring';
import { AppError, invalidRequest } from '@lectern/contracts/core';
import { slowBody } from './slow-body';

export interface BodyLimits {
  readonly sizeBytesMax: number;
  /** From the first byte of a body to its last. */
  readonly timeoutMs: number;
  /** Ends the reading when it aborts with an AppError, which is thrown. */
  readonly signal?: AbortSignal;
}

/** @throws AppError `too_large`, `request_timeout`, `cancelled` when the client hung up */
export async function readBytes(
  request: IncomingMessage,
  { sizeBytesMax, timeoutMs, signal }: BodyLimits,
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
      if (sizeBytes > sizeBytesMax) end(tooLarge(sizeBytesMax));
    };
    const complete = () => end(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, sizeBytes));
    const hungUp = () => end(new AppError('cancelled', 'The client hung up'));
    signal?.addEventListener('abort', refused, { once: true });
    if (request.destroyed) hungUp();
    else request.on('data', take).on('end', complete).on('error', hungUp).on('close', hungUp);
  });
}

/**
 * The body as JSON, whatever media type it claims; a form as an object of texts. Clients send all kinds of types with
 * JSON, and JSON's own with nothing.
 *
 * @returns undefined for an empty body
 * @throws AppError `invalid_request` (`json_invalid`), and as `readBytes`
 */
export async function readJson(request: IncomingMessage, limits: BodyLimits): Promise<unknown> {
  const { 'content-length': length, 'transfer-encoding': encoding, 'content-type': type = '' } = request.headers;
  if (encoding === undefined && (length === undefined || length === '0')) return undefined;
  const bytes = await readBytes(request, limits);
  if (bytes.length === 0) return undefined;
  const text = bytes.toString('utf8');
  return type.startsWith('application/x-www-form-urlencoded') ? { ...parseForm(text) } : parseJson(text);
}

/** `__proto__`, or ASCII letters escaped as nobody does who has nothing to hide. */
const PROTOTYPE = /__proto__|\\u00[57]/i;

function withoutPrototype(key: string, value: unknown): unknown {
  return key === '__proto__' ? undefined : value;
}

export function parseJson(text: string): unknown {
  try {
    const json = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
    return PROTOTYPE.test(json) ? JSON.parse(json, withoutPrototype) : JSON.parse(json);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/, ".*$/s, '') : '';
    const position = /position (\d+)/.exec(reason)?.[1] ?? String(text.length);
    throw invalidRequest([
      { type: 'json_invalid', loc: ['body', position], msg: 'JSON decode error', input: {}, ctx: { error: reason } },
    ]);
  }
}

function tooLarge(sizeBytesMax: number): AppError {
  return new AppError('too_large', `The request body is larger than ${sizeBytesMax} bytes`);
}
