import { viewOf } from '../data-view';
import { PARAGRAPHS, STYLES, type WordFile } from './word-file';

const PAGE_BYTES = 512;
const PAGES_MAX = 500_000;
const RUN_BYTES = 13;
const SPRMS_MAX = 1_000;
const BASES_MAX = 10;

const IN_TABLE = 0x2416;
const ROW_END = 0x2417;
const LIST_LEVEL = 0x260a;
const LIST = 0x460b;
const OUTLINE_LEVEL = 0x2640;
const TABLE_DEFINITION = 0xd608;
/** Numbers of built-in styles. */
const TITLE_STYLE = 62;
const HEADING_STYLES = 9;
const BODY_LEVEL = 9;

/** How a paragraph is set, as far as it says what the paragraph is. */
export interface ParagraphProperties {
  /** From 1; a title is 1. */
  readonly heading?: number;
  /** Of a list, from 0. */
  readonly listLevel?: number;
  readonly inTable: boolean;
  /** The mark after the last cell. */
  readonly endsRow: boolean;
}

interface Run {
  readonly end: number;
  readonly properties: ParagraphProperties;
}

const PLAIN: ParagraphProperties = { inTable: false, endsRow: false };

/** Properties of paragraphs by the place of their marks in the file. */
export class Paragraphs {
  private readonly runs: Run[] = [];
  private readonly headings: readonly (number | undefined)[];

  constructor(private readonly file: WordFile) {
    this.headings = file.isOld ? [] : headingsOf(file.table(STYLES));
    if (!file.isOld) this.readPages();
    this.runs.sort((one, other) => one.end - other.end);
  }

  /** @param offset of the paragraph's mark in the document stream */
  at(offset: number): ParagraphProperties {
    let [from, to] = [0, this.runs.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.runs[middle]?.end ?? 0) > offset) to = middle;
      else from = middle + 1;
    }
    return this.runs[from]?.properties ?? PLAIN;
  }

  private readPages(): void {
    const table = this.file.table(PARAGRAPHS);
    const view = viewOf(table);
    const count = Math.min(Math.floor((table.length - 4) / 8), PAGES_MAX);
    for (let at = 0; at < count; at += 1) {
      const start = (view.getUint32((count + 1) * 4 + at * 4, true) & 0x3fffff) * PAGE_BYTES;
      const page = this.file.document.subarray(start, start + PAGE_BYTES);
      if (page.length === PAGE_BYTES) this.readPage(page);
    }
  }

  private readPage(page: Uint8Array): void {
    const view = viewOf(page);
    const count = Math.min(page[PAGE_BYTES - 1] ?? 0, Math.floor((PAGE_BYTES - 5) / (RUN_BYTES + 4)));
    for (let at = 0; at < count; at += 1) {
      const end = view.getUint32((at + 1) * 4, true);
      const formatAt = (page[(count + 1) * 4 + at * RUN_BYTES] ?? 0) * 2;
      this.runs.push({ end, properties: formatAt === 0 ? PLAIN : this.propertiesAt(page, formatAt) });
    }
  }

  private propertiesAt(page: Uint8Array, formatAt: number): ParagraphProperties {
    const words = page[formatAt] ?? 0;
    const [start, length] = words === 0 ? [formatAt + 2, (page[formatAt + 1] ?? 0) * 2] : [formatAt + 1, words * 2 - 1];
    const bytes = page.subarray(start, Math.min(start + length, PAGE_BYTES - 1));
    if (bytes.length < 2) return PLAIN;
    const style = viewOf(bytes).getUint16(0, true);
    const sprms = new Map(sprmsOf(bytes.subarray(2)));
    const outline = sprms.get(OUTLINE_LEVEL);
    const list = sprms.get(LIST) ?? 0;
    return {
      heading: outline !== undefined && outline < BODY_LEVEL ? outline + 1 : this.headings[style],
      listLevel: list > 0 && list < 0x800 ? (sprms.get(LIST_LEVEL) ?? 0) : undefined,
      inTable: sprms.get(IN_TABLE) === 1,
      endsRow: sprms.get(ROW_END) === 1,
    };
  }
}

/** Numbers of properties and their values, of those that have one or two bytes. */
function* sprmsOf(bytes: Uint8Array): Generator<readonly [number, number]> {
  const view = viewOf(bytes);
  let at = 0;
  for (let count = 0; at + 3 <= bytes.length && count < SPRMS_MAX; count += 1) {
    const number = view.getUint16(at, true);
    const kind = number >> 13;
    at += 2;
    if (kind <= 1) yield [number, view.getUint8(at)];
    else if ((kind === 2 || kind === 4 || kind === 5) && at + 2 <= bytes.length)
      yield [number, view.getUint16(at, true)];
    at += operandBytes(number, view, at);
  }
}

function operandBytes(number: number, view: DataView, at: number): number {
  const kind = number >> 13;
  if (kind <= 1) return 1;
  if (kind === 3) return 4;
  if (kind === 7) return 3;
  if (kind !== 6) return 2;
  return number === TABLE_DEFINITION && at + 2 <= view.byteLength
    ? view.getUint16(at, true) + 1
    : view.getUint8(at) + 1;
}

/** The heading level of every style that is one, or is based on one. */
function headingsOf(sheet: Uint8Array): (number | undefined)[] {
  const view = viewOf(sheet);
  if (sheet.length < 6) return [];
  const styles: { builtIn: number; base: number }[] = [];
  let at = 2 + view.getUint16(0, true);
  const baseBytes = view.getUint16(4, true);
  for (let left = view.getUint16(2, true); left > 0 && at + 2 <= sheet.length; left -= 1) {
    const length = view.getUint16(at, true);
    const isThere = length >= Math.min(baseBytes, 4) && at + 6 <= sheet.length && length > 0;
    styles.push(
      isThere
        ? { builtIn: view.getUint16(at + 2, true) & 0xfff, base: view.getUint16(at + 4, true) >> 4 }
        : { builtIn: 0xfff, base: 0xfff },
    );
    at += 2 + length + (length % 2);
  }
  return styles.map((style) => {
    let next: typeof style | undefined = style;
    for (let steps = 0; next && steps < BASES_MAX; steps += 1) {
      if (next.builtIn === TITLE_STYLE) return 1;
      if (next.builtIn >= 1 && next.builtIn <= HEADING_STYLES) return next.builtIn;
      next = styles[next.base];
    }
    return undefined;
  });
}
