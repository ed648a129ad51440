import type { IncomingMessage } from 'node:http';
import {
  AppError,
  invalidRequest,
  JsonStructure,
  type StructureBounds,
  type StructureProblem,
} from '@lectern/contracts/core';
import { isForm, readForm } from './form-body';
import { type BodyLimits, readBytes } from './read-bytes';

/** Limits of a body that is parsed. */
export interface JsonLimits extends BodyLimits {
  readonly structure: StructureBounds;
}

/**
 * The body as JSON, regardless of its media type; a form as an object of texts. Clients send all kinds of types with
 * JSON, and JSON's own with nothing.
 *
 * @returns undefined for an empty body
 * @throws AppError `invalid_request` (`json_invalid`), and as `readBytes`
 */
export async function readJson(request: IncomingMessage, limits: JsonLimits): Promise<unknown> {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && (length === undefined || length === '0')) return undefined;
  if (isForm(request)) return readForm(request, limits);
  const structure = new JsonStructure(limits.structure);
  const bytes = await readBytes(request, limits, (piece) => refusalOf(structure.add(piece), limits.structure));
  return bytes.length === 0 ? undefined : parseJson(bytes.toString('utf8'));
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
