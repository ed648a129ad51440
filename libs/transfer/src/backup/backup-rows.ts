import { BackupRepository, KnowledgeBoxRepository } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';

/** Rows of backups and of their boxes. */
@Injectable()
export class BackupRows {
  constructor(
    readonly backups: BackupRepository,
    readonly boxes: KnowledgeBoxRepository,
  ) {}
}
