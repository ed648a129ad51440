import { admitWithinQuota, storable } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ModelConfigurationEntity } from './model-configuration.entity';

const PER_ACCOUNT_MAX = 1_000;

/** Names a model configuration. */
export interface OwnedModelConfiguration {
  readonly account: string;
  readonly id: string;
}

/** Model configurations by account, so that no account reaches those of another. */
@Injectable()
export class ModelConfigurationRepository {
  async find(
    { account, id }: OwnedModelConfiguration,
    tx: EntityManager,
    { isLocked = false } = {},
  ): Promise<ModelConfigurationEntity | undefined> {
    const lock = isLocked ? { lock: { mode: 'pessimistic_write' as const } } : {};
    return (await tx.findOne(ModelConfigurationEntity, { where: { account, id }, ...lock })) ?? undefined;
  }

  /** Oldest first. */
  async list(account: string, tx: EntityManager): Promise<ModelConfigurationEntity[]> {
    return tx.find(ModelConfigurationEntity, { where: { account }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** @throws AppError `quota_exceeded` when it is one too many for its account */
  async insert(row: ModelConfigurationEntity, tx: EntityManager): Promise<void> {
    await admitWithinQuota(tx, {
      name: `model-configurations/${row.account}`,
      count: () => tx.countBy(ModelConfigurationEntity, { account: row.account }),
      max: PER_ACCOUNT_MAX,
      refusal: `An account has at most ${PER_ACCOUNT_MAX} model configurations`,
    });
    await tx.insert(ModelConfigurationEntity, stored(row));
  }

  async update(row: ModelConfigurationEntity, tx: EntityManager): Promise<void> {
    const { account, id, ...values } = stored(row);
    await tx.update(ModelConfigurationEntity, { account, id }, values);
  }

  /** @returns whether there was one */
  async delete({ account, id }: OwnedModelConfiguration, tx: EntityManager): Promise<boolean> {
    return ((await tx.delete(ModelConfigurationEntity, { account, id })).affected ?? 0) > 0;
  }
}

function stored(row: ModelConfigurationEntity): ModelConfigurationEntity {
  return { ...row, userPrompts: storable(row.userPrompts) };
}
