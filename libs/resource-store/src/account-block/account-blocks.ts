import { Bus } from '@lectern/bus';
import type { BlockableFeature } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { type AccountBounds, blocksCache, heardBlocks, type KnownBlocks } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { AccountBlockRepository } from './account-block.repository';

/**
 * Features that are blocked for accounts, and their limits. The accounts service is authoritative; the zone stores its
 * last response and uses it while the service is unavailable, so that ingestion and searches continue and blocks and
 * limits persist during an outage. An account without a stored response counts as unblocked and unlimited, the initial
 * state of every account. A module with this provider declares that it calls `resolveAccount`.
 */
@Injectable()
export class AccountBlocks {
  private readonly known = blocksCache('account_blocks');

  constructor(
    private readonly transactions: Transactions,
    private readonly blocks: AccountBlockRepository,
    private readonly bus: Bus,
  ) {}

  async of(account: string): Promise<readonly BlockableFeature[]> {
    return (await this.boundsOf(account)).features;
  }

  /** By name; an absent limit does not exist. */
  async limitsOf(account: string): Promise<Readonly<Record<string, number>>> {
    return (await this.boundsOf(account)).limits;
  }

  /** Call when the account has changed. */
  invalidate(account: string): void {
    this.known.invalidate(account);
  }

  private boundsOf(account: string): Promise<KnownBlocks> {
    return this.known.get(account, () => this.learn(account));
  }

  private async learn(account: string): Promise<KnownBlocks> {
    const [heard, last] = await Promise.all([
      heardBlocks(account, this.bus),
      this.transactions.read((tx) => this.blocks.bounds(account, tx)),
    ]);
    if (!heard) return { ...last, isHeard: false };
    if (!isDeepStrictEqual(comparable(heard), comparable(last)))
      await this.transactions.run((tx) => this.blocks.put(account, heard, tx));
    return { ...heard, isHeard: true };
  }
}

function comparable({ features, limits }: AccountBounds) {
  return { features: features.toSorted(), limits: { ...limits } };
}
