import { parentPort, workerData } from 'node:worker_threads';
import { yieldProcessor } from './yield-processor';
import type { WorkerReply, WorkerRequest, WorkerSetup } from './messages';
import { RunGate } from './run-gate';
import { OnnxModel, type Job, type PreparedJob, type Row } from './onnx-model';

interface Waiting {
  readonly id: number;
  readonly job: Job;
  /** With the rows that have not been run. */
  prepared?: PreparedJob;
  /** Set after a batch with others failed, which may be their fault. */
  isAlone: boolean;
}

/**
 * Runs jobs batch by batch; between two batches it reads messages, so a query waits for at most one batch. Queries that
 * wait share batches if the model gives the same values then.
 */
class Worker {
  private readonly queues: Record<Job['purpose'], Waiting[]> = { query: [], passage: [] };
  private running = false;
  private closing = false;

  constructor(
    private readonly model: Promise<OnnxModel>,
    private readonly gate: RunGate,
    private readonly reply: (message: WorkerReply, transfer: ArrayBuffer[]) => void,
  ) {}

  receive(message: WorkerRequest): void {
    if (message.kind === 'run') {
      this.queues[message.purpose].push({ id: message.id, job: message, isAlone: false });
      void this.run();
    } else if (message.kind === 'cancel') {
      for (const queue of Object.values(this.queues)) {
        const at = queue.findIndex(({ id }) => id === message.id);
        if (at >= 0) queue.splice(at, 1);
      }
    } else {
      this.closing = true;
      if (!this.running) void this.close();
    }
  }

  private async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    for (let next = this.next(); next && !this.closing; next = this.next()) await this.step(next);
    this.running = false;
    if (this.closing) await this.close();
  }

  private next(): Waiting | undefined {
    return this.queues.query[0] ?? this.queues.passage[0];
  }

  private async step(first: Waiting): Promise<void> {
    let jobs: readonly Waiting[] = [first];
    try {
      const model = await this.model;
      if (model.canMix && first.job.purpose === 'query' && !first.isAlone) {
        jobs = this.queues.query.filter(({ isAlone }) => !isAlone);
      }
      const batch = model.batchOf(jobs.flatMap((waiting) => rowsLeft(waiting, model)));
      if (batch) await this.gate.run(() => model.run(batch));
      const done = new Set(batch?.rows);
      for (const waiting of jobs) this.settle(waiting, done);
    } catch (error) {
      for (const waiting of jobs) {
        if (jobs.length > 1) waiting.isAlone = true;
        else this.fail(waiting, error);
      }
    }
  }

  /** Replies if all rows of the job have been run. */
  private settle(waiting: Waiting, done: ReadonlySet<Row>): void {
    if (!waiting.prepared) return;
    const { rows, ...prepared } = waiting.prepared;
    waiting.prepared = { ...prepared, rows: rows.filter((row) => !done.has(row)) };
    if (waiting.prepared.rows.length > 0) return;
    this.remove(waiting);
    // `prepare` allocates it as a buffer of its own, not a shared one.
    const values = prepared.values.buffer as ArrayBuffer;
    this.reply({ kind: 'done', id: waiting.id, values }, [values]);
  }

  private fail(waiting: Waiting, error: unknown): void {
    this.remove(waiting);
    const message = error instanceof Error ? error.message : String(error);
    this.reply({ kind: 'failed', id: waiting.id, message }, []);
  }

  private remove(waiting: Waiting): void {
    const queue = this.queues[waiting.job.purpose];
    const at = queue.indexOf(waiting);
    if (at >= 0) queue.splice(at, 1);
  }

  private async close(): Promise<void> {
    await this.model.then((model) => this.gate.run(() => model.close())).catch(() => undefined);
    parentPort?.close();
  }
}

function rowsLeft(waiting: Waiting, model: OnnxModel): readonly Row[] {
  waiting.prepared ??= model.prepare(waiting.job);
  return waiting.prepared.rows;
}

// Passed by the pool that started this thread.
const setup = workerData as WorkerSetup;
if (setup.yields) yieldProcessor();
const gate = new RunGate(setup.gate);
const model = gate.run(() => OnnxModel.load(setup));
model.catch(() => undefined);
const worker = new Worker(model, gate, (message, transfer) => parentPort?.postMessage(message, transfer));
parentPort?.on('message', (message: WorkerRequest) => worker.receive(message));
