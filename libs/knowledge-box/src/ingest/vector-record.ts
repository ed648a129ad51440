import type { IndexedVector, Sequence, VectorRecord } from '@lectern/contracts';
import type { ExtractedFieldEntity, FieldVectorsEntity } from '../field/field.entity';
import { floatsOf } from '../field/vector-bytes';
import { partRange } from '../field/vector-parts';
import type { ResourceEntity } from '../resource/resource.entity';
import { concatenated, mapped } from './sequence';
import { indexedResource, paragraphId, paragraphLabels } from './keyword-record';

/** A field as its vectors are indexed: without its text. */
export type IndexedParagraphs = Omit<ExtractedFieldEntity, 'text'>;

/** A resource as its vectors are indexed. */
export interface IndexedContent {
  readonly resource: ResourceEntity;
  readonly extracted: readonly IndexedParagraphs[];
}

/** What the vector index holds of a resource: the vectors whose paragraphs are still those that were embedded. */
export function vectorRecord(
  resource: ResourceEntity,
  fields: readonly IndexedParagraphs[],
  vectors: readonly FieldVectorsEntity[],
): VectorRecord {
  const stored = Map.groupBy(vectors, ({ letter, id }) => `${letter}/${id}`);
  const parts = fields.flatMap((field) => {
    const present = (stored.get(`${field.letter}/${field.id}`) ?? []).filter(({ seqid }) => seqid === field.seqid);
    const labelsOf = paragraphLabels(field);
    return present.map((part) => partVectors(resource, part, { field, labelsOf }));
  });
  return { resource: indexedResource(resource), vectors: concatenated(parts) };
}

function partVectors(
  resource: ResourceEntity,
  { part, vectors }: FieldVectorsEntity,
  { field, labelsOf }: { readonly field: IndexedParagraphs; readonly labelsOf: ReturnType<typeof paragraphLabels> },
): Sequence<IndexedVector> {
  const { from, count } = partRange(part, field.paragraphs.length);
  const floats = floatsOf(vectors);
  const dimensions = floats.length / count;
  return mapped(field.paragraphs.slice(from, from + count), (paragraph, i) => ({
    id: paragraphId(resource, field, paragraph),
    field: `${field.letter}/${field.id}`,
    language: paragraph.language || field.understood.language,
    labels: labelsOf(paragraph.kind),
    vector: floats.subarray(i * dimensions, (i + 1) * dimensions),
  }));
}
