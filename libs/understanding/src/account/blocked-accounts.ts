import { Bus } from '@lectern/bus';
import { AppError, type Feature, isBlocked } from '@lectern/contracts/core';
import { blocksCache, heardBlocks, type KnownBlocks } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';

/**
 * Features that are blocked for accounts, for background work. While the accounts service is unavailable, its last
 * response applies; an unknown account is not blocked.
 */
@Injectable()
export class BlockedAccounts {
  private readonly known = blocksCache('understanding_account_blocks');

  constructor(private readonly bus: Bus) {}

  async isBlocked(account: string, feature: Feature): Promise<boolean> {
    const { features } = await this.known.get(account, (last) => this.learn(account, last));
    return isBlocked(features, feature, { isGuest: false });
  }

  /** @throws AppError `blocked` */
  async admit(account: string, feature: Feature): Promise<void> {
    if (await this.isBlocked(account, feature)) throw new AppError('blocked', `This account is blocked for ${feature}`);
  }

  private async learn(account: string, last: KnownBlocks | undefined): Promise<KnownBlocks> {
    const heard = await heardBlocks(account, this.bus);
    const { features, limits } = heard ?? last ?? { features: [], limits: {} };
    return { features, limits, isHeard: heard !== undefined };
  }
}
