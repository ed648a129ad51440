import { AppError } from '@lectern/contracts/core';

interface Shared<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  callers: number;
}

/** Runs equal work once for all callers that want it at the same time; it is cancelled when the last of them leaves. */
export class SharedRuns<T> {
  private readonly running = new Map<string, Shared<T>>();

  /**
   * @param work receives a signal of its own
   * @throws errors of `work`, and AppError `cancelled` when the caller leaves
   */
  async run(
    key: string,
    work: (signal: AbortSignal) => Promise<T>,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<T> {
    if (signal?.aborted) throw new AppError('cancelled', 'Cancelled');
    const shared = this.running.get(key) ?? this.start(key, work);
    shared.callers++;
    const { promise: left, reject } = Promise.withResolvers<never>();
    const leave = () => reject(new AppError('cancelled', 'Cancelled'));
    signal?.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([shared.result, left]);
    } finally {
      signal?.removeEventListener('abort', leave);
      if (--shared.callers === 0) {
        if (this.running.get(key) === shared) this.running.delete(key);
        // Without effect on work that has ended.
        shared.controller.abort();
      }
    }
  }

  private start(key: string, work: (signal: AbortSignal) => Promise<T>): Shared<T> {
    const controller = new AbortController();
    const shared = { result: work(controller.signal), controller, callers: 0 };
    this.running.set(key, shared);
    return shared;
  }
}
