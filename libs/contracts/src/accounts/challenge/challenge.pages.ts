import { type Html, html, type HtmlPart } from '../../core/html';
import type { HttpAnswer, PageParts } from '../../core/http-binding';
import { inputField, hiddenField } from '../../page/page-fields';
import { type Notice, pageAnswer } from '../../page/page';
import { pageTextsIn } from '../../page/page-texts';
import type { PageTexts } from '../../page/english-texts';
import {
  type ConsentPage,
  type LoginPage,
  NO_PASSKEY,
  NO_SINGLE_SIGN_ON,
  PASSKEY_REQUIRED,
  SINGLE_SIGN_ON_REQUIRED,
  STALE_STEP,
  TOO_MANY,
} from './challenge.dto';

/** The page of sign-in. */
export function loginPage(shown: LoginPage, page: PageParts): HttpAnswer {
  const { challenge, email, client, error, start } = shown;
  const { signIn } = pageTextsIn(page.language);
  const { language } = page;
  if (challenge === undefined) {
    const content = start !== undefined && html`<a class="button" href="${start}">${signIn.submit}</a>`;
    const notice = error === undefined ? undefined : ({ kind: 'wrong', text: signIn.stale } as const);
    return pageAnswer({ title: signIn.title, language, notice, content }, error === undefined ? 200 : 400);
  }
  if (shown.step !== undefined) return stepPage(challenge, shown, page);
  const notice = noticeOf(error, signIn, signIn.failed);
  const content = html`${client !== undefined && html`<p class="soft">${client}</p>`}
    <form method="post" action="/api/auth/oauth/login">
      ${hiddenField('login_challenge', challenge)}
      ${inputField({
        name: 'username',
        label: signIn.email,
        type: 'email',
        value: email,
        autocomplete: 'username',
        isFirst: email === undefined,
      })}
      ${inputField({
        name: 'password',
        label: signIn.password,
        type: 'password',
        autocomplete: 'current-password',
        isFirst: email !== undefined,
      })}
      <button>${signIn.submit}</button>
      ${shown.hasSingleSignOn && singleSignOnButton(signIn)}
    </form>
    ${otherWays(challenge, shown, signIn)} ${helpLinks(challenge, shown, signIn)}`;
  return pageAnswer({ title: signIn.title, language, notice, content, hasScript: true });
}

function singleSignOnButton(texts: PageTexts['signIn']): Html {
  return html`<button class="plain" name="single_sign_on" value="1" formnovalidate data-sso>
    ${texts.singleSignOn}
  </button>`;
}

/** By passkey, and elsewhere. */
function otherWays(challenge: string, { passkey, places = [] }: LoginPage, texts: PageTexts['signIn']): HtmlPart {
  const links = places.map(
    ({ title, path }) => html`<a class="button plain" href="${path}">${texts.with} ${title}</a>`,
  );
  if (passkey === undefined) return links;
  return html`<form method="post" action="/api/auth/oauth/passkey" data-passkey="get" data-options="${passkey}" hidden>
      ${hiddenField('login_challenge', challenge)}${hiddenField('credential', '')}
      <p class="wrong" role="alert" hidden>${texts.noPasskey}</p>
      <button class="plain">${texts.passkey}</button>
    </form>
    ${links}`;
}

function helpLinks(login_challenge: string, { canSignUp }: LoginPage, texts: PageTexts['signIn']): Html {
  const query = new URLSearchParams({ login_challenge });
  return html`<p class="links">
    <a href="${`/user/recover?${query}`}">${texts.forgotten}</a>
    ${canSignUp && html`<a href="${`/user/signup?${query}`}">${texts.signUp}</a>`}
  </p>`;
}

function noticeOf(error: string | undefined, texts: PageTexts['signIn'], usual: string): Notice | undefined {
  if (error === undefined) return undefined;
  const others: Readonly<Record<string, string>> = {
    [STALE_STEP]: texts.staleStep,
    [TOO_MANY]: texts.tooMany,
    [NO_PASSKEY]: texts.noPasskey,
    [NO_SINGLE_SIGN_ON]: texts.noSingleSignOn,
    [PASSKEY_REQUIRED]: texts.passkeyRequired,
    [SINGLE_SIGN_ON_REQUIRED]: texts.singleSignOnRequired,
  };
  return { kind: 'wrong', text: others[error] ?? usual };
}

/** The password was right. */
function stepPage(challenge: string, { step = '', error }: LoginPage, { language }: PageParts): HttpAnswer {
  const { signIn } = pageTextsIn(language);
  const notice = noticeOf(error, signIn, signIn.wrongCode);
  const content = html`<p>${signIn.codeExplained}</p>
    <form method="post" action="/api/auth/oauth/second_factor">
      ${hiddenField('login_challenge', challenge)}${hiddenField('step', step)}
      ${inputField({ name: 'code', label: signIn.code, autocomplete: 'one-time-code', isFirst: true })}
      <button>${signIn.submit}</button>
    </form>
    <p class="soft">${signIn.recoveryCode}</p>`;
  return pageAnswer({ title: signIn.codeTitle, language, notice, content });
}

/** The page on which a user allows an application of others what it asks for. */
export function consentPage({ challenge, info, host }: ConsentPage, { language }: PageParts): HttpAnswer {
  const { consent, signIn } = pageTextsIn(language);
  if (challenge === undefined || info === undefined) {
    const notice = { kind: 'wrong', text: signIn.stale } as const;
    return pageAnswer({ title: consent.title, language, notice, content: '' }, 400);
  }
  const content = html`<p><strong>${info.client_name}</strong> ${consent.asks}</p>
    <form method="post" action="/api/auth/oauth/consent">
      ${hiddenField('consent_challenge', challenge)}${info.requested_scope.map((scope) => scopeBox(scope, consent))}
      <p class="soft">
        ${consent.signedInAs} ${info.user_email}.
        ${host !== undefined && html`${consent.leadsTo} <strong>${host}</strong>.`}
      </p>
      <button>${consent.allow}</button>
      <button class="plain" name="reject" value="true">${consent.refuse}</button>
    </form>`;
  return pageAnswer({ title: consent.title, language, content });
}

/** Who somebody is, and the access that outlives a visit, are not to be chosen: applications fail without them. */
function scopeBox(scope: string, texts: PageTexts['consent']): HtmlPart {
  const meanings: Readonly<Record<string, string>> = {
    openid: texts.openid,
    offline_access: texts.offline,
    profile: texts.profile,
    email: texts.email,
    'api:full_access': texts.full,
  };
  const meaning = meanings[scope] ?? scope;
  if (scope === 'openid' || scope === 'offline_access')
    return html`${hiddenField('grant_scope', scope)}
      <p>• ${meaning}</p>`;
  return html`<label class="check"
    ><input type="checkbox" name="grant_scope" value="${scope}" checked /> ${meaning}</label
  >`;
}
