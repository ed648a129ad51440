import type { AppError, ErrorCode } from '../core/errors';
import { type Html, html } from '../core/html';
import type { HttpAnswer, PageLanguage } from '../core/http-binding';
import type { PageTexts } from './english-texts';
import { pageAnswer } from './page';
import { pageTextsIn } from './page-texts';

type Refusal = Exclude<keyof PageTexts['refusals'], 'reason'>;

const refusalOf: Partial<Record<ErrorCode, Refusal>> = {
  bad_request: 'wrong',
  invalid_request: 'wrong',
  unauthorized: 'wrong',
  forbidden: 'forbidden',
  blocked: 'forbidden',
  not_found: 'missing',
  precondition_failed: 'domain',
  conflict: 'taken',
  quota_exceeded: 'full',
  rate_limited: 'tooMany',
  unavailable: 'away',
  deadline_exceeded: 'away',
  storage_full: 'away',
};

/** What a page shows when its operation refuses. */
export interface RefusedPage {
  readonly title: string;
  /** What to do next. */
  readonly advice?: string;
}

/**
 * The page of a refusal. Its notice is in the language of the reader; the reason, which programs and administrators
 * need, is in English, as everywhere.
 */
export function refusedPage(
  { code, message, status }: AppError,
  { title, advice }: RefusedPage,
  language: PageLanguage | undefined,
): HttpAnswer {
  const { refusals } = pageTextsIn(language);
  const notice = { kind: 'wrong', text: refusals[refusalOf[code] ?? 'failed'] } as const;
  const content = html`${advice !== undefined && html`<p>${advice}</p>`} ${reasonOf(message, refusals.reason)}`;
  return pageAnswer({ title, language, notice, content }, status);
}

function reasonOf(message: string, label: string): Html {
  return html`<p class="soft">${label} <span lang="en">${message}</span></p>`;
}
