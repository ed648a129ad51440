import { recordUseOfNuaKey } from '@lectern/access';
import { AppError, asUuid, type Principal } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { BackupRepository } from '../transfer/backup.repository';
import { TransferPurge } from '../transfer/transfer-purge';
import { BackupAccess } from './backup-access';

/** Deletes backups. */
@Injectable()
export class BackupDeletion {
  constructor(
    private readonly transactions: Transactions,
    private readonly backups: BackupRepository,
    private readonly access: BackupAccess,
    private readonly purge: TransferPurge,
  ) {}

  /** The file of an unfinished backup is deleted once it is complete. @throws AppError `not_found`, `forbidden` */
  async delete(
    { account, backup_id }: { readonly account: string; readonly backup_id: string },
    principal: Principal,
  ): Promise<null> {
    const key = { account, id: backupId(backup_id) };
    await this.transactions.run(async (tx) => {
      const backup = await this.backups.lock(key, tx);
      await this.access.require(backup.sourceId, principal, tx);
      await this.backups.delete(key, tx);
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
