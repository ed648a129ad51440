import { splitSentences, words, type Word } from '@lectern/text';
import type { ContextEntry } from '../generator';

/** The smallest piece of context that can be given as an answer. */
export interface Unit {
  readonly kind: 'sentence' | 'item' | 'row' | 'heading';
  /** As it is shown in an answer: one line, a row with the names of its columns. */
  readonly shown: string;
  readonly words: readonly Word[];
  /** What it stands under and does not say itself: headings, the question before it, the names of columns. */
  readonly setting: readonly Word[];
  /** Within its passage. */
  readonly position: number;
}

/** One entry of the context, taken apart. */
export interface Passage {
  readonly key: string;
  readonly language: string;
  readonly title: readonly Word[];
  readonly units: readonly Unit[];
  /** To the question, as a cosine; absent where no model said so. */
  readonly similarity?: number;
}

/** More than prose ever has; what is longer is cut, what is more is left out. */
const limits = { unitCharactersMax: 2_000, unitsMax: 1_000, cellsMax: 40, cellCharactersMax: 400 };
const HEADING_CHARACTERS_MAX = 80;
const headingEnd = /[.!;,。！；，]$/;
const sentenceEnd = /[.!?:;。！？：；।؟]["')\]»”’]*$/;
const listMark = /^[ \t]*(?:[-*+•‣◦▪–—]|\d{1,3}[.)])\s+/;
const tableRule = /^[\s|:+=-]+$/;
const columnName = /^[^:]{1,60}: \S/;
const question = /[?？؟][\s"')\]»”’]*$/;

/** Takes an entry of the context apart into sentences, rows and headings. */
export function readPassage(entry: ContextEntry, language: string): Passage {
  const reader = new PassageReader(language);
  const lines = entry.text.split('\n');
  for (let at = 0; at < lines.length && reader.units.length < limits.unitsMax;) at = reader.read(lines, at);
  reader.endProse();
  const { key, similarity, title = '' } = entry;
  return { key, similarity, language, title: [...words(title, language)], units: reader.units };
}

class PassageReader {
  readonly units: Unit[] = [];
  private prose: string[] = [];
  /** The prose begins with the mark of a list. */
  private isItem = false;
  private heading: readonly Word[] = [];
  /** The heading is a question. */
  private isAsked = false;
  private asked: readonly Word[] = [];

  constructor(private readonly language: string) {}

  /** Reads what begins at line `at`; gives the line after it. */
  read(lines: readonly string[], at: number): number {
    const rows = tableAt(lines, at);
    if (rows.length > 1) {
      this.endProse();
      this.addTable(rows);
      return at + rows.length;
    }
    const line = lines[at] ?? '';
    if (isHeading(lines, at)) {
      this.endProse();
      this.addHeading(line);
    } else {
      if (listMark.test(line)) this.endProse();
      if (line.trim() === '') this.endParagraph();
      if (listMark.test(line)) this.isItem = true;
      this.prose.push(line.replace(listMark, ''));
    }
    return at + 1;
  }

  endProse(): void {
    const text = this.prose.join('\n');
    const [first, ...rest] = text.trim() === '' ? [] : splitSentences(text, this.language);
    if (first) this.addSentence(first.text, this.isItem ? 'item' : 'sentence');
    for (const sentence of rest) this.addSentence(sentence.text, 'sentence');
    this.prose = [];
    this.isItem = false;
  }

  /** A question above a paragraph is answered there, not further down. */
  private endParagraph(): void {
    if (this.prose.length === 0) return;
    this.endProse();
    if (this.isAsked) this.heading = [];
    this.isAsked = false;
  }

  private addSentence(text: string, kind: Unit['kind']): void {
    const shown = text.slice(0, limits.unitCharactersMax).replace(/\s+/g, ' ').trim();
    if (shown === '') return;
    const own = [...words(shown, this.language)];
    this.add({ kind, shown, words: own, setting: [...this.heading, ...this.asked] });
    this.asked = question.test(shown) ? own : [];
  }

  private addHeading(line: string): void {
    const shown = line
      .replace(/^#{1,6}\s+/, '')
      .replace(/\*\*|__/g, '')
      .trim();
    this.heading = [...words(shown, this.language)];
    this.isAsked = question.test(shown);
    this.asked = [];
    this.add({ kind: 'heading', shown, words: this.heading, setting: [] });
  }

  private addTable(lines: readonly string[]): void {
    const rows = lines
      .filter((line) => !tableRule.test(line))
      .slice(0, limits.unitsMax)
      .map(cellsOf);
    if (rows.every(namesItsColumns)) return this.addNamedRows(rows);
    const [header = [], ...body] = rows;
    const names = [...words(header.join(' ; '), this.language)];
    for (const cells of body.length > 0 ? body : [header]) {
      const shown = cells
        .map((cell, column) => named(cell, body.length > 0 ? header[column] : undefined))
        .filter((cell) => cell !== '');
      const own = [...words(cells.join(' ; '), this.language)];
      this.add({ kind: 'row', shown: shown.join('; '), words: own, setting: [...this.heading, ...names] });
    }
  }

  /** Rows that stand alone already. */
  private addNamedRows(rows: readonly (readonly string[])[]): void {
    for (const cells of rows) {
      const shown = cells.join('; ');
      this.add({ kind: 'row', shown, words: [...words(shown, this.language)], setting: this.heading });
    }
  }

  private add(unit: Omit<Unit, 'position'>): void {
    if (this.units.length < limits.unitsMax) this.units.push({ ...unit, position: this.units.length });
  }
}

/** `Street: Chapel Hill | Laid in: 1947`. */
function namesItsColumns(cells: readonly string[]): boolean {
  return cells.length > 1 && cells.every((cell) => columnName.test(cell));
}

function named(cell: string, column: string | undefined): string {
  if (cell === '') return '';
  return column ? `${column}: ${cell}` : cell;
}

function tableAt(lines: readonly string[], at: number): readonly string[] {
  let end = at;
  while (end < lines.length && cellsOf(lines[end] ?? '').length > 1) end++;
  return lines.slice(at, end);
}

/** Of a row with `|` or tabs; a line without them is one cell. A row that begins with a `|` ends with one, too. */
function cellsOf(line: string): string[] {
  const isFramed = line.trim().startsWith('|');
  const row = isFramed ? line.trim().replace(/^\||\|$/g, '') : line.replace(/\r$/, '');
  const cells = row.split(row.includes('|') ? '|' : '\t').slice(0, limits.cellsMax);
  return cells.map((cell) => cell.trim().slice(0, limits.cellCharactersMax));
}

/** A short line between others that is not the end of a sentence, or one that is marked as a heading. */
function isHeading(lines: readonly string[], at: number): boolean {
  const line = (lines[at] ?? '').trim();
  if (/^#{1,6}\s/.test(line)) return true;
  if (line === '' || line.length > HEADING_CHARACTERS_MAX || headingEnd.test(line) || listMark.test(line)) return false;
  const before = (lines[at - 1] ?? '').trim();
  const after = (lines[at + 1] ?? '').trim() || (lines[at + 2] ?? '').trim();
  // Announces the list rather than stands above it.
  if (/[:：]$/.test(line) && listMark.test(after)) return false;
  return (before === '' || sentenceEnd.test(before)) && after.length > 0 && !/^\p{Ll}/u.test(after);
}
