import type { AppError } from '../../core/errors';
import { failsWithoutRoom } from '../../core/failures';
import type { PageParts } from '../../core/http-binding';
import { operation } from '../../core/operation';
import { pageSources } from '../../page/page';
import { refusedPage } from '../../page/page-refusal';
import { pageTextsIn } from '../../page/page-texts';
import { OpenRequestHeaders } from '../password/password.dto';
import { linkPage, recoveryPage, resetPage, setUpPage, signUpPage } from './people-page.pages';
import {
  InterruptedSignIn,
  LinkedPage,
  PeoplePage,
  RecoveryForm,
  ResetForm,
  SetUpForm,
  SignUpForm,
} from './people-page.dto';

const anyone = { credentials: ['none'], role: 'any', on: 'nothing' } as const;
const page = {
  host: 'accounts',
  success: 200,
  reply: 'html',
  sources: pageSources,
  alsoAnswers: [400, 403, 422],
  tellsNetwork: true,
  answerHeaders: {
    'content-security-policy': 'The page loads its own style, and submits forms to its own origin.',
    'cross-origin-opener-policy': 'The page is apart from the one that opened it.',
    'referrer-policy': 'The address of the page, with its token, is told to nobody.',
    'set-cookie': 'For the form of the page.',
  },
  refusal: (error: AppError, { language }: Pick<PageParts, 'language'> = {}) =>
    refusedPage(error, { title: pageTextsIn(language).people.refused }, language),
} as const;
const shown = { ...page, method: 'GET' } as const;
const sent = { ...page, method: 'POST', bodyKind: 'form' } as const;
const common = { policy: anyone, answer: PeoplePage } as const;
const reads = { ...common, deadlineMs: 10_000 } as const;
const fails = { ...failsWithoutRoom, rate_limited: 'Too many requests came from this network.' } as const;
const acts = { ...common, headers: OpenRequestHeaders, fails, deadlineMs: 20_000 } as const;

/** Asks a person for name, mail address and password. */
export const showSignUpPage = operation({
  ...reads,
  name: 'accounts.people-page.show-sign-up',
  summary: 'Show the page for sign-up',
  http: { ...shown, path: '/user/signup', respond: signUpPage },
  query: InterruptedSignIn,
});

/** Signs a person up, as `POST /api/auth/signup`. */
export const sendSignUpPage = operation({
  ...acts,
  name: 'accounts.people-page.sign-up',
  summary: 'Submit the page for sign-up',
  http: { ...sent, path: '/user/signup', respond: signUpPage },
  body: SignUpForm,
});

/** Asks a person for the mail address of a forgotten password. */
export const showRecoveryPage = operation({
  ...reads,
  name: 'accounts.people-page.show-recovery',
  summary: 'Show the page for a forgotten password',
  http: { ...shown, path: '/user/recover', respond: recoveryPage },
  query: InterruptedSignIn,
});

/** Sends the mail, as `POST /api/auth/recover`. */
export const sendRecoveryPage = operation({
  ...acts,
  name: 'accounts.people-page.recover',
  summary: 'Submit the page for a forgotten password',
  http: { ...sent, path: '/user/recover', respond: recoveryPage },
  body: RecoveryForm,
});

/** Asks for a new password; the link of a recovery mail leads here. */
export const showResetPage = operation({
  ...reads,
  name: 'accounts.people-page.show-reset',
  summary: 'Show the page for a new password',
  http: { ...shown, path: '/user/reset', respond: resetPage },
  query: LinkedPage,
});

/** Replaces the password, as `POST /api/auth/reset`. */
export const sendResetPage = operation({
  ...acts,
  name: 'accounts.people-page.reset',
  summary: 'Submit the page for a new password',
  http: { ...sent, path: '/user/reset', respond: resetPage },
  body: ResetForm,
});

/** Asks for name and password; the link of a first start or of an invitation leads here. */
export const showSetUpPage = operation({
  ...reads,
  name: 'accounts.people-page.show-set-up',
  summary: 'Show the page that sets a user up',
  http: { ...shown, path: '/user/setup', respond: setUpPage },
  query: LinkedPage,
});

/** Sets the user up, as `POST /api/auth/setupuser`. */
export const sendSetUpPage = operation({
  ...acts,
  name: 'accounts.people-page.set-up',
  summary: 'Submit the page that sets a user up',
  http: { ...sent, path: '/user/setup', respond: setUpPage },
  body: SetUpForm,
});

/** Asks to confirm what the link of a mail does. Programs that open links of mails by themselves change nothing. */
export const showLinkPage = operation({
  ...reads,
  name: 'accounts.people-page.show-link',
  summary: 'Show the page of the link of a mail',
  http: { ...shown, path: ['/user/magic', '/user/join'], respond: linkPage },
  query: LinkedPage,
});

/** Uses the link, as `POST /api/auth/magic`. */
export const sendLinkPage = operation({
  ...acts,
  name: 'accounts.people-page.link',
  summary: 'Submit the page of the link of a mail',
  http: { ...sent, path: ['/user/magic', '/user/join'], respond: linkPage },
  body: LinkedPage,
});
