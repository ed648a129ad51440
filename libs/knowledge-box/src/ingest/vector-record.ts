import type { VectorRecord } from '@lectern/contracts';
import type { ExtractedFieldEntity, FieldVectorsEntity } from '../field/field.entity';
import { floatsOf } from '../field/vector-bytes';
import { partRange } from '../field/vector-parts';
import type { ResourceEntity } from '../resource/resource.entity';
import { fieldLabels, indexedResource } from './keyword-record';

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
  return {
    resource: indexedResource(resource),
    vectors: fields.flatMap((field) => {
      const parts = stored.get(`${field.letter}/${field.id}`) ?? [];
      const labels = fieldLabels(field);
      const present = parts.filter(({ seqid }) => seqid === field.seqid);
      return present.flatMap((part) => partVectors(field, part, { rid: resource.id, labels }));
    }),
  };
}

function partVectors(
  field: IndexedParagraphs,
  { part, vectors }: FieldVectorsEntity,
  { rid, labels }: { readonly rid: string; readonly labels: readonly string[] },
): VectorRecord['vectors'] {
  const { from, count } = partRange(part, field.paragraphs.length);
  const floats = floatsOf(vectors);
  const dimensions = floats.length / count;
  return field.paragraphs.slice(from, from + count).map(({ start, end, kind, language }, i) => ({
    id: `${rid}/${field.letter}/${field.id}/${start}-${end}`,
    field: `${field.letter}/${field.id}`,
    language: language || field.understood.language,
    labels: [...labels, `/k/${kind.toLowerCase()}`],
    vector: floats.subarray(i * dimensions, (i + 1) * dimensions),
  }));
}
