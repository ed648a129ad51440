import { type Html, html, type HtmlPart } from '../../core/html';
import type { HttpAnswer, PageParts } from '../../core/http-binding';
import { inputField, hiddenField, tokenField } from '../../page/page-fields';
import { type Notice, pageAnswer } from '../../page/page';
import { pageTextsIn } from '../../page/page-texts';
import type { PageTexts } from '../../page/english-texts';
import type { PeoplePage } from './people-page.dto';

/** Statuses of pages that are not what was hoped for. */
const STALE = 400;
const AGAIN = 422;
const CLOSED = 403;

type Texts = PageTexts['people'];

interface Form {
  readonly title: string;
  readonly explanation?: string;
  readonly action: string;
  readonly submit: string;
  readonly fields: readonly HtmlPart[];
}

export function signUpPage(shown: PeoplePage, parts: PageParts): HttpAnswer {
  const { people: texts } = pageTextsIn(parts.language);
  const { name = '', email = '', challenge = '' } = shown;
  return peoplePage(shown, parts, {
    title: texts.signUp,
    action: '/user/signup',
    submit: texts.signUpSubmit,
    fields: [
      inputField({ name: 'name', label: texts.name, value: name, autocomplete: 'name', isFirst: true }),
      inputField({ name: 'email', label: texts.email, type: 'email', value: email, autocomplete: 'email' }),
      ...newPassword(texts),
      hiddenField('login_challenge', challenge),
    ],
  });
}

export function recoveryPage(shown: PeoplePage, parts: PageParts): HttpAnswer {
  const { people: texts } = pageTextsIn(parts.language);
  const { email: value = '', challenge = '' } = shown;
  return peoplePage(shown, parts, {
    title: texts.recovery,
    explanation: texts.recoveryExplained,
    action: '/user/recover',
    submit: texts.recoverySubmit,
    fields: [
      inputField({ name: 'email', label: texts.email, type: 'email', value, autocomplete: 'username', isFirst: true }),
      hiddenField('login_challenge', challenge),
    ],
  });
}

export function resetPage(shown: PeoplePage, parts: PageParts): HttpAnswer {
  const { people: texts } = pageTextsIn(parts.language);
  return peoplePage(shown, parts, {
    title: texts.reset,
    action: '/user/reset',
    submit: texts.resetSubmit,
    fields: [...newPassword(texts), hiddenField('token', shown.token ?? '')],
  });
}

export function setUpPage(shown: PeoplePage, parts: PageParts): HttpAnswer {
  const { people: texts } = pageTextsIn(parts.language);
  const { name = '', email = '', asksAddress = false, token = '' } = shown;
  const address = asksAddress
    ? inputField({ name: 'email', label: texts.email, type: 'email', value: email, autocomplete: 'username' })
    : html`<p>${texts.email}: <strong>${email}</strong></p>`;
  return peoplePage(shown, parts, {
    title: texts.setUp,
    action: '/user/setup',
    submit: texts.setUpSubmit,
    fields: [
      inputField({ name: 'name', label: texts.name, value: name, autocomplete: 'name', isFirst: true }),
      address,
      ...newPassword(texts),
      hiddenField('token', token),
    ],
  });
}

export function linkPage(shown: PeoplePage, parts: PageParts): HttpAnswer {
  const { people: texts } = pageTextsIn(parts.language);
  return peoplePage(shown, parts, {
    title: texts.link,
    explanation: texts.linkExplained,
    action: '/user/magic',
    submit: texts.linkSubmit,
    fields: [hiddenField('token', shown.token ?? '')],
  });
}

function peoplePage(shown: PeoplePage, parts: PageParts, form: Form): HttpAnswer {
  const { people: texts } = pageTextsIn(parts.language);
  const { language } = parts;
  const { title } = form;
  if (shown.state === 'form') {
    const { problem } = shown;
    const notice: Notice | undefined = problem && { kind: 'wrong', text: texts[problem] };
    return pageAnswer({ title, language, notice, content: formOf(form, parts) }, notice && AGAIN);
  }
  if (shown.state === 'mailed')
    return pageAnswer({ title: texts.mailed, language, content: paragraph(texts.mailedExplained) });
  if (shown.state === 'done') return pageAnswer({ title: texts.done, language, content: onward(shown, texts) });
  const status = shown.state === 'closed' ? CLOSED : STALE;
  const text = texts[shown.state];
  const notice: Notice = { kind: 'wrong', text };
  return pageAnswer(
    { title, language, notice, content: html`<p><a href="/user/recover">${texts.recovery}</a></p>` },
    status,
  );
}

function formOf({ explanation, action, submit, fields }: Form, parts: PageParts): Html {
  return html`${explanation !== undefined && paragraph(explanation)}
    <form method="post" action="${action}">
      ${tokenField(parts)} ${fields}
      <button type="submit">${submit}</button>
    </form>`;
}

function newPassword(texts: Texts): readonly HtmlPart[] {
  return [
    inputField({ name: 'password', label: texts.password, type: 'password', autocomplete: 'new-password' }),
    html`<p class="soft">${texts.passwordRules}</p>`,
  ];
}

function onward({ next }: PeoplePage, texts: Texts): Html {
  return html`<p><a class="button" href="${next ?? '/'}">${texts.next}</a></p>`;
}

function paragraph(text: string): Html {
  return html`<p>${text}</p>`;
}
