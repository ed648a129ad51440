import { AppError, type Principal } from '@lectern/contracts/core';
import { type BackupEntity } from '../transfer/backup.entity';
import { KnowledgeBoxUserRepository, userOf } from '@lectern/access';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Checks whose backups a caller may use: the path names the account, but the caller's role may be on a box. */
@Injectable()
export class BackupAccess {
  constructor(private readonly users: KnowledgeBoxUserRepository) {}

  /** @throws AppError `forbidden` */
  async require(kbid: string, principal: Principal, tx: EntityManager): Promise<void> {
    if (seesAll(principal)) return;
    const user = userOf(principal);
    if (user && (await this.users.roleOf(kbid, user.id, tx)) === 'SOWNER') return;
    throw new AppError('forbidden', 'Forbidden');
  }

  async among(backups: readonly BackupEntity[], principal: Principal, tx: EntityManager): Promise<BackupEntity[]> {
    if (seesAll(principal)) return [...backups];
    const user = userOf(principal);
    if (!user) return [];
    const roles = await this.users.rolesOf([...new Set(backups.map(({ sourceId }) => sourceId))], user.id, tx);
    return backups.filter(({ sourceId }) => roles.get(sourceId) === 'SOWNER');
  }
}

/** NUA keys hold no roles; the gateway admits those that may manage the boxes of their account. */
function seesAll({ kind, roles }: Principal): boolean {
  return kind === 'nua' || roles.includes('AOWNER') || roles.includes('ROOT');
}
