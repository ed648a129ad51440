import type { AgentText, FilteredField, MessageMetadata, MetadataWrapper } from '@lectern/augmentation';
import { type AgentLabel, type FieldLetter, fieldTypeOfLetter } from '@lectern/contracts/knowledge-box';
import type { FieldRow } from '../arrow/partition-message';

type Metadata = MetadataWrapper['metadata'];

/** A row of a dataset as agents read it. */
export interface DatasetItem {
  readonly row: FieldRow;
  readonly letter: FieldLetter;
  /** Message of a conversation that it is; undefined for a whole field. */
  readonly split: string | undefined;
  readonly metadata: Metadata;
  readonly text: AgentText;
}

/** Splits of exports that are whole fields. */
const WHOLE = new Set(['', '0']);

/** Reads a row. @returns why it cannot be read, if so */
export function datasetItem(row: FieldRow): DatasetItem | string {
  if (row.problem !== undefined) return row.problem;
  const letter = letterOf(row.fieldType);
  if (letter === undefined) return `its field_type ${row.fieldType.slice(0, 20)} is unknown`;
  if (row.rid === '' || row.field === '') return 'it names no resource or field';
  const metadata = row.metadata as Metadata; // the message that the column has
  const split = WHOLE.has(row.split) ? undefined : row.split;
  const paragraphs = ownMetadata({ metadata, split })?.paragraphs ?? [];
  const text = {
    text: row.text,
    split: split ?? '0',
    paragraphs: paragraphs.map((one) => ({ key: itemParagraphId({ row, letter, split }, one), ...span(one) })),
  };
  return { row, letter, split, metadata, text };
}

/** Properties of a row for filters of agents. */
export function filteredItem({ row, letter, text, metadata, split }: DatasetItem): FilteredField {
  const own = ownMetadata({ metadata, split })?.classifications ?? [];
  const { rid, field: id } = row;
  return {
    rid: rid.replaceAll('-', ''),
    icon: row.basic.icon,
    letter,
    id,
    text: text.text,
    labels: [...row.labels.flatMap(facetLabel), ...own.map(({ labelset, label }) => ({ labelset, label }))],
  };
}

/** Metadata of the field, or of the message that the row is. */
export function ownMetadata({ metadata, split }: Pick<DatasetItem, 'metadata' | 'split'>): MessageMetadata | undefined {
  const own = split === undefined ? metadata.metadata : metadata.split_metadata[split];
  return own ?? undefined;
}

/** Id of a paragraph in the format of knowledge boxes. */
export function itemParagraphId(
  { row, letter, split }: Pick<DatasetItem, 'row' | 'letter' | 'split'>,
  { start, end }: { readonly start: number; readonly end: number },
): string {
  return [row.rid, letter, row.field, ...(split === undefined ? [] : [split]), `${start}-${end}`].join('/');
}

function span({ start, end }: { readonly start: number; readonly end: number }) {
  return { start, end };
}

/** Of a letter or a name of a type. */
function letterOf(type: string): FieldLetter | undefined {
  const name = type.toLowerCase();
  const found = Object.entries(fieldTypeOfLetter).find(([letter, own]) => letter === name || own === name);
  return found?.[0] as FieldLetter | undefined; // a key of the table
}

/** Labels of an index begin with `/l/`; other facets are no labels. */
function facetLabel(facet: string): readonly AgentLabel[] {
  const [, labelset, label] = /^\/l\/([^/]+)\/(.+)$/.exec(facet) ?? [];
  return labelset === undefined || label === undefined ? [] : [{ labelset, label }];
}
