import { Slots } from '@lectern/workers';

const SESSIONS_MAX = 32;
const OWN_SESSIONS_MAX = 8;
const WAITING_MAX = 128;
const OWN_WAITING_MAX = 32;
const IDLE_MS = 30_000;
const IDLE_MAX = 16;

/** A connection. */
export interface PooledSession {
  /** Whether it can be used again. */
  readonly isUsable: boolean;
  close(): void;
}

interface Idle<S> {
  readonly key: string;
  readonly session: S;
  readonly timer: NodeJS.Timeout;
}

/** Connections that are used again for a while. Owners take turns. */
export class SessionPool<S extends PooledSession> {
  private readonly idle: Idle<S>[] = [];
  private isClosed = false;
  private readonly slots = new Slots({
    slotsMax: SESSIONS_MAX,
    ownSlotsMax: OWN_SESSIONS_MAX,
    waitingMax: WAITING_MAX,
    ownWaitingMax: OWN_WAITING_MAX,
    order: 'fair',
  });

  /**
   * Does something with a connection.
   *
   * @param key tells connections apart: of the whole address, secrets included
   * @throws AppError `rate_limited` when too many wait; what `open` and `work` throw
   */
  async use<T>(
    { key, owner, signal }: { readonly key: string; readonly owner: string; readonly signal?: AbortSignal | undefined },
    open: () => Promise<S>,
    work: (session: S) => Promise<T>,
  ): Promise<T> {
    return this.slots.use({ owner, ...(signal && { signal }) }, async () => {
      const session = this.taken(key) ?? (await open());
      try {
        return await work(session);
      } finally {
        this.rest(key, session);
      }
    });
  }

  close(): void {
    this.isClosed = true;
    for (const { session, timer } of this.idle.splice(0)) {
      clearTimeout(timer);
      session.close();
    }
  }

  private taken(key: string): S | undefined {
    for (;;) {
      const at = this.idle.findIndex((one) => one.key === key);
      const [found] = at === -1 ? [] : this.idle.splice(at, 1);
      if (!found) return undefined;
      clearTimeout(found.timer);
      if (found.session.isUsable) return found.session;
      found.session.close();
    }
  }

  private rest(key: string, session: S): void {
    if (!session.isUsable || this.isClosed || this.idle.length >= IDLE_MAX) return session.close();
    const entry: Idle<S> = { key, session, timer: setTimeout(() => this.drop(entry), IDLE_MS).unref() };
    this.idle.push(entry);
  }

  private drop(entry: Idle<S>): void {
    const at = this.idle.indexOf(entry);
    if (at !== -1) this.idle.splice(at, 1);
    entry.session.close();
  }
}
