import { lockName, shareName } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ActivityEntity } from './activity.entity';
import type { FeedbackEntity } from './feedback.entity';
import { INSERT_FEEDBACK_SQL, JOIN_FEEDBACK_SQL, LIST_FEEDBACK_SQL } from './feedback-statements.sql';

/** Feedback with its question, if known. */
export type FeedbackOnAnswer = FeedbackEntity & {
  readonly [Name in 'question' | 'answer' | 'model' | 'status']: ActivityEntity[Name] | null;
};

/** Identifies an answer. */
export interface AnswerKey {
  readonly kbid: string;
  readonly learning_id: string;
}

/** Serialises writes of answer rows and of feedback, so that the later one sees the earlier one. */
const ANSWERS = 'answers';

@Injectable()
export class FeedbackRepository {
  /** Call before inserting rows of answers for which `join` is then called. */
  async begin(hasFeedback: boolean, tx: EntityManager): Promise<void> {
    await (hasFeedback ? lockName(tx, ANSWERS) : shareName(tx, ANSWERS));
  }

  /** @param feedback as a JSON list; feedback on deleted boxes is skipped */
  async insert(feedback: string, tx: EntityManager): Promise<void> {
    await tx.query(INSERT_FEEDBACK_SQL, [feedback]);
  }

  /** Updates the feedback columns in the rows of these answers. */
  async join(answers: readonly AnswerKey[], tx: EntityManager): Promise<void> {
    if (answers.length > 0) await tx.query(JOIN_FEEDBACK_SQL, [JSON.stringify(answers)]);
  }

  /** Oldest first. */
  async list(
    kbid: string,
    {
      after,
      from,
      to,
      limit,
    }: { readonly after: string; readonly from: Date; readonly to: Date; readonly limit: number },
    tx: EntityManager,
  ): Promise<FeedbackOnAnswer[]> {
    return tx.query(LIST_FEEDBACK_SQL, [kbid, after, from, to, limit]);
  }
}
