import { readConfig } from '@lectern/config';
import { Transactions } from '@lectern/database';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { askTracesConfig } from './ask-traces.config';
import { AskTracesRepository } from './ask-traces.repository';

const EVERY_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
const ROWS_PER_STEP = 500;
/** A run ends after so many steps; the next one goes on. */
const STEPS_MAX = 5_000;

/** Forgets old traces once an hour, and those of deleted boxes at once. Several processes may do it together. */
@Injectable()
export class AskTraceRetention implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('AskTraces');
  private readonly ageMsMax = readConfig(askTracesConfig).ASK_TRACE_DAYS * DAY_MS;
  private timer: NodeJS.Timeout | undefined;
  private isStopping = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly repository: AskTracesRepository,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.tryToPrune(), EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    this.isStopping = true;
    clearInterval(this.timer);
  }

  /** Removes all traces of a box that is marked as deleted. Safe to repeat. @throws AppError `unavailable` */
  async purge(kbid: string, signal: AbortSignal): Promise<void> {
    await this.inSteps((tx) => this.repository.purge(kbid, ROWS_PER_STEP, tx), signal);
  }

  /** @returns how many were forgotten @throws AppError `unavailable` */
  async prune(now: Date): Promise<number> {
    const before = new Date(now.getTime() - this.ageMsMax);
    return this.inSteps((tx) => this.repository.prune(before, ROWS_PER_STEP, tx));
  }

  private async inSteps(step: (tx: EntityManager) => Promise<number>, signal?: AbortSignal): Promise<number> {
    let total = 0;
    for (let steps = 0; steps < STEPS_MAX && !this.isStopping; steps += 1) {
      signal?.throwIfAborted();
      const count = await this.transactions.single(step);
      total += count;
      if (count < ROWS_PER_STEP) break;
    }
    return total;
  }

  private async tryToPrune(): Promise<void> {
    try {
      await this.prune(new Date());
    } catch (error) {
      this.logger.warn(`Old traces are kept for now: ${String(error)}`);
    }
  }
}
