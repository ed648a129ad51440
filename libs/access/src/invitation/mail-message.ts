/** A mail of plain text. */
export interface MailMessage {
  /** Unique; becomes the id of the message and the name of its file. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly date: Date;
}

/** Of a subject; the rest is cut off. */
const SUBJECT_CHARS_MAX = 100;
/** Code points of which no encoded word exceeds the 75 characters of RFC 2047. */
const WORD_CHARS_MAX = 11;
const LINE_CHARS_MAX = 76;

/** In the form of RFC 5322. Subject and text are encoded, so that nothing in them becomes a header. */
export function mailText({ id, from, to, subject, text, date }: MailMessage): string {
  const headers = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${encodedWords(subject)}`,
    `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${id}@${from.split('@').at(-1)}>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
  ];
  const body = base64(text).match(new RegExp(`.{1,${LINE_CHARS_MAX}}`, 'g')) ?? [];
  return [...headers, '', ...body, ''].join('\r\n');
}

function encodedWords(text: string): string {
  const characters = [...text].slice(0, SUBJECT_CHARS_MAX);
  const words: string[] = [];
  for (let from = 0; from < characters.length; from += WORD_CHARS_MAX)
    words.push(`=?utf-8?B?${base64(characters.slice(from, from + WORD_CHARS_MAX).join(''))}?=`);
  return words.join('\r\n ');
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}
