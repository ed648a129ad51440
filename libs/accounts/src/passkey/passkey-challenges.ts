import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { SecretEnvelope } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import { type EntityManager, LessThanOrEqual } from 'typeorm';
import { UsedChallengeEntity } from './passkey.entity';

const TTL_MS = 5 * 60_000;
const TIME_BYTES = 8;
const NONCE_BYTES = 16;
const HEAD_BYTES = TIME_BYTES + NONCE_BYTES;

/**
 * Challenges that count once, for five minutes, and for one purpose. They carry their end and a signature, so that
 * strangers who ask for many fill no table: only those that were answered are stored.
 */
@Injectable()
export class PasskeyChallenges {
  constructor(private readonly envelope: SecretEnvelope) {}

  /** @param purpose what may be done with the answer, and by whom */
  issue(purpose: string): Buffer {
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeBigUInt64BE(BigInt(Date.now() + TTL_MS));
    randomBytes(NONCE_BYTES).copy(head, TIME_BYTES);
    const [key = Buffer.alloc(0)] = this.keys();
    return Buffer.concat([head, signature(key, head, purpose)]);
  }

  /** Whether a challenge is one of ours, for this purpose, that has not expired. @param text base64url */
  isValid(text: string, purpose: string): boolean {
    const bytes = Buffer.from(text, 'base64url');
    const head = bytes.subarray(0, HEAD_BYTES);
    const signed = bytes.subarray(HEAD_BYTES);
    const isOurs = this.keys().some((key) => isSameHash(signed, signature(key, head, purpose)));
    return isOurs && expiryOf(bytes) > Date.now();
  }

  /** Of several answers to one challenge, one counts. @param text one that `isValid` @returns whether it is this one */
  async use(text: string, tx: EntityManager): Promise<boolean> {
    await tx.delete(UsedChallengeEntity, { expires: LessThanOrEqual(new Date()) });
    const bytes = Buffer.from(text, 'base64url');
    const rows = await tx.query<object[]>(
      `INSERT INTO used_challenges (hash, expires) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING hash`,
      [createHash('sha256').update(bytes).digest(), new Date(expiryOf(bytes))],
    );
    return rows.length === 1;
  }

  private keys(): readonly Buffer[] {
    return this.envelope.derivedKeys('challenges of passkeys');
  }
}

function expiryOf(bytes: Buffer): number {
  return Number(bytes.readBigUInt64BE());
}

function signature(key: Buffer, head: Buffer, purpose: string): Buffer {
  return createHmac('sha256', key).update(head).update(purpose).digest();
}

function isSameHash(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
