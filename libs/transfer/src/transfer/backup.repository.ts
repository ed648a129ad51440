import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BackupEntity } from './backup.entity';

/** Identifies a backup. */
export interface BackupKey {
  readonly account: string;
  readonly id: string;
}

/** Rows of backups. */
@Injectable()
export class BackupRepository {
  /** Newest first. */
  async list(account: string, tx: EntityManager): Promise<BackupEntity[]> {
    return tx.find(BackupEntity, { where: { account }, order: { started: 'DESC', id: 'ASC' } });
  }

  async count(account: string, tx: EntityManager): Promise<number> {
    return tx.countBy(BackupEntity, { account });
  }

  /** @throws AppError `not_found` */
  async get({ account, id }: BackupKey, tx: EntityManager): Promise<BackupEntity> {
    const backup = await tx.findOneBy(BackupEntity, { account, id });
    if (!backup) throw new AppError('not_found', 'Backup not found');
    return backup;
  }

  /** Locks the backup against deletion until the transaction ends. @throws AppError `not_found` */
  async lock({ account, id }: BackupKey, tx: EntityManager): Promise<BackupEntity> {
    const backup = await tx.findOne(BackupEntity, { where: { account, id }, lock: { mode: 'pessimistic_write' } });
    if (!backup) throw new AppError('not_found', 'Backup not found');
    return backup;
  }

  async insert(row: BackupEntity, tx: EntityManager): Promise<void> {
    await tx.insert(BackupEntity, row);
  }

  /** @returns false when the backup does not exist */
  async update({ account, id }: BackupKey, changes: Partial<BackupEntity>, tx: EntityManager): Promise<boolean> {
    const { affected } = await tx.update(BackupEntity, { account, id }, changes);
    return affected === 1;
  }

  async delete({ account, id }: BackupKey, tx: EntityManager): Promise<void> {
    await tx.delete(BackupEntity, { account, id });
  }
}
