import { Bus } from '@lectern/bus';
import { resolveAccount } from '@lectern/contracts/accounts';
import { AppError, type BlockableFeature, systemPrincipal } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Cache } from '@lectern/runtime';
import { Injectable, Logger } from '@nestjs/common';
import { AccountBlockRepository } from './account-block.repository';

/** Gateways cache what they learn from here for 4 s: a block acts within 5 s. */
const HEARD_MS = 1_000;
/** How long the stored answer is used before the accounts service is asked again. */
const REMEMBERED_MS = 5_000;
/** A zone waits no longer than this for the accounts service: it works without it. */
const ASK_MS = 1_000;

interface Known {
  readonly features: readonly BlockableFeature[];
  /** Whether the accounts service just said so; otherwise it is the stored answer. */
  readonly isHeard: boolean;
}

/**
 * Features that are blocked for accounts. The accounts service decides; the zone stores its last answer and uses it
 * while the service is unavailable: ingestion and searches continue without the accounts host, and an outage ends no
 * block. An account without a stored answer counts as unblocked, as every account is at first. A module with this
 * provider declares that it calls `resolveAccount`.
 */
@Injectable()
export class AccountBlocks {
  private readonly logger = new Logger(AccountBlocks.name);
  private readonly known = new Cache<Known>({
    name: 'account_blocks',
    entriesMax: 10_000,
    ttlMs: REMEMBERED_MS,
    lifetimeMs: ({ isHeard }) => (isHeard ? HEARD_MS : REMEMBERED_MS),
  });

  constructor(
    private readonly transactions: Transactions,
    private readonly blocks: AccountBlockRepository,
    private readonly bus: Bus,
  ) {}

  async of(account: string): Promise<readonly BlockableFeature[]> {
    return (await this.known.get(account, () => this.learn(account))).features;
  }

  /** To be called when the account has changed. */
  invalidate(account: string): void {
    this.known.invalidate(account);
  }

  private async learn(account: string): Promise<Known> {
    const [heard, last] = await Promise.all([
      this.ask(account),
      this.transactions.read((tx) => this.blocks.features(account, tx)),
    ]);
    if (!heard) return { features: last, isHeard: false };
    if (heard.toSorted().join() !== last.toSorted().join())
      await this.transactions.run((tx) => this.blocks.put(account, heard, tx));
    return { features: heard, isHeard: true };
  }

  /** Undefined when the accounts service does not answer, or does not know the account. */
  private async ask(account: string): Promise<readonly BlockableFeature[] | undefined> {
    const options = { principal: systemPrincipal, deadlineMs: ASK_MS };
    try {
      const { blockedFeatures = [] } = await this.bus.request(resolveAccount, { body: { account } }, options);
      return blockedFeatures;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.logger.debug(`Account ${account} is taken as it was: ${error.message}`);
      return undefined;
    }
  }
}
