import type { Finding } from '@lectern/contracts/knowledge-box';
import { TaskQueue } from '@lectern/database';
import {
  isUnembeddedSql,
  type ResourceEntity,
  type ResourceView,
  type ResourceViewSql,
  UnembeddedFieldRepository,
} from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { processKeys, processKeysSql } from '../queue/ingest-queue';

/** The state of a resource in the indexes. */
export interface IndexingState {
  readonly status: ResourceEntity['status'];
  /** Whether no pending task puts its texts into the keyword index. */
  readonly isPut: boolean;
  /** Whether all of its fields have vectors. */
  readonly isEmbedded: boolean;
}

type FoundView = Pick<ResourceView, 'isUnput' | 'isUnembedded'> & { readonly resource: Pick<ResourceEntity, 'status'> };

/** How a resource cannot be found yet; undefined when it can be found by words and by meaning. */
export function waitingFinding({ status, isPut, isEmbedded }: IndexingState): Finding | undefined {
  // The results of its fields are committed before they are put into the index.
  if (status === 'PENDING' || !isPut) return 'words';
  return isEmbedded ? undefined : 'meaning';
}

/** The same for a resource that was read with `sql`. */
export function findingOf({ resource: { status }, isUnput, isUnembedded }: FoundView): Finding | undefined {
  return waitingFinding({ status, isPut: !isUnput, isEmbedded: !isUnembedded });
}

/** Tells in which way resources cannot be found yet. */
@Injectable()
export class WaitingFindings {
  constructor(
    private readonly unembedded: UnembeddedFieldRepository,
    private readonly tasks: TaskQueue,
  ) {}

  /** By id, without resources that can be found by words and by meaning. */
  async among(
    kbid: string,
    resources: readonly ResourceEntity[],
    tx: EntityManager,
  ): Promise<ReadonlyMap<string, Finding>> {
    const rids = resources.map(({ id }) => id);
    const [unembedded, unputKeys] = await Promise.all([
      this.unembedded.ridsAmong(kbid, rids, tx),
      this.tasks.withKeys(rids.flatMap((rid) => processKeys({ kbid, rid }))),
    ]);
    return new Map(
      resources.flatMap(({ id, status }) => {
        const isPut = !processKeys({ kbid, rid: id }).some((key) => unputKeys.has(key));
        const finding = waitingFinding({ status, isPut, isEmbedded: !unembedded.has(id) });
        return finding ? [[id, finding] as const] : [];
      }),
    );
  }

  /** The conditions for the same in SQL, for the statement that reads the resource. */
  readonly sql: ResourceViewSql = {
    isUnput: (row) => this.tasks.hasKeySql(processKeysSql(`${row}.kbid::text || '/' || ${row}.id`)),
    isUnembedded: isUnembeddedSql,
  };
}
