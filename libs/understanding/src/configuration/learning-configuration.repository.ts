import type { OwnedConfiguration } from '@lectern/contracts/understanding';
import { admitWithinQuota, lockName, prepared, storable } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { LearningConfigurationEntity } from './learning-configuration.entity';

const PER_ACCOUNT_MAX = 10_000;
/** Read twice per question, with whether anything has to judge it first. */
const FIND_SQL = prepared(`
  SELECT choices, sealed_user_keys AS "sealedUserKeys",
    EXISTS (SELECT FROM guardrail_policies AS policy
      WHERE policy.account = $1::uuid AND policy.enabled AND policy.blocking) AS "isGuarded"
  FROM (SELECT) AS one LEFT JOIN learning_configurations ON account = $1::uuid AND kbid = $2::text`);

/** A configuration, and whether the account has policies that block. */
export interface GuardedConfiguration {
  readonly row: LearningConfigurationEntity | undefined;
  readonly isGuarded: boolean;
}

interface FoundRow {
  /** Null without a configuration. */
  readonly choices: LearningConfigurationEntity['choices'] | null;
  readonly sealedUserKeys: string | null;
  readonly isGuarded: boolean;
}

/** Configurations by account and knowledge box, so that no account reaches those of another. */
@Injectable()
export class LearningConfigurationRepository {
  async find(owner: OwnedConfiguration, tx: EntityManager): Promise<LearningConfigurationEntity | undefined> {
    return (await this.findGuarded(owner, tx)).row;
  }

  /** The same, with what else is asked before every answer. */
  async findGuarded({ account, kbid }: OwnedConfiguration, tx: EntityManager): Promise<GuardedConfiguration> {
    const [found]: FoundRow[] = await tx.query(FIND_SQL, [account, kbid]);
    const { choices = null, sealedUserKeys = null, isGuarded = true } = found ?? {};
    return { row: choices === null ? undefined : { account, kbid, choices, sealedUserKeys }, isGuarded };
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
