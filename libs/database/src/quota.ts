import { AppError } from '@lectern/contracts/core';
import type { EntityManager } from 'typeorm';
import { lockName } from './lock-name';

export interface Quota {
  /** Of what is counted, such as `tokens/{user}`. */
  readonly name: string;
  readonly count: () => Promise<number>;
  readonly max: number;
  /** How many more; 1 by default. */
  readonly adding?: number;
  /** The refusal beyond it. */
  readonly refusal: string;
}

/**
 * Admits more of something to the transaction. Others that count the same wait until it ends, so that requests at
 * once cannot exceed the quota together.
 *
 * @throws AppError `quota_exceeded`
 */
export async function admitWithinQuota(
  tx: EntityManager,
  { name, count, max, adding = 1, refusal }: Quota,
): Promise<void> {
  await lockName(tx, name);
  if ((await count()) + adding > max) throw new AppError('quota_exceeded', refusal);
}
