import { AppError, asUuid, type Principal } from '@lectern/contracts/core';
import type { BackupCreated, CreateBackupPayload } from '@lectern/contracts/knowledge-box';
import { admitWithinQuota, Transactions } from '@lectern/database';
import { recordUseOfNuaKey } from '@lectern/access';
import { KnowledgeBoxRepository } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { BackupRepository } from '../transfer/backup.repository';
import { ExportService } from '../transfer/export.service';
import { BACKUPS_MAX } from '../transfer/transfer-limits';
import { BackupAccess } from './backup-access';

/** Creates backups. */
@Injectable()
export class BackupService {
  constructor(
    private readonly transactions: Transactions,
    private readonly backups: BackupRepository,
    private readonly boxes: KnowledgeBoxRepository,
    private readonly access: BackupAccess,
    private readonly exports: ExportService,
  ) {}

  /** @throws AppError `not_found`, `forbidden`, `quota_exceeded`, `rate_limited` */
  async create(account: string, { kb_id }: CreateBackupPayload, principal: Principal): Promise<BackupCreated> {
    const [kbid, id] = [asUuid(kb_id) ?? kb_id, randomUUID()];
    await this.transactions.run(async (tx) => {
      const box = await this.boxes.read(kbid, tx);
      if (box.account !== account) throw new AppError('not_found', 'Knowledge Box does not exist');
      await this.access.require(kbid, principal, tx);
      await admitWithinQuota(tx, {
        name: `backups/${account}`,
        count: () => this.backups.count(account, tx),
        max: BACKUPS_MAX,
        refusal: `An account has at most ${BACKUPS_MAX} backups`,
      });
      const blobKey = `account/${account}/backup/${id}`;
      const source = { sourceId: kbid, slug: box.slug, title: box.title };
      const open = { status: 'running' as const, reason: null, sizeBytes: null, started: new Date(), finished: null };
      await this.backups.insert({ account, id, blobKey, ...source, ...open }, tx);
      await this.exports.startBackup(kbid, { account, id, blobKey }, tx);
      await recordUseOfNuaKey(principal, { kind: 'backup_created', details: { kbid, backup_id: id } }, tx);
    });
    return { id };
  }
}
