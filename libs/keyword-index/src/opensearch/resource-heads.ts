import type { BulkOperation } from './bulk-writer';
import type { EngineCalls } from './engine-calls';
import { type MissingIndex, UnreadError, wasReplaced } from './opensearch-errors';
import type { HeadDocument, HeadMembers } from './paragraph-document';

/** Ids that are asked for at once. */
const readAtOnceMax = 1_000;

/** In which state a document was read or written. */
export interface DocumentState {
  readonly seqNo: number;
  readonly primaryTerm: number;
}

/** What is known of a resource, without its paragraphs. */
export type Head = Pick<HeadDocument, 'rid' | 'version'> & HeadMembers & DocumentState;

interface HeadItem {
  readonly _id: string;
  readonly found?: boolean;
  readonly _seq_no?: number;
  readonly _primary_term?: number;
  readonly _source?: Pick<HeadDocument, 'rid' | 'version' | 'slots' | 'changed'>;
  readonly error?: MissingIndex;
}

/**
 * As they are now, searchable or not; those that are not there are left out.
 *
 * @returns undefined when the index does not exist
 * @throws AppError `unavailable`, `deadline_exceeded` when one of them could not be read
 */
export async function readHeads(
  calls: EngineCalls,
  index: string,
  rids: readonly string[],
): Promise<ReadonlyMap<string, Head> | undefined> {
  const heads = new Map<string, Head>();
  for (let from = 0; from < rids.length; from += readAtOnceMax) {
    const page = rids.slice(from, from + readAtOnceMax);
    const read = await calls.untilStarted(() => readPage(calls, index, page));
    if (!read) return undefined;
    for (const head of read) heads.set(head.rid, head);
  }
  return heads;
}

/** @throws UnreadError */
async function readPage(calls: EngineCalls, index: string, rids: readonly string[]): Promise<Head[] | undefined> {
  const { docs } = await calls.read<{ docs: HeadItem[] }>((client) =>
    client.transport.request({
      method: 'POST',
      path: `/${index}/_mget`,
      querystring: { _source_includes: 'rid,version,slots,changed' },
      body: { docs: rids.map((rid) => ({ _id: rid, routing: rid })) },
    }),
  );
  const missing = docs.some(({ error }) => error?.type === 'index_not_found_exception' && !wasReplaced(error));
  if (missing) return undefined;
  return docs.flatMap(({ _id: rid, _source: document, _seq_no: seqNo, _primary_term: primaryTerm, error }) => {
    if (error) throw new UnreadError(`it could not read ${rid} (${error.type})`);
    return document && seqNo !== undefined && primaryTerm !== undefined ? [{ ...document, seqNo, primaryTerm }] : [];
  });
}

/** Writes a head, unless it is another one by now than the one that was read. */
export function headOperation(document: HeadDocument, before: DocumentState | undefined): BulkOperation {
  const target = { _id: document.rid, routing: document.rid };
  return { action: before ? { index: { ...target, ...unlessChanged(before) } } : { create: target }, document };
}

/** Changes members of a head, unless it is another one by now. */
export function headUpdate({ rid, ...before }: Head, members: Partial<HeadMembers>): BulkOperation {
  const target = { _id: rid, routing: rid, ...unlessChanged(before) };
  return { action: { update: target }, document: { doc: members } };
}

function unlessChanged({ seqNo, primaryTerm }: DocumentState) {
  return { if_seq_no: seqNo, if_primary_term: primaryTerm };
}
