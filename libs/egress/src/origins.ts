import { AppError } from '@lectern/contracts/core';
import { Circuit } from '@lectern/runtime';
import { Logger } from '@nestjs/common';
import { BrokenCircuitError } from 'cockatiel';
import { isTransient } from './network-errors';
import { type LineLimits, OriginLine, type Patience, retryLater } from './origin-line';

/** Number of known origins above which idle ones are forgotten. */
const ORIGINS_MAX = 10_000;

/** An exchange with an origin. `isOver` settles with the last byte of the answer, or with its failure. */
export interface Exchange<T> {
  readonly answer: T;
  readonly isOver: Promise<void>;
}

interface Origin {
  readonly line: OriginLine;
  readonly circuit: Circuit;
  isLeftAlone: boolean;
}

/** Limits concurrent requests per origin, and pauses requests to origins that do not answer. */
export class Origins {
  private readonly origins = new Map<string, Origin>();
  private readonly logger = new Logger('Egress');

  constructor(private readonly limits: LineLimits) {}

  /**
   * Waits for a turn, asks, and keeps the turn until the exchange is over.
   *
   * @throws AppError `unavailable` with `Retry-After` when requests to the origin are paused, or its queue is full, or
   *   the wait too long; errors of `ask`
   */
  async ask<T>(url: URL, patience: Patience, ask: () => Promise<Exchange<T>>): Promise<T> {
    const origin = this.of(url);
    const { failsFast } = patience;
    // While paused, requests skip the queue: one becomes the trial request, the others fail at once.
    const leave = failsFast && origin.isLeftAlone ? () => undefined : await origin.line.enter(patience);
    return new Promise<T>((resolve, reject) => {
      const exchange = async () => {
        const { answer, isOver } = await ask();
        resolve(answer);
        await isOver;
      };
      (failsFast ? origin.circuit.execute(exchange) : exchange())
        .catch((error: unknown) => reject(error instanceof BrokenCircuitError ? silent(url) : error))
        .finally(leave);
    });
  }

  private of(url: URL): Origin {
    const known = this.origins.get(url.origin);
    if (known) return known;
    const origin: Origin = {
      line: new OriginLine(url.host, this.limits),
      circuit: new Circuit({ isFailure: isSilence, onChange: (isOpen) => this.note(url, origin, isOpen) }),
      isLeftAlone: false,
    };
    this.forgetIdle();
    this.origins.set(url.origin, origin);
    return origin;
  }

  private note(url: URL, origin: Origin, isLeftAlone: boolean): void {
    origin.isLeftAlone = isLeftAlone;
    if (!isLeftAlone) return this.logger.log(`${url.host} answers again`);
    this.logger.warn(`${url.host} does not answer; requests to it are paused`);
    origin.line.refuseWaiting(silent(url));
  }

  private forgetIdle(): void {
    if (this.origins.size < ORIGINS_MAX) return;
    for (const [name, { line, isLeftAlone }] of this.origins)
      if (line.isEmpty && !isLeftAlone) this.origins.delete(name);
  }
}

/** No answer, or none in time: neither an unwelcome answer nor a cancelled request counts. */
function isSilence(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  return error.code === 'deadline_exceeded' || (error.code === 'unavailable' && isTransient(error.cause));
}

function silent({ host }: URL): AppError {
  return retryLater(`${host} did not answer several requests in a row; requests to it are paused`);
}
