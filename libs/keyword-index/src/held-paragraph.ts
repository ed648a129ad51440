import type { StoredParagraph } from '@lectern/contracts/core';
import { numbersOf, textsOf, titleTermsColumn } from '@lectern/lance';
import type { RecordBatch, Table } from 'apache-arrow';
import { parseStored } from './keyword-table';

/** What is read of a row that is shown, beside its id: with that, it takes twice as long. */
export const shownColumns = ['text', 'stored', 'terms'];
/** With what tells whether it matches by its title alone, which takes as long as one of the others. */
export const heldColumns = [...shownColumns, 'tags'];

/** Objects and strings beside their characters. */
const ENTRY_BYTES = 700;
/** Of the text, what ranking keeps beside it. */
const DERIVED_SHARE = 1;

/** A row as it was read. It never changes, so that what is made of it can be kept with it. */
export class HeldParagraph {
  private parsed: StoredParagraph | undefined;
  /** About what it takes with everything that is made of it. */
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

  /** The same object each time. */
  get paragraph(): StoredParagraph {
    this.parsed ??= Object.freeze({ ...parseStored(this.stored), text: this.text });
    this.stored = '';
    return this.parsed;
  }

  /** Whether all of `heldColumns` was read. */
  get isWhole(): boolean {
    return this.titleTerms !== undefined;
  }

  /** Whether a term of a query is one of its title alone, which the paragraph is found by; of a whole one. */
  isMarked(terms: readonly string[]): boolean {
    return terms.some((term) => this.isOfTitle(term));
  }

  /** Whether it has a term, of its title or by what it says. */
  has(term: string): boolean {
    return hasWord(this.terms, term);
  }

  /** Whether a whole one says one of the terms itself. */
  says(terms: readonly string[]): boolean {
    return terms.some((term) => !this.isOfTitle(term) && this.has(term));
  }

  private isOfTitle(term: string): boolean {
    return this.titleTerms?.includes(term) === true;
  }
}

/** Texts that are more than ASCII are counted as two bytes for each character. */
function heapBytesOf(text: string): number {
  return Buffer.byteLength(text) === text.length ? text.length : text.length * 2;
}

/** Whether one of words that single spaces part is this one. */
export function hasWord(words: string, word: string): boolean {
  for (let at = words.indexOf(word); at >= 0; at = words.indexOf(word, at + 1)) {
    const end = at + word.length;
    if ((at === 0 || words[at - 1] === ' ') && (end === words.length || words[end] === ' ')) return true;
  }
  return false;
}

/**
 * An answer with `heldColumns`, or `shownColumns`, and addresses, column by column.
 *
 * @param idAt gives the id of each address where the answer has none
 */
export function heldParagraphs(
  answer: Table | RecordBatch,
  idAt: (address: number) => string | undefined = () => undefined,
): ReadonlyMap<number, HeldParagraph> {
  const [ids = [], texts = [], stored = [], terms = []] = ['id', 'text', 'stored', 'terms'].map((name) =>
    textsOf(answer.getChild(name)),
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
