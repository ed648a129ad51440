import type { Principal } from '@lectern/contracts/core';
import { accountOf } from '../configuration/account-of';
import type { StrategyBox } from './strategy.service';

interface Params {
  readonly kbid: string;
}

/** What a NUA client calls its own, which may be here. */
export function boxNamed({ kbid }: Params, principal: Principal): StrategyBox {
  return { account: accountOf(principal), kbid, isBox: false };
}

/** A knowledge box of this zone. */
export function boxHere({ kbid }: Params, principal: Principal): StrategyBox {
  return { account: accountOf(principal), kbid, isBox: true };
}
