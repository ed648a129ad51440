import { Bus } from '@lectern/bus';
import { systemPrincipal } from '@lectern/contracts/core';
import { type NotedUse, noteQuotaUse, QUOTA_USES_MAX } from '@lectern/contracts/knowledge-box';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';

const EVERY_MS = 5_000;
/** Sums in memory; each is one account, or one of its NUA clients, and one kind. */
const SUMS_MAX = 20_000;

/** Sums up what accounts without limits use, and reports it every 5 s. A killed process loses what is not reported. */
@Injectable()
export class NotedUses implements OnModuleDestroy {
  private readonly logger = new Logger('Quota');
  private readonly sums = new Map<string, NotedUse>();
  private timer: NodeJS.Timeout | undefined;
  private reporting: Promise<void> | undefined;

  constructor(private readonly bus: Bus) {}

  add(use: NotedUse): void {
    const key = `${use.account}/${use.name}/${use.nuaClient ?? ''}`;
    const known = this.sums.get(key);
    if (known) known.amount += use.amount;
    else if (this.sums.size < SUMS_MAX) this.sums.set(key, { ...use });
    this.timer ??= setTimeout(() => void this.report(), EVERY_MS).unref();
  }

  /** Resolves when all of it was reported, or could not be. */
  async report(): Promise<void> {
    await this.reporting;
    this.reporting = this.send();
    await this.reporting;
  }

  async onModuleDestroy(): Promise<void> {
    await this.report();
    clearTimeout(this.timer);
  }

  private async send(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const all = [...this.sums.values()];
    this.sums.clear();
    for (let first = 0; first < all.length; first += QUOTA_USES_MAX) {
      const uses = all.slice(first, first + QUOTA_USES_MAX);
      try {
        await this.bus.request(noteQuotaUse, { body: { uses } }, { principal: systemPrincipal });
      } catch (error) {
        this.logger.debug(`Use is reported later: ${String(error)}`);
        for (const use of uses) this.add(use);
      }
    }
  }
}
