import { BlobStore } from '@lectern/blob-store';
import { purgeBackup, purgeBlobs } from '@lectern/contracts/knowledge-box';
import { Runs, TaskQueue, Transactions } from '@lectern/database';
import { type ImportEntity } from './import.entity';
import { ImportRepository } from './import.repository';
import { KnowledgeBoxEntity } from '@lectern/resource-store';
import { type TransferKey } from './export.repository';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

const LOOK_AGAIN_MS = 60_000;

/** Deletes files that are no longer needed. */
@Injectable()
export class TransferPurge {
  constructor(
    private readonly tasks: TaskQueue,
    private readonly transactions: Transactions,
    private readonly imports: ImportRepository,
    private readonly store: BlobStore,
  ) {}

  /** Deletes blobs after the transaction's commit. */
  async blobs({ kbid }: { readonly kbid: string }, blobs: readonly string[], tx: EntityManager): Promise<void> {
    if (blobs.length > 0) await this.tasks.add(purgeBlobs, { blobs }, { tx, tenant: kbid });
  }

  /** Deletes its file, unless it belongs to a backup, and the blobs of an unfinished resource. */
  async importEnded(
    { kbid, backup, blobKey, looseBlobs }: Pick<ImportEntity, 'kbid' | 'backup' | 'blobKey' | 'looseBlobs'>,
    tx: EntityManager,
  ): Promise<void> {
    await this.blobs({ kbid }, [...looseBlobs, ...(backup === null ? [blobKey] : [])], tx);
  }

  /** Deletes the blobs that an import stored while its box was being deleted. */
  async ofDeletedBox({ kbid, id }: TransferKey): Promise<void> {
    const hasBox = await this.transactions.read((tx) => tx.existsBy(KnowledgeBoxEntity, { id: kbid }));
    if (!hasBox) await this.store.deleteAll(`kb/${kbid}/import/${id}/`);
  }

  async backup(account: string, blobKey: string, tx: EntityManager): Promise<void> {
    await this.tasks.add(purgeBackup, { blobKey }, { tx, tenant: account, key: `purge:${blobKey}` });
  }

  @Runs(purgeBackup)
  async purgeBackup({ blobKey }: { readonly blobKey: string }): Promise<void> {
    const isNeeded = await this.transactions.read((tx) => this.imports.needsBlob(blobKey, tx));
    if (!isNeeded) return this.store.delete(blobKey);
    const runAt = new Date(Date.now() + LOOK_AGAIN_MS);
    await this.tasks.add(purgeBackup, { blobKey }, { key: `purge:${blobKey}`, runAt });
  }
}
