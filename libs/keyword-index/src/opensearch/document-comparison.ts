import { type KeywordRecord, pagesOf } from '@lectern/contracts/core';
import type { Client } from '@opensearch-project/opensearch';
import { EntryTally } from '@lectern/index-engine';
import type { EngineCalls } from './engine-calls';
import { paragraphsOnly } from './filter-query';
import { unlessMissing } from './opensearch-errors';
import { type HeadMembers, type ParagraphDocument, paragraphDocuments } from './paragraph-document';

const HELD_FOR = '1m';
const DOCUMENTS_PER_PAGE = 500;
/** Terms that one filter of the engine may have. */
const RESOURCES_PER_SEARCH = 256;

type HeldDocument = ParagraphDocument & Partial<HeadMembers>;

/** Compares the indexed documents with the expected ones. */
export class DocumentComparison {
  constructor(private readonly calls: EngineCalls) {}

  /** @returns ids of resources whose paragraphs differ; all when there is no index */
  async differing(index: string, records: readonly KeywordRecord[]): Promise<readonly string[]> {
    const different: string[] = [];
    for (let start = 0; start < records.length; start += RESOURCES_PER_SEARCH)
      different.push(...(await this.differingSome(index, records.slice(start, start + RESOURCES_PER_SEARCH))));
    return different;
  }

  private async differingSome(index: string, records: readonly KeywordRecord[]): Promise<readonly string[]> {
    const tallies = new Map(records.map(({ resource }) => [resource.rid, new EntryTally()]));
    for (const record of records)
      for await (const page of pagesOf(paragraphDocuments(record)))
        for (const document of page) tallies.get(record.resource.rid)?.expect(entryOf(document));
    const rids = [...tallies.keys()];
    const opening = this.calls.read((client) => client.createPit({ index: [index], keep_alive: HELD_FOR }));
    const pit = (await unlessMissing(opening))?.pit_id;
    if (pit === undefined) return rids;
    for await (const documents of this.held(pit, rids))
      for (const document of documents) tallies.get(document.rid)?.meet(entryOf(document));
    return [...tallies].flatMap(([rid, tally]) => (tally.differs ? [rid] : []));
  }

  private async *held(pit: string, rids: readonly string[]): AsyncGenerator<readonly HeldDocument[]> {
    try {
      for (let after: number[] | undefined, isLast = false; !isLast;) {
        const { hits } = await this.calls.read((client) =>
          client.search({
            allow_partial_search_results: false,
            body: {
              pit: { id: pit, keep_alive: HELD_FOR },
              size: DOCUMENTS_PER_PAGE,
              query: { bool: { filter: [paragraphsOnly, { terms: { rid: [...rids] } }] } },
              sort: [{ _shard_doc: { order: 'asc' } }],
              ...(after && { search_after: after }),
            },
          }),
        );
        // `paragraphDocuments` created them.
        yield hits.hits.map(({ _source }) => _source as unknown as HeldDocument);
        after = hits.hits.at(-1)?.sort?.map(Number);
        isLast = hits.hits.length < DOCUMENTS_PER_PAGE;
      }
    } finally {
      await this.calls.read((client: Client) => client.deletePit({ body: { pit_id: [pit] } })).catch(() => undefined);
    }
  }
}

/** Without the bookkeeping of writes. */
function entryOf({ version: _version, slots: _slots, changed: _changed, ...document }: HeldDocument): unknown {
  return document;
}
