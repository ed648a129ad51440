import type { AnySequence, IndexedVector, Sequence, VectorRecord } from '@lectern/contracts/core';
import {
  type ExtractedFieldEntity,
  fieldOfSplit,
  type FieldVectorsEntity,
  floatsOf,
  partRange,
  type ResourceEntity,
} from '@lectern/resource-store';
import { fieldHead, indexedResource, indexedParagraphId, paragraphLabels, paragraphLanguage } from './keyword-record';
import type { EmbeddedLongField, FieldHead, VectorPage } from './long-fields';
import { concatenated, mapped, paged } from './sequence';

/** A field with indexed vectors, without its text. */
export type IndexedParagraphs = Omit<ExtractedFieldEntity, 'text'>;

/** A resource with indexed vectors. */
export interface IndexedContent {
  readonly resource: ResourceEntity;
  readonly extracted: readonly IndexedParagraphs[];
}

/**
 * The complete vector record of a resource: the vectors of paragraphs that have not changed since they were embedded.
 */
export function vectorRecord(
  resource: ResourceEntity,
  fields: readonly IndexedParagraphs[],
  vectors: readonly FieldVectorsEntity[],
): VectorRecord {
  return { resource: indexedResource(resource), vectors: fieldVectors(resource, fields, vectors) };
}

/** The vectors of some fields alone. */
export function fieldVectors(
  resource: ResourceEntity,
  fields: readonly IndexedParagraphs[],
  vectors: readonly FieldVectorsEntity[],
): Sequence<IndexedVector> {
  const stored = Map.groupBy(vectors, ({ letter, id }) => `${letter}/${id}`);
  const parts = fields.flatMap((field) => {
    const present = (stored.get(`${field.letter}/${field.id}`) ?? []).filter(({ seqid }) => seqid === field.seqid);
    const indexed = indexedVectors(resource, fieldHead(field));
    return present.map(({ part, vectors: own }) => {
      const { from, count } = partRange(part, field.paragraphs.length);
      return indexed({ paragraphs: field.paragraphs.slice(from, from + count), vectors: own });
    });
  });
  return concatenated(parts);
}

/**
 * The same for fields whose vectors are read page by page.
 *
 * @param vectorsOf pages of a field, as far as its vectors are stored
 */
export function longVectorRecord(
  resource: ResourceEntity,
  fields: readonly EmbeddedLongField[],
  vectorsOf: (field: EmbeddedLongField) => AsyncIterable<VectorPage>,
): VectorRecord {
  const found = fields.map((field): AnySequence<IndexedVector> => {
    async function* pages(): AsyncGenerator<Iterable<IndexedVector>> {
      const indexed = indexedVectors(resource, field);
      for await (const page of vectorsOf(field)) yield indexed(page);
    }
    return { length: field.embedded, pages };
  });
  return { resource: indexedResource(resource), vectors: paged(found) };
}

function indexedVectors(resource: ResourceEntity, field: FieldHead): (page: VectorPage) => Sequence<IndexedVector> {
  const labelsOf = paragraphLabels(resource, field);
  return ({ paragraphs, vectors }) => {
    const floats = floatsOf(vectors);
    const dimensions = floats.length / paragraphs.length;
    return mapped(paragraphs, (paragraph, i) => ({
      id: indexedParagraphId(resource, field, paragraph),
      field: `${field.letter}/${fieldOfSplit(field.id)}`,
      language: paragraphLanguage(resource, field, paragraph),
      labels: labelsOf(paragraph),
      vector: floats.subarray(i * dimensions, (i + 1) * dimensions),
    }));
  };
}
