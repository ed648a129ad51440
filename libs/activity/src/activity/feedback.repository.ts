import { lockName, shareName } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ActivityEntity } from './activity.entity';
import type { FeedbackEntity } from './feedback.entity';
import { INSERT_FEEDBACK_SQL, JOIN_FEEDBACK_SQL, LIST_FEEDBACK_SQL } from './feedback-statements.sql';

/** Feedback with the question that it is on, where that is known. */
export type FeedbackOnAnswer = FeedbackEntity & {
  readonly [Name in 'question' | 'answer' | 'model' | 'status']: ActivityEntity[Name] | null;
};

/** Names an answer. */
export interface AnswerKey {
  readonly kbid: string;
  readonly learning_id: string;
}

/** Rows of answers wait while feedback is written, and the other way around: whatever comes second sees the first. */
const ANSWERS = 'answers';

@Injectable()
export class FeedbackRepository {
  /** To be called before rows of answers are inserted that `join` is then called with. */
  async begin(hasFeedback: boolean, tx: EntityManager): Promise<void> {
    await (hasFeedback ? lockName(tx, ANSWERS) : shareName(tx, ANSWERS));
  }

  /** @param feedback as a JSON list; that on deleted boxes is left out */
  async insert(feedback: string, tx: EntityManager): Promise<void> {
    await tx.query(INSERT_FEEDBACK_SQL, [feedback]);
  }

  /** Writes to the rows of these answers what is thought of them. */
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
