import { AppError } from '@lectern/contracts/core';
import { deadlineExceeded, errorOf } from '../faults';
import type { AnswerFrame } from './frames';

/** The values of a stream on the reader's side, in order and without gaps. */
export class IncomingValues {
  private readonly waiting: Uint8Array[] = [];
  private received = 0;
  private over: { readonly error?: AppError } | undefined;
  private wake: (() => void) | undefined;

  /** Whether the handler has ended, so that nothing is left to cancel. */
  get isOver(): boolean {
    return this.over !== undefined;
  }

  receive(frame: AnswerFrame): void {
    if (frame.kind === 'values') {
      if (frame.first !== this.received) return this.finish(valuesLost());
      this.received += frame.values.length;
      this.waiting.push(...frame.values);
      this.wake?.();
    } else if (frame.kind === 'end') this.finish(frame.count === this.received ? undefined : valuesLost());
    else if (frame.kind === 'fault') this.finish(errorOf(frame.fault));
  }

  /** Ends after the values that have arrived. */
  finish(error?: AppError): void {
    this.over ??= { error };
    this.wake?.();
  }

  /** Ends at once. */
  abort(error: AppError): void {
    this.waiting.length = 0;
    this.finish(error);
  }

  /**
   * The next value's bytes, or undefined after the last.
   *
   * @throws AppError of the handler, `deadline_exceeded`, or the reason why the stream broke
   */
  async next(operation: string, deadlineMs: number): Promise<Uint8Array | undefined> {
    if (this.waiting.length === 0 && !this.over) await this.change(operation, deadlineMs);
    const value = this.waiting.shift();
    if (value === undefined && this.over?.error) throw this.over.error;
    return value;
  }

  private change(operation: string, deadlineMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(deadlineExceeded(operation, deadlineMs)), deadlineMs);
      this.wake = () => {
        clearTimeout(timer);
        this.wake = undefined;
        resolve();
      };
    });
  }
}

function valuesLost(): AppError {
  return new AppError('unavailable', 'Values were lost between the services');
}
