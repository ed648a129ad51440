import type { MonthlyLimit } from '@lectern/contracts/accounts';
import { AppError } from '@lectern/contracts/core';

const things: Readonly<Record<MonthlyLimit, string>> = {
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
};

/** A limit, and how much of it is used. */
export interface ReachedLimit {
  readonly name: MonthlyLimit;
  readonly max: number;
  readonly used: number;
  readonly amount: number;
}

/** First instant of the month after the one that begins on this day. @param month `YYYY-MM-DD` */
export function monthEnd(month: string): Date {
  const start = new Date(`${month}T00:00:00Z`);
  return new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1));
}

/** Says which limit it is, how much of it is used, and when that ends. */
export function quotaRefusal({ name, max, used, amount }: ReachedLimit, month: string): AppError {
  const wanted = amount > 0 && used < max ? `, and this needs ${shownAmount(amount)}` : '';
  const until = monthEnd(month).toISOString().slice(0, 10);
  return new AppError(
    'quota_exceeded',
    `The account has used ${shownAmount(used)} of ${max} ${things[name]} of this month (${name})${wanted}; ` +
      `the count starts again on ${until} (UTC)`,
  );
}

function shownAmount(amount: number): number {
  return Math.ceil(amount);
}
