import { html } from '../../core/html';
import type { HttpAnswer, PageParts } from '../../core/http-binding';
import { operation } from '../../core/operation';
import { pageAnswer, pageSources } from '../../page/page';
import { pageTextsIn } from '../../page/page-texts';
import { ReturnPage, ReturnQuery, ReturnTarget } from './sign-in-return.dto';

/** The exchange of a code takes several requests to the provider. */
const DEADLINE_MS = 60_000;

/**
 * The page to which browsers come back from providers and identity providers, where the app has none of its own. It
 * continues the authorization that the sign-in is for, or says why it failed.
 */
export const showReturnPage = operation({
  name: 'accounts.sign-in-return.show',
  summary: 'Return from a sign-in elsewhere',
  http: {
    method: 'GET',
    path: '/user/callbacks/{provider}',
    host: 'accounts',
    success: 200,
    alsoAnswers: [302],
    reply: 'html',
    sources: pageSources,
    answerHeaders: {
      'content-security-policy': 'The page loads its own style, and does nothing.',
      'cross-origin-opener-policy': 'The page is apart from the one that opened it.',
      'referrer-policy': 'The address of the page, with its code, is told to nobody.',
      'set-cookie': 'For forms of pages; this one has none.',
    },
    respond: returnAnswer,
    refusal: ({ message, status }, page = {}) => failureAnswer(message, page, status),
  },
  policy: { credentials: ['none'], role: 'any', on: 'nothing' },
  params: ReturnTarget,
  query: ReturnQuery,
  answer: ReturnPage,
  deadlineMs: DEADLINE_MS,
});

function returnAnswer({ location, problem = '' }: ReturnPage, page: PageParts): HttpAnswer {
  return location === undefined ? failureAnswer(problem, page, 400) : { redirect: location };
}

function failureAnswer(text: string, { language }: Pick<PageParts, 'language'>, status: number): HttpAnswer {
  const { signIn } = pageTextsIn(language);
  const content = html`<p>${signIn.stale}</p>`;
  return pageAnswer({ title: signIn.failure, language, notice: { kind: 'wrong', text }, content }, status);
}
