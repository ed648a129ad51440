import { asUuid } from '@lectern/contracts/core';
import type { ExtractStrategy, ProcessingError, SplitStrategy } from '@lectern/contracts/understanding';
import { Injectable } from '@nestjs/common';
import { type StoredStrategy, type StrategyOf, StrategyRows } from './strategy-rows';

/** Strategies named in a field. */
export interface NamedStrategies {
  /** The owner of the strategies; none are used if absent. */
  readonly account?: string;
  readonly kbid: string;
  readonly extract?: string;
  readonly split?: string;
}

/** Strategies contained in a request, by the ids used in its fields. */
export interface InlineStrategies {
  readonly extract: ReadonlyMap<string, ExtractStrategy>;
  readonly split: ReadonlyMap<string, SplitStrategy>;
  /** Model for strategies that name none, instead of that of the knowledge box. */
  readonly generativeModel?: string;
}

/** How to read and split a field; defaults for what it does not specify. */
export interface ChosenStrategies {
  readonly extract?: StoredStrategy<ExtractStrategy>;
  readonly split?: StoredStrategy<SplitStrategy>;
  /** Model for those that name none; that of the knowledge box when absent. */
  readonly generativeModel?: string;
  /** Why the field cannot be processed with its strategies. */
  readonly problem?: ProcessingError;
}

/** Kind of errors of processing. */
const PROCESS = 2;

/** Finds the strategies named in fields. */
@Injectable()
export class FieldStrategies {
  constructor(private readonly rows: StrategyRows) {}

  /**
   * Performs no read for a field without strategies, or with only inline ones.
   *
   * @throws AppError `unavailable`
   */
  async of({ extract, split, ...box }: NamedStrategies, inline?: InlineStrategies): Promise<ChosenStrategies> {
    const [extraction, splitting] = await Promise.all([
      givenStrategy(inline?.extract, extract) ?? this.find('extract', extract, box),
      givenStrategy(inline?.split, split) ?? this.find('split', split, box),
    ]);
    if (extract && !extraction) return { problem: unknown('extract', extract) };
    if (split && !splitting) return { problem: unknown('split', split) };
    return { extract: extraction, split: splitting, generativeModel: inline?.generativeModel };
  }

  private async find<K extends keyof StrategyOf>(
    kind: K,
    name: string | undefined,
    { account, kbid }: Pick<NamedStrategies, 'account' | 'kbid'>,
  ): Promise<StoredStrategy<StrategyOf[K]> | undefined> {
    const id = name ? asUuid(name) : undefined;
    return id === undefined || account === undefined ? undefined : this.rows.find({ account, kbid, kind }, id);
  }
}

function givenStrategy<T>(inline: ReadonlyMap<string, T> | undefined, id = ''): StoredStrategy<T> | undefined {
  const config = inline?.get(id);
  return config && { id, config, keys: {} };
}

function unknown(kind: string, id: string): ProcessingError {
  const text = `There is no ${kind} strategy ${id}: name another one or none, and process the field again`;
  return { code: PROCESS, severity: 'ERROR', text };
}
