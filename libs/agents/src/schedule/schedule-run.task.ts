import {
  deliverScheduleResult,
  EPHEMERAL_SESSION,
  InteractionRequest,
  type NamedSchedule,
  runSchedule,
  type ScheduledRun,
} from '@lectern/contracts/agents';
import { AppError, type Principal } from '@lectern/contracts/core';
import { Runs, TaskQueue, type TaskRun, Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { InteractionService } from '../interaction/interaction.service';
import { nextTimes } from './cron-times';
import { ScheduleRights } from './schedule-rights';
import type { ScheduleEntity } from './schedule.entity';
import { ScheduleRepository } from './schedule.repository';
import { scheduleJob } from './schedule.service';

/** Failures in a row after which a schedule is paused. */
const FAILURES_MAX = 5;
/** Schedules that one process runs at the same time; of one agent. */
const AT_ONCE = 8;
const AT_ONCE_PER_AGENT = 2;
const ANSWER_CHARS_MAX = 32_768;
const ERROR_CHARS_MAX = 1_000;
const INTERRUPTED = 'The process that ran it has ended';
const LOST_RIGHT =
  'The rights that it ran with are gone. Someone who may configure the agent can run it, or change it.';

type Ended = Pick<ScheduledRun, 'interaction' | 'outcome' | 'answer' | 'error'>;

/** Runs schedules when they are due: each at most once, however many processes there are. */
@Injectable()
export class ScheduleRuns {
  constructor(
    private readonly transactions: Transactions,
    private readonly queue: TaskQueue,
    private readonly repository: ScheduleRepository,
    private readonly rights: ScheduleRights,
    private readonly interactions: InteractionService,
  ) {}

  @Runs(runSchedule, { concurrency: AT_ONCE, tenantMax: AT_ONCE_PER_AGENT })
  async run(key: NamedSchedule, run: TaskRun): Promise<void> {
    const claimed = await this.transactions.run(async (tx) => {
      const row = await this.repository.hold(key, tx);
      if (!row) return undefined;
      // Its jobs run one after the other, so that nothing runs it now.
      if (row.runningSince) return this.end(row, { began: row.runningSince, ended: failedRun(INTERRUPTED) }, tx);
      return this.claim(row, new Date(), tx);
    });
    if (!claimed) return;
    const began = new Date();
    const ended = await this.answer(claimed, run);
    await this.transactions.run(async (tx) => {
      const row = await this.repository.hold(key, tx);
      if (row) await this.end(row, { began, ended }, tx);
    });
  }

  /** The next run is stored before this one begins: a run that was missed happens once, and none happens twice. */
  private async claim(row: ScheduleEntity, now: Date, tx: Parameters<ScheduleRepository['hold']>[1]) {
    const { agent, id, due, enabled, paused } = row;
    if (!due || paused !== null) return undefined;
    if (due > now) {
      await this.queue.add(runSchedule, { agent, id }, scheduleJob(row, due, tx));
      return undefined;
    }
    const next = enabled ? (nextTimes(row, now, 1)[0] ?? null) : null;
    await this.repository.update(row, { runningSince: now, due: next }, tx);
    if (next) await this.queue.add(runSchedule, { agent, id }, scheduleJob(row, next, tx));
    return row;
  }

  private async answer(row: ScheduleEntity, run: TaskRun): Promise<Ended> {
    try {
      const principal = await this.rights.principal(row.agent, row.owner);
      if (!principal) return failedRun(LOST_RIGHT);
      return await this.asked(row, principal, run);
    } catch (error) {
      return failedRun(error instanceof AppError && error.code !== 'internal' ? error.message : 'The agent failed');
    }
  }

  private async asked(row: ScheduleEntity, principal: Principal, run: TaskRun): Promise<Ended> {
    const { agent, session, workflow, question, arguments: values } = row;
    const place = { agent, session, workflow };
    if (session !== EPHEMERAL_SESSION) await this.interactions.open({ place, createsSession: true }, principal);
    const asked = { question, arguments: { ...values }, chat_history: [] };
    const request = Object.assign(new InteractionRequest(), asked);
    let interaction: string | null = null;
    let answer: string | null = null;
    for await (const frame of this.interactions.run({ place, request, principal }, run.signal)) {
      run.alive();
      interaction ??= frame.original_question_uuid;
      if (frame.exception) return { ...failedRun(frame.exception.detail), interaction };
      answer = frame.answer ?? answer;
    }
    if (answer === null) return { ...failedRun('The agent ended without an answer'), interaction };
    return { interaction, outcome: 'answered', answer: answer.slice(0, ANSWER_CHARS_MAX), error: null };
  }

  /** While it is held. */
  private async end(
    row: ScheduleEntity,
    { began, ended }: { readonly began: Date; readonly ended: Ended },
    tx: Parameters<ScheduleRepository['hold']>[1],
  ): Promise<undefined> {
    const { agent, id } = row;
    const times = { began: began.toISOString(), ended: new Date().toISOString() };
    const lastRun: ScheduledRun = { ...ended, ...times, webhook: row.webhook === null ? 'none' : 'waiting' };
    const failures = ended.outcome === 'answered' ? 0 : row.failures + 1;
    const isOver = failures >= FAILURES_MAX || ended.error === LOST_RIGHT;
    const reason = ended.error === LOST_RIGHT ? LOST_RIGHT : `${failures} failures in a row: ${ended.error ?? ''}`;
    const state = isOver ? { paused: reason, due: null } : {};
    await this.repository.update(row, { runningSince: null, lastRun, failures, ...state }, tx);
    if (row.webhook !== null)
      await this.queue.add(deliverScheduleResult, { agent, id, run: lastRun }, { tx, tenant: agent });
    // A job of an interrupted run was taken for it: another one waits for what is due.
    if (!isOver && row.due) await this.queue.add(runSchedule, { agent, id }, scheduleJob(row, row.due, tx));
  }
}

function failedRun(error: string): Ended {
  return { interaction: null, outcome: 'failed', answer: null, error: error.slice(0, ERROR_CHARS_MAX) };
}
