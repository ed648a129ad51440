import { BlobStore } from '@lectern/blob-store';
import { Bus } from '@lectern/bus';
import { AppError, systemPrincipal } from '@lectern/contracts/core';
import type { ExportedHead } from '@lectern/contracts/knowledge-box';
import { describeBoxEmbedders, describeModels } from '@lectern/contracts/understanding';
import { lockName, Transactions } from '@lectern/database';
import { IngestQueue } from '@lectern/indexing';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DocumentRows } from './document-intake';
import { readHead, refuseOtherModels } from './transfer-head';
import { ACTIVE_MAX, tooManyTransfers } from './transfer-limits';

/** Rejects files that a box cannot import before any of their contents are stored. */
@Injectable()
export class ImportAdmission {
  constructor(
    private readonly transactions: Transactions,
    private readonly rows: DocumentRows,
    private readonly blobs: BlobStore,
    private readonly ingest: IngestQueue,
    private readonly bus: Bus,
  ) {}

  /** @throws AppError `bad_request`, `not_found`, `rate_limited` */
  async admit(kbid: string, blobKey: string): Promise<ExportedHead> {
    await this.ingest.admit();
    const head = await readHead(this.blobs, blobKey);
    const [box, present, installed] = await Promise.all([
      this.rows.boxes.get(kbid),
      this.transactions.read((tx) => this.rows.vectorsets.list(kbid, tx)),
      this.installed(kbid),
    ]);
    refuseOtherModels(head, { present, installed });
    if (!head.has_hidden || box.hiddenResourcesEnabled) return head;
    throw new AppError('bad_request', 'The file has hidden resources: enable hidden resources of the KB before');
  }

  /** For a new box. @throws AppError `bad_request`, `not_found` */
  async admitNew(blobKey: string): Promise<ExportedHead> {
    const head = await readHead(this.blobs, blobKey);
    refuseOtherModels(head, { present: [], installed: await this.installed() });
    return head;
  }

  /** @throws AppError `rate_limited` */
  async admitOneMore(kbid: string, tx: EntityManager): Promise<void> {
    await lockName(tx, `imports/${kbid}`);
    if ((await this.rows.imports.countActive(kbid, tx)) < ACTIVE_MAX) return;
    throw tooManyTransfers(`The knowledge box has ${ACTIVE_MAX} imports that are not finished`, new Date());
  }

  /** @param kbid the box whose own API keys also count */
  private async installed(kbid?: string) {
    const call = { principal: systemPrincipal };
    const { embedders } = await this.bus.request(describeModels, {}, call);
    if (kbid === undefined) return embedders;
    return [...embedders, ...(await this.bus.request(describeBoxEmbedders, { body: { kbid } }, call)).embedders];
  }
}
