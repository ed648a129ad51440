import type { BulkOperation, BulkWriter } from './bulk-writer';
import type { EngineCalls } from './engine-calls';
import { engineError } from './opensearch-errors';
import { type Head, headOperation, headUpdate, readHeads } from './resource-heads';

const pageMax = 1_000;
const pagesMax = 1_000;

export interface FieldOfResource {
  readonly rid: string;
  readonly field: string;
}

/**
 * Removes what is searchable of one field of a resource, in the version that the resource has when this begins: what a
 * newer one brings stays.
 */
export class FieldRemoval {
  constructor(
    private readonly calls: EngineCalls,
    private readonly bulk: BulkWriter,
    private readonly refresh: (index: string) => Promise<void>,
  ) {}

  async remove(index: string, { rid, field }: FieldOfResource): Promise<void> {
    let version: number | undefined;
    // What was put without being searchable is found by then.
    await this.refresh(index);
    for (let page = 0; page < pagesMax; page += 1) {
      const head = (await readHeads(this.calls, index, [rid]))?.get(rid);
      version ??= head?.version;
      // A newer version has written all that there was again.
      if (!head || head.version !== version) return;
      const ids = await this.find(index, { rid, field });
      if (ids.length === 0) return;
      // Who copies the index looks at what changed meanwhile.
      const touch = headUpdate(head, { changed: Date.now() });
      const operations = ids.map((id) => (id === rid ? emptied(head) : removal(id, head)));
      await this.bulk.run(index, ids.includes(rid) ? operations : [...operations, touch]);
      await this.refresh(index);
    }
    throw engineError(new Error('the paragraphs of a field do not go away'));
  }

  private async find(index: string, { rid, field }: FieldOfResource): Promise<string[]> {
    const filter = [{ term: { entry: 'paragraph' } }, { term: { rid } }, { term: { fields: field } }];
    const body = { size: pageMax, _source: false, query: { bool: { filter } } };
    // Nothing found in an index that goes away at this moment would pass for nothing left to remove.
    const search = { index, routing: rid, allow_partial_search_results: false, body };
    const { hits } = await this.calls.read((client) => client.search(search));
    return hits.hits.map(({ _id }) => String(_id));
  }
}

/** The document that stands for the resource stays, without the paragraph that it was. */
function emptied(head: Head): BulkOperation {
  const { rid, version, slots } = head;
  return headOperation({ entry: 'resource', rid, version, slots, changed: Date.now() }, head);
}

function removal(id: string, { rid, version }: Head): BulkOperation {
  return { action: { delete: { _id: id, routing: rid, version, version_type: 'external_gte' } } };
}
