import type { Archive } from '../archive';
import { eachElement } from '../numbering/word-numbering';
import { partRelations, xmlOf } from './office-relations';

const BOOK = 'xl/workbook.xml';
const PART_BYTES_MAX = 100 * 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;
const COLUMNS_MAX = 16_384;
const FORMULAS_MAX = 100_000;
const FORMULA_CHARS_MAX = 500;

/** Properties of a sheet other than its values; rows and columns from 0. */
export interface SheetFacts {
  readonly hiddenRows: ReadonlySet<number>;
  readonly hiddenColumns: ReadonlySet<number>;
  /** Formulas of which no value is stored, by row and column: `3,0`. Empty where only another cell says it. */
  readonly formulas: ReadonlyMap<string, string>;
}

export const NO_FACTS: SheetFacts = { hiddenRows: new Set(), hiddenColumns: new Set(), formulas: new Map() };

/** Parts of the sheets of an Office Open XML spreadsheet, by their names. */
export function sheetPartsOf(archive: Archive): Map<string, string> {
  const targets = new Map(partRelations(BOOK, archive).map(({ id, target }) => [id, target]));
  const parts = new Map<string, string>();
  eachElement(xmlOf(BOOK, archive), (element, attributes) => {
    const target = targets.get(attributes['r:id'] ?? '');
    if (/(^|:)sheet$/.test(element) && target !== undefined) parts.set(attributes['name'] ?? '', target);
  });
  return parts;
}

/** @returns nothing where the sheet is too large to search */
export function sheetFactsOf(part: string, archive: Archive): SheetFacts | undefined {
  const entry = archive.entries.find(({ name }) => name === part);
  if (!entry || entry.sizeBytes > PART_BYTES_MAX) return entry && undefined;
  const reader = new FactsReader();
  for (const xml of xmlPieces(archive.read(part) ?? new Uint8Array())) reader.read(xml);
  return reader;
}

/** The XML in pieces that end before a row or a cell: all of it at once would take much memory. */
function* xmlPieces(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    rest += decoder.decode(bytes.subarray(at, at + CHUNK_BYTES), { stream: true });
    const found = Math.max(rest.lastIndexOf('<c '), rest.lastIndexOf('<row'));
    const end = found > 0 ? found : rest.lastIndexOf('<');
    yield rest.slice(0, Math.max(0, end));
    rest = rest.slice(Math.max(0, end));
  }
  yield rest;
}

class FactsReader implements SheetFacts {
  readonly hiddenRows = new Set<number>();
  readonly hiddenColumns = new Set<number>();
  readonly formulas = new Map<string, string>();
  private row = 0;

  read(xml: string): void {
    this.readColumns(xml);
    this.readRows(xml);
    if (/<(?:\w+:)?f\b/.test(xml)) this.readFormulas(xml);
  }

  private readColumns(xml: string): void {
    for (const [, attributes = ''] of xml.matchAll(/<(?:\w+:)?col\b([^<>]*)>/g)) {
      if (!isHiddenPart(attributes)) continue;
      const last = Math.min(numberIn(attributes, 'max') ?? 0, COLUMNS_MAX);
      for (let column = Math.max(1, numberIn(attributes, 'min') ?? 1); column <= last; column += 1)
        this.hiddenColumns.add(column - 1);
    }
  }

  private readRows(xml: string): void {
    for (const [, attributes = ''] of xml.matchAll(/<(?:\w+:)?row\b([^<>]*)>/g)) {
      this.row = numberIn(attributes, 'r') ?? this.row + 1;
      if (isHiddenPart(attributes)) this.hiddenRows.add(this.row - 1);
    }
  }

  /** Libraries write formulas and leave it to Excel to compute their values. */
  private readFormulas(xml: string): void {
    for (const [, attributes = '', formula = ''] of xml.matchAll(FORMULA)) {
      const address = /\br="([A-Z]{1,3})(\d{1,7})"/.exec(attributes);
      // A text may be empty.
      if (!address || /\bt="(str|s|inlineStr)"/.test(attributes)) continue;
      if (this.formulas.size >= FORMULAS_MAX) return;
      const text = formula === '' ? '' : `=${decodedXml(formula).slice(0, FORMULA_CHARS_MAX)}`;
      this.formulas.set(`${Number(address[2]) - 1},${columnOf(address[1] ?? '')}`, text);
    }
  }
}

const FORMULA =
  /<(?:\w+:)?c\b([^<>]*)>\s*<(?:\w+:)?f\b[^<>]*?(?:\/>|>([^<]*)<\/(?:\w+:)?f>)\s*(?:<(?:\w+:)?v\s*\/>|<(?:\w+:)?v>\s*<\/(?:\w+:)?v>)?\s*<\/(?:\w+:)?c>/g;

function columnOf(letters: string): number {
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function decodedXml(text: string): string {
  const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? '');
}

function isHiddenPart(attributes: string): boolean {
  return /\bhidden=["'](1|true|on)["']/.test(attributes);
}

function numberIn(attributes: string, name: string): number | undefined {
  const found = new RegExp(`\\b${name}=["'](\\d{1,9})["']`).exec(attributes);
  return found ? Number(found[1]) : undefined;
}
