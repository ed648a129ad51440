import type { AppError } from '@lectern/contracts/core';
import { type CallContext, callContext } from './call-context';
import { nobodyHandles, processStops, tooBusy } from './faults';
import { RUNNING_CALLS_MAX } from './limits';
import { type CallHead, RunningCall } from './running-call';
import type { BusOptions } from './serving-bus';

/** The running calls of this process: limits their number and ends them. */
export class RunningCalls {
  private readonly calls = new Map<CallContext, RunningCall>();
  private draining = false;
  private whenIdle: (() => void) | undefined;

  constructor(private readonly options: BusOptions) {}

  /**
   * @throws AppError `unavailable` when too many calls run, or when this process stops and the call is from outside
   */
  begin(head: CallHead): RunningCall {
    if (this.draining && !this.isNested()) throw nobodyHandles(head.operation);
    if (this.calls.size >= RUNNING_CALLS_MAX) throw tooBusy(head.operation);
    const call = new RunningCall(head, (ended, handled) => {
      this.calls.delete(ended.context);
      this.options.observe?.(handled);
      if (this.calls.size === 0) this.whenIdle?.();
    });
    this.calls.set(call.context, call);
    return call;
  }

  /** Resolves when no call runs any more; cancels the remaining calls after `withinMs`. */
  async drain(withinMs: number): Promise<void> {
    this.draining = true;
    if (this.calls.size === 0) return;
    const idle = new Promise<void>((resolve) => (this.whenIdle = resolve));
    const timer = setTimeout(() => this.stopAll(processStops()), withinMs);
    await idle;
    clearTimeout(timer);
  }

  stopAll(reason: AppError): void {
    for (const call of this.calls.values()) call.stop(reason);
  }

  private isNested(): boolean {
    const context = callContext.getStore();
    return context !== undefined && this.calls.has(context);
  }
}
