import type { Found } from '../agents/agent-findings';
import { fieldTextOf, questionsOf, relationsOf } from '../agents/field-message';
import { encodePart, type MessageMetadata, type MetadataWrapper } from '../message/processed-message';
import type { PushedFieldWork } from './pushed-field';

/** What agents found in a field, as a message says it. */
export interface MessageFindings {
  readonly found: Found;
  /** Fields that they made, by id. */
  readonly texts: Readonly<Record<string, object>>;
  /** A `QuestionAnswers` message. */
  readonly questions?: object;
}

type Metadata = MetadataWrapper['metadata'];

export function messageFindings({ letter, id }: PushedFieldWork, found: Found): MessageFindings {
  const texts = found.texts.map((text) => [`da-${text.destination}-${letter}-${id}`, fieldTextOf(text)] as const);
  return {
    found,
    texts: Object.fromEntries(texts),
    ...(found.questions.length > 0 && { questions: questionsOf(found) }),
  };
}

/** The metadata of a field with what agents found. Paragraphs have the keys that `agentTextOf` gives them. */
export function augmentedMetadata(
  { metadata, split_metadata: splits }: Metadata,
  { found }: MessageFindings,
): Metadata {
  const names = Object.keys(splits);
  const pieces = names.map((name, piece) => [name, withParagraphs(splits[name] ?? metadata, piece, found)] as const);
  const entities = Object.entries(found.entities).map(([name, list]) => [name, { entities: list }] as const);
  const whole = names.length === 0 ? withParagraphs(metadata, 0, found) : metadata;
  return {
    metadata: {
      ...whole,
      classifications: [...whole.classifications, ...found.classifications],
      entities: { ...whole.entities, ...Object.fromEntries(entities) },
      relations: relationsOf(found),
    },
    split_metadata: Object.fromEntries(pieces),
  };
}

/** Room that findings take beside the metadata. */
export function bytesOfFindings({ texts, questions }: MessageFindings): number {
  const sizes = Object.values(texts).map((text) => encodePart('FieldText', text).byteLength);
  return sizes.reduce((sum, size) => sum + size, questions ? encodePart('QuestionAnswers', questions).byteLength : 0);
}

function withParagraphs(metadata: MessageMetadata, piece: number, { paragraphs }: Found): MessageMetadata {
  const byKey = new Map(paragraphs.map(({ key, classifications }) => [key, classifications]));
  return {
    ...metadata,
    paragraphs: metadata.paragraphs.map((paragraph, i) => ({
      ...paragraph,
      classifications: [...paragraph.classifications, ...(byKey.get(`${piece}/${i}`) ?? [])],
    })),
  };
}
