import type { StoredParagraph } from '@lectern/contracts/core';
import { numbersOf, columnTexts, titleTermsColumn } from '@lectern/lance';
import type { RecordBatch, Table } from 'apache-arrow';
import { parseStored } from './keyword-table';

/** Columns read for a row that is shown, besides its id; they double the time. */
export const shownColumns = ['text', 'stored', 'terms'];
/** Also tells whether a row matches by its title alone; as slow to read as any other column. */
export const heldColumns = [...shownColumns, 'tags'];

/** Objects and strings, without their characters. */
const ENTRY_BYTES = 700;
/** Data that ranking keeps per text, as a share of its size. */
const DERIVED_SHARE = 1;

/** A row as it was read. Rows are immutable, so values derived from a row can be cached with it. */
export class HeldParagraph {
  private parsed: StoredParagraph | undefined;
  /** Estimated size, with everything derived from it. */
  readonly sizeBytes: number;

  constructor(
    readonly id: string,
    private readonly text: string,
    private stored: string,
    private readonly terms: string,
    private readonly titleTerms?: readonly string[],
  ) {
    const ofText = heapBytesOf(text) + text.length * DERIVED_SHARE;
    this.sizeBytes = ENTRY_BYTES + id.length + ofText + heapBytesOf(stored) + heapBytesOf(terms);
  }

  /** Always the same object. */
  get paragraph(): StoredParagraph {
    this.parsed ??= Object.freeze({ ...parseStored(this.stored), text: this.text });
    this.stored = '';
    return this.parsed;
  }

  /** Whether all `heldColumns` were read. */
  get isWhole(): boolean {
    return this.titleTerms !== undefined;
  }

  /** Whether one of the terms is indexed only because the title contains it. Requires a whole row. */
  isMarked(terms: readonly string[]): boolean {
    return terms.some((term) => this.isOfTitle(term));
  }

  /** Whether it is indexed under a term, be it from its title or its text. */
  has(term: string): boolean {
    return hasWord(this.terms, term);
  }

  /** Whether its own text has one of the terms. Requires a whole row. */
  says(terms: readonly string[]): boolean {
    return terms.some((term) => !this.isOfTitle(term) && this.has(term));
  }

  private isOfTitle(term: string): boolean {
    return this.titleTerms?.includes(term) === true;
  }
}

/** Strings with characters beyond ASCII are counted as two bytes per character. */
function heapBytesOf(text: string): number {
  return Buffer.byteLength(text) === text.length ? text.length : text.length * 2;
}

/** Whether `word` is one of `words`, which are separated by single spaces. */
export function hasWord(words: string, word: string): boolean {
  for (let at = words.indexOf(word); at >= 0; at = words.indexOf(word, at + 1)) {
    const end = at + word.length;
    if ((at === 0 || words[at - 1] === ' ') && (end === words.length || words[end] === ' ')) return true;
  }
  return false;
}

/**
 * The paragraphs of an answer with `heldColumns` or `shownColumns`, by address, read column by column.
 *
 * @param idAt gives the id of an address for which the answer has none
 */
export function heldParagraphs(
  answer: Table | RecordBatch,
  idAt: (address: number) => string | undefined = () => undefined,
): ReadonlyMap<number, HeldParagraph> {
  const [ids = [], texts = [], stored = [], terms = []] = ['id', 'text', 'stored', 'terms'].map((name) =>
    columnTexts(answer.getChild(name)),
  );
  const titleTerms = answer.getChild('tags') ? titleTermsColumn(answer.getChild('tags')) : undefined;
  const held = new Map<number, HeldParagraph>();
  for (const [i, address] of numbersOf(answer, '_rowid').entries()) {
    const row = [ids, texts, stored, terms].map((column) => column[i] ?? '');
    const [id, text = '', members = '', said = ''] = row;
    held.set(
      address,
      new HeldParagraph(id || (idAt(address) ?? ''), text, members, said, titleTerms && (titleTerms[i] ?? [])),
    );
  }
  return held;
}
