import { entryFile } from '@lectern/config';
import { AppError } from '@lectern/contracts/core';
import type { Purpose } from './messages';
import { type SlotSetup, WorkerSlot, type Piece } from './worker-slot';

export const poolLimits = {
  textsPerCallMax: 10_000,
  /** Waiting and running; a call is accepted while there are fewer, so one call may exceed it. */
  passagesMax: 4_096,
  queriesMax: 256,
  /** Small, so that several workers share a call and a dead worker costs little. */
  textsPerPiece: 16,
  /** One running and one ready, so that a worker never waits for the main thread. */
  passagePiecesPerWorker: 2,
  deathsMax: 2,
  /** After this many pieces of passages, the next one comes from the oldest call, however large it is. */
  piecesPerOneOfFirst: 4,
};

export interface PoolJob {
  readonly purpose: Purpose;
  readonly texts: readonly string[];
  readonly question?: string;
  readonly signal?: AbortSignal;
}

interface PoolOptions {
  readonly setup: Omit<SlotSetup, 'yields'>;
  readonly workers: number;
  /** Compiled file of the worker; replaced in tests. */
  readonly entry?: string;
}

/**
 * Distributes texts over worker threads with bounded queues. One additional worker accepts queries only, so that
 * searches never wait for passages. Nothing runs before the first call.
 */
export class OnnxPool {
  /** The first is reserved for queries. */
  private readonly slots: readonly WorkerSlot[];
  private readonly waiting: Piece[] = [];
  private readonly texts: Record<Purpose, number> = { query: 0, passage: 0 };
  private lastId = 0;
  private picks = 0;
  private closed = false;

  constructor({ setup, workers, entry = entryFile(__dirname, 'onnx.worker') }: PoolOptions) {
    const events = {
      answered: () => this.dispatch(),
      died: (lost: readonly Piece[], cause: string) => this.retry(lost, cause),
    };
    this.slots = Array.from(
      { length: 1 + workers },
      (_, index) => new WorkerSlot(entry, { ...setup, yields: index > 0 }, events),
    );
  }

  /**
   * The model's values for the texts, in order, one array per text.
   *
   * @throws AppError `rate_limited`, `invalid_request`, `unavailable`, `cancelled`
   */
  async run(job: PoolJob): Promise<readonly Float32Array[]> {
    const { purpose, texts, signal } = job;
    this.admit(job);
    if (texts.length === 0) return [];
    this.texts[purpose] += texts.length;
    const ids = new Set<number>();
    const abort = () => this.abandon(ids, new AppError('cancelled', 'Cancelled'));
    signal?.addEventListener('abort', abort, { once: true });
    try {
      const pieces = textBatches(texts).map((some) =>
        this.submit({ ...job, texts: some, callTexts: texts.length }, ids),
      );
      this.dispatch();
      return (await Promise.all(pieces)).flat();
    } catch (error) {
      this.abandon(ids, new AppError('cancelled', 'Cancelled'));
      throw error instanceof AppError
        ? error
        : new AppError('unavailable', `The model cannot be run: ${String(error)}`);
    } finally {
      signal?.removeEventListener('abort', abort);
      this.texts[purpose] -= texts.length;
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    const all = [...this.waiting, ...this.slots.flatMap(({ pieces }) => [...pieces.values()])];
    this.abandon(new Set(all.map(({ id }) => id)), new AppError('unavailable', 'The model is being closed'));
    await Promise.all(this.slots.map((slot) => slot.close()));
  }

  private admit({ purpose, texts, signal }: PoolJob): void {
    if (this.closed) throw new AppError('unavailable', 'The model is closed');
    if (signal?.aborted) throw new AppError('cancelled', 'Cancelled');
    if (texts.length > poolLimits.textsPerCallMax) {
      throw new AppError('invalid_request', `At most ${poolLimits.textsPerCallMax} texts can be embedded at once`);
    }
    const max = purpose === 'query' ? poolLimits.queriesMax : poolLimits.passagesMax;
    if (this.texts[purpose] >= max) throw new AppError('rate_limited', 'Too many texts are waiting to be embedded');
  }

  private submit(job: PoolJob & Pick<Piece, 'callTexts'>, ids: Set<number>): Promise<Float32Array[]> {
    const id = ++this.lastId;
    ids.add(id);
    const { purpose, texts, question, callTexts } = job;
    const values = new Promise<Float32Array>((resolve, reject) => {
      this.waiting.push({ id, purpose, texts, question, callTexts, deaths: 0, resolve, reject });
    });
    return values.then((flat) => vectorRows(flat, texts.length));
  }

  private dispatch(): void {
    for (const purpose of ['query', 'passage'] as const) {
      for (let slot = this.freeSlot(purpose); slot; slot = this.freeSlot(purpose)) {
        const piece = this.next(purpose);
        if (!piece) break;
        this.waiting.splice(this.waiting.indexOf(piece), 1);
        slot.send(piece);
      }
    }
  }

  /** Small calls overtake large ones, so that a note does not wait for books; large ones get their turns. */
  private next(purpose: Purpose): Piece | undefined {
    const waiting = this.waiting.filter((piece) => piece.purpose === purpose);
    const [first] = waiting;
    if (purpose === 'query' || ++this.picks % poolLimits.piecesPerOneOfFirst === 0) return first;
    return waiting.reduce((best, piece) => (best && best.callTexts <= piece.callTexts ? best : piece), first);
  }

  /** The least busy one; an idle running worker is preferred to starting another. */
  private freeSlot(purpose: Purpose): WorkerSlot | undefined {
    const slots = purpose === 'query' ? this.slots : this.slots.slice(1);
    const [least] = slots.toSorted((a, b) => a.pieces.size - b.pieces.size);
    if (purpose === 'query') return least;
    return least && least.passages < poolLimits.passagePiecesPerWorker ? least : undefined;
  }

  private retry(lost: readonly Piece[], cause: string): void {
    for (const piece of lost) {
      piece.deaths++;
      if (piece.deaths < poolLimits.deathsMax && !this.closed) this.waiting.unshift(piece);
      else piece.reject(new AppError('unavailable', `The model's worker died: ${cause}`));
    }
    this.dispatch();
  }

  private abandon(ids: ReadonlySet<number>, reason: AppError): void {
    for (const piece of this.waiting.filter(({ id }) => ids.has(id))) {
      this.waiting.splice(this.waiting.indexOf(piece), 1);
      piece.reject(reason);
    }
    for (const slot of this.slots) {
      for (const piece of [...slot.pieces.values()].filter(({ id }) => ids.has(id))) {
        slot.cancel(piece.id);
        piece.reject(reason);
      }
    }
  }
}

function textBatches(texts: readonly string[]): (readonly string[])[] {
  const size = poolLimits.textsPerPiece;
  return Array.from({ length: Math.ceil(texts.length / size) }, (_, i) => texts.slice(i * size, (i + 1) * size));
}

function vectorRows(flat: Float32Array, rows: number): Float32Array[] {
  const size = flat.length / rows;
  return Array.from({ length: rows }, (_, row) => flat.slice(row * size, (row + 1) * size));
}
