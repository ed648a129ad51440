import type { OwnedConfiguration } from '@lectern/contracts/understanding';
import { admitWithinQuota, lockName, prepared, storable } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { LearningConfigurationEntity } from './learning-configuration.entity';

const PER_ACCOUNT_MAX = 10_000;
/** Read several times per question. */
const FIND_SQL = prepared(`
  SELECT account, kbid, choices, sealed_user_keys AS "sealedUserKeys"
  FROM learning_configurations WHERE account = $1::uuid AND kbid = $2::text`);

/** Configurations by account and knowledge box, so that no account reaches those of another. */
@Injectable()
export class LearningConfigurationRepository {
  async find(
    { account, kbid }: OwnedConfiguration,
    tx: EntityManager,
  ): Promise<LearningConfigurationEntity | undefined> {
    const [row]: LearningConfigurationEntity[] = await tx.query(FIND_SQL, [account, kbid]);
    return row;
  }

  /** Keeps others from writing configurations of the account until the transaction ends. */
  async hold(account: string, tx: EntityManager): Promise<void> {
    await lockName(tx, quotaOf(account));
  }

  /** @throws AppError `quota_exceeded` when it is one too many for its account */
  async put(row: LearningConfigurationEntity, tx: EntityManager): Promise<void> {
    const { account, kbid } = row;
    await admitWithinQuota(tx, {
      name: quotaOf(account),
      count: async () =>
        (await tx.existsBy(LearningConfigurationEntity, { account, kbid }))
          ? 0
          : tx.countBy(LearningConfigurationEntity, { account }),
      max: PER_ACCOUNT_MAX,
      refusal: `An account has at most ${PER_ACCOUNT_MAX} learning configurations`,
    });
    await tx.upsert(LearningConfigurationEntity, { ...row, choices: storable(row.choices) }, ['account', 'kbid']);
  }

  /** @returns whether there was one */
  async delete({ account, kbid }: OwnedConfiguration, tx: EntityManager): Promise<boolean> {
    return ((await tx.delete(LearningConfigurationEntity, { account, kbid })).affected ?? 0) > 0;
  }
}

function quotaOf(account: string): string {
  return `learning-configurations/${account}`;
}
