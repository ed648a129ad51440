import type { Bus, CallOptions } from '@lectern/bus';
import { AppError, type Input, type StreamOperation, type UnaryOperation } from '@lectern/contracts/core';
import { Slots } from '@lectern/workers';
import type { CountedCalls } from '../sources/box-calls';

/** Calls of models and knowledge boxes by one interaction. */
export const CALLS_MAX = 2_000;
/** At the same time; further ones wait. */
export const AT_ONCE_MAX = 16;

/** The bus for the modules of one interaction, which make a few calls at once, and not without end. */
export class InteractionCalls implements CountedCalls {
  private readonly slots = new Slots({ slotsMax: AT_ONCE_MAX, waitingMax: CALLS_MAX });
  private made = 0;

  constructor(private readonly bus: Pick<Bus, 'request' | 'stream'>) {}

  /** @throws AppError `quota_exceeded` for a call too many, and as the bus */
  async request<P, Q, H, B, A>(
    operation: UnaryOperation<P, Q, H, B, A>,
    input: Partial<Input<P, Q, H, B>>,
    options: CallOptions,
  ): Promise<A> {
    return this.slots.use(this.claim(options), () => this.bus.request(operation, input, options));
  }

  /** @throws as `request` */
  async *stream<P, Q, H, B, A>(
    operation: StreamOperation<P, Q, H, B, A>,
    input: Partial<Input<P, Q, H, B>>,
    options: CallOptions,
  ): AsyncGenerator<A> {
    yield* this.slots.stream(this.claim(options), () => this.bus.stream(operation, input, options));
  }

  async outside<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    return this.slots.use(this.claim({ signal }), work);
  }

  async *outsideStream<T>(signal: AbortSignal, work: () => AsyncIterable<T>): AsyncGenerator<T> {
    yield* this.slots.stream(this.claim({ signal }), work);
  }

  private claim({ signal }: Pick<CallOptions, 'signal'>): { readonly signal?: AbortSignal } {
    this.made += 1;
    if (this.made > CALLS_MAX)
      throw new AppError(
        'quota_exceeded',
        `The interaction calls models and knowledge boxes more than ${CALLS_MAX} times: make the workflow smaller`,
      );
    return signal ? { signal } : {};
  }
}
