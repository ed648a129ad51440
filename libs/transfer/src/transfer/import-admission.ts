import { BlobStore } from '@lectern/blob-store';
import { AppError } from '@lectern/contracts/core';
import type { ExportedHead } from '@lectern/contracts/knowledge-box';
import { lockName } from '@lectern/database';
import { IngestQueue } from '@lectern/indexing';
import { KnowledgeBoxRepository } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ImportRepository } from './import.repository';
import { readHead, refuseOtherModels } from './transfer-head';
import { ACTIVE_MAX, tooManyTransfers } from './transfer-limits';
import { VectorsetIntake } from './vectorset-intake';

/** Rejects files that a box cannot import before any of their contents are stored. */
@Injectable()
export class ImportAdmission {
  constructor(
    private readonly imports: ImportRepository,
    private readonly boxes: KnowledgeBoxRepository,
    private readonly vectorsets: VectorsetIntake,
    private readonly blobs: BlobStore,
    private readonly ingest: IngestQueue,
  ) {}

  /** @throws AppError `bad_request`, `not_found`, `rate_limited` */
  async admit(kbid: string, blobKey: string): Promise<ExportedHead> {
    await this.ingest.admit();
    const head = await readHead(this.blobs, blobKey);
    const [box, known] = await Promise.all([this.boxes.get(kbid), this.vectorsets.known(kbid)]);
    refuseOtherModels(head, known);
    if (!head.has_hidden || box.hiddenResourcesEnabled) return head;
    throw new AppError('bad_request', 'The file has hidden resources: enable hidden resources of the KB before');
  }

  /** For a new box. @throws AppError `bad_request`, `not_found` */
  async admitNew(blobKey: string): Promise<ExportedHead> {
    const head = await readHead(this.blobs, blobKey);
    refuseOtherModels(head, await this.vectorsets.known());
    return head;
  }

  /** @throws AppError `rate_limited` */
  async admitOneMore(kbid: string, tx: EntityManager): Promise<void> {
    await lockName(tx, `imports/${kbid}`);
    if ((await this.imports.countActive(kbid, tx)) < ACTIVE_MAX) return;
    throw tooManyTransfers(`The knowledge box has ${ACTIVE_MAX} imports that are not finished`, new Date());
  }
}
