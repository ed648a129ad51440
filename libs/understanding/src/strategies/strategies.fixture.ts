import { randomUUID } from 'node:crypto';
import type { ExtractStrategy, SplitStrategy } from '@lectern/contracts/understanding';
import { FieldStrategies } from './field-strategies';
import { type StoredStrategy, StrategyRows } from './strategy-rows';

/** Strategies without a database, the same for every box. */
export class GivenStrategies {
  private readonly stored = new Map<string, StoredStrategy<ExtractStrategy> | StoredStrategy<SplitStrategy>>();

  get fields(): FieldStrategies {
    const find = async ({ kind }: { kind: string }, id: string) => this.stored.get(`${kind}/${id}`);
    return new FieldStrategies(Object.assign(Object.create(StrategyRows.prototype), { find }));
  }

  /** @returns its id */
  addSplit(config: SplitStrategy): string {
    return this.add('split', config);
  }

  /** @returns its id */
  addExtract(config: ExtractStrategy): string {
    return this.add('extract', config);
  }

  private add(kind: string, config: ExtractStrategy & SplitStrategy): string {
    const id = randomUUID();
    this.stored.set(`${kind}/${id}`, { id, config, keys: {} });
    return id;
  }
}
