import { AppError } from '@lectern/contracts/core';
import {
  BrokenCircuitError,
  circuitBreaker,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
} from 'cockatiel';

/** Consecutive failed calls that open the circuit, */
export const CIRCUIT_FAILURES_MAX = 5;
/** and its pause, until one call tries again. */
export const CIRCUIT_PAUSE_MS = 2_000;

export interface CircuitOptions {
  /** Whether an error says that the server is not well, rather than that a call was wrong or not wanted any more. */
  readonly isFailure: (error: unknown) => boolean;
  /** Called when the circuit opens or closes. */
  readonly onChange?: (isOpen: boolean) => void;
}

/** A caller that hung up before the server answered has not found out whether it is back. */
class UndecidedError extends Error {}

/** Leaves a server alone for a while after many failures in a row, so that nobody waits for what will not come. */
export class Circuit {
  private readonly policy: CircuitBreakerPolicy;
  private isOpen = false;

  constructor({ isFailure, onChange }: CircuitOptions) {
    this.policy = circuitBreaker(
      handleWhen((error) => error instanceof UndecidedError || isFailure(error)),
      {
        halfOpenAfter: CIRCUIT_PAUSE_MS,
        breaker: new ConsecutiveBreaker(CIRCUIT_FAILURES_MAX),
      },
    );
    this.policy.onStateChange((state) => {
      const isOpen = state !== CircuitState.Closed;
      if (isOpen !== this.isOpen) onChange?.(isOpen);
      this.isOpen = isOpen;
    });
  }

  /** @throws BrokenCircuitError while the server is left alone, also to those who come while one call tries it */
  async execute<T>(work: () => Promise<T>): Promise<T> {
    // The library would have them wait for that call, which may take all of its timeout.
    if (this.policy.state === CircuitState.HalfOpen) throw new BrokenCircuitError();
    if (this.policy.state === CircuitState.Closed) return this.policy.execute(work);
    try {
      return await this.policy.execute(() => work().catch(undecidedIfCancelled));
    } catch (error) {
      throw error instanceof UndecidedError ? error.cause : error;
    }
  }
}

function undecidedIfCancelled(error: unknown): never {
  if (error instanceof AppError && error.code === 'cancelled') throw new UndecidedError('', { cause: error });
  throw error;
}
