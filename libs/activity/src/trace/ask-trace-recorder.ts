import { readConfig } from '@lectern/config';
import { DatabaseServer, Transactions } from '@lectern/database';
import { Metrics, Rounds } from '@lectern/runtime';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AskTraceRecording } from './ask-trace';
import { askTracesConfig } from './ask-traces.config';
import { type AskTraceKey, AskTracesRepository, type NewAskTrace } from './ask-traces.repository';
import { storedTrace } from './stored-trace';

const EVERY_MS = 1_000;
/** Traces in the queue. */
const QUEUE_MAX = 500;
/** Context characters of queued traces, which are kept in memory. */
const QUEUE_CHARS_MAX = 64_000_000;
const BATCH_MAX = 50;
/** How long a stopping process tries to write queued traces. */
const LAST_WRITE_MS_MAX = 3_000;

/** An answered question. */
export interface AnsweredAsk extends AskTraceKey {
  readonly date: Date;
  readonly recording: AskTraceRecording;
}

/**
 * Writes traces shortly after the answer. Traces beyond the queue limit, or in the queue when the process dies, are
 * lost: they only explain answers, and nothing depends on them.
 */
@Injectable()
export class AskTraceRecorder implements OnApplicationBootstrap {
  private readonly logger = new Logger('AskTraces');
  readonly isOn = readConfig(askTracesConfig).ASK_TRACE_DAYS > 0;
  private readonly traces: ReturnType<Metrics['counter']>;
  private queue: AnsweredAsk[] = [];
  private chars = 0;
  private readonly rounds = new Rounds(() => this.write(), {
    name: 'AskTraces',
    failure: 'Traces of questions wait',
  });

  constructor(
    private readonly transactions: Transactions,
    private readonly repository: AskTracesRepository,
    server: DatabaseServer,
    metrics: Metrics,
  ) {
    this.traces = metrics.counter({
      name: 'ask_traces_total',
      help: 'Traces of questions: written, or dropped because they could not be',
      labels: ['outcome'],
    });
    server.beforeStop(() => this.close());
  }

  onApplicationBootstrap(): void {
    this.rounds.start(EVERY_MS);
  }

  /** Returns immediately. */
  record(answered: AnsweredAsk): void {
    const { chars } = answered.recording;
    if (this.queue.length >= QUEUE_MAX || this.chars + chars > QUEUE_CHARS_MAX) {
      this.traces.inc({ outcome: 'dropped' });
      return;
    }
    this.queue.push(answered);
    this.chars += chars;
  }

  /** Writes queued traces. Never fails. */
  flush(): Promise<void> {
    return this.rounds.run();
  }

  private async write(): Promise<void> {
    while (this.queue.length > 0) {
      const batch = this.queue.splice(0, BATCH_MAX);
      for (const { recording } of batch) this.chars -= recording.chars;
      const outcome = await this.writeBatch(batch);
      this.traces.inc({ outcome: 'written' }, outcome);
      this.traces.inc({ outcome: 'dropped' }, batch.length - outcome);
    }
  }

  /** @returns number of written traces */
  private async writeBatch(batch: readonly AnsweredAsk[]): Promise<number> {
    try {
      const rows: NewAskTrace[] = [];
      for (const { recording, ...key } of batch) {
        const trace = await storedTrace(recording.trace());
        if (trace) rows.push({ ...key, trace });
      }
      if (rows.length > 0) await this.transactions.run((tx) => this.repository.insert(rows, tx));
      return rows.length;
    } catch (error) {
      this.logger.warn(`${batch.length} traces of questions are missing: ${String(error)}`);
      return 0;
    }
  }

  private async close(): Promise<void> {
    await this.rounds.stop();
    await Promise.race([this.flush(), sleep(LAST_WRITE_MS_MAX, undefined, { ref: false })]);
  }
}
