import type { BulkOperation } from './bulk-writer';
import type { EngineCalls } from './engine-calls';
import type { ResourceDocument } from './paragraph-document';

/** Ids that are asked for at once. */
const readAtOnceMax = 1_000;

/** The document that stands for a resource, and the state in which it was read. */
export interface Head extends ResourceDocument {
  readonly seqNo: number;
  readonly primaryTerm: number;
}

type State = Pick<Head, 'seqNo' | 'primaryTerm'>;

interface HeadItem {
  readonly _id: string;
  readonly found?: boolean;
  readonly _seq_no?: number;
  readonly _primary_term?: number;
  readonly _source?: ResourceDocument;
  readonly error?: { readonly type: string };
}

/**
 * As they are now, searchable or not; those that are not there are left out.
 *
 * @returns undefined when the index does not exist
 */
export async function readHeads(
  calls: EngineCalls,
  index: string,
  rids: readonly string[],
): Promise<ReadonlyMap<string, Head> | undefined> {
  const heads = new Map<string, Head>();
  for (let from = 0; from < rids.length; from += readAtOnceMax) {
    const docs = rids.slice(from, from + readAtOnceMax).map((rid) => ({ _id: rid, routing: rid }));
    const answer = await calls.read<{ docs: HeadItem[] }>((client) =>
      client.transport.request({ method: 'POST', path: `/${index}/_mget`, body: { docs } }),
    );
    for (const { _id: rid, _source: document, _seq_no: seqNo, _primary_term: primaryTerm, error } of answer.docs) {
      if (error?.type === 'index_not_found_exception') return undefined;
      if (document && seqNo !== undefined && primaryTerm !== undefined)
        heads.set(rid, { ...document, seqNo, primaryTerm });
    }
  }
  return heads;
}

/** Writes a head, unless it is another one by now than the one that was read. */
export function headOperation(document: ResourceDocument, before: State | undefined): BulkOperation {
  const target = { _id: document.rid, routing: document.rid };
  if (!before) return { action: { create: target }, document };
  return { action: { index: { ...target, if_seq_no: before.seqNo, if_primary_term: before.primaryTerm } }, document };
}
