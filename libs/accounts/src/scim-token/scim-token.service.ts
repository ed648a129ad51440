import { randomUUID } from 'node:crypto';
import { Bus } from '@lectern/bus';
import { deployment } from '@lectern/config';
import {
  type PresentedScimToken,
  SCIM_PATH,
  SCIM_TOKENS_MAX,
  type ScimToken,
  type ScimTokenCreated,
  type ScimTokenList,
  type ScimTokenPayload,
  type ScimTokenTarget,
  type VerifiedScimToken,
} from '@lectern/contracts/accounts';
import { accessChanged, AppError, type Principal, utcWithOffset } from '@lectern/contracts/core';
import { admitWithinQuota, Transactions } from '@lectern/database';
import { tokenHash, TokenSigner } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import { noteAct } from '../audit-log/note-act';
import { refuseExpired, tokenExpiry } from '../token/token-expiry';
import type { ScimTokenEntity } from './scim-token.entity';
import { ScimTokenRepository } from './scim-token.repository';

const TOKEN_TYPE = 'scim+jwt';
/** How exact the last use is. */
const USE_SHOWN_TO_MS = 60_000;

/** Tokens of identity providers. */
@Injectable()
export class ScimTokens {
  constructor(
    private readonly transactions: Transactions,
    private readonly tokens: ScimTokenRepository,
    private readonly signer: TokenSigner,
    private readonly bus: Bus,
  ) {}

  /** @throws AppError `invalid_request`, `quota_exceeded` */
  async create(
    accountId: string,
    { description, expires: wanted }: ScimTokenPayload,
    principal: Principal,
  ): Promise<ScimTokenCreated> {
    const now = new Date();
    const [id, expires] = [randomUUID(), tokenExpiry(wanted, now, ['body', 'expires'])];
    const { publicUrl } = deployment();
    const claims = { iss: publicUrl, sub: accountId, jti: id, iat: seconds(now), exp: seconds(expires) };
    const token = await this.signer.sign(claims, TOKEN_TYPE);
    const createdBy = principal.id;
    const row = { id, accountId, description, createdBy, created: now, expires, lastUsed: null };
    await this.transactions.run(async (tx) => {
      await admitWithinQuota(tx, {
        name: `scim tokens/${accountId}`,
        count: () => this.tokens.count(accountId, tx),
        max: SCIM_TOKENS_MAX,
        refusal: `An account has at most ${SCIM_TOKENS_MAX} SCIM tokens; revoke one that is not used`,
      });
      await this.tokens.insert({ ...row, hash: tokenHash(token) }, tx);
      const details = { token: id, description, expires: expires.toISOString() };
      await noteAct({ action: 'scim_token_created', principal, account: accountId, details }, tx);
    });
    return { ...shownToken(row), token, url: `${publicUrl}${SCIM_PATH.replace('{account}', accountId)}` };
  }

  async list(accountId: string): Promise<ScimTokenList> {
    const rows = await this.transactions.read((tx) => this.tokens.list(accountId, tx));
    return { tokens: rows.map(shownToken) };
  }

  /** @throws AppError `not_found` */
  async delete({ account, token_id: id }: ScimTokenTarget, principal: Principal): Promise<null> {
    await this.transactions.run(async (tx) => {
      if (!(await this.tokens.delete(account, id, tx))) throw new AppError('not_found', 'Token not found');
      await noteAct({ action: 'scim_token_deleted', principal, account, details: { token: id } }, tx);
    });
    this.bus.publish(accessChanged, { key: id.toLowerCase() });
    return null;
  }

  /** @throws AppError `unauthorized` */
  async verify({ token }: PresentedScimToken): Promise<VerifiedScimToken> {
    const now = new Date();
    const hash = tokenHash(token);
    const row = await this.transactions.read((tx) => this.tokens.findByHash(hash, tx));
    if (!row) throw new AppError('unauthorized', 'Unauthorized');
    refuseExpired(row.expires, now);
    if (now.getTime() - (row.lastUsed?.getTime() ?? 0) > USE_SHOWN_TO_MS)
      await this.transactions.run((tx) => this.tokens.markUsed(row.id, now, tx));
    return { id: row.id, account: row.accountId, expiresMs: row.expires.getTime() };
  }
}

function shownToken(row: Omit<ScimTokenEntity, 'hash'>): ScimToken {
  const { id, description, createdBy, created, expires, lastUsed } = row;
  return {
    id,
    description,
    created: utcWithOffset(created),
    created_by: createdBy,
    expires: utcWithOffset(expires),
    last_used: lastUsed && utcWithOffset(lastUsed),
  };
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1_000);
}
