import type { EngineCalls } from './engine-calls';
import { type MissingIndex, UnreadError, wasReplaced } from './opensearch-errors';

/** The state in which a document was read or written. */
export interface DocumentState {
  readonly seqNo: number;
  readonly primaryTerm: number;
}

export interface FoundDocument<T> extends DocumentState {
  readonly document: T;
}

/** Which documents to read, by resource and id, and which of their members. */
export interface DocumentRead {
  readonly ids: readonly string[];
  readonly members: { readonly _source_includes: string } | { readonly _source_excludes: string };
}

interface DocumentItem<T> {
  readonly _id: string;
  readonly _seq_no?: number;
  readonly _primary_term?: number;
  readonly _source?: T;
  readonly error?: MissingIndex;
}

/**
 * Reads documents in their current state, searchable or not; missing ones are omitted. The caller knows their shape.
 *
 * @returns by id; undefined when the index does not exist
 * @throws AppError `unavailable`, `deadline_exceeded` when one of them could not be read
 */
export async function readDocuments<T>(
  calls: EngineCalls,
  index: string,
  read: DocumentRead,
): Promise<ReadonlyMap<string, FoundDocument<T>> | undefined> {
  if (read.ids.length === 0) return new Map();
  return calls.untilStarted(() => readOnce<T>(calls, index, read));
}

/** @throws UnreadError */
async function readOnce<T>(
  calls: EngineCalls,
  index: string,
  { ids, members }: DocumentRead,
): Promise<ReadonlyMap<string, FoundDocument<T>> | undefined> {
  const { docs } = await calls.read<{ docs: DocumentItem<T>[] }>((client) =>
    client.transport.request({
      method: 'POST',
      path: `/${index}/_mget`,
      querystring: { ...members },
      body: { docs: ids.map((id) => ({ _id: id, routing: routingOf(id) })) },
    }),
  );
  const missing = docs.some(({ error }) => error?.type === 'index_not_found_exception' && !wasReplaced(error));
  if (missing) return undefined;
  const found = docs.flatMap(({ _id: id, _source: document, _seq_no: seqNo, _primary_term: primaryTerm, error }) => {
    if (error) throw new UnreadError(`it could not read ${id} (${error.type})`);
    const isThere = document && seqNo !== undefined && primaryTerm !== undefined;
    return isThere ? [[id, { document, seqNo, primaryTerm }] as const] : [];
  });
  return new Map(found);
}

/** All documents of a resource lie in one shard. */
function routingOf(id: string): string {
  return id.split('/', 1)[0] ?? id;
}
