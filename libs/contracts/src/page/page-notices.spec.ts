import { consentPage, loginPage } from '../accounts/challenge/challenge.pages';
import {
  NO_PASSKEY,
  NO_SINGLE_SIGN_ON,
  PASSKEY_REQUIRED,
  SINGLE_SIGN_ON_REQUIRED,
  STALE_STEP,
  TOO_MANY,
} from '../accounts/challenge/challenge.dto';
import { devicePage } from '../accounts/oauth/oauth.pages';
import { accountsOperations } from '../accounts/operations';
import { linkPage, recoveryPage, resetPage, setUpPage, signUpPage } from '../accounts/people-page/people-page.pages';
import { securityPage } from '../accounts/security-page/security-page.pages';
import { doorsOf } from '../core/door';
import { AppError, type ErrorCode, statusOf } from '../core/errors';
import { Html } from '../core/html';
import type { HttpAnswer, PageLanguage } from '../core/http-binding';
import { englishTexts } from './english-texts';
import { spanishTexts } from './spanish-texts';

const codes = Object.keys(statusOf).filter((code): code is ErrorCode => code in statusOf);
const NOTICE = /<p class="(?:wrong|done)" role="(?:alert|status)">([^<]*)<\/p>/;

const noticeIn = ({ body }: HttpAnswer) => {
  const [, notice = ''] = NOTICE.exec(body instanceof Html ? String(body) : '') ?? [];
  return notice.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');
};

/** Every text of a language, at any depth. */
function textsOf(texts: object): ReadonlySet<string> {
  return new Set(
    Object.values(texts).flatMap((one: unknown) => (typeof one === 'string' ? [one] : [...textsOf(Object(one))])),
  );
}

const texts = { en: textsOf(englishTexts), es: textsOf(spanishTexts) };
const page = (language: PageLanguage) => ({ formToken: 't', language });

/** Pages that refuse, by operation. */
const refusing = accountsOperations.flatMap((one) =>
  doorsOf(one).flatMap(({ door, http }) =>
    http?.reply === 'html' && http.refusal ? [[door, http.refusal] as const] : [],
  ),
);

/** Pages with a notice, by what it is about. */
const noticing: readonly (readonly [string, (language: PageLanguage) => HttpAnswer])[] = [
  ...[
    STALE_STEP,
    TOO_MANY,
    NO_PASSKEY,
    NO_SINGLE_SIGN_ON,
    PASSKEY_REQUIRED,
    SINGLE_SIGN_ON_REQUIRED,
    'login_error',
  ].flatMap((error) => [
    [`sign-in, ${error}`, (language: PageLanguage) => loginPage({ challenge: 'c', error }, page(language))] as const,
    [
      `code, ${error}`,
      (language: PageLanguage) => loginPage({ challenge: 'c', step: 's', error }, page(language)),
    ] as const,
  ]),
  ['sign-in, unknown', (language) => loginPage({ error: 'unknown_login_challenge' }, page(language))],
  ['consent, unknown', (language) => consentPage({}, page(language))],
  ['device', (language) => devicePage({ step: 'input', isWrong: true }, page(language))],
  ...(['wrongCode', 'stale', 'tooMany', 'passkey', 'changed'] as const).map(
    (problem) =>
      [`security, ${problem}`, (language: PageLanguage) => securityPage({ problem }, page(language))] as const,
  ),
  ['security, done', (language) => securityPage({ isDone: true }, page(language))],
  ...[linkPage, recoveryPage, resetPage, setUpPage, signUpPage].flatMap((write) => [
    ...(['stale', 'closed'] as const).map(
      (state) => [`${write.name}, ${state}`, (language: PageLanguage) => write({ state }, page(language))] as const,
    ),
    ...(['missing', 'wrongAddress', 'passwordRules', 'personalAddress', 'taken'] as const).map(
      (problem) =>
        [
          `${write.name}, ${problem}`,
          (language: PageLanguage) => write({ state: 'form', problem }, page(language)),
        ] as const,
    ),
  ]),
];

describe('notices of pages', () => {
  it('have a text of their own in each language', () => {
    const shared = [...texts.en].filter((text) => texts.es.has(text));
    expect(shared.filter((text) => text.includes(' '))).toEqual([]);
    expect(texts.es.size).toBeGreaterThan(100);
  });

  it.each(noticing)('are in the language of the reader: %s', (_, write) => {
    for (const language of ['en', 'es'] as const) expect(texts[language]).toContain(noticeIn(write(language)));
    expect(noticeIn(write('en'))).not.toBe(noticeIn(write('es')));
  });

  it('of every page that refuses are in the language of the reader, whatever the reason', () => {
    expect(refusing.length).toBeGreaterThan(15);
    for (const [door, refuse] of refusing)
      for (const code of codes)
        for (const language of ['en', 'es'] as const) {
          const answer = refuse(new AppError(code, 'The <b>reason</b>'), { language });
          expect([door, code, texts[language].has(noticeIn(answer))]).toEqual([door, code, true]);
          expect(answer.status).toBe(statusOf[code]);
        }
  });

  it('leave the reason in English, and say so to readers of screens', () => {
    const [[, refuse] = []] = refusing;
    const { body } = refuse?.(new AppError('forbidden', 'It was <b>refused</b>'), { language: 'es' }) ?? {};
    expect(String(body)).toContain('<span lang="en">It was &lt;b&gt;refused&lt;/b&gt;</span>');
  });
});
