import { AppError } from '@lectern/contracts';
import QuickLRU from 'quick-lru';
import { AttemptLimit } from './attempt-limit';
import { unauthorized } from './credential';

/** For so long the services are not asked about the same wrong credential again. */
export const refusalTtlMs = 5_000;
/** For so long the same wrong credential counts once. */
const countedTtlMs = 60_000;
/** For so long a credential that was right is not taken for an attempt. */
const provenTtlMs = 60 * 60_000;
const CREDENTIALS_MAX = 10_000;

/** The services did not know it; they were not asked again; they were not asked, since too many were wrong. */
export type RefusalReason = 'unknown' | 'remembered' | 'limited';

interface Refused {
  readonly message: string;
  freshUntilMs: number;
}

export interface Attempt {
  /** Names the credential without giving it away. */
  readonly key: string;
  /** Where it came from. */
  readonly network: string;
}

/**
 * Keeps wrong credentials away from the services: the same one is refused from memory for a moment, and a network that
 * tries many has to wait. Credentials that were right within the last hour are exempt, since many users may share one
 * address with somebody who guesses.
 */
export class RefusedCredentials {
  private readonly refused = new QuickLRU<string, Refused>({ maxSize: CREDENTIALS_MAX, maxAge: countedTtlMs });
  private readonly proven = new QuickLRU<string, true>({ maxSize: CREDENTIALS_MAX, maxAge: provenTtlMs });
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
    const known = this.refused.get(key);
    if (known && known.freshUntilMs > Date.now()) {
      this.observe('remembered');
      throw unauthorized(known.message);
    }
    if (this.proven.has(key)) return this.asked(key, ask);
    const counts = (error: unknown) => isRefusal(error) && known === undefined;
    return this.limit
      .attempt(network, () => this.asked(key, ask), counts)
      .catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'rate_limited') this.observe('limited');
        throw error;
      });
  }

  /** What was wrong may be right now, and so may what is being asked. */
  forget(): void {
    this.generation += 1;
    for (const [, refused] of this.refused) refused.freshUntilMs = 0;
  }

  private async asked<T>(key: string, ask: () => Promise<T>): Promise<T> {
    const { generation } = this;
    try {
      const answer = await ask();
      this.proven.set(key, true);
      this.refused.delete(key);
      return answer;
    } catch (error) {
      if (isRefusal(error)) this.remember(key, error.message, generation);
      throw error;
    }
  }

  private remember(key: string, message: string, generation: number): void {
    this.observe('unknown');
    this.proven.delete(key);
    const freshUntilMs = generation === this.generation ? Date.now() + refusalTtlMs : 0;
    this.refused.set(key, { message, freshUntilMs });
  }
}

function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'unauthorized';
}
