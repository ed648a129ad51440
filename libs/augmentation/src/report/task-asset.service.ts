import { AppError, asUuid, naiveUtc } from '@lectern/contracts/core';
import type { Download } from '@lectern/contracts/knowledge-box';
import type { TaskAssetAddress, TaskAssetFileQuery, TaskAssetList } from '@lectern/contracts/understanding';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { AssetAddresses, type AssetKey } from './asset-addresses';
import { TaskAssetRepository } from './task-asset.repository';

const extensions: Readonly<Record<string, string>> = { 'text/markdown': 'md', 'text/csv': 'csv' };

/** Shows reports of tasks. */
@Injectable()
export class TaskAssetService {
  constructor(
    private readonly transactions: Transactions,
    private readonly assets: TaskAssetRepository,
    private readonly addresses: AssetAddresses,
  ) {}

  async list(kbid: string): Promise<TaskAssetList> {
    const rows = await this.transactions.read((tx) => this.assets.list(kbid, tx));
    const assets = rows.map(({ id, taskId, taskName, account, createdAt, contentType }) => ({
      id,
      task_id: taskId,
      task_name: taskName,
      kbid,
      account_id: account,
      created_at: naiveUtc(createdAt),
      content_type: contentType,
    }));
    return { assets };
  }

  /** @throws AppError `not_found` */
  async address(key: AssetKey): Promise<TaskAssetAddress> {
    await this.get(key, 'Asset not found');
    return { url: this.addresses.of(key, new Date()) };
  }

  /** @throws AppError `not_found` */
  async file(key: AssetKey, { expires, signature }: TaskAssetFileQuery): Promise<Download> {
    const gone = 'There is no such report, or its address has expired';
    const isValid = this.addresses.isValid(key, { expires: Number(expires), signature }, new Date());
    if (!isValid) throw new AppError('not_found', gone);
    const { blobKey, sizeBytes, contentType, taskName, createdAt } = await this.get(key, gone);
    const filename = `${taskName}-${naiveUtc(createdAt).slice(0, 10)}.${extensions[contentType] ?? 'txt'}`;
    return { key: blobKey, sizeBytes, contentType: `${contentType}; charset=utf-8`, filename, inline: false };
  }

  /** Removes the rows of a box, whose files are deleted with the others of the box. Safe to repeat. */
  async purge(kbid: string): Promise<void> {
    if (asUuid(kbid) !== undefined) await this.transactions.run((tx) => this.assets.deleteOfBox(kbid, tx));
  }

  private async get({ kbid, id }: AssetKey, refusal: string) {
    const found = await this.transactions.read((tx) => this.assets.find(kbid, id, tx));
    if (!found) throw new AppError('not_found', refusal);
    return found;
  }
}
