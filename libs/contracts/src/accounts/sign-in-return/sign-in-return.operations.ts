import type { AppError } from '../../core/errors';
import type { HttpAnswer, PageParts } from '../../core/http-binding';
import { operation } from '../../core/operation';
import { pageSources } from '../../page/page';
import { refusedPage } from '../../page/page-refusal';
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
    respond: ({ location }) => ({ redirect: location }),
    refusal: failureAnswer,
  },
  policy: { credentials: ['none'], role: 'any', on: 'nothing' },
  params: ReturnTarget,
  query: ReturnQuery,
  answer: ReturnPage,
  fails: {
    bad_request: 'The sign-in failed, is unknown or has ended, or belongs to no application.',
    forbidden: 'The user may not sign in this way.',
    precondition_failed: 'The address is of a domain that may not sign in.',
    unavailable: 'The provider does not answer.',
  },
  deadlineMs: DEADLINE_MS,
});

function failureAnswer(error: AppError, { language }: Pick<PageParts, 'language'> = {}): HttpAnswer {
  const { signIn } = pageTextsIn(language);
  return refusedPage(error, { title: signIn.failure, advice: signIn.again }, language);
}
