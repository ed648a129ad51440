import { lockName, Transactions } from '@lectern/database';
import { newRsaKey, RsaSigner, SecretEnvelope } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { OauthKeyEntity } from './oauth-key.entity';
import { OauthKeyRepository } from './oauth-key.repository';

/** Processes learn of a new key within this time. */
const CACHED_MS = 60_000;
/** A new key is published for this long before it signs, so that all readers know it. */
const PUBLISHED_FIRST_MS = 10 * 60_000;
/** After this time another key signs. */
export const KEY_AGE_MS_MAX = 90 * 24 * 3_600_000;
/** A key that signs no more verifies for this long: longer than any token lives. */
const VERIFIES_MS = 7 * 24 * 3_600_000;

/** The keys that sign tokens of users. The first use makes the first one. */
@Injectable()
export class OauthKeys {
  private cached: { readonly untilMs: number; readonly signer: Promise<RsaSigner> } | undefined;

  constructor(
    private readonly transactions: Transactions,
    private readonly keys: OauthKeyRepository,
    private readonly envelope: SecretEnvelope,
  ) {}

  /** The same object until the keys change. */
  async signer(): Promise<RsaSigner> {
    const known = this.cached;
    if (known && known.untilMs > Date.now()) return known.signer;
    const signer = this.read(known?.signer);
    this.cached = { untilMs: Date.now() + CACHED_MS, signer };
    signer.catch(() => {
      if (this.cached?.signer === signer) this.cached = undefined;
    });
    return signer;
  }

  /** Makes a new key when the newest is old, and forgets those that no token needs. */
  async rotate(now = new Date()): Promise<void> {
    await this.transactions.run(async (tx) => {
      await lockName(tx, 'oauth keys');
      const [newest] = await this.keys.list(tx);
      if (newest && now.getTime() - newest.created.getTime() > KEY_AGE_MS_MAX) await this.make(now, tx);
      await this.keys.deleteOlder(new Date(now.getTime() - 2 * KEY_AGE_MS_MAX - VERIFIES_MS), tx);
    });
    this.cached = undefined;
  }

  private async read(before: Promise<RsaSigner> | undefined): Promise<RsaSigner> {
    const rows = await this.transactions.run(async (tx) => {
      const stored = await this.keys.list(tx);
      if (stored.length > 0) return stored;
      await lockName(tx, 'oauth keys');
      const again = await this.keys.list(tx);
      return again.length > 0 ? again : [await this.make(new Date(), tx)];
    });
    const ordered = signingFirst(rows, new Date());
    const known = await before?.catch(() => undefined);
    const same = known && known.privateJwks.map(({ kid }) => kid).join() === ordered.map(({ id }) => id).join();
    return same ? known : RsaSigner.open(ordered, this.envelope);
  }

  private async make(created: Date, tx: EntityManager): Promise<OauthKeyEntity> {
    const key = { ...(await newRsaKey(this.envelope)), created };
    await this.keys.insert(key, tx);
    return key;
  }
}

/** @param rows newest first */
function signingFirst(rows: readonly OauthKeyEntity[], now: Date): readonly OauthKeyEntity[] {
  const known = rows.find(({ created }) => now.getTime() - created.getTime() >= PUBLISHED_FIRST_MS);
  const signing = known ?? rows.at(-1);
  return signing ? [signing, ...rows.filter((row) => row !== signing)] : rows;
}
