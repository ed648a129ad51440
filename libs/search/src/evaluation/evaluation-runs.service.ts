import {
  type EvaluationRunEntity,
  type EvaluationRunRow,
  EvaluationRunsRepository,
  EvaluationSetsRepository,
} from '@lectern/activity';
import { AppError, asUuid, authorOf, invalidRequest, type Request } from '@lectern/contracts/core';
import {
  type EvaluationResults,
  type EvaluationRunPayload,
  type EvaluationRuns,
  type EvaluationRunState,
  type EvaluationRunTarget,
  runEvaluation,
  type startEvaluationRun,
} from '@lectern/contracts/search';
import { lockName, TaskQueue, Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { unknownSet } from './evaluation-sets.service';
import { evaluationKey, evaluationStateOf } from './evaluation-states';

const RUNNING_MAX = 3;
/** Of a set. */
const KEPT_MAX = 20;
const RETRY_AFTER_S = 30;

/** Starts, shows and deletes runs. Each method throws AppError `unavailable`. */
@Injectable()
export class EvaluationRunsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly sets: EvaluationSetsRepository,
    private readonly runs: EvaluationRunsRepository,
    private readonly tasks: TaskQueue,
  ) {}

  /** @throws AppError `not_found`, `invalid_request`, `rate_limited` */
  async start({ params, body, principal }: Request<typeof startEvaluationRun>): Promise<EvaluationRunState> {
    const { kbid, set_id: setId } = params;
    return this.transactions.run(async (tx) => {
      await lockName(tx, `evaluation runs/${kbid}`);
      const set = await this.sets.find({ kbid, id: setId }, tx);
      if (!set) throw unknownSet();
      if (set.size === 0) throw withoutQuestions();
      if ((await this.runs.countRunning(kbid, tx)) >= RUNNING_MAX) throw tooManyRuns();
      const { title, questions, size } = set;
      const row: EvaluationRunEntity = {
        kbid,
        id: randomUUID(),
        setId,
        title,
        questions,
        size,
        settings: settingsOf(body),
        account: principal.account ?? null,
        author: authorOf(principal),
        state: 'running',
        error: null,
        created: new Date(),
        finished: null,
      };
      await this.removeOld(row, tx);
      await this.runs.insert(row, tx);
      const key = evaluationKey(row.id);
      await this.tasks.add(runEvaluation, { kbid, id: row.id }, { tx, tenant: kbid, key });
      return evaluationStateOf(row, []);
    });
  }

  async list(kbid: string, setId: string | undefined): Promise<EvaluationRuns> {
    const id = setId === undefined ? undefined : asUuid(setId);
    if (setId !== undefined && id === undefined) return { runs: [] };
    return this.transactions.read(async (tx) => {
      const rows = await this.runs.list(kbid, id, tx);
      const scores = await this.runs.scores(
        kbid,
        rows.map((row) => row.id),
        tx,
      );
      const byRun = Map.groupBy(scores, ({ runId }) => runId);
      return { runs: rows.map((row) => evaluationStateOf(row, byRun.get(row.id) ?? [])) };
    });
  }

  /** @throws AppError `not_found` */
  async get({ kbid, run_id: id }: EvaluationRunTarget): Promise<EvaluationRunState> {
    return this.transactions.read(async (tx) => {
      const row = await this.known({ kbid, id }, tx);
      return evaluationStateOf(row, await this.runs.scores(kbid, [id], tx));
    });
  }

  /** @throws AppError `not_found` */
  async results({ kbid, run_id: id }: EvaluationRunTarget, variant: number): Promise<EvaluationResults> {
    return this.transactions.read(async (tx) => {
      const { settings } = await this.known({ kbid, id }, tx);
      if (variant >= settings.variants.length) throw new AppError('not_found', 'The run has no such variant');
      const rows = await this.runs.results({ kbid, id }, variant, tx);
      return { results: rows.map(({ result }) => result) };
    });
  }

  /** @throws AppError `not_found` */
  async delete({ kbid, run_id: id }: EvaluationRunTarget): Promise<null> {
    await this.transactions.run(async (tx) => {
      await this.tasks.stop(evaluationKey(id), { tx });
      if ((await this.runs.delete(kbid, [id], tx)) === 0) throw unknownRun();
    });
    return null;
  }

  private async known(key: { readonly kbid: string; readonly id: string }, tx: EntityManager) {
    const row = await this.runs.find(key, tx);
    if (!row) throw unknownRun();
    return row;
  }

  /** Makes room for one more. */
  private async removeOld({ kbid, setId }: Pick<EvaluationRunRow, 'kbid' | 'setId'>, tx: EntityManager) {
    const ended = (await this.runs.list(kbid, setId, tx)).filter(({ state }) => state !== 'running');
    await this.runs.delete(
      kbid,
      ended.slice(KEPT_MAX - 1).map(({ id }) => id),
      tx,
    );
  }
}

function settingsOf({ variants = [{}], answers = true, k = 10, top_k: topK = 20 }: EvaluationRunPayload) {
  const stored = variants.map(({ search_configuration: configuration, generative_model: model }) => ({
    configuration: configuration ?? null,
    model: model ?? null,
  }));
  return { variants: stored, answers, k, topK };
}

function unknownRun(): AppError {
  return new AppError('not_found', 'Evaluation run not found');
}

function withoutQuestions(): AppError {
  const msg = 'The set has no questions';
  return invalidRequest([{ type: 'value_error', loc: ['path', 'set_id'], msg }]);
}

function tooManyRuns(): AppError {
  const message = `The knowledge box has ${RUNNING_MAX} runs that are not finished`;
  const detail = { message, try_after: Date.now() / 1_000 + RETRY_AFTER_S };
  return new AppError('rate_limited', message, { detail, headers: { 'Retry-After': String(RETRY_AFTER_S) } });
}
