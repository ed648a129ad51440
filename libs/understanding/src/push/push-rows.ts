import type { PushPayload } from '@lectern/contracts/understanding';
import type { AddOptions } from '@lectern/database';
import { SecretEnvelope } from '@lectern/secrets';
import {
  ProcessingFileRepository,
  type ProcessingRecordEntity,
  ProcessingRecordRepository,
} from '@lectern/understanding-rows';
import { Injectable } from '@nestjs/common';

/** What a push says, as it is stored. */
export interface StoredPush {
  readonly payload: PushPayload;
  /** Without hyphens. */
  readonly rid: string;
}

/** Pushes as rows: their requests are sealed, as they may contain passwords and cookies. */
@Injectable()
export class PushRows {
  constructor(
    readonly records: ProcessingRecordRepository,
    readonly files: ProcessingFileRepository,
    private readonly envelope: SecretEnvelope,
  ) {}

  sealed(id: string, push: StoredPush): string {
    return this.envelope.seal(JSON.stringify(push), purposeOf(id));
  }

  opened({ id, sealedRequest }: { readonly id: string; readonly sealedRequest: string }): StoredPush {
    // What `sealed` was given.
    return JSON.parse(this.envelope.open(sealedRequest, purposeOf(id))) as StoredPush;
  }
}

/** Where the task of a push stands: accounts are served in turn, and a resource in the order of its pushes. */
export function pushLine({
  id,
  account,
  kbid,
  resourceId,
}: Pick<ProcessingRecordEntity, 'id' | 'account' | 'kbid' | 'resourceId'>): AddOptions {
  return { tenant: account, serialBy: `push:${account}/${kbid}/${resourceId}`, key: pushKey(id) };
}

/** Of the task of a push. */
export function pushKey(id: string): string {
  return `push:${id}`;
}

function purposeOf(id: string): string {
  return `push ${id}`;
}
