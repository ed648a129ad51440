import { decodeText } from '../charset';
import { charsetOfCodePage } from '../charsets/code-pages';
import type { FormatReader } from '../reader';
import { writeLetter } from './email';
import { writeRichText } from './outlook';
import { type MapiValue, mapiProperties, type TnefAttribute, tnefAttributes } from './tnef-attributes';

const ATTACHMENTS_MAX = 1_000;
/** Attributes of messages and attachments. */
const [SUBJECT, BODY, MESSAGE_PROPERTIES, CODE_PAGE] = [0x8004, 0x800c, 0x9003, 0x9007];
const [NEXT_ATTACHMENT, TITLE, DATA, ATTACHMENT_PROPERTIES] = [0x9002, 0x8010, 0x800f, 0x9005];
/** Properties of MAPI. */
const [P_SUBJECT, P_SENT, P_SENDER, P_SENDER_ADDRESS, P_TO, P_CC] = [0x0037, 0x0039, 0x0c1a, 0x0c1f, 0x0e04, 0x0e03];
const [P_BODY, P_RICH_TEXT, P_HTML, P_INTERNET_CODE_PAGE] = [0x1000, 0x1009, 0x1013, 0x3fde];
const [P_DATA, P_NAME, P_LONG_NAME, P_MEDIA_TYPE, P_METHOD] = [0x3701, 0x3704, 0x3707, 0x370e, 0x3705];
const EMBEDDED_MESSAGE = 5;
/** Beginning of a message within a message: the name of its interface. */
const INTERFACE_BYTES = 16;
/** Between 1601 and 1970, in milliseconds. */
const EPOCH_MS = 11_644_473_600_000n;

type Properties = ReadonlyMap<number, MapiValue>;

interface Attachment {
  title?: string;
  data?: Uint8Array;
  properties: Properties;
}

/** `winmail.dat`: the text and the attachments of a mail that Outlook packs into one file. */
export const readTnef: FormatReader = async (source, document, context) => {
  const message = new Message();
  for (const attribute of tnefAttributes(source.bytes)) message.add(attribute);
  const { html, text } = message.body();
  writeLetter({ subject: message.subject, head: message.head(), html, text }, document);
  if (!html && !text?.trim()) await writeRichText(message.richText, source, { document, context });
  document.lose(`Attachments beyond the first ${ATTACHMENTS_MAX} were left out`, message.left);
  for (const { title, data, properties } of message.attachments) {
    const isMessage = properties.get(P_METHOD)?.bytes[0] === EMBEDDED_MESSAGE;
    const packed = properties.get(P_DATA)?.bytes;
    const bytes = data ?? (isMessage ? packed?.subarray(INTERFACE_BYTES) : packed);
    const filename = message.text(properties.get(P_LONG_NAME)) ?? title ?? message.text(properties.get(P_NAME));
    const contentType = message.text(properties.get(P_MEDIA_TYPE));
    if (bytes && bytes.length > 0) await context.nested({ bytes, filename, contentType });
    else document.lose('Attachments whose bytes are not in the winmail.dat were left out: ask the sender for them');
    if (document.full) return;
  }
};

class Message {
  readonly attachments: Attachment[] = [];
  left = 0;
  private codePage: number | undefined;
  private title: Uint8Array | undefined;
  private plain: Uint8Array | undefined;
  private properties: Properties = new Map();

  add({ isOfAttachment, id, value }: TnefAttribute): void {
    if (isOfAttachment) return this.addToAttachment(id, value);
    if (id === CODE_PAGE) this.codePage = numberIn(value);
    else if (id === SUBJECT) this.title = value;
    else if (id === BODY) this.plain = value;
    else if (id === MESSAGE_PROPERTIES) this.properties = mapiProperties(value);
  }

  get subject(): string | undefined {
    return this.text(this.properties.get(P_SUBJECT)) ?? this.decoded(this.title);
  }

  get richText(): Uint8Array | undefined {
    return this.properties.get(P_RICH_TEXT)?.bytes;
  }

  body(): { readonly html?: string; readonly text?: string } {
    const html = this.properties.get(P_HTML);
    const codePage = numberIn(this.properties.get(P_INTERNET_CODE_PAGE)?.bytes) ?? this.codePage;
    return {
      html: html && (html.text ?? decodeText(html.bytes, charsetOfCodePage(codePage)).text),
      text: this.text(this.properties.get(P_BODY)) ?? this.decoded(this.plain),
    };
  }

  head(): string[] {
    const property = (id: number) => this.text(this.properties.get(id));
    const [name, address] = [property(P_SENDER), property(P_SENDER_ADDRESS)];
    const sender = name && address?.includes('@') && name !== address ? `${name} <${address}>` : (name ?? address);
    const lines = [
      ['From', sender],
      ['To', property(P_TO)],
      ['Cc', property(P_CC)],
      ['Date', dateIn(this.properties.get(P_SENT)?.bytes)],
    ] as const;
    return lines.flatMap(([label, value]) => (value ? [`${label}: ${value}`] : []));
  }

  text(value: MapiValue | undefined): string | undefined {
    return value && (value.text ?? this.decoded(value.bytes));
  }

  /** Texts end with a zero. */
  private decoded(bytes: Uint8Array | undefined): string | undefined {
    if (!bytes) return undefined;
    const end = bytes.indexOf(0);
    return decodeText(end === -1 ? bytes : bytes.subarray(0, end), charsetOfCodePage(this.codePage)).text;
  }

  private addToAttachment(id: number, value: Uint8Array): void {
    if (id === NEXT_ATTACHMENT) {
      if (this.attachments.length < ATTACHMENTS_MAX) this.attachments.push({ properties: new Map() });
      else this.left += 1;
    }
    const attachment = this.attachments.at(-1);
    if (!attachment || this.left > 0) return;
    if (id === TITLE) attachment.title = this.decoded(value);
    else if (id === DATA) attachment.data = value;
    else if (id === ATTACHMENT_PROPERTIES) attachment.properties = mapiProperties(value);
  }
}

function numberIn(bytes: Uint8Array | undefined): number | undefined {
  if (!bytes || bytes.length < 4) return undefined;
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, true);
}

/** Counted in tenths of microseconds from 1601 on. */
function dateIn(bytes: Uint8Array | undefined): string | undefined {
  if (!bytes || bytes.length < 8) return undefined;
  const ticks = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getBigUint64(0, true);
  const date = new Date(Number(ticks / 10_000n - EPOCH_MS));
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
