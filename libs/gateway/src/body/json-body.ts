import type { IncomingMessage } from 'node:http';
import { parse as parseForm } from 'node:querystring';
import {
  AppError,
  invalidRequest,
  JsonStructure,
  type StructureBounds,
  type StructureProblem,
} from '@lectern/contracts/core';
import { slowBody } from './slow-body';

/** Forms have a few short texts. */
const FORM_SIZE_BYTES_MAX = 1024 ** 2;

export interface BodyLimits {
  readonly sizeBytesMax: number;
  /** From the first byte of a body to its last. */
  readonly timeoutMs: number;
  /** Ends the reading when it aborts with an AppError, which is thrown. */
  readonly signal?: AbortSignal;
}

/** Limits of a body that is parsed. */
export interface JsonLimits extends BodyLimits {
  readonly structure: StructureBounds;
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

/**
 * The body as JSON, regardless of its media type; a form as an object of texts. Clients send all kinds of types with
 * JSON, and JSON's own with nothing.
 *
 * @returns undefined for an empty body
 * @throws AppError `invalid_request` (`json_invalid`), and as `readBytes`
 */
export async function readJson(request: IncomingMessage, limits: JsonLimits): Promise<unknown> {
  const { 'content-length': length, 'transfer-encoding': encoding, 'content-type': type = '' } = request.headers;
  if (encoding === undefined && (length === undefined || length === '0')) return undefined;
  if (type.startsWith('application/x-www-form-urlencoded')) return readForm(request, limits);
  const structure = new JsonStructure(limits.structure);
  const bytes = await readBytes(request, limits, (piece) => refusalOf(structure.add(piece), limits.structure));
  return bytes.length === 0 ? undefined : parseJson(bytes.toString('utf8'));
}

async function readForm(request: IncomingMessage, limits: BodyLimits): Promise<unknown> {
  const sizeBytesMax = Math.min(limits.sizeBytesMax, FORM_SIZE_BYTES_MAX);
  const bytes = await readBytes(request, { ...limits, sizeBytesMax });
  return bytes.length === 0 ? undefined : { ...parseForm(bytes.toString('utf8')) };
}

function refusalOf(
  problem: StructureProblem | undefined,
  { nodesMax, depthMax }: StructureBounds,
): AppError | undefined {
  if (problem === 'depth')
    return new AppError('too_large', `The JSON of the request body is nested more than ${depthMax} levels deep`);
  if (problem !== 'nodes') return undefined;
  const parts = 'lists, objects, members and items';
  return new AppError(
    'too_large',
    `The JSON of the request body has more than ${nodesMax} ${parts}: send it in several requests`,
  );
}

/** `__proto__`, or ASCII letters escaped as nobody does who has nothing to hide. */
const PROTOTYPE = /__proto__|\\u00[57]/i;

/** Removes members that others would take for the prototype, where they are. */
function withoutPrototype(value: unknown): unknown {
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next !== 'object' || next === null) continue;
    if (Object.hasOwn(next, '__proto__')) Reflect.deleteProperty(next, '__proto__');
    for (const member of Object.values(next)) if (typeof member === 'object') left.push(member);
  }
  return value;
}

export function parseJson(text: string): unknown {
  try {
    const json = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
    return PROTOTYPE.test(json) ? withoutPrototype(JSON.parse(json)) : JSON.parse(json);
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
