import { randomUUID } from 'node:crypto';
import { type Principal, utcWithOffset } from '@lectern/contracts/core';
import type { ServiceAccountList, ServiceAccountPayload, ServiceAccountRecord } from '@lectern/contracts/knowledge-box';
import { admitWithinQuota, Transactions } from '@lectern/database';
import { AccessActs } from '../act/access-acts';
import { type ApiKeyEntity } from '../api-key/api-key.entity';
import { ApiKeyRepository } from '../api-key/api-key.repository';
import { KnowledgeBoxRepository } from '@lectern/resource-store';
import { recordUseOfNuaKey } from '../nua-client/nua-client-events';
import { ServiceAccountRepository } from '../api-key/service-account.repository';
import { Injectable } from '@nestjs/common';

const SERVICE_ACCOUNTS_PER_BOX_MAX = 1_000;

@Injectable()
export class ServiceAccountService {
  constructor(
    private readonly transactions: Transactions,
    private readonly boxes: KnowledgeBoxRepository,
    private readonly serviceAccounts: ServiceAccountRepository,
    private readonly keys: ApiKeyRepository,
    private readonly acts: AccessActs,
  ) {}

  async list(kbid: string): Promise<ServiceAccountList> {
    return this.transactions.read(async (tx) => {
      const rows = await this.serviceAccounts.list(kbid, tx);
      const ids = rows.map(({ id }) => id);
      const keys = Map.groupBy(await this.keys.list(ids, tx), ({ serviceAccountId }) => serviceAccountId);
      return {
        serviceAccounts: rows.map(({ id, title, role }) => ({
          id,
          title,
          role,
          keys: (keys.get(id) ?? []).map(keyRecord),
        })),
      };
    });
  }

  /** @throws AppError `not_found`, `quota_exceeded` */
  async create(
    kbid: string,
    { title, role }: ServiceAccountPayload,
    principal: Principal,
  ): Promise<ServiceAccountRecord> {
    const id = randomUUID();
    await this.transactions.run(async (tx) => {
      await this.boxes.read(kbid, tx);
      await admitWithinQuota(tx, {
        name: `service-accounts/${kbid}`,
        count: () => this.serviceAccounts.count(kbid, tx),
        max: SERVICE_ACCOUNTS_PER_BOX_MAX,
        refusal: `A knowledge box has at most ${SERVICE_ACCOUNTS_PER_BOX_MAX} service accounts`,
      });
      await this.serviceAccounts.insert({ id, kbid, title, role, created: new Date() }, tx);
      const event = { kind: 'service_account_created', details: { kbid, service_account_id: id } } as const;
      await recordUseOfNuaKey(principal, event, tx);
      const details = { ...event.details, title, role };
      await this.acts.note({ action: 'service_account_created', principal, details }, tx);
    });
    return { id, title, role, keys: [] };
  }

  /** Its keys die with it. @throws AppError `not_found` */
  async delete(kbid: string, serviceAccountId: string, principal: Principal): Promise<null> {
    const keys = await this.transactions.run(async (tx) => {
      const { id } = await this.serviceAccounts.get(kbid, serviceAccountId, tx);
      const found = await this.keys.list([id], tx);
      await this.serviceAccounts.delete(kbid, id, tx);
      const event = { kind: 'service_account_deleted', details: { kbid, service_account_id: id } } as const;
      await recordUseOfNuaKey(principal, event, tx);
      await this.acts.note({ action: 'service_account_deleted', principal, details: event.details }, tx);
      return found;
    });
    this.acts.ended(...keys.map(({ id }) => id));
    return null;
  }
}

function keyRecord({ id, created, expires }: ApiKeyEntity) {
  return { id, created: utcWithOffset(created), expires: utcWithOffset(expires) };
}
