import { AppError } from '@lectern/contracts/core';
import { timedEntries } from '@lectern/runtime';
import { AttemptLimit } from './attempt-limit';
import { unauthorized } from '../request/credential';

/** How long a refusal is cached. */
export const REFUSAL_TTL_MS = 5_000;
/** How long the same wrong credential counts once. */
const COUNTED_TTL_MS = 60_000;
/** How long a credential that was right is not taken for an attempt. */
const PROVEN_TTL_MS = 60 * 60_000;
const CREDENTIALS_MAX = 10_000;

/** The services did not know it; they were not asked again; they were not asked, since too many were wrong. */
export type RefusalReason = 'unknown' | 'cached' | 'limited';

export interface Attempt {
  /** Names the credential without giving it away. */
  readonly key: string;
  /** Where it came from. */
  readonly network: string;
}

/**
 * Keeps wrong credentials away from the services: the refusal of one is cached for a moment, and a network that
 * tries many has to wait. Credentials that were right within the last hour are exempt, since many users may share one
 * address with somebody who guesses.
 */
export class RefusedCredentials {
  /** Messages by key. */
  private readonly refusals = timedEntries<string>(CREDENTIALS_MAX, REFUSAL_TTL_MS);
  private readonly counted = timedEntries<true>(CREDENTIALS_MAX, COUNTED_TTL_MS);
  private readonly proven = timedEntries<true>(CREDENTIALS_MAX, PROVEN_TTL_MS);
  private readonly limit: AttemptLimit;
  private generation = 0;

  constructor(
    failuresMax: number,
    private readonly observe: (reason: RefusalReason) => void,
  ) {
    this.limit = new AttemptLimit(failuresMax);
  }

  /** @throws AppError `unauthorized`, `rate_limited`, and what `ask` throws */
  async verify<T>({ key, network }: Attempt, ask: () => Promise<T>): Promise<T> {
    const refusal = this.refusals.get(key);
    if (refusal !== undefined) {
      this.observe('cached');
      throw unauthorized(refusal);
    }
    if (this.proven.has(key)) return this.asked(key, ask);
    const isCounted = this.counted.has(key);
    const counts = (error: unknown) => isRefusal(error) && !isCounted;
    return this.limit
      .attempt(network, () => this.asked(key, ask), counts)
      .catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'rate_limited') this.observe('limited');
        throw error;
      });
  }

  /** A credential that was wrong may be valid now, and so may one whose check is running. */
  invalidate(): void {
    this.generation += 1;
    this.refusals.clear();
  }

  private async asked<T>(key: string, ask: () => Promise<T>): Promise<T> {
    const { generation } = this;
    try {
      const answer = await ask();
      this.proven.set(key, true);
      this.refusals.delete(key);
      this.counted.delete(key);
      return answer;
    } catch (error) {
      if (isRefusal(error)) this.refuse(key, error.message, generation);
      throw error;
    }
  }

  private refuse(key: string, message: string, generation: number): void {
    this.observe('unknown');
    this.proven.delete(key);
    this.counted.set(key, true);
    if (generation === this.generation) this.refusals.set(key, message);
  }
}

function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'unauthorized';
}
