import { randomBytes } from 'node:crypto';
import { SecretEnvelope } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import type { ScheduleKey } from './schedule.repository';

const SECRET_BYTES = 32;

/** Secrets of the webhook of a schedule. */
export interface WebhookSecrets {
  readonly headers: Readonly<Record<string, string>>;
  /** Signs calls. */
  readonly secret: string;
}

/** Seals the secrets of webhooks, each for its schedule. */
@Injectable()
export class ScheduleSecrets {
  constructor(private readonly envelope: SecretEnvelope) {}

  /** @param secret a new one when absent */
  seal(
    key: ScheduleKey,
    headers: WebhookSecrets['headers'],
    secret = randomBytes(SECRET_BYTES).toString('base64url'),
  ): { readonly sealed: string; readonly secret: string } {
    return { sealed: this.envelope.seal(JSON.stringify({ headers, secret }), schedulePurposeOf(key)), secret };
  }

  open(key: ScheduleKey, sealed: string): WebhookSecrets {
    // Sealed above.
    return JSON.parse(this.envelope.open(sealed, schedulePurposeOf(key))) as WebhookSecrets;
  }
}

function schedulePurposeOf({ agent, id }: ScheduleKey): string {
  return `agent schedule ${agent} ${id}`;
}
