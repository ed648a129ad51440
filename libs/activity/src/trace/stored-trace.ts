import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type AskTrace, TRACE_VERSION } from './ask-trace';

/** Maximum stored size of a trace. */
export const TRACE_BYTES_MAX = 256 * 1024;
const JSON_BYTES_MAX = 8 * 1024 * 1024;
/** Members of a request that may be large and are not essential for explaining the answer. */
const large = ['vector', 'extra_context', 'chat_history', 'context', 'answer_json_schema', 'query_image'];

const compressed = promisify(gzip);
const expanded = promisify(gunzip);

/**
 * The stored form; if it is too large, without the large members of the request. Undefined if it is still too large.
 */
export async function storedTrace(trace: AskTrace): Promise<Buffer | undefined> {
  return (await traceWithinLimit(trace)) ?? traceWithinLimit(reduced(trace));
}

/** Undefined for a trace of another version. */
export async function readTrace(stored: Uint8Array): Promise<AskTrace | undefined> {
  const json = await expanded(stored, { maxOutputLength: JSON_BYTES_MAX });
  // Only `storedTrace` writes traces.
  const trace = JSON.parse(json.toString('utf8')) as AskTrace;
  return trace.version === TRACE_VERSION ? trace : undefined;
}

async function traceWithinLimit(trace: AskTrace): Promise<Buffer | undefined> {
  const json = Buffer.from(JSON.stringify(trace), 'utf8');
  if (json.length > JSON_BYTES_MAX) return undefined;
  const bytes = await compressed(json);
  return bytes.length > TRACE_BYTES_MAX ? undefined : bytes;
}

function reduced(trace: AskTrace): AskTrace {
  const members = Object.entries(trace.request).filter(([name]) => !large.includes(name));
  return { ...trace, request: Object.fromEntries(members), history: [], isReduced: true };
}
