import { Index } from '@lancedb/lancedb';
import {
  type AnySequence,
  changed,
  type IndexedParagraph,
  type IndexedResource,
  type IndexUpdate,
  isEntityPath,
  type KeywordRecord,
  relabelled,
  type StoredParagraph,
} from '@lectern/contracts/core';
import {
  commonColumnsOf,
  commonFields,
  emptyColumns,
  filterIndexes,
  type Row,
  type RowUpdate,
  type TableIndex,
  type TableLayout,
  titleTermsOf,
} from '@lectern/lance';
import { Field, Schema, Utf8 } from 'apache-arrow';
import { clipWords, wordsOfLists } from './keyword-words';

const TOKEN_BYTES_MAX = 1_024;

function fullText(withPosition: boolean): Index {
  return Index.fts({
    withPosition,
    baseTokenizer: 'whitespace',
    language: 'English',
    maxTokenLength: TOKEN_BYTES_MAX,
    lowercase: false,
    stem: false,
    removeStopWords: false,
    asciiFolding: false,
  });
}

/** Paragraph rows: columns to search and to filter by, and one text column to read back. */
export function keywordSchema(): Schema {
  const texts = ['terms', 'words', 'text', 'language', 'labels', 'entities', 'stored'].map(
    (name) => new Field(name, new Utf8(), false),
  );
  return new Schema([...commonFields(), ...texts]);
}

const indexes: readonly TableIndex[] = [
  { column: 'terms', config: () => fullText(false) },
  { column: 'words', config: () => fullText(true), rarely: true },
  { column: 'id', config: () => Index.btree() },
  ...filterIndexes,
];

export const keywordLayout: TableLayout = {
  // Lazy, so that programs without embedded indexes do not load Arrow.
  get columns() {
    return keywordSchema().fields.map(({ name }) => name);
  },
  indexes,
};

/** Rows are created during iteration. */
export function keywordRows({ resource, title, paragraphs }: KeywordRecord): AnySequence<Row> {
  if (paragraphs.length === 0) return [{ ...emptyColumns(resource), ...texts() }];
  const common = commonColumnsOf(resource);
  const labels = labelColumnsOf(resource);
  const titleTermsIn = wordsOfLists();
  return changed(paragraphs, function* (page: Iterable<IndexedParagraph>): Generator<Row> {
    for (const paragraph of page)
      yield {
        ...common({ ...paragraph, titleTerms: paragraph.titleTerms && titleTermsIn(paragraph.titleTerms) }),
        ...texts({
          terms: clipWords(paragraph.terms),
          words: clipWords(paragraph.words),
          text: paragraph.text,
          language: paragraph.language,
          ...labels(paragraph.labels),
          stored: JSON.stringify(storedMembers(resource, paragraph, title)),
        }),
      };
  });
}

/** Applies an update to rows; filters follow from the stored columns of a paragraph. */
export function keywordUpdate(resource: IndexUpdate): RowUpdate {
  const common = commonColumnsOf(resource);
  return (held) => {
    const stored = String(held('stored'));
    if (stored === '') return { ...emptyColumns(resource), ...labelColumns([]), stored };
    const before = parseStored(stored);
    const paragraph = { ...before, labels: relabelled(before, resource.given), resourceLabels: resource.labels };
    const titleTerms = titleTermsOf(held('tags') as Iterable<string>); // as `commonFields` has the column
    return {
      ...common({ ...paragraph, titleTerms }),
      ...labelColumns([...resource.labels, ...paragraph.labels]),
      stored: JSON.stringify(paragraph),
    };
  };
}

/** The part of a row that is compared: all that readers see, whenever it was written. */
export function keywordEntry({ version: _version, write: _write, labels, entities, stored, ...row }: Row): unknown {
  return { ...row, labels: parsedColumn(labels), entities: parsedColumn(entities), stored: parsedColumn(stored) };
}

function parsedColumn(column: unknown): unknown {
  try {
    return JSON.parse(String(column));
  } catch {
    return column;
  }
}

/** Parses the value that `keywordRows` stored, which lacks the text. */
export function parseStored(stored: string): Omit<StoredParagraph, 'text'> {
  return JSON.parse(stored);
}

type LabelColumns = Readonly<Record<'labels' | 'entities', string>>;

/** Creates these columns; paragraphs with the same label list share them. */
function labelColumnsOf(resource: IndexedResource): (own: readonly string[]) => LabelColumns {
  const known = new WeakMap<readonly string[], LabelColumns>();
  return (own) => {
    const columns = known.get(own) ?? labelColumns([...resource.labels, ...own]);
    known.set(own, columns);
    return columns;
  };
}

/**
 * Keeps apart labels whose values differ in nearly every paragraph: the remaining lists are few and quickly counted.
 */
function labelColumns(labels: readonly string[]): LabelColumns {
  const { true: entities = [], false: others = [] } = Object.groupBy(
    new Set(labels),
    (label) => `${isEntityPath(label)}`,
  );
  return { labels: JSON.stringify(others), entities: JSON.stringify(entities) };
}

function texts(given: Readonly<Record<string, string>> = {}): Row {
  return { terms: '', words: '', text: '', language: '', labels: '[]', entities: '[]', stored: '', ...given };
}

function storedMembers(
  { rid, labels }: IndexedResource,
  paragraph: IndexedParagraph,
  title: string,
): Omit<StoredParagraph, 'text'> {
  const { text: _text, terms: _terms, words: _words, titleTerms: _titleTerms, ...members } = paragraph;
  return { ...members, rid, resourceLabels: labels, resourceTitle: title };
}
