import { AppError } from '@lectern/contracts/core';
import type { CountedLimit } from '@lectern/contracts/knowledge-box';

const things: Readonly<Record<CountedLimit, string>> = {
  monthly_limit_paragraphs_processed: 'processed paragraphs',
  monthly_limit_docs_no_media_processed: 'processed documents',
  monthly_limit_media_seconds_processed: 'seconds of processed audio and video',
  monthly_limit_paragraphs_stored: 'stored paragraphs',
  monthly_limit_hosted_searches_performed: 'searches',
  monthly_limit_hosted_answers_generated: 'answers',
  monthly_limit_self_hosted_searches_performed: 'queries by NUA keys',
  monthly_limit_self_hosted_answers_generated: 'answers for NUA keys',
  monthly_limit_non_media_files_processed: 'processed files',
  monthly_limit_chars_processed: 'processed characters',
  tokens_limit: 'tokens',
};

/** A limit, and how much of it is used. */
export interface ReachedLimit {
  readonly name: CountedLimit;
  /** The client whose limit it is; absent for limits of the account. */
  readonly nuaClient?: string;
  readonly max: number;
  readonly used: number;
  /** Without which the work cannot begin. */
  readonly amount: number;
}

/** First instant of the month after the one that begins on this day. @param month `YYYY-MM-DD` */
export function monthEnd(month: string): Date {
  const start = new Date(`${month}T00:00:00Z`);
  return new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1));
}

/** Says which limit it is, how much of it is used, and when that ends. */
export function quotaRefusal({ name, nuaClient, max, used, amount }: ReachedLimit, month: string): AppError {
  const wanted = amount > 0 && used < max ? `, and this needs ${shownAmount(amount)}` : '';
  const until = monthEnd(month).toISOString().slice(0, 10);
  const user = nuaClient === undefined ? 'account' : `NUA client ${nuaClient}`;
  return new AppError(
    'quota_exceeded',
    `The ${user} has used ${shownAmount(used)} of ${max} ${things[name]} of this month (${name})${wanted}; ` +
      `the count starts again on ${until} (UTC)`,
  );
}

function shownAmount(amount: number): number {
  return Math.ceil(amount);
}
