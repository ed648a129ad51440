import type { OwnedConfiguration } from '@lectern/contracts/understanding';
import { Transactions } from '@lectern/database';
import { SecretEnvelope } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Choices } from './stored-choices';
import { type LearningConfigurationEntity } from './learning-configuration.entity';
import { LearningConfigurationRepository } from './learning-configuration.repository';
import { StrategyRepository } from './strategy.repository';
import type { StoredKeys } from '../account-model/user-keys';

/** A stored configuration. */
export interface StoredConfiguration {
  readonly choices: Choices;
  readonly keys: StoredKeys;
}

/** A stored configuration, and whether the account has blocking policies. */
export interface GuardedConfiguration {
  readonly stored: StoredConfiguration | undefined;
  readonly isGuarded: boolean;
}

/** Stores configurations, with their keys sealed. */
@Injectable()
export class ConfigurationRows {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: LearningConfigurationRepository,
    private readonly envelope: SecretEnvelope,
    private readonly strategies: StrategyRepository,
  ) {}

  /** @throws AppError `unavailable` */
  async find(owner: OwnedConfiguration): Promise<StoredConfiguration | undefined> {
    return this.transactions.read((tx) => this.read(owner, tx));
  }

  /** @throws AppError `unavailable` */
  async findGuarded(owner: OwnedConfiguration): Promise<GuardedConfiguration> {
    const { row, isGuarded } = await this.transactions.read((tx) => this.repository.findGuarded(owner, tx));
    return { stored: row && this.opened(owner, row), isGuarded };
  }

  /**
   * Applies `change` to the stored value, under a lock.
   *
   * @throws AppError `quota_exceeded`; errors of `change`
   */
  async put(
    owner: OwnedConfiguration,
    change: (stored: StoredConfiguration | undefined) => StoredConfiguration,
  ): Promise<StoredConfiguration> {
    return this.transactions.run(async (tx) => {
      await this.repository.hold(owner.account, tx);
      const next = change(await this.read(owner, tx));
      await this.repository.put(this.sealed(owner, next), tx);
      return next;
    });
  }

  /** @returns whether it existed */
  async delete(owner: OwnedConfiguration): Promise<boolean> {
    return this.transactions.run((tx) => this.repository.delete(owner, tx));
  }

  /** Also deletes the strategies of the knowledge box. Safe to repeat. */
  async purge(owner: OwnedConfiguration): Promise<void> {
    await this.transactions.run(async (tx) => {
      await this.repository.delete(owner, tx);
      await this.strategies.purge(owner, tx);
    });
  }

  private async read(owner: OwnedConfiguration, tx: EntityManager): Promise<StoredConfiguration | undefined> {
    const row = await this.repository.find(owner, tx);
    return row && this.opened(owner, row);
  }

  private opened(
    owner: OwnedConfiguration,
    { choices, sealedUserKeys: sealed }: LearningConfigurationEntity,
  ): StoredConfiguration {
    // Sealed below.
    const keys =
      sealed === null ? {} : (JSON.parse(this.envelope.open(sealed, configurationPurpose(owner))) as StoredKeys);
    return { choices, keys };
  }

  private sealed(owner: OwnedConfiguration, { choices, keys }: StoredConfiguration): LearningConfigurationEntity {
    const { account, kbid } = owner;
    const isEmpty = Object.keys(keys).length === 0;
    const sealedUserKeys = isEmpty ? null : this.envelope.seal(JSON.stringify(keys), configurationPurpose(owner));
    return { account, kbid, choices, sealedUserKeys };
  }
}

function configurationPurpose({ account, kbid }: OwnedConfiguration): string {
  return `user keys of ${account}/${kbid}`;
}
