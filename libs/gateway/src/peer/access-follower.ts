import { Bus } from '@lectern/bus';
import { type AccessChange, listAccessChanges } from '@lectern/contracts/accounts';
import { accessChanged, AppError, systemPrincipal } from '@lectern/contracts/core';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Edge } from '../edge/edge';
import { RunningRequests } from '../running/running-requests.service';

/** Access revoked on the accounts host ends within 2 s here. */
const ASK_EVERY_MS = 750;
/** An accounts host of an earlier version does not know the question. */
const ASK_AGAIN_MS = 60_000;

/**
 * In a zone whose accounts host is elsewhere: asks it what changed while requests of its users run, and says so on the
 * own bus.
 */
@Injectable()
export class AccessFollower implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Zone');
  private timer: NodeJS.Timeout | undefined;
  private until: number | undefined;
  private isStopped = false;

  constructor(
    private readonly bus: Bus,
    private readonly edge: Edge,
    private readonly requests: RunningRequests,
  ) {}

  onApplicationBootstrap(): void {
    if (this.edge.peers.accountsOrigin !== undefined) this.later(ASK_EVERY_MS);
  }

  onModuleDestroy(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private later(pauseMs: number): void {
    if (this.isStopped) return;
    this.timer = setTimeout(() => void this.follow().then((nextMs) => this.later(nextMs)), pauseMs).unref();
  }

  /** Does not reject. @returns when to ask again */
  private async follow(): Promise<number> {
    const users = this.requests.users();
    // Cached entries without a request are dropped within seconds.
    if (users.size === 0) {
      this.until = undefined;
      return ASK_EVERY_MS;
    }
    try {
      const body = this.until === undefined ? {} : { after: this.until };
      const answer = await this.bus.request(listAccessChanges, { body }, { principal: systemPrincipal });
      this.until = answer.until;
      const all: readonly AccessChange[] = [...users].map((user) => ({ user }));
      for (const change of answer.is_complete ? answer.changes : all) this.bus.publish(accessChanged, change);
      return ASK_EVERY_MS;
    } catch (error) {
      return this.judge(error);
    }
  }

  /** While the accounts host is down, no changes are known. */
  private judge(error: unknown): number {
    if (error instanceof AppError && error.code !== 'not_found') return ASK_EVERY_MS;
    const message = error instanceof Error ? error.message : String(error);
    this.logger.warn(`The accounts host does not report changes; requests are checked every 10 s: ${message}`);
    return ASK_AGAIN_MS;
  }
}
