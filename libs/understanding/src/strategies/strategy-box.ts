import type { Principal } from '@lectern/contracts/core';
import { accountOf } from '../account-model/account-of';
import type { StrategyBox } from './strategy.service';

/** The knowledge box of a request: one of this zone, or, by NUA key, one of any name, which may exist in this zone. */
export function strategyBox({ kbid }: { readonly kbid: string }, principal: Principal): StrategyBox {
  return { account: accountOf(principal), kbid, isBox: principal.kind !== 'nua' };
}
