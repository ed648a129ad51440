import { createHmac, timingSafeEqual } from 'node:crypto';
import { deployment } from '@lectern/config';
import { SecretEnvelope } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';

const PURPOSE = 'addresses of reports of tasks';
/** How long an address works. */
const ADDRESS_S = 3_600;

/** A report and its knowledge box. */
export interface AssetKey {
  readonly kbid: string;
  readonly id: string;
}

/** Signed addresses of reports, which need no credentials. */
@Injectable()
export class AssetAddresses {
  constructor(private readonly envelope: SecretEnvelope) {}

  of(key: AssetKey, now: Date): string {
    const expires = Math.floor(now.getTime() / 1_000) + ADDRESS_S;
    const [signature = ''] = this.signatures(key, expires);
    const path = `/api/v1/kb/${key.kbid}/assets/${key.id}/file`;
    return `${deployment().zone.origin}${path}?expires=${expires}&signature=${signature}`;
  }

  /** Whether the address is of this report and has not ended. */
  isValid(key: AssetKey, { expires, signature }: { readonly expires: number; readonly signature: string }, now: Date) {
    if (expires * 1_000 < now.getTime()) return false;
    const given = Buffer.from(signature);
    return this.signatures(key, expires).some((one) => {
      const expected = Buffer.from(one);
      return expected.length === given.length && timingSafeEqual(expected, given);
    });
  }

  /** By the current key, and by those from before a rotation. */
  private signatures({ kbid, id }: AssetKey, expires: number): readonly string[] {
    const signed = (key: Buffer) => createHmac('sha256', key).update(`${kbid}/${id}/${expires}`).digest('base64url');
    return this.envelope.derivedKeys(PURPOSE).map(signed);
  }
}
