import { PushPayload } from '@lectern/contracts/understanding';
import type { AddOptions } from '@lectern/database';
import { SecretEnvelope } from '@lectern/secrets';
import { ProcessingFileRepository } from './processing-file.repository';
import { type ProcessingRecordEntity } from './processing.entity';
import { ProcessingRecordRepository } from './processing-record.repository';
import { Injectable } from '@nestjs/common';

/** Request of a push in its stored form. */
export interface StoredPush {
  readonly payload: PushPayload;
  /** Without hyphens. */
  readonly rid: string;
}

/** Recipient of a notification at the end of a push. */
export interface Webhook {
  readonly uri: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Rows of pushes: their requests are sealed, because they may contain passwords and cookies. */
@Injectable()
export class PushRows {
  constructor(
    readonly records: ProcessingRecordRepository,
    readonly files: ProcessingFileRepository,
    private readonly envelope: SecretEnvelope,
  ) {}

  sealed(id: string, push: StoredPush): string {
    return this.envelope.seal(JSON.stringify(push), pushPurpose(id));
  }

  /** The sealed webhook; null if the push has none. */
  sealedWebhook(id: string, { webhook_config: webhook }: PushPayload): string | null {
    if (!webhook?.uri) return null;
    const { uri, headers } = webhook;
    return this.envelope.seal(JSON.stringify({ uri, headers: headers ?? {} } satisfies Webhook), webhookPurposeOf(id));
  }

  openedWebhook({ id, sealedWebhook }: ProcessingRecordEntity): Webhook | undefined {
    if (sealedWebhook === null) return undefined;
    // written by `sealedWebhook`
    return JSON.parse(this.envelope.open(sealedWebhook, webhookPurposeOf(id))) as Webhook;
  }

  opened({ id, sealedRequest }: { readonly id: string; readonly sealedRequest: string }): StoredPush {
    // The input of `sealed`, possibly of an earlier version, whose pushes had fewer members.
    const { payload, rid } = JSON.parse(this.envelope.open(sealedRequest, pushPurpose(id))) as StoredPush;
    return { payload: Object.assign(new PushPayload(), payload), rid };
  }
}

/** The queue of a push's task: accounts take turns, and the pushes of a resource are processed in order. */
export function pushLine({
  id,
  account,
  kbid,
  resourceId,
}: Pick<ProcessingRecordEntity, 'id' | 'account' | 'kbid' | 'resourceId'>): AddOptions {
  return { tenant: account, serialBy: `push:${account}/${kbid}/${resourceId}`, key: pushKey(id) };
}

/** Key of a push's task. */
export function pushKey(id: string): string {
  return `push:${id}`;
}

function pushPurpose(id: string): string {
  return `push ${id}`;
}

function webhookPurposeOf(id: string): string {
  return `webhook of push ${id}`;
}
