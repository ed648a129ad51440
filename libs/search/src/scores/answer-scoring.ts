import { readConfig } from '@lectern/config';
import { AppError } from '@lectern/contracts/core';
import { DatabaseServer, Transactions } from '@lectern/database';
import { LookPace, Rounds } from '@lectern/runtime';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { ActivityWriter, AnswerScoresRepository, type TakenAnswer } from '@lectern/activity';
import { RecordedAnswerScoring } from './recorded-answer-scoring';
import { answerScoresConfig } from './answer-scores.config';
import { quietMoment } from './quiet-moment';

const EVERY_MS = 1_000;
/** Answers per round. */
const ROUND_MAX = 50;
const MINUTE_MS = 60_000;
/** If a process dies, others may take its answers after this time. */
const TAKEN_MS = 5 * MINUTE_MS;
/** Delays before retries of failed scoring; then the answer is given up. */
const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS];
/**
 * Longest wait for a quiet moment, as a multiple of the previous answer's duration, so that scoring also proceeds under
 * load.
 */
const BUSY = { times: 10, msMax: 500 };
/** Raised when the process stops: another process continues immediately. */
const interrupted = new Error('The process stops');

/**
 * Scores recorded answers, one at a time. After each it pauses for as long as the work took, and then waits briefly for
 * a quiet moment. Questions therefore have at least half of the processor, and ten elevenths while they need it.
 * Pending work is in the database, so nothing is lost when the process ends.
 */
@Injectable()
export class AnswerScoring implements OnApplicationBootstrap {
  private readonly logger = new Logger('AnswerScores');
  private readonly isOn = readConfig(answerScoresConfig).ANSWERS_SCORED;
  private readonly stopping = new AbortController();
  private readonly rounds = new Rounds(() => this.tick(), { name: 'AnswerScores', failure: 'Scores wait' });
  private readonly looks = new LookPace(performance.now());

  constructor(
    private readonly transactions: Transactions,
    private readonly repository: AnswerScoresRepository,
    private readonly scorer: RecordedAnswerScoring,
    private readonly writer: ActivityWriter,
    server: DatabaseServer,
  ) {
    server.beforeStop(() => this.close());
  }

  onApplicationBootstrap(): void {
    if (!this.isOn) return;
    this.writer.onWritten(() => this.looks.worked(performance.now()));
    this.rounds.start(EVERY_MS);
  }

  /** Scores answers that are due at `now`, at most one round. @returns their number */
  async scoreWaiting(now: () => Date): Promise<number> {
    const { signal } = this.stopping;
    for (let count = 0; count < ROUND_MAX; count += 1) {
      if (signal.aborted) return count;
      const until = new Date(now().getTime() + TAKEN_MS);
      const taken = await this.transactions.single((tx) => this.repository.take(now(), until, tx));
      if (!taken) return count;
      this.looks.worked(performance.now());
      const startedAtMs = performance.now();
      await this.score(taken, now());
      const tookMs = performance.now() - startedAtMs;
      await sleep(tookMs, undefined, { signal }).catch(() => undefined);
      await quietMoment(Math.min(BUSY.msMax, tookMs * BUSY.times), signal);
    }
    return ROUND_MAX;
  }

  private async score(taken: TakenAnswer, now: Date): Promise<void> {
    try {
      const { asked } = taken;
      const scores = asked && (await this.scorer.score(taken.kbid, asked, this.stopping.signal));
      await this.transactions.single((tx) =>
        scores ? this.repository.keep(taken, scores, tx) : this.repository.putOff(taken, null, tx),
      );
    } catch (error) {
      const due = this.dueAfter(error, taken, now);
      await this.transactions.single((tx) => this.repository.putOff(taken, due, tx));
    }
  }

  /** When to retry an answer that could not be scored; null for never. */
  private dueAfter(error: unknown, { kbid, eventId, attempts }: TakenAnswer, now: Date): Date | null {
    if (this.stopping.signal.aborted) return now;
    if (error instanceof AppError && error.code === 'not_found') return null;
    const pauseMs = PAUSES_MS[attempts - 1];
    const answer = `Answer ${eventId} of ${kbid}`;
    if (pauseMs === undefined) this.logger.warn(`${answer} is not scored: ${String(error)}`);
    else if (!(error instanceof AppError)) this.logger.error({ message: `${answer} could not be scored`, err: error });
    return pauseMs === undefined ? null : new Date(now.getTime() + pauseMs);
  }

  private async tick(): Promise<void> {
    if (this.looks.isDue(performance.now())) await this.scoreWaiting(() => new Date());
  }

  private async close(): Promise<void> {
    this.stopping.abort(interrupted);
    await this.rounds.stop();
  }
}
