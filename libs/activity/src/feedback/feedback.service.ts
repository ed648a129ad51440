import { authorOf, naiveUtc, type Principal } from '@lectern/contracts/core';
import type { CsvPiece, FeedbackPayload } from '@lectern/contracts/search';
import { Transactions } from '@lectern/database';
import { csvLine } from '@lectern/text';
import { Injectable } from '@nestjs/common';

import { type FeedbackOnAnswer, FeedbackRepository } from '../activity/feedback.repository';
import { ActivityRecorder } from '../record/activity-recorder';
import { monthOf } from '../activity/month';

const ROWS_PER_PIECE = 200;
/** Within the date range of both Postgres and Date. */
const ALWAYS = { from: new Date(0), to: new Date('9999-01-01') };

const columns = {
  id: ({ id }) => id,
  date: ({ date }) => naiveUtc(date),
  learning_id: (row) => row.learning_id,
  task: ({ task }) => task,
  good: ({ good }) => good,
  feedback: ({ comment }) => comment,
  text_block_id: (row) => row.text_block_id,
  user_id: (row) => row.user_id,
  user_type: (row) => row.user_type,
  client_type: (row) => row.client_type,
  question: ({ question }) => question,
  answer: ({ answer }) => answer,
  model: ({ model }) => model,
  status: ({ status }) => status,
} satisfies Readonly<Record<string, (row: FeedbackOnAnswer) => unknown>>;

/** The sender of feedback. */
export interface FeedbackSender {
  readonly principal: Principal;
  readonly client: string;
}

/** Stores feedback on answers. */
@Injectable()
export class FeedbackService {
  constructor(
    private readonly recorder: ActivityRecorder,
    private readonly transactions: Transactions,
    private readonly feedback: FeedbackRepository,
  ) {}

  /** Returns once the feedback is durable. @throws AppError `unavailable` */
  async send(kbid: string, sent: FeedbackPayload, { principal, client }: FeedbackSender): Promise<null> {
    await this.recorder.keep({
      kbid,
      learning_id: sent.ident,
      date: new Date(),
      task: sent.task,
      good: sent.good,
      comment: sent.feedback ?? null,
      text_block_id: sent.text_block_id ?? null,
      user_id: authorOf(principal) || null,
      user_type: principal.kind,
      client_type: client,
    });
    return null;
  }

  /** All feedback on a box, or that of one month. @throws AppError `unavailable`; the signal's reason */
  async *export(kbid: string, month: string | undefined, signal: AbortSignal): AsyncGenerator<CsvPiece> {
    yield { text: csvLine(Object.keys(columns)) };
    const selected = month === undefined ? ALWAYS : monthOf(month);
    let after = '0';
    for (;;) {
      signal.throwIfAborted();
      const selection = { ...selected, after, limit: ROWS_PER_PIECE };
      const rows = await this.transactions.read((tx) => this.feedback.list(kbid, selection, tx));
      const last = rows.at(-1);
      if (!last) return;
      after = last.id;
      yield { text: rows.map((row) => csvLine(Object.values(columns).map((read) => read(row)))).join('') };
    }
  }
}
