import { Transactions } from '@lectern/database';
import type { JournalPart, JournalSink } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ActivityRepository } from '../activity/activity.repository';
import { type AnswerKey, FeedbackRepository } from '../activity/feedback.repository';
import type { ActivityLine, JournalKind } from './activity-lines';
import { JournalRepository } from './journal.repository';

/** @param kbids boxes of the answers, each once */
type AnswersListener = (kbids: readonly string[], tx: EntityManager) => Promise<void>;

/** Converts lines to rows: all of a part in one transaction, together with the position after it. */
@Injectable()
export class ActivityWriter implements JournalSink<JournalKind> {
  private onAnswers: AnswersListener = async () => undefined;

  constructor(
    private readonly transactions: Transactions,
    private readonly activity: ActivityRepository,
    private readonly feedback: FeedbackRepository,
    private readonly journals: JournalRepository,
  ) {}

  /** Registers a listener for answers, called in the transaction that records them. */
  onRecorded(listener: AnswersListener): void {
    this.onAnswers = listener;
  }

  /** @throws AppError `unavailable` */
  position(id: string): Promise<number> {
    return this.transactions.read((tx) => this.journals.get(id, tx));
  }

  /**
   * @returns false when another process, or an earlier attempt with an unknown outcome, has already written the part
   * @throws AppError `unavailable`, `deadline_exceeded`, `storage_full`; any other Error for rejected rows
   */
  async write(part: JournalPart, lines: readonly ActivityLine[]): Promise<boolean> {
    const rows = jsonOf('activity', lines);
    const feedback = jsonOf('feedback', lines);
    return this.transactions.run(async (tx) => {
      if (!(await this.journals.advance(part, tx))) return false;
      if (rows.length > 0 || feedback.length > 0) await this.insert(rows, feedback, tx);
      return true;
    });
  }

  /** @throws AppError `unavailable` */
  async forget(id: string): Promise<void> {
    await this.transactions.single((tx) => this.journals.forget(id, tx));
  }

  private async insert(rows: readonly string[], feedback: readonly string[], tx: EntityManager): Promise<void> {
    await this.activity.begin(tx);
    await this.feedback.begin(feedback.length > 0, tx);
    const answers = rows.length > 0 ? await this.activity.insert(jsonList(rows), tx) : [];
    if (feedback.length > 0) await this.feedback.insert(jsonList(feedback), tx);
    await this.feedback.join([...answers, ...feedback.map(answerOf)], tx);
    // In one order, so that two writers never wait for each other's boxes.
    if (answers.length > 0) await this.onAnswers([...new Set(answers.map(({ kbid }) => kbid))].sort(), tx);
  }
}

function jsonOf(kind: JournalKind, lines: readonly ActivityLine[]): readonly string[] {
  return lines.filter((line) => line.kind === kind).map(({ json }) => json);
}

function jsonList(rows: readonly string[]): string {
  return `[${rows.join(',')}]`;
}

/** The answer that the feedback refers to. */
function answerOf(json: string): AnswerKey {
  // Lines are only written as `NewFeedback`.
  const { kbid, learning_id } = JSON.parse(json) as AnswerKey;
  return { kbid, learning_id };
}
