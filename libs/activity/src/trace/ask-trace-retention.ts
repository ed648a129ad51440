import { readConfig } from '@lectern/config';
import { Transactions } from '@lectern/database';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { askTracesConfig } from './ask-traces.config';
import { AskTracesRepository } from './ask-traces.repository';
import { Retention } from '../retention';

const DAY_MS = 24 * 60 * 60_000;
const ROWS_PER_STEP = 500;

/** Forgets old traces once an hour, and those of deleted boxes at once. Several processes may do it together. */
@Injectable()
export class AskTraceRetention implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly ageMsMax = readConfig(askTracesConfig).ASK_TRACE_DAYS * DAY_MS;
  private readonly retention: Retention;

  constructor(
    transactions: Transactions,
    private readonly repository: AskTracesRepository,
  ) {
    this.retention = new Retention('traces of questions', transactions);
  }

  onApplicationBootstrap(): void {
    this.retention.start((now) => this.prune(now));
  }

  onApplicationShutdown(): void {
    this.retention.stop();
  }

  /** Removes all traces of a box that is marked as deleted. Safe to repeat. @throws AppError `unavailable` */
  async purge(kbid: string, signal: AbortSignal): Promise<void> {
    await this.retention.inSteps((tx) => this.repository.purge(kbid, ROWS_PER_STEP, tx), signal);
  }

  /** @returns how many were forgotten @throws AppError `unavailable` */
  async prune(now: Date): Promise<number> {
    const before = new Date(now.getTime() - this.ageMsMax);
    return this.retention.inSteps((tx) => this.repository.prune(before, ROWS_PER_STEP, tx));
  }
}
