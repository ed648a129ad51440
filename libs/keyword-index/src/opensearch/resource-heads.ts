import type { BulkOperation } from './bulk-writer';
import { type DocumentState, readDocuments } from './document-reads';
import type { EngineCalls } from './engine-calls';
import type { HeadDocument, HeadMembers } from './paragraph-document';

/** Ids per request. */
const READ_AT_ONCE_MAX = 1_000;

/** The state of a resource, without its paragraphs. */
export type Head = Pick<HeadDocument, 'rid' | 'version'> & HeadMembers & DocumentState;

/**
 * Reads the current heads, searchable or not; missing ones are omitted.
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
  const members = { _source_includes: 'rid,version,slots,changed' };
  for (let from = 0; from < rids.length; from += READ_AT_ONCE_MAX) {
    const ids = rids.slice(from, from + READ_AT_ONCE_MAX);
    const page = await readDocuments<Omit<Head, keyof DocumentState>>(calls, index, { ids, members });
    if (!page) return undefined;
    for (const [rid, { document, ...state }] of page) heads.set(rid, { ...document, ...state });
  }
  return heads;
}

/** Writes a head unless it has changed since it was read. */
export function headOperation(document: HeadDocument, before: DocumentState | undefined): BulkOperation {
  const target = { _id: document.rid, routing: document.rid };
  return { action: before ? { index: { ...target, ...unlessChanged(before) } } : { create: target }, document };
}

/** Changes members of a head unless it has changed since it was read. */
export function headUpdate({ rid, ...before }: Head, members: Partial<HeadMembers>): BulkOperation {
  const target = { _id: rid, routing: rid, ...unlessChanged(before) };
  return { action: { update: target }, document: { doc: members } };
}

function unlessChanged({ seqNo, primaryTerm }: DocumentState) {
  return { if_seq_no: seqNo, if_primary_term: primaryTerm };
}
