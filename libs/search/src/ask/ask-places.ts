import { readConfig } from '@lectern/config';
import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { askConfig } from './ask.config';

/** How long a question waits for its place. */
const WAIT_MS_MAX = 5_000;
const RETRY_AFTER_S = '5';

interface Waiting {
  readonly begin: () => void;
}

/** Bounds how many questions are answered at the same time; as many more wait for a short time. */
@Injectable()
export class AskPlaces {
  private readonly placesMax = readConfig(askConfig).ASKS_AT_ONCE_MAX;
  private taken = 0;
  private readonly waiting = new Set<Waiting>();

  /**
   * Passes values on while it has a place, which it gives back however the answer ends: also when nobody goes on
   * reading it.
   *
   * @throws AppError `unavailable` that says when to come back, `cancelled`
   */
  async *within<T>(answer: () => AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
    await this.take(signal);
    try {
      yield* answer();
    } finally {
      this.taken -= 1;
      this.beginNext();
    }
  }

  private async take(signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw cancelled();
    if (this.taken >= this.placesMax) return this.wait(signal);
    this.taken += 1;
  }

  private wait(signal: AbortSignal): Promise<void> {
    if (this.waiting.size >= this.placesMax) return Promise.reject(tooMany());
    return new Promise((resolve, reject) => {
      const settle = (done: () => void) => {
        this.waiting.delete(entry);
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        done();
      };
      const leave = () => settle(() => reject(cancelled()));
      const timer = setTimeout(() => settle(() => reject(tooMany())), WAIT_MS_MAX);
      const entry: Waiting = { begin: () => settle(resolve) };
      signal.addEventListener('abort', leave, { once: true });
      this.waiting.add(entry);
    });
  }

  private beginNext(): void {
    const [next] = this.waiting;
    if (!next || this.taken >= this.placesMax) return;
    this.taken += 1;
    next.begin();
  }
}

function tooMany(): AppError {
  return new AppError('unavailable', 'Too many questions are being answered: try again later', {
    headers: { 'retry-after': RETRY_AFTER_S },
  });
}

function cancelled(): AppError {
  return new AppError('cancelled', 'The question was cancelled');
}
