import type { KnowledgeBoxNotification } from '@lectern/contracts/knowledge-box';

/** A change of a resource; `missed` when changes may have been missed. */
export type Change = { readonly kind: 'changed'; readonly rid: string } | { readonly kind: 'missed' };

type Open = (signal: AbortSignal) => AsyncIterable<KnowledgeBoxNotification>;
type Listener = (change: Change) => void;

const WAIT_MS = 1_000;
const WAIT_MS_MAX = 30_000;
/** A connection that held this long was a good one: the server ends streams every two minutes. */
const GOOD_MS = 10_000;

/** Follows a box over one connection, however many parts of the page listen; connects again when it breaks. */
export class ChangeStream {
  private readonly listeners = new Set<Listener>();
  private abort: AbortController | undefined;

  constructor(private readonly open: Open) {}

  subscribe(listener: Listener): () => void {
    this.listeners.add(listener);
    if (!this.abort) {
      this.abort = new AbortController();
      void this.follow(this.abort.signal);
    }
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size > 0) return;
      this.abort?.abort();
      this.abort = undefined;
    };
  }

  private async follow(signal: AbortSignal): Promise<void> {
    let waitMs = WAIT_MS;
    while (!signal.aborted) {
      const begun = Date.now();
      await this.read(signal);
      if (signal.aborted) return;
      waitMs = Date.now() - begun >= GOOD_MS ? WAIT_MS : Math.min(waitMs * 2, WAIT_MS_MAX);
      await pause(waitMs, signal);
      // Events in between are not sent again.
      if (!signal.aborted) this.tell({ kind: 'missed' });
    }
  }

  /** Until the connection ends, for any reason. */
  private async read(signal: AbortSignal): Promise<void> {
    try {
      for await (const { data } of this.open(signal)) {
        if (signal.aborted) return;
        this.tell({ kind: 'changed', rid: data.resource_uuid });
      }
    } catch {
      // The banner says when the server is down; here the request is only repeated.
    }
  }

  private tell(change: Change): void {
    for (const listener of [...this.listeners]) listener(change);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
