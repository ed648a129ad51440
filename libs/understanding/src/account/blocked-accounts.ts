import { Bus } from '@lectern/bus';
import { resolveAccount } from '@lectern/contracts/accounts';
import { AppError, type BlockableFeature, type Feature, isBlocked, systemPrincipal } from '@lectern/contracts/core';
import { Cache } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';

const HEARD_MS = 1_000;
/** How long the last answer is used before the accounts service is asked again that did not answer. */
const REMEMBERED_MS = 5_000;
const ASK_MS = 1_000;

interface Known {
  readonly features: readonly BlockableFeature[];
  /** Whether the accounts service just said so; otherwise it is its last answer. */
  readonly isHeard: boolean;
}

/**
 * Which features are blocked for accounts, for work that nobody requests just now. While the accounts service is away,
 * its last answer counts; an account of which nothing was heard is not blocked.
 */
@Injectable()
export class BlockedAccounts {
  private readonly known = new Cache<Known>({
    ...{ name: 'understanding_account_blocks', entriesMax: 10_000, ttlMs: REMEMBERED_MS },
    lifetimeMs: ({ isHeard }) => (isHeard ? HEARD_MS : REMEMBERED_MS),
  });

  constructor(private readonly bus: Bus) {}

  async isBlocked(account: string, feature: Feature): Promise<boolean> {
    const { features } = await this.known.get(account, (last) => this.learn(account, last));
    return isBlocked(features, feature, { isAnonymous: false });
  }

  /** @throws AppError `blocked` */
  async admit(account: string, feature: Feature): Promise<void> {
    if (await this.isBlocked(account, feature)) throw new AppError('blocked', `This account is blocked for ${feature}`);
  }

  private async learn(account: string, last: Known | undefined): Promise<Known> {
    const options = { principal: systemPrincipal, deadlineMs: ASK_MS };
    try {
      const { blockedFeatures = [] } = await this.bus.request(resolveAccount, { body: { account } }, options);
      return { features: blockedFeatures, isHeard: true };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { features: last?.features ?? [], isHeard: false };
    }
  }
}
