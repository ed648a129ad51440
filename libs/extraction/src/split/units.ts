import {
  CodePointMap,
  GIVEN_PARAGRAPH_CHARS_MAX,
  PARAGRAPH_CHARS_AIMED,
  PARAGRAPH_CHARS_MAX,
  splitParagraphs,
} from '@lectern/text';
import type { Block, BlockKind, Section } from '../extract/document';

/** A stretch that becomes a paragraph, in UTF-16 offsets. */
export interface Unit {
  readonly kind: BlockKind;
  start: number;
  end: number;
  readonly page: number;
  readonly headings: readonly string[];
  /** Of a transcript: when each part of it is heard. */
  readonly seconds: NonNullable<Block['seconds']>[];
  /** Of a table: name of the file that shows it. */
  readonly reference?: string;
}

export interface SplitOptions {
  readonly language?: string;
  /** Longest paragraph in characters; the default when absent or 0. */
  readonly paragraphCharsMax?: number;
}

export interface OpenHeading {
  readonly level: number;
  readonly text: string;
}

export const HEADING_CHARS_MAX = 300;
/** Joined only with their like, and never with what stands around them. */
const apart = new Set<BlockKind>(['table', 'record', 'transcript', 'ocr', 'code']);

/**
 * Blocks to paragraphs: headings go with what follows them, small blocks of one section and page are put together, long
 * ones are cut where sentences or rows end. Records stay as they are, as long as they are short enough for a paragraph.
 *
 * @param open headings above the first block, outermost first; changed to those above the next block
 */
export function unitsOf(section: Section, options: SplitOptions, open: OpenHeading[] = []): Unit[] {
  const packer = new Packer(options.paragraphCharsMax || PARAGRAPH_CHARS_MAX, open);
  for (const block of section.blocks) {
    if (packer.isHeading(block)) packer.heading(block, section.text.slice(block.start, block.end));
    else for (const part of blockParts(section.text, block, options)) packer.add(part, block.kind !== 'record');
  }
  return packer.end();
}

/** Kept Markdown keeps its marks in the text, but not in its metadata. */
export function withoutMarks(heading: string): string {
  const opening = heading.trimStart().slice(0, HEADING_CHARS_MAX * 2);
  return opening.replace(/^#{1,6}\s+/, '').replace(/(?<!\s)\s+#+$/, '');
}

class Packer {
  private readonly units: Unit[] = [];
  private headings: readonly string[];
  private readonly charsAimed: number;
  /** Where the headings begin that wait for what they head. */
  private pending: Block | undefined;
  private joinable = false;

  constructor(
    private readonly charsMax: number,
    private readonly open: OpenHeading[],
  ) {
    this.headings = open.map(({ text }) => text);
    this.charsAimed = Math.ceil((charsMax * PARAGRAPH_CHARS_AIMED) / PARAGRAPH_CHARS_MAX);
  }

  /** A text as long as a paragraph is not a heading. */
  isHeading({ kind, start, end }: Block): boolean {
    return kind === 'heading' && end - start <= this.charsAimed;
  }

  heading(block: Block, text: string): void {
    const level = block.level ?? 1;
    if (this.pending && (this.pending.page !== block.page || block.end - this.pending.start > this.charsAimed))
      this.flush();
    while ((this.open.at(-1)?.level ?? 0) >= level) this.open.pop();
    this.open.push({ level, text: withoutMarks(text).slice(0, HEADING_CHARS_MAX) });
    this.headings = this.open.map((heading) => heading.text);
    this.pending = this.pending ? { ...this.pending, end: block.end } : block;
    this.joinable = false;
  }

  add(block: Block, mayJoin: boolean): void {
    if (this.pending && (this.pending.page !== block.page || block.kind === 'record')) this.flush();
    const last = this.units.at(-1);
    if (mayJoin && this.joinable && last && this.fits(last, block)) {
      last.end = block.end;
      if (block.seconds) last.seconds.push(block.seconds);
      return;
    }
    const start = this.pending?.start ?? block.start;
    this.units.push(this.unit({ ...block, start }));
    this.pending = undefined;
    this.joinable = mayJoin;
  }

  end(): Unit[] {
    this.flush();
    return this.units;
  }

  /** Headings that head nothing are paragraphs, too. */
  private flush(): void {
    if (this.pending) this.units.push(this.unit({ ...this.pending, kind: 'paragraph' }));
    this.pending = undefined;
  }

  private unit({ kind, start, end, page, seconds, reference }: Block): Unit {
    return { kind, start, end, page, seconds: seconds ? [seconds] : [], headings: this.headings, reference };
  }

  private fits(last: Unit, block: Block): boolean {
    if (last.page !== block.page || (last.kind !== block.kind && (apart.has(last.kind) || apart.has(block.kind))))
      return false;
    const joined = block.end - last.start;
    const smaller = Math.min(block.end - block.start, last.end - last.start);
    return joined <= this.charsAimed || (joined <= this.charsMax && smaller < this.charsAimed / 4);
  }
}

/** A block in parts that are not too long, begin and end visibly; a table and code line by line. */
function blockParts(text: string, block: Block, { language, paragraphCharsMax }: SplitOptions): Block[] {
  const isRecord = block.kind === 'record';
  const charsMax = isRecord ? GIVEN_PARAGRAPH_CHARS_MAX : paragraphCharsMax || PARAGRAPH_CHARS_MAX;
  const whole = trimmedBlock(text, block);
  const content = text.slice(whole.start, whole.end);
  const byLine = block.kind === 'table' || block.kind === 'code';
  const isWhole = !byLine && content.length <= charsMax && (isRecord || !content.includes('\n'));
  const isShort = content.length <= charsMax / 3 || isWhole;
  if (isShort) return content === '' ? [] : [whole];
  const map = new CodePointMap(content);
  return splitParagraphs(content, { language, charsMax, mode: byLine ? 'lines' : 'prose' }).map(({ start, end }) => ({
    ...block,
    start: whole.start + map.toUtf16(start),
    end: whole.start + map.toUtf16(end),
  }));
}

function trimmedBlock(text: string, block: Block): Block {
  const content = text.slice(block.start, block.end);
  const start = block.start + content.length - content.trimStart().length;
  return { ...block, start, end: start + content.trim().length };
}
