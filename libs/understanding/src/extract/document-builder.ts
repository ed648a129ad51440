import type {
  Block,
  BlockKind,
  DocumentProperties,
  ExtractedDocument,
  FieldProblem,
  PagePicture,
  SheetPreview,
} from './document';
import { extractProblem } from './extract-error';
import { type Table, tableLines } from './table-text';

export const LINKS_MAX = 2_000;
export const WARNINGS_MAX = 50;
const SHEETS_MAX = 50;
const PICTURES_BYTES_MAX = 64 * 1024 * 1024;

type Detail = Pick<Block, 'level' | 'seconds'>;

/** Puts a text together block by block, and keeps it within its limit. */
export class DocumentBuilder {
  private readonly parts: string[] = [];
  private readonly blocks: Block[] = [];
  private readonly links = new Set<string>();
  private readonly sheets: SheetPreview[] = [];
  private readonly pictures: PagePicture[] = [];
  private pictureBytes = 0;
  private readonly warnings = new Map<string, FieldProblem>();
  private readonly pageStarts: number[] = [];
  private properties: DocumentProperties = {};
  private length = 0;

  constructor(readonly charsMax: number) {}

  /** Whether the limit was reached: what is added now is dropped, so a reader may stop. */
  get full(): boolean {
    return this.length >= this.charsMax;
  }

  get page(): number {
    return Math.max(0, this.pageStarts.length - 1);
  }

  get pagesStarted(): number {
    return this.pageStarts.length;
  }

  /** What is added from now on is on the next page. */
  startPage(): void {
    this.pageStarts.push(this.length);
  }

  heading(text: string, level: number): void {
    this.block('heading', oneLine(text), { level: Math.min(6, Math.max(1, level)) });
  }

  paragraph(text: string): void {
    this.block('paragraph', tidy(text));
  }

  listItem(text: string, depth = 0): void {
    this.block('list_item', tidy(text), { level: depth });
  }

  code(text: string): void {
    this.block('code', clean(text).replace(/^\s*\n|\s+$/g, ''));
  }

  table(table: Table): void {
    this.block('table', tableLines(table).map(clean).join('\n'));
  }

  /** As it is, save for characters that cannot be stored. */
  verbatim(kind: BlockKind, text: string, detail: Detail = {}): void {
    this.block(kind, clean(text), detail);
  }

  /** One text as it is, with blocks of it in order, in offsets of the text. */
  verbatimBlocks(
    text: string,
    blocks: readonly {
      readonly kind: BlockKind;
      readonly start: number;
      readonly end: number;
      readonly level?: number;
    }[],
  ): void {
    const kept = clean(text).slice(0, Math.max(0, this.charsMax - this.length));
    for (const { kind, start, end, level } of blocks) {
      if (start >= kept.length || kept.slice(start, end).trim() === '') continue;
      this.blocks.push({
        kind,
        start: this.length + start,
        end: this.length + Math.min(end, kept.length),
        page: this.page,
        level,
      });
    }
    this.parts.push(kept);
    this.length += kept.length;
  }

  link(address: string): void {
    if (this.links.size < LINKS_MAX && /^(https?|mailto|ftp):/i.test(address)) this.links.add(address);
  }

  /** What is known already stays. */
  describe(properties: DocumentProperties): void {
    const known = Object.entries(properties).filter(([, value]) => typeof value === 'string' && value.trim() !== '');
    const tidied = Object.fromEntries(known.map(([name, value]) => [name, oneLine(String(value))]));
    this.properties = { ...tidied, ...this.properties };
  }

  sheet(preview: SheetPreview): void {
    if (this.sheets.length < SHEETS_MAX) this.sheets.push(preview);
  }

  get hasPictures(): boolean {
    return this.pictures.length > 0;
  }

  /** @returns whether there was room for it */
  picture(picture: PagePicture): boolean {
    if (this.pictureBytes + picture.bytes.length > PICTURES_BYTES_MAX) return false;
    this.pictureBytes += picture.bytes.length;
    this.pictures.push(picture);
    return true;
  }

  warn(body: string): void {
    if (this.warnings.size < WARNINGS_MAX) this.warnings.set(body, extractProblem(body, 'WARNING'));
  }

  build(mediaType: string): ExtractedDocument {
    if (this.full)
      this.warn(`Only the first ${this.charsMax} characters were kept: the document is longer than the limit`);
    return {
      text: this.parts.join(''),
      blocks: this.blocks,
      mediaType,
      properties: this.properties,
      links: [...this.links],
      pages: this.pageStarts.map((start, page) => ({ start, end: this.pageStarts[page + 1] ?? this.length })),
      sheets: this.sheets,
      pictures: this.pictures,
      warnings: [...this.warnings.values()],
    };
  }

  private block(kind: BlockKind, content: string, detail: Detail = {}): void {
    if (content.trim() === '' || this.full) return;
    const gap = this.length === 0 ? '' : this.gapBefore(kind);
    const room = this.charsMax - this.length - gap.length;
    if (room <= 0) {
      this.length = this.charsMax;
      return;
    }
    const text = content.length > room ? content.slice(0, room).toWellFormed() : content;
    const start = this.length + gap.length;
    this.parts.push(gap, text);
    this.length = start + text.length;
    this.blocks.push({ kind, start, end: this.length, page: this.page, ...detail });
  }

  private gapBefore(kind: BlockKind): string {
    const previous = this.blocks.at(-1)?.kind;
    return kind === previous && (kind === 'list_item' || kind === 'record' || kind === 'transcript') ? '\n' : '\n\n';
  }
}

/** Without what a database or JSON cannot hold; as long as before. */
export function clean(text: string): string {
  return text.toWellFormed().replace(UNSTORABLE, ' ');
}

// NUL and the other control characters, save tab, line feed and carriage return.
const UNSTORABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g;

/** White space collapsed, line ends kept, soft hyphens and zero-width marks dropped. */
export function tidy(text: string): string {
  return clean(text)
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim();
}

export function oneLine(text: string): string {
  return tidy(text).replace(/\n+/g, ' ');
}
