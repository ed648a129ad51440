import { AppError } from '@lectern/contracts/core';
import { LRUCache } from 'lru-cache';

const WINDOW_MS = 60_000;
const NETWORKS_MAX = 10_000;

interface Attempts {
  running: number;
  failed: number;
  /** When failures are forgotten, on the clock of `Date.now()`. */
  endsMs: number;
  readonly waiting: (() => void)[];
}

/**
 * Lets a network fail only so often per minute, counted from its first failure. Where running attempts could pass the
 * limit if all of them failed, further ones wait for their end.
 */
export class AttemptLimit {
  private readonly networks = new LRUCache<string, Attempts>({ max: NETWORKS_MAX });

  /** @param failuresMax per network and minute; 0 is any number */
  constructor(private readonly failuresMax: number) {}

  /**
   * @param counts whether what the attempt threw counts as a failure
   * @throws AppError `rate_limited` without an attempt, or what the attempt throws
   */
  async attempt<T>(network: string, attempt: () => Promise<T>, counts: (error: unknown) => boolean): Promise<T> {
    if (this.failuresMax === 0) return attempt();
    const attempts = this.of(network);
    await this.enter(attempts);
    try {
      return await attempt();
    } catch (error) {
      if (counts(error)) countFailure(attempts);
      throw error;
    } finally {
      attempts.running -= 1;
      wakeNext(attempts);
    }
  }

  private of(network: string): Attempts {
    const known = this.networks.get(network);
    if (known) return known;
    const attempts = { running: 0, failed: 0, endsMs: 0, waiting: [] };
    this.networks.set(network, attempts);
    return attempts;
  }

  private async enter(attempts: Attempts): Promise<void> {
    const isExhausted = () => failuresOf(attempts) >= this.failuresMax;
    const mustWait = () => !isExhausted() && failuresOf(attempts) + attempts.running >= this.failuresMax;
    while (mustWait()) await new Promise<void>((resolve) => void attempts.waiting.push(resolve));
    const isRefused = isExhausted();
    if (!isRefused) attempts.running += 1;
    // The next may enter as well, or is to be refused as well.
    wakeNext(attempts);
    if (isRefused) throw tooManyFailures(attempts.endsMs);
  }
}

function failuresOf({ failed, endsMs }: Attempts): number {
  return endsMs > Date.now() ? failed : 0;
}

function countFailure(attempts: Attempts): void {
  const failed = failuresOf(attempts);
  if (failed === 0) attempts.endsMs = Date.now() + WINDOW_MS;
  attempts.failed = failed + 1;
}

function wakeNext({ waiting }: Attempts): void {
  waiting.shift()?.();
}

function tooManyFailures(endsMs: number): AppError {
  const waitS = Math.max(1, Math.ceil((endsMs - Date.now()) / 1_000));
  const message = `Too many wrong credentials came from this address. Retry after ${waitS} s`;
  return new AppError('rate_limited', message, {
    detail: { message, try_after: endsMs / 1_000 },
    headers: { 'Retry-After': String(waitS) },
  });
}
