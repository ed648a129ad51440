import { randomUUID } from 'node:crypto';
import { Bus } from '@lectern/bus';
import { deployment } from '@lectern/config';
import type { PersonalTokenCreated, PersonalTokenList, PersonalTokenPayload } from '@lectern/contracts/accounts';
import { accessChanged, AppError, asUuid, type Principal, utcWithOffset } from '@lectern/contracts/core';
import { admitWithinQuota, Transactions } from '@lectern/database';
import { tokenHash, TokenSigner } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { noteAct } from '../audit-log/note-act';
import { PersonalTokenRepository } from './personal-token.repository';
import { tokenExpiry } from './token-expiry';

const TOKENS_PER_USER_MAX = 1_000;
const TOKEN_TYPE = 'pat+jwt';
const ofNoSession = { isSession: false, openedBy: null, browserHash: null, verified: null };

/** Properties of a new token. */
export interface NewToken {
  readonly userId: string;
  readonly description: string;
  readonly keptUntilUsed: boolean;
  /** Taken as it is, and never expires; signed by us when absent. */
  readonly chosen?: string;
}

@Injectable()
export class PersonalTokenService {
  constructor(
    private readonly transactions: Transactions,
    private readonly tokens: PersonalTokenRepository,
    private readonly signer: TokenSigner,
    private readonly bus: Bus,
  ) {}

  async create(
    { description, expiration_date }: PersonalTokenPayload,
    principal: Principal,
  ): Promise<PersonalTokenCreated> {
    const { id: userId } = principal;
    const now = new Date();
    const [id, expires] = [randomUUID(), tokenExpiry(expiration_date, now)];
    const token = await this.sign(id, userId, { now, expires });
    await this.transactions.run(async (tx) => {
      await admitWithinQuota(tx, {
        name: `tokens/${userId}`,
        count: () => this.tokens.count(userId, tx),
        max: TOKENS_PER_USER_MAX,
        refusal: `A user has at most ${TOKENS_PER_USER_MAX} tokens`,
      });
      const row = {
        id,
        userId,
        description,
        expires,
        hash: tokenHash(token),
        keptUntilUsed: false,
        created: now,
        ...ofNoSession,
      };
      await this.tokens.insert(row, tx);
      const details = { token: id, description, expires: expires.toISOString() };
      await noteAct({ action: 'token_created', principal, user: userId, details }, tx);
    });
    return { id, token, expires: utcWithOffset(expires) };
  }

  /** Makes a token within a transaction that also makes its user. */
  async issue({ userId, description, keptUntilUsed, chosen }: NewToken, tx: EntityManager): Promise<string> {
    const now = new Date();
    const id = randomUUID();
    const expires = chosen === undefined ? tokenExpiry(null, now) : null;
    const token = chosen ?? (await this.sign(id, userId, { now, expires }));
    await this.tokens.insert(
      { id, userId, description, expires, hash: tokenHash(token), keptUntilUsed, created: now, ...ofNoSession },
      tx,
    );
    return token;
  }

  /** Whether the token is one that still waits in its file for its first use. */
  async isAwaited(token: string): Promise<boolean> {
    const row = await this.transactions.read((tx) => this.tokens.findByHash(tokenHash(token), tx));
    return row?.keptUntilUsed === true;
  }

  async list({ id: userId }: Principal): Promise<PersonalTokenList> {
    const rows = await this.transactions.read((tx) => this.tokens.list(userId, tx));
    return {
      tokens: rows.map(({ id, description, expires }) => ({
        id,
        description,
        expires: expires && utcWithOffset(expires),
      })),
    };
  }

  /** @throws AppError `not_found`, also for another user's */
  async delete(tokenId: string, principal: Principal): Promise<null> {
    const [id, { id: user }] = [asUuid(tokenId), principal];
    const ended = await this.transactions.run(async (tx) => {
      const gone = id === undefined ? [] : await this.tokens.delete(user, id, tx);
      if (gone.length > 0) await noteAct({ action: 'token_deleted', principal, user, details: { token: id } }, tx);
      return gone;
    });
    if (ended.length === 0) throw new AppError('not_found', 'Token not found');
    for (const key of ended) this.bus.publish(accessChanged, { key });
    return null;
  }

  private sign(
    id: string,
    userId: string,
    { now, expires }: { readonly now: Date; readonly expires: Date | null },
  ): Promise<string> {
    const claims = { iss: deployment().publicUrl, sub: userId, jti: id, iat: seconds(now) };
    return this.signer.sign(expires ? { ...claims, exp: seconds(expires) } : claims, TOKEN_TYPE);
  }
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1_000);
}
