import { isDeepStrictEqual } from 'node:util';
import { validate } from '@lectern/contracts/core';
import {
  type BoxStrategies as Answer,
  type BoxStrategy,
  ExtractStrategy,
  type OwnedConfiguration,
  SplitStrategy,
  type StoredBoxStrategy,
} from '@lectern/contracts/understanding';
import { Injectable } from '@nestjs/common';
import { withoutKeys } from './strategy-keys';
import { type StrategyOf, StrategyRows } from './strategy-rows';

const kinds = ['extract', 'split'] as const;

/** Strategies for export and import files of knowledge boxes. */
@Injectable()
export class BoxStrategyStore {
  constructor(private readonly rows: StrategyRows) {}

  /** Without keys. */
  async read(box: OwnedConfiguration): Promise<Answer> {
    const lists = await Promise.all(kinds.map(async (kind) => this.listed(kind, box)));
    return { strategies: lists.flat() };
  }

  /** @throws AppError `invalid_request`, `quota_exceeded` */
  async store({ account, kbid }: OwnedConfiguration, { id, kind, config }: BoxStrategy): Promise<StoredBoxStrategy> {
    const given = withoutKeys(config);
    const box = { account, kbid };
    const present =
      kind === 'extract'
        ? await this.rows.ensure({ ...box, kind }, id, validate(ExtractStrategy, given))
        : await this.rows.ensure({ ...box, kind }, id, validate(SplitStrategy, given));
    return { isOther: present !== undefined && !isDeepStrictEqual(withoutKeys(present), given) };
  }

  private async listed(kind: keyof StrategyOf, { account, kbid }: OwnedConfiguration): Promise<BoxStrategy[]> {
    const found = await this.rows.list({ account, kbid, kind });
    return Object.entries(found).map(([id, config]) => ({ id, kind, config: withoutKeys(config) }));
  }
}
