import type { AppError } from '../../core/errors';
import { html } from '../../core/html';
import type { HttpAnswer, PageLanguage, PageParts } from '../../core/http-binding';
import { inputField, hiddenField, tokenField } from '../../page/page-fields';
import { pageAnswer } from '../../page/page';
import { refusedPage } from '../../page/page-refusal';
import { pageTextsIn } from '../../page/page-texts';
import type { BrowserStep, DevicePage, OauthAnswer, SignOutPage, TokenPage } from './oauth.dto';

/** A JSON answer of the authorization server. */
export function oauthAnswer({ status, headers, body }: OauthAnswer): HttpAnswer {
  return { status, headers, ...(body && { body }) };
}

/** A refusal in the envelope of OAuth. */
export function oauthRefusal({ code, message, status }: AppError): HttpAnswer {
  const isWrong = code === 'invalid_request' || code === 'bad_request';
  const error = isWrong ? 'invalid_request' : status >= 500 ? 'server_error' : code;
  return { status: isWrong ? 400 : status, body: { error, error_description: message } };
}

/** Leads the browser on; to a program on its machine by a link, which browsers follow from pages only. */
export function browserStep({ location, cookies }: BrowserStep, { language }: PageParts): HttpAnswer {
  if (isWebAddress(location)) return { redirect: location, cookies };
  const { signIn } = pageTextsIn(language);
  const content = html`<p>${signIn.returns}</p>
    <a class="button" href="${location}">${signIn.goBack}</a>`;
  return { ...pageAnswer({ title: signIn.title, language, content }), cookies };
}

/** An authorization that cannot continue. */
export function authorizationRefusal(error: AppError, page: { readonly language?: PageLanguage } = {}): HttpAnswer {
  const { signIn } = pageTextsIn(page.language);
  return refusedPage(error, { title: signIn.failure, advice: signIn.again }, page.language);
}

/** The page on which a user signs out of the authorization server. */
export function signOutPage({ isDone, fields }: SignOutPage, page: PageParts): HttpAnswer {
  const { signOut } = pageTextsIn(page.language);
  if (isDone) return pageAnswer({ title: signOut.done, language: page.language, content: '' });
  const content = html`<p>${signOut.question}</p>
    <form method="post">
      ${tokenField(page)}${Object.entries(fields).map(([name, value]) => hiddenField(name, value))}
      <button>${signOut.submit}</button>
    </form>`;
  return pageAnswer({ title: signOut.title, language: page.language, content });
}

/** The page on which a user connects a device. */
export function devicePage({ step, isWrong, client, code, xsrf, cookies }: DevicePage, page: PageParts): HttpAnswer {
  const { device } = pageTextsIn(page.language);
  const { language } = page;
  if (step === 'done') return pageAnswer({ title: device.connected, language, content: html`<p>${device.done}</p>` });
  if (step === 'confirm') {
    const content = html`<p><strong>${client}</strong></p>
      <p>${device.compare}</p>
      <p class="code-large">${code}</p>
      <form method="post">
        ${tokenField(page)}${hiddenField('user_code', code ?? '')}${hiddenField('xsrf', xsrf ?? '')}
        <button>${device.confirm}</button>
        <button class="plain" name="abort" value="yes">${device.abort}</button>
      </form>`;
    return { ...pageAnswer({ title: device.title, language, content }), cookies };
  }
  const notice = isWrong ? ({ kind: 'wrong', text: device.wrongCode } as const) : undefined;
  const content = html`<form method="get">
    ${inputField({ name: 'user_code', label: device.code, isFirst: true })}
    <button>${device.submit}</button>
  </form>`;
  return { ...pageAnswer({ title: device.title, language, notice, content }, isWrong ? 400 : 200), cookies };
}

/** The page with a token of the user. */
export function tokenPage({ location, token, expires }: TokenPage, { language }: PageParts): HttpAnswer {
  if (location !== undefined) return { redirect: location };
  const texts = pageTextsIn(language).token;
  const content = html`<p>${texts.explanation}</p>
    <label>${texts.label}<textarea class="code" rows="12" readonly autofocus>${token}</textarea></label>
    <p class="soft">${texts.expires} ${expires}</p>`;
  return pageAnswer({ title: texts.title, language, content, isWide: true });
}

function isWebAddress(location: string): boolean {
  return (
    location.startsWith('/') || /^https:\/\/|^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/?]|$)/.test(location)
  );
}
