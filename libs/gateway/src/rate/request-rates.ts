import { randomUUID } from 'node:crypto';
import { ConfigError } from '@lectern/config';
import {
  AppError,
  type CountedRequests,
  type Principal,
  type RequestRateName,
  requestRateNames,
} from '@lectern/contracts/core';
import type { RequestRatesStatus } from '@lectern/contracts/knowledge-box';
import type { RateConfig } from './rate.config';
import { SlidingCounts } from './sliding-counts';

/** Owners of each rate that are remembered: 10 MB of memory in all. */
const OWNERS_MAX = 20_000;
/** Others hear of an owner that has used this share of its limit. */
const SHARED_FROM = 1 / 10;
/** Owners of each rate in one message. */
const REPORTED_MAX = 500;
const ROUTE = /^([a-z0-9.-]+)=(\d{1,9})$/;

/** A request, as it counts. */
export interface RatedRequest {
  readonly principal: Principal;
  /** Name of the operation. */
  readonly operation: string;
  /** Where it came from, for requests without a credential. */
  readonly network: string;
}

type Owners = readonly (readonly [rate: RequestRateName, owner: string, max: number])[];

/**
 * Limits of requests per minute. The decision is made here, with what this process counted and what others reported;
 * nobody is asked. So instances together admit at most what they count within one report more than the limit.
 */
export class RequestRates {
  /** Names this process in reports. */
  readonly process = randomUUID();
  private readonly counts: Readonly<Record<RequestRateName, SlidingCounts>>;
  private readonly maxima: Readonly<Record<RequestRateName, number>>;
  private readonly routes: ReadonlyMap<string, number>;

  /**
   * @param observe called with the rate that a refused request would pass
   * @param now of a clock that never goes back, in ms
   * @throws ConfigError for a limit of a route that is none
   */
  constructor(
    config: RateConfig,
    private readonly observe: (rate: RequestRateName) => void = () => undefined,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.maxima = {
      key: config.REQUESTS_OF_KEY_PER_MINUTE_MAX,
      box: config.REQUESTS_OF_BOX_PER_MINUTE_MAX,
      account: config.REQUESTS_OF_ACCOUNT_PER_MINUTE_MAX,
      route: config.REQUESTS_OF_ROUTE_PER_MINUTE_MAX,
    };
    this.routes = routesOf(config.REQUESTS_OF_ROUTES);
    const [key, box, account, route] = requestRateNames.map(() => new SlidingCounts(OWNERS_MAX)) as [
      SlidingCounts,
      SlidingCounts,
      SlidingCounts,
      SlidingCounts,
    ]; // one for each name
    this.counts = { key, box, account, route };
  }

  /** Counts the request, unless it is refused. @throws AppError `rate_limited` */
  admit(request: RatedRequest): void {
    if (request.principal.kind === 'peer') return;
    const nowMs = this.now();
    const owners = this.ownersOf(request);
    for (const [rate, owner, max] of owners) {
      const waitMs = this.counts[rate].waitMs(owner, max, nowMs);
      if (waitMs === 0) continue;
      this.observe(rate);
      throw tooManyRequests(rate, max, waitMs);
    }
    for (const [rate, owner] of owners) this.counts[rate].add(owner, 1, nowMs, true);
  }

  /** Rates of a caller and an account, with their use. */
  async status(principal: Principal, account: string): Promise<RequestRatesStatus> {
    const nowMs = this.now();
    const shown = [
      ['key', credentialOf({ principal, network: '' })],
      ['account', account],
    ] as const;
    const rates = shown.flatMap(([name, owner]) => {
      const limit = this.maxima[name];
      return limit === 0 ? [] : [{ name, limit, used: Math.ceil(this.counts[name].of(owner, nowMs)) }];
    });
    return { rates };
  }

  /** What others should know since the last report. */
  report(): readonly CountedRequests[] {
    const nowMs = this.now();
    return requestRateNames.flatMap((rate) => {
      const least =
        rate === 'route' ? Math.min(this.maxima.route || Infinity, ...this.routes.values()) : this.maxima[rate];
      if (least === 0 || !Number.isFinite(least)) return [];
      const reported = this.counts[rate].report(least * SHARED_FROM, REPORTED_MAX, nowMs);
      return reported.map(([of, count]) => ({ rate, of, count }));
    });
  }

  /** What another process counted. */
  hear(requests: readonly CountedRequests[]): void {
    const nowMs = this.now();
    for (const { rate: name, of, count } of requests) {
      const rate = requestRateNames.find((one) => one === name);
      if (rate && count > 0) this.counts[rate].add(of, count, nowMs, false);
    }
  }

  private ownersOf(request: RatedRequest): Owners {
    const { principal, operation } = request;
    const key = credentialOf(request);
    const box = principal.kb ?? principal.agent;
    const { account } = principal;
    const owners: [RequestRateName, string | undefined, number][] = [
      ['key', key, this.maxima.key],
      ['box', box, this.maxima.box],
      ['account', account, this.maxima.account],
      ['route', `${account ?? key}/${operation}`, this.routes.get(operation) ?? this.maxima.route],
    ];
    return owners.flatMap(([rate, owner, max]) =>
      owner === undefined || max === 0 ? [] : [[rate, owner, max] as const],
    );
  }
}

function credentialOf({ principal: { kind, key, id }, network }: Pick<RatedRequest, 'principal' | 'network'>): string {
  return kind === 'none' ? `from ${network}` : (key ?? `${kind} ${id}`);
}

function routesOf(entries: readonly string[]): ReadonlyMap<string, number> {
  return new Map(
    entries.map((entry) => {
      const [, name = '', max = ''] = ROUTE.exec(entry) ?? [];
      if (name === '') throw new ConfigError([`REQUESTS_OF_ROUTES has ${entry}, which is not operation=number`]);
      return [name, Number(max)];
    }),
  );
}

const whose: Readonly<Record<RequestRateName, string>> = {
  key: 'this credential',
  box: 'this knowledge box or agent',
  account: 'this account',
  route: 'this operation of the account',
};

function tooManyRequests(rate: RequestRateName, max: number, waitMs: number): AppError {
  const waitS = Math.max(1, Math.ceil(waitMs / 1_000));
  const message = `Too many requests for ${whose[rate]}: at most ${max} per minute. Retry after ${waitS} s`;
  return new AppError('rate_limited', message, {
    detail: { message, try_after: (Date.now() + waitMs) / 1_000 },
    headers: { 'Retry-After': String(waitS) },
  });
}
