import {
  EvaluationRunsRepository,
  type EvaluationSetEntity,
  type EvaluationSetRow,
  EvaluationSetsRepository,
} from '@lectern/activity';
import { AppError, naiveUtc } from '@lectern/contracts/core';
import {
  type AddedEvaluationQuestions,
  EVALUATION_SETS_MAX,
  type EvaluationQuestion,
  type EvaluationQuestionPayload,
  type EvaluationQuestionTarget,
  type EvaluationSet,
  type EvaluationSetContent,
  type EvaluationSetPayload,
  type EvaluationSets,
  type EvaluationSetTarget,
} from '@lectern/contracts/search';
import { admitWithinQuota, TaskQueue, Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { evaluationKey } from './evaluation-states';
import { checkQuestions, questionToStore } from './stored-questions';

/** Keeps sets of questions. Each method throws AppError `unavailable`. */
@Injectable()
export class EvaluationSetsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly sets: EvaluationSetsRepository,
    private readonly runs: EvaluationRunsRepository,
    private readonly tasks: TaskQueue,
  ) {}

  async list(kbid: string): Promise<EvaluationSets> {
    return { sets: (await this.transactions.read((tx) => this.sets.list(kbid, tx))).map(setOf) };
  }

  /** @throws AppError `conflict`, `quota_exceeded`, `too_large` */
  async create(kbid: string, { title, questions = [] }: EvaluationSetPayload): Promise<EvaluationSet> {
    const stored = questions.map((question) => questionToStore(question));
    checkQuestions(stored);
    const now = new Date();
    const row = { kbid, id: randomUUID(), title, questions: stored, size: stored.length, created: now, modified: now };
    await this.transactions.run(async (tx) => {
      await admitWithinQuota(tx, {
        name: `evaluation sets/${kbid}`,
        count: () => this.sets.count(kbid, tx),
        max: EVALUATION_SETS_MAX,
        refusal: `The knowledge box has ${EVALUATION_SETS_MAX} sets of questions`,
      });
      await this.sets.insert(row, tx);
    });
    return setOf(row);
  }

  /** @throws AppError `not_found` */
  async get(target: EvaluationSetTarget): Promise<EvaluationSetContent> {
    const row = await this.transactions.read((tx) => this.sets.find(keyOf(target), tx));
    if (!row) throw unknownSet();
    return { ...setOf(row), questions: row.questions };
  }

  /** @throws AppError `not_found` */
  async rename(target: EvaluationSetTarget, title: string): Promise<EvaluationSet> {
    return setOf(await this.change(target, (row) => ({ ...row, title })));
  }

  /** Deletes its runs, too. @throws AppError `not_found` */
  async delete(target: EvaluationSetTarget): Promise<null> {
    const { kbid } = target;
    await this.transactions.run(async (tx) => {
      if (!(await this.sets.delete(keyOf(target), tx))) throw unknownSet();
      const runs = await this.runs.list(kbid, target.set_id, tx);
      for (const { id, state } of runs) if (state === 'running') await this.tasks.stop(evaluationKey(id), { tx });
      await this.runs.delete(
        kbid,
        runs.map(({ id }) => id),
        tx,
      );
    });
    return null;
  }

  /** @throws AppError `not_found`, `conflict`, `too_large` */
  async add(
    target: EvaluationSetTarget,
    questions: readonly EvaluationQuestionPayload[],
  ): Promise<AddedEvaluationQuestions> {
    const added = questions.map((question) => questionToStore(question));
    await this.changeQuestions(target, (before) => [...before, ...added]);
    return { ids: added.map(({ id }) => id) };
  }

  /** @throws AppError `not_found`, `conflict`, `too_large` */
  async replace(target: EvaluationQuestionTarget, question: EvaluationQuestionPayload): Promise<null> {
    return this.changeQuestions(target, (before) =>
      before.with(placeOf(target, before), questionToStore(question, target.question_id)),
    );
  }

  /** @throws AppError `not_found` */
  async remove(target: EvaluationQuestionTarget): Promise<null> {
    return this.changeQuestions(target, (before) => before.toSpliced(placeOf(target, before), 1));
  }

  private async changeQuestions(
    target: EvaluationSetTarget,
    change: (before: readonly EvaluationQuestion[]) => readonly EvaluationQuestion[],
  ): Promise<null> {
    await this.change(target, (row) => {
      const questions = change(row.questions);
      checkQuestions(questions);
      return { ...row, questions, size: questions.length };
    });
    return null;
  }

  private async change(
    target: EvaluationSetTarget,
    change: (row: EvaluationSetEntity) => EvaluationSetEntity,
  ): Promise<EvaluationSetEntity> {
    return this.transactions.run(async (tx) => {
      const row = await this.sets.findLocked(keyOf(target), tx);
      if (!row) throw unknownSet();
      const changed = { ...change(row), modified: new Date() };
      await this.sets.update(changed, tx);
      return changed;
    });
  }
}

function keyOf({ kbid, set_id: id }: EvaluationSetTarget) {
  return { kbid, id };
}

function placeOf({ question_id: id }: EvaluationQuestionTarget, questions: readonly EvaluationQuestion[]): number {
  const place = questions.findIndex((one) => one.id === id);
  if (place < 0) throw new AppError('not_found', 'The set has no question with this id');
  return place;
}

/** The error for a set that the box does not have. */
export function unknownSet(): AppError {
  return new AppError('not_found', 'Evaluation set not found');
}

function setOf({ id, title, size, created, modified }: EvaluationSetRow): EvaluationSet {
  return { id, title, size, created: naiveUtc(created), modified: naiveUtc(modified) };
}
