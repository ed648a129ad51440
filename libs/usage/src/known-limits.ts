import { Bus } from '@lectern/bus';
import { AppError, systemPrincipal } from '@lectern/contracts/core';
import { readQuota } from '@lectern/contracts/knowledge-box';
import { Cache } from '@lectern/runtime';
import { Injectable, Logger } from '@nestjs/common';

type Limits = Readonly<Record<string, number>>;

/** A limit that was set holds within 5 s: the service of knowledge boxes hears of it within 1 s. */
const KNOWN_MS = 4_000;
/** How long known limits count while nobody answers. */
const STALE_MS = 60 * 60_000;
const ASK_MS = 2_000;

/** Whose limits hold: those of an account, and of the NUA client of it that calls. */
export interface QuotaOwner {
  /** Absent for work of the deployment itself, which has no limits. */
  readonly account?: string;
  /** Client id. */
  readonly nuaClient?: string;
}

/** An owner with limits. */
export type LimitedOwner = QuotaOwner & { readonly account: string };

/** Which limits accounts and their NUA clients have, without a question per request. */
@Injectable()
export class KnownLimits {
  private readonly logger = new Logger('Quota');
  private readonly known = new Cache<Limits>({
    name: 'account_limits',
    entriesMax: 10_000,
    ttlMs: KNOWN_MS,
    stale: { forMs: STALE_MS, retryMs: KNOWN_MS, on: isAway },
  });

  constructor(private readonly bus: Bus) {}

  /** Empty when they are not known: a limit that nobody knows cannot hold. */
  async of({ account, nuaClient }: LimitedOwner): Promise<Limits> {
    try {
      return await this.known.get(`${account}/${nuaClient ?? ''}`, () => this.ask({ account, nuaClient }));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.logger.warn(`The limits of account ${account} are not known: ${error.message}`);
      return {};
    }
  }

  private async ask(body: LimitedOwner): Promise<Limits> {
    const call = { principal: systemPrincipal, deadlineMs: ASK_MS };
    return (await this.bus.request(readQuota, { body }, call)).limits;
  }
}

function isAway(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'unavailable' || error.code === 'deadline_exceeded');
}
