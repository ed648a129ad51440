import { constants, inflateSync } from 'node:zlib';

/** Forms that are drawn for one form, those within them included. A page of a real document needs some hundreds. */
const FORMS_MAX = 50_000;
const DICTIONARY_CHARS_MAX = 64 * 1024;
const STREAM_BYTES_MAX = 4 * 1024 ** 2;
/** Of all streams of a file together. */
const UNPACKED_BYTES_MAX = 64 * 1024 ** 2;
const RESOURCES_CHARS_MAX = 256 * 1024;
const OBJECTS_MAX = 500_000;
const DEPTH_MAX = 200;

const OBJECT = /\b(\d{1,9})\s+\d{1,5}\s+obj\b/g;
const REFERENCE = /\b(\d{1,9})\s+\d{1,5}\s+R\b/g;
/** Name of an object in resources. */
const NAMED = /\/([^\s/[\]<>()]+)\s+(\d{1,9})\s+\d{1,5}\s+R\b/g;
/** A form, a pattern or a state of graphics that content uses by its name. */
const USE = /\/([^\s/[\]<>()]+)\s+(?:Do|gs|scn|SCN)\b/g;

interface PdfObject {
  /** Everything before its stream. */
  readonly dictionary: string;
  /** Where the bytes of its stream begin; undefined without one. */
  readonly streamAt?: number;
}

/**
 * Whether drawing a PDF would draw forms within forms without end, or so often that it never ends in practice: PDFium
 * follows both. A form that is only listed in the resources which it uses is harmless, and usual.
 */
export function nestsForms(bytes: Uint8Array): boolean {
  return new PdfForms(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).drawnMost > FORMS_MAX;
}

class PdfForms {
  private readonly file: string;
  private readonly objects = new Map<string, PdfObject>();
  private readonly drawn = new Map<string, number>();
  private left = UNPACKED_BYTES_MAX;

  constructor(private readonly bytes: Buffer) {
    this.file = bytes.toString('latin1');
    let last: { readonly id: string; readonly start: number } | undefined;
    for (const { 0: head, 1: id = '', index } of this.file.matchAll(OBJECT)) {
      if (last) this.objects.set(last.id, this.objectAt(last.start, index));
      last = { id, start: index + head.length };
      if (this.objects.size >= OBJECTS_MAX) break;
    }
    if (last) this.objects.set(last.id, this.objectAt(last.start, this.file.length));
    for (const object of [...this.objects.values()])
      if (/\/Type\s*\/ObjStm\b/.test(object.dictionary)) this.unpack(object);
  }

  /** The most forms that one form draws; Infinity where it draws itself. */
  get drawnMost(): number {
    let most = 0;
    for (const [id, { dictionary, streamAt }] of this.objects)
      if (streamAt !== undefined && isForm(dictionary)) most = Math.max(most, this.drawnBy(id));
    return most;
  }

  /** Deep chains of forms end at the limit, too. */
  private drawnBy(id: string, depth = 0): number {
    const known = this.drawn.get(id);
    if (known !== undefined) return known;
    if (depth > DEPTH_MAX) return Infinity;
    // A form that is reached again while it is counted draws itself.
    this.drawn.set(id, Infinity);
    let count = 1;
    for (const inner of this.usedBy(id)) count += this.drawnBy(inner, depth + 1);
    this.drawn.set(id, count);
    return count;
  }

  /** Forms that the content of one uses, as often as it does. */
  private usedBy(id: string): readonly string[] {
    const form = this.objects.get(id);
    if (!form) return [];
    const named = new Map<string, string>();
    for (const [, name = '', used = ''] of this.resourcesOf(form).matchAll(NAMED))
      if (!named.has(name)) named.set(name, used);
    return [...this.contentOf(form).matchAll(USE)].slice(0, FORMS_MAX).flatMap(([, name = '']) => {
      const used = named.get(name);
      return used === undefined ? [] : this.formsOf(used);
    });
  }

  /** The form itself, or those that a state of graphics masks with. */
  private formsOf(id: string): readonly string[] {
    const object = this.objects.get(id);
    if (!object) return [];
    if (isForm(object.dictionary)) return [id];
    if (object.streamAt !== undefined || !object.dictionary.includes('/SMask')) return [];
    return referencesIn(object.dictionary).filter((one) => isForm(this.objects.get(one)?.dictionary ?? ''));
  }

  /** Its dictionary, and those that it refers to: resources, and lists of forms among them. */
  private resourcesOf({ dictionary }: PdfObject): string {
    let all = dictionary;
    const add = (text: string) =>
      referencesIn(text).flatMap((one) => {
        const object = this.objects.get(one);
        if (!object || object.streamAt !== undefined || all.length > RESOURCES_CHARS_MAX) return [];
        all += ` ${object.dictionary}`;
        return object.dictionary;
      });
    for (const near of add(dictionary)) add(near);
    return all;
  }

  private objectAt(start: number, next: number): PdfObject {
    const text = this.file.slice(start, Math.min(next, start + DICTIONARY_CHARS_MAX));
    const [end] = /\bstream\r?\n|\bendobj\b/.exec(text) ?? [];
    const at = end === undefined ? text.length : text.indexOf(end);
    const dictionary = text.slice(0, at);
    return end?.startsWith('stream') ? { dictionary, streamAt: start + at + end.length } : { dictionary };
  }

  private contentOf({ dictionary, streamAt = 0 }: PdfObject): string {
    if (this.left <= 0) return '';
    const end = this.file.indexOf('endstream', streamAt);
    const raw = this.bytes.subarray(streamAt, end < 0 ? undefined : end);
    const isPlain = !/\/Filter\b/.test(dictionary);
    if (!(isPlain || /\/Filter\s*\[?\s*\/FlateDecode\s*[\]/>]/.test(dictionary))) return '';
    if (isPlain) return this.counted(raw.subarray(0, STREAM_BYTES_MAX));
    try {
      return this.counted(inflateSync(raw, { maxOutputLength: STREAM_BYTES_MAX, finishFlush: constants.Z_SYNC_FLUSH }));
    } catch {
      this.left -= raw.length;
      return '';
    }
  }

  private counted(content: Buffer): string {
    this.left -= content.length;
    return content.toString('latin1');
  }

  /** Objects without streams that are packed together. */
  private unpack(packed: PdfObject): void {
    const [, first = '0'] = /\/First\s+(\d{1,9})/.exec(packed.dictionary) ?? [];
    const content = this.contentOf(packed);
    const numbers = content.slice(0, Number(first)).trim().split(/\s+/);
    for (let at = 0; at + 1 < numbers.length && this.objects.size < OBJECTS_MAX; at += 2) {
      const [start, next] = [Number(first) + Number(numbers[at + 1]), Number(first) + Number(numbers[at + 3])];
      const dictionary = content.slice(start, Number.isNaN(next) ? undefined : next);
      this.objects.set(String(Number(numbers[at])), { dictionary: dictionary.slice(0, DICTIONARY_CHARS_MAX) });
    }
  }
}

function isForm(dictionary: string): boolean {
  return /\/Subtype\s*\/Form\b|\/PatternType\s+1\b/.test(dictionary);
}

function referencesIn(text: string): readonly string[] {
  return [...text.matchAll(REFERENCE)].flatMap(([, id]) => id ?? []);
}
