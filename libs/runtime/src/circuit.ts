import { AppError } from '@lectern/contracts/core';
import {
  BrokenCircuitError,
  circuitBreaker,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
} from 'cockatiel';

/** Number of consecutive failed calls that opens the circuit. */
export const CIRCUIT_FAILURES_MAX = 5;
/** How long the circuit stays open until one trial call. */
export const CIRCUIT_PAUSE_MS = 2_000;

export interface CircuitOptions {
  /** Whether an error means that the server is unhealthy, not that a call was invalid or cancelled. */
  readonly isFailure: (error: unknown) => boolean;
  /** Called when the circuit opens or closes. */
  readonly onChange?: (isOpen: boolean) => void;
}

/** The caller cancelled before the server answered, so it is still unknown whether the server is back. */
class UndecidedError extends Error {}

/** Stops calling a server for a while after several consecutive failures, so that callers fail at once. */
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

  /** @throws BrokenCircuitError while the circuit is open, and to other callers during the trial call */
  async execute<T>(work: () => Promise<T>): Promise<T> {
    // The library would make them wait for the trial call, which may use up its whole timeout.
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
