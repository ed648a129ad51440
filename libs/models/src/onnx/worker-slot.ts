import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { RunGate } from './run-gate';
import type { Purpose, WorkerReply, WorkerRequest, WorkerSetup } from './messages';

const ANSWER_TIMEOUT_MS = 60_000;
const CLOSE_TIMEOUT_MS = 5_000;
/** What a worker makes besides vectors is gone after a batch; V8 would give it up to 192 MB. */
const resourceLimits = { maxYoungGenerationSizeMb: 12 };

/** Those of all workers that run. */
const gates = new Set<RunGate>();
process.on('exit', () => RunGate.closeAll(gates));

/** What all workers of a slot are started with. */
export type SlotSetup = Omit<WorkerSetup, 'gate'>;

/** Texts that travel to a worker together. */
export interface Piece {
  readonly id: number;
  readonly purpose: Purpose;
  readonly texts: readonly string[];
  readonly question?: string;
  /** All texts of the call that this is a piece of. */
  readonly callTexts: number;
  /** How many workers have died over it. */
  deaths: number;
  readonly resolve: (values: Float32Array) => void;
  readonly reject: (error: Error) => void;
}

/**
 * One worker thread, started when it is first given something. A worker that dies, or does not answer for a minute, is
 * forgotten, and what it had is handed back.
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
    // While it works the process must not end; while it idles it must be able to.
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
    // A process with nothing else to do must not end while this is waited for.
    worker.ref();
    // Never terminated: that would abort the process if native code runs in it.
    await Promise.race([ended, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    worker.unref();
  }

  private start(): Worker {
    const gate = new RunGate();
    const setup: WorkerSetup = { ...this.setup, gate: gate.shared };
    // Read by native code when the thread loads it. Otherwise it tells its makers of each model that it runs.
    process.env['ORT_DISABLE_TELEMETRY'] = '1';
    // What the command line says of young objects would hold for this thread, whatever its limits are.
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
