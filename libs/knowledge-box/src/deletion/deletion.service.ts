import { readConfig } from '@lectern/config';
import { AppError, naiveUtc } from '@lectern/contracts/core';
import type { DeletionProof, DeletionReceipt, ResourceReference } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { type DeletionReceiptEntity, DeletionReceiptRepository } from '@lectern/indexing';
import { ResourceRowCount } from './resource-row-count';
import { Injectable } from '@nestjs/common';
import { changeLogConfig } from '../change/change-log.config';
import { DeletionRemains } from './deletion-remains';

/** Reports what deletions removed and whether anything is left. */
@Injectable()
export class DeletionService {
  private readonly keptDays = readConfig(changeLogConfig).CHANGE_LOG_DAYS;

  constructor(
    private readonly transactions: Transactions,
    private readonly receipts: DeletionReceiptRepository,
    private readonly rows: ResourceRowCount,
    private readonly remains: DeletionRemains,
  ) {}

  /** @throws AppError `not_found` */
  async get(reference: ResourceReference): Promise<DeletionReceipt> {
    const { rid, by, deletedAt, purgedAt, rows, blobKeys } = await this.find(reference);
    return {
      resource_id: rid,
      by,
      deleted_at: naiveUtc(deletedAt),
      state: purgedAt ? 'purged' : 'purging',
      purged_at: purgedAt && naiveUtc(purgedAt),
      rows,
      files: blobKeys.length,
      kept_days: this.keptDays,
    };
  }

  /** @throws AppError `not_found`, `unavailable` when a store does not respond */
  async verify(reference: ResourceReference): Promise<DeletionProof> {
    const { blobKeys } = await this.find(reference);
    const counts = await this.transactions.read((tx) => this.rows.of(reference, tx));
    const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const stores = [{ store: 'rows', found: rows }, ...(await this.remains.of(reference, blobKeys))];
    return { resource_id: reference.rid, clean: stores.every(({ found }) => found === 0), stores };
  }

  private async find({ kbid, rid }: ResourceReference): Promise<DeletionReceiptEntity> {
    const receipt = await this.transactions.read((tx) => this.receipts.find(kbid, rid, tx));
    if (!receipt) throw new AppError('not_found', 'There is no receipt of a deletion of this resource');
    return receipt;
  }
}
