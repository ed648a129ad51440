import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type AskTrace, TRACE_VERSION } from './ask-trace';

/** Bytes of one trace in the database. */
export const TRACE_BYTES_MAX = 256 * 1024;
const JSON_BYTES_MAX = 8 * 1024 * 1024;
/** Members of a request that can be large, and without which the rest still explains the answer. */
const large = ['vector', 'extra_context', 'chat_history', 'context', 'answer_json_schema', 'query_image'];

const compressed = promisify(gzip);
const expanded = promisify(gunzip);

/** As it is stored; of one that is too large without the large members of its request. Undefined when it still is. */
export async function storedTrace(trace: AskTrace): Promise<Buffer | undefined> {
  return (await within(trace)) ?? within(reduced(trace));
}

/** Undefined for one that another version wrote. */
export async function readTrace(stored: Uint8Array): Promise<AskTrace | undefined> {
  const json = await expanded(stored, { maxOutputLength: JSON_BYTES_MAX });
  // Only `storedTrace` writes them.
  const trace = JSON.parse(json.toString('utf8')) as AskTrace;
  return trace.version === TRACE_VERSION ? trace : undefined;
}

async function within(trace: AskTrace): Promise<Buffer | undefined> {
  const json = Buffer.from(JSON.stringify(trace), 'utf8');
  if (json.length > JSON_BYTES_MAX) return undefined;
  const bytes = await compressed(json);
  return bytes.length > TRACE_BYTES_MAX ? undefined : bytes;
}

function reduced(trace: AskTrace): AskTrace {
  const members = Object.entries(trace.request).filter(([name]) => !large.includes(name));
  return { ...trace, request: Object.fromEntries(members), history: [], isReduced: true };
}
