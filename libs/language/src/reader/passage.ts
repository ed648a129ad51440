import { analysedOnce, sentencesOnce, type Word, wordsOfSentence } from '@lectern/text';
import type { ContextEntry } from '../context-entry';
import { isCue, isLabelled, separates } from './line-breaks';
import { type Cell, readTable, shownCell, tableAt } from './table';

/** A text with its words. */
export interface Said {
  readonly text: string;
  readonly words: readonly Word[];
}

/** The smallest piece of context that can be given as an answer. */
export interface Unit {
  readonly kind: 'sentence' | 'item' | 'row' | 'heading';
  /** Its form in an answer: one line, a row with the names of its columns. */
  readonly shown: string;
  readonly words: readonly Word[];
  /** Words of its context: headings, the question before it, the names of columns. */
  readonly setting: readonly Word[];
  /** Its own text, that of `words`, and the texts of its context, nearest first. */
  readonly said: readonly Said[];
  /** Cells of a row. */
  readonly cells?: readonly Cell[];
  /** Position within its passage. */
  readonly position: number;
}

/** A parsed entry of the context. */
export interface Passage {
  readonly key: string;
  readonly language: string;
  readonly title: readonly Word[];
  readonly name: Said;
  readonly units: readonly Unit[];
  /** Similarity to the question in meaning, 0..1; absent when unknown. */
  readonly similarity?: number;
}

/** More than prose ever has; longer units are truncated, further ones omitted. */
const limits = { unitCharactersMax: 2_000, unitsMax: 1_000 };
const nothing: Said = { text: '', words: [] };
const HEADING_CHARACTERS_MAX = 80;
const headingEnd = /[.!;,。！；，]$/;
const sentenceEnd = /[.!?:;。！？：；।؟]["')\]»”’]*$/;
const listMark = /^[ \t]*(?:[-*+•‣◦▪–—]|\d{1,3}[.)])\s+/;
const announces = /[:：]\s*$/;
const question = /[?？؟][\s"')\]»”’]*$/;

/** Splits an entry of the context into sentences, rows and headings. */
export function readPassage({ key, similarity, text, title = '' }: ContextEntry, language: string): Passage {
  const name = nameOf(title, language);
  return { key, similarity, language, title: name.words, name, units: unitsOf(text, language) };
}

const nameOf = analysedOnce(
  'name',
  (text, language = ''): Said => ({ text, words: wordsOfSentence(text, language) }),
  () => 1,
);

const unitsOf = analysedOnce(
  'units',
  (text, language = ''): readonly Unit[] => {
    const reader = new PassageReader(language);
    const lines = text.split('\n');
    for (let at = 0; at < lines.length && reader.units.length < limits.unitsMax;) at = reader.read(lines, at);
    reader.endProse();
    return reader.units;
  },
  // It has the words of its sentences.
  ({ length }) => 2 * length,
);

class PassageReader {
  readonly units: Unit[] = [];
  private prose: string[] = [];
  /** Characters of the longest line of the paragraph so far. */
  private longest = 0;
  /** Whether the paragraph begins with a list mark. */
  private isItem = false;
  /** Whether a line of the paragraph ends with a colon, so that the following ones are its list. */
  private isAnnounced = false;
  private heading: Said = nothing;
  /** Whether the heading is a question. */
  private isAsked = false;
  private asked: Said = nothing;

  constructor(private readonly language: string) {}

  /** Reads the block that begins at line `at`; returns the index of the line after it. */
  read(lines: readonly string[], at: number): number {
    const rows = tableAt(lines, at);
    if (rows.length > 1) {
      this.endProse();
      this.addTable(rows);
      return at + rows.length;
    }
    const line = lines[at] ?? '';
    if (isCue(line, lines[at + 1] ?? '')) return at + 1;
    if (isHeading(lines, at)) {
      this.endProse();
      this.addHeading(line);
    } else {
      if (listMark.test(line)) this.endProse();
      if (line.trim() === '') this.endParagraph();
      if (listMark.test(line)) this.isItem = true;
      this.addLine(line.replace(listMark, ''));
    }
    return at + 1;
  }

  /** Separated from the previous line if the break between them is significant. */
  private addLine(line: string): void {
    const before = this.prose.at(-1)?.trim() ?? '';
    this.longest = Math.max(this.longest, line.trim().length);
    if (before !== '' && line.trim() !== '' && separates(before, line.trim(), this.longest)) {
      this.endProse();
      this.isItem ||= this.isAnnounced;
    }
    this.isAnnounced ||= announces.test(line);
    this.prose.push(line);
  }

  endProse(): void {
    const text = this.prose.join('\n');
    const [first, ...rest] = text.trim() === '' ? [] : sentencesOnce(text, this.language);
    if (first) this.addSentence(first.text, this.isItem ? 'item' : 'sentence');
    for (const sentence of rest) this.addSentence(sentence.text, 'sentence');
    this.prose = [];
    this.isItem = false;
  }

  /** A question above a paragraph is answered in that paragraph, not further down. */
  private endParagraph(): void {
    this.longest = 0;
    this.isAnnounced = false;
    if (this.prose.length === 0) return;
    this.endProse();
    if (this.isAsked) this.heading = nothing;
    this.isAsked = false;
  }

  private addSentence(text: string, kind: Unit['kind']): void {
    const shown = text.slice(0, limits.unitCharactersMax).replace(/\s+/g, ' ').trim();
    if (shown === '') return;
    const own = { text: shown, words: wordsOfSentence(shown, this.language) };
    this.add({ kind, shown }, [own, this.asked, this.heading]);
    this.asked = question.test(shown) ? own : nothing;
  }

  private addHeading(line: string): void {
    const shown = line
      .replace(/^#{1,6}\s+/, '')
      .replace(/\*\*|__/g, '')
      .trim();
    this.heading = { text: shown, words: wordsOfSentence(shown, this.language) };
    this.isAsked = question.test(shown);
    this.asked = nothing;
    this.add({ kind: 'heading', shown }, [this.heading]);
  }

  private addTable(lines: readonly string[]): void {
    const { header, rows } = readTable(lines, limits.unitsMax);
    const names = { text: header, words: wordsOfSentence(header, this.language) };
    for (const row of rows) {
      const cells = row.filter(({ text }) => text !== '');
      const isNamed = header === '' && row.every(({ name }) => name !== '');
      const said = isNamed ? cells.map(shownCell) : cells.map(({ text }) => text);
      const text = said.join(' ; ');
      const shown = cells.map(shownCell).join('; ');
      this.add({ kind: 'row', shown, cells }, [
        { text, words: wordsOfSentence(text, this.language) },
        names,
        this.heading,
      ]);
    }
  }

  /** @param said its own text, and the texts of its context, nearest first */
  private add(unit: Pick<Unit, 'kind' | 'shown' | 'cells'>, said: readonly [Said, ...Said[]]): void {
    if (this.units.length >= limits.unitsMax) return;
    const [own, ...over] = said;
    const setting = over.toReversed().flatMap(({ words: all }) => all);
    this.units.push({ ...unit, words: own.words, setting, said, position: this.units.length });
  }
}

/** A short line between others that does not end a sentence, or a line marked as a heading. */
function isHeading(lines: readonly string[], at: number): boolean {
  const line = (lines[at] ?? '').trim();
  if (/^#{1,6}\s/.test(line)) return true;
  if (line === '' || line.length > HEADING_CHARACTERS_MAX || headingEnd.test(line) || listMark.test(line)) return false;
  const before = (lines[at - 1] ?? '').trim();
  const after = (lines[at + 1] ?? '').trim() || (lines[at + 2] ?? '').trim();
  if (isLabelled(line) && isLabelled(after)) return false;
  const next = (lines[at + 1] ?? '').trim();
  if (next !== '' && !separates(line, next, Math.max(line.length, next.length))) return false;
  // It introduces the list and is not its heading.
  if (announces.test(line) && (listMark.test(after) || next !== '')) return false;
  if (announces.test(before)) return false;
  return (before === '' || sentenceEnd.test(before)) && after.length > 0 && !/^\p{Ll}/u.test(after);
}
