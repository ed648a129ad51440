import { AppError } from '@lectern/contracts/core';
import { admitWithinQuota, isUniqueViolation } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CustomModelEntity } from './custom-model.entity';

const PER_ACCOUNT_MAX = 1_000;

/** Names a custom model by id or by location. */
export type OwnedCustomModel = { readonly account: string } & ({ readonly id: string } | { readonly location: string });

/** Custom models by account, so that no account reaches those of another. */
@Injectable()
export class CustomModelRepository {
  async find(
    name: OwnedCustomModel,
    tx: EntityManager,
    { isLocked = false } = {},
  ): Promise<CustomModelEntity | undefined> {
    const lock = isLocked ? { lock: { mode: 'pessimistic_write' as const } } : {};
    return (await tx.findOne(CustomModelEntity, { where: name, ...lock })) ?? undefined;
  }

  /** Oldest first. */
  async list(account: string, tx: EntityManager): Promise<CustomModelEntity[]> {
    return tx.find(CustomModelEntity, { where: { account }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** @throws AppError `quota_exceeded` when it is one too many for its account, `conflict` for a location in use */
  async insert(row: CustomModelEntity, tx: EntityManager): Promise<void> {
    await admitWithinQuota(tx, {
      name: `custom-models/${row.account}`,
      count: () => tx.countBy(CustomModelEntity, { account: row.account }),
      max: PER_ACCOUNT_MAX,
      refusal: `An account has at most ${PER_ACCOUNT_MAX} custom models`,
    });
    try {
      await tx.insert(CustomModelEntity, row);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new AppError('conflict', `The account has a model ${row.location} already`);
    }
  }

  async update(row: CustomModelEntity, tx: EntityManager): Promise<void> {
    const { account, id, ...values } = row;
    await tx.update(CustomModelEntity, { account, id }, values);
  }

  /** @returns whether there was one */
  async delete(name: { readonly account: string; readonly id: string }, tx: EntityManager): Promise<boolean> {
    return ((await tx.delete(CustomModelEntity, { ...name })).affected ?? 0) > 0;
  }
}
