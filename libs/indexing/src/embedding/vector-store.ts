import type { ResourceReference } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import {
  type EmbeddedField,
  FieldRepository,
  type FieldVectorsEntity,
  type PassageRange,
  PassageRepository,
  ResourceRepository,
  type ResourceToEmbed,
  UnembeddedFieldRepository,
} from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { batched } from '../queue/batched';
import type { IndexedContent } from '../puts/vector-record';

const reads = { max: 64, gatherMs: 2 };
const writes = { max: 64, gatherMs: 3 };

/** Stores the vectors of fields, the source of the vector index, and reads the texts to embed. */
@Injectable()
export class VectorStore {
  /** Stores many parts in one statement; rows of a deleted resource are dropped. */
  readonly put = batched((rows: readonly FieldVectorsEntity[]) => this.putAll(rows), writes);
  /** Records that a field is completely embedded and indexed in a vectorset. */
  readonly finish = batched((fields: readonly EmbeddedField[]) => this.finishAll(fields), writes);
  /** The fields of a resource with paragraphs; none when it has been deleted. */
  readonly fieldsOf = batched(
    (resources: readonly ResourceToEmbed[]) => this.transactions.read((tx) => this.passages.listFields(resources, tx)),
    reads,
  );
  /** Undefined when the field has changed since. */
  readonly passagesOf = batched(
    (ranges: readonly PassageRange[]) => this.transactions.read((tx) => this.passages.list(ranges, tx)),
    reads,
  );
  /** A resource without its texts, which take most of the space; undefined when it has been deleted. */
  readonly contentOf = batched((references: readonly ResourceReference[]) => this.contents(references), reads);

  constructor(
    private readonly transactions: Transactions,
    private readonly fields: FieldRepository,
    private readonly passages: PassageRepository,
    private readonly resources: ResourceRepository,
    private readonly unembedded: UnembeddedFieldRepository,
  ) {}

  /** Vectorsets that lack vectors of a resource; an empty id represents all. */
  lackingVectorsetsOf(reference: ResourceReference): Promise<ReadonlySet<string>> {
    return this.transactions.read((tx) => this.unembedded.vectorsetsOf(reference, tx));
  }

  /** Removes records of fields that no longer exist. */
  async forgetWithoutFields(reference: ResourceReference): Promise<void> {
    await this.transactions.run((tx) => this.unembedded.removeWithoutField(reference, tx));
  }

  private async putAll(rows: readonly FieldVectorsEntity[]): Promise<readonly true[]> {
    await this.transactions.single((tx) => this.fields.putVectors(rows, tx));
    return rows.map(() => true);
  }

  private async finishAll(fields: readonly EmbeddedField[]): Promise<readonly true[]> {
    await this.transactions.single((tx) => this.fields.setEmbedded(fields, tx));
    return fields.map(() => true);
  }

  private async contents(references: readonly ResourceReference[]): Promise<(IndexedContent | undefined)[]> {
    const found = new Map<string, IndexedContent>();
    for (const [kbid, own] of Map.groupBy(references, (reference) => reference.kbid)) {
      const rids = own.map(({ rid }) => rid);
      const [resources, extracted] = await this.transactions.read((tx) =>
        Promise.all([this.resources.findMany(kbid, rids, tx), this.fields.listParagraphs(kbid, rids, tx)]),
      );
      const byRid = Map.groupBy(extracted, ({ rid }) => rid);
      for (const resource of resources)
        found.set(`${kbid}/${resource.id}`, { resource, extracted: byRid.get(resource.id) ?? [] });
    }
    return references.map(({ kbid, rid }) => found.get(`${kbid}/${rid}`));
  }
}
