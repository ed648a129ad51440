import type { BlockableFeature } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountBlockEntity } from './account-block.entity';

@Injectable()
export class AccountBlockRepository {
  /** Empty if nothing is known about the account. */
  async features(account: string, tx: EntityManager): Promise<readonly BlockableFeature[]> {
    return (await tx.findOneBy(AccountBlockEntity, { account }))?.features ?? [];
  }

  async put(account: string, features: readonly BlockableFeature[], tx: EntityManager): Promise<void> {
    if (features.length === 0) await tx.delete(AccountBlockEntity, { account });
    else await tx.upsert(AccountBlockEntity, { account, features: [...features] }, ['account']);
  }
}
