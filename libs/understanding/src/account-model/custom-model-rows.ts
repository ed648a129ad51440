import type { ProviderKeys } from '@lectern/models';
import { Transactions } from '@lectern/database';
import { SecretEnvelope } from '@lectern/secrets';
import { type CustomModelEntity } from './custom-model.entity';
import { CustomModelRepository, type OwnedCustomModel } from './custom-model.repository';
import { Injectable } from '@nestjs/common';

/** A custom model with its secrets opened. */
export interface StoredCustomModel extends Omit<CustomModelEntity, 'sealedServer' | 'kbids'> {
  /** Address and keys. Must only be sent to the provider. */
  readonly server: ProviderKeys;
  readonly kbids: readonly string[];
}

/** Identifies a custom model. */
export interface CustomModelName {
  readonly account: string;
  readonly id: string;
}

/** Stores custom models, with their addresses and keys sealed. */
@Injectable()
export class CustomModelRows {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: CustomModelRepository,
    private readonly envelope: SecretEnvelope,
  ) {}

  /** @throws AppError `unavailable` */
  async find(name: OwnedCustomModel): Promise<StoredCustomModel | undefined> {
    const row = await this.transactions.read((tx) => this.repository.find(name, tx));
    return row && this.opened(row);
  }

  /** Oldest first. */
  async list(account: string): Promise<readonly Omit<StoredCustomModel, 'server'>[]> {
    return this.transactions.read((tx) => this.repository.list(account, tx));
  }

  /** @throws AppError `quota_exceeded`, `conflict` */
  async add(model: StoredCustomModel): Promise<void> {
    await this.transactions.run((tx) => this.repository.insert(this.sealed(model), tx));
  }

  /**
   * Applies `change` to the stored value, under a lock.
   *
   * @returns undefined without a stored value; rethrows errors of `change`
   */
  async change(
    name: CustomModelName,
    change: (stored: StoredCustomModel) => StoredCustomModel,
  ): Promise<StoredCustomModel | undefined> {
    return this.transactions.run(async (tx) => {
      const row = await this.repository.find(name, tx, { isLocked: true });
      if (!row) return undefined;
      const next = change(this.opened(row));
      await this.repository.update(this.sealed(next), tx);
      return next;
    });
  }

  /** @returns whether it existed */
  async delete(name: CustomModelName): Promise<boolean> {
    return this.transactions.run((tx) => this.repository.delete(name, tx));
  }

  private opened({ sealedServer, ...row }: CustomModelEntity): StoredCustomModel {
    // Sealed below.
    return { ...row, server: JSON.parse(this.envelope.open(sealedServer, customModelPurpose(row))) as ProviderKeys };
  }

  private sealed({ server, kbids, ...row }: StoredCustomModel): CustomModelEntity {
    return {
      ...row,
      kbids: [...kbids],
      sealedServer: this.envelope.seal(JSON.stringify(server), customModelPurpose(row)),
    };
  }
}

function customModelPurpose({ account, id }: CustomModelName): string {
  return `custom model ${account}/${id}`;
}
