import { randomUUID } from 'node:crypto';
import { AppError, asUuid, type Principal, utcWithOffset } from '@lectern/contracts/core';
import type { ApiKeyCreated } from '@lectern/contracts/knowledge-box';
import { admitWithinQuota, Transactions } from '@lectern/database';
import { AccessActs } from '../act/access-acts';
import { ApiKeyRepository } from '../api-key/api-key.repository';
import { type OwnedBox } from '@lectern/resource-store';
import { recordUseOfNuaKey } from '../nua-client/nua-client-events';
import { ServiceAccountRepository } from '../api-key/service-account.repository';
import { tokenHash } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import { keyExpiry } from './key-expiry';
import { ZoneTokens } from '../token/zone-tokens';

const KEYS_PER_SERVICE_ACCOUNT_MAX = 100;

/** A service account of a knowledge box. */
export interface OwnedServiceAccount extends OwnedBox {
  readonly service_account_id: string;
}

@Injectable()
export class ApiKeyService {
  constructor(
    private readonly transactions: Transactions,
    private readonly serviceAccounts: ServiceAccountRepository,
    private readonly keys: ApiKeyRepository,
    private readonly tokens: ZoneTokens,
    private readonly acts: AccessActs,
  ) {}

  /** @throws AppError `not_found`, `invalid_request`, `quota_exceeded` */
  async create(
    { account, kbid, service_account_id }: OwnedServiceAccount,
    given: unknown,
    principal: Principal,
  ): Promise<ApiKeyCreated> {
    const now = new Date();
    const [id, expires] = [randomUUID(), keyExpiry(given, now)];
    return this.transactions.run(async (tx) => {
      const { id: serviceAccountId, role } = await this.serviceAccounts.get(kbid, service_account_id, tx);
      await admitWithinQuota(tx, {
        name: `keys/${serviceAccountId}`,
        count: () => this.keys.count(serviceAccountId, tx),
        max: KEYS_PER_SERVICE_ACCOUNT_MAX,
        refusal: `A service account has at most ${KEYS_PER_SERVICE_ACCOUNT_MAX} keys`,
      });
      const token = await this.tokens.apiKey({ id, serviceAccountId, kbid, account, role }, { now, expires });
      await this.keys.insert({ id, serviceAccountId, hash: tokenHash(token), created: now, expires }, tx);
      const details = { kbid, service_account_id: serviceAccountId, key_id: id };
      await recordUseOfNuaKey(principal, { kind: 'api_key_created', details }, tx);
      await this.acts.note({ action: 'key_created', principal, details: { ...details, role } }, tx);
      return { id, token, expires: utcWithOffset(expires) };
    });
  }

  /** @throws AppError `not_found` */
  async delete({ kbid, service_account_id }: OwnedServiceAccount, keyId: string, principal: Principal): Promise<null> {
    const id = asUuid(keyId);
    const deleted = await this.transactions.run(async (tx) => {
      const owner = await this.serviceAccounts.get(kbid, service_account_id, tx);
      if (id === undefined || !(await this.keys.delete(owner.id, id, tx))) return undefined;
      const details = { kbid, service_account_id: owner.id, key_id: id };
      await recordUseOfNuaKey(principal, { kind: 'api_key_deleted', details }, tx);
      await this.acts.note({ action: 'key_deleted', principal, details }, tx);
      return id;
    });
    if (deleted === undefined) throw new AppError('not_found', 'Key not found');
    this.acts.ended(deleted);
    return null;
  }
}
