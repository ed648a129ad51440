import { strToU8, unzipSync, zipSync } from 'fflate';
import { Parser } from 'htmlparser2';
import type { Archive } from '../archive';
import type { Attributes } from './html-attributes';
import type { SheetFacts } from './sheet-facts';

const CONTENT = 'content.xml';
const STYLES = 'styles.xml';
const MIMETYPE = 'mimetype';
const CONTENT_BYTES_MAX = 100 * 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;
const ROWS_MAX = 200_000;
const COLUMNS_MAX = 16_384;
const NO_STYLES =
  '<office:document-styles xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" office:version="1.2"/>';

/** An OpenDocument spreadsheet with the part that readers look for and the format lets writers omit. */
export function withOdsStyles(bytes: Uint8Array, { entries }: Archive): Uint8Array {
  const has = (part: string) => entries.some(({ name }) => name === part);
  if (!has(CONTENT) || !has(MIMETYPE) || has(STYLES)) return bytes;
  return zipSync({ ...unzipSync(bytes), [STYLES]: strToU8(NO_STYLES) }, { level: 0 });
}

/** Hidden rows and columns of the sheets of an OpenDocument spreadsheet, in their order; nothing for other files. */
export function odsFactsOf(archive: Archive): readonly (SheetFacts & { readonly isHidden: boolean })[] | undefined {
  const content = archive.entries.find(({ name }) => name === CONTENT);
  if (!content || content.sizeBytes > CONTENT_BYTES_MAX) return undefined;
  const reader = new HiddenReader();
  const parser = new Parser(
    { onopentag: (name, attributes) => reader.open(name, attributes), onclosetag: (name) => reader.close(name) },
    { xmlMode: true },
  );
  const bytes = archive.read(CONTENT) ?? new Uint8Array();
  const decoder = new TextDecoder();
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    parser.write(decoder.decode(bytes.subarray(at, at + CHUNK_BYTES), { stream: true }));
  parser.end();
  return reader.sheets;
}

class HiddenReader {
  readonly sheets: {
    isHidden: boolean;
    readonly hiddenRows: Set<number>;
    readonly hiddenColumns: Set<number>;
    readonly formulas: ReadonlyMap<string, string>;
  }[] = [];
  private readonly hidingStyles = new Set<string>();
  private style = '';
  private row = 0;
  private column = 0;
  /** A table within a cell is no sheet. */
  private depth = 0;

  open(name: string, attributes: Attributes): void {
    if (name === 'style:style') this.style = attributes['style:name'] ?? '';
    else if (name === 'style:table-properties' && attributes['table:display'] === 'false')
      this.hidingStyles.add(this.style);
    else if (name === 'table:table') this.openTable(attributes);
    else if (this.depth !== 1) return;
    else if (name === 'table:table-row') this.row += this.hide('hiddenRows', this.row, attributes);
    else if (name === 'table:table-column') this.column += this.hide('hiddenColumns', this.column, attributes);
  }

  close(name: string): void {
    if (name === 'table:table') this.depth -= 1;
  }

  private openTable(attributes: Attributes): void {
    this.depth += 1;
    if (this.depth > 1) return;
    [this.row, this.column] = [0, 0];
    const isHidden = this.hidingStyles.has(attributes['table:style-name'] ?? '');
    this.sheets.push({ isHidden, hiddenRows: new Set(), hiddenColumns: new Set(), formulas: new Map() });
  }

  /** @returns how many rows or columns it repeats */
  private hide(kind: 'hiddenRows' | 'hiddenColumns', from: number, attributes: Attributes): number {
    const isRow = kind === 'hiddenRows';
    const given = attributes[isRow ? 'table:number-rows-repeated' : 'table:number-columns-repeated'];
    const count = Math.max(1, Number(given ?? 1) || 1);
    const visibility = attributes['table:visibility'];
    if (visibility !== 'collapse' && visibility !== 'filter') return count;
    const end = Math.min(from + count, isRow ? ROWS_MAX : COLUMNS_MAX);
    for (let at = from; at < end; at += 1) this.sheets.at(-1)?.[kind].add(at);
    return count;
  }
}
