import { Transactions } from '@lectern/database';
import { IngestQueue, ResourceChanges } from '@lectern/indexing';
import { FieldRepository, KnowledgeBoxRepository, type ResourceLocation } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { knownFile, type StoredFile } from './file-writer';
import { newResource } from '../resource/new-resource';
import type { PlannedFile } from './tus-uploads';

/** Target of an upload: a box, for a new resource, or a field. */
export interface UploadTarget extends ResourceLocation {
  readonly field_id?: string;
}

/** Rejects uploads that could not be stored, before their bytes are received. */
@Injectable()
export class UploadAdmission {
  constructor(
    private readonly transactions: Transactions,
    private readonly boxes: KnowledgeBoxRepository,
    private readonly fields: FieldRepository,
    private readonly changes: ResourceChanges,
    private readonly ingest: IngestQueue,
  ) {}

  /**
   * @returns the target field; undefined for a new resource
   * @throws AppError `rate_limited`, `not_found`, `conflict` when the box already has the file, `invalid_request` when
   *   the payload is invalid for a new resource
   */
  async admit({ field_id: fieldId, ...location }: UploadTarget, planned: PlannedFile): Promise<StoredFile | undefined> {
    await this.ingest.admit();
    if (fieldId !== undefined) return { rid: (await this.changes.locate(location)).rid, fieldId };
    await this.checkNew(location.kbid, planned);
    return undefined;
  }

  private async checkNew(kbid: string, { file: { md5 }, payload }: PlannedFile): Promise<void> {
    const settings = await this.boxes.get(kbid);
    if (payload) newResource({ kbid, rid: '', payload, settings, now: new Date() });
    if (md5 === undefined) return;
    const holder = await this.transactions.read((tx) => this.fields.holderOfFile(kbid, md5, tx));
    if (holder) throw knownFile(holder);
  }
}
