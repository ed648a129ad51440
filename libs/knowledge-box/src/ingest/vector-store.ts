import type { ResourceReference } from '@lectern/contracts';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { ExtractedFieldEntity } from '../field/field.entity';
import { FieldRepository } from '../field/field.repository';
import { bytesOf } from '../field/vector-bytes';
import { ResourceRepository } from '../resource/resource.repository';
import { VectorsetRepository } from '../vectorset/vectorset.repository';

/** Keeps the vectors of fields, of which the vector index is made. */
@Injectable()
export class VectorStore {
  constructor(
    private readonly transactions: Transactions,
    private readonly resources: ResourceRepository,
    private readonly fields: FieldRepository,
    private readonly vectorsets: VectorsetRepository,
  ) {}

  /** Fields whose present paragraphs have no vectors in this vectorset. */
  async missing(
    reference: ResourceReference,
    extracted: readonly ExtractedFieldEntity[],
    vectorset: string,
  ): Promise<readonly ExtractedFieldEntity[]> {
    const { kbid, rid } = reference;
    const stored = await this.transactions.run((tx) => this.fields.listVectors(kbid, [rid], { vectorset, tx }));
    return extracted.filter(
      (field) =>
        field.paragraphs.length > 0 &&
        !stored.some((one) => one.letter === field.letter && one.id === field.id && one.seqid === field.seqid),
    );
  }

  /** Nothing is kept for a resource that is gone. */
  async put(
    field: ExtractedFieldEntity,
    vectorset: { readonly id: string; readonly dimensions: number },
    vectors: readonly Float32Array[],
  ): Promise<void> {
    const { kbid, rid, letter, id, seqid } = field;
    await this.transactions.run(async (tx) => {
      if (!(await this.resources.findLocked({ kbid, rid }, tx))) return;
      await this.vectorsets.ensure(kbid, vectorset, tx);
      const row = { kbid, rid, letter, id, seqid, vectorset: vectorset.id, vectors: bytesOf(vectors) };
      await this.fields.putVectors([row], tx);
    });
  }
}
