import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { RunGate } from './run-gate';
import type { Purpose, WorkerReply, WorkerRequest, WorkerSetup } from './messages';

const ANSWER_TIMEOUT_MS = 60_000;
const CLOSE_TIMEOUT_MS = 5_000;
/** A worker keeps only vectors after a batch; V8 would reserve up to 192 MB for young objects. */
const resourceLimits = { maxYoungGenerationSizeMb: 12 };

/** The gates of all running workers. */
const gates = new Set<RunGate>();
process.on('exit', () => RunGate.closeAll(gates));

/** Initial data shared by all workers of a slot. */
export type SlotSetup = Omit<WorkerSetup, 'gate'>;

/** Texts that are sent to a worker together. */
export interface Piece {
  readonly id: number;
  readonly purpose: Purpose;
  readonly texts: readonly string[];
  readonly question?: string;
  /** Number of texts in the whole call. */
  readonly callTexts: number;
  /** Number of workers that crashed on it. */
  deaths: number;
  readonly resolve: (values: Float32Array) => void;
  readonly reject: (error: Error) => void;
}

/**
 * One worker thread, started at its first job. A worker that dies, or does not answer for a minute, is abandoned, and
 * its jobs are handed back.
 */
export class WorkerSlot {
  readonly pieces = new Map<number, Piece>();
  private worker: Worker | undefined;
  private watchdog: NodeJS.Timeout | undefined;

  constructor(
    private readonly entry: string,
    private readonly setup: SlotSetup,
    private readonly events: {
      readonly answered: () => void;
      readonly died: (lost: readonly Piece[], cause: string) => void;
    },
  ) {}

  get passages(): number {
    return [...this.pieces.values()].filter(({ purpose }) => purpose === 'passage').length;
  }

  send(piece: Piece): void {
    this.worker ??= this.start();
    // While it works the process must not end; while it is idle the process must be able to.
    this.worker.ref();
    this.pieces.set(piece.id, piece);
    const { id, purpose, texts, question } = piece;
    this.post({ kind: 'run', id, purpose, texts, question });
    this.watch();
  }

  cancel(id: number): void {
    if (!this.pieces.delete(id)) return;
    this.post({ kind: 'cancel', id });
    this.settle();
  }

  /** Frees the session and ends the thread. */
  async close(): Promise<void> {
    const worker = this.worker;
    this.worker = undefined;
    clearTimeout(this.watchdog);
    if (!worker) return;
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    const request: WorkerRequest = { kind: 'close' };
    worker.postMessage(request);
    // Keeps the process alive during the wait.
    worker.ref();
    // Never terminated: that would abort the process if native code is running in it.
    await Promise.race([ended, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    worker.unref();
  }

  private start(): Worker {
    const gate = new RunGate();
    const setup: WorkerSetup = { ...this.setup, gate: gate.shared };
    // Read by native code when the thread loads it. Without it, the library reports each model that it runs to its
    // maker.
    process.env['ORT_DISABLE_TELEMETRY'] = '1';
    // The command line's setting for young objects would override the limits of this thread.
    setFlagsFromString('--max-semi-space-size=0');
    const worker = new Worker(this.entry, { workerData: setup, resourceLimits });
    gates.add(gate);
    worker.once('exit', () => gates.delete(gate));
    worker.on('message', (reply: WorkerReply) => this.receive(reply));
    worker.on('error', (error) => this.lose(worker, error instanceof Error ? error.message : String(error)));
    worker.on('exit', (code) => this.lose(worker, `it ended with ${code}`));
    return worker;
  }

  private receive(reply: WorkerReply): void {
    const piece = this.pieces.get(reply.id);
    this.pieces.delete(reply.id);
    if (reply.kind === 'done') piece?.resolve(new Float32Array(reply.values));
    else piece?.reject(new Error(reply.message));
    this.settle();
  }

  private settle(): void {
    if (this.pieces.size === 0) this.worker?.unref();
    this.watch();
    this.events.answered();
  }

  private watch(): void {
    clearTimeout(this.watchdog);
    if (this.pieces.size === 0) return;
    this.watchdog = setTimeout(() => this.abandon(), ANSWER_TIMEOUT_MS).unref();
  }

  private abandon(): void {
    const { worker } = this;
    if (!worker) return;
    const request: WorkerRequest = { kind: 'close' };
    worker.postMessage(request);
    worker.unref();
    this.lose(worker, `it gave no answer within ${ANSWER_TIMEOUT_MS} ms`);
  }

  private lose(worker: Worker, cause: string): void {
    if (this.worker !== worker) return;
    this.worker = undefined;
    clearTimeout(this.watchdog);
    const lost = [...this.pieces.values()];
    this.pieces.clear();
    this.events.died(lost, cause);
  }

  private post(request: WorkerRequest): void {
    this.worker?.postMessage(request);
  }
}
