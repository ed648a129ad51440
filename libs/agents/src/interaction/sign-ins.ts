import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '@lectern/contracts/core';
import type { UserSignIn } from '../engine/asking-back';

/** How long a user may take to sign in. */
export const SIGN_IN_MS = 10 * 60_000;
const STATE_BYTES = 32;
/** Of one interaction, at the same time. */
const WAITING_MAX = 10;

interface Waiting {
  readonly exchange: UserSignIn['exchange'];
  readonly settle: (outcome: boolean | Error) => void;
}

/** Sign-ins of the user of one interaction. Each has a state that names the interaction, and counts once. */
export class SignIns {
  /** By the hash of the state. */
  private readonly waiting = new Map<string, Waiting>();

  constructor(
    private readonly interaction: string,
    private readonly signal: AbortSignal,
  ) {}

  newState(): string {
    return `${this.interaction}.${randomBytes(STATE_BYTES).toString('base64url')}`;
  }

  /** @returns whether the user has signed in @throws AppError `rate_limited`, `cancelled`, and as the exchange */
  async wait({ state, exchange }: UserSignIn): Promise<boolean> {
    if (this.waiting.size >= WAITING_MAX)
      throw new AppError('rate_limited', `At most ${WAITING_MAX} sign-ins wait for the user`);
    const name = stateHashOf(state);
    return new Promise((resolve, reject) => {
      const settle = (outcome: boolean | Error) => {
        clearTimeout(timer);
        this.waiting.delete(name);
        this.signal.removeEventListener('abort', leave);
        if (outcome instanceof Error) reject(outcome);
        else resolve(outcome);
      };
      const leave = () => settle(new AppError('cancelled', 'Cancelled'));
      const timer = setTimeout(() => settle(false), SIGN_IN_MS);
      this.signal.addEventListener('abort', leave, { once: true });
      this.waiting.set(name, { exchange, settle });
    });
  }

  /** @param code absent: the user refused @returns whether it was waited for, and worked; never throws */
  async end(state: string, code: string | undefined): Promise<boolean> {
    const name = stateHashOf(state);
    const waiting = this.waiting.get(name);
    // Whatever follows, the state counts no more.
    this.waiting.delete(name);
    if (!waiting) return false;
    if (code === undefined) {
      waiting.settle(false);
      return false;
    }
    try {
      await waiting.exchange(code);
      waiting.settle(true);
      return true;
    } catch (error) {
      waiting.settle(error instanceof Error ? error : new Error('The exchange failed'));
      return false;
    }
  }
}

function stateHashOf(state: string): string {
  return createHash('sha256').update(state).digest('base64');
}
