import { naiveUtc, type Principal } from '@lectern/contracts/core';
import type { BackupList, BackupRecord } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import type { BackupEntity } from '../transfer/backup.entity';
import { BackupRepository } from '../transfer/backup.repository';
import { Injectable } from '@nestjs/common';
import { BackupOutcomes } from '../transfer/backup-outcomes';
import { BackupAccess } from './backup-access';

/** Lists backups. */
@Injectable()
export class BackupReader {
  constructor(
    private readonly transactions: Transactions,
    private readonly backups: BackupRepository,
    private readonly access: BackupAccess,
    private readonly outcomes: BackupOutcomes,
  ) {}

  async list(account: string, principal: Principal): Promise<BackupList> {
    const visible = await this.transactions.read(async (tx) =>
      this.access.among(await this.backups.list(account, tx), principal, tx),
    );
    return { backups: (await this.outcomes.present(visible)).map(recordOf) };
  }
}

function recordOf({ id, account, status, reason, started, finished, ...backup }: BackupEntity): BackupRecord {
  return {
    id,
    account_id: account,
    status,
    started_at: naiveUtc(started),
    finished_at: finished && naiveUtc(finished),
    size: backup.sizeBytes,
    error: reason,
    kb_data: { id: backup.sourceId, slug: backup.slug, title: backup.title },
  };
}
