import type { Block, BlockKind, DocumentFacts, DocumentProperties, ExtractedDocument, Section } from './document';
import { COLUMNS_MAX, type Table, tableLines } from './table-text';
import { Warnings, type WarningsState } from './warnings';

/** Of what stands between two hand-overs: each costs more memory than a character of the text. */
export const BLOCKS_MAX = 1_000_000;
const BLOCKS_JOINED = `Paragraphs, headings and rows after the first ${BLOCKS_MAX} were joined into one`;
/** Pieces of text that are put together now and then, for the same reason. */
const PARTS_MAX = 20_000;
const LINKS_MAX = 2_000;
/** Of all links together: they are kept with every piece of work. */
const LINKS_CHARS_MAX = 256 * 1024;
const PROPERTY_CHARS_MAX = 2_000;

type OpenBlock = Block & { end: number };
type Detail = Pick<Block, 'level' | 'seconds' | 'reference'>;

/** State of the handed-over part that later writing needs. */
export interface BuilderState {
  readonly length: number;
  readonly pages: number;
  readonly lastKind?: BlockKind;
  readonly links: readonly string[];
  readonly properties: DocumentProperties;
  readonly warnings: WarningsState;
}

/** Puts a text together block by block, and keeps it within its limit. */
export class DocumentBuilder {
  private written: string[] = [];
  private parts: string[] = [];
  private blocks: OpenBlock[] = [];
  private readonly links: Set<string>;
  private linkChars = 0;
  private readonly warnings: Warnings;
  private pages: number;
  private properties: DocumentProperties;
  private lastKind: BlockKind | undefined;
  /** Of the text that was handed over, */
  private handedOver: number;
  /** and of the section that is being written. */
  private length = 0;

  constructor(
    readonly charsMax: number,
    state?: BuilderState,
  ) {
    this.handedOver = state?.length ?? 0;
    this.pages = state?.pages ?? 0;
    this.lastKind = state?.lastKind;
    this.links = new Set(state?.links);
    for (const link of this.links) this.linkChars += link.length;
    this.properties = state?.properties ?? {};
    this.warnings = new Warnings(state?.warnings);
  }

  /** Whether the limit was reached: further content is dropped, so a reader may stop. */
  get full(): boolean {
    return this.left <= 0;
  }

  get page(): number {
    return Math.max(0, this.pages - 1);
  }

  /** Content added from now on is on the next page. */
  startPage(): void {
    this.pages += 1;
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
    const code = clean(text).trimEnd();
    this.block('code', code.slice(code.lastIndexOf('\n', code.search(/\S/)) + 1));
  }

  table(table: Table): void {
    for (const row of table.rows) this.loseColumns(row.length);
    this.tableLines(tableLines(table));
  }

  /** A table whose rows are lines already. Takes as many of them as there is room for. */
  tableLines(lines: Iterable<string>): void {
    const kept: string[] = [];
    let chars = 0;
    for (const line of lines) {
      kept.push(clean(line));
      chars += line.length + 1;
      if (chars > this.left) break;
    }
    this.block('table', kept.join('\n'));
  }

  /** Says how many cells of a row a table does not have. */
  loseColumns(cells: number): void {
    this.lose(`Cells in columns beyond ${COLUMNS_MAX}, the limit of a table, were left out`, cells - COLUMNS_MAX);
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
    const kept = clean(text).slice(0, Math.max(0, this.left));
    for (const { kind, start, end, level } of blocks) {
      if (start >= kept.length || kept.slice(start, end).trim() === '') continue;
      const range = { start: this.length + start, end: this.length + Math.min(end, kept.length) };
      this.blocks.push({ kind, ...range, page: this.page, level });
      this.lastKind = kind;
    }
    this.append(kept);
  }

  link(address: string): void {
    if (!/^(https?|mailto|ftp):/i.test(address) || this.links.has(address)) return;
    if (this.links.size >= LINKS_MAX || this.linkChars + address.length > LINKS_CHARS_MAX)
      return this.lose(`Links beyond the first ${LINKS_MAX} or ${LINKS_CHARS_MAX} characters of them were left out`);
    this.links.add(address);
    this.linkChars += address.length;
  }

  /** Known values stay. */
  describe(properties: DocumentProperties): void {
    const known = Object.entries(properties).filter(([, value]) => typeof value === 'string' && value.trim() !== '');
    const tidied = known.map(([name, value]) => [name, oneLine(String(value).slice(0, PROPERTY_CHARS_MAX))]);
    this.properties = { ...Object.fromEntries(tidied), ...this.properties };
  }

  warn(text: string): void {
    this.warnings.add(text);
  }

  /** As `Warnings.lose`. */
  lose(text: string, count = 1): void {
    this.warnings.lose(text, count);
  }

  /** Content written since the last call, which is then forgotten here. */
  section(): Section {
    const section = { text: [...this.written, ...this.parts].join(''), blocks: this.blocks };
    this.written = [];
    this.handedOver += this.length;
    this.parts = [];
    this.blocks = [];
    this.length = 0;
    return section;
  }

  /** Of the handed-over part. */
  get state(): BuilderState {
    const { handedOver: length, pages, lastKind, properties } = this;
    return { length, pages, lastKind, properties, links: [...this.links], warnings: this.warnings.state };
  }

  facts(mediaType: string): DocumentFacts {
    const { properties, pages } = this;
    if (this.full)
      this.warn(`Only the first ${this.charsMax} characters were kept: the document is longer than the limit`);
    return { mediaType, properties, pages, links: [...this.links], warnings: this.warnings.list() };
  }

  build(mediaType: string): ExtractedDocument {
    return { ...this.section(), ...this.facts(mediaType) };
  }

  private get left(): number {
    return this.charsMax - this.handedOver - this.length;
  }

  private block(kind: BlockKind, content: string, detail: Detail = {}): void {
    if (content.trim() === '') return;
    const gap = this.handedOver + this.length === 0 ? '' : this.gapBefore(kind);
    const room = this.left - gap.length;
    if (room <= 0) {
      this.length += Math.max(0, this.left);
      return;
    }
    const text = content.length > room ? content.slice(0, room).toWellFormed() : content;
    const start = this.length + gap.length;
    this.append(gap + text);
    this.lastKind = kind;
    const last = this.blocks.length < BLOCKS_MAX ? undefined : this.blocks.at(-1);
    if (!last) return void this.blocks.push({ kind, start, end: this.length, page: this.page, ...detail });
    last.end = this.length;
    this.lose(BLOCKS_JOINED);
  }

  private append(text: string): void {
    this.parts.push(text);
    if (this.parts.length >= PARTS_MAX) this.written.push(this.parts.splice(0).join(''));
    this.length += text.length;
  }

  private gapBefore(kind: BlockKind): string {
    return kind === this.lastKind && packed.has(kind) ? '\n' : '\n\n';
  }
}

/** Follow each other without a blank line. */
const packed = new Set<BlockKind>(['list_item', 'record', 'transcript']);

/** Without what a database or JSON cannot hold; as long as before. */
function clean(text: string): string {
  return text.toWellFormed().replace(UNSTORABLE, ' ');
}

// NUL and the other control characters, save tab, line feed and carriage return.
const UNSTORABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g;

/** White space collapsed, line ends kept, soft hyphens and zero-width marks dropped. */
function tidy(text: string): string {
  return clean(text)
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim();
}

function oneLine(text: string): string {
  return tidy(text).replace(/\n+/g, ' ');
}
