import type { OwnedConfiguration } from '@lectern/contracts/understanding';
import { admitWithinQuota, storable } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { StrategyEntity, type StrategyKind } from './strategy.entity';

/** Of one kind. */
const PER_BOX_MAX = 100;
/** Of both kinds: clients may name any number of knowledge boxes. */
const PER_ACCOUNT_MAX = 10_000;

/** Strategies of a kind of a knowledge box. */
export interface StrategyScope extends OwnedConfiguration {
  readonly kind: StrategyKind;
}

/** Strategies by account and knowledge box, so that no account reaches those of another. */
@Injectable()
export class StrategyRepository {
  async find(key: StrategyScope & { readonly id: string }, tx: EntityManager): Promise<StrategyEntity | undefined> {
    const { account, kbid, kind, id } = key;
    return (await tx.findOneBy(StrategyEntity, { account, kbid, kind, id })) ?? undefined;
  }

  /** Oldest first. */
  async list({ account, kbid, kind }: StrategyScope, tx: EntityManager): Promise<StrategyEntity[]> {
    const order = { createdAt: 'ASC', id: 'ASC' } as const;
    return tx.find(StrategyEntity, { where: { account, kbid, kind }, order, take: PER_BOX_MAX });
  }

  /** @throws AppError `quota_exceeded` when it is one too many */
  async insert(row: StrategyEntity, tx: EntityManager): Promise<void> {
    const { account, kbid, kind } = row;
    const name = `strategies/${account}`;
    await admitWithinQuota(tx, {
      name,
      count: () => tx.countBy(StrategyEntity, { account, kbid, kind }),
      max: PER_BOX_MAX,
      refusal: `A knowledge box has at most ${PER_BOX_MAX} ${kind} strategies`,
    });
    await admitWithinQuota(tx, {
      name,
      count: () => tx.countBy(StrategyEntity, { account }),
      max: PER_ACCOUNT_MAX,
      refusal: `An account has at most ${PER_ACCOUNT_MAX} strategies`,
    });
    await tx.insert(StrategyEntity, { ...row, config: storable(row.config) });
  }

  /** @returns whether there was one */
  async delete(key: StrategyScope & { readonly id: string }, tx: EntityManager): Promise<boolean> {
    const { account, kbid, kind, id } = key;
    return ((await tx.delete(StrategyEntity, { account, kbid, kind, id })).affected ?? 0) > 0;
  }

  /** All of a knowledge box. Safe to repeat. */
  async purge({ account, kbid }: OwnedConfiguration, tx: EntityManager): Promise<void> {
    await tx.delete(StrategyEntity, { account, kbid });
  }
}
