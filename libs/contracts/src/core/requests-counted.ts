import { event } from './event';

/** What requests per minute are counted for: a credential, a knowledge box or agent, an account, one of its routes. */
export const requestRateNames = ['key', 'box', 'account', 'route'] as const;
/** Name of a rate. */
export type RequestRateName = (typeof requestRateNames)[number];

/** Requests of one owner of a rate. */
export interface CountedRequests {
  /** `RequestRateName`; processes of other versions may know others. */
  readonly rate: string;
  /** Names the owner; no secret. */
  readonly of: string;
  /** Number of requests. */
  readonly count: number;
}

/** A gateway has answered requests that count for the others, too: instances of a deployment share rates. */
export const requestsCounted = event<{
  /** The process that counted them. */
  readonly process: string;
  /** Only owners near their limit. */
  readonly requests: readonly CountedRequests[];
}>('gateway.requests-counted');
