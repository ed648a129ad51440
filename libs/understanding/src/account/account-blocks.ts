import { Bus } from '@lectern/bus';
import { resolveAccount } from '@lectern/contracts/accounts';
import {
  AppError,
  type BlockableFeature,
  type Feature,
  isBlocked,
  statusOf,
  systemPrincipal,
} from '@lectern/contracts/core';
import { Cache } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';

const HEARD_MS = 1_000;
/** How long the last answer is used while the accounts service is away. */
const REMEMBERED_MS = 24 * 3_600_000;
const ASK_MS = 1_000;

/** Which features are blocked for accounts: asked at most once a second, for work that nobody requests just now. */
@Injectable()
export class AccountBlocks {
  private readonly known = new Cache<readonly BlockableFeature[]>({
    ...{ name: 'understanding_account_blocks', entriesMax: 10_000, ttlMs: HEARD_MS },
    stale: { forMs: REMEMBERED_MS, retryMs: HEARD_MS, on: isAway },
  });

  constructor(private readonly bus: Bus) {}

  /** An account that nothing is known of counts as not blocked. */
  async isBlocked(account: string, feature: Feature): Promise<boolean> {
    try {
      const features = await this.known.get(account, () => this.ask(account));
      return isBlocked(features, feature, { isAnonymous: false });
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  /** @throws AppError `blocked` */
  async admit(account: string, feature: Feature): Promise<void> {
    if (await this.isBlocked(account, feature)) throw new AppError('blocked', `This account is blocked for ${feature}`);
  }

  private async ask(account: string): Promise<readonly BlockableFeature[]> {
    const options = { principal: systemPrincipal, deadlineMs: ASK_MS };
    const { blockedFeatures = [] } = await this.bus.request(resolveAccount, { body: { account } }, options);
    return blockedFeatures;
  }
}

function isAway(error: unknown): boolean {
  return error instanceof AppError && statusOf[error.code] >= 500;
}
