import type { TransferReference } from '@lectern/contracts/knowledge-box';
import { TaskQueue, Transactions } from '@lectern/database';
import { type BackupEntity } from './backup.entity';
import { type BackupKey, BackupRepository } from './backup.repository';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { transferSerial } from './transfer-serial';

/** Updates backups when their export ends. */
@Injectable()
export class BackupOutcomes {
  constructor(
    private readonly transactions: Transactions,
    private readonly backups: BackupRepository,
    private readonly tasks: TaskQueue,
  ) {}

  /** The current state of backups; a backup whose worker processes crashed is marked as failed here. */
  async present(backups: readonly BackupEntity[]): Promise<BackupEntity[]> {
    const running = backups.filter(({ status }) => status === 'running');
    if (running.length === 0) return [...backups];
    const givenUp = await this.tasks.givenUp(running.map(backupSerial));
    const reason = 'The server stopped while it worked on it';
    return backups.map((one) => (givenUp.has(backupSerial(one)) ? { ...one, status: 'errored', reason } : one));
  }

  /** @returns false when the backup was deleted in the meantime */
  async finished(key: BackupKey, sizeBytes: number, tx: EntityManager): Promise<boolean> {
    return this.backups.update(key, { status: 'finished', sizeBytes, finished: new Date() }, tx);
  }

  async failed(key: BackupKey, reason: string, tx: EntityManager): Promise<void> {
    await this.backups.update(key, { status: 'errored', reason }, tx);
  }

  /** The export of an unfinished backup was deleted together with its box. */
  async lost({ account, id }: TransferReference): Promise<void> {
    if (account === undefined) return;
    await this.transactions.run(async (tx) => {
      const backup = (await this.backups.list(account, tx)).find((one) => one.id === id);
      if (backup?.status !== 'running') return;
      await this.failed({ account, id }, 'The knowledge box was deleted before it was backed up', tx);
    });
  }
}

function backupSerial({ sourceId: kbid, id }: BackupEntity): string {
  return transferSerial('export', { kbid, id }).serialBy;
}
