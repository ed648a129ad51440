import { looksBinary } from '../binary';
import { type DecodedText, decodeText } from '../charset';

const PARTS_MAX = 2_000;
const DEPTH_MAX = 32;
const HEADER_CHARS_MAX = 1_048_576;
const NOTES_MAX = 100;
const NON_ASCII = /[\x80-\xff]/;
/** The end of header lines: an empty one. */
const BLANK_LINE = /\r?\n\r?\n|^\r?\n/;
const ENCODED_WORDS =
  /=\?[^?\s]{1,60}\?[BQ]\?[^?\r\n]{0,2000}\?=(?:\s{1,20}=\?[^?\s]{1,60}\?[BQ]\?[^?\r\n]{0,2000}\?=){0,500}/gi;
const ENCODED_WORD = /=\?([^?\s*]{1,60})(?:\*[^?\s]*)?\?([BQ])\?([^?\r\n]{0,2000})\?=/gi;
const CHARSET = /;\s*charset\s*=\s*(?:"([^"\r\n]{0,100})"?|([^";\s]{1,100}))/i;
const BOUNDARY = /;\s*boundary\s*=\s*(?:"([^"\r\n]{1,200})"|([^";\s]{1,200}))/i;

export interface Utf8Mail {
  readonly bytes: Uint8Array;
  /** How texts were decoded that do not say it, or not rightly. */
  readonly notes: readonly DecodedText[];
}

/**
 * The same mail with all texts and headers in UTF-8, regardless of the declared character set: declarations of mail
 * programs are often missing or wrong, and a letter may be divided between two encoded words. Other parts stay as they
 * are.
 */
export function utf8Mail(bytes: Uint8Array): Utf8Mail {
  const mail = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const rewriting = new MailRewriting();
  const rewritten = rewriting.part(mail, 0);
  return { bytes: rewritten === mail ? bytes : Buffer.from(rewritten, 'latin1'), notes: rewriting.notes };
}

/** Works on strings with one character for each byte. */
class MailRewriting {
  readonly notes: DecodedText[] = [];
  private parts = 0;

  part(text: string, depth: number): string {
    this.parts += 1;
    const end = BLANK_LINE.exec(text.slice(0, HEADER_CHARS_MAX));
    if (!end || this.parts > PARTS_MAX || depth > DEPTH_MAX) return text;
    const [head, gap, body] = [text.slice(0, end.index), end[0], text.slice(end.index + end[0].length)];
    const readable = this.header(head);
    const type = headerValue(readable, 'content-type') ?? 'text/plain';
    const [, quoted, bare] = BOUNDARY.exec(type) ?? [];
    const boundary = quoted ?? bare;
    if (/^\s*multipart\//i.test(type) && boundary !== undefined)
      return readable + gap + this.multipart(body, boundary, depth);
    if (!/^\s*text\//i.test(type)) return readable + gap + body;
    return this.textPart(readable, gap, body) ?? readable + gap + body;
  }

  private multipart(body: string, boundary: string, depth: number): string {
    const marks = new RegExp(`^--${boundary.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:--)?[ \\t]*\\r?$\\n?`, 'gm');
    let written = '';
    let from = 0;
    for (const { 0: mark, index } of body.matchAll(marks)) {
      const before = body.slice(from, index);
      written += (from === 0 ? before : this.part(before, depth + 1)) + mark;
      from = index + mark.length;
    }
    return written + (from === 0 ? body : this.lastPart(body.slice(from), depth + 1));
  }

  /** After the end mark follows nothing, but a mail that is cut off has no such mark. */
  private lastPart(text: string, depth: number): string {
    return text.trim() === '' ? text : this.part(text, depth);
  }

  private textPart(head: string, gap: string, body: string): string | undefined {
    const type = headerValue(head, 'content-type');
    const charset = charsetIn(type);
    const content = decodedBody(body, headerValue(head, 'content-transfer-encoding') ?? '');
    if (looksBinary(content)) return undefined;
    const decoded = decodeText(content, charset);
    const isSaid = charset === undefined || /^utf-?8$/i.test(charset);
    const isAscii = decoded.text.length === content.length && !NON_ASCII.test(content.toString('latin1'));
    if (isAscii ? decoded.charset === 'utf-8' : isSaid && decoded.charset === 'utf-8' && !decoded.damaged)
      return undefined;
    this.note(decoded);
    const kept = withoutHeaders(head, ['content-type', 'content-transfer-encoding']);
    const named = (type ?? 'text/plain').replace(CHARSET, '').replace(/\s+$/, '');
    const lines = (
      Buffer.from(decoded.text)
        .toString('base64')
        .match(/.{1,76}/g) ?? []
    ).join('\r\n');
    const newHead = `${kept}Content-Type: ${named}; charset=utf-8\r\nContent-Transfer-Encoding: base64`;
    return `${newHead}${gap.length > 2 ? gap : '\r\n\r\n'}${lines}\r\n`;
  }

  /** Raw letters become UTF-8, encoded words that stand together become one. */
  private header(head: string): string {
    const raw = NON_ASCII.test(head) ? this.decoded(Buffer.from(head, 'latin1')) : head;
    return raw.replace(ENCODED_WORDS, (run) => this.encodedWords(run));
  }

  private encodedWords(run: string): string {
    const pieces: { charset: string; bytes: Buffer }[] = [];
    for (const [, charset = '', encoding = '', text = ''] of run.matchAll(ENCODED_WORD)) {
      const bytes = /b/i.test(encoding) ? Buffer.from(text, 'base64') : unquoted(text.replace(/_/g, ' '));
      const last = pieces.at(-1);
      if (last?.charset.toLowerCase() === charset.toLowerCase()) last.bytes = Buffer.concat([last.bytes, bytes]);
      else pieces.push({ charset, bytes });
    }
    const text = pieces.map(({ charset, bytes }) => this.decoded(bytes, charset)).join('');
    return `=?utf-8?B?${Buffer.from(text, 'latin1').toString('base64')}?=`;
  }

  /** @returns UTF-8, one character for each byte */
  private decoded(bytes: Uint8Array, charset?: string): string {
    const decoded = decodeText(bytes, charset);
    if (decoded.charset !== 'utf-8') this.note(decoded);
    return Buffer.from(decoded.text).toString('latin1');
  }

  private note(decoded: DecodedText): void {
    if ((decoded.unsure || decoded.instead || decoded.damaged) && this.notes.length < NOTES_MAX)
      this.notes.push({ ...decoded, text: '' });
  }
}

function decodedBody(body: string, encoding: string): Buffer {
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64');
  return /quoted-printable/i.test(encoding)
    ? unquoted(body.replace(/=[ \t]{0,20}\r?\n/g, ''))
    : Buffer.from(body, 'latin1');
}

function unquoted(text: string): Buffer {
  return Buffer.from(
    text.replace(/=([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
    'latin1',
  );
}

function charsetIn(type: string | undefined): string | undefined {
  const [, quoted, bare] = CHARSET.exec(type ?? '') ?? [];
  return quoted ?? bare;
}

/** Folded lines put together. */
function headerValue(head: string, name: string): string | undefined {
  const found = new RegExp(`^${name}[ \\t]*:([^\\r\\n]*(?:\\r?\\n[ \\t][^\\r\\n]*)*)`, 'im').exec(head)?.[1];
  return found?.replace(/\r?\n[ \t]/g, ' ').trim();
}

/** Each line with its end. */
function withoutHeaders(head: string, names: readonly string[]): string {
  const removed = head.replace(
    new RegExp(`^(?:${names.join('|')})[ \\t]*:[^\\r\\n]*(?:\\r?\\n[ \\t][^\\r\\n]*)*(?:\\r?\\n|$)`, 'gim'),
    '',
  );
  return removed === '' || removed.endsWith('\n') ? removed : `${removed}\r\n`;
}
