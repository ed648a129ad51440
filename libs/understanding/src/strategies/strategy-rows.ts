import { randomUUID } from 'node:crypto';
import type { ExtractStrategy, OwnedConfiguration, SplitStrategy } from '@lectern/contracts/understanding';
import { Transactions } from '@lectern/database';
import { SecretEnvelope } from '@lectern/secrets';
import { type StrategyEntity } from '../configuration/strategy.entity';
import { type StrategyScope, StrategyRepository } from '../configuration/strategy.repository';
import { Injectable } from '@nestjs/common';
import { keysOf, type StrategyKeys, withMaskedKeys } from './strategy-keys';

/** Configurations of strategies of each kind. */
export interface StrategyOf {
  extract: ExtractStrategy;
  split: SplitStrategy;
}

/** The owner of strategies of a kind. */
export type ScopeOf<K extends keyof StrategyOf> = OwnedConfiguration & { readonly kind: K };

/** A strategy with its secrets opened. */
export interface StoredStrategy<T> {
  readonly id: string;
  /** With masks in place of keys. */
  readonly config: T;
  readonly keys: StrategyKeys;
}

/** Stores strategies, with their keys sealed. */
@Injectable()
export class StrategyRows {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: StrategyRepository,
    private readonly envelope: SecretEnvelope,
  ) {}

  /** @throws AppError `unavailable` */
  async find<K extends keyof StrategyOf>(
    scope: ScopeOf<K>,
    id: string,
  ): Promise<StoredStrategy<StrategyOf[K]> | undefined> {
    const row = await this.transactions.read((tx) => this.repository.find({ ...scope, id }, tx));
    if (!row) return undefined;
    const { sealedUserKeys: sealed } = row;
    // Sealed below.
    const keys = sealed === null ? {} : (JSON.parse(this.envelope.open(sealed, strategyPurpose(row))) as StrategyKeys);
    return { id, config: configOf(row), keys };
  }

  /** By id, with masks in place of keys. @throws AppError `unavailable` */
  async list<K extends keyof StrategyOf>(scope: ScopeOf<K>): Promise<Record<string, StrategyOf[K]>> {
    const rows = await this.transactions.read((tx) => this.repository.list(scope, tx));
    return Object.fromEntries(rows.map((row) => [row.id, configOf<K>(row)]));
  }

  /**
   * Stores it unless one with the id exists, which is then returned.
   *
   * @throws AppError `quota_exceeded`
   */
  async ensure<K extends keyof StrategyOf>(
    scope: ScopeOf<K>,
    id: string,
    config: StrategyOf[K],
  ): Promise<StrategyOf[K] | undefined> {
    const { account, kbid, kind } = scope;
    return this.transactions.run(async (tx) => {
      const present = await this.repository.find({ ...scope, id }, tx);
      if (present) return configOf<K>(present);
      const row = { account, kbid, kind, id, config, sealedUserKeys: null, createdAt: new Date() };
      await this.repository.insert(row, tx);
      return undefined;
    });
  }

  /** @returns the new id @throws AppError `quota_exceeded` */
  async add<K extends keyof StrategyOf>(scope: ScopeOf<K>, config: StrategyOf[K]): Promise<string> {
    const { account, kbid, kind } = scope;
    const key = { account, kbid, kind, id: randomUUID() };
    const keys = keysOf(config);
    const isEmpty = Object.keys(keys).length === 0;
    const sealedUserKeys = isEmpty ? null : this.envelope.seal(JSON.stringify(keys), strategyPurpose(key));
    const row = { ...key, config: withMaskedKeys(config), sealedUserKeys, createdAt: new Date() };
    await this.transactions.run((tx) => this.repository.insert(row, tx));
    return key.id;
  }

  /** @returns whether it existed */
  async delete(scope: StrategyScope, id: string): Promise<boolean> {
    return this.transactions.run((tx) => this.repository.delete({ ...scope, id }, tx));
  }
}

function configOf<K extends keyof StrategyOf>({ config }: StrategyEntity): StrategyOf[K] {
  // Stored by `add`, so the kind matches.
  return config as StrategyOf[K];
}

function strategyPurpose({ account, kbid, kind, id }: StrategyScope & { readonly id: string }): string {
  return `keys of the ${kind} strategy ${account}/${kbid}/${id}`;
}
