import { html } from '@lectern/contracts/core';

/** Mails that the accounts host sends. */
export interface AccountMails {
  readonly signUp: LinkMail;
  /** Somebody signed up who is a user already. */
  readonly userExists: LinkMail;
  readonly recovery: LinkMail;
  /** To a user without name and password. */
  readonly setUp: LinkMail;
  /** To a new address of a user. */
  readonly newAddress: LinkMail;
  /** To the address that a user had before. */
  readonly addressChanged: PlaceMail;
  readonly passwordChanged: LinkMail;
  readonly invitation: InvitationMail;
  readonly code: CodeMail;
  /** Something about how a user signs in has changed. */
  readonly signInChanged: SignInMail;
}

type LinkMail = (place: string, link: string) => MailWords;
/** Changes of how a user signs in, which a mail tells. */
export type SignInChange =
  | 'secondFactorOn'
  | 'secondFactorOff'
  | 'recoveryCodesRenewed'
  | 'recoveryCodeUsed'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'secondFactorReset';

type SignInMail = (place: string, link: string, change: SignInChange) => MailWords;
type CodeMail = (place: string, code: string) => MailWords;
/** The title was written by who invites. */
type InvitationMail = (place: string, link: string, title: string) => MailWords;
type PlaceMail = (place: string) => MailWords;

/** A mail in one language, in paragraphs. Nothing that a stranger wrote is in it, but the title of an account. */
export interface MailWords {
  readonly subject: string;
  readonly before: readonly string[];
  readonly link?: { readonly address: string; readonly label: string };
  readonly code?: string;
  readonly after: readonly string[];
}

/** A mail as text and as HTML. */
export interface WrittenMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export function writtenMail({ subject, before, link, code, after }: MailWords, language: string): WrittenMail {
  const middle = [...(link ? [`  ${link.address}`] : []), ...(code === undefined ? [] : [`  ${code}`])];
  const page = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <title>${subject}</title>
      </head>
      <body style="font-family: sans-serif; line-height: 1.5">
        ${before.map((line) => html`<p>${line}</p>`)}
        ${
          link &&
          html`<p><a href="${link.address}">${link.label}</a></p>
            <p>${link.address}</p>`
        }
        ${code !== undefined && html`<p style="font-size: 1.5em; letter-spacing: 0.2em">${code}</p>`}
        ${after.map((line) => html`<p>${line}</p>`)}
      </body>
    </html>`;
  return { subject, text: `${[...before, ...middle, ...after].join('\n\n')}\n`, html: String(page) };
}
