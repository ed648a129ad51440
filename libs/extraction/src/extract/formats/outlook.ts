import { decompressRTF } from '@kenjiuno/decompressrtf';
import MsgReader, { type FieldsData } from '@kenjiuno/msgreader';
import { decodeText } from '../charset';
import { charsetOfCodePage } from '../charsets/code-pages';
import { CompoundFile } from '../compound-file';
import type { DocumentBuilder } from '../document-builder';
import { foreignReason, unreadable } from '../extract-error';
import type { FormatReader, ReadContext, Source } from '../reader';
import { writeLetter } from './email';
import { readOffice } from './office';

const RTF_BYTES_MAX = 32 * 1024 * 1024;
const RECIPIENTS_MAX = 2_000;
const WESTERN = 1252;

/** Messages, appointments and contacts that Outlook saved. */
export const readOutlook: FormatReader = async (source, document, context) => {
  // Its chains are followed here: the library would follow a circle for ever.
  new CompoundFile(source.bytes);
  const reader = new MsgReader(new Uint8Array(source.bytes).buffer);
  const fields = readFieldsData(() => reader.getFileData());
  const html = htmlOf(fields);
  const text = fields.body;
  writeLetter({ subject: fields.subject, head: mailHead(fields, document), html, text }, document);
  if (!html && !text?.trim()) await writeRichText(fields.compressedRtf, source, { document, context });
  for (const attachment of fields.attachments ?? []) {
    // Pictures of the text itself, such as a logo, say nothing.
    if (attachment.attachmentHidden || (attachment.pidContentId && html?.includes(`cid:${attachment.pidContentId}`)))
      continue;
    const { fileName, content } = reader.getAttachment(attachment);
    const contentType = attachment.innerMsgContent ? 'application/vnd.ms-outlook' : attachment.attachMimeTag;
    await context.nested({ bytes: content, filename: fileName || attachment.name, contentType });
    if (document.full) return;
  }
};

function readFieldsData(read: () => FieldsData): FieldsData {
  try {
    const fields = read();
    if (fields.dataType !== 'msg' || fields.error) throw new Error(fields.error ?? 'it has no message');
    return fields;
  } catch (error) {
    throw unreadable('message', error);
  }
}

function htmlOf({ html, bodyHtml, internetCodepage }: FieldsData): string | undefined {
  if (bodyHtml) return bodyHtml;
  return html && decodeText(html, charsetOfCodePage(internetCodepage ?? WESTERN)).text;
}

function mailHead(fields: FieldsData, document: DocumentBuilder): string[] {
  const { recipients = [] } = fields;
  document.lose(`Recipients beyond the first ${RECIPIENTS_MAX} were left out`, recipients.length - RECIPIENTS_MAX);
  const sent = fields.clientSubmitTime ?? fields.messageDeliveryTime;
  const to = (type: string) =>
    recipients
      .slice(0, RECIPIENTS_MAX)
      .filter(({ recipType = 'to' }) => recipType === type)
      .map(({ name, smtpAddress, email }) => person(name, smtpAddress ?? email))
      .join(', ');
  const lines: readonly (readonly [string, string | undefined])[] = [
    ['From', person(fields.senderName, fields.senderSmtpAddress ?? fields.senderEmail)],
    ['To', to('to')],
    ['Cc', to('cc')],
    ['Date', isoDate(sent)],
    ['Start', isoDate(fields.apptStartWhole)],
    ['End', isoDate(fields.apptEndWhole)],
    ['Location', fields.apptLocation],
    ['Name', /^IPM\.Contact/i.test(fields.messageClass ?? '') ? fields.name : undefined],
    ['Company', fields.companyName],
  ];
  return lines.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []));
}

/** Addresses within an Exchange organisation, `/O=…`, tell nobody anything. */
function person(name: string | undefined, address: string | undefined): string | undefined {
  const shown = address?.includes('@') ? address : undefined;
  if (!name || name === shown) return shown ?? name;
  return shown ? `${name} <${shown}>` : name;
}

function isoDate(date: string | undefined): string | undefined {
  if (date === undefined) return undefined;
  const time = Date.parse(date);
  return Number.isNaN(time) ? date : new Date(time).toISOString();
}

/** Some messages have their text as compressed rich text only. */
export async function writeRichText(
  compressed: Uint8Array | undefined,
  source: Source,
  { document, context }: { readonly document: DocumentBuilder; readonly context: ReadContext },
): Promise<void> {
  if (!compressed || compressed.length < 16) return;
  const declaredBytes = new DataView(compressed.buffer, compressed.byteOffset).getUint32(4, true);
  if (declaredBytes > RTF_BYTES_MAX)
    return document.warn(`The text of the message is larger than ${RTF_BYTES_MAX / 1_048_576} MiB, which is the limit`);
  context.budget.use(declaredBytes);
  try {
    const bytes = Uint8Array.from(decompressRTF([...compressed]));
    await readOffice({ ...source, bytes }, document, { ...context, mediaType: 'application/rtf' });
  } catch (error) {
    document.warn(`The text of the message could not be read: ${foreignReason(error)}`);
  }
}
