import {
  type Found,
  fieldTextOf,
  questionsOf,
  relationsOf,
  type MessageMetadata,
  type MetadataWrapper,
} from '@lectern/augmentation';
import { writeMessage } from '@lectern/contracts/messages';
import type { PushedFieldWork } from './pushed-field';

/** Findings of agents in a field, as members of a message. */
export interface MessageFindings {
  readonly found: Found;
  readonly field: ReadPiece;
  /** Fields that they made, by id. */
  readonly texts: Readonly<Record<string, object>>;
  /** A `QuestionAnswers` message. */
  readonly questions?: object;
}

/** A field of a resource, or one of its messages. */
export interface ReadPiece {
  readonly rid: string;
  readonly work: Pick<PushedFieldWork, 'letter' | 'id'>;
  readonly ident?: string;
}

/** As knowledge boxes name their paragraphs. */
export function paragraphId(
  { rid, work: { letter, id }, ident }: ReadPiece,
  { start, end }: { readonly start: number; readonly end: number },
): string {
  return `${[rid, letter, id, ...(ident === undefined ? [] : [ident])].join('/')}/${start}-${end}`;
}

type Metadata = MetadataWrapper['metadata'];

export function messageFindings(field: ReadPiece, found: Found): MessageFindings {
  const { letter, id } = field.work;
  const texts = found.texts.map((text) => [`da-${text.destination}-${letter}-${id}`, fieldTextOf(text)] as const);
  return {
    found,
    field,
    texts: Object.fromEntries(texts),
    ...(found.questions.length > 0 && { questions: questionsOf(found) }),
  };
}

/** The metadata of a field with what agents found. */
export function augmentedMetadata(
  { metadata, split_metadata: splits }: Metadata,
  { found, field }: MessageFindings,
): Metadata {
  const pieces = Object.entries(splits).map(([ident, own]) => {
    return [ident, withParagraphs(own, { ...field, ident }, found)] as const;
  });
  const entities = Object.entries(found.entities).map(([name, list]) => [name, { entities: list }] as const);
  const whole = withParagraphs(metadata, field, found);
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
  const sizes = Object.values(texts).map((text) => writeMessage('FieldText', text).byteLength);
  return sizes.reduce((sum, size) => sum + size, questions ? writeMessage('QuestionAnswers', questions).byteLength : 0);
}

function withParagraphs(metadata: MessageMetadata, piece: ReadPiece, { paragraphs }: Found): MessageMetadata {
  const byKey = new Map(paragraphs.map(({ key, classifications }) => [key, classifications]));
  return {
    ...metadata,
    paragraphs: metadata.paragraphs.map((paragraph) => ({
      ...paragraph,
      classifications: [...paragraph.classifications, ...(byKey.get(paragraphId(piece, paragraph)) ?? [])],
    })),
  };
}
