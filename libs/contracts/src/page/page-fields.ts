import { type Html, html } from '../core/html';
import { FORM_TOKEN, type PageParts } from '../core/http-binding';

/** A labelled input of a form. */
export interface PageField {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'email' | 'password';
  readonly value?: string;
  /** As in HTML, such as `current-password`. */
  readonly autocomplete?: string;
  readonly isOptional?: boolean;
  /** Whether the page opens with the cursor in it. */
  readonly isFirst?: boolean;
}

export function inputField({ name, label, type = 'text', value = '', autocomplete = 'off', ...more }: PageField): Html {
  const required = more.isOptional ? undefined : html` required`;
  const focus = more.isFirst ? html` autofocus` : undefined;
  return html`<label
    >${label}<input name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" ${required}${focus}
  /></label>`;
}

export function hiddenField(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}" />`;
}

/** The field without which a form of a page is refused. */
export function tokenField({ formToken }: Pick<PageParts, 'formToken'>): Html {
  return hiddenField(FORM_TOKEN, formToken);
}
