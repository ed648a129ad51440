import type { Addition, AdditionState, Source, StartTransfer, Transfer } from './addition';

/** Transfers at once: more do not get more out of one connection. */
const RUNNING_MAX = 3;
/** Listeners hear of changes at most ten times per second, however many files there are. */
const NOTICE_MS = 100;

/** All additions to a box as they are at one moment. */
export interface Additions {
  readonly all: readonly Addition[];
  readonly totals: Totals;
}

export interface Totals {
  readonly sizeBytes: number;
  readonly sentBytes: number;
  readonly count: Readonly<Record<AdditionState, number>>;
  /** Completed: it is added, or was a duplicate. */
  readonly finished: number;
  /** Failed additions that may be tried again. */
  readonly failed: number;
}

/** Additions to a box, which outlive the pages that show them. */
export class AdditionStore {
  private readonly additions = new Map<number, Addition>();
  private readonly transfers = new Map<number, Transfer>();
  private readonly waiting = new Set<number>();
  private readonly listeners = new Set<() => void>();
  private snapshot: Additions = snapshotOf([]);
  private notice: ReturnType<typeof setTimeout> | undefined;
  private nextId = 1;

  /** @param mayStart whether the server can be reached; `resumeAway` says when it can be again */
  constructor(
    private readonly startTransfer: StartTransfer,
    private readonly mayStart: () => boolean = () => true,
  ) {}

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The same object until listeners hear of a change. */
  getSnapshot = (): Additions => this.snapshot;

  add(sources: readonly Source[]): void {
    for (const source of sources) {
      const id = this.nextId++;
      const sizeBytes = source.kind === 'file' ? source.file.size : 0;
      this.additions.set(id, { id, source, sizeBytes, sentBytes: 0, state: 'waiting' });
      this.waiting.add(id);
    }
    this.startNext();
  }

  pause(id: number): void {
    const state = this.additions.get(id)?.state;
    if (state !== 'running' && state !== 'waiting') return;
    this.stop(id);
    this.change(id, { state: 'paused' });
    this.startNext();
  }

  /** Resumes paused additions, and retries failed ones. */
  resume(id: number): void {
    const state = this.additions.get(id)?.state;
    if (state !== 'paused' && state !== 'failed') return;
    this.waiting.add(id);
    this.change(id, { state: 'waiting', failure: undefined });
    this.startNext();
  }

  pauseAll(): void {
    // Those that wait first, or they would begin in the place of the others.
    this.each('waiting', (id) => this.pause(id));
    this.each('running', (id) => this.pause(id));
  }

  resumeAll(): void {
    this.each('paused', (id) => this.resume(id));
  }

  /** Tries again what failed; a duplicate would stay one. */
  retryAll(): void {
    this.each('failed', (id) => {
      if (this.additions.get(id)?.failure?.kind !== 'duplicate') this.resume(id);
    });
  }

  /** Retries additions that failed because the server was down, and starts waiting ones. */
  resumeAway(): void {
    this.each('failed', (id) => {
      if (this.additions.get(id)?.failure?.kind === 'away') this.resume(id);
    });
    this.startNext();
  }

  remove(id: number): void {
    this.stop(id);
    this.additions.delete(id);
    this.tell();
    this.startNext();
  }

  /** Removes completed additions, and duplicates, from the list. */
  removeFinished(): void {
    for (const addition of [...this.additions.values()]) if (isFinished(addition)) this.additions.delete(addition.id);
    this.tell();
  }

  private each(wanted: AdditionState, act: (id: number) => void): void {
    for (const { id, state } of [...this.additions.values()]) if (state === wanted) act(id);
  }

  private stop(id: number): void {
    this.waiting.delete(id);
    this.transfers.get(id)?.stop();
    this.transfers.delete(id);
  }

  private startNext(): void {
    for (const id of this.waiting) {
      if (this.transfers.size >= RUNNING_MAX || !this.mayStart()) break;
      this.start(id);
    }
    this.tell();
  }

  private start(id: number): void {
    const addition = this.additions.get(id);
    this.waiting.delete(id);
    if (!addition) return;
    this.change(id, { state: 'running' });
    // Events of a stopped transfer do not count.
    const isCurrent = () => this.transfers.get(id) === transfer;
    const end = (change: Partial<Addition>) => {
      if (!isCurrent()) return;
      this.transfers.delete(id);
      this.change(id, change);
      this.startNext();
    };
    const transfer = this.startTransfer(addition.source, {
      onProgress: (sentBytes) => isCurrent() && this.change(id, { sentBytes }),
      onAdded: (rid) => end({ state: 'added', rid, sentBytes: addition.sizeBytes }),
      onFailure: (failure) => {
        // Without a session all others would fail, too: they wait until somebody has signed in again.
        if (failure.kind !== 'signed-out') end({ state: 'failed', failure });
        else if (isCurrent()) this.pauseAll();
      },
    });
    this.transfers.set(id, transfer);
  }

  private change(id: number, change: Partial<Addition>): void {
    const addition = this.additions.get(id);
    if (!addition) return;
    this.additions.set(id, { ...addition, ...change });
    this.tell();
  }

  private tell(): void {
    this.notice ??= setTimeout(() => {
      this.notice = undefined;
      this.snapshot = snapshotOf([...this.additions.values()]);
      for (const listener of this.listeners) listener();
    }, NOTICE_MS);
  }
}

function snapshotOf(all: readonly Addition[]): Additions {
  const count = { waiting: 0, running: 0, paused: 0, added: 0, failed: 0 };
  let [sizeBytes, sentBytes] = [0, 0];
  for (const addition of all) {
    count[addition.state]++;
    // Additions that will not be sent do not hold the bar back.
    if (addition.state === 'failed') continue;
    sizeBytes += addition.sizeBytes;
    sentBytes += addition.sentBytes;
  }
  const finished = all.filter(isFinished).length;
  const failed = count.failed - all.filter(({ failure }) => failure?.kind === 'duplicate').length;
  return { all, totals: { count, finished, failed, sizeBytes, sentBytes } };
}

function isFinished({ state, failure }: Addition): boolean {
  return state === 'added' || failure?.kind === 'duplicate';
}
