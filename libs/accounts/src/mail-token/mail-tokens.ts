import { storable } from '@lectern/database';
import { randomSecret, tokenHash } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import { type EntityManager, LessThanOrEqual } from 'typeorm';
import { MailTokenEntity, type MailTokenKind } from './mail-token.entity';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How long a link waits for its use. */
export const MAIL_TOKEN_TTL_MS: Readonly<Record<MailTokenKind, number>> = {
  'sign-up-start': DAY_MS,
  'sign-up': DAY_MS,
  recovery: HOUR_MS,
  'set-up': 7 * DAY_MS,
  address: DAY_MS,
};

/** A token that is to be made. */
export interface NewMailToken {
  readonly kind: MailTokenKind;
  readonly email: string;
  readonly userId?: string;
  readonly payload?: Readonly<Record<string, string>>;
  /** Default: the usual one of its kind. */
  readonly ttlMs?: number;
}

/** Tokens in the links of mails, of which only hashes are stored. */
@Injectable()
export class MailTokens {
  /** @returns the token, which nothing but the mail has */
  async issue(
    { kind, email, userId, payload = {}, ttlMs = MAIL_TOKEN_TTL_MS[kind] }: NewMailToken,
    tx: EntityManager,
  ): Promise<string> {
    const [token, now] = [randomSecret(), Date.now()];
    await tx.delete(MailTokenEntity, { expires: LessThanOrEqual(new Date(now)) });
    const expires = new Date(now + ttlMs);
    const row = { hash: tokenHash(token), kind, email, userId: userId ?? null, payload: storable(payload), expires };
    await tx.insert(MailTokenEntity, row);
    return token;
  }

  /** One that still counts, which stays as it is. */
  async find(token: string, kind: MailTokenKind, tx: EntityManager): Promise<MailTokenEntity | undefined> {
    const found = await tx.findOneBy(MailTokenEntity, { hash: tokenHash(token), kind });
    return found && found.expires > new Date() ? found : undefined;
  }

  /** Voids a token. Of several that use it at once, one gets it. */
  async use(token: string, kinds: readonly MailTokenKind[], tx: EntityManager): Promise<MailTokenEntity | undefined> {
    const hash = tokenHash(token);
    const found = await tx.findOneBy(MailTokenEntity, { hash });
    if (!found || !kinds.includes(found.kind) || found.expires <= new Date()) return undefined;
    const { affected } = await tx.delete(MailTokenEntity, { hash });
    return affected === 1 ? found : undefined;
  }

  /** Voids those of a user. */
  async voidAll(userId: string, kinds: readonly MailTokenKind[], tx: EntityManager): Promise<void> {
    for (const kind of kinds) await tx.delete(MailTokenEntity, { userId, kind });
  }
}
