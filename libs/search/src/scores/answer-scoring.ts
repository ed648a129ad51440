import { readConfig } from '@lectern/config';
import { AppError } from '@lectern/contracts/core';
import { resumeAnswerScores, scoreAnswers } from '@lectern/contracts/search';
import { Runs, TaskQueue, type TaskRun, Transactions } from '@lectern/database';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { ActivityWriter, AnswerScoresRepository, type TakenAnswer } from '@lectern/activity';
import { RecordedAnswerScoring } from './recorded-answer-scoring';
import { answerScoresConfig } from './answer-scores.config';
import { quietMoment } from './quiet-moment';

/** Time of a turn: then another box has one, and a process that stops need not wait long. */
const TURN_MS = 2_000;
const MINUTE_MS = 60_000;
/** Delays before retries of failed scoring; then the answer is given up. */
const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS];
/**
 * Longest wait for a quiet moment, as a multiple of the previous answer's duration, so that scoring also proceeds under
 * load.
 */
const BUSY = { times: 10, msMax: 500 };
const BOXES_PER_PAGE = 500;
const FIRST = '00000000-0000-0000-0000-000000000000';

type Turn = Pick<TaskRun, 'alive' | 'signal'>;

/**
 * Scores recorded answers, one at a time. After each it pauses for as long as the work took, and then waits briefly for
 * a quiet moment. Questions therefore have at least half of the processor, and ten elevenths while they need it.
 */
@Injectable()
export class AnswerScoring implements OnModuleInit {
  private readonly logger = new Logger('AnswerScores');
  private readonly isOn = readConfig(answerScoresConfig).ANSWERS_SCORED;

  constructor(
    private readonly transactions: Transactions,
    private readonly repository: AnswerScoresRepository,
    private readonly scorer: RecordedAnswerScoring,
    private readonly writer: ActivityWriter,
    private readonly jobs: TaskQueue,
  ) {}

  onModuleInit(): void {
    if (!this.isOn) return;
    this.writer.onRecorded((kbids, tx) =>
      this.jobs.addAll(
        scoreAnswers,
        kbids.map((kbid) => ({ payload: { kbid }, ...turnOf(kbid) })),
        { tx },
      ),
    );
  }

  @Runs(scoreAnswers, { concurrency: 1 })
  async run({ kbid }: { readonly kbid: string }, turn: TaskRun): Promise<void> {
    if (!this.isOn) return;
    await this.scoreDue(kbid, turn);
    turn.signal.throwIfAborted();
    await this.transactions.run(async (tx) => {
      const due = await this.repository.nextDue(kbid, tx);
      if (due) await this.scoreAt(kbid, due, tx);
    });
  }

  @Runs(resumeAnswerScores)
  async resume(_: object, { signal }: Pick<TaskRun, 'signal'>): Promise<void> {
    if (!this.isOn) return;
    for (let after: string | undefined = FIRST; after !== undefined;) {
      signal.throwIfAborted();
      const page: { after: string; limit: number } = { after, limit: BOXES_PER_PAGE };
      const boxes = await this.transactions.read((tx) => this.repository.listDueBoxes(page, tx));
      const known = await this.jobs.busy(boxes.map(({ kbid }) => turnOf(kbid).key));
      for (const { kbid, due } of boxes)
        if (!known.has(turnOf(kbid).key)) await this.transactions.run((tx) => this.scoreAt(kbid, due, tx));
      after = boxes.length === BOXES_PER_PAGE ? boxes.at(-1)?.kbid : undefined;
    }
  }

  /** Scores answers of a box that are due, for a turn. @param now instead of the time @returns their number */
  async scoreDue(kbid: string, { alive, signal }: Turn, now?: () => Date): Promise<number> {
    const untilMs = performance.now() + TURN_MS;
    let count = 0;
    for (; performance.now() < untilMs && !signal.aborted; count += 1) {
      alive();
      const attempt = { pausesMs: PAUSES_MS, ...(now && { now: now() }) };
      const taken = await this.transactions.single((tx) => this.repository.begin(kbid, attempt, tx));
      if (!taken) return count;
      const startedAtMs = performance.now();
      await this.score(taken, signal);
      const tookMs = performance.now() - startedAtMs;
      await sleep(tookMs, undefined, { signal }).catch(() => undefined);
      await quietMoment(Math.min(BUSY.msMax, tookMs * BUSY.times), signal);
    }
    return count;
  }

  private async score(taken: TakenAnswer, signal: AbortSignal): Promise<void> {
    try {
      const { asked } = taken;
      const scores = asked && (await this.scorer.score(taken.kbid, asked, signal));
      await this.transactions.single((tx) =>
        scores ? this.repository.keep(taken, scores, tx) : this.repository.putOff(taken, null, tx),
      );
    } catch (error) {
      const isGone = error instanceof AppError && error.code === 'not_found';
      if (!signal.aborted && !isGone) return this.report(error, taken);
      const due = signal.aborted ? new Date() : null;
      await this.transactions.single((tx) => this.repository.putOff(taken, due, tx));
    }
  }

  /** The next attempt is due after a pause. */
  private report(error: unknown, { kbid, eventId, attempts }: TakenAnswer): void {
    const answer = `Answer ${eventId} of ${kbid}`;
    if (attempts > PAUSES_MS.length) this.logger.warn(`${answer} is not scored: ${String(error)}`);
    else if (!(error instanceof AppError)) this.logger.error({ message: `${answer} could not be scored`, err: error });
  }

  private async scoreAt(kbid: string, runAt: Date, tx: EntityManager): Promise<void> {
    await this.jobs.add(scoreAnswers, { kbid }, { tx, runAt, ...turnOf(kbid) });
  }
}

/** One job per box at a time. */
function turnOf(kbid: string) {
  const key = `scores:${kbid}`;
  return { tenant: kbid, key, serialBy: key };
}
