import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AssumedRoleEntity } from './assumed-role.entity';

/** One role an account. */
@Injectable()
export class AssumedRoleRepository {
  async find(account: string, tx: EntityManager): Promise<AssumedRoleEntity | undefined> {
    return (await tx.findOneBy(AssumedRoleEntity, { account })) ?? undefined;
  }

  /** Keeps an existing row. */
  async start(account: string, externalId: string, tx: EntityManager): Promise<void> {
    const row = { account, externalId, roleRef: null };
    await tx.createQueryBuilder().insert().into(AssumedRoleEntity).values(row).orIgnore().execute();
  }

  /** @returns whether it was started */
  async finish(account: string, roleRef: string, tx: EntityManager): Promise<boolean> {
    return ((await tx.update(AssumedRoleEntity, { account }, { roleRef })).affected ?? 0) > 0;
  }

  async delete(account: string, tx: EntityManager): Promise<void> {
    await tx.delete(AssumedRoleEntity, { account });
  }
}
