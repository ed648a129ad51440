import type { TrainsetType } from '@lectern/contracts/knowledge-box';
import { letterOfFieldType, type FieldType } from '@lectern/contracts/knowledge-box';
import { readMessage } from '@lectern/contracts/messages';

/** A value of a cell. */
export type CellValue = string | boolean | Uint8Array | readonly string[];
/** A row by its columns. */
export type PartitionRow = Readonly<Record<string, CellValue>>;

interface Labelled {
  readonly text: readonly string[];
  readonly labels: readonly { readonly labelset: string; readonly label: string }[];
}
interface Tokens {
  readonly token: readonly string[];
  readonly label: readonly string[];
}
interface Paragraph {
  readonly id: string;
  readonly text: string;
}
interface Said {
  readonly text: string;
  readonly language: string;
  readonly paragraphs: readonly string[];
}
interface QuestionAnswer {
  readonly question: Said | null;
  readonly answer: Said | null;
  readonly cancelled_by_user: boolean;
}
interface FieldParts {
  readonly rid: string;
  readonly field: string;
  readonly field_type: string;
  readonly labels: readonly string[];
  readonly text: Uint8Array;
  readonly basic: Uint8Array;
  readonly metadata: Uint8Array;
}

/** A field that is not a part of another one. */
const WHOLE = '0';
const nothingSaid: Said = { text: '', language: '', paragraphs: [] };

/** Rows of a batch of a training set; those without a text are left out. */
export function rowsOfBatch(type: TrainsetType, batch: Uint8Array): readonly PartitionRow[] {
  const { data } = readMessage<{ readonly data: readonly Uint8Array[] }>('trainset.Batch', batch);
  return data.flatMap(rowsOf[type]);
}

const rowsOf: Readonly<Record<TrainsetType, (item: Uint8Array) => readonly PartitionRow[]>> = {
  FIELD_CLASSIFICATION: labelledRows,
  PARAGRAPH_CLASSIFICATION: labelledRows,
  SENTENCE_CLASSIFICATION: labelledRows,
  TOKEN_CLASSIFICATION: (item) => {
    const { token: text, label: labels } = readMessage<Tokens>('trainset.Tokens', item);
    return text.length === 0 ? [] : [{ text, labels }];
  },
  // It has no items.
  IMAGE_CLASSIFICATION: () => [],
  PARAGRAPH_STREAMING: (item) => {
    const { id, text } = readMessage<Paragraph>('trainset.Paragraph', item);
    return text.trim() === '' ? [] : [{ paragraph_id: id, text }];
  },
  QUESTION_ANSWER_STREAMING: (item) => {
    const { question, answer, cancelled_by_user } = readMessage<QuestionAnswer>('trainset.QuestionAnswer', item);
    const [asked, said] = [question ?? nothingSaid, answer ?? nothingSaid];
    const row = {
      question: asked.text,
      answer: said.text,
      question_paragraphs: asked.paragraphs,
      answer_paragraphs: said.paragraphs,
      question_language: asked.language,
      answer_language: said.language,
      cancelled_by_user,
    };
    return [row];
  },
  FIELD_STREAMING: (item) => {
    const { field_type: type, ...parts } = readMessage<FieldParts>('trainset.FieldParts', item);
    // Types of fields, by their names.
    const letter = letterOfFieldType[type as FieldType] ?? type;
    return [{ split: WHOLE, ...parts, field_type: letter }];
  },
};

/** A row for each text; all have the labels. */
function labelledRows(item: Uint8Array): readonly PartitionRow[] {
  const { text: texts, labels: given } = readMessage<Labelled>('trainset.Labelled', item);
  const labels = [...new Set(given.map(({ labelset, label }) => `${labelset}/${label}`))];
  return texts.filter((text) => text.trim() !== '').map((text) => ({ text, labels }));
}
