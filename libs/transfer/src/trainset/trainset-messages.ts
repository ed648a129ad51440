import { fieldTypeOfLetter } from '@lectern/contracts/knowledge-box';
import type { LongField } from '@lectern/indexing';
import type { ResourceEntity } from '@lectern/resource-store';
import { withoutDefaults, writeMessage } from '@lectern/contracts/messages';

/** Their numbers in messages. */
const kinds: Readonly<Record<string, number>> = {
  TEXT: 0,
  OCR: 1,
  INCEPTION: 2,
  DESCRIPTION: 3,
  TRANSCRIPT: 4,
  TITLE: 5,
  TABLE: 6,
};
const statuses: Readonly<Record<string, number>> = { PENDING: 0, PROCESSED: 1, ERROR: 2, BLOCKED: 3, EXPIRED: 4 };
/** The owner of a label. Fields have no labels of their own. */
const origins = { PARAGRAPH: 0, FIELD: 1, RESOURCE: 2 } as const;

/** A label of a labelset. */
export interface TrainsetLabel {
  readonly labelset: string;
  readonly label: string;
  readonly origin: keyof typeof origins;
}

/** A question or an answer, with the texts of the paragraphs it refers to. */
interface TrainsetText {
  readonly text: string;
  readonly language: string;
  readonly paragraphs: readonly string[];
}

/** A field in the form of a training set. */
export interface TrainsetField {
  readonly resource: ResourceEntity;
  readonly field: LongField;
  readonly labels: readonly string[];
  /** Empty if texts are excluded. */
  readonly text: string;
  readonly paragraphs: readonly { readonly start: number; readonly end: number; readonly kind: string }[];
}

export function paragraphMessage(id: string, text: string): Uint8Array {
  return writeMessage('trainset.Paragraph', { id, text });
}

/** A labelled text, or the labelled sentences of a paragraph. */
export function labelledMessage(sentences: readonly string[], labels: readonly TrainsetLabel[]): Uint8Array {
  return writeMessage('trainset.Labelled', {
    text: sentences,
    labels: labels.map(({ labelset, label, origin }) => ({
      labelset,
      label,
      ...withoutDefaults({ origin: origins[origin] }),
    })),
  });
}

export function tokensMessage(tokens: readonly string[], labels: readonly string[]): Uint8Array {
  return writeMessage('trainset.Tokens', { token: tokens, label: labels });
}

export function questionMessage({
  question,
  answer,
  isCancelled,
}: {
  readonly question: TrainsetText;
  readonly answer: TrainsetText;
  readonly isCancelled: boolean;
}): Uint8Array {
  return writeMessage('trainset.QuestionAnswer', {
    question: withoutDefaults(question),
    answer: withoutDefaults(answer),
    ...withoutDefaults({ cancelled_by_user: isCancelled }),
  });
}

export function fieldMessage({ resource, field, labels, text, paragraphs }: TrainsetField): Uint8Array {
  return writeMessage('trainset.Field', {
    rid: resource.id,
    field: field.id,
    field_type: fieldTypeOfLetter[field.letter],
    labels,
    ...(text !== '' && { text: { text } }),
    basic: basic(resource),
    metadata: { metadata: metadata(field, paragraphs) },
  });
}

/** A length-prefixed batch; the items of every batch are in one list. */
export function batchMessage(items: readonly Uint8Array[]): readonly Uint8Array[] {
  const message = writeMessage('trainset.Batch', { data: items });
  const length = Buffer.alloc(4);
  length.writeUInt32BE(message.length);
  return [length, message];
}

function basic({
  id,
  slug,
  icon,
  title,
  summary,
  created,
  modified,
  language,
  languages,
  status,
  hidden,
}: ResourceEntity) {
  return {
    ...withoutDefaults({ slug, icon, title, summary, hidden }),
    created: timestamp(created),
    modified: timestamp(modified),
    metadata: { ...withoutDefaults({ language, status: statuses[status] }), languages },
    uuid: id,
  };
}

function metadata({ understood }: LongField, paragraphs: TrainsetField['paragraphs']): object {
  return {
    paragraphs: paragraphs.map(({ start, end, kind }) => withoutDefaults({ start, end, kind: kinds[kind] })),
    entities: understood.entities.map(({ text, label }) => ({ text, label })),
    ...withoutDefaults({ language: understood.language, mime_type: understood.mimeType }),
  };
}

function timestamp(date: Date): object {
  const ms = date.getTime();
  const seconds = Math.floor(ms / 1_000);
  return withoutDefaults({ seconds, nanos: (ms - seconds * 1_000) * 1_000_000 });
}
