import { authorOf, systemPrincipal } from '@lectern/contracts/core';
import type { ResourceReference } from '@lectern/contracts/knowledge-box';
import { type FieldEntity, FieldRepository, type ResourceEntity } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { IngestQueue } from '../queue/ingest-queue';
import { type Changed, ResourceChanges } from '../resource/resource-changes';
import { isBlockedField } from '../resource/resource-status';

const byProcessing = { kind: 'processed', by: authorOf(systemPrincipal) } as const;

/** Has blocked fields processed. */
@Injectable()
export class BlockedFields {
  constructor(
    private readonly changes: ResourceChanges,
    private readonly fields: FieldRepository,
    private readonly ingest: IngestQueue,
  ) {}

  /** Does nothing when the resource has been deleted or is no longer blocked. */
  async release(reference: ResourceReference): Promise<void> {
    await this.changes.applyToMany([reference], byProcessing, async ([resource], tx): Promise<readonly Changed[]> => {
      if (resource?.status !== 'BLOCKED') return [];
      const fields = await this.setPending(resource, tx);
      await this.ingest.understand(reference, fields, { tx });
      return [{ resource: { ...resource, status: 'PENDING' }, toIndex: 'content' }];
    });
  }

  /** They keep their numbers in the processing queue, since their content is unchanged. */
  private async setPending({ kbid, id: rid }: ResourceEntity, tx: EntityManager): Promise<readonly FieldEntity[]> {
    const states = await this.fields.listStates(kbid, [rid], tx);
    const pending: FieldEntity[] = [];
    for (const { letter, id, seqid } of states.filter(isBlockedField))
      pending.push(...(await this.fields.setPending({ kbid, rid, letter, id }, { seqid }, tx)));
    return pending;
  }
}
