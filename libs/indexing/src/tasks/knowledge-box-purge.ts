import { BlobStore } from '@lectern/blob-store';
import { Transactions } from '@lectern/database';
import { KeywordIndex } from '@lectern/keyword-index';
import { boxTables } from '@lectern/resource-store';
import { VectorIndex } from '@lectern/vector-index';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Rows removed per transaction, to keep transactions short. */
const ROWS_PER_STEP = 1_000;

/** Removes all data of a deleted knowledge box: rows, index entries, blobs. Safe to repeat. */
@Injectable()
export class KnowledgeBoxPurge {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly keywords: KeywordIndex,
    private readonly vectors: VectorIndex,
    private readonly blobs: BlobStore,
  ) {}

  /** @throws the signal's reason */
  async remove(kbid: string, signal: AbortSignal): Promise<void> {
    for (const table of await boxTables(this.dataSource)) {
      while (await this.removeSome(table, kbid)) signal.throwIfAborted();
    }
    await Promise.all([this.keywords.drop(kbid), this.vectors.drop(kbid), this.blobs.deleteAll(`kb/${kbid}/`)]);
  }

  /** @returns whether there are more: a row that is being changed is not removed the first time */
  private async removeSome(table: string, kbid: string): Promise<boolean> {
    const some = `SELECT ctid FROM ${table} WHERE kbid = $1 LIMIT $2`;
    await this.transactions.run((tx) =>
      tx.query(`DELETE FROM ${table} WHERE ctid IN (${some})`, [kbid, ROWS_PER_STEP]),
    );
    const left: unknown[] = await this.transactions.read((tx) => tx.query(some, [kbid, 1]));
    return left.length > 0;
  }
}
