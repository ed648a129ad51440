import { type Html, html, type HtmlPart } from '../../core/html';
import type { HttpAnswer, PageParts } from '../../core/http-binding';
import type { PageTexts } from '../../page/english-texts';
import { type Notice, pageAnswer } from '../../page/page';
import { hiddenField, inputField, tokenField } from '../../page/page-fields';
import { pageTextsIn } from '../../page/page-texts';
import { qrCode } from '../../page/qr-code';
import type { Passkey } from '../passkey/passkey.dto';
import type { SecurityAct, SecurityPage, WaitingSecret } from './security-page.dto';

/** Of a form that changed nothing. */
const AGAIN = 422;

type Texts = PageTexts['security'];

interface Parts {
  readonly texts: Texts;
  readonly page: PageParts;
}

/** The page on which users manage how they sign in. */
export function securityPage(shown: SecurityPage, page: PageParts): HttpAnswer {
  if (shown.location !== undefined) return { redirect: shown.location };
  const { security: texts } = pageTextsIn(page.language);
  const parts = { texts, page };
  const { problem } = shown;
  const content = html`<p class="soft">${texts.signedInAs} ${shown.email}</p>
    ${!shown.isFresh && signInAgain(shown, texts)} ${factorSection(shown, parts)} ${passkeySection(shown, parts)}
    <hr />
    <p class="links"><a href="/">${texts.home}</a><a href="/user/logout">${texts.signOut}</a></p>`;
  const shell = { title: texts.title, language: page.language, notice: noticeOf(shown, texts), hasScript: true };
  return pageAnswer({ ...shell, content, isWide: true }, problem === undefined ? undefined : AGAIN);
}

function noticeOf({ problem, isDone }: SecurityPage, texts: Texts): Notice | undefined {
  if (problem !== undefined) return { kind: 'wrong', text: texts[problem] };
  return isDone ? { kind: 'hint', text: texts.done } : undefined;
}

function signInAgain({ again = '' }: SecurityPage, texts: Texts): Html {
  return html`<p>${texts.again}</p>
    <a class="button" href="${again}">${texts.signInAgain}</a>`;
}

function factorSection(shown: SecurityPage, parts: Parts): Html {
  const { texts } = parts;
  return html`<h2>${texts.factor}</h2>
    ${shown.recoveryCodes && codeList(shown.recoveryCodes, texts)} ${factorContent(shown, parts)}`;
}

function factorContent({ factor, isFresh = false, waiting }: SecurityPage, parts: Parts): HtmlPart {
  const { texts } = parts;
  if (isFresh && waiting) return setUpForm(waiting, parts);
  if (!factor?.enabled)
    return html`<p>${texts.factorOff}</p>
      ${isFresh && actForm({ act: 'begin', label: texts.begin }, parts)}`;
  const forms = [
    actForm({ act: 'renew', label: texts.renew, isPlain: true }, parts),
    actForm({ act: 'end', label: texts.end, isPlain: true }, parts),
  ];
  return html`<p>${texts.factorOn}</p>
    <p>${texts.codesLeft}: ${factor.recovery_codes_left}</p>
    ${isFresh && forms}`;
}

function setUpForm({ secret, uri, drawing }: WaitingSecret, parts: Parts): Html {
  const { texts } = parts;
  return html`<p>${texts.scan}</p>
    <div class="qr">${qrCode(drawing, texts.qr)}</div>
    <p>${texts.type} <code>${secret.match(/.{1,4}/g)?.join(' ')}</code></p>
    <p><a href="${uri}">${texts.openApp}</a></p>
    ${actForm(
      {
        act: 'confirm',
        label: texts.confirm,
        fields: inputField({ name: 'code', label: texts.firstCode, autocomplete: 'one-time-code', isFirst: true }),
      },
      parts,
    )}`;
}

function codeList(codes: readonly string[], texts: Texts): Html {
  return html`<p><strong>${texts.keepCodes}</strong></p>
    <ul class="codes">
      ${codes.map((code) => html`<li>${code}</li>`)}
    </ul>`;
}

function passkeySection({ passkeys = [], isFresh = false, passkeyOptions }: SecurityPage, parts: Parts): Html {
  const { texts } = parts;
  return html`<h2>${texts.passkeys}</h2>
    <p>${passkeys.length === 0 ? texts.noPasskeys : texts.passkeysExplained}</p>
    ${
      passkeys.length > 0 &&
      html`<ul class="rows">
        ${passkeys.map((passkey) => passkeyRow(passkey, isFresh, parts))}
      </ul>`
    }
    ${isFresh && passkeyOptions !== undefined && newPasskeyForm(passkeyOptions, parts)}`;
}

function passkeyRow({ id, name, created, last_used }: Passkey, isFresh: boolean, parts: Parts): Html {
  const { texts } = parts;
  const day = (time: string) => time.slice(0, 10);
  const fields = [
    hiddenField('passkey_id', id),
    inputField({ name: 'name', label: texts.passkeyName, value: name, autocomplete: 'off' }),
  ];
  const remove = { label: `${texts.remove} ${name}`, fields: hiddenField('passkey_id', id), isPlain: true } as const;
  const forms = [
    actForm({ act: 'rename-passkey', label: texts.rename, fields, isPlain: true }, parts),
    actForm({ act: 'remove-passkey', ...remove }, parts),
  ];
  return html`<li>
    <strong>${name}</strong>
    <p class="soft">
      ${texts.added} ${day(created)}. ${last_used === null ? texts.neverUsed : `${texts.lastUsed} ${day(last_used)}.`}
    </p>
    ${
      isFresh &&
      html`<details>
        <summary>${texts.change} ${name}</summary>
        ${forms}
      </details>`
    }
  </li>`;
}

/** It needs script. */
function newPasskeyForm(options: string, parts: Parts): Html {
  const { texts, page } = parts;
  return html`<noscript><p class="soft">${texts.needsScript}</p></noscript>
    <form method="post" action="/user/security" data-passkey="create" data-options="${options}" hidden>
      ${tokenField(page)}${hiddenField('act', 'add-passkey')}${hiddenField('credential', '')}
      ${inputField({ name: 'name', label: texts.newPasskeyName })}
      <p class="wrong" role="alert" hidden>${texts.passkey}</p>
      <button>${texts.addPasskey}</button>
    </form>`;
}

interface ActForm {
  readonly act: SecurityAct;
  readonly label: string;
  readonly fields?: HtmlPart;
  readonly isPlain?: boolean;
}

function actForm({ act, label, fields, isPlain = false }: ActForm, { page }: Parts): Html {
  return html`<form method="post" action="/user/security">
    ${tokenField(page)}${hiddenField('act', act)}${fields}
    <button class="${isPlain ? 'plain' : 'strong'}">${label}</button>
  </form>`;
}
