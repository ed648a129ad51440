import type { Address, Email } from 'postal-mime';
import type { DocumentBuilder } from '../document-builder';
import { ExtractError, foreignReason } from '../extract-error';
import type { FormatReader, ReadContext } from '../reader';
import { partsBetween } from '../text-parts';
import { warnOfCharset } from './decoded-text';
import { readHtml } from './html';
import { utf8Mail } from './mail-charsets';

const MAILBOX_MAILS_MAX = 2_000;

/** Sender, recipients, subject and date, the text, then attachments. */
export const readEmail: FormatReader = async (source, document, context) =>
  writeMail(await parseEmail(source.bytes, document), document, context);

/** A mailbox file: mails one after the other, each begun by a line `From …`. */
export const readMailbox: FormatReader = async (source, document, context) => {
  const text = Buffer.from(source.bytes.buffer, source.bytes.byteOffset, source.bytes.length).toString('latin1');
  const mails = text.split(/^From (?=[^\n]*\d{4})[^\n]*\n/m).filter((mail) => mail.trim() !== '');
  document.lose(`Mails beyond the first ${MAILBOX_MAILS_MAX} were left out`, mails.length - MAILBOX_MAILS_MAX);
  for (const mail of mails.slice(0, MAILBOX_MAILS_MAX)) {
    await writeMail(await parseEmail(Buffer.from(mail, 'latin1'), document), document, context);
    context.alive();
    if (document.full) return;
  }
};

async function parseEmail(bytes: Uint8Array, document: DocumentBuilder): Promise<Email> {
  const { default: PostalMime } = await import('postal-mime');
  const mail = utf8Mail(bytes);
  for (const note of mail.notes) warnOfCharset(note, document);
  try {
    return await PostalMime.parse(mail.bytes, { forceRfc822Attachments: true, maxNestingDepth: 32 });
  } catch (error) {
    throw new ExtractError(`The mail is damaged (${foreignReason(error)})`, 'ERROR', { cause: error });
  }
}

async function writeMail(mail: Email, document: DocumentBuilder, { nested }: ReadContext): Promise<void> {
  writeLetter({ subject: mail.subject, head: headLines(mail), html: mail.html, text: mail.text }, document);
  for (const { content, filename, mimeType, related } of mail.attachments) {
    // Pictures of the text itself, such as a logo, and signatures say nothing.
    const isDecoration = (related && mimeType.startsWith('image/')) || /signature/.test(mimeType);
    if (typeof content === 'string' || isDecoration) continue;
    await nested({ bytes: new Uint8Array(content), contentType: mimeType, filename: filename ?? undefined });
  }
}

/** Members of every mail. */
export interface Letter {
  readonly subject?: string;
  /** Who wrote to whom and when. */
  readonly head: readonly string[];
  readonly html?: string;
  readonly text?: string;
}

export function writeLetter({ subject, head, html, text = '' }: Letter, document: DocumentBuilder): void {
  document.describe({ title: subject });
  if (subject) document.heading(subject, 1);
  document.paragraph(head.join('\n'));
  // The formatted version keeps tables and lists, which the plain one only draws.
  if (html && html.trim() !== '') readHtml(html, document);
  else for (const block of partsBetween(text, /\r?\n[^\S\n]*\r?\n/g)) document.paragraph(block);
}

function headLines(mail: Email): string[] {
  const line = (name: string, value: string | undefined) => (value ? [`${name}: ${value}`] : []);
  return [
    ...line('From', mail.from && addressName(mail.from)),
    ...line('To', addressNames(mail.to)),
    ...line('Cc', addressNames(mail.cc)),
    ...line('Date', mail.date),
  ];
}

function addressNames(addresses: readonly Address[] | undefined): string | undefined {
  return addresses?.map(addressName).join(', ');
}

function addressName(address: Address): string {
  if (address.group) return [address.name, address.group.map(addressName).join(', ')].filter(Boolean).join(': ');
  if (address.name === '' || address.name === address.address) return address.address ?? '';
  return address.address ? `${address.name} <${address.address}>` : address.name;
}
