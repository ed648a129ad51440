import { AppError } from '@lectern/contracts/core';
import type { EntityManager } from 'typeorm';
import { lockName } from './lock-name';

export interface Quota {
  /** Identifies the quota, for example `tokens/{user}`. */
  readonly name: string;
  readonly count: () => Promise<number>;
  readonly max: number;
  /** Number of additions; 1 by default. */
  readonly adding?: number;
  /** Message of the error when the quota is exceeded. */
  readonly refusal: string;
}

/**
 * Admits additions within a quota to the transaction. Others that count the same quota wait until it ends, so that
 * concurrent requests cannot exceed it together.
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
