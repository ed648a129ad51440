import { readMessage } from '@lectern/contracts/messages';
import type { RecordBatch } from 'apache-arrow';
import type { FieldRow, RowPage } from './partition-message';

/** Bytes of cells that are decoded at a time. */
const PAGE_BYTES = 8 * 1024 ** 2;
const PAGE_ROWS = 1_000;
/** As much of a field as agents read. */
export const FIELD_CHARS_MAX = 400_000;

interface ExtractedText {
  readonly text: string;
  readonly split_text: Readonly<Record<string, string>>;
}

interface Basic {
  readonly slug: string;
  readonly icon: string;
  readonly title: string;
}

/** Rows from one on, as many as fit into a page; one at least. */
export function fieldRows(batch: RecordBatch, from: number): RowPage {
  const rows: FieldRow[] = [];
  let [bytes, at] = [0, from];
  for (; at < batch.numRows && rows.length < PAGE_ROWS && bytes < PAGE_BYTES; at += 1) {
    const cells = rowCells(batch, at);
    bytes += cells.text.length + cells.metadata.length + cells.basic.length;
    rows.push(fieldRow(cells));
  }
  return { rows, next: at < batch.numRows ? at : null };
}

interface Cells {
  readonly names: Pick<FieldRow, 'rid' | 'field' | 'fieldType' | 'split' | 'labels'>;
  readonly text: Uint8Array;
  readonly basic: Uint8Array;
  readonly metadata: Uint8Array;
}

function rowCells(batch: RecordBatch, at: number): Cells {
  // The columns were checked against the schema.
  const cell = <T>(name: string, none: T): T => (batch.getChild(name)?.get(at) as T | null | undefined) ?? none;
  const names = {
    rid: cell('rid', ''),
    field: cell('field', ''),
    fieldType: cell('field_type', ''),
    split: cell('split', ''),
    labels: [...cell<Iterable<string | null>>('labels', [])].flatMap((label) => label ?? []),
  };
  const bytes = (name: string) => cell(name, new Uint8Array());
  return { names, text: bytes('text'), basic: bytes('basic'), metadata: bytes('metadata') };
}

function fieldRow({ names, ...cells }: Cells): FieldRow {
  const row = { ...names, text: '', metadata: undefined, basic: { slug: '', icon: '', title: '' } };
  for (const [name, type] of Object.entries({
    text: 'ExtractedText',
    basic: 'Basic',
    metadata: 'FieldComputedMetadata',
  })) {
    // Names of the members of `cells`.
    const read = readCell(type, cells[name as keyof typeof cells]);
    if (read === undefined) return { ...row, problem: `its ${name} is no ${type} message` };
    if (name === 'text') row.text = splitText(read as ExtractedText, names.split); // of the type that was read
    if (name === 'basic') row.basic = basicOf(read as Basic); // of the type that was read
    if (name === 'metadata') Object.assign(row, { metadata: read });
  }
  return row;
}

function readCell(type: string, bytes: Uint8Array): unknown {
  try {
    return readMessage(type, bytes);
  } catch {
    return undefined;
  }
}

function splitText({ text, split_text: splits }: ExtractedText, split: string): string {
  const whole = (Object.hasOwn(splits, split) ? splits[split] : undefined) ?? text;
  // Not between the halves of a pair.
  return whole.slice(0, FIELD_CHARS_MAX).replace(/[\ud800-\udbff]$/, '');
}

function basicOf({ slug, icon, title }: Basic): FieldRow['basic'] {
  return { slug, icon, title };
}
