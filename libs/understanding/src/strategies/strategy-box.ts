import type { Principal } from '@lectern/contracts/core';
import { accountOf } from '../account-model/account-of';
import type { StrategyBox } from './strategy.service';

interface Params {
  readonly kbid: string;
}

/** A knowledge box by the name of a NUA client, which may exist here. */
export function boxNamed({ kbid }: Params, principal: Principal): StrategyBox {
  return { account: accountOf(principal), kbid, isBox: false };
}

/** A knowledge box of this zone. */
export function boxHere({ kbid }: Params, principal: Principal): StrategyBox {
  return { account: accountOf(principal), kbid, isBox: true };
}
