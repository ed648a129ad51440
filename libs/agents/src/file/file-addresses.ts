import { createHmac, timingSafeEqual } from 'node:crypto';
import { deployment } from '@lectern/config';
import { SecretEnvelope } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import type { AgentFileKey } from './agent-file.repository';

const PURPOSE = 'addresses of files of interactions';

/** Signed addresses, which need no credentials. */
@Injectable()
export class FileAddresses {
  constructor(private readonly envelope: SecretEnvelope) {}

  /** The address of a file of interactions. */
  of(key: AgentFileKey): string {
    const [signature = ''] = this.signatures(key);
    const path = `/api/v1/agent/${key.agent}/audit/download_request/${key.id}/file`;
    return `${deployment().zone.origin}${path}?signature=${signature}`;
  }

  /** Whether the signature is of this file, also by a key from before a rotation. */
  isSigned(key: AgentFileKey, signature: string): boolean {
    const given = Buffer.from(signature);
    return this.signatures(key).some((one) => {
      const expected = Buffer.from(one);
      return expected.length === given.length && timingSafeEqual(expected, given);
    });
  }

  private signatures({ agent, id }: AgentFileKey): readonly string[] {
    const signed = (key: Buffer) => createHmac('sha256', key).update(`${agent}/${id}`).digest('base64url');
    return this.envelope.derivedKeys(PURPOSE).map(signed);
  }
}
