import { lookup } from 'mime-types';
import { looksBinary } from './binary';
import { CompoundFile, isCompoundFile } from './compound-file';

/** Says nothing about the content. */
const generic = new Set([
  '',
  'application/octet-stream',
  'application/generic',
  'binary/octet-stream',
  'application/x-download',
]);

/** Detected types that say less than the file name or the declared type may. */
const containers = new Set(['application/zip', 'application/x-cfb', 'application/xml', 'application/gzip']);

const byExtension: Readonly<Record<string, string>> = {
  md: 'text/markdown',
  markdown: 'text/markdown',
  rst: 'text/x-rst',
  ipynb: 'application/x-ipynb+json',
  jsonl: 'application/x-ndjson',
  ndjson: 'application/x-ndjson',
  eml: 'message/rfc822',
  adoc: 'text/plain',
  asciidoc: 'text/plain',
  log: 'text/plain',
  vtt: 'text/vtt',
  srt: 'application/x-subrip',
  tsv: 'text/tab-separated-values',
};

/** An encrypted document of Word, Excel or PowerPoint: decryption shows which one. */
const ENCRYPTED_OFFICE = 'application/vnd.ms-office.encrypted';

interface Described {
  readonly contentType?: string;
  readonly filename?: string;
}

/** `text/html; charset=x` → `text/html`; processing suffixes such as `+aitable` are taken off. */
export function essenceOf(contentType: string | undefined): string {
  const essence = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return essence.replace(/\+(aitable|blankline)$/, '');
}

/** `+aitable` or `+blankline`, when the type carries one. */
export function processingSuffix(contentType: string | undefined): 'aitable' | 'blankline' | undefined {
  const suffix = /\+(aitable|blankline)\s*(;|$)/i.exec(contentType ?? '')?.[1]?.toLowerCase();
  return suffix === 'aitable' || suffix === 'blankline' ? suffix : undefined;
}

export function charsetOf(contentType: string | undefined): string | undefined {
  return /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType ?? '')?.[1];
}

/**
 * Actual type of a file. Its bytes decide where they can; otherwise the declared type, unless it is generic or
 * binary for plain text; then the extension of its name.
 */
export async function mediaTypeOf(bytes: Uint8Array, described: Described): Promise<string> {
  const declared = essenceOf(described.contentType);
  const named = typeOfName(described.filename);
  const detected = await typeOfBytes(bytes);
  if (detected && !containers.has(detected)) return detected;
  const claimed = generic.has(declared) ? named : declared;
  if (detected) return claimed && isKindOf(claimed, detected) ? claimed : detected;
  // Regardless of its name: bytes are not read as text.
  if (looksBinary(bytes)) return claimed && !isTextual(claimed) ? claimed : 'application/octet-stream';
  return textType(claimed, named, bytes);
}

function typeOfName(filename: string | undefined): string | undefined {
  const extension = /\.([^./\\]+)$/.exec(filename ?? '')?.[1]?.toLowerCase();
  if (extension === undefined) return undefined;
  return byExtension[extension] ?? (lookup(extension) || undefined);
}

async function typeOfBytes(bytes: Uint8Array): Promise<string | undefined> {
  const early = typeOfOpening(bytes) ?? typeOfCompound(bytes);
  if (early) return early;
  const { fileTypeFromBuffer } = await import('file-type');
  try {
    return (await fileTypeFromBuffer(bytes))?.mime;
  } catch {
    // A broken container: its first bytes said no more than what typeOfOpening knows.
    return undefined;
  }
}

/** Openings that detection misses: a PDF after some garbage, rich text, mail, mark-up. */
function typeOfOpening(bytes: Uint8Array): string | undefined {
  const opening = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString('latin1');
  if (opening.includes('%PDF-')) return 'application/pdf';
  if (opening.startsWith('{\\rtf')) return 'application/rtf';
  if (opening.startsWith('\x78\x9f\x3e\x22')) return 'application/vnd.ms-tnef';
  if (beginsLikeHtml(opening)) return 'text/html';
  if (/^(ï»¿)?WEBVTT[\s]/.test(opening)) return 'text/vtt';
  return undefined;
}

/** Step by step, because a pattern for any number of comments takes time that doubles with each of them. */
function beginsLikeHtml(opening: string): boolean {
  let rest = opening.replace(/^(\ufeff|ï»¿)/, '').trimStart();
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->', 4);
    if (end === -1) return false;
    rest = rest.slice(end + 3).trimStart();
  }
  return /^<(!doctype\s{1,20}html|html[\s>])/i.test(rest);
}

/** The type of a compound file by what stands at its root; the first of them that does decides. */
const compoundParts: readonly (readonly [string, string])[] = [
  ['EncryptedPackage', ENCRYPTED_OFFICE],
  ['WordDocument', 'application/msword'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
  ['__properties_version1.0', 'application/vnd.ms-outlook'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['Book', 'application/vnd.ms-excel'],
];

/** Files of older office programs, and encrypted ones of newer. */
function typeOfCompound(bytes: Uint8Array): string | undefined {
  if (!isCompoundFile(bytes)) return undefined;
  try {
    const file = new CompoundFile(bytes);
    return compoundParts.find(([name]) => file.has(name))?.[1];
  } catch {
    // Damaged: the names may still be there, and the reader of the type reports the fault.
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    return compoundParts.find(([name]) => content.includes(Buffer.from(`${name}\0`, 'utf16le')))?.[1];
  }
}

/** Whether `claimed` may be what lies in the container `detected`. */
function isKindOf(claimed: string, detected: string): boolean {
  if (detected === 'application/zip')
    return /openxmlformats|opendocument|epub\+zip|vnd\.apple\.(pages|numbers|keynote)|macroenabled|x-zip|\.12$/.test(
      claimed,
    );
  if (detected === 'application/x-cfb') return /ms-?(word|excel|powerpoint|outlook)|officedocument/.test(claimed);
  if (detected === 'application/xml') return /xml|html/.test(claimed);
  return claimed === detected;
}

/** No bytes of a known kind: it is text of some sort. */
function textType(claimed: string | undefined, named: string | undefined, bytes: Uint8Array): string {
  if (isMail(bytes)) return 'message/rfc822';
  if (claimed && isTextual(claimed)) return claimed === 'text/plain' && named && isTextual(named) ? named : claimed;
  return named && isTextual(named) ? named : 'text/plain';
}

function isTextual(type: string): boolean {
  return (
    /^text\/|^message\/rfc822$|^application\/mbox$|json|xml|yaml|javascript|x-subrip|x-sh|sql|toml|rtf$|csv$/.test(
      type,
    ) && !/openxmlformats/.test(type)
  );
}

/** Begins with header lines of a mail, two of them unmistakable. */
function isMail(bytes: Uint8Array): boolean {
  const opening = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4096)).toString('latin1');
  const head = opening.split(/\r?\n\r?\n/, 1)[0] ?? '';
  if (!/^[\w-]+:/.test(head)) return false;
  const names = new Set([...head.matchAll(/^([\w-]+):/gm)].map(([, name]) => (name ?? '').toLowerCase()));
  const telling = ['from', 'received', 'message-id', 'mime-version', 'return-path', 'subject', 'to', 'date'];
  return names.has('from') && telling.filter((name) => names.has(name)).length >= 3;
}
