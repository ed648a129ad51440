import { AppError, authorOf, type Principal, validate } from '@lectern/contracts/core';
import {
  type CreatedId,
  CreateKnowledgeBoxPayload,
  type ExportedHead,
  type RestoreBackupPayload,
} from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { type BackupEntity } from '../transfer/backup.entity';
import { BackupRepository } from '../transfer/backup.repository';
import { recordUseOfNuaKey } from '@lectern/access';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { KnowledgeBoxWriter } from '@lectern/knowledge-box';
import { rolesOfOwner } from '../transfer/import-rights';
import { BackupAccess } from './backup-access';
import { backupId } from './backup-deletion';
import { RestoredFiles } from './restored-files';

/** Creates new boxes from backups. */
@Injectable()
export class BackupRestorer {
  constructor(
    private readonly transactions: Transactions,
    private readonly backups: BackupRepository,
    private readonly access: BackupAccess,
    private readonly boxes: KnowledgeBoxWriter,
    private readonly files: RestoredFiles,
  ) {}

  /** @throws AppError `not_found`, `forbidden`, `conflict`, `bad_request`, `quota_exceeded`, `rate_limited` */
  async restore(
    { account, backup_id }: { readonly account: string; readonly backup_id: string },
    { slug, title }: RestoreBackupPayload,
    principal: Principal,
  ): Promise<CreatedId> {
    const key = { account, id: backupId(backup_id) };
    const backup = await this.transactions.read(async (tx) => {
      const found = await this.backups.get(key, tx);
      await this.access.require(found.sourceId, principal, tx);
      return found;
    });
    refuseIncomplete(backup);
    const head = await this.files.admit(backup);
    const payload = newBox({ slug, title }, head);
    const also = async (kbid: string, tx: EntityManager) => {
      // Prevents deletion of the backup until the transaction is committed.
      const present = await this.backups.lock(key, tx);
      const caller = { kind: principal.kind, id: principal.id, roles: rolesOfOwner };
      await this.files.add({ kbid, by: authorOf(principal), caller, backup: present, head }, tx);
      await recordUseOfNuaKey(principal, { kind: 'backup_restored', details: { kbid, backup_id: key.id } }, tx);
    };
    return this.boxes.create(account, payload, { principal, also });
  }
}

function refuseIncomplete({ status, reason }: BackupEntity): void {
  if (status === 'running') {
    throw new AppError('conflict', 'Backup is still in progress. Please wait until it is completed.');
  }
  if (status === 'errored') throw new AppError('conflict', `The backup failed: ${reason ?? 'the server stopped'}`);
}

/** @throws AppError `bad_request` for a configuration that is invalid for a new box */
function newBox(given: RestoreBackupPayload, head: ExportedHead): CreateKnowledgeBoxPayload {
  try {
    return validate(CreateKnowledgeBoxPayload, { ...given, learning_configuration: head.learning_configuration });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('bad_request', `The backup has another learning configuration: ${reason}`, {}, { cause });
  }
}
