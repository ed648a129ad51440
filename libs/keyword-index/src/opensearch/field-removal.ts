import type { BulkOperation, BulkWriter } from './bulk-writer';
import type { EngineCalls } from './engine-calls';
import { engineError } from './opensearch-errors';
import { headOperation, readHeads } from './resource-heads';

const pageMax = 1_000;
const pagesMax = 1_000;

export interface FieldOfResource {
  readonly rid: string;
  readonly field: string;
}

/**
 * Removes what is searchable of one field of a resource, each paragraph in the version that was found: those of a newer
 * one stay. Goes on until a search finds none.
 */
export class FieldRemoval {
  constructor(
    private readonly calls: EngineCalls,
    private readonly bulk: BulkWriter,
    private readonly refresh: (index: string) => Promise<void>,
  ) {}

  async remove(index: string, target: FieldOfResource): Promise<void> {
    for (let page = 0; page < pagesMax; page += 1) {
      const operations = await this.operations(index, target);
      if (operations.length === 0) {
        if (page > 0) await this.touch(index, target.rid);
        return;
      }
      await this.bulk.run(index, operations);
      await this.refresh(index);
    }
    throw engineError(new Error('the paragraphs of a field do not go away'));
  }

  private async operations(index: string, { rid, field }: FieldOfResource): Promise<BulkOperation[]> {
    const filter = [{ term: { entry: 'paragraph' } }, { term: { rid } }, { term: { fields: field } }];
    const { hits } = await this.calls.read((client) =>
      client.search({
        index,
        routing: rid,
        body: { size: pageMax, version: true, _source: false, query: { bool: { filter } } },
      }),
    );
    return hits.hits.map(({ _id, _version: version }) => ({
      action: { delete: { _id, routing: rid, version, version_type: 'external_gte' } },
    }));
  }

  /** Who copies the index looks at what changed meanwhile. Another's change in between is as good. */
  private async touch(index: string, rid: string): Promise<void> {
    const head = (await readHeads(this.calls, index, [rid]))?.get(rid);
    if (!head) return;
    const { seqNo, primaryTerm, ...document } = head;
    await this.bulk.run(index, [headOperation({ ...document, changed: Date.now() }, { seqNo, primaryTerm })]);
  }
}
