import { AppError } from '@lectern/contracts/core';
import type { AgentLabel, GeneratedText, Relation } from '@lectern/contracts/knowledge-box';
import { createHash } from 'node:crypto';
import { membersOf, memberWith } from '@lectern/contracts/messages';
import { readMessage, writeMessage } from '@lectern/contracts/messages';
import type { Found } from './agent-findings';
import type { AgentParagraph } from './agent-text';

const PARAGRAPHS_MAX = 20_000;
/** Number of the paragraphs in a `FieldMetadata` message. */
const PARAGRAPHS = 2;
const relationTypes = ['CHILD', 'ABOUT', 'ENTITY', 'COLAB', 'SYNONYM', 'OTHER'] as const;
const nodeTypes = ['entity', 'label', 'resource', 'user'] as const;
/** `FieldText` numbers formats differently from a push. */
const formats = { PLAIN: 0, MARKDOWN: 3, JSON: 4 } as const;

/** Members of a `FieldMetadata` message that agents need. */
export interface ReadMetadata {
  readonly labels: readonly AgentLabel[];
  /** Keyed by their index in the message. */
  readonly paragraphs: readonly AgentParagraph[];
}

interface Metadata {
  readonly classifications: readonly AgentLabel[];
  readonly paragraphs: readonly { readonly start: number; readonly end: number }[];
}

/** @throws AppError `invalid_request` */
export function readFieldMetadata(base64: string): ReadMetadata {
  const { classifications, paragraphs } = decodedMetadata(Buffer.from(base64, 'base64'));
  if (paragraphs.length > PARAGRAPHS_MAX) throw notReadable();
  return {
    labels: classifications.map(({ labelset, label }) => ({ labelset, label })),
    paragraphs: paragraphs.map(({ start, end }, nth) => ({ key: String(nth), start, end })),
  };
}

/** The same message with the findings of agents; unknown members are kept. @throws AppError `invalid_request` */
export function writeFieldMetadata(base64: string, found: Found): string {
  const ofParagraph = new Map(found.paragraphs.map(({ key, classifications }) => [key, classifications]));
  let nth = 0;
  const kept: Uint8Array[] = [];
  try {
    for (const member of membersOf(Buffer.from(base64, 'base64'))) {
      const labels = member.number === PARAGRAPHS ? ofParagraph.get(String(nth++)) : undefined;
      const added = labels && writeMessage('Paragraph', { classifications: labels });
      kept.push(added ? memberWith(member, added) : member.raw);
    }
  } catch (error) {
    throw notReadable(error);
  }
  // Concatenated messages decode as one message with the members of both.
  return Buffer.concat([...kept, writeMessage('FieldMetadata', foundMembers(found))]).toString('base64');
}

/** A `QuestionAnswers` message in Base64; null if there are no questions. */
export function writeQuestions(found: Found): string | null {
  return found.questions.length === 0 ? null : base64Of(writeMessage('QuestionAnswers', questionMembers(found)));
}

/** Members of a `QuestionAnswers` message. */
export function questionMembers({ questions }: Found): object {
  const question_answer = questions.map(({ question, answer, reason, paragraphs: ids_paragraphs }) => ({
    question: { text: question, ids_paragraphs },
    answers: [{ text: answer, ids_paragraphs, reason }],
  }));
  return { question_answer };
}

/** A `FieldText` message in Base64. */
export function writeFieldText(text: GeneratedText): string {
  return base64Of(writeMessage('FieldText', fieldTextOf(text)));
}

/** Members of a `FieldText` message. */
export function fieldTextOf({ body, format }: GeneratedText): object {
  const md5 = createHash('md5').update(body).digest('hex');
  return { body, format: formats[format], md5, generated_by: { data_augmentation: {} } };
}

/** Lists of relations of a `FieldMetadata` message. */
export function relationLists({ relations }: Found): readonly object[] {
  return relations.length > 0 ? [{ relations: relations.map(relationOf) }] : [];
}

function foundMembers(found: Found): object {
  const { classifications, entities } = found;
  const named = Object.entries(entities).map(([name, list]) => [name, { entities: list }] as const);
  return {
    classifications,
    relations: relationLists(found),
    entities: Object.fromEntries(named),
  };
}

function relationOf({ relation, label, from, to, metadata }: Relation): object {
  const task = metadata?.data_augmentation_task_id;
  return {
    relation: relationTypes.indexOf(relation),
    source: relationNode(from),
    to: relationNode(to),
    ...(label !== null && { relation_label: label }),
    ...(task && { metadata: { data_augmentation_task_id: task } }),
  };
}

function relationNode({ value, type, group }: Relation['from']): object {
  return { value, ntype: nodeTypes.indexOf(type), ...(group !== null && { subtype: group }) };
}

function decodedMetadata(bytes: Uint8Array): Metadata {
  try {
    return readMessage<Metadata>('FieldMetadata', bytes);
  } catch (error) {
    throw notReadable(error);
  }
}

function base64Of(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

function notReadable(cause?: unknown): AppError {
  return new AppError('invalid_request', 'The metadata of a field is no FieldMetadata message', {}, { cause });
}
