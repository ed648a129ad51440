import { BlobStore } from '@lectern/blob-store';
import { KeywordIndex } from '@lectern/keyword-index';
import { Transactions } from '@lectern/database';
import { VectorIndex } from '@lectern/vector-index';
import { Injectable } from '@nestjs/common';
import { ChangeEntity } from '../change/change.entity';
import {
  ExtractedFieldEntity,
  FieldEntity,
  FieldPartEntity,
  FieldVectorsEntity,
  UnembeddedFieldEntity,
} from '../field/field.entity';
import { IndexCensusEntity, IndexDifferenceEntity } from '../rebuild/index-run.entity';
import { ResourceEntity } from '../resource/resource.entity';
import { VectorsetEntity } from '../vectorset/vectorset.entity';

/** Rows removed at a time, so that no transaction is long. */
const ROWS_PER_STEP = 1_000;

/** Resources first: whoever works on one locks it, and writes nothing when it is gone. */
const tables = [
  ...[ResourceEntity, FieldVectorsEntity, UnembeddedFieldEntity, FieldPartEntity, ExtractedFieldEntity, FieldEntity],
  ...[VectorsetEntity, IndexCensusEntity, IndexDifferenceEntity, ChangeEntity],
];

/** Removes everything that a deleted knowledge box left: rows, index entries, blobs. Safe to repeat. */
@Injectable()
export class KnowledgeBoxRemains {
  constructor(
    private readonly transactions: Transactions,
    private readonly keywords: KeywordIndex,
    private readonly vectors: VectorIndex,
    private readonly blobs: BlobStore,
  ) {}

  async remove(kbid: string, signal: AbortSignal): Promise<void> {
    for (const entity of tables) {
      while (await this.removeSome(entity, kbid)) signal.throwIfAborted();
    }
    await Promise.all([this.keywords.drop(kbid), this.vectors.drop(kbid), this.blobs.deleteAll(`kb/${kbid}/`)]);
  }

  /** @returns whether there are more: a row that somebody changes at this moment is not removed the first time */
  private async removeSome(entity: new () => { kbid: string }, kbid: string): Promise<boolean> {
    await this.transactions.run(async (tx) => {
      const { tablePath } = tx.connection.getMetadata(entity);
      const sql = `DELETE FROM ${tablePath} WHERE ctid IN (SELECT ctid FROM ${tablePath} WHERE kbid = $1 LIMIT $2)`;
      await tx.query(sql, [kbid, ROWS_PER_STEP]);
    });
    return this.transactions.read((manager) => manager.existsBy(entity, { kbid }));
  }
}
