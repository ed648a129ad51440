import type { AccountBounds } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountBlockEntity } from './account-block.entity';

@Injectable()
export class AccountBlockRepository {
  /** Nothing blocked and no limits if nothing is known about the account. */
  async bounds(account: string, tx: EntityManager): Promise<AccountBounds> {
    const { features = [], limits = {} } = (await tx.findOneBy(AccountBlockEntity, { account })) ?? {};
    return { features, limits };
  }

  async put(account: string, { features, limits }: AccountBounds, tx: EntityManager): Promise<void> {
    if (features.length === 0 && Object.keys(limits).length === 0) return this.delete(account, tx);
    await tx.upsert(AccountBlockEntity, { account, features: [...features], limits: { ...limits } }, ['account']);
  }

  async delete(account: string, tx: EntityManager): Promise<void> {
    await tx.delete(AccountBlockEntity, { account });
  }
}
