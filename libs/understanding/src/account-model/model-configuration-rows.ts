import type { UserPrompt } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { SecretEnvelope } from '@lectern/secrets';
import { ModelConfigurationEntity } from './model-configuration.entity';
import { ModelConfigurationRepository, type OwnedModelConfiguration } from './model-configuration.repository';
import { Injectable } from '@nestjs/common';
import type { StoredKeys } from './user-keys';

/** A model configuration with its secrets opened. */
export interface StoredModelConfiguration extends OwnedModelConfiguration {
  readonly model: string;
  readonly description: string | null;
  /** Must only be sent to the provider. */
  readonly keys: StoredKeys;
  readonly userPrompts: Readonly<Record<string, UserPrompt>>;
  readonly assumeRole: boolean;
  readonly kbids: readonly string[];
  readonly nuaClientIds: readonly string[];
  readonly createdAt: Date;
}

/** Stores model configurations, with their keys sealed. */
@Injectable()
export class ModelConfigurationRows {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: ModelConfigurationRepository,
    private readonly envelope: SecretEnvelope,
  ) {}

  /** @throws AppError `unavailable` */
  async find(name: OwnedModelConfiguration): Promise<StoredModelConfiguration | undefined> {
    const row = await this.transactions.read((tx) => this.repository.find(name, tx));
    return row && this.opened(row);
  }

  /** Oldest first. */
  async list(account: string): Promise<readonly Omit<StoredModelConfiguration, 'keys'>[]> {
    return this.transactions.read((tx) => this.repository.list(account, tx));
  }

  /** @throws AppError `quota_exceeded` */
  async add(configuration: StoredModelConfiguration): Promise<void> {
    await this.transactions.run((tx) => this.repository.insert(this.sealed(configuration), tx));
  }

  /**
   * Applies `change` to the stored value, under a lock.
   *
   * @returns undefined without a stored value; rethrows errors of `change`
   */
  async change(
    name: OwnedModelConfiguration,
    change: (stored: StoredModelConfiguration) => StoredModelConfiguration,
  ): Promise<StoredModelConfiguration | undefined> {
    return this.transactions.run(async (tx) => {
      const row = await this.repository.find(name, tx, { isLocked: true });
      if (!row) return undefined;
      const next = change(this.opened(row));
      await this.repository.update(this.sealed(next), tx);
      return next;
    });
  }

  /** @returns whether it existed */
  async delete(name: OwnedModelConfiguration): Promise<boolean> {
    return this.transactions.run((tx) => this.repository.delete(name, tx));
  }

  private opened({ sealedUserKeys, ...row }: ModelConfigurationEntity): StoredModelConfiguration {
    if (sealedUserKeys === null) return { ...row, keys: {} };
    // Sealed below.
    return {
      ...row,
      keys: JSON.parse(this.envelope.open(sealedUserKeys, modelConfigurationPurpose(row))) as StoredKeys,
    };
  }

  private sealed({ keys, kbids, nuaClientIds, ...row }: StoredModelConfiguration): ModelConfigurationEntity {
    const isEmpty = Object.keys(keys).length === 0;
    const sealedUserKeys = isEmpty ? null : this.envelope.seal(JSON.stringify(keys), modelConfigurationPurpose(row));
    return { ...row, kbids: [...kbids], nuaClientIds: [...nuaClientIds], sealedUserKeys };
  }
}

function modelConfigurationPurpose({ account, id }: OwnedModelConfiguration): string {
  return `model configuration ${account}/${id}`;
}
