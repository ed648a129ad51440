import { fieldTypeOfLetter } from '@lectern/contracts/knowledge-box';
import type { LongField } from '@lectern/indexing';
import type { ResourceEntity } from '@lectern/knowledge-box-rows';
import { Writer } from 'protobufjs/minimal';

/** Numbers of the wire types, and of kinds and statuses in messages. */
const VARINT = 0;
const LENGTH = 2;
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
/** What a label belongs to. Fields have no labels of their own. */
const origins = { PARAGRAPH: 0, FIELD: 1, RESOURCE: 2 } as const;

/** A label of a labelset. */
export interface TrainsetLabel {
  readonly labelset: string;
  readonly label: string;
  readonly origin: keyof typeof origins;
}

/** A question or an answer, with the texts of the paragraphs that it is about. */
interface TrainsetText {
  readonly text: string;
  readonly language: string;
  readonly paragraphs: readonly string[];
}

/** A field as a training set shows it. */
export interface TrainsetField {
  readonly resource: ResourceEntity;
  readonly field: LongField;
  readonly labels: readonly string[];
  /** Empty when texts are left out. */
  readonly text: string;
  readonly paragraphs: readonly { readonly start: number; readonly end: number; readonly kind: string }[];
}

export function paragraphMessage(id: string, text: string): Uint8Array {
  return texts(texts(Writer.create(), 1, [id]), 2, [text]).finish();
}

/** Of one text; sentences of a paragraph have the same form. */
export function labelledMessage(sentences: readonly string[], labels: readonly TrainsetLabel[]): Uint8Array {
  const writer = texts(Writer.create(), 1, sentences);
  for (const { labelset, label, origin } of labels) {
    const inner = texts(texts(Writer.create(), 1, [labelset]), 2, [label]);
    nested(writer, 2, number(inner, 3, origins[origin]));
  }
  return writer.finish();
}

export function tokensMessage(tokens: readonly string[], labels: readonly string[]): Uint8Array {
  return texts(texts(Writer.create(), 1, tokens), 2, labels).finish();
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
  const both = [question, answer].map(({ text, language, paragraphs }) =>
    texts(texts(texts(Writer.create(), 1, given(text)), 2, given(language)), 3, paragraphs),
  );
  const writer = Writer.create();
  both.forEach((inner, index) => nested(writer, index + 1, inner));
  return number(writer, 3, Number(isCancelled)).finish();
}

export function fieldMessage({ resource, field, labels, text, paragraphs }: TrainsetField): Uint8Array {
  const writer = texts(Writer.create(), 2, [resource.id]);
  texts(texts(writer, 3, [field.id]), 4, [fieldTypeOfLetter[field.letter]]);
  texts(writer, 5, labels);
  if (text !== '') nested(writer, 6, texts(Writer.create(), 1, [text]));
  nested(writer, 7, basic(resource));
  return nested(writer, 10, nested(Writer.create(), 1, metadata(field, paragraphs))).finish();
}

/** All batches have their items in field 1; each batch follows its length. */
export function batchMessage(items: readonly Uint8Array[]): readonly Uint8Array[] {
  const writer = Writer.create();
  for (const item of items) writer.uint32((1 << 3) | LENGTH).bytes(item);
  const message = writer.finish();
  const length = Buffer.alloc(4);
  length.writeUInt32BE(message.length);
  return [length, message];
}

function basic(resource: ResourceEntity): Writer {
  const writer = texts(texts(Writer.create(), 1, given(resource.slug)), 2, given(resource.icon));
  texts(texts(writer, 3, given(resource.title)), 4, given(resource.summary));
  nested(nested(writer, 7, timestamp(resource.created)), 8, timestamp(resource.modified));
  const inner = texts(texts(Writer.create(), 2, given(resource.language)), 3, resource.languages);
  nested(writer, 9, number(inner, 5, statuses[resource.status] ?? 0));
  return number(texts(writer, 12, [resource.id]), 37, Number(resource.hidden));
}

function metadata({ understood }: LongField, paragraphs: TrainsetField['paragraphs']): Writer {
  const writer = Writer.create();
  for (const { start, end, kind } of paragraphs) {
    nested(writer, 2, number(number(number(Writer.create(), 1, start), 2, end), 5, kinds[kind] ?? 0));
  }
  for (const { text, label } of understood.entities) {
    nested(writer, 3, texts(texts(Writer.create(), 1, [text]), 2, [label]));
  }
  return texts(texts(writer, 10, given(understood.language)), 14, given(understood.mimeType));
}

function timestamp(date: Date): Writer {
  const ms = date.getTime();
  const seconds = Math.floor(ms / 1_000);
  return number(number(Writer.create(), 1, seconds), 2, (ms - seconds * 1_000) * 1_000_000);
}

function given(text: string): readonly string[] {
  return text === '' ? [] : [text];
}

function texts(writer: Writer, field: number, values: readonly string[]): Writer {
  for (const value of values) writer.uint32((field << 3) | LENGTH).string(value);
  return writer;
}

/** Zero is what is not written. */
function number(writer: Writer, field: number, value: number): Writer {
  return value === 0 ? writer : writer.uint32((field << 3) | VARINT).int64(value);
}

function nested(writer: Writer, field: number, inner: Writer): Writer {
  return writer.uint32((field << 3) | LENGTH).bytes(inner.finish());
}
