import MailComposer from 'nodemailer/lib/mail-composer';

/** A mail, as a service sends it. */
export interface OutgoingMail {
  /** Unique; becomes the id of the message and the name of its file. */
  readonly id: string;
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same for programs that show HTML. */
  readonly html?: string;
}

export interface MailMessage extends OutgoingMail {
  readonly from: string;
  readonly date: Date;
}

/** Of a subject; the rest is cut off. */
const SUBJECT_CHARS_MAX = 100;

/** In the form of RFC 5322. The text is encoded and the subject has no line breaks: neither becomes a header. */
export function mailText({ id, from, to, subject, text, html, date }: MailMessage): Promise<Buffer> {
  const mail = new MailComposer({
    from,
    // As it is, instead of a list of addresses with names.
    to: { name: '', address: to },
    subject: [...subject].slice(0, SUBJECT_CHARS_MAX).join(''),
    text,
    ...(html !== undefined && { html }),
    date,
    messageId: `<${id}@${from.split('@').at(-1)}>`,
    encoding: 'base64',
    textEncoding: 'B',
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return mail.compile().build();
}
