import { AppError, asUuid, type Principal } from '@lectern/contracts/core';
import type { BackupCreated, CreateBackupPayload } from '@lectern/contracts/knowledge-box';
import { admitWithinQuota, Transactions } from '@lectern/database';
import { recordUseOfNuaKey } from '@lectern/access';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { ExportService } from '../transfer/export.service';
import { BACKUPS_MAX } from '../transfer/transfer-limits';
import { TransferPurge } from '../transfer/transfer-purge';
import { BackupAccess } from './backup-access';
import { BackupRows } from './backup-rows';

/** Creates and deletes backups. */
@Injectable()
export class BackupService {
  constructor(
    private readonly transactions: Transactions,
    private readonly rows: BackupRows,
    private readonly access: BackupAccess,
    private readonly exports: ExportService,
    private readonly purge: TransferPurge,
  ) {}

  /** @throws AppError `not_found`, `forbidden`, `quota_exceeded`, `rate_limited` */
  async create(account: string, { kb_id }: CreateBackupPayload, principal: Principal): Promise<BackupCreated> {
    const [kbid, id] = [asUuid(kb_id) ?? kb_id, randomUUID()];
    await this.transactions.run(async (tx) => {
      const box = await this.rows.boxes.read(kbid, tx);
      if (box.account !== account) throw new AppError('not_found', 'Knowledge Box does not exist');
      await this.access.require(kbid, principal, tx);
      await admitWithinQuota(tx, {
        name: `backups/${account}`,
        count: () => this.rows.backups.count(account, tx),
        max: BACKUPS_MAX,
        refusal: `An account has at most ${BACKUPS_MAX} backups`,
      });
      const blobKey = `account/${account}/backup/${id}`;
      const source = { sourceId: kbid, slug: box.slug, title: box.title };
      const open = { status: 'running' as const, reason: null, sizeBytes: null, started: new Date(), finished: null };
      await this.rows.backups.insert({ account, id, blobKey, ...source, ...open }, tx);
      await this.exports.startBackup(kbid, { account, id, blobKey }, tx);
      await recordUseOfNuaKey(principal, { kind: 'backup_created', details: { kbid, backup_id: id } }, tx);
    });
    return { id };
  }

  /** The file of an unfinished backup is deleted once it is complete. @throws AppError `not_found`, `forbidden` */
  async delete(
    { account, backup_id }: { readonly account: string; readonly backup_id: string },
    principal: Principal,
  ): Promise<null> {
    const key = { account, id: backupId(backup_id) };
    await this.transactions.run(async (tx) => {
      const backup = await this.rows.backups.lock(key, tx);
      await this.access.require(backup.sourceId, principal, tx);
      await this.rows.backups.delete(key, tx);
      await this.purge.backup(account, backup.blobKey, tx);
      await recordUseOfNuaKey(principal, { kind: 'backup_deleted', details: { backup_id: key.id } }, tx);
    });
    return null;
  }
}

/** @throws AppError `not_found` for an invalid id */
export function backupId(written: string): string {
  const id = asUuid(written);
  if (id === undefined) throw new AppError('not_found', 'Backup not found');
  return id;
}
