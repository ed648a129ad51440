import { AppError } from '@lectern/contracts/core';
import type { AgentLabel, EntityMention, GeneratedText, Relation } from '@lectern/contracts/knowledge-box';
import { createHash } from 'node:crypto';
import { Reader, Writer } from 'protobufjs/minimal';
import type { Found } from './agent-findings';
import type { AgentParagraph } from './agent-text';

/** Wire type of what has a length before it. */
const DELIMITED = 2;
const PARAGRAPHS_MAX = 20_000;

/** Of a `FieldMetadata` message: 2 paragraphs, 4 classifications, 13 relations, 15 entities. */
const METADATA = { paragraphs: 2, classifications: 4, relations: 13, entities: 15 } as const;
/** Of a `Paragraph` message: 1 start, 2 end, 6 classifications. */
const PARAGRAPH = { start: 1, end: 2, classifications: 6 } as const;
const relationTypes = ['CHILD', 'ABOUT', 'ENTITY', 'COLAB', 'SYNONYM', 'OTHER'] as const;
const nodeTypes = ['entity', 'label', 'resource', 'user'] as const;
/** `FieldText` has other numbers than what is pushed. */
const formats = { PLAIN: 0, MARKDOWN: 3, JSON: 4 } as const;

/** What agents need of a `FieldMetadata` message. */
export interface ReadMetadata {
  readonly labels: readonly AgentLabel[];
  /** With their places in the message as keys. */
  readonly paragraphs: readonly AgentParagraph[];
}

/** @throws AppError `invalid_request` */
export function readFieldMetadata(base64: string): ReadMetadata {
  const labels: AgentLabel[] = [];
  const paragraphs: AgentParagraph[] = [];
  for (const { number, bytes } of partsOf(Buffer.from(base64, 'base64'))) {
    if (number === METADATA.classifications) labels.push(readLabel(bytes));
    if (number !== METADATA.paragraphs) continue;
    if (paragraphs.length === PARAGRAPHS_MAX) throw notReadable();
    paragraphs.push({ key: String(paragraphs.length), ...readPlace(bytes) });
  }
  return { labels, paragraphs };
}

/** The same message with what agents found; what is not known of it stays. */
export function writeFieldMetadata(base64: string, found: Found): string {
  const ofParagraph = new Map(found.paragraphs.map(({ key, classifications }) => [key, classifications]));
  const chunks: Uint8Array[] = [];
  let paragraph = 0;
  for (const { number, bytes, raw } of partsOf(Buffer.from(base64, 'base64'))) {
    const labels = number === METADATA.paragraphs ? ofParagraph.get(String(paragraph++)) : undefined;
    const added = (labels ?? []).map((label) => part(PARAGRAPH.classifications, (to) => writeLabel(to, label)));
    chunks.push(
      labels
        ? Writer.create()
            .uint32(tag(number, DELIMITED))
            .bytes(Buffer.concat([bytes, ...added]))
            .finish()
        : raw,
    );
  }
  for (const label of found.classifications) chunks.push(part(METADATA.classifications, (to) => writeLabel(to, label)));
  if (found.relations.length > 0)
    chunks.push(
      part(METADATA.relations, (to) => {
        for (const relation of found.relations) message(to, 1, (own) => writeRelation(own, relation));
      }),
    );
  for (const [name, entities] of Object.entries(found.entities))
    chunks.push(
      part(METADATA.entities, (to) => {
        text(to, 1, name);
        message(to, 2, (own) => {
          for (const entity of entities) message(own, 1, (one) => writeEntity(one, entity));
        });
      }),
    );
  return Buffer.concat(chunks).toString('base64');
}

/** A `QuestionAnswers` message in Base64; null without questions. */
export function writeQuestions({ questions }: Found): string | null {
  if (questions.length === 0) return null;
  const writer = Writer.create();
  for (const { question, answer, reason, paragraphs } of questions)
    message(writer, 1, (own) => {
      message(own, 1, (to) => statement(to, question, paragraphs));
      message(own, 2, (to) => text(statement(to, answer, paragraphs), 4, reason));
    });
  return base64Of(writer);
}

/** A `FieldText` message in Base64. */
export function writeFieldText({ body, format }: GeneratedText): string {
  const writer = text(Writer.create(), 1, body).uint32(tag(2, 0)).int32(formats[format]);
  text(writer, 3, createHash('md5').update(body).digest('hex'));
  message(writer, 4, (author) => message(author, 2, () => undefined));
  return base64Of(writer);
}

interface Part {
  readonly number: number;
  /** What is within, of what has a length; else empty. */
  readonly bytes: Uint8Array;
  /** With its tag. */
  readonly raw: Uint8Array;
}

function* partsOf(message: Uint8Array): Generator<Part> {
  const reader = Reader.create(message);
  while (reader.pos < reader.len) {
    const from = reader.pos;
    try {
      const head = reader.uint32();
      const [number, type] = [head >>> 3, head & 7];
      const bytes = type === DELIMITED ? reader.bytes() : new Uint8Array();
      if (type !== DELIMITED) reader.skipType(type);
      yield { number, bytes, raw: message.subarray(from, reader.pos) };
    } catch (error) {
      throw notReadable(error);
    }
  }
}

function readLabel(bytes: Uint8Array): AgentLabel {
  const [labelset = '', label = ''] = [1, 2].map((wanted) => {
    const found = [...partsOf(bytes)].findLast(({ number }) => number === wanted);
    return Buffer.from(found?.bytes ?? []).toString();
  });
  return { labelset, label };
}

function readPlace(bytes: Uint8Array): { readonly start: number; readonly end: number } {
  let [start, end] = [0, 0];
  for (const { number, raw } of partsOf(bytes)) {
    if (number !== PARAGRAPH.start && number !== PARAGRAPH.end) continue;
    const reader = Reader.create(raw);
    reader.uint32();
    const value = reader.int32();
    if (number === PARAGRAPH.start) start = value;
    else end = value;
  }
  return { start, end };
}

function writeLabel(to: Writer, { labelset, label }: AgentLabel): void {
  text(text(to, 1, labelset), 2, label);
}

function writeEntity(to: Writer, { text: name, label, positions }: EntityMention): void {
  text(text(to, 1, name), 2, label);
  for (const { start, end } of positions)
    message(to, 3, (own) => own.uint32(tag(1, 0)).int32(start).uint32(tag(2, 0)).int32(end));
}

function writeRelation(to: Writer, { relation, label, from, to: target, metadata }: Relation): void {
  to.uint32(tag(5, 0)).int32(relationTypes.indexOf(relation));
  for (const [number, { value, type, group }] of [
    [6, from],
    [7, target],
  ] as const)
    message(to, number, (own) => {
      text(own, 4, value).uint32(tag(5, 0)).int32(nodeTypes.indexOf(type));
      if (group !== null) text(own, 6, group);
    });
  if (label !== null) text(to, 8, label);
  const task = metadata?.data_augmentation_task_id;
  if (task) message(to, 9, (own) => text(own, 6, task));
}

function statement(to: Writer, said: string, paragraphs: readonly string[]): Writer {
  text(to, 1, said);
  for (const id of paragraphs) text(to, 3, id);
  return to;
}

function text(to: Writer, number: number, value: string): Writer {
  return to.uint32(tag(number, DELIMITED)).string(value);
}

function message(to: Writer, number: number, write: (own: Writer) => unknown): void {
  to.uint32(tag(number, DELIMITED)).fork();
  write(to);
  to.ldelim();
}

/** One member of a message. */
function part(number: number, write: (own: Writer) => unknown): Uint8Array {
  const writer = Writer.create();
  message(writer, number, write);
  return writer.finish();
}

function tag(number: number, type: number): number {
  return (number << 3) | type;
}

function base64Of(writer: Writer): string {
  return Buffer.from(writer.finish()).toString('base64');
}

function notReadable(cause?: unknown): AppError {
  return new AppError('invalid_request', 'The metadata of a field is no FieldMetadata message', {}, { cause });
}
