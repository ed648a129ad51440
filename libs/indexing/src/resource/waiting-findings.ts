import type { Finding } from '@lectern/contracts';
import { TaskQueue } from '@lectern/database';
import { type ResourceEntity, UnembeddedFieldRepository } from '@lectern/knowledge-box-rows';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { processKeys } from '../ingest/ingest-queue';

/** Tells how resources cannot be found yet. */
@Injectable()
export class WaitingFindings {
  constructor(
    private readonly unembedded: UnembeddedFieldRepository,
    private readonly tasks: TaskQueue,
  ) {}

  /** By id; those that can be found by their words and by their meaning are left out. */
  async among(
    kbid: string,
    resources: readonly ResourceEntity[],
    tx: EntityManager,
  ): Promise<ReadonlyMap<string, Finding>> {
    const rids = resources.map(({ id }) => id);
    const [unembedded, unputKeys] = await Promise.all([
      this.unembedded.ridsAmong(kbid, rids, tx),
      this.tasks.withKeys(rids.flatMap(processKeys)),
    ]);
    const waits = (id: string, status: ResourceEntity['status']): Finding | undefined => {
      // What was found in its fields is committed before it is put into the index.
      if (status === 'PENDING' || processKeys(id).some((key) => unputKeys.has(key))) return 'words';
      return unembedded.has(id) ? 'meaning' : undefined;
    };
    return new Map(
      resources.flatMap(({ id, status }) => {
        const finding = waits(id, status);
        return finding ? [[id, finding] as const] : [];
      }),
    );
  }
}
