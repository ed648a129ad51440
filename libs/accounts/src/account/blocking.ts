import type { BlockingStatus } from '@lectern/contracts/accounts';
import { blockableFeatures } from '@lectern/contracts/core';
import type { AccountEntity } from './account.entity';

/** The row of an account. It has blocked features when it is blocked, and only then. */
export function blockingOf({
  blocking_state: blockingState,
  blocked_features: named,
}: BlockingStatus): Pick<AccountEntity, 'blockingState' | 'blockedFeatures'> {
  if (blockingState === 'unblocked') return { blockingState, blockedFeatures: [] };
  const isBlocked = (feature: (typeof named)[number]) => named.length === 0 || named.includes(feature);
  return { blockingState, blockedFeatures: blockableFeatures.filter(isBlocked) };
}
